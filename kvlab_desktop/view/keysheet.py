"""The sheet of shortcuts, made from the actions themselves."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ..core.text import msg
from .actions import Keyed
from .language import spoken
from .ring import Ring
from .theme import Theme

Groups = Sequence[tuple[str, Sequence[Keyed]]]
_MOST = 3  # columns
_RANGE = 3  # more lines than this whose keys are digits in a row are one line


class KeySheet(QDialog):
    """Keys and what they do, by groups in as many columns as the window below has room for.

    Esc closes it, and the key that opens it.
    """

    def __init__(self, groups: Groups, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setWindowTitle(spoken(msg("KeySheet", "Shortcuts")))
        self._area = QScrollArea()
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setAccessibleName(self.windowTitle())
        Ring(self._area)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(20)] * 4)
        column.setSpacing(theme.px(14))
        column.addWidget(self._area)
        column.addWidget(buttons)
        QShortcut(QKeySequence(Qt.Key.Key_F1), self, self.reject)
        edge = QSize(theme.px(80), theme.px(160))  # margins, the button, a title bar
        self._fit([self._group(*group) for group in (*groups, _page_keys())],
                  parent.window().size() - edge)  # fmt: skip

    def _group(self, title: str, lines: Sequence[Keyed]) -> QWidget:
        group, px = QWidget(), self._theme.px
        grid = QGridLayout(group)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(px(12))
        grid.setVerticalSpacing(px(5))
        grid.setColumnStretch(1, 1)
        head = QLabel(title)
        head.setFont(self._theme.font("heading"))
        grid.addWidget(head, 0, 0, 1, 2)
        for i, line in enumerate(_shortened(lines), 1):
            caps = QHBoxLayout()
            caps.setSpacing(px(4))
            for keys in line.keys:
                cap = QLabel(keys)
                cap.setObjectName("key")
                caps.addWidget(cap)
            caps.addStretch(1)
            grid.addLayout(caps, i, 0)
            grid.addWidget(QLabel(line.name), i, 1)
        return group

    def _fit(self, groups: Sequence[QWidget], room: QSize) -> None:
        """Take as many columns as have room side by side; what is too high for it scrolls."""
        gap, bar = self._theme.px(32), self._area.verticalScrollBar().sizeHint().width()
        for columns in range(_MOST, 0, -1):
            parts = _parted(groups, columns)
            widths = [max(group.sizeHint().width() for group in part) for part in parts]
            if sum(widths) + gap * (len(parts) - 1) + bar <= room.width():
                break
        inside = QWidget()
        row = QHBoxLayout(inside)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(gap)
        for part in parts:
            column = QVBoxLayout()
            column.setSpacing(self._theme.px(16))
            for group in part:
                column.addWidget(group)
            column.addStretch(1)
            row.addLayout(column)
        self._area.setWidget(inside)
        self._area.setMinimumSize((inside.sizeHint() + QSize(bar, 0)).boundedTo(room))


def _page_keys() -> tuple[str, list[Keyed]]:
    """Return what keys do on a control or in a figure, which are no actions."""
    return spoken(msg("KeySheet", "In controls and figures")), [
        Keyed(("Tab",), spoken(msg("KeySheet", "Next control"))),
        Keyed(("←", "→"), spoken(msg("KeySheet", "One step; in a figure the next item"))),
        Keyed(("Page ↑", "Page ↓"), spoken(msg("KeySheet", "A big step"))),
        Keyed(("Home", "End"), spoken(msg("KeySheet", "First and last value"))),
        Keyed(("Enter",), spoken(msg("KeySheet", "In a table: sort by this column"))),
        Keyed(("0 … 9",), spoken(msg("KeySheet", "In a value's box: type it exactly"))),
    ]


def _shortened(lines: Sequence[Keyed]) -> Sequence[Keyed]:
    """Return lines 1, 2, 3 … as one line with the first and the last key."""
    keys = [line.keys[0] for line in lines]
    if len(lines) <= _RANGE or not all(key.isdigit() for key in keys):
        return lines
    name = spoken(msg("KeySheet", "The preset of that number"))
    return [Keyed((f"{keys[0]} … {keys[-1]}",), name)]


def _parted(groups: Sequence[QWidget], columns: int) -> list[list[QWidget]]:
    """Return the groups in their order, parted into columns of about the same height."""
    heights = [group.sizeHint().height() for group in groups]
    share, full = sum(heights) / columns, 0.0
    parts: list[list[QWidget]] = [[]]
    for group, height in zip(groups, heights, strict=True):
        if full + height / 2 > share * len(parts) and len(parts) < columns:
            parts.append([])
        parts[-1].append(group)
        full += height
    return parts
