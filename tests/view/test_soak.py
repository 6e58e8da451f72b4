"""An impatient user for a minute: random mouse, keys, sizes, languages, themes and tabs.

``KVLAB_SOAK_SECONDS`` says for how long, ``KVLAB_SOAK_SEED`` which user; a failure prints both the
seed and what was done last.
"""

from __future__ import annotations

import gc
import os
import re
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import monotonic

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QWidget
from shiboken6 import isValid

from kvlab_desktop.core.text import placeholders
from kvlab_desktop.view.label import RichLabel
from kvlab_desktop.view.page import Page
from kvlab_desktop.view.window import Window
from tests.conftest import MakeWindow
from tests.driving import process_all, process_until
from tests.view.aloud import aloud

SECONDS = float(os.environ.get("KVLAB_SOAK_SECONDS", "60"))
SEED = int(os.environ.get("KVLAB_SOAK_SEED", "1"))
#: growth between a quarter of the time and its end; texts and tensors that are kept take their
#: share, and the process does not give back what it had in between
MORE_OBJECTS, MORE_BYTES = 0.15, 150e6

_KEYS = [getattr(Qt.Key, f"Key_{name}") for name in (
    *("Left", "Right", "Up", "Down", "Home", "End", "PageUp", "PageDown", "Tab", "Backtab"),
    *("Space", "Return", "Escape", "Backspace", "N", "A", "1", "2", "3", "4", "5", "9", "Period"),
)]  # fmt: skip
#: how Python writes what is no number
_NO_NUMBER = re.compile(r"\b(nan|inf|None)\b")


class User:
    """Does one random thing after the other to a window."""

    def __init__(self, window: Window, random: Random) -> None:
        self.window, self.random = window, random
        self.done: deque[str] = deque(maxlen=40)
        self._touched: QWidget | None = None
        self._acts: list[tuple[int, Callable[[], str]]] = [
            (30, self.click), (20, self.drag), (30, self.key), (6, self.wheel), (8, self.hover),
            (4, self.resize), (2, self.language), (2, self.theme), (2, self.present), (5, self.tab),
            (4, self.history), (3, self.copy), (2, self.rest),
        ]  # fmt: skip

    def act(self) -> None:
        """Do something."""
        weights = [weight for weight, _act in self._acts]
        act = self.random.choices(self._acts, weights)[0][1]
        try:
            said = act()
        except RuntimeError:
            if self._touched is None or isValid(self._touched):
                raise
            said = "something that went while it was used"
        self._touched = None
        self.done.append(f"{act.__name__} {said}")

    def somewhere(self) -> tuple[QWidget, QPoint]:
        """A visible widget of the page or of an open popup, or the tabs, and a place on it."""
        # not of the whole window: what PySide finds there it keeps, pages that are gone too
        root = QApplication.activePopupWidget() or self.window.page()
        every = (root, self.window.tabs, *root.findChildren(QWidget))
        seen = [widget for widget in every if widget.isVisible() and widget.width()]
        self._touched = widget = self.random.choice(seen)
        x, y = (self.random.randrange(side) for side in (widget.width(), max(1, widget.height())))
        return widget, QPoint(x, y)

    def click(self) -> str:
        widget, at = self.somewhere()
        act = QTest.mouseDClick if self.random.random() < 0.1 else QTest.mouseClick
        act(widget, Qt.MouseButton.LeftButton, pos=at)
        return f"{type(widget).__name__} {at.toTuple()}"

    def drag(self) -> str:
        widget, at = self.somewhere()
        QTest.mousePress(widget, Qt.MouseButton.LeftButton, pos=at)
        for _move in range(self.random.randrange(1, 12)):
            at = QPoint(
                at.x() + self.random.randint(-90, 90), at.y() + self.random.randint(-40, 40)
            )
            QTest.mouseMove(widget, at)
            if self.random.random() < 0.5:
                QApplication.processEvents()
        QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=at)
        return f"{type(widget).__name__} to {at.toTuple()}"

    def key(self) -> str:
        target = QApplication.activePopupWidget() or QApplication.focusWidget() or self.window
        self._touched = target
        key = self.random.choice(_KEYS)
        for _press in range(self.random.choice([1, 1, 1, 5, 20])):
            QTest.keyClick(target, key)
        return f"{key.name} on {type(target).__name__}"

    def wheel(self) -> str:
        widget, at = self.somewhere()
        turn = QPoint(0, self.random.choice([-360, -120, 120, 360]))
        none = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
        event = QWheelEvent(QPointF(at), QPointF(widget.mapToGlobal(at)), QPoint(), turn, *none,
                            Qt.ScrollPhase.NoScrollPhase, False)  # fmt: skip
        QApplication.sendEvent(widget, event)
        return type(widget).__name__

    def hover(self) -> str:
        widget, at = self.somewhere()
        QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, at, widget.mapToGlobal(at)))
        return type(widget).__name__

    def resize(self) -> str:
        width, height = self.random.randint(300, 2200), self.random.randint(300, 1300)
        self.window.resize(width, height)
        return f"{width} × {height}"

    def language(self) -> str:
        self.window.switch_language()
        return ""

    def theme(self) -> str:
        self.window.switch_theme()
        return self.window.pages.theme.name

    def present(self) -> str:
        self.window.toggle_presenting()
        return str(self.window.presenting)

    def history(self) -> str:
        step = self.random.choice([self.window.history.undo, self.window.history.redo])
        step()
        return step.__name__

    def tab(self) -> str:
        index = self.random.randrange(self.window.tabs.count())
        self.window.tabs.setCurrentIndex(index)
        return str(index)

    def copy(self) -> str:
        self.window.figures.copy()
        return ""

    def rest(self) -> str:
        end = monotonic() + 0.5
        process_until(lambda: monotonic() > end)
        return ""


