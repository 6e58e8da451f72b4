"""What is chosen in the export dialog: plain data, which the preferences keep."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any

LANGUAGES = ("zh", "en")
#: a picture of letters as shapes is a form of its own for who chooses, and an SVG for who opens it
OUTLINES = "outlines"
NUMBERS = frozenset({"csv", "json"})
PIXELS = frozenset({"png", "gif"})
CUSTOM = "custom"
LEAST, MOST = (640, 400), 4096  # of a size that is typed
SCALES = (1, 2, 3, 4)


@dataclass(frozen=True)
class Format:
    """Sizes of a figure and of a page in units of 1/96 inch, and the factor of a figure's type.

    ``None`` is what can be read from the back row when the picture fills a slide.
    """

    figure: tuple[int, int]
    page: tuple[int, int]
    type_size: float | None = None


SIZES: Mapping[str, Format] = MappingProxyType(
    {
        "slide": Format((1280, 720), (1440, 810)),
        # larger letters would leave no room for what they stand beside
        "half": Format((640, 720), (900, 1012), 1.0),
        # as wide as the text of an A4 sheet, with letters of its footnotes
        "a4": Format((643, 416), (1120, 724), 0.8),
        "square": Format((900, 900), (1000, 1000), 1.1),
    }
)

#: what each choice may be
ALLOWED: Mapping[str, tuple[object, ...]] = MappingProxyType(
    {
        "what": ("figure", "page"),
        "size": (*SIZES, CUSTOM),
        "form": ("png", "svg", OUTLINES, "pdf", "pptx", "gif", "csv", "json"),
        "scale": SCALES,
        "theme": ("light", "dark", "projector"),
        "language": ("", *LANGUAGES, "both"),
    }
)


@dataclass(frozen=True)
class ExportChoices:
    """Each within :data:`ALLOWED`; ``width`` and ``height`` are those of a custom size.

    ``language`` may be ``""``, the window's; an empty ``name`` or ``folder`` is the usual one.
    """

    what: str = "figure"
    size: str = "slide"
    width: int = 1280
    height: int = 720
    form: str = "png"
    scale: int = 2
    theme: str = "light"
    language: str = ""
    caption: bool = True
    every_lab: bool = False
    name: str = ""
    folder: str = ""

    @property
    def ending(self) -> str:
        """What the names of the files end in."""
        return "svg" if self.form == OUTLINES else self.form

    @property
    def in_pixels(self) -> bool:
        """Whether the files are made of pixels, so that their scale counts."""
        return self.form in PIXELS

    @property
    def has_look(self) -> bool:
        """Whether the files show something; numbers have no colours and no language."""
        return self.form not in NUMBERS

    def languages(self, current: str) -> tuple[str, ...]:
        """Return the languages to write in, ``current`` being the window's."""
        if not self.has_look:
            return (current,)
        return LANGUAGES if self.language == "both" else (self.language or current,)

    def picture_size(self) -> tuple[int, int]:
        """Return the size of a picture in units of 1/96 inch."""
        if self.size == CUSTOM:
            return self.width, self.height
        chosen = SIZES[self.size]
        return chosen.page if self.what == "page" else chosen.figure


def understood(data: object) -> ExportChoices:
    """Return the choices that a file holds: what does not fit is the default."""
    usual, taken = ExportChoices(), dict[str, Any]()
    for field in fields(ExportChoices):
        value = data.get(field.name) if isinstance(data, dict) else None
        fits = type(value) is type(getattr(usual, field.name))
        if fits and value in ALLOWED.get(field.name, (value,)):
            taken[field.name] = value
    made = replace(usual, **taken)
    width, height = (
        min(max(side, least), MOST)
        for side, least in zip((made.width, made.height), LEAST, strict=True)
    )
    return replace(made, width=width, height=height)
