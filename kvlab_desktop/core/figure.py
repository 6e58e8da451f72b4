"""The picture as data: panels with axes, and marks in them.

A lab returns a :class:`Figure`; the view turns it into items that are made once and kept. Marks
compare by identity, since they hold arrays. Positions are data coordinates unless said otherwise.

A mark that names a parameter in ``sets`` can be picked: a click, an arrow key or a drag on its
item *i* writes ``keys[i]`` into that parameter. It is the only way from the picture back to the
values, the same for a dot, a bar of a chain or a capacity line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from .params import Value
from .text import Msg

Floats = NDArray[np.floating]
Tone = Literal["ink", "muted", "line", "faint", "k", "v", "good", "bad", "accent", "ghost", "paper"]
Text = Msg | str
Direction = Literal["h", "v"]


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled place on an axis; ``strong`` marks the current one."""

    at: float
    label: Text
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis of a panel: a fixed range, never fitted to the data while a slider moves.

    ``ticks=None`` lets the view choose; ``shown=False`` leaves the axis out; ``flipped`` puts
    ``low`` at the far end (row 0 of a matrix on top).
    """

    low: float = 0
    high: float = 1
    label: Msg | None = None
    ticks: tuple[Tick, ...] | None = None
    shown: bool = True
    flipped: bool = False


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Mark:
    """What all marks share: an id within the panel, keys of the items, and what a pick sets.

    ``label`` is the legend's entry (``None``: none). ``picked`` is the index of the chosen item.
    """

    id: str
    keys: tuple[Value, ...] = ()
    sets: str | None = None
    picked: int | None = None
    tone: Tone = "ink"
    label: Msg | None = None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Bars(Mark):
    """Bars from ``base`` to ``size`` at ``at``, ``width`` wide; vertical unless ``lying``.

    ``hatched`` draws a pattern as well, for what must not rest on colour alone. ``texts`` stand at
    the bars' ends.
    """

    at: Floats
    size: Floats
    width: float = 0.8
    base: float = 0.0
    lying: bool = False
    hatched: bool = False
    texts: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Dots(Mark):
    """Round points, ``size`` pixels across; ``hollow`` draws only their rim."""

    x: Floats
    y: Floats
    size: float = 12
    hollow: bool = False


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Segments(Mark):
    """Separate straight lines from (x0, y0) to (x1, y1), all arrays of one length."""

    x0: Floats
    y0: Floats
    x1: Floats
    y1: Floats
    width: float = 1.5
    dashed: bool = False


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Line(Mark):
    """A curve through points; ``end`` is written beside its last point."""

    x: Floats
    y: Floats
    width: float = 1.5
    dashed: bool = False
    dots: bool = False
    end: Text | None = None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Rule(Mark):
    """One line across the panel (``way='h'`` lies at y = ``at``), with a text at its end."""

    at: float
    way: Direction = "h"
    dashed: bool = True
    text: Text | None = None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Band(Mark):
    """A shaded range across the panel (``way='h'``: between two y)."""

    low: float
    high: float
    way: Direction = "h"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Heat(Mark):
    """A matrix as colours: ``values[row, column]``, rows downward from ``(x0, y0)``.

    ``low`` and ``high`` fix the colour scale, so that maps which are compared share it.
    """

    values: Floats
    low: float
    high: float
    colours: Literal["viridis", "inferno"] = "viridis"
    x0: float = 0
    y0: float = 0


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Boxes(Mark):
    """Rectangles with a text in or under each; ``true_area`` keeps one scale for both axes."""

    x: Floats
    y: Floats
    w: Floats
    h: Floats
    tones: tuple[Tone, ...] = ()
    texts: tuple[Text, ...] = ()
    true_area: bool = False


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Note(Mark):
    """A text at a place; ``anchor`` is which point of it lies there (0…1 across, 0…1 down)."""

    x: float
    y: float
    text: Text
    anchor: tuple[float, float] = (0.5, 0.5)
    size: Literal["small", "body", "strong"] = "body"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; ``sort`` allows sorting by it."""

    id: str
    head: Text
    sort: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its text, its tone, whether it is the better of those it is compared with.

    ``value`` is what sorting and the CSV use; ``note`` is small text beside the main one.
    """

    text: Text
    value: float | str | None = None
    tone: Tone = "ink"
    best: bool = False
    note: Text | None = None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Table(Mark):
    """A table; ``rows[i]`` has one cell per column and belongs to ``keys[i]``."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    compact: bool = True


@dataclass(frozen=True, slots=True)
class BitGroup:
    """A run of bits with one meaning, highest bit first, and what they say."""

    label: Text
    bits: str
    tone: Tone
    meaning: Text = ""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Bits(Mark):
    """Numbers as boxes of bits: each line is a heading, its groups, and what they make."""

    lines: tuple[tuple[Text, tuple[BitGroup, ...], Text], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """One part of a figure: its place in the grid, its axes, and its marks from back to front.

    ``row``, ``col``, ``span`` (columns) place it; ``weight`` is its share of the height;
    ``share`` names what it belongs to (panels of one matrix), for a window too low for all.
    """

    id: str
    marks: tuple[Mark, ...]
    row: int = 0
    col: int = 0
    span: int = 1
    weight: float = 1
    stretch: float = 1
    title: Msg | None = None
    x: Axis = field(default_factory=Axis)
    y: Axis = field(default_factory=Axis)
    share: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """A whole picture and a sentence or two that describe it to a screen reader.

    ``shares`` are the labels of the switch between groups of panels in a low window.
    """

    panels: tuple[Panel, ...]
    description: Msg
    shares: tuple[tuple[str, Msg], ...] = ()


def as_data(thing: object) -> object:
    """Return a figure (or any part of it) as plain lists, numbers and English text.

    Arrays become lists of floats rounded to nine significant digits. Used by the CSV and JSON
    exports and by tests that compare pictures as text.
    """
    if isinstance(thing, Msg):
        return str(thing)
    if isinstance(thing, np.ndarray):
        return [as_data(v) for v in thing.tolist()]
    if isinstance(thing, np.generic):
        return as_data(thing.item())
    if isinstance(thing, float):
        return float(f"{thing:.9g}")
    if is_dataclass(thing) and not isinstance(thing, type):
        data = {f.name: as_data(getattr(thing, f.name)) for f in fields(thing)}
        return {"type": type(thing).__name__} | data
    if isinstance(thing, Mapping):
        return {str(k): as_data(v) for k, v in thing.items()}
    if isinstance(thing, Sequence) and not isinstance(thing, str):
        return [as_data(v) for v in thing]
    return thing
