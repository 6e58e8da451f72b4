"""Boxes to type into, which leave the program the keys that they have no use for."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QSpinBox

from .opaque import lay_paper
from .theme import Theme

_Keys = QKeySequence.StandardKey


class Edit(QLineEdit):
    """A box that copies and takes back only where it has something to copy or to take back.

    Qt's own takes these keys always; the program copies its figure and takes back settings.
    """

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            idle = (
                (_Keys.Copy, not self.hasSelectedText()),
                (_Keys.Undo, not self.isUndoAvailable()),
                (_Keys.Redo, not self.isRedoAvailable()),
            )
            if any(event.matches(key) and unused for key, unused in idle):
                event.ignore()
                return False
        return super().event(event)


class Number(QSpinBox):
    """A box for a whole number that leaves the wheel alone without the focus."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # not by the wheel, as Qt's own
        self.setKeyboardTracking(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class ValueBox(Edit):
    """A slider's box: the exact value is typed, arrows step (``stepped`` tells of positions)."""

    stepped = Signal(int)

    def __init__(self, page: int, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("value")
        self.setFont(theme.font("strong"))
        self._shown = ""
        self._steps = {
            Qt.Key.Key_Up: 1,
            Qt.Key.Key_Down: -1,
            Qt.Key.Key_PageUp: page,
            Qt.Key.Key_PageDown: -page,
        }

    def paintEvent(self, event: QPaintEvent) -> None:
        lay_paper(self, self._theme)
        super().paintEvent(event)

    def show_value(self, words: str) -> None:
        """Show a value, unless another one is being typed."""
        self._shown = words
        if self.text() != words and not (self.hasFocus() and self.isModified()):
            self.setText(words)

    def take_back(self) -> None:
        """Show the value again in place of what was typed, ready to be typed over."""
        self.setText(self._shown)
        self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in self._steps:
            self.take_back()
            self.stepped.emit(self._steps[key])
        elif key == Qt.Key.Key_Escape and self.isModified():
            self.take_back()
        else:
            super().keyPressEvent(event)
