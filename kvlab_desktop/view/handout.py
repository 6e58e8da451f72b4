"""The handout of a class: an A4 sheet for each lab, to predict, to tick, to take home."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QPainter, QPen

from .. import APP_NAME
from ..core.lab import Card
from ..core.state import State, write
from ..core.text import msg, plain
from .export import Subject
from .export.caption import caption_words
from .export.paint import paint_figure
from .export.pdf import sheets
from .language import speaking, spoken, text
from .richtext import Block, Words, block
from .session import Session
from .theme import Theme, make

_SHEET = (793.7, 1122.5)  # A4 in units of 1/96 inch
_LEFT, _TOP, _BOTTOM = 50, 44, 1076
_WIDTH = 694
_GAP = 22  # between the two columns
_FIGURE = 318  # its height
_TYPE = 0.87  # body text of 9 points
_FIGURE_TYPE = 0.82
_LINES, _LINE = 3, 26  # to write on, and how far apart


def handout(subjects: Sequence[Subject], language: str = "") -> bytes:
    """Return a PDF with a sheet for each subject; ``language`` as that of a look."""
    with speaking(language):
        title = spoken(msg("Handout", "KV Lab: handout"))
        pages = [_Sheet(shown, i, len(subjects)).paint for i, shown in enumerate(subjects, 1)]
        return sheets(pages, _SHEET, title, write(_state(subjects)))


def _state(subjects: Sequence[Subject]) -> State:
    """Return the state that brings back what all sheets show."""
    labs = {shown.lab.id: shown.state.labs.get(shown.lab.id, {}) for shown in subjects}
    return replace(subjects[0].state, open=subjects[0].lab.id, labs=labs)


@dataclass
class _Column:
    """Writes from the top down; ``y`` is where it is."""

    painter: QPainter
    theme: Theme
    x: float
    width: float
    y: float

    def laid(self, markup: str, role: str, indent: float = 0) -> Block | Words:
        """Lay a text out for the column."""
        return block(markup, self.theme.font(role), self.width - indent)

    def write(
        self,
        markup: str,
        role: str = "body",
        tone: str = "ink",
        *,
        gap: float = 4,
        indent: float = 0,
    ) -> None:
        """Write a text, and leave a gap under it."""
        laid = self.laid(markup, role, indent)
        laid.draw(self.painter, self.x + indent, self.y, self.theme.text_colour(tone))
        self.y += laid.size.height() + gap

    def tick(self, markup: str) -> None:
        """Write something with a box to tick before it."""
        side = self.theme.px(12)
        self.painter.setPen(QPen(self.theme.colour("muted"), 0.8))
        self.painter.drawRoundedRect(QRectF(self.x + 0.5, self.y + 2.5, side, side), 2, 2)
        self.write(markup, gap=6, indent=self.theme.px(20))

    def lines(self, count: int) -> None:
        """Draw lines to write on."""
        self.painter.setPen(QPen(self.theme.colour("faint"), 0.8))
        for _line in range(count):
            self.y += _LINE
            self.painter.drawLine(QPointF(self.x, self.y), QPointF(self.x + self.width, self.y))
        self.y += 14


class _Sheet:
    """One sheet: what a lab claims and shows, a question, tasks, and as many notes as fit."""

    def __init__(self, shown: Subject, number: int, count: int) -> None:
        self._shown, self._number, self._count = shown, number, count
        self._theme = make("light", _TYPE)
        session = Session(shown.lab, shown.source, shown.values)
        # what the question asks for is not to be read beside it
        self._hidden = session.hidden()

    def paint(self, painter: QPainter) -> None:
        """Paint it with the painter's origin as its top left corner."""
        head = _Column(painter, self._theme, _LEFT, _WIDTH, _TOP)
        self._paint_head(head)
        self._paint_figure(painter, head.y)
        head.y += _FIGURE + 8
        self._paint_cards(head)
        half = (_WIDTH - _GAP) / 2
        tasks = _Column(painter, self._theme, _LEFT, half, head.y)
        self._paint_tasks(tasks)
        notes = _Column(painter, self._theme, _LEFT + half + _GAP, half, head.y)
        self._paint_notes(notes)
        self._paint_foot(painter)

    def _paint_head(self, column: _Column) -> None:
        lab = self._shown.lab
        blanks = text(msg("Handout", "Name ____________________  Date ______________"))
        laid = block(blanks, self._theme.font("small"))
        muted = self._theme.colour("muted")
        laid.draw(column.painter, _LEFT + _WIDTH - laid.size.width(), column.y, muted)
        column.y += laid.size.height() + 6
        column.write(f"{lab.order:02d}  {text(lab.title())}", "title", gap=2)
        column.write(text(lab.claim(self._shown.values)), "body", "muted", gap=8)

    def _paint_figure(self, painter: QPainter, top: float) -> None:
        theme = make("light", _FIGURE_TYPE)
        place = QRect(_LEFT, round(top), _WIDTH, _FIGURE)
        paint_figure(self._shown.outcome.figure, theme, place, painter, self._hidden)

    def _paint_cards(self, column: _Column) -> None:
        cards = self._shown.lab.cards(self._shown.values, self._shown.outcome.metrics)
        if not cards:
            return
        width = (_WIDTH - 8 * (len(cards) - 1)) / len(cards)
        boxes = [
            _Column(
                column.painter, self._theme, _LEFT + 8 + i * (width + 8), width - 14, column.y + 5
            )
            for i in range(len(cards))
        ]
        for card, box in zip(cards, boxes, strict=True):
            self._paint_card(card, box)
        bottom = max(box.y for box in boxes) + 4
        column.painter.setPen(QPen(self._theme.colour("faint"), 0.8))
        for i in range(len(cards)):
            place = QRectF(_LEFT + i * (width + 8), column.y, width, bottom - column.y)
            column.painter.drawRoundedRect(place, 5, 5)
        column.y = bottom + 14

    def _paint_card(self, card: Card, box: _Column) -> None:
        hidden = card.metric in self._hidden
        label = text(card.label)
        box.write("?" if hidden else text(card.value), "heading", card.tone, gap=0)
        sub = "" if hidden or card.sub is None else f" · {text(card.sub)}"
        box.write(f"{label}{sub}", "small", "muted", gap=0)

    def _paint_tasks(self, column: _Column) -> None:
        lab = self._shown.lab
        if (question := lab.prediction()) is not None:
            column.write(text(msg("Story", "Predict, then look")), "heading", "accent")
            column.write(text(question.question), gap=8)
            for _key, label in question.options:
                column.tick(text(label))
            column.write(text(msg("Handout", "My reason:")), "small", "muted", gap=0)
            column.lines(_LINES)
        if tasks := lab.tasks():
            column.write(text(msg("Story", "Try it")), "heading", "accent", gap=6)
            for task in tasks:
                column.tick(text(task.text))
        room = int((_BOTTOM - 34 - column.y) // _LINE)
        if room > 0:
            column.y += 4
            column.write(text(msg("Handout", "What I found:")), "small", "muted", gap=0)
            column.lines(int((_BOTTOM - 28 - column.y) // _LINE))

    def _paint_notes(self, column: _Column) -> None:
        """Write the notes from the first on, each whole, as long as there is room."""
        notes = self._shown.lab.notes(self._shown.values, self._shown.outcome.metrics)
        for note in notes:
            parts = ((text(note.heading), "strong"), (text(note.body), "small"))
            need = sum(column.laid(words, role).size.height() for words, role in parts)
            if column.y + need > _BOTTOM - 24:
                break
            for words, role in parts:
                column.write(words, role, gap=2)
            column.y += 7

    def _paint_foot(self, painter: QPainter) -> None:
        theme = self._theme
        font, muted = theme.font("small"), theme.colour("muted")
        painter.setPen(QPen(theme.colour("faint"), 0.8))
        painter.drawLine(QPointF(_LEFT, _BOTTOM - 14), QPointF(_LEFT + _WIDTH, _BOTTOM - 14))
        place = block(f"{APP_NAME} · {self._number} / {self._count}", font)
        place.draw(painter, _LEFT + _WIDTH - place.size.width(), _BOTTOM - 8, muted)
        words = plain(caption_words(self._shown, titled=False))
        room = _WIDTH - place.size.width() - 20
        block(words, font, room).draw(painter, _LEFT, _BOTTOM - 8, muted)
