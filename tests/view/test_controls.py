"""Setting values by mouse, keyboard and typing, on the pages of the shipped labs."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from kvlab_desktop.core.lab import Lab
from kvlab_desktop.core.params import Choice, Slider
from kvlab_desktop.core.text import verbatim
from kvlab_desktop.core.units import tokens
from kvlab_desktop.labs import all_labs, find_lab
from kvlab_desktop.view.controls import (
    ChoiceControl,
    Control,
    ListControl,
    SliderControl,
    ToggleControl,
    make_control,
)
from kvlab_desktop.view.page import Page
from kvlab_desktop.view.sourcebox import SourceBox
from kvlab_desktop.view.theme import Theme
from tests.conftest import MakePage
from tests.driving import process_all, process_until, sliders
from tests.view.using import Drag, card_values, change, click, slider

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]
LABS = all_labs()
Key = Qt.Key


def lab_named(lab_id: str) -> Lab:
    lab = find_lab(lab_id)
    assert lab is not None
    return lab


@pytest.fixture
def grid(make_page: MakePage) -> Page:
    return make_page(lab_named("grid"))


def type_into(control: SliderControl, words: str) -> None:
    control.box.setFocus()
    control.box.selectAll()
    for char in words:  # QTest types no Chinese
        key = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, char)
        QApplication.sendEvent(control.box, key)
    QTest.keyClick(control.box, Key.Key_Return)
    process_all()


# --- the mouse


def test_dragging_the_handle_changes_what_the_cards_say(grid: Page) -> None:
    assert card_values(grid)["levels"] == "16"
    drag = Drag(slider(grid, "bits").track)
    for position, levels in ((4, "32"), (7, "256"), (1, "4")):
        changed = change(grid, partial(drag.to, position))
        assert changed == {"bits": position + 1}
        assert card_values(grid)["levels"] == levels
    drag.let_go()
    assert card_values(grid)["levels"] == "4"


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_every_slider_of_a_strip_can_be_dragged_from_end_to_end(
    make_page: MakePage, lab: Lab
) -> None:
    page = make_page(lab)
    moved = [track for track in sliders(page) if track.isEnabled() and track.maximum() > 0]
    assert moved or not sliders(page)
    for track in moved:
        drag = Drag(track)
        ends = (track.maximum(), 0) if track.value() == 0 else (0, track.maximum())
        for end in ends:
            change(page, partial(drag.to, end))
            assert track.value() == end
        drag.let_go()


def test_a_click_in_the_groove_goes_there(grid: Page) -> None:
    track = slider(grid, "bits").track
    right_end = QPoint(track.width() - 3, track.height() // 2)
    assert change(grid, lambda: click(track, right_end)) == {"bits": 8}


def wheel(widget: QWidget, angle: int = 120) -> QWheelEvent:
    """Turn the wheel over a widget by one notch."""
    at = QPointF(widget.rect().center())
    event = QWheelEvent(
        at, QPointF(widget.mapToGlobal(at.toPoint())), QPoint(), QPoint(0, angle),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(widget, event)
    process_all()
    return event


def test_the_wheel_belongs_to_the_page_until_the_slider_has_the_focus(grid: Page) -> None:
    track = slider(grid, "bits").track

    grid.picture.setFocus()
    wheel(track)
    assert grid.session.values["bits"] == 4
    track.setFocus()
    assert change(grid, lambda: wheel(track)) == {"bits": 6}


def test_the_wheel_turns_no_list_and_no_number_that_has_not_the_focus(grid: Page) -> None:
    box = grid.findChild(SourceBox)
    assert box is not None
    for widget in (box.list, box.seed):
        event = wheel(widget, -120)
        assert not event.isAccepted()
        assert not widget.hasFocus()
    assert box.list.currentIndex() == 0
    box.list.setFocus()
    assert wheel(box.list, -120).isAccepted()


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_each_segment_of_a_strip_is_one_click_away(make_page: MakePage, lab: Lab) -> None:
    page = make_page(lab)
    for param in lab.params(page.session.source):
        if not isinstance(param, Choice) or param.role == "view" or param.tier != "strip":
            continue
        control = page.control(param.id)
        if not isinstance(control, ChoiceControl) or not control.isEnabled():
            continue
        for key in (*param.keys[1:], param.keys[0]):
            if page.session.values[param.id] == key:
                continue
            changed = change(page, partial(click, control.segments.button(key)))
            assert changed[param.id] == key
            assert control.segments.current() == key


# --- typing


@pytest.mark.parametrize(
    ("typed", "bits"), [("7", 7), (" 3 ", 3), ("99", 8), ("-5", 1), ("2.4", 2), ("2,6", 3)]
)
def test_a_typed_number_goes_to_the_nearest_that_is_allowed(
    grid: Page, typed: str, bits: int
) -> None:
    control = slider(grid, "bits")
    changed = change(grid, lambda: type_into(control, typed))
    assert changed == {"bits": bits}
    assert control.box.text() == str(bits)
    assert control.track.value() == bits - 1


@pytest.mark.parametrize("typed", ["many", "", "nan", "inf", "1e999", "0x4", "4 bits", "三"])
def test_what_is_no_number_leaves_the_value_as_it_was(grid: Page, typed: str) -> None:
    control = slider(grid, "bits")
    if not typed:
        control.box.setFocus()
        control.box.selectAll()
        QTest.keyClick(control.box, Key.Key_Delete)
        QTest.keyClick(control.box, Key.Key_Return)
    else:
        type_into(control, typed)
    process_all()
    assert grid.session.values["bits"] == 4
    assert control.box.text() == "4"
    assert grid.session.computed == 1


def test_leaving_the_box_takes_what_was_typed(grid: Page) -> None:
    control = slider(grid, "bits")
    control.box.setFocus()
    control.box.selectAll()
    QTest.keyClicks(control.box, "6")
    assert change(grid, lambda: grid.picture.setFocus()) == {"bits": 6}


def test_a_drag_elsewhere_does_not_overwrite_what_is_being_typed(grid: Page) -> None:
    control = slider(grid, "bits")
    control.box.setFocus()
    control.box.selectAll()
    QTest.keyClicks(control.box, "8")
    change(grid, lambda: grid.set_values({"outlier": "x12"}))
    assert control.box.text() == "8"
    changed = change(grid, lambda: QTest.keyClick(control.box, Key.Key_Return))
    assert changed == {"bits": 8}


LENGTHS = tuple(1024.0 * 2**i for i in range(11))


@pytest.mark.parametrize(
    ("typed", "value", "shown"),
    [
        ("128K", 131072, "128K"),
        ("128k", 131072, "128K"),
        ("1M", 1048576, "1M"),
        ("131072", 131072, "128K"),
        ("131\u00a0072", 131072, "128K"),
        ("100K", 131072, "128K"),
        ("0.5M", 524288, "512K"),
        ("9M", 1048576, "1M"),
    ],
)
def test_context_lengths_are_typed_as_they_are_said(
    theme: Theme, typed: str, value: int, shown: str
) -> None:
    param = Slider("context", verbatim("context"), stops=LENGTHS, start=4096, show=tokens)
    control = make_control(param, theme)
    assert isinstance(control, SliderControl)
    told: list[tuple[str, object]] = []
    control.changed.connect(lambda name, new: told.append((name, new)))
    control.rename()
    control.feed({"context": 4096})
    control.show()
    type_into(control, typed)
    assert told == [("context", value)]
    assert control.box.text() == shown


# --- the keyboard


@pytest.mark.parametrize(
    ("key", "bits"),
    [
        (Key.Key_Right, 5),
        (Key.Key_Up, 5),
        (Key.Key_Left, 3),
        (Key.Key_Down, 3),
        (Key.Key_PageUp, 6),
        (Key.Key_PageDown, 2),
        (Key.Key_Home, 1),
        (Key.Key_End, 8),
    ],
)
def test_keys_move_a_slider_that_has_the_focus(grid: Page, key: Qt.Key, bits: int) -> None:
    track = slider(grid, "bits").track
    track.setFocus()
    assert change(grid, lambda: QTest.keyClick(track, key)) == {"bits": bits}
    assert slider(grid, "bits").box.text() == str(bits)


def test_arrows_go_through_the_segments_and_stop_at_the_ends(grid: Page) -> None:
    control = grid.control("outlier")
    assert isinstance(control, ChoiceControl)
    segments = control.segments
    segments.setFocus()

    def press(key: Qt.Key) -> str:
        change(grid, lambda: QTest.keyClick(segments, key))
        return segments.current()

    assert [press(Key.Key_Right), press(Key.Key_Down)] == ["x12", "real"]
    QTest.keyClick(segments, Key.Key_Right)
    process_all()
    assert segments.current() == "real"
    assert [press(Key.Key_Home), press(Key.Key_End), press(Key.Key_Left)] == ["none", "real", "x12"]
    assert grid.session.values["outlier"] == "x12"


# --- what is behind "More"


def open_more(page: Page) -> None:
    click(page.strip.more_button)
    process_until(page.strip.more.isVisible)


def hands(control: Control) -> QWidget:
    """The part of a control that takes the keys."""
    if isinstance(control, SliderControl):
        return control.track
    if isinstance(control, ChoiceControl):
        return control.segments.button(control.segments.current())
    if isinstance(control, ToggleControl):
        return control.box
    assert isinstance(control, ListControl)
    return control.combo


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_more_opens_with_all_the_other_controls(make_page: MakePage, lab: Lab) -> None:
    page = make_page(lab)
    behind = [p for p in lab.params(page.session.source) if p.tier == "more"]
    assert page.strip.more_button.isVisible() == bool(behind)
    if not behind:
        return
    open_more(page)
    popup = page.strip.more
    for param in behind:
        control = page.control(param.id)
        assert control.isVisible()
        assert control.window() is popup
        assert popup.rect().contains(control.geometry())
    focus = popup.focusWidget()
    usable = [hands(page.control(p.id)) for p in behind if page.control(p.id).isEnabled()]
    assert focus is usable[0]
    QTest.keyClick(popup, Key.Key_Escape)
    process_until(lambda: not popup.isVisible())


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_controls_behind_more_obey_the_keyboard(make_page: MakePage, lab: Lab) -> None:
    page = make_page(lab)
    behind = [p for p in lab.params(page.session.source) if p.tier == "more"]
    if not behind:
        pytest.skip("this lab has everything in its strip")
    open_more(page)
    obeyed = 0
    for param in behind:
        control = page.control(param.id)
        if not control.isEnabled() or isinstance(control, ListControl):
            continue
        part, before = hands(control), page.session.values[param.id]
        part.setFocus()
        if isinstance(control, SliderControl):
            at_end = control.track.value() == control.track.maximum()
            key = Key.Key_Left if at_end else Key.Key_Right
        elif isinstance(control, ChoiceControl):
            at_end = control.segments.current() == param.keys[-1]  # type: ignore[attr-defined]
            key = Key.Key_Left if at_end else Key.Key_Right
        else:
            key = Key.Key_Space
        changed = change(page, partial(QTest.keyClick, part, key))
        assert changed[param.id] != before
        obeyed += 1
    assert obeyed > 0


def test_a_control_that_means_nothing_now_is_switched_off(grid: Page) -> None:
    factor = grid.control("outlier_factor")
    assert not factor.isEnabled()
    change(grid, lambda: grid.set_values({"outlier": "x12"}))
    assert factor.isEnabled()
