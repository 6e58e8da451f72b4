"""Guess, then look; tasks that tick themselves; numbers that come a little later."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from kvlab_desktop.__main__ import open_source
from kvlab_desktop.core.lab import Cancelled, Lab, Metrics
from kvlab_desktop.core.params import Values
from kvlab_desktop.core.text import plain
from kvlab_desktop.labs import all_labs, find_lab
from kvlab_desktop.view.export import Look, encode, subject
from kvlab_desktop.view.language import spoken, text
from kvlab_desktop.view.page import Page
from kvlab_desktop.view.session import Session
from kvlab_desktop.view.story import TaskRow
from kvlab_desktop.view.table import TableView
from tests.conftest import MakePage, MakeWindow
from tests.driving import process_all, process_until
from tests.seventh_lab import SeventhLab
from tests.view.aloud import aloud
from tests.view.using import Drag, at_rest, card_values, change, click, slider

pytestmark = pytest.mark.usefixtures("qapp")
LABS = all_labs()
ASKING = tuple(lab for lab in LABS if lab.prediction() is not None)


def lab_named(lab_id: str) -> Lab:
    lab = find_lab(lab_id)
    assert lab is not None
    return lab


def ids(lab: Lab) -> str:
    return lab.id


# --- the question


def hidden_texts(page: Page) -> set[str]:
    """What stands in the cards and table columns that the question hides."""
    question = page.session.lab.prediction()
    assert question is not None
    shown = {v for k, v in card_values(page).items() if k in question.hides}
    for table in page.picture.findChildren(TableView):
        model = table.model()
        hidden = [i for i, c in enumerate(table.source.table.columns) if c.id in question.hides]
        shown |= {model.index(r, c).data() for r in range(model.rowCount()) for c in hidden}
    assert shown
    return shown


def buttons(page: Page) -> dict[str, QPushButton]:
    """The buttons of the question that can be seen, by their names."""
    found = page.story.question.findChildren(QPushButton)
    return {button.accessibleName(): button for button in found if button.isVisible()}


def go_to_the_question(page: Page) -> None:
    question = page.session.lab.prediction()
    assert question is not None
    page.set_values(dict(question.at))
    process_until(lambda: page.session.outcome is not None and not page._dirty)
    process_all()


@pytest.mark.parametrize("lab", ASKING, ids=ids)
def test_the_answer_reads_as_a_question_mark_until_a_guess(make_page: MakePage, lab: Lab) -> None:
    page = make_page(lab)
    go_to_the_question(page)
    question = lab.prediction()
    assert question is not None
    assert hidden_texts(page) == {"?"}
    wrong = next(spoken(label) for key, label in question.options if key != question.answer)
    assert set(buttons(page)) >= {spoken(label) for _key, label in question.options}
    change(page, partial(click, buttons(page)[wrong]))
    process_until(lambda: page.story.question.reveal.isVisible())
    assert "?" not in hidden_texts(page)
    assert wrong in plain(page.story.question.reveal.text())
    assert text(question.reveal) in page.story.question.reveal.text()
    assert "✓" not in page.story.question.reveal.text().replace(text(question.reveal), "")


@pytest.mark.parametrize("lab", ASKING, ids=ids)
def test_the_right_guess_gets_its_tick(make_page: MakePage, lab: Lab) -> None:
    page = make_page(lab)
    question = lab.prediction()
    assert question is not None
    right = spoken(dict(question.options)[question.answer])
    change(page, partial(click, buttons(page)[right]))
    process_until(lambda: page.story.question.reveal.isVisible())
    assert page.story.question.reveal.text().startswith("✓")
    assert page.session.hidden() == frozenset()


@pytest.mark.parametrize("lab", ASKING, ids=ids)
def test_skipping_shows_the_answer_and_goes_to_the_setting(make_page: MakePage, lab: Lab) -> None:
    page = make_page(lab)
    question = lab.prediction()
    assert question is not None
    change(page, partial(click, buttons(page)["Skip"]))
    process_until(lambda: page.story.question.reveal.isVisible())
    assert page.story.question.reveal.text() == text(question.reveal)
    assert {k: page.session.values[k] for k in question.at} == dict(question.at)
    assert "?" not in hidden_texts(page)
    assert not buttons(page)


@pytest.mark.parametrize("lab", ASKING, ids=ids)
def test_elsewhere_nothing_is_hidden(make_page: MakePage, lab: Lab) -> None:
    page = make_page(lab)
    question = lab.prediction()
    assert question is not None
    for i, preset in enumerate(lab.presets()):
        page.go_to_preset(i)
        process_until(lambda: not page._dirty)
        process_all()
        values = page.session.preset_values(preset)
        at = lab.clamp({**page.session._defaults, **question.at}, page.session.source)
        assert bool(page.session.hidden()) == (values == at)


@pytest.mark.parametrize("lab", ASKING, ids=ids)
def test_in_an_exported_page_nothing_is_hidden(qapp: object, lab: Lab) -> None:
    question = lab.prediction()
    assert question is not None
    source = open_source(lab, "sample")
    session = Session(lab, source)
    session.set(question.at)
    assert session.hidden()
    look = Look(what="page", size=(1440, 900))
    page = encode(subject(lab, source, session.values), look, "svg").decode()
    assert ">bits</text>" in page
    assert ">?</text>" not in page


def test_p_leads_to_the_question(make_window: MakeWindow) -> None:
    window = make_window(size=(1100, 700))
    page = window.page()
    assert not page.story.isVisible()
    QTest.keyClick(window, Qt.Key.Key_P)
    process_all()
    assert page.story.isVisible()
    question = page.story.question
    assert (
        page.story.viewport()
        .rect()
        .intersects(QRect(question.mapTo(page.story.viewport(), QPoint()), question.size()))
    )


# --- the tasks


def ticks(page: Page) -> list[str]:
    return [row.tick.text() for row in page.story.findChildren(TaskRow)]


@pytest.mark.parametrize("lab", LABS, ids=ids)
def test_nothing_is_ticked_on_an_untouched_page(make_page: MakePage, lab: Lab) -> None:
    page = make_page(lab)
    at_rest(page)
    assert ticks(page) == ["·"] * len(lab.tasks())
    assert page.session.done == frozenset()


def test_a_task_ticks_once_the_values_have_come_to_rest(make_page: MakePage) -> None:
    page = make_page(lab_named("grid"))
    change(page, lambda: page.set_values({"bits": 2}))
    assert ticks(page) == ["·", "·", "·"]
    process_until(lambda: ticks(page) == ["✓", "·", "·"])
    row = page.story.findChildren(TaskRow)[0]
    assert aloud(row).name.endswith("(done)")
    change(page, lambda: page.set_values({"bits": 5}))
    at_rest(page)
    assert ticks(page) == ["✓", "·", "·"]


def test_values_that_are_passed_over_tick_nothing(make_page: MakePage) -> None:
    page = make_page(lab_named("grid"))
    drag = Drag(slider(page, "bits").track)
    change(page, partial(drag.to, 1))  # 2 bits: what the first task asks for
    change(page, partial(drag.to, 4))
    drag.let_go()
    at_rest(page)
    assert ticks(page) == ["·", "·", "·"]
    # on a busy machine the default may have come to rest before the mouse took the handle
    assert {seen["bits"] for seen in page.session.seen} - {4} == {5}


def test_a_value_that_is_held_is_not_judged_until_it_is_let_go(make_page: MakePage) -> None:
    page = make_page(lab_named("grid"))
    judged: list[bool] = []
    page._rest.timeout.connect(lambda: judged.append(True))
    drag = Drag(slider(page, "bits").track)
    change(page, partial(drag.to, 1))
    process_until(lambda: bool(judged))  # the time of rest is over, the mouse still down
    process_all()
    assert ticks(page) == ["·", "·", "·"]
    drag.let_go()
    process_until(lambda: ticks(page) == ["✓", "·", "·"])


@pytest.mark.parametrize("lab", LABS, ids=ids)
def test_a_task_says_aloud_whether_it_is_done(make_page: MakePage, lab: Lab) -> None:
    page = make_page(lab)
    said = [aloud(row).name for row in page.story.findChildren(TaskRow)]
    assert len(said) == len(lab.tasks())
    assert all(name.endswith("(open)") for name in said)


# --- what comes later


class SlowLab(SeventhLab):
    """Its later metric waits until the test lets it go."""

    id = "slow"

    def __init__(self) -> None:
        self.gates: dict[Hashable, Event] = {bits: Event() for bits in range(1, 9)}
        self.begun: list[int] = []
        self.cancelled: list[int] = []

    def later(self, values: Values, source: Any, cancelled: Cancelled) -> Metrics:
        bits = int(values["bits"])
        self.begun.append(bits)
        while not self.gates[bits].wait(0.005):
            if cancelled():
                self.cancelled.append(bits)
                return {}
        return {"slow": 1000 + bits}

    def open_all(self) -> None:
        for gate in self.gates.values():
            gate.set()


@pytest.fixture
def slow() -> Any:
    lab = SlowLab()
    yield lab
    lab.open_all()


def test_three_dots_become_a_number(make_page: MakePage, slow: SlowLab) -> None:
    page = make_page(slow)
    process_until(lambda: slow.begun == [4])
    assert card_values(page)["slow"] == "…"
    slow.gates[4].set()
    process_until(lambda: card_values(page)["slow"] == "1004")
    assert page.session.computed == 1


def test_a_number_for_other_values_is_dropped(make_page: MakePage, slow: SlowLab) -> None:
    page = make_page(slow)
    process_until(lambda: slow.begun == [4])
    change(page, lambda: page.set_values({"bits": 6}))
    process_until(lambda: slow.begun == [4, 6])
    process_until(lambda: slow.cancelled == [4])
    slow.gates[4].set()
    assert card_values(page)["slow"] == "…"
    slow.gates[6].set()
    process_until(lambda: card_values(page)["slow"] == "1006")


def test_a_number_that_lands_late_is_kept_for_its_own_values(
    make_page: MakePage, slow: SlowLab
) -> None:
    page = make_page(slow)
    process_until(lambda: slow.begun == [4])
    slow.gates[4].set()
    change(page, lambda: page.set_values({"bits": 6}))  # while the result for 4 is on its way
    process_all()
    assert card_values(page)["slow"] == "…"
    slow.gates[6].set()
    process_until(lambda: card_values(page)["slow"] == "1006")
    change(page, lambda: page.set_values({"bits": 4}))
    process_until(lambda: card_values(page)["slow"] == "1004")


def test_what_has_come_once_is_there_at_once(make_page: MakePage, slow: SlowLab) -> None:
    slow.open_all()
    page = make_page(slow)
    process_until(lambda: card_values(page)["slow"] == "1004")
    change(page, lambda: page.set_values({"bits": 2}))
    process_until(lambda: card_values(page)["slow"] == "1002")
    change(page, lambda: page.set_values({"bits": 4}))
    assert card_values(page)["slow"] == "1004"
    assert slow.begun == [4, 2]


def test_work_for_later_does_not_start_while_a_slider_moves(
    make_page: MakePage, slow: SlowLab
) -> None:
    slow.open_all()
    page = make_page(slow)
    process_until(lambda: card_values(page)["slow"] == "1004")
    drag = Drag(slider(page, "bits").track)
    for position in (0, 6, 2, 7):
        change(page, partial(drag.to, position))
    drag.let_go()
    process_until(lambda: card_values(page)["slow"] == "1008")
    assert slow.begun == [4, 8]


def test_a_defect_in_later_work_is_told_and_the_page_stays(make_page: MakePage) -> None:
    class BrokenLab(SeventhLab):
        id = "broken"

        def later(self, values: Values, source: Any, cancelled: Cancelled) -> Metrics:
            watched.wait()
            raise ZeroDivisionError("later")

    watched = Event()
    errors: list[object] = []
    page = make_page(BrokenLab())
    page.failed.connect(errors.append)
    watched.set()
    process_until(lambda: bool(errors))
    assert isinstance(errors[0], ZeroDivisionError)
    assert card_values(page)["slow"] == "…"
    changed = change(page, lambda: page.set_values({"bits": 5}))
    assert changed == {"bits": 5}


@pytest.mark.parametrize("lab", LABS, ids=ids)
def test_no_card_waits_for_ever(make_page: MakePage, lab: Lab) -> None:
    page = make_page(lab)
    process_until(lambda: page.session.wanted_later() is None)
    process_all()
    if lab.later_key(page.session.values) is not None:
        assert page.session.outcome is not None
        assert not [c for c in card_values(page).values() if c == "…"]
