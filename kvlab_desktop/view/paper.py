"""A text to keep or print, as data, and how it becomes a file: HTML or PDF, by its ending.

Texts are in the user's language already, with the markup of :mod:`core.text`. Papers are always
light: they are read on white.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtGui import QImage

from ..core.text import Msg
from . import store

ENDINGS = (".html", ".pdf")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1 to 3; ``link`` is what a click on it tells (in a dialog only)."""

    text: str
    level: int = 2
    link: str = ""


@dataclass(frozen=True, slots=True)
class Para:
    """A paragraph in a tone of the theme."""

    text: str
    tone: str = "ink"


@dataclass(frozen=True, slots=True)
class Fields:
    """Names with their values, a line each."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture with the words that stand for it where it cannot be seen."""

    image: QImage
    words: str


Part = Heading | Para | Fields | Figure


@dataclass(frozen=True, slots=True)
class Paper:
    """A whole text; its title is a heading of its own. ``language`` is a code of HTML."""

    title: str
    language: str
    parts: tuple[Part, ...]


def write_paper(paper: Paper, path: Path) -> Msg | None:
    """Write a paper in the form of the path's ending, all or nothing; return what went wrong."""
    if path.suffix.lower() == ".pdf":
        from .paper_pdf import pdf

        return store.save_bytes(pdf(paper), path)
    from .paper_html import page

    return store.save_bytes(page(paper).encode("utf-8", "replace"), path)
