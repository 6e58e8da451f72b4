"""The tabs of the labs, which say as much as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTabBar


class LabTabs(QTabBar):
    """A tab for each lab: number and name, or where that is too long the number alone.

    The current tab keeps its name as long as it can; the tool tips have all of them.
    """

    def __init__(self) -> None:
        super().__init__()
        self._names: list[tuple[str, str]] = []
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setElideMode(Qt.TextElideMode.ElideNone)
        self.currentChanged.connect(self._write)

    def set_names(self, names: Sequence[tuple[str, str]]) -> None:
        """Show one tab for each pair of number and name."""
        self._names = list(names)
        while self.count() < len(self._names):
            self.addTab("")
        for i, (number, name) in enumerate(self._names):
            self.setTabToolTip(i, name)
            self.setAccessibleTabName(i, f"{number} {name}")
        self._write()

    def _write(self) -> None:
        """Write the longest texts that fit."""
        here = self.currentIndex()
        for named in (range(len(self._names)), (here,), ()):
            for i, (number, name) in enumerate(self._names):
                words = f"{number} {name}" if i in named else number
                if self.tabText(i) != words:
                    self.setTabText(i, words)
            if sum(self.tabSizeHint(i).width() for i in range(self.count())) <= self.width():
                return

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._write()
