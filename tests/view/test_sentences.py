"""Sentences are short: two lines of the place where they are shown, a claim one line.

What is measured is what is read: the numbers are put in, and the widths are those of the widgets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from kvlab_desktop.__main__ import open_source
from kvlab_desktop.core.lab import Lab, params_of
from kvlab_desktop.core.params import Choice, Param, Pick, Slider, Toggle, Value, Values
from kvlab_desktop.core.text import Msg
from kvlab_desktop.labs import all_labs
from kvlab_desktop.view.fitting import SIDE_WIDTH
from kvlab_desktop.view.label import RichLabel
from kvlab_desktop.view.language import Languages, spoken, text
from kvlab_desktop.view.richtext import block
from kvlab_desktop.view.story import Story
from kvlab_desktop.view.theme import Theme
from tests.conftest import MakePage
from tests.driving import process_all

pytestmark = pytest.mark.usefixtures("qapp")
in_both_languages = pytest.mark.parametrize("language", ["zh", "en"])
of_every_lab = pytest.mark.parametrize("lab", all_labs(), ids=lambda lab: lab.id)
SENTENCE = re.compile(r"(?<=[。！？])|(?<=[.!?])\s+|\n")
MOST_LINES = 2
EVERY = 9  # of the many models and cards


def sentences(said: str) -> list[str]:
    """Split a text at its full stops and line breaks."""
    return [part.strip() for part in SENTENCE.split(said) if part.strip()]


def settings(param: Param) -> tuple[Value, ...]:
    """The values of a parameter that change what is said most."""
    if isinstance(param, Slider):
        return param.at(0), param.at(param.positions)
    if isinstance(param, Choice):
        return param.keys[:: EVERY if isinstance(param, Pick) else 1]
    return (True, False) if isinstance(param, Toggle) else ()


@cache
def said_by(lab: Lab) -> tuple[tuple[Msg, ...], tuple[Msg, ...]]:
    """The bodies of the notes and the claims of a lab, in every corner of it."""
    source = open_source(lab, "sample")
    changes: list[Values] = [{}, *(dict(preset.values) for preset in lab.presets())]
    for param in params_of(lab, source):
        changes += [{param.id: value} for value in settings(param)]
    notes: dict[Msg, None] = {}
    claims: dict[Msg, None] = {}
    for change in changes:
        values = lab.clamp(change, source)
        outcome = lab.compute(values, source)
        if lab.later_key(values) is not None:
            outcome = outcome.joined(lab.later(values, source, lambda: False))
        claims[lab.claim(values)] = None
        # what has no context is no sentence: the addresses of sources
        notes |= {p.body: None for p in lab.notes(values, outcome.metrics) if p.body.context}
    return tuple(notes), tuple(claims)


@pytest.fixture
def story(theme: Theme) -> Iterator[Story]:
    """The side column at its width, with its scroll bar."""
    made = Story(theme)
    made.resize(SIDE_WIDTH, 300)
    lab = all_labs()[0]
    source = open_source(lab, "sample")
    values = lab.clamp({}, source)
    made.feed_question(lab.prediction(), None)
    made.feed_tasks(lab.tasks(), frozenset())
    made.feed_notes(lab.notes(values, lab.compute(values, source).metrics))
    made.show()
    process_all()
    assert made.verticalScrollBar().isVisible()
    yield made
    made.close()


def too_long(said: str, label: RichLabel, theme: Theme, most: int = MOST_LINES) -> list[str]:
    """The sentences of a text that take more lines in the place of a label than they may."""
    font = theme.font(label.role)
    laid = ((part, block(part, font, label.width())) for part in sentences(said))
    return [part for part, one in laid if one.lines > most]


@in_both_languages
@of_every_lab
def test_no_sentence_beside_the_figure_is_longer_than_two_lines(
    lab: Lab, language: str, story: Story, theme: Theme, languages: Languages
) -> None:
    languages.switch(language)
    _heading, body = story._paragraphs[0]
    found = [long for note in said_by(lab)[0] for long in too_long(text(note), body, theme)]
    for task in lab.tasks():
        found += too_long(text(task.text), story._rows[0].words, theme)
    if (question := lab.prediction()) is not None:
        for words in (question.question, question.reveal):
            found += too_long(text(words), story.question.words, theme)
    assert found == []


@in_both_languages
@of_every_lab
def test_a_claim_is_one_line_at_1366(
    lab: Lab, language: str, make_page: MakePage, theme: Theme, languages: Languages
) -> None:
    languages.switch(language)
    claim = make_page(all_labs()[0], size=(1366, 768)).claim
    font = theme.font("body")
    wide = [
        said for said in map(text, said_by(lab)[1])
        if block(said, font).size.width() > claim.width()
    ]  # fmt: skip
    assert wide == []


@in_both_languages
@of_every_lab
def test_a_line_of_a_tool_tip_is_no_longer_than_two_of_the_side_column(
    lab: Lab, language: str, story: Story, theme: Theme, languages: Languages
) -> None:
    languages.switch(language)
    font, room = theme.font("body"), MOST_LINES * story._paragraphs[0][1].width()
    tips = [spoken(param.help) for param in params_of(lab, open_source(lab, "sample"))]
    lines = [line for tip in tips for line in tip.split("\n")]
    assert [line for line in lines if block(line, font).size.width() > room] == []


def test_the_measure_finds_a_long_sentence(story: Story, theme: Theme) -> None:
    label = story._paragraphs[0][1]
    short = "这句话不长。" * 12 + "This one is short. " * 12
    assert too_long(short, label, theme) == []
    for long in ("这句话没有句号，" * 6 + "太长了。", "a word and " * 12 + "no stop."):
        assert too_long(f"{short}{long}", label, theme) == [long]
