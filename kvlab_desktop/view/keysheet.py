"""The sheet of shortcuts, made from the actions themselves."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QLabel, QVBoxLayout, QWidget

from ..core.text import msg
from .language import spoken

_ROWS = 14  # before the next column


class KeySheet(QDialog):
    """Keys and what they do, in as many columns as are needed."""

    def __init__(self, rows: Sequence[tuple[str, str]], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(spoken(msg("KeySheet", "Shortcuts")))
        column = QVBoxLayout(self)
        grid = QGridLayout()
        grid.setHorizontalSpacing(18)
        column.addLayout(grid)
        for i, (keys, name) in enumerate([*rows, *self._figure_keys()]):
            row, block = i % _ROWS, i // _ROWS
            strong = QLabel(keys)
            font = strong.font()
            font.setBold(True)
            strong.setFont(font)
            grid.addWidget(strong, row, 2 * block)
            grid.addWidget(QLabel(name), row, 2 * block + 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)

    @staticmethod
    def _figure_keys() -> list[tuple[str, str]]:
        """Return what the keys do on a control or a figure, which are no actions."""
        return [
            ("Tab", spoken(msg("KeySheet", "Next control"))),
            ("← →", spoken(msg("KeySheet", "One step; in a figure the next item"))),
            ("Page ↑ ↓", spoken(msg("KeySheet", "A big step"))),
            ("Home, End", spoken(msg("KeySheet", "First and last value"))),
        ]
