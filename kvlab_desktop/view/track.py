"""The slider itself, with the manners that Qt's own lacks."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QSlider, QStyle, QStyleOptionSlider


class Track(QSlider):
    """A slider that goes where it is clicked, and leaves the wheel alone without the focus."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

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
