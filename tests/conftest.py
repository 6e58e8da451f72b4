"""What every test starts from: no screen, folders of its own, nothing left of the test before."""

from __future__ import annotations

import gc
import logging
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

# before Qt is first imported; another platform can be asked for from outside, to watch a test
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# before numpy is first imported, as the program does
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pytest
from hypothesis import settings

from kvlab_desktop.core.lab import Lab
from kvlab_desktop.core.params import Value

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from kvlab_desktop.view.jobs import Jobs
    from kvlab_desktop.view.language import Languages
    from kvlab_desktop.view.page import Page
    from kvlab_desktop.view.preferences import Preferences
    from kvlab_desktop.view.theme import Theme
    from kvlab_desktop.view.window import Window

# how long an example takes depends on what else the machine does
settings.register_profile("kvlab", deadline=None, max_examples=50)
settings.load_profile("kvlab")

MakePage = Callable[..., "Page"]
MakeWindow = Callable[..., "Window"]


@pytest.fixture(autouse=True)
def user_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place of the test's own for settings and logs, in the processes it starts too."""
    folder = tmp_path / "user"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    if sys.platform == "win32":
        monkeypatch.setenv("WIN_PD_OVERRIDE_LOCAL_APPDATA", str(folder))
    elif sys.platform == "darwin":
        monkeypatch.setenv("HOME", str(folder))
    return folder


@pytest.fixture(autouse=True)
def _log_closed() -> Iterator[None]:
    """Log files that the test had opened are closed again."""
    log = logging.getLogger("kvlab")
    before = list(log.handlers)
    yield
    for handler in [h for h in log.handlers if h not in before]:
        log.removeHandler(handler)
        handler.close()


@pytest.fixture(scope="session")
def qapp() -> Iterator[QApplication]:
    """The one application, made the way the program makes it."""
    from kvlab_desktop.view import theme
    from kvlab_desktop.view.app import make_application

    for name in ("page", "window", "export"):  # they bring nearly all that the tests will use
        import_module(f"kvlab_desktop.view.{name}")
    application = make_application()
    theme.apply(theme.light(), application)
    # what is loaded by now stays: the collection after each test need not look through it
    gc.collect()
    gc.freeze()
    yield application
    # without a screen Qt keeps the clipboard until after Python has ended, and what was made in
    # Python cannot be deleted then
    application.clipboard().clear()


@pytest.fixture(autouse=True)
def _nothing_left_on_the_screen(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Windows, translators and styles of a test end with it.

    Qt deletes what ``deleteLater`` was called on only inside a running event loop, so the
    deletions are delivered here. What is left in reference cycles is collected at once: a
    collection in a worker's thread would delete widgets from the wrong thread.
    """
    if "qapp" not in request.fixturenames:
        yield
        return
    application: QApplication = request.getfixturevalue("qapp")
    from PySide6.QtCore import QCoreApplication, QEvent, QTranslator
    from PySide6.QtWidgets import QApplication as Application

    from kvlab_desktop.view import language

    made: WeakSet[QTranslator] = WeakSet()  # those that the program has let go are gone

    class Remembered(QTranslator):
        def __init__(self) -> None:
            super().__init__()
            made.add(self)

    monkeypatch.setattr(language, "QTranslator", Remembered)
    style = application.styleSheet(), application.font(), application.palette()
    yield
    for widget in Application.topLevelWidgets():
        # Qt keeps widgets of its own there, which are not ours to delete
        if widget.parent() is None and type(widget).__module__.startswith("kvlab_desktop"):
            widget.close()
            widget.deleteLater()
    for translator in list(made):
        QCoreApplication.removeTranslator(translator)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    if application.styleSheet() != style[0]:
        application.setStyleSheet(style[0])
        application.setFont(style[1])
        application.setPalette(style[2])
    gc.collect()


@pytest.fixture
def theme() -> Theme:
    """The light theme at 100 %."""
    from kvlab_desktop.view.theme import light

    return light()


@pytest.fixture
def languages(qapp: QApplication) -> Iterator[Languages]:
    """The languages; source texts until the test switches."""
    from kvlab_desktop.view.language import Languages

    made = Languages()
    yield made
    made.clear()


@pytest.fixture
def jobs(qapp: QApplication) -> Iterator[Jobs]:
    """The worker for what takes long."""
    from kvlab_desktop.view.jobs import Jobs

    made = Jobs()
    yield made
    made.stop()


@pytest.fixture
def make_page(qapp: QApplication, theme: Theme, jobs: Jobs) -> MakePage:
    """Return a function that shows the page of a lab and waits until it is painted."""
    from kvlab_desktop.__main__ import open_source
    from kvlab_desktop.view.page import Page
    from kvlab_desktop.view.session import Session
    from tests.driving import shown

    def make(
        lab: Lab,
        values: dict[str, Value] | None = None,
        *,
        source: Any = None,
        size: tuple[int, int] = (1440, 860),
        text_theme: Theme | None = None,
    ) -> Page:
        session = Session(lab, open_source(lab, "sample") if source is None else source)
        session.set(values or {})
        page = Page(session, text_theme or theme, jobs)
        page.resize(*size)
        return shown(page)

    return make


@pytest.fixture
def make_window(
    qapp: QApplication, user_folder: Path, theme: Theme, languages: Languages
) -> Iterator[MakeWindow]:
    """Return a function that shows the program's window and waits until its page is painted.

    Without ``wanted`` preferences it takes those of the test's own folder, and always the test's
    theme and size of text, and the language that is named.
    """
    from kvlab_desktop.__main__ import open_source
    from kvlab_desktop.labs import all_labs
    from kvlab_desktop.view import preferences
    from kvlab_desktop.view.window import Window
    from tests.driving import shown

    made: list[Window] = []

    def make(
        labs: tuple[Lab, ...] | None = None,
        *,
        language: str = "en",
        size: tuple[int, int] = (1440, 900),
        wanted: Preferences | None = None,
    ) -> Window:
        if wanted is None:
            wanted = replace(
                preferences.load()[0],
                theme=theme.name,
                text_size=round(100 * theme.text_size),
                language=language,
            )
        languages.switch(wanted.chosen_language())
        chosen = labs or all_labs()
        sources = {lab.id: open_source(lab, "sample") for lab in chosen}
        window = Window(chosen, sources, languages, wanted)
        made.append(window)
        window.resize(*size)
        window.show()
        window.open_first()
        shown(window.page())
        return window

    yield make
    for window in made:
        window.close()
