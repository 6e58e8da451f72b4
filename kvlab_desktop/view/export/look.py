"""What is exported, and how it is to look: plain data."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

from ...core.lab import Lab, Outcome
from ...core.params import Value, Values
from ...core.state import State, differences
from ...core.text import Msg, msg
from ...sources.catalog import source_text

#: a slide on a projector: at this size the smallest type is 18 pixels high
SLIDE = (1280, 720)
_SLIDE_TYPE = 1.5
_LARGEST = 32_000  # pixels along a side; Qt's raster painter ends at 32 767


class ExportError(RuntimeError):
    """A picture that could not be made or written; ``msg`` names the file and the cause."""

    def __init__(self, message: Msg) -> None:
        super().__init__(str(message))
        self.msg = message


@dataclass(frozen=True)
class Subject:
    """A lab at a setting: complete values, what they come to, and the state that reopens it."""

    lab: Lab
    source: Any
    values: Values
    outcome: Outcome
    state: State


def subject(lab: Lab, source: Any, values: Values, state: State | None = None) -> Subject:
    """Compute a lab at a setting, with what comes later; ``state`` is that of the lab alone."""
    complete: dict[str, Value] = lab.clamp(values, source)
    outcome = lab.compute(complete, source)
    if lab.later_key(complete) is not None:
        outcome = outcome.joined(lab.later(complete, source, lambda: False))
    if state is None:
        changed = differences(lab, complete, source)
        state = State(lab.id, source_text(source), {lab.id: changed})
    return Subject(lab, source, complete, outcome, state)


@dataclass(frozen=True)
class Look:
    """How a subject is to look.

    ``size`` is that of the whole picture, caption included; ``scale`` turns it into pixels. A
    figure is composed for a slide of that shape, with letters and lines that can be seen from the
    back row, and then brought to the size; a page, or a figure with a ``type_size`` of its own (the
    factor of all text sizes), is composed for the size itself. ``language`` is ``zh``, ``en``, or
    ``""`` for the one in use. ``outlines`` draws the letters of an SVG as shapes, for programs that
    lack the font. ``edge`` is the paper round a figure, in pixels at 100 %.
    """

    what: Literal["figure", "page"] = "figure"
    size: tuple[int, int] = SLIDE
    scale: float = 1
    theme: str = "light"
    language: str = ""
    caption: bool = True
    outlines: bool = False
    edge: int = 16
    type_size: float | None = None

    @property
    def pixels(self) -> tuple[int, int]:
        """The picture's size in pixels; raises :class:`ExportError` when no picture can have it."""
        width, height = (round(side * self.scale) for side in self.size)
        if max(width, height) > _LARGEST:
            raise ExportError(
                msg(
                    "Export",
                    "A picture of {width} × {height} pixels is too large",
                    width=width,
                    height=height,
                )
            )
        return width, height

    @property
    def text_size(self) -> float:
        """The factor of all text sizes."""
        if self.type_size is not None:
            return self.type_size
        return 1.0 if self.what == "page" else _SLIDE_TYPE

    @property
    def zoom(self) -> float:
        """How much larger the picture is than what it is composed for."""
        if self.what == "page" or self.type_size is not None:
            return 1.0
        return min(self.size[0] / SLIDE[0], self.size[1] / SLIDE[1])

    @property
    def units(self) -> tuple[int, int]:
        """The size that it is composed for, and that painters paint in."""
        return math.ceil(self.size[0] / self.zoom), math.ceil(self.size[1] / self.zoom)