def texts(window: Window) -> Iterator[str]:
    """Every text that the window and its figure show."""
    page = window.page()
    yield from (label.text() for label in page.findChildren(RichLabel) if label.isVisible())
    for item in page.picture.panel_items():
        yield from (placed.laid.markup for placed in item.texts)
    yield aloud(page.picture).description


def wrong_texts(window: Window) -> list[str]:
    """Texts with something that is no number, or with a placeholder that nothing filled."""
    return [text for text in texts(window) if _NO_NUMBER.search(text) or placeholders(text)]


def at_home(window: Window) -> tuple[int, float]:
    """Put every page where it began; return Python's objects and the bytes of the process."""
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
    window.leave_presenting()
    window.resize(1440, 900)
    for index in range(window.tabs.count()):
        window.tabs.setCurrentIndex(index)
        page = window.page()
        page.set_values(page.session.lab.clamp({}, page.session.source))
        process_all()
    gc.collect()
    statm = Path("/proc/self/statm")
    pages = int(statm.read_text().split()[1]) if statm.exists() else 0
    return len(gc.get_objects()), pages * 4096.0


def shown_for_a_moment(dialog: QDialog) -> int:
    """Show a dialog, and close it as a user who has seen enough."""
    dialog.show()
    process_all()
    dialog.reject()
    return 0


@pytest.mark.soak
@pytest.mark.qt_log_ignore(
    "This plugin does not support",
    "Mouse event .* not accepted",  # QTest's own remark on a widget that heeds no mouse
    extend=True,
)
def test_a_minute_of_anything(
    make_window: MakeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = str(tmp_path / "picture.png")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a, **_k: (picture, ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, **_k: ("", ""))
    monkeypatch.setattr(QDialog, "exec", shown_for_a_moment)
    window = make_window()
    failures: list[object] = []
    window.page_failed.connect(failures.append)
    user = User(window, Random(SEED))
    start, home, actions = monotonic(), None, 0
    try:
        while (passed := monotonic() - start) < SECONDS:
            if home is None and passed > SECONDS / 4:
                home = at_home(window)
            user.act()
            actions += 1
            if user.random.random() < 0.3:
                process_all()
                assert wrong_texts(window) == []
                assert failures == []
    finally:
        print(f"seed {SEED}, {actions} actions, the last:", *user.done, sep="\n")
    assert home is not None
    objects, size = at_home(window)
    pages = sum(type(thing) is Page for thing in gc.get_objects())
    assert pages == window.tabs.count()
    assert objects < home[0] * (1 + MORE_OBJECTS)
    assert size < home[1] + MORE_BYTES
    assert actions > 10
