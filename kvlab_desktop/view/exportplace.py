"""Where an export goes: the name of the files and their folder."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from ..core.text import msg
from .language import spoken
from .theme import Theme


class ExportPlace(QWidget):
    """A field for the name, which follows the usual one until it is typed in, and for the folder.

    ``changed`` tells of either.
    """

    changed = Signal()

    def __init__(self, name: str, folder: str, theme: Theme) -> None:
        super().__init__()
        self._usual = ""
        self.file_name, self.folder = QLineEdit(name), QLineEdit(folder)
        self.folder_button = QPushButton("…")
        self.folder_button.setAutoDefault(False)
        self._labels = (QLabel(), QLabel())
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.px(8))
        for label, field, stretch in zip(self._labels, self._fields(), (1, 2), strict=True):
            label.setBuddy(field)
            row.addWidget(label)
            row.addWidget(field, stretch)
            field.textChanged.connect(self.changed)
        row.addWidget(self.folder_button)
        self.folder_button.clicked.connect(self._ask_folder)

    def _fields(self) -> tuple[QLineEdit, QLineEdit]:
        return self.file_name, self.folder

    def rename(self) -> None:
        """Write everything in the current language."""
        names = (msg("Export", "Name"), msg("Export", "Folder"))
        for label, field, name in zip(self._labels, self._fields(), names, strict=True):
            label.setText(spoken(name))
            field.setAccessibleName(spoken(name))
        self.folder_button.setAccessibleName(spoken(msg("Export", "Choose a folder")))
        self.folder_button.setToolTip(self.folder_button.accessibleName())

    def set_usual(self, name: str) -> None:
        """Follow the usual name, unless another was typed."""
        before, self._usual = self._usual, name
        if self.file_name.text() in ("", before):
            self.file_name.setText(name)

    def typed_name(self) -> str:
        """Return the name that was typed, ``""`` when it is the usual one."""
        typed = self.file_name.text()
        return "" if typed == self._usual else typed

    def _ask_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(
            self, self.folder_button.accessibleName(), self.folder.text()
        )
        if chosen:
            self.folder.setText(str(Path(chosen)))
