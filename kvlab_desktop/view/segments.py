"""Buttons side by side of which one is on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from .hearing import Role, Said

_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_ENDS = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}


class _Segment(QPushButton):
    """One of the buttons; arrows go to the row, which knows where they lead."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if Qt.Key(event.key()) in _STEPS:
            event.ignore()  # Qt would go up and down by the places on the screen
        else:
            super().keyPressEvent(event)


class Segments(QWidget):
    """A row of named buttons; arrows move, ``chosen(key)`` tells.

    Tab stops at the button that is on, so that a screen reader says which one it is.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, QPushButton] = {}
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # for the order of Tab; a button gets it

    def set_options(self, options: Sequence[tuple[str, str]], current: str) -> None:
        """Show the options and which one is on; an unchanged set of keys keeps its buttons."""
        if list(self._buttons) != [key for key, _name in options]:
            self._rebuild([key for key, _name in options])
        for key, name in options:
            if self._buttons[key].text() != name:
                self._buttons[key].setText(name)
                self._buttons[key].setAccessibleName(name)
        self.set_current(current)

    def set_name(self, name: str, description: str = "") -> None:
        """Say what is chosen here, to a screen reader."""
        self.setAccessibleName(name)
        self.setAccessibleDescription(description)
        self._describe()

    def _describe(self) -> None:
        """Let each button say what it is an option of: the focus is on it and not on the row."""
        whose = "\n".join(filter(None, (self.accessibleName(), self.accessibleDescription())))
        for button in self._buttons.values():
            button.setAccessibleDescription(whose)

    def said(self) -> Said:
        """Return what a screen reader reads of the row."""
        return Said(Role.Grouping, self.accessibleName())

    def _rebuild(self, keys: list[str]) -> None:
        focused = self.hasFocus()
        for button in self._buttons.values():
            self._group.removeButton(button)
            button.hide()  # Tab does not stop at it until it is deleted
            button.deleteLater()
        self._buttons = {}
        for i, key in enumerate(keys):
            button = _Segment(self)
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
            self._group.addButton(button)
            self._row.addWidget(button)
            button.show()  # at once: a layout shows what is added to it only later
            self._buttons[key] = button
        self._describe()
        self.setFocusProxy(None)  # type: ignore[arg-type]
        for before, after in pairwise((self, *self._buttons.values())):
            QWidget.setTabOrder(before, after)  # new widgets stand at the end of Tab's way
        self._stop_at_current()
        if focused:
            self.setFocus()

    def current(self) -> str:
        """Return the key that is on."""
        return next((key for key, b in self._buttons.items() if b.isChecked()), "")

    def button(self, key: str) -> QPushButton:
        """Return the button of a key."""
        return self._buttons[key]

    def set_current(self, key: str) -> None:
        """Switch a key on without telling."""
        if key in self._buttons and not self._buttons[key].isChecked():
            focused = self.hasFocus()
            self._buttons[key].setChecked(True)
            self._stop_at_current()
            if focused:
                self.setFocus()

    def _stop_at_current(self) -> None:
        """Take the focus at the button that is on, by Tab; the others by a click only."""
        if not self._buttons:
            return
        current = self._buttons[self.current() or next(iter(self._buttons))]
        for button in self._buttons.values():
            strong = Qt.FocusPolicy.StrongFocus
            button.setFocusPolicy(strong if button is current else Qt.FocusPolicy.ClickFocus)
        self.setFocusProxy(current)

    def _emit_current(self) -> None:
        self._stop_at_current()
        self.chosen.emit(self.current())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys = list(self._buttons)
        pressed = Qt.Key(event.key())
        if pressed in _STEPS and keys:
            at = min(max(keys.index(self.current()) + _STEPS[pressed], 0), len(keys) - 1)
        elif pressed in _ENDS and keys:
            at = _ENDS[pressed]
        else:
            super().keyPressEvent(event)
            return
        if keys[at] != self.current():
            self.set_current(keys[at])
            self._emit_current()
