"""A page computes what is to be seen, once, and shows together what belongs together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from kvlab_desktop.core.lab import Card, Lab, Metrics, Outcome, Paragraph
from kvlab_desktop.core.params import Values
from kvlab_desktop.core.text import Msg
from kvlab_desktop.labs import all_labs
from kvlab_desktop.view.language import Languages
from kvlab_desktop.view.page import Page
from tests.conftest import MakePage
from tests.driving import process_all, process_until
from tests.seventh_lab import SeventhLab
from tests.view.using import change

pytestmark = pytest.mark.usefixtures("qapp")
LABS = all_labs()


class StrictLab(SeventhLab):
    """Notes down every request in which values and metrics are not of one setting."""

    id = "strict"

    def __init__(self) -> None:
        self.mixed: list[tuple[str, object, object]] = []
        self.asked = 0

    def _check(self, what: str, values: Values, metrics: Metrics) -> None:
        self.asked += 1
        if metrics["of"] != values["bits"]:
            self.mixed.append((what, values["bits"], metrics["of"]))

    def compute(self, values: Values, source: Any) -> Outcome:
        outcome = super().compute(values, source)
        return Outcome({**outcome.metrics, "of": values["bits"]}, outcome.figure, outcome.reasons)

    def cards(self, values: Values, metrics: Metrics) -> tuple[Card, ...]:
        self._check("cards", values, metrics)
        return super().cards(values, metrics)

    def notes(self, values: Values, metrics: Metrics) -> tuple[Paragraph, ...]:
        self._check("notes", values, metrics)
        return super().notes(values, metrics)

    def claim(self, values: Values) -> Msg:
        return super().claim(values)


@pytest.fixture
def strict() -> StrictLab:
    return StrictLab()


def test_equal_values_are_no_change(make_page: MakePage) -> None:
    page = make_page(LABS[0])
    page.set_values(dict(page.session.values))
    page.set_values({"bits": 4})
    process_all()
    assert page.session.computed == 1


def test_many_changes_at_once_are_computed_once(make_page: MakePage) -> None:
    page = make_page(LABS[0])
    for bits in (1, 2, 3, 5, 6):
        page.set_values({"bits": bits})
    process_all()
    assert page.session.computed == 2
    assert page.session.outcome is not None
    assert page.session.outcome.metrics["levels"] == 64


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_showing_a_page_computes_it_once(make_page: MakePage, lab: Lab) -> None:
    page = make_page(lab)
    process_all()
    assert page.session.computed == 1


def test_a_new_language_while_a_change_is_pending_mixes_nothing(
    make_page: MakePage, strict: StrictLab, languages: Languages
) -> None:
    page = make_page(strict)
    page.set_values({"bits": 7})
    languages.switch("zh")  # before the page has computed 7 bits
    process_until(lambda: page.claim.text().find("7") >= 0)
    process_all()
    assert strict.asked > 2
    assert strict.mixed == []


def test_words_drawn_after_the_figure_belong_to_it(make_page: MakePage, strict: StrictLab) -> None:
    page = make_page(strict)

    def drag(bits: Sequence[int]) -> None:
        for value in bits:
            page._compute()  # draws; the words follow when there is time
            page.set_values({"bits": value})

    drag((5, 6, 7))
    process_all()
    assert strict.asked > 4
    assert strict.mixed == []


def test_later_numbers_that_land_while_a_change_is_pending_mix_nothing(
    make_page: MakePage, strict: StrictLab
) -> None:
    page = make_page(strict)
    process_until(lambda: page.session.wanted_later() is None)
    key = strict.later_key(page.session.values)
    page.set_values({"bits": 2})
    page._job = (99, key)
    page._landed(99, {"slow": 1004})
    process_all()
    assert strict.mixed == []


def test_a_hidden_page_rests(make_page: MakePage) -> None:
    page = make_page(LABS[0])
    page.hide()
    page.set_values({"bits": 2})
    process_all()
    assert page.session.computed == 1
    page.show()
    process_until(lambda: page.session.computed == 2)
    process_all()
    assert page.session.computed == 2


def test_what_is_seen_follows_a_change_before_it_is_asked_for(make_page: MakePage) -> None:
    page: Page = make_page(LABS[0])
    changed = change(page, lambda: page.set_values({"bits": 8}))
    assert changed == {"bits": 8}
    assert page._cards[0].value.text() == "256"
