"""The small dialogs of a window; their parts load when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog

if TYPE_CHECKING:
    from .window import Window


def _run(dialog: QDialog) -> None:
    dialog.exec()
    dialog.deleteLater()


def ask_preferences(window: Window) -> None:
    """Show the preferences; what is chosen is seen at once."""
    from .choices import Choices

    dialog = Choices(window.preferences, window)
    dialog.chosen.connect(window.prefer)
    _run(dialog)


def show_keys(window: Window) -> None:
    """Show the sheet of shortcuts."""
    from .keysheet import KeySheet

    _run(KeySheet(window.deeds.sheet(), window.pages.theme, window))


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
    _run(box)


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
    """Say what the program is and what it is made of."""
    from .about import About

    _run(About(window.pages.theme, window))


def show_checkup(window: Window) -> None:
    """Check this copy of the program and show what is found."""
    from .checkup import Checkup

    _run(Checkup(window.pages.theme, window))


def show_log_folder() -> None:
    """Show the folder of the log."""
    from .crash import open_log_folder

    open_log_folder()


def show_crash(window: Window, trace: str) -> None:
    """Tell of a defect, in the window of the one before if there was one."""
    from .checks import versions
    from .crash import CrashDialog

    dialog = window.findChild(CrashDialog) or CrashDialog(window.pages.theme, versions(), window)
    dialog.add(trace)
