"""A student's report: what was done in every lab, what was guessed, what is measured now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QImage

from .. import APP_NAME, __version__
from ..core.lab import Card, Outcome, Prediction
from ..core.text import Msg, msg, plain
from .export import Look, picture, subject
from .language import text
from .paper import Fields, Figure, Heading, Paper, Para, Part
from .session import Session
from .settings import settings_words

_LOOK = Look(size=(860, 430), scale=2, type_size=1.0, edge=0, caption=False)


@dataclass(frozen=True, slots=True)
class About:
    """What stands at the head of a report: whose it is ("" for nobody's), its day, its language."""

    name: str
    day: str
    language: str


def make_report(sessions: Sequence[Session], about: About) -> Paper:
    """Return the report over the sessions of all labs."""
    parts: list[Part] = [Fields(tuple(_head(sessions, about)))]
    for session in sessions:
        parts += _lab(session)
    return Paper(text(msg("Report", "KV Lab: what I found out")), about.language, tuple(parts))


def _head(sessions: Sequence[Session], about: About) -> Iterator[tuple[str, str]]:
    if about.name.strip():
        yield text(msg("Report", "Name")), _literal(about.name.strip())
    yield text(msg("Report", "Date")), about.day
    yield text(msg("Report", "Program")), f"{APP_NAME} {__version__}"
    asking = [s for s in sessions if s.question is not None]
    yield (
        text(msg("Report", "Tasks")),
        text(
            msg(
                "Report",
                "{done} of {all} done",
                done=sum(len(session.done) for session in sessions),
                all=sum(len(session.tasks) for session in sessions),
            )
        ),
    )
    yield (
        text(msg("Report", "Questions")),
        text(
            msg(
                "Report",
                "{guessed} of {all} guessed, {right} right",
                guessed=sum(bool(session.guess) for session in asking),
                all=len(asking),
                right=sum(s.guess == s.question.answer for s in asking if s.question),
            )
        ),
    )


def _literal(words: str) -> str:
    """Return what somebody typed so that it is not taken for markup."""
    return words.replace("{", "(").replace("}", ")")


def _lab(session: Session) -> Iterator[Part]:
    lab = session.lab
    outcome, image = _drawn(session)
    yield Heading(f"{lab.order:02d}  {text(lab.title())}")
    yield Para(text(lab.claim(session.values)), "muted")
    if session.tasks:
        yield Heading(text(msg("Report", "Tasks")), 3)
        for task in session.tasks:
            done = task.id in session.done
            yield Para(f"{'✓' if done else '·'} {text(task.text)}", "ink" if done else "muted")
    if session.question is not None:
        yield Heading(text(msg("Report", "Question")), 3)
        yield Para(text(session.question.question))
        yield Para(text(_answer(session.question, session.guess)))
    yield Heading(text(msg("Report", "Settings and values")), 3)
    settings = settings_words(session.params, session.values, session.defaults)
    cards = lab.cards(session.values, outcome.metrics)
    yield Fields((*settings, *((text(card.label), _value(card)) for card in cards)))
    yield Para(text(lab.footer(session.values, session.source)), "muted")
    if outcome.problem is not None:
        yield Para(text(outcome.problem), "bad")
    yield Figure(image, plain(text(outcome.figure.description)))


def _answer(question: Prediction, guess: str | None) -> Msg:
    """Return what was guessed and what is true; nothing is given away before a guess."""
    options = dict(question.options)
    right = options[question.answer]
    if guess is None:
        return msg("Report", "Not answered yet.")
    if not guess:
        return msg(
            "Report", "Skipped. Answer: {right}\n{reveal}", right=right, reveal=question.reveal
        )
    if guess == question.answer:
        return msg(
            "Report", "✓ My guess: {guess}\n{reveal}", guess=options[guess], reveal=question.reveal
        )
    return msg(
        "Report",
        "✗ My guess: {guess}\nAnswer: {right}\n{reveal}",
        guess=options[guess],
        right=right,
        reveal=question.reveal,
    )


def _value(card: Card) -> str:
    value = text(card.value)
    return f"{value} ({text(card.sub)})" if card.sub is not None else value


def _drawn(session: Session) -> tuple[Outcome, QImage]:
    """Return the outcome of a session's values, complete, and its figure in light colours."""
    shown = subject(session.lab, session.source, session.values)
    return shown.outcome, picture(shown, _LOOK)
