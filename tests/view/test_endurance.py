"""Long drags: the latest value wins, every painted move is computed once, memory stays flat."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any

import pytest
from PySide6.QtWidgets import QSlider

from kvlab_desktop.core.figure import as_data
from kvlab_desktop.core.lab import Lab, Outcome
from kvlab_desktop.core.params import Values
from kvlab_desktop.labs import all_labs
from kvlab_desktop.view.language import text
from kvlab_desktop.view.page import Page
from tests.conftest import MakePage
from tests.driving import (
    canvas,
    card_texts,
    process_all,
    process_until,
    sliders,
    to_and_fro,
)
from tests.paints import Paints

EMISSIONS, MOVES = 30_000, 500
#: moves while memory is watched, which makes everything slow
WARM_UP, WATCHED = 40, 80
#: what a move may keep on average; a sentence that leaks is more
KEPT = 500  # bytes

every_lab = pytest.mark.parametrize("lab", all_labs(), ids=lambda lab: lab.id)


@pytest.fixture
def computed(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> list[Values]:
    """The values of every call of the lab's ``compute``."""
    calls: list[Values] = []
    compute = lab.compute

    def counted(values: Values, source: Any) -> Outcome:
        calls.append(dict(values))
        return compute(values, source)

    monkeypatch.setattr(lab, "compute", counted)
    return calls


@pytest.fixture
def page(lab: Lab, computed: list[Values], make_page: MakePage) -> Page:
    return make_page(lab)


def moves(track: QSlider, count: int) -> Iterator[int]:
    """``count`` positions, each of them a change."""
    ahead = to_and_fro(track.maximum())
    here = track.value()
    for position in islice(ahead, count):
        here = next(ahead) if position == here else position
        yield here


def shows_its_values(page: Page) -> None:
    """The page shows what its lab says of its values, computed anew."""
    session = page.session
    outcome = session.lab.compute(session.values, session.source)
    shown = [item.panel for item in page.picture.panel_items()]
    assert as_data(shown) == as_data(outcome.figure.panels)
    cards = session.lab.cards(
        session.values, {**outcome.metrics, **(session.outcome or outcome).metrics}
    )
    hidden = session.hidden()
    wanted = ["?" if card.metric in hidden else text(card.value) for card in cards]
    assert card_texts(page) == wanted


@every_lab
def test_a_storm_of_moves_is_computed_once_and_the_last_one_is_shown(
    page: Page, computed: list[Values]
) -> None:
    each = EMISSIONS // len(sliders(page))
    for track in sliders(page):
        before = len(computed)
        drawn: list[bool] = []
        told: list[int] = []
        page.drawn.connect(lambda drawn=drawn: drawn.append(True))
        track.valueChanged.connect(told.append)
        shown = track.value()
        for position in moves(track, each):
            track.setValue(position)
        if track.value() == shown:  # end on another value than the one on the screen
            track.setValue(track.maximum() - shown // 2)
        assert len(told) >= each
        assert len(computed) == before
        process_until(lambda drawn=drawn: bool(drawn))
        process_all()
        assert computed[before:] == [page.session.values]
        assert track.value() == told[-1] != shown
        shows_its_values(page)


@every_lab
def test_every_painted_move_is_computed_and_drawn_once(page: Page, computed: list[Values]) -> None:
    drawn: list[bool] = []
    page.drawn.connect(lambda: drawn.append(True))
    before = len(computed)
    paints, moved = dragged(page, MOVES)
    assert len(computed) - before == moved == MOVES
    assert len(drawn) == MOVES
    assert paints >= MOVES
    # each setting followed the one before, none was skipped
    assert all(a != b for a, b in pairwise(computed[before:]))
    shows_its_values(page)


@every_lab
def test_a_drag_keeps_no_memory(page: Page, computed: list[Values]) -> None:
    dragged(page, MOVES // 5)
    objects = len(gc.get_objects())
    dragged(page, MOVES // 5)
    computed.clear()
    gc.collect()
    assert len(gc.get_objects()) - objects < MOVES // 10
    tracemalloc.start()
    try:
        dragged(page, WARM_UP)
        start = memory(computed)
        dragged(page, WATCHED)
        assert memory(computed) - start < WATCHED * KEPT
    finally:
        tracemalloc.stop()


def dragged(page: Page, count: int) -> tuple[int, int]:
    """Drag a slider as the mouse does, each move until it is painted; return paints and moves."""
    page.held.emit(True)  # nothing comes to rest meanwhile
    paints, moved = Paints(canvas(page)), 0
    track = sliders(page)[0]
    for position in moves(track, count):
        before = paints.count
        track.setValue(position)
        process_until(lambda before=before: paints.count > before)
        moved += 1
    process_all()
    paints.setParent(None)
    return paints.count, moved


def memory(computed: list[Values]) -> int:
    """The bytes that Python holds, without what only the counting keeps."""
    computed.clear()
    gc.collect()
    return tracemalloc.get_traced_memory()[0]
