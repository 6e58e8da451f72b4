"""Presenting: the page alone, larger and darker, and back again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from kvlab_desktop.labs import all_labs
from kvlab_desktop.view.window import Window
from tests.conftest import MakeWindow
from tests.driving import card_texts, process_all, process_until
from tests.view.using import read

pytestmark = pytest.mark.usefixtures("qapp")
LABS = all_labs()
Key = Qt.Key


@pytest.fixture
def window(make_window: MakeWindow) -> Window:
    return make_window()


def press(window: Window, key: Qt.Key) -> None:
    QTest.keyClick(window, key)
    process_all()


def left_out(window: Window) -> list[QWidget]:
    """Return what is not presented."""
    page = window.page()
    buttons = [page.side_button, page.copy_button, page.export_button]
    return [window.tabs, window.header.menu, window.header.language, page.story, *buttons]


def test_f11_shows_the_page_alone_and_escape_leaves(window: Window) -> None:
    assert all(part.isVisible() for part in left_out(window))
    size = window.page().theme.font("body").pixelSize()
    press(window, Key.Key_F11)
    assert window.isFullScreen()
    assert not any(part.isVisible() for part in left_out(window))
    assert window.page().theme.font("body").pixelSize() == size * 1.5
    assert window.page().theme.name == "projector"
    press(window, Key.Key_Escape)
    assert not window.isFullScreen()
    assert all(part.isVisible() for part in left_out(window))
    assert window.page().theme.font("body").pixelSize() == size


def test_f11_leaves_too_and_escape_alone_does_nothing(window: Window) -> None:
    page = window.page()
    press(window, Key.Key_Escape)
    assert window.page() is page
    press(window, Key.Key_F11)
    press(window, Key.Key_F11)
    assert not window.presenting
    assert window.tabs.isVisible()


def test_presets_stay_and_work(window: Window) -> None:
    press(window, Key.Key_F11)
    page = window.page()
    assert all(chip.isVisible() for chip in page.chips.findChildren(QPushButton))
    press(window, Key.Key_3)
    process_until(lambda: not page._dirty)
    assert page.session.values == page.session.preset_values(LABS[0].presets()[2])


def test_values_and_the_side_column_are_there_again_afterwards(window: Window) -> None:
    window.page().set_values({"bits": 3})
    press(window, Key.Key_F11)
    assert window.page().session.values["bits"] == 3
    press(window, Key.Key_N)
    press(window, Key.Key_P)
    assert not window.page().story.isVisible()
    press(window, Key.Key_Escape)
    assert window.page().story.isVisible()
    assert window.page().session.values["bits"] == 3


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_no_number_waits_for_a_guess(window: Window, lab: object) -> None:
    window.show_lab(LABS[LABS.index(lab)].id)  # type: ignore[arg-type]
    press(window, Key.Key_F11)
    page = window.page()
    process_until(lambda: page.session.outcome is not None)
    process_all()
    assert page.session.question is not None
    assert "?" not in [*card_texts(page), *read(page)]


def test_a_window_that_is_closed_while_it_presents_opens_as_it_was(window: Window) -> None:
    press(window, Key.Key_F11)
    window.close()
    assert not window.presenting
    assert not window.isFullScreen()
