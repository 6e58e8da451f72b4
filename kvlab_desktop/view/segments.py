"""Buttons side by side of which one is on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QSizePolicy, QWidget


class Segments(QWidget):
    """A row of named buttons; arrows move, ``chosen(key)`` tells."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, QPushButton] = {}
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def set_options(self, options: Sequence[tuple[str, str]], current: str) -> None:
        """Show the options and which one is on; an unchanged set of keys keeps its buttons."""
        if list(self._buttons) != [key for key, _name in options]:
            self._rebuild([key for key, _name in options])
        for key, name in options:
            if self._buttons[key].text() != name:
                self._buttons[key].setText(name)
                self._buttons[key].setAccessibleName(name)
        self.set_current(current)

    def _rebuild(self, keys: list[str]) -> None:
        for button in self._buttons.values():
            self._group.removeButton(button)
            button.deleteLater()
        self._buttons = {}
        for i, key in enumerate(keys):
            button = QPushButton(self)
            button.setCheckable(True)
            place = (
                "only"
                if len(keys) == 1
                else "first"
                if i == 0
                else "last"
                if i == len(keys) - 1
                else "middle"
            )
            button.setProperty("segment", place)
            button.clicked.connect(self._emit_current)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self._group.addButton(button)
            self._row.addWidget(button)
            button.show()  # at once: a layout shows what is added to it only later
            self._buttons[key] = button

    def current(self) -> str:
        """Return the key that is on."""
        return next((key for key, b in self._buttons.items() if b.isChecked()), "")

    def button(self, key: str) -> QPushButton:
        """Return the button of a key."""
        return self._buttons[key]

    def set_current(self, key: str) -> None:
        """Switch a key on without telling."""
        if key in self._buttons and not self._buttons[key].isChecked():
            self._buttons[key].setChecked(True)

    def _emit_current(self) -> None:
        self.chosen.emit(self.current())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        ends = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: len(self._buttons) - 1}
        keys = list(self._buttons)
        pressed = Qt.Key(event.key())
        if pressed in steps and keys:
            at = min(max(keys.index(self.current()) + steps[pressed], 0), len(keys) - 1)
        elif pressed in ends and keys:
            at = ends[pressed]
        else:
            super().keyPressEvent(event)
            return
        if keys[at] != self.current():
            self.set_current(keys[at])
            self._emit_current()
