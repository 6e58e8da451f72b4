"""Giving the lecture: the keys of a presenter, the strip on the wall, the plan to read."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from kvlab_desktop.core.lecture import LectureError, Step, load_lecture
from kvlab_desktop.core.text import plain
from kvlab_desktop.labs import all_labs
from kvlab_desktop.view import lecture
from kvlab_desktop.view.dialogs import show_plan
from kvlab_desktop.view.fitting import LEAST_FIGURE
from kvlab_desktop.view.label import RichLabel
from kvlab_desktop.view.page import Page
from kvlab_desktop.view.plan import PlanBox
from kvlab_desktop.view.window import Window
from tests.conftest import MakeWindow
from tests.driving import process_all, process_until
from tests.view.using import change, slider

pytestmark = pytest.mark.usefixtures("qapp")
LABS = all_labs()
PLAN = load_lecture()
Key = Qt.Key


def press(window: Window, key: Qt.Key) -> None:
    """Press a key wherever the focus is, as a clicker does, and wait until the page is drawn."""
    QTest.keyClick(QApplication.focusWidget() or window, key)
    process_until(lambda: window.page().session.is_fresh and not window.page()._dirty)
    process_all()


def present(window: Window, width: int = 1280, height: int = 720) -> Page:
    press(window, Key.Key_F11)
    window.resize(width, height)
    process_all()
    return window.page()


def place(window: Window) -> str:
    """What the strip says of the place, "" while there is no strip."""
    return window.walk.strip.words()[0] if window.walk.strip.isVisible() else ""


def steps_of(lab: str) -> list[int]:
    return [i for i, step in enumerate(PLAN.steps) if step.setting.lab == lab]


def is_at(window: Window, step: Step) -> bool:
    session = window.page().session
    asked = step.setting.values(session.lab, session.source)
    return session.lab.id == step.setting.lab and session.values == asked


def _walk_and_back() -> list[tuple[int, Qt.Key]]:
    """Two steps on and three back: the last one stays at the first step."""
    down, up = Key.Key_PageDown, Key.Key_PageUp
    return [(1, down), (2, down), (1, up), (1, up)]


# --- walking


def test_outside_of_a_presentation_the_keys_move_the_slider(make_window: MakeWindow) -> None:
    window = make_window()
    track = slider(window.page(), "bits").track
    track.setFocus()
    assert change(window.page(), lambda: QTest.keyClick(track, Key.Key_PageDown)) == {"bits": 2}
    assert change(window.page(), lambda: QTest.keyClick(track, Key.Key_PageUp)) == {"bits": 4}
    assert place(window) == ""


def test_in_a_presentation_they_walk_also_when_a_slider_has_the_focus(
    make_window: MakeWindow,
) -> None:
    window = make_window()
    page = present(window)
    assert place(window) == ""
    track = slider(page, "bits").track
    track.setFocus()
    for number, key in _walk_and_back():
        press(window, key)
        assert place(window).startswith(f"{number} / {len(PLAN.steps)} ")
        assert is_at(window, PLAN.steps[number - 1])
        assert QApplication.focusWidget() is track


def test_the_walk_begins_at_the_lab_that_is_open(make_window: MakeWindow) -> None:
    window = make_window()
    window.show_lab(LABS[3].id)
    present(window)
    press(window, Key.Key_PageUp)
    first = steps_of(LABS[3].id)[0]
    assert is_at(window, PLAN.steps[first])
    press(window, Key.Key_PageUp)
    assert is_at(window, PLAN.steps[first - 1])
    window.show_lab(LABS[1].id)  # away from the plan's course
    press(window, Key.Key_PageDown)
    assert is_at(window, PLAN.steps[steps_of(LABS[1].id)[0]])


def test_every_step_is_one_that_can_be_undone(make_window: MakeWindow) -> None:
    window = make_window()
    page = present(window)
    bits = []
    for _step in range(4):
        press(window, Key.Key_PageDown)
        bits.append(page.session.values["bits"])
    assert bits[2:] == [2, 8]  # two steps that differ in one slider, a moment apart
    window.history.undo()
    assert page.session.values["bits"] == 2
    window.history.undo()
    assert is_at(window, PLAN.steps[1])
    window.history.redo()
    assert is_at(window, PLAN.steps[2])


def test_a_popup_that_is_open_does_not_swallow_the_keys(make_window: MakeWindow) -> None:
    window = make_window()
    page = present(window)
    page.strip.open_more()
    process_all()
    press(window, Key.Key_PageDown)
    assert is_at(window, PLAN.steps[0])


def test_leaving_takes_the_strip_away_and_the_next_walk_begins_anew(
    make_window: MakeWindow,
) -> None:
    window = make_window()
    present(window)
    for _step in range(3):
        press(window, Key.Key_PageDown)
    press(window, Key.Key_Escape)
    assert place(window) == ""
    present(window)
    assert place(window) == ""
    press(window, Key.Key_PageDown)
    assert place(window).startswith("1 / ")


def test_what_needs_the_side_column_waits_until_after_the_presentation(
    make_window: MakeWindow,
) -> None:
    window = make_window(size=(1440, 900))
    present(window, 1440, 900)
    for key in (Key.Key_N, Key.Key_P):
        press(window, key)
        assert not window.page().story.isVisible()
    press(window, Key.Key_Escape)
    window.resize(1440, 900)
    process_all()
    assert window.page().story.isVisible()


def test_in_a_presentation_no_task_is_judged_and_nothing_is_hidden(
    make_window: MakeWindow,
) -> None:
    window = make_window()
    page = present(window)
    rested: list[bool] = []
    for _step in range(3):
        press(window, Key.Key_PageDown)
    page.rested.connect(lambda: rested.append(True))
    process_until(lambda: bool(rested))
    assert page.session.values["bits"] == 2  # what a task asks for
    assert page.session.done == frozenset()


# --- the strip


@pytest.mark.parametrize("language", ["zh", "en"])
def test_on_the_wall_the_question_can_be_read_and_the_figure_has_room(
    make_window: MakeWindow, language: str
) -> None:
    window = make_window(language=language)
    present(window)
    telling = window.walk.telling()
    for index, step in enumerate(PLAN.steps):
        press(window, Key.Key_PageDown)
        where, question = window.walk.strip.words()
        assert where.startswith(f"{index + 1} / {len(PLAN.steps)} ")
        assert str(PLAN.minutes_before(index)) in where
        assert question == telling.text(step.ask, step, language)
        for label in window.walk.strip.findChildren(RichLabel):
            assert label.needed_size().height() <= label.height()
            assert window.pages.theme.font(label.role).pixelSize() >= 18
        assert window.page().picture.height() >= LEAST_FIGURE
        assert window.walk.strip.geometry().bottom() < window.height() == 720
        assert is_at(window, step)
    press(window, Key.Key_PageDown)
    assert place(window).startswith(f"{len(PLAN.steps)} / ")


def test_the_strip_follows_the_language(make_window: MakeWindow) -> None:
    window = make_window(language="en")
    present(window)
    press(window, Key.Key_PageDown)
    window.switch_language()
    process_all()
    assert window.walk.strip.words()[1] == plain(PLAN.steps[0].ask["zh"])


# --- the plan to read


def read_plan(window: Window, monkeypatch: pytest.MonkeyPatch) -> PlanBox:
    """Open the plan and return its dialog, which is not waited for."""
    opened: list[PlanBox] = []
    monkeypatch.setattr(PlanBox, "exec", lambda box: opened.append(box))
    monkeypatch.setattr(PlanBox, "deleteLater", lambda _box: None)
    show_plan(window)
    return opened[0]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_plan_can_be_read_with_everything_that_is_to_be_said(
    make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    window = make_window(language=language)
    box = read_plan(window, monkeypatch)
    shown = " ".join(box.browser.toPlainText().split())
    telling = window.walk.telling()
    assert PLAN.title[language] in shown
    for step in PLAN.steps:
        for words in (step.say, step.look, step.ask):
            told = telling.text(words, step, language)
            if "\\hat" not in told:
                assert " ".join(re.sub(r"[\^_]\{([^}]*)\}", r"\1", told).split()) in shown
    assert "45" in shown


def test_a_step_that_is_clicked_is_where_the_presentation_begins(
    make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = make_window()
    box = read_plan(window, monkeypatch)
    assert '<a href="18"' in box.browser.toHtml()
    box.browser.anchorClicked.emit(QUrl("18"))
    process_all()
    assert window.presenting
    assert place(window).startswith("19 / ")
    assert box.result() == QDialog.DialogCode.Accepted


def test_a_plan_that_cannot_be_read_is_told_in_the_bar(
    make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise LectureError("step 'x': say is missing in zh")

    monkeypatch.setattr(lecture, "load_lecture", broken)
    window = make_window()
    acts: tuple[Callable[[], None], ...] = (window.walk.next, lambda: show_plan(window))
    for act in acts:
        act()
        assert "say is missing in zh" in window.page().problem_words.text()
    assert place(window) == ""
