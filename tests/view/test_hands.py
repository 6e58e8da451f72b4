"""The whole program by keyboard: every key goes to whatever has the focus, as a person's does."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from kvlab_desktop.core.lab import Lab
from kvlab_desktop.core.params import Choice, Pick
from kvlab_desktop.labs import all_labs
from kvlab_desktop.view.controls import ListControl
from kvlab_desktop.view.keysheet import KeySheet
from kvlab_desktop.view.page import Page
from kvlab_desktop.view.picture import Picture
from kvlab_desktop.view.searchlist import SearchList
from kvlab_desktop.view.segments import Segments
from kvlab_desktop.view.story import Option
from kvlab_desktop.view.table import TableView
from kvlab_desktop.view.track import Track
from kvlab_desktop.view.window import Window
from tests.conftest import MakeWindow
from tests.driving import card_texts, process_all, process_until
from tests.view.using import cells, slider

pytestmark = pytest.mark.usefixtures("qapp")
LABS = all_labs()
Key, Mods = Qt.Key, Qt.KeyboardModifier
CTRL, SHIFT, NONE = Mods.ControlModifier, Mods.ShiftModifier, Mods.NoModifier
MOST_STOPS = 80


def focused() -> QWidget:
    """What has the focus."""
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def press(key: Qt.Key, mods: Qt.KeyboardModifier = NONE) -> None:
    """Press a key on what has the focus."""
    QTest.keyClick(focused(), key, mods)
    process_all()


def tab_to(wanted: Callable[[QWidget], object]) -> QWidget:
    """Press Tab until what has the focus is wanted."""
    for _stop in range(MOST_STOPS):
        if wanted(focused()):
            return focused()
        press(Key.Key_Tab)
    raise LookupError("Tab does not get there")


def is_slider(widget: QWidget) -> bool:
    return isinstance(widget, Track) and widget.maximum() > 0


def numbers(page: Page) -> list[str]:
    """What cards and tables show."""
    tables = [t for t in page.picture.findChildren(TableView) if t.isVisible()]
    return [*card_texts(page), *chain.from_iterable(map(cells, tables))]


def step(page: Page) -> None:
    """Press the arrow that is free on the slider that has the focus; wait for the drawing."""
    track = focused()
    assert isinstance(track, Track)
    drawn: list[bool] = []
    page.drawn.connect(lambda: drawn.append(True))
    press(Key.Key_Left if track.value() == track.maximum() else Key.Key_Right)
    process_until(lambda: bool(drawn))


@pytest.fixture
def window(make_window: MakeWindow) -> Window:
    return make_window()


def at(window: Window, lab: Lab) -> Page:
    """Go to a lab by its key, and wait until its page is drawn."""
    press(Qt.Key(Key.Key_1 + LABS.index(lab)), CTRL)
    page = window.page()
    assert page.session.lab is lab
    process_until(lambda: page.session.outcome is not None)
    process_all()
    return page


# --- from an open window to a changed number


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_a_lab_from_the_start_to_another_number_on_a_card(window: Window, lab: Lab) -> None:
    page = at(window, lab)
    if page.session.hidden():  # P leads to the question; the last of its buttons skips it
        press(Key.Key_P)
        assert isinstance(focused(), Option)
        skip = page.story.question.findChildren(QPushButton)[-1]
        tab_to(lambda w: w is skip)
        press(Key.Key_Space)
        process_until(lambda: not page.session.hidden())
        process_all()
    before = numbers(page)
    tab_to(is_slider)
    step(page)
    assert numbers(page) != before


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_behind_more_and_back(window: Window, lab: Lab) -> None:
    page = at(window, lab)
    if not page.strip.more_button.isVisible():
        pytest.skip("this lab has everything in its strip")
    tab_to(lambda w: w is page.strip.more_button)
    press(Key.Key_Space)
    process_until(page.strip.more.isVisible)
    before = dict(page.session.values)
    tab_to(lambda w: is_slider(w) or isinstance(w.parent(), Segments))
    press(Key.Key_Home)
    if page.session.values == before:
        press(Key.Key_End)
    assert page.session.values != before
    press(Key.Key_Escape)
    assert not page.strip.more.isVisible()
    assert focused() is page.strip.more_button


def test_the_figure_is_walked_through_by_keys(window: Window) -> None:
    page = window.page()
    tab_to(lambda w: isinstance(w, Picture))
    picked = []
    for key in (Key.Key_Right, Key.Key_Right, Key.Key_PageDown, Key.Key_PageUp, Key.Key_End,
                Key.Key_Left, Key.Key_Home):  # fmt: skip
        press(key)
        process_until(lambda: not page._dirty)
        picked.append(page.session.values["picked"])
    assert picked == [0, 1, 5, 1, 15, 14, 0]


def test_a_row_of_buttons_is_one_stop_and_arrows_go_through_it(window: Window) -> None:
    page = window.page()
    button = tab_to(lambda w: isinstance(w.parent(), Segments))
    row = button.parent()
    assert isinstance(row, Segments)
    assert row.button(row.current()) is button
    press(Key.Key_Right)
    assert page.session.values["outlier"] == "x12"
    assert focused() is row.button("x12")
    press(Key.Key_Tab)
    assert not row.isAncestorOf(focused())
    press(Key.Key_Backtab, SHIFT)
    assert focused() is row.button("x12")


def test_macos_tab_goes_to_sliders_and_buttons_too(window: Window) -> None:
    hints = QGuiApplication.styleHints()
    assert hints.tabFocusBehavior() == Qt.TabFocusBehavior.TabFocusAllControls
    hints.setTabFocusBehavior(Qt.TabFocusBehavior.TabFocusTextControls)  # as macOS begins
    try:
        from kvlab_desktop.view.app import make_application

        make_application()
        assert hints.tabFocusBehavior() == Qt.TabFocusBehavior.TabFocusAllControls
    finally:
        hints.setTabFocusBehavior(Qt.TabFocusBehavior.TabFocusAllControls)


# --- one key does one thing


def test_no_key_is_given_to_two_actions(window: Window) -> None:
    keys = [key.toString() for action in window.actions() for key in action.shortcuts()]
    assert len(keys) == len(set(keys)) > 20


def test_the_keys_of_the_design_are_there(window: Window) -> None:
    named = "Ctrl+E Ctrl+C F11 N P Ctrl+R Ctrl+O Ctrl+S F1 Ctrl+Z Ctrl+Shift+Z"
    wanted = {*named.split(), *(f"Ctrl+{i}" for i in range(1, 7)), *map(str, range(1, 10))}
    keys = {key.toString() for action in window.actions() for key in action.shortcuts()}
    assert wanted <= keys


def test_what_is_typed_into_a_value_stays_there(window: Window) -> None:
    page = window.page()
    box = slider(page, "bits").box
    tab_to(lambda w: w is box)
    before = dict(page.session.values)
    for key in (Key.Key_7, Key.Key_N, Key.Key_P):
        press(key)
    assert box.text() == "7np"  # Tab had marked the old value
    assert page.story.isVisible()
    assert page.session.values == before
    press(Key.Key_Escape)
    assert box.text() == "4"
    press(Key.Key_3)
    press(Key.Key_Return)
    process_until(lambda: page.session.values["bits"] == 3)


def test_copying_in_a_box_takes_the_text_and_without_a_selection_the_figure(
    window: Window,
) -> None:
    clipboard = QGuiApplication.clipboard()
    box = slider(window.page(), "bits").box
    tab_to(lambda w: w is box)
    assert box.selectedText() == "4"
    press(Key.Key_C, CTRL)
    assert clipboard.text() == "4"
    box.deselect()
    press(Key.Key_C, CTRL)
    assert not clipboard.image().isNull()


def test_undo_in_a_box_first_takes_back_typing_then_settings(window: Window) -> None:
    page = window.page()
    press(Key.Key_1)  # a preset
    process_until(lambda: page.session.values["bits"] == 2)
    box = slider(page, "bits").box
    tab_to(lambda w: w is box)
    press(Key.Key_8)
    press(Key.Key_Z, CTRL)
    assert box.text() == "2"
    assert page.session.values["bits"] == 2
    press(Key.Key_Z, CTRL)
    assert page.session.values["bits"] == 4


def test_arrows_and_page_keys_step_in_a_value_too(window: Window) -> None:
    page = window.page()
    box = slider(page, "bits").box
    tab_to(lambda w: w is box)
    seen = []
    for key in (Key.Key_Up, Key.Key_PageUp, Key.Key_Down, Key.Key_PageDown):
        press(key)
        process_until(lambda: not page._dirty)
        seen.append((page.session.values["bits"], box.text()))
    assert seen == [(5, "5"), (7, "7"), (6, "6"), (4, "4")]


# --- the list that is searched


@pytest.fixture
def models(window: Window) -> tuple[Page, SearchList]:
    """The first lab with a searched list in its strip, and that list with the focus."""
    for lab in LABS:
        for param in lab.params(None) if not lab.sources else ():
            if isinstance(param, Pick) and param.tier == "strip":
                page = at(window, lab)
                control = page.control(param.id)
                assert isinstance(control, ListControl)
                found = control.combo
                assert isinstance(found, SearchList)
                tab_to(lambda w, found=found: w is found)  # type: ignore[misc]
                return page, found
    raise LookupError("no lab has such a list")


def test_letters_and_digits_search_and_enter_takes_the_first(
    models: tuple[Page, SearchList],
) -> None:
    page, box = models
    before, side = dict(page.session.values), page.story.isVisible()
    for key in (Key.Key_Q, Key.Key_W, Key.Key_E, Key.Key_N, Key.Key_2):
        press(key)
    assert box.currentText() == "qwen2"
    assert page.session.values == before
    assert page.story.isVisible() == side
    first = box.found("qwen2")[0]
    press(Key.Key_Return)
    process_until(lambda: page.session.values != before)
    assert box.currentText() == first
    assert box.itemText(box.currentIndex()) == first


def test_words_that_are_in_no_name_are_found(models: tuple[Page, SearchList]) -> None:
    page, box = models
    pick = next(p for p in page.session.params if isinstance(p, Pick) and p.tier == "strip")
    names = [box.itemText(i) for i in range(box.count())]
    words = {word: name for o, name in zip(pick.options, names, strict=True)
             for word in o.keywords.split()}  # fmt: skip
    hidden = {w: n for w, n in words.items() if not any(w in name for name in names)}
    assert hidden
    for word, name in hidden.items():
        assert name in box.found(word)


def test_a_search_that_is_left_gives_way_to_the_name(models: tuple[Page, SearchList]) -> None:
    page, box = models
    name, before = box.currentText(), dict(page.session.values)
    press(Key.Key_Z)
    press(Key.Key_Z)
    assert box.found("zz") == []
    press(Key.Key_Return)
    assert box.currentText() == name
    press(Key.Key_Z)
    press(Key.Key_Tab)
    assert box.currentText() == name
    assert page.session.values == before


# --- the sheet of shortcuts


def test_the_sheet_shows_every_action_that_has_keys_and_no_other(window: Window) -> None:
    native = QKeySequence.SequenceFormat.NativeText
    there = {
        (key.toString(native), action.text())
        for action in window.actions()
        for key in action.shortcuts()
    }
    shown = [
        (keys, line.name) for _title, lines in window.deeds.sheet() for line in lines
        for keys in line.keys
    ]  # fmt: skip
    assert len(shown) == len(set(shown))
    assert set(shown) == there


def test_f1_opens_the_sheet_and_f1_or_esc_close_it(window: Window) -> None:
    sheet = KeySheet(window.deeds.sheet(), window.pages.theme, window)
    for key in (Key.Key_F1, Key.Key_Escape):
        sheet.show()
        process_until(sheet.isActiveWindow)
        press(key)
        assert not sheet.isVisible()


def sortable(window: Window) -> TableView:
    """The first table of a lab that can be sorted, on the screen."""
    for lab in LABS:
        page = at(window, lab)
        views = (p for p in page.session.params if isinstance(p, Choice) and p.role == "view")
        for setting in [{p.id: key} for p in views for key in p.keys] or [{}]:
            page.set_values(dict(setting))
            process_all()
            for table in page.picture.findChildren(TableView):
                if table.isVisible() and table.isSortingEnabled():
                    return table
    raise LookupError("no table can be sorted")


def test_a_table_is_walked_through_and_sorted_by_keys(window: Window) -> None:
    table = sortable(window)
    tab_to(lambda w: w is table)

    def column(number: int) -> list[str]:
        model = table.model()
        return [str(model.index(row, number).data()) for row in range(model.rowCount())]

    press(Key.Key_Right)
    assert table.currentIndex().column() == 1
    press(Key.Key_Return)
    up = column(1)
    press(Key.Key_Return)
    assert column(1) != up
    assert sorted(column(1)) == sorted(up)
