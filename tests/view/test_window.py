"""The window: tabs, keys, what it remembers, and pictures out of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QTabBar

from kvlab_desktop.core.lab import Lab, Outcome
from kvlab_desktop.core.params import Values
from kvlab_desktop.labs import all_labs
from kvlab_desktop.view import preferences, store
from kvlab_desktop.view.page import Page
from kvlab_desktop.view.preferences import Preferences
from kvlab_desktop.view.tabs import LabTabs
from kvlab_desktop.view.window import Window
from tests.conftest import MakeWindow
from tests.driving import process_all, process_until
from tests.seventh_lab import SeventhLab
from tests.view.using import change, click, slider

pytestmark = pytest.mark.usefixtures("qapp")
LABS = all_labs()
CTRL = Qt.KeyboardModifier.ControlModifier
Key = Qt.Key


class CountingLab(SeventhLab):
    """Counts what it computes."""

    def __init__(self, name: str, order: int) -> None:
        self.id, self.order = name, order  # type: ignore[misc]
        self.count = 0

    def compute(self, values: Values, source: Any) -> Outcome:
        self.count += 1
        return super().compute(values, source)


@pytest.fixture
def three() -> tuple[CountingLab, ...]:
    return tuple(CountingLab(name, i + 1) for i, name in enumerate(("one", "two", "three")))


def press(window: Window, key: Qt.Key, keys: Qt.KeyboardModifier | None = None) -> None:
    QTest.keyClick(window, key, keys or Qt.KeyboardModifier.NoModifier)
    process_all()


def drawn(window: Window) -> Page:
    page = window.page()
    process_until(lambda: page.session.outcome is not None)
    process_all()
    return page


# --- tabs


def test_a_page_is_built_at_its_first_visit(
    make_window: MakeWindow, three: tuple[CountingLab, ...]
) -> None:
    window = make_window(three)
    assert [lab.count for lab in three] == [1, 0, 0]
    assert len(window.findChildren(Page)) == 1
    window.show_lab("three")
    drawn(window)
    assert [lab.count for lab in three] == [1, 0, 1]
    assert len(window.findChildren(Page)) == 2
    first = window.page()
    window.show_lab("one")
    window.show_lab("three")
    process_all()
    assert window.page() is first
    assert [lab.count for lab in three] == [1, 0, 1]


def test_a_hidden_page_computes_when_it_is_shown_again(
    make_window: MakeWindow, three: tuple[CountingLab, ...]
) -> None:
    window = make_window(three)
    page = window.page()
    window.show_lab("two")
    drawn(window)
    page.set_values({"bits": 7})
    process_all()
    assert three[0].count == 1
    window.show_lab("one")
    process_until(lambda: three[0].count == 2)
    assert page.claim.text().endswith("at 7 bits.")


def test_ctrl_and_a_number_go_to_a_lab(make_window: MakeWindow) -> None:
    window = make_window()
    for i in (*range(1, len(LABS)), 0):
        press(window, Qt.Key(Key.Key_1 + i), CTRL)
        assert window.page().session.lab.id == LABS[i].id
        assert window.tabs.currentIndex() == i


def test_a_click_on_a_tab_goes_to_its_lab(make_window: MakeWindow) -> None:
    window = make_window()
    click(window.tabs, window.tabs.tabRect(1).center())
    process_all()
    assert window.page().session.lab.id == LABS[1].id
    assert window.page().isVisible()


def test_arrows_walk_through_the_tabs(make_window: MakeWindow) -> None:
    window = make_window()
    window.tabs.setFocus()
    QTest.keyClick(window.tabs, Key.Key_Right)
    process_all()
    assert window.page().session.lab.id == LABS[1].id


# --- presets and the side column


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_numbers_go_to_the_presets(make_window: MakeWindow, lab: Lab) -> None:
    window = make_window()
    window.show_lab(lab.id)
    page = drawn(window)
    presets = lab.presets()
    for i in (*range(1, len(presets)), 0):
        press(window, Qt.Key(Key.Key_1 + i))
        process_until(lambda: not page._dirty)
        assert page.session.values == page.session.preset_values(presets[i])
    before = dict(page.session.values)
    if len(presets) < 9:
        press(window, Key.Key_9)
        assert page.session.values == before


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_chips_go_to_the_presets(make_window: MakeWindow, lab: Lab) -> None:
    window = make_window()
    window.show_lab(lab.id)
    page = drawn(window)
    chips = page.chips.findChildren(QPushButton)
    assert len(chips) == len(lab.presets()) > 0
    for i in (*range(1, len(chips)), 0):
        click(chips[i])
        process_until(lambda: not page._dirty)
        assert page.session.values == page.session.preset_values(lab.presets()[i])


def test_a_digit_typed_into_a_box_is_no_preset(make_window: MakeWindow) -> None:
    window = make_window()
    page = window.page()
    box = slider(page, "bits").box
    box.setFocus()
    box.selectAll()
    QTest.keyClick(box, Key.Key_3)
    process_all()
    assert box.text() == "3"
    assert page.session.computed == 1


def test_n_folds_the_side_column_and_brings_it_back(make_window: MakeWindow) -> None:
    window = make_window(size=(1440, 900))
    page = window.page()
    narrow = page.picture.width()
    assert page.story.isVisible()
    assert page.side_button.isChecked()
    press(window, Key.Key_N)
    assert not page.story.isVisible()
    assert not page.side_button.isChecked()
    assert page.picture.width() > narrow + 250
    press(window, Key.Key_N)
    assert page.story.isVisible()
    assert page.picture.width() == narrow


def test_in_a_narrow_window_the_side_column_is_a_drawer(make_window: MakeWindow) -> None:
    window = make_window(size=(1100, 800))
    page = window.page()
    assert not page.story.isVisible()
    width = page.picture.width()
    click(page.side_button)
    process_all()
    assert page.story.isVisible()
    assert page.picture.width() == width
    assert not page.story.geometry().intersects(page.side_button.geometry())
    window.resize(1440, 900)
    process_all()
    assert page.story.isVisible()
    assert page.picture.width() > width - 300
    assert not page.story.geometry().intersects(page.main.geometry())


def test_letters_typed_into_a_box_fold_nothing(make_window: MakeWindow) -> None:
    window = make_window()
    page = window.page()
    box = slider(page, "bits").box
    box.setFocus()
    QTest.keyClick(box, Key.Key_N)
    process_all()
    assert page.story.isVisible()


# --- remembering


def test_the_last_tab_and_language_are_there_in_a_new_window(make_window: MakeWindow) -> None:
    window = make_window(language="en")
    window.show_lab(LABS[2].id)
    click(window.header.language)
    process_all()
    window.close()
    kept, problem = preferences.load()
    assert problem is None
    assert kept.chosen_language() == "zh"
    again = make_window(wanted=kept)
    assert again.page().session.lab.id == LABS[2].id
    assert len(again.findChildren(Page)) == 1


def test_nonsense_in_the_preferences_does_no_harm(make_window: MakeWindow) -> None:
    store.save_text(
        '{"language": "xx", "theme": 7, "text_size": 1e9, "geometry": "no bytes", "recent": [1]}',
        store.preferences_file(),
    )
    kept, problem = preferences.load()
    assert problem is None
    assert kept == Preferences(language="xx", geometry="no bytes")
    window = make_window(wanted=kept)
    assert window.page().session.lab.id == LABS[0].id
    assert kept.chosen_language() in {"zh", "en"}


# --- pictures


def test_copying_puts_the_figure_on_the_clipboard(make_window: MakeWindow) -> None:
    window = make_window()
    page = window.page()

    def copied(act: Callable[[], object]) -> QImage:
        QGuiApplication.clipboard().clear()
        act()
        process_all()
        return QGuiApplication.clipboard().image()

    by_key = copied(partial(press, window, Key.Key_C, CTRL))
    by_button = copied(partial(click, page.copy_button))
    assert by_key == by_button
    assert by_key.width() == 2 * page.picture.width()
    colours = {by_key.pixel(x, y) for x in range(0, by_key.width(), 9) for y in range(0, 400, 9)}
    assert len(colours) > 5


def test_the_copy_button_says_that_it_copied_and_keeps_its_place(make_window: MakeWindow) -> None:
    button = make_window().page().copy_button
    place = button.geometry()
    click(button)
    process_all()
    assert (button.text(), button.accessibleName()) == ("Copied", "Copied")
    assert button.geometry() == place
    process_until(lambda: button.text() == "Copy picture")
    assert button.accessibleName() == "Copy picture"


# --- the tabs' texts


@pytest.fixture
def tabs() -> LabTabs:
    made = LabTabs()
    made.set_names([(f"{i:02d}", f"A lab with a name {i}") for i in range(1, 7)])
    made.resize(1600, 40)
    made.show()
    process_all()
    return made


def shown(tabs: QTabBar) -> list[str]:
    return [tabs.tabText(i) for i in range(tabs.count())]


def test_tabs_say_their_names_where_there_is_room(tabs: LabTabs) -> None:
    assert shown(tabs) == [f"{i:02d} A lab with a name {i}" for i in range(1, 7)]


def test_without_room_only_the_current_tab_says_its_name(tabs: LabTabs) -> None:
    tabs.resize(600, 40)
    assert shown(tabs) == ["01 A lab with a name 1", "02", "03", "04", "05", "06"]
    tabs.setCurrentIndex(3)
    assert shown(tabs) == ["01", "02", "03", "04 A lab with a name 4", "05", "06"]
    tabs.resize(330, 40)
    assert shown(tabs) == ["01", "02", "03", "04", "05", "06"]
    assert [tabs.tabToolTip(i) for i in range(2)] == ["A lab with a name 1", "A lab with a name 2"]
    assert tabs.accessibleTabName(4) == "05 A lab with a name 5"
    tabs.resize(1600, 40)
    assert shown(tabs)[0] == "01 A lab with a name 1"


def test_a_change_does_not_leave_the_page_behind(make_window: MakeWindow) -> None:
    window = make_window(size=(1440, 900))
    page = window.page()
    assert change(page, lambda: page.set_values({"bits": 5})) == {"bits": 5}
    window.resize(1000, 700)
    process_all()
    assert page.rect().contains(page.main.geometry())
