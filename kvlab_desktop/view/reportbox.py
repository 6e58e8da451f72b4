"""The dialog before a report: whose it is to be."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QWidget

from ..core.text import msg
from .language import spoken

_LONGEST = 80  # characters of a name


class ReportBox(QDialog):
    """Asks for a name, which may be left out and is kept nowhere."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(spoken(msg("Report", "Report")))
        form = QFormLayout(self)
        words = QLabel(
            spoken(
                msg(
                    "Report",
                    "The report holds your tasks, your guesses, and every lab as it is set now. "
                    "A name is written into the report only; it is kept nowhere else.",
                )
            )
        )
        words.setWordWrap(True)
        words.setMinimumWidth(360)
        form.addRow(words)
        self.name = QLineEdit()
        self.name.setMaxLength(_LONGEST)
        label = QLabel(spoken(msg("Report", "Name (may be empty)")))
        label.setBuddy(self.name)
        self.name.setAccessibleName(label.text())
        form.addRow(label, self.name)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(spoken(msg("Report", "Save as…")), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form.addRow(buttons)
