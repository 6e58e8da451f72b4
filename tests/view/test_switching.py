"""Languages and themes are changed over and over: no text is left behind, nothing is kept."""

from __future__ import annotations

import gc
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from kvlab_desktop.labs import all_labs
from kvlab_desktop.view.page import Page
from kvlab_desktop.view.theme import CHOICES
from kvlab_desktop.view.window import Window
from tests.conftest import MakeWindow
from tests.driving import process_all, process_until
from tests.view.using import read

LABS = all_labs()
#: what a switch may keep: fonts, laid-out texts and pictures of dots are kept for a while
MORE_OBJECTS, MORE_BYTES = 0.03, 20e6


def said(window: Window) -> list[str]:
    """Return every text that is seen in the window and on the page that is open."""
    page = window.page()
    process_until(lambda: page.session.outcome is not None and not page._dirty)
    process_until(lambda: page.session.wanted_later() is None)
    process_all()
    tabs = [window.tabs.tabText(i) for i in range(window.tabs.count())]
    deeds = [action.text() for action in window.actions()]
    return [*tabs, *deeds, window.header.menu.text(), *read(page)]


def count() -> tuple[int, int, float]:
    """Return widgets, Python's objects, and the bytes of the process (0 where nothing tells)."""
    process_all()
    gc.collect()
    statm = Path("/proc/self/statm")
    pages = int(statm.read_text().split()[1]) if statm.exists() else 0
    return len(QApplication.allWidgets()), len(gc.get_objects()), pages * 4096.0


def pages() -> int:
    """Return how many pages Python still knows, those of other tests too."""
    return sum(type(thing) is Page for thing in gc.get_objects())


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
@pytest.mark.parametrize(
    ("labs", "times"), [(1, 3), pytest.param(len(LABS), 200, marks=pytest.mark.soak)]
)
def test_switching_leaves_no_text_behind_and_keeps_nothing(
    make_window: MakeWindow, labs: int, times: int
) -> None:
    window = make_window(LABS[:labs])
    first: dict[tuple[str, str], list[str]] = {}

    def round_trip(i: int) -> None:
        """Change lab, language and theme; two languages and three themes meet in six rounds."""
        window.show_lab(LABS[i % labs].id)
        theme = CHOICES[i % len(CHOICES)]
        window.prefer(replace(window.preferences, theme=theme))
        for language in ("zh", "en"):
            window.prefer(replace(window.preferences, language=language))
            texts = said(window)
            assert texts == first.setdefault((LABS[i % labs].id, language), texts)

    for i in range(2 * labs * len(CHOICES)):
        round_trip(i)
    before, before_pages = count(), pages()
    for i in range(times):
        round_trip(i)
    for i in range(labs):  # what is built is the same again
        round_trip(i)
    after = count()
    print("widgets, objects, bytes:", before, after)
    assert after[0] <= before[0] + 6 * labs
    assert after[1] < before[1] * (1 + MORE_OBJECTS)
    assert after[2] < before[2] + MORE_BYTES
    assert pages() <= before_pages
