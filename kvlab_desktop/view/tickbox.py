"""A check box in the colours of the theme; Qt's own is hardly seen on a dark ground."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox

from .richtext import block
from .theme import Theme

_RING = 3.0  # pixels round the box for the ring that shows the focus


class TickBox(QCheckBox):
    """A box with a tick, without words of its own."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedSize(theme.px(18) + 2 * round(_RING), theme.px(18) + 2 * round(_RING))

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colour = QPainter(self), self._theme.colour
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on, ink = self.isChecked(), "accent" if self.isEnabled() else "off"
        box = QRectF(self.rect()).adjusted(_RING + 1, _RING + 1, -_RING - 1, -_RING - 1)
        painter.setPen(QPen(colour(ink if on else "edge" if self.isEnabled() else "off"), 1.5))
        painter.setBrush(colour(ink if on else "paper"))
        painter.drawRoundedRect(box, 4, 4)
        if on:
            tick = block("✓", self._theme.font("strong"))
            at = box.center() - QRectF(0, 0, tick.size.width(), tick.size.height()).center()
            tick.draw(painter, at.x(), at.y(), colour("on_accent"))
        if self.hasFocus():
            painter.setPen(QPen(colour("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
