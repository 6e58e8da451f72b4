"""A list to choose from, with an arrow in the colours of the theme.

A style sheet that gives the box its frame takes Qt's own arrow away.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen, QWheelEvent
from PySide6.QtWidgets import QComboBox


class Combo(QComboBox):
    """A combo box that draws its own arrow, and leaves the wheel alone without the focus."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # not by the wheel, as Qt's own

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.PlaceholderText), 1.6))
        half = self.fontMetrics().height() / 5
        middle = QPointF(self.width() - 3 * half, self.rect().center().y() + half / 2)
        arms = QPointF(-half, -half), QPointF(0, 0), QPointF(half, -half)
        painter.drawPolyline([middle + arm for arm in arms])
