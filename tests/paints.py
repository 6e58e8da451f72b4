"""Counting how often a widget is painted; imports nothing of the program, to be there before it."""

from __future__ import annotations

from time import time

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget


class Paints(QObject):
    """Counts the paint events of a widget; ``first`` is when the first came, in seconds."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        self.first = 0.0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.first = self.first or time()
            self.count += 1
        return False
