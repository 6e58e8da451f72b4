"""The button that copies the picture, which says for a moment that it did."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QPushButton

from ..core.text import msg
from .language import text

COPIED_MS = 2000


class CopyButton(QPushButton):
    """Reads "Copied" for a while after :meth:`show_copied`."""

    def __init__(self) -> None:
        super().__init__()
        self._copied = QTimer(self, singleShot=True, interval=COPIED_MS)
        self._copied.timeout.connect(self.rename)

    def show_copied(self) -> None:
        """Say that the picture is on the clipboard."""
        self.setMinimumWidth(self.width())  # its neighbours stay where they are
        self._copied.start()
        self.rename()

    def rename(self) -> None:
        """Write what it does, or what it has just done, in the current language."""
        copied = self._copied.isActive()
        words = text(msg("Page", "Copied") if copied else msg("Page", "Copy picture"))
        if not copied:
            self.setMinimumWidth(0)
        if words != self.text():
            self.setText(words)
            self.setAccessibleName(words)
