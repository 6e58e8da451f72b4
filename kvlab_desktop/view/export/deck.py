"""A deck of slides: native titles and numbers, the figure as vectors, the notes under each.

Imports python-pptx, a tenth of a second: import this module only when a deck is wanted.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pptx
from pptx.enum.text import MSO_ANCHOR, MSO_AUTO_SIZE, PP_ALIGN
from pptx.presentation import Presentation
from pptx.slide import Slide
from pptx.util import Emu

from ... import APP_NAME
from ...core.lab import Card
from ...core.text import msg
from .. import theme as themes
from ..language import speaking, spoken, text
from ..theme import Theme
from .caption import caption_words
from .encode import encode
from .look import SLIDE, Look, Subject
from .slidetype import add_runs, add_vectors, colour, set_fonts, write_paragraph

_Place = tuple[int, int]  # top and height of a part of a slide, in pixels of SLIDE
_TITLE_ONLY = 5  # the layout of that name in the library's own template
_EDGE, _GAP = 48, 24
_WIDTH = SLIDE[0] - 2 * _EDGE
_TITLE, _CARDS, _FIGURE, _FOOT = (18, 48), (70, 104), (178, 502), (686, 24)
_FIGURE_ALONE = (74, 606)  # of a lab without cards
_FALLBACK_SCALE = 2  # of the PNG for programs that draw no SVG


def deck(subjects: Sequence[Subject], look: Look) -> bytes:
    """Return a .pptx, 16:9, with a slide for each subject.

    Of ``look`` the theme, the language and the caption count; the figure is composed for the place
    it has on the slide. Its letters are shapes, since the font is on no other machine.
    """
    *_slides, data = making(subjects, look)
    return data


def making(subjects: Sequence[Subject], look: Look) -> Iterator[bytes]:
    """Make a deck slide by slide: yields nothing after each, and all of it with the last.

    Between slides the language in use is the window's.
    """
    made = pptx.Presentation()
    _widen(made)
    set_fonts(made)
    with speaking(look.language):
        properties = made.core_properties
        properties.author = properties.last_modified_by = APP_NAME
        properties.title = spoken(msg("Export", "KV Lab: figures for slides"))
    for i, shown in enumerate(subjects, 1):
        with speaking(look.language):
            _add_slide(made, shown, look)
        if i < len(subjects):
            yield b""
    out = io.BytesIO()
    made.save(out)
    yield out.getvalue()


def _emu(pixels: float) -> Emu:
    return Emu(round(pixels * 9525))  # English metric units, 914 400 in an inch


def _widen(made: Presentation) -> None:
    """Bring the template's 4:3 master and layouts to 16:9."""
    width, height = (_emu(side) for side in SLIDE)
    across, down = width / (made.slide_width or width), height / (made.slide_height or height)
    made.slide_width, made.slide_height = width, height
    for sheet in (made.slide_master, *made.slide_layouts):
        for shape in sheet.shapes:
            shape.left, shape.width = (Emu(round(x * across)) for x in (shape.left, shape.width))
            shape.top, shape.height = (Emu(round(y * down)) for y in (shape.top, shape.height))


def _add_slide(made: Presentation, shown: Subject, look: Look) -> None:
    lab, metrics = shown.lab, shown.outcome.metrics
    page = _Page(made.slides.add_slide(made.slide_layouts[_TITLE_ONLY]), look)
    page.title(f"{lab.order:02d}  {text(lab.title())}")
    cards = lab.cards(shown.values, metrics)
    for i, card in enumerate(cards):
        box = page.box(_CARDS, i, len(cards))
        page.write(box, text(card.value), points=24, tone=card.tone, bold=True)
        page.write(box, _card_words(card), points=13.5)
    page.figure(shown, _FIGURE if cards else _FIGURE_ALONE)
    if look.caption:
        page.write(page.box(_FOOT), caption_words(shown, titled=False), points=10.5)
    page.notes(_notes(shown))


def _card_words(card: Card) -> str:
    label = text(card.label)
    return label if card.sub is None else f"{label} · {text(card.sub)}"


def _notes(shown: Subject) -> str:
    """Return what the page says in words: claim, notes and source, with markup."""
    lab, values = shown.lab, shown.values
    paragraphs = lab.notes(values, shown.outcome.metrics)
    words = [f"{text(p.heading)}\n{text(p.body)}" for p in paragraphs]
    return "\n\n".join([text(lab.claim(values)), *words, text(lab.footer(values, shown.source))])


class _Page:
    """One slide that is being made."""

    def __init__(self, slide: Slide, look: Look) -> None:
        self._slide, self._look = slide, look
        self._theme: Theme = themes.make(look.theme)
        ground = slide.background.fill
        ground.solid()
        ground.fore_color.rgb = colour(self._theme, "paper")

    def title(self, words: str) -> None:
        """Write the slide's title: the one that the outline of the deck shows."""
        shape = self._slide.shapes.title
        self._put(shape, _TITLE)
        self.write(shape, words, points=28, tone="ink", bold=True)

    def box(self, place: _Place, index: int = 0, count: int = 1) -> Any:
        """Return a new box for text: the part ``index`` of ``count`` across the slide."""
        shape = self._slide.shapes.add_textbox(Emu(0), Emu(0), Emu(0), Emu(0))
        self._put(shape, place, index, count)
        return shape

    @staticmethod
    def _put(shape: Any, place: _Place, index: int = 0, count: int = 1) -> None:
        top, height = place
        width = (_WIDTH + _GAP) / count
        shape.left, shape.width = _emu(_EDGE + index * width), _emu(width - _GAP)
        shape.top, shape.height = _emu(top), _emu(height)
        frame = shape.text_frame
        frame.word_wrap = True
        frame.auto_size = MSO_AUTO_SIZE.TEXT_TO_FIT_SHAPE
        frame.vertical_anchor = MSO_ANCHOR.TOP
        frame.margin_left = frame.margin_right = frame.margin_top = frame.margin_bottom = Emu(0)

    def write(
        self, shape: Any, markup: str, *, points: float, tone: str = "muted", bold: bool = False
    ) -> None:
        """Write a text into a shape, under what is in it."""
        frame = shape.text_frame
        paragraph = frame.add_paragraph() if frame.text else frame.paragraphs[0]
        paragraph.alignment = PP_ALIGN.LEFT
        write_paragraph(paragraph, markup, self._theme, points=points, tone=tone, bold=bold)

    def figure(self, shown: Subject, place: _Place) -> None:
        """Put the figure on the slide: a picture, and vectors for programs that draw them."""
        top, height = place
        look = replace(
            self._look,
            what="figure",
            size=(_WIDTH, height),
            scale=_FALLBACK_SCALE,
            type_size=Look().text_size,
            edge=0,
            caption=False,
            outlines=True,
        )
        fallback = io.BytesIO(encode(shown, look, "png"))
        image: Any = self._slide.shapes.add_picture(
            fallback, _emu(_EDGE), _emu(top), _emu(_WIDTH), _emu(height)
        )
        named = image._element.nvPicPr.cNvPr
        named.set("descr", spoken(shown.outcome.figure.description))
        named.set("name", spoken(shown.lab.tab()))
        add_vectors(self._slide, image, encode(shown, look, "svg"))

    def notes(self, markup: str) -> None:
        """Write what stands under the slide for the one who speaks."""
        frame = self._slide.notes_slide.notes_text_frame
        assert frame is not None  # the library's template has one
        first, *others = markup.split("\n")
        add_runs(frame.paragraphs[0], first)
        for line in others:
            add_runs(frame.add_paragraph(), line)
