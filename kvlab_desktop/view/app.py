"""Starting: the application, its fonts, theme and language, then the window."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QLocale, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication, QWidget

from .. import APP_NAME, __version__
from ..core.lab import Lab
from ..core.places import resource
from ..core.text import Msg, msg
from . import hearing
from . import theme as themes
from .errors import Hook, log, open_log
from .language import Languages, spoken, text

if TYPE_CHECKING:
    from .window import Window


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
    # on macOS Tab passes over everything but boxes of text, unless the user found the setting
    app.styleHints().setTabFocusBehavior(Qt.TabFocusBehavior.TabFocusAllControls)
    app.setWindowIcon(QIcon(str(resource("icons", "kvlab.svg"))))
    themes.load_fonts()
    hearing.install()
    return app


def settle_memory() -> None:
    """Spare the collector what the start made, and keep it out of drags: pages call it at rest.

    The threshold is for what never rests; with Python's own a drag stops for some milliseconds.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 20, 20)


class _FirstPaint(QObject):
    """Acts as soon as a window has been painted once."""

    def __init__(self, window: QWidget, act: Callable[[], None]) -> None:
        super().__init__(window)
        self._act = act
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self._act)
        return False


def open_soon(window: QWidget, act: Callable[[], None]) -> None:
    """Show a window, and act after its first paint: what takes time comes after it is seen."""
    _FirstPaint(window, act)
    window.show()


def run_window(labs: Sequence[Lab], sources: dict[str, Any], files: Sequence[Path] = ()) -> int:
    """Show the window, open files in it, and run until it is closed; return the exit code."""
    from . import preferences
    from .window import Window

    app = make_application()
    open_log()
    hook = Hook()
    hook.install()
    wanted, problem = preferences.load()
    languages = Languages()
    languages.switch(wanted.chosen_language())
    window = Window(labs, sources, languages, wanted)
    themes.apply(window.pages.theme, app)
    hook.caught.connect(window.show_crash)
    window.page_failed.connect(lambda error: log.error("%s", error, exc_info=error))
    open_soon(window, partial(_open_first, window, problem, files))
    QTimer.singleShot(2000, settle_memory)
    return app.exec()


def _open_first(window: Window, problem: Msg | None, files: Sequence[Path]) -> None:
    window.open_first()
    if problem is not None:
        window.documents.tell(problem)
    for file in files:
        window.documents.open(file)


def write_report(
    labs: Sequence[Lab], sources: dict[str, Any], path: Path, language: str, name: str
) -> Msg | None:
    """Write the report over the last session and the progress that are kept; return what failed.

    Raises :class:`StateError` when one of the two cannot be read.
    """
    from datetime import date

    from . import progress, store
    from .pages import Pages
    from .paper import write_paper
    from .report import About, make_report

    app = make_application()
    theme = themes.light()
    themes.apply(theme, app)
    languages = Languages()
    pages = Pages(labs, sources, theme)
    try:
        languages.switch(language)
        if store.session_file().exists():
            pages.take(store.load_state(store.session_file()))
        known = progress.load()
        for lab in labs:
            pages.sessions[lab.id].progress = known.of(lab)
        about = About(name, date.today().isoformat(), languages.current)
        return write_paper(make_report(list(pages.sessions.values()), about), path)
    finally:
        pages.stop()
        languages.clear()


def check_all(language: str | None) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Yield the columns of a line for each check of this copy, and whether it passed.

    The first line names versions. ``None`` is the user's own language.
    """
    from . import preferences
    from .checks import run_checks, versions

    make_application()
    languages = Languages()
    languages.switch(language or preferences.load()[0].chosen_language())
    yield (versions(),), True
    try:
        for check in run_checks():
            verdict = text(msg("Checks", "ok")) if check.ok else text(msg("Checks", "FAILED"))
            yield (verdict, spoken(check.name), spoken(check.found)), check.ok
    finally:
        languages.clear()
