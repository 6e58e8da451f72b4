"""What is exported, and how it is to look: plain data."""

from __future__ import annotations

from dataclasses import dataclass, replace
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

    ``size`` is that of the whole picture, caption included, in units that ``scale`` turns into
    pixels: the figure is composed for it. ``type_size`` is the factor of all text sizes, ``None``
    what can be read from the back row (a figure) or what the page has (100 %). ``language`` is
    ``zh``, ``en``, or ``""`` for the one in use. ``outlines`` draws the letters of an SVG as
    shapes, for programs that lack the font. ``edge`` is the paper round a figure, in pixels at
    100 %. ``edge`` is the paper round a figure, in pixels at 100 %.
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
        if self.what == "page":
            return 1.0
        share = min(self.size[0] / SLIDE[0], self.size[1] / SLIDE[1])
        return round(_SLIDE_TYPE * share, 3)

    def of_size(self, width: int, height: int) -> Look:
        """Return the look at another size, with letters of the same size."""
        return replace(self, size=(width, height), type_size=self.text_size)
