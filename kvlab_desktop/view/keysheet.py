"""The sheet of shortcuts, made from the actions themselves."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ..core.text import msg
from .language import spoken

_MOST = 3  # columns of keys with their names
_EDGE = 80  # pixels round the keys: the dialog's margins, its button and a scroll bar


class KeySheet(QDialog):
    """Keys and what they do, in as many columns as the window below has room for."""

    def __init__(self, rows: Sequence[tuple[str, str]], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(spoken(msg("KeySheet", "Shortcuts")))
        self._rows = [self._row(*row) for row in (*rows, *self._figure_keys())]
        inside = QWidget()
        self._grid = QGridLayout(inside)
        self._grid.setHorizontalSpacing(18)
        self._area = QScrollArea()
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidget(inside)
        self._area.setWidgetResizable(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self._area)
        column.addWidget(buttons)
        self._fit(parent.window().size() - QSize(_EDGE, 2 * _EDGE))

    @staticmethod
    def _row(keys: str, name: str) -> tuple[QLabel, QLabel]:
        strong = QLabel(keys)
        font = strong.font()
        font.setBold(True)
        strong.setFont(font)
        return strong, QLabel(name)

    def _fit(self, room: QSize) -> None:
        """Take as many columns as have room side by side; what is too high for it scrolls."""
        for columns in range(_MOST, 0, -1):
            self._place(columns)
            needed = self._grid.sizeHint()
            if needed.width() <= room.width():
                break
        bar = self._area.verticalScrollBar().sizeHint().width()
        self._area.setMinimumSize((needed + QSize(bar, 0)).boundedTo(room))

    def _place(self, columns: int) -> None:
        height = -(-len(self._rows) // columns)
        for i, (keys, name) in enumerate(self._rows):
            self._grid.addWidget(keys, i % height, 2 * (i // height))
            self._grid.addWidget(name, i % height, 2 * (i // height) + 1)

    @staticmethod
    def _figure_keys() -> list[tuple[str, str]]:
        """Return what the keys do on a control or a figure, which are no actions."""
        return [
            ("Tab", spoken(msg("KeySheet", "Next control"))),
            ("← →", spoken(msg("KeySheet", "One step; in a figure the next item"))),
            ("Page ↑ ↓", spoken(msg("KeySheet", "A big step"))),
            ("Home, End", spoken(msg("KeySheet", "First and last value"))),
        ]
