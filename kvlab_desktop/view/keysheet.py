"""The sheet of shortcuts, made from the actions themselves."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from ..core.text import msg
from .actions import Keyed
from .language import spoken
from .theme import Theme

Groups = Sequence[tuple[str, Sequence[Keyed]]]
_COLUMNS = 3
_RANGE = 3  # more lines than this whose keys are digits in a row are one line


class KeySheet(QDialog):
    """Keys and what they do, by groups in columns of like height; Esc and the key itself close."""

    def __init__(self, groups: Groups, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setWindowTitle(spoken(msg("KeySheet", "Shortcuts")))
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(20)] * 4)
        column.setSpacing(theme.px(14))
        row = QHBoxLayout()
        row.setSpacing(theme.px(32))
        column.addLayout(row)
        for part in _parted([*groups, self._page_keys()]):
            inner = QVBoxLayout()
            inner.setSpacing(theme.px(16))
            for title, lines in part:
                inner.addLayout(self._group(title, _shortened(lines)))
            inner.addStretch(1)
            row.addLayout(inner)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        QShortcut(QKeySequence(Qt.Key.Key_F1), self, self.reject)

    def _group(self, title: str, lines: Sequence[Keyed]) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(self._theme.px(12))
        grid.setVerticalSpacing(self._theme.px(5))
        grid.setColumnStretch(1, 1)
        head = QLabel(title)
        head.setFont(self._theme.font("heading"))
        grid.addWidget(head, 0, 0, 1, 2)
        for i, line in enumerate(lines, 1):
            caps = QHBoxLayout()
            caps.setSpacing(self._theme.px(4))
            for keys in line.keys:
                cap = QLabel(keys)
                cap.setObjectName("key")
                caps.addWidget(cap)
            caps.addStretch(1)
            grid.addLayout(caps, i, 0)
            grid.addWidget(QLabel(line.name), i, 1)
        return grid

    @staticmethod
    def _page_keys() -> tuple[str, list[Keyed]]:
        """Return what keys do on a control or in a figure, which are no actions."""
        return spoken(msg("KeySheet", "In controls and figures")), [
            Keyed(("Tab",), spoken(msg("KeySheet", "Next control"))),
            Keyed(("←", "→"), spoken(msg("KeySheet", "One step; in a figure the next item"))),
            Keyed(("Page ↑", "Page ↓"), spoken(msg("KeySheet", "A big step"))),
            Keyed(("Home", "End"), spoken(msg("KeySheet", "First and last value"))),
            Keyed(("0 … 9",), spoken(msg("KeySheet", "In a value's box: type it exactly"))),
        ]


def _shortened(lines: Sequence[Keyed]) -> Sequence[Keyed]:
    """Return lines 1, 2, 3 … as one line with the first and the last key."""
    keys = [line.keys[0] for line in lines]
    if len(lines) <= _RANGE or not all(key.isdigit() for key in keys):
        return lines
    name = spoken(msg("KeySheet", "The preset of that number"))
    return [Keyed((f"{keys[0]} … {keys[-1]}",), name)]


def _parted(groups: Groups) -> list[list[tuple[str, Sequence[Keyed]]]]:
    """Return the groups in their order, parted into columns of about the same height."""
    heights = [len(_shortened(lines)) + 2 for _title, lines in groups]
    share, parts, full = sum(heights) / _COLUMNS, [[]], 0.0  # type: ignore[var-annotated]
    for group, height in zip(groups, heights, strict=True):
        if full + height / 2 > share * len(parts) and len(parts) < _COLUMNS:
            parts.append([])
        parts[-1].append(group)
        full += height
    return parts
