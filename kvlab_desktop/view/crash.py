"""What a user sees of a defect of ours: one window with the details, however many there are."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ..core.places import log_dir
from ..core.text import msg
from .language import spoken
from .theme import Theme

_MOST = 20  # defects that are listed; the log has them all


def open_log_folder() -> None:
    """Show the folder of the log in the platform's file manager."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(log_dir())))


class CrashDialog(QDialog):
    """Says that something went wrong; further defects are added to the same window."""

    def __init__(self, theme: Theme, about: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._about, self._count = about, 0
        self.setWindowTitle(spoken(msg("Crash", "Something went wrong")))
        words = QLabel(
            spoken(
                msg(
                    "Crash",
                    "This is a defect of the program, and nothing you did wrong."
                    " Your settings are kept, and you can go on.",
                )
            )
        )
        words.setWordWrap(True)
        self.details = QPlainTextEdit()
        self.details.setReadOnly(True)
        self.details.setAccessibleName(spoken(msg("Crash", "Details")))
        self.copy = QPushButton(spoken(msg("Crash", "Copy details")))
        self.copy.clicked.connect(self._copy)
        folder = QPushButton(spoken(msg("Crash", "Open the log folder")))
        folder.clicked.connect(open_log_folder)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        for button in (self.copy, folder):
            buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        column = QVBoxLayout(self)
        for part in (words, self.details, buttons):
            column.addWidget(part)
        self.resize(theme.px(640), theme.px(380))

    def add(self, trace: str) -> None:
        """Take the traceback of a defect; a window that was closed comes back for it."""
        self._count += 1
        if self._count > _MOST:
            return
        head = "" if self._count > 1 else f"{self._about}\n\n"
        self.details.appendPlainText(f"{head}{trace}\n")
        self.show()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.details.toPlainText())
