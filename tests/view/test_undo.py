"""Undo and redo by keyboard: what is one step, and where it leads."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kvlab_desktop.labs import all_labs
from kvlab_desktop.view import history
from kvlab_desktop.view.page import Page
from kvlab_desktop.view.window import Window
from tests.conftest import MakeWindow
from tests.driving import process_all, process_until
from tests.view.using import Drag, change, slider

pytestmark = pytest.mark.usefixtures("qapp")
LABS = all_labs()
Key, Mods = Qt.Key, Qt.KeyboardModifier
CTRL, SHIFT = Mods.ControlModifier, Mods.ShiftModifier


class Clock:
    """A clock that the test turns on."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(history, "monotonic", made)
    return made


@pytest.fixture
def window(make_window: MakeWindow, clock: Clock) -> Window:
    return make_window()


def press(key: Qt.Key, mods: Qt.KeyboardModifier = Mods.NoModifier) -> None:
    QTest.keyClick(QApplication.focusWidget(), key, mods)
    process_all()


def drawn(window: Window) -> Page:
    page = window.page()
    process_until(lambda: page.session.is_fresh)
    process_all()
    return page


def unlike_the_default(window: Window, lab: int) -> int:
    """The number, from 0, of the first preset that changes a lab's default setting."""
    session = window.pages.sessions[LABS[lab].id]
    presets = enumerate(LABS[lab].presets())
    return next(i for i, p in presets if session.preset_values(p) != session.defaults)


undo = partial(press, Key.Key_Z, CTRL)
redo = partial(press, Key.Key_Z, CTRL | SHIFT)


def test_a_drag_is_one_step_however_long_it_takes(window: Window, clock: Clock) -> None:
    page = window.page()
    for ends in ((5, 6, 2), (0, 7)):  # two drags, one right after the other
        drag = Drag(slider(page, "bits").track)
        for position in ends:
            change(page, partial(drag.to, position))
            clock.now += 5
        drag.let_go()
        clock.now -= 5
    seen = []
    for act in (undo, undo, redo, redo):
        act()
        seen.append(page.session.values["bits"])
    assert seen == [3, 4, 3, 8]
    assert not window.history.canRedo()


def test_a_drag_that_moves_two_values_is_one_step_too(window: Window) -> None:
    window.show_lab("latent")  # KV heads divide the heads
    page = drawn(window)
    page.set_values({"kv_heads": 128})
    before = dict(page.session.values)
    drag = Drag(slider(page, "heads").track)
    for position in (3, 1, 0):
        change(page, partial(drag.to, position))
    drag.let_go()
    assert page.session.values["kv_heads"] != 128
    undo()
    assert page.session.values == before


def test_moves_by_key_are_one_step_until_the_hand_rests(window: Window, clock: Clock) -> None:
    page = window.page()
    slider(page, "bits").track.setFocus()
    for wait in (0.3, 0.3, 4.0, 0.3):
        press(Key.Key_Right)
        clock.now += wait
    assert page.session.values["bits"] == 8
    undo()
    assert page.session.values["bits"] == 7
    undo()
    assert page.session.values["bits"] == 4
    assert not window.history.canUndo()


def test_a_preset_and_a_reset_are_one_step_each(window: Window) -> None:
    page = window.page()
    page.set_values({"bits": 7})
    first = dict(page.session.values)
    press(Key.Key_5)
    preset = dict(page.session.values)
    assert sum(preset[k] != first[k] for k in preset) > 1
    press(Key.Key_R, CTRL)
    assert page.session.values == page.session.defaults
    undo()
    assert page.session.values == preset
    undo()
    assert page.session.values == first
    redo()
    assert page.session.values == preset


def test_undo_goes_to_the_lab_whose_setting_it_changes(window: Window) -> None:
    wanted = [unlike_the_default(window, lab) for lab in range(2)]
    press(Qt.Key(Key.Key_1 + wanted[0]))
    press(Key.Key_2, CTRL)
    press(Qt.Key(Key.Key_1 + wanted[1]))
    press(Key.Key_3, CTRL)
    for act, lab in ((undo, 1), (undo, 0), (redo, 0), (redo, 1)):
        act()
        assert window.lab() is LABS[lab]
        page = drawn(window)
        assert page.isVisible()
        expected = page.session.preset_values(LABS[lab].presets()[wanted[lab]])
        assert (page.session.values == expected) == (act is redo)
        assert slider(page, "bits").box.text() == str(page.session.values["bits"])


def test_resetting_all_labs_is_one_step_and_builds_no_page(window: Window) -> None:
    press(Key.Key_1)
    window.pages.sessions[LABS[4].id].set({"d_c": 64})  # as a file of a state does
    before = [dict(window.pages.sessions[lab.id].values) for lab in LABS]
    window.deeds["reset_all"].trigger()
    sessions = [window.pages.sessions[lab.id] for lab in LABS]
    assert all(session.values == session.defaults for session in sessions)
    undo()
    assert [session.values for session in sessions] == before
    assert window.lab() is LABS[0]
    assert len(window.findChildren(Page)) == 1
    redo()
    assert all(session.values == session.defaults for session in sessions)
    window.deeds["reset_all"].trigger()  # nothing is different: no step
    undo()
    assert [session.values for session in sessions] == before


def test_there_and_back_is_no_step(window: Window) -> None:
    page = window.page()
    drag = Drag(slider(page, "bits").track)
    for position in (5, 3):
        change(page, partial(drag.to, position))
    drag.let_go()
    assert page.session.values["bits"] == 4
    assert not window.history.canUndo()
    assert not window.deeds["undo"].isEnabled()
