"""The slider itself and the box of its value, with the manners that Qt's own lack."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QMouseEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QSlider, QStyle, QStyleOptionSlider

from .paper import lay_paper
from .theme import Theme


class ValueBox(QLineEdit):
    """The value of a slider, to be typed over."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("value")
        self.setFont(theme.font("strong"))

    def paintEvent(self, event: QPaintEvent) -> None:
        lay_paper(self, self._theme)
        super().paintEvent(event)


class Track(QSlider):
    """A slider that goes where it is clicked, and leaves the wheel alone without the focus."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        lay_paper(self, self._theme)
        super().paintEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        on_handle = self._handle().contains(event.position().toPoint())
        if on_handle or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        # bring the handle to the mouse, then let it be taken as if it had been there
        span = self.width() - self._handle().width()
        left = round(event.position().x()) - self._handle().width() // 2
        self.setSliderPosition(
            QStyle.sliderValueFromPosition(self.minimum(), self.maximum(), left, span)
        )
        middle = QPointF(self._handle().center())
        button, keys = event.button(), event.modifiers()
        super().mousePressEvent(
            QMouseEvent(event.type(), middle, self.mapToGlobal(middle), button, button, keys)
        )

    def _handle(self) -> QRect:
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        kind, part = QStyle.ComplexControl.CC_Slider, QStyle.SubControl.SC_SliderHandle
        return self.style().subControlRect(kind, option, part, self)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
