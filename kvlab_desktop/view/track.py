"""The slider itself, with the manners that Qt's own lacks."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QMouseEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSlider, QStyle, QStyleOptionSlider

from ..core.params import Slider
from .hearing import Role, Said, Scale
from .language import spoken
from .opaque import lay_paper
from .theme import Theme


class Track(QSlider):
    """A slider that goes where it is clicked, and leaves the wheel alone without the focus.

    It counts in positions; what it says to a screen reader is the value there.
    """

    def __init__(self, param: Slider, theme: Theme) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._param, self._theme = param, theme
        self.setRange(0, param.positions)
        self.setPageStep(param.page)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        lay_paper(self, self._theme)
        super().paintEvent(event)

    def said(self) -> Said:
        """Return the value at the handle, with its unit."""
        param = self._param
        value = param.at(self.value())
        words = param.text(value) if param.aloud is None else spoken(param.aloud(float(value)))
        low, high = float(param.at(0)), float(param.at(param.positions))
        step = (high - low) / max(1, param.positions)
        return Said(
            Role.Slider,
            self.accessibleName(),
            words,
            scale=Scale(float(value), low, high, step, self._go_to),
        )

    def _go_to(self, value: float) -> None:
        self.setValue(self._param.position(value))

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
