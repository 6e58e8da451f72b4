"""A line round what has the focus, where neither Qt nor the style sheet draws one."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPalette, QPen, QRegion
from PySide6.QtWidgets import QWidget

_THICK = 2


class Ring(QWidget):
    """Lies over the edge of ``around`` while that has the focus.

    A click needs no line: the hand is there already.
    """

    def __init__(self, around: QWidget) -> None:
        super().__init__(around)
        self._around = around
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        around.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFocusEvent):
            by_hand = event.reason() == Qt.FocusReason.MouseFocusReason
            self.setVisible(event.gotFocus() and not by_hand)
            if self.isVisible():
                self._lie_over()
        elif event.type() == QEvent.Type.Resize and self.isVisible():
            self._lie_over()
        return False

    def _lie_over(self) -> None:
        self.setGeometry(self._around.rect())
        inside = self.rect().adjusted(_THICK, _THICK, -_THICK, -_THICK)
        # what is drawn inside need not paint the line again
        self.setMask(QRegion(self.rect()) - QRegion(inside))
        self.raise_()

    def is_seen(self) -> bool:
        """Return whether the focus is there and shown."""
        return not self.isHidden()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Accent), 2 * _THICK))
        painter.drawRect(self.rect())
