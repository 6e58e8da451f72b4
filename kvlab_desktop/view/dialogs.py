"""The small dialogs of a window."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
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

    sheet = KeySheet(window.deeds.sheet(), window)
    sheet.exec()
    sheet.deleteLater()


def show_plan(window: Window) -> None:
    """Show the lecture plan; a step that is clicked begins the presentation there."""
    from .plan import PlanBox, plan_paper

    if window.walk.lecture() is None:
        return
    with waiting():
        paper = plan_paper(window.walk.telling(), window.pages.sessions, window.language)
    box = PlanBox(paper, window.pages.theme, window)
    box.begun.connect(window.present_from)
    box.save_asked.connect(lambda: window.documents.save_paper(box, "lecture", lambda: paper))
    box.exec()
    box.deleteLater()


def ask_report(window: Window) -> None:
    """Ask for a name and a file, and write the report."""
    from .report import About, make_report
    from .reportbox import ReportBox

    box = ReportBox(window)
    if box.exec():
        sessions = [window.pages.sessions[lab.id] for lab in window.labs]
        about = About(box.name.text(), date.today().isoformat(), window.language)
        window.documents.save_paper(window, "report", lambda: make_report(sessions, about))
    box.deleteLater()


@contextmanager
def waiting() -> Iterator[None]:
    """Show that something takes a moment."""
    QGuiApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
    try:
        yield
    finally:
        QGuiApplication.restoreOverrideCursor()


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
