"""The small dialogs of a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMessageBox

from .. import APP_NAME, __version__
from ..core.text import msg
from .language import text

if TYPE_CHECKING:
    from .window import Window


def ask_preferences(window: Window) -> None:
    """Show the preferences; what is chosen is seen at once."""
    from .choices import Choices

    dialog = Choices(window.preferences, window)
    dialog.chosen.connect(window.prefer)
    dialog.exec()
    dialog.deleteLater()


def show_keys(window: Window) -> None:
    """Show the sheet of shortcuts."""
    from .keysheet import KeySheet

    sheet = KeySheet(window.deeds.sheet(), window.pages.theme, window)
    sheet.exec()
    sheet.deleteLater()


def show_about(window: Window) -> None:
    """Say what the program is."""
    words = msg(
        "Window",
        "{name} {version}: hands-on labs about compressing the KV cache."
        " Apache License 2.0. It opens no network connection.",
        name=APP_NAME,
        version=__version__,
    )
    QMessageBox.about(window, APP_NAME, text(words))
