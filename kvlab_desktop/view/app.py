"""Starting: the application, its fonts, theme and language, then the window or the pictures."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from platformdirs import user_config_path
from PySide6.QtCore import QLocale, QSettings, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from .. import APP_NAME, __version__
from ..core.lab import Lab
from . import theme as themes
from .errors import Hook, log, open_log
from .language import LANGUAGES, Languages, system_language

if TYPE_CHECKING:
    from .page import Page


def make_application() -> QApplication:
    """Return the application with everything that does not depend on the user's choices."""
    if QApplication.instance() is None:
        # what a slider has painted is small: handing it to other threads takes longer than it
        os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")
        QGuiApplication.setHighDpiScaleFactorRoundingPolicy(
            Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
        )
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("kvlab")
    app.setApplicationDisplayName(APP_NAME)
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("org.kvlab.KVLab")
    QLocale.setDefault(QLocale.c())
    app.setStyle("Fusion")
    themes.load_fonts()
    return app


def settle_memory() -> None:
    """Spare the collector what the start made, and keep it out of drags: pages call it at rest.

    The threshold is for what never rests; with Python's own a drag stops for some milliseconds.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 20, 20)


def open_settings() -> QSettings:
    """Return the preferences: an INI file of texts, in the platform's place."""
    path = user_config_path("kvlab", appauthor=False) / "kvlab.ini"
    return QSettings(str(path), QSettings.Format.IniFormat)


def choose_language(settings: QSettings) -> str:
    """Return the remembered language, or the system's."""
    kept = str(settings.value("language", ""))
    return kept if kept in LANGUAGES else system_language()


def run_window(labs: Sequence[Lab], sources: dict[str, Any]) -> int:
    """Show the window and run until it is closed; return the exit code."""
    from .window import Window, open_soon

    app = make_application()
    open_log()
    hook = Hook()
    hook.install()
    theme = themes.light()
    themes.apply(theme, app)
    settings = open_settings()
    languages = Languages()
    languages.switch(choose_language(settings))
    window = Window(labs, sources, theme, languages, settings)
    window.page_failed.connect(lambda error: log.error("%s", error, exc_info=error))
    open_soon(window)
    QTimer.singleShot(2000, settle_memory)
    return app.exec()


def export_pages(
    labs: Sequence[tuple[Lab, Any, dict[str, Any]]],
    folder: Path,
    language: str,
    size: tuple[int, int],
    scale: float,
    text_size: float = 1.0,
) -> list[Path]:
    """Write a picture of each lab's page; return the files.

    ``labs`` are (lab, source, values). Raises ``ExportError`` when a file cannot be written.
    """
    from .export import hidden_page, page_image, save_image
    from .jobs import Jobs
    from .page import Page
    from .session import Session

    app = make_application()
    theme = themes.light(text_size)
    themes.apply(theme, app)
    languages = Languages()
    languages.switch(language)
    jobs = Jobs()
    written = []
    try:
        for lab, source, values in labs:
            session = Session(lab, source)
            session.set(values)
            page: Page = hidden_page(Page(session, theme, jobs), *size)
            path = folder / f"{lab.id}-{languages.current}.png"
            save_image(page_image(page, scale), path)
            page.close()
            page.deleteLater()
            written.append(path)
    finally:
        jobs.stop()
        languages.clear()
    return written
