"""The pictures of the lab that is not shipped: every kind of mark in every kind of panel."""

from __future__ import annotations

import numpy as np

from kvlab_desktop.core import figure as fig
from kvlab_desktop.core.figure import Axis, Cell, Column, Panel, Tick, Tone
from kvlab_desktop.core.params import Values
from kvlab_desktop.core.text import msg, verbatim

COUNT = 6
TONES: tuple[Tone, ...] = ("k", "v", "good", "bad", "accent", "ghost")


def everything(values: Values) -> fig.Figure:
    """Return a figure with every kind of mark and every kind of panel."""
    picked = int(values["picked"])
    chosen = picked if picked >= 0 else None
    panels = (_marks(values, chosen), _maps(values), _areas(), _bits(), _table(chosen))
    shares = (("left", verbatim("Left")), ("right", verbatim("Right")))
    return fig.Figure(
        panels, msg("Seventh", "Every mark at {bits} bits", bits=values["bits"]), shares
    )


def few(values: Values) -> fig.Figure:
    """Return another figure that reuses the id of a panel for other marks."""
    at = np.arange(float(COUNT))
    lying = fig.Bars(
        id="bars",
        at=at,
        size=at * int(values["bits"]) / 8 + 1,
        lying=True,
        tone="accent",
        texts=tuple(f"{v:.0f}" for v in at),
    )
    panel = Panel("marks", (lying,), x=Axis(0, 8), y=Axis(-1, COUNT, flipped=True))
    return fig.Figure((panel,), msg("Seventh", "Lying bars"))


def _marks(values: Values, chosen: int | None) -> Panel:
    at = np.arange(float(COUNT))
    height = float(values["shrink"]) * (at + 1) / COUNT * int(values["bits"]) / 8
    low = np.full(COUNT, 0.1)
    keys = tuple(range(COUNT))
    marks = (
        fig.Band(id="band", low=0.7, high=0.8, tone="good", label=verbatim("band")),
        fig.Bars(
            id="bars",
            at=at,
            size=height,
            width=0.4,
            hatched=True,
            tone="bad",
            label=verbatim("bars"),
            keys=keys,
            sets="picked",
            picked=chosen,
        ),
        fig.Bars(id="texts", at=at + 0.4, size=low, width=0.2, texts=tuple("abcdef")),
        fig.Segments(
            id="segments", x0=at, y0=low, x1=at + 0.3, y1=height, dashed=True, tone="muted"
        ),
        fig.Line(
            id="line",
            x=at,
            y=1 - height,
            tone="k",
            dots=True,
            end=verbatim("end"),
            label=verbatim("line"),
        ),
        fig.Rule(id="across", at=0.5, text=verbatim("half"), tone="muted"),
        fig.Rule(id="upright", at=2.5, way="v", dashed=False, text=verbatim("here")),
        fig.Dots(id="dots", x=at, y=1.1 + 0 * at, keys=keys, sets="picked", picked=chosen),
        fig.Dots(id="hollow", x=at + 0.5, y=1.1 + 0 * at, hollow=True, size=6),
        fig.Note(
            id="note",
            x=2.0,
            y=0.9,
            text=msg("Seventh", "note 2^{{power}}", power=3),
            size="strong",
            anchor=(0, 1),
        ),
    )
    ticks = tuple(Tick(i, f"t{i}", strong=i == chosen) for i in range(COUNT))
    return Panel(
        "marks",
        marks,
        span=2,
        weight=2,
        title=verbatim("Marks"),
        share="left",
        x=Axis(-0.5, COUNT, ticks=ticks),
        y=Axis(0, 1.25, verbatim("height")),
    )


def _maps(values: Values) -> Panel:
    rows = int(values["rows"])
    heat = np.add.outer(np.arange(float(rows)), np.arange(48.0))
    mark = fig.Heat(
        id="heat",
        values=heat,
        low=0,
        high=rows + 47.0,
        x0=16,
        colours="inferno" if values["colours"] == "inferno" else "viridis",
    )
    return Panel(
        "maps",
        (mark,),
        col=2,
        title=verbatim("Map"),
        share="right",
        x=Axis(16, 64),
        y=Axis(0, rows, flipped=True),
    )


def _areas() -> Panel:
    side = np.array([8.0, 4.0, 2.0])
    boxes = fig.Boxes(
        id="boxes",
        x=np.array([0.0, 9.0, 14.0]),
        y=np.zeros(3),
        w=side,
        h=side,
        tones=TONES[:3],
        texts=("64", "16", "4"),
        true_area=True,
        picked=1,
    )
    return Panel("areas", (boxes,), row=1, x=Axis(0, 18, shown=False), y=Axis(-2, 9, shown=False))


def _bits() -> Panel:
    groups = (
        fig.BitGroup(verbatim("sign"), "0", "muted", "+"),
        fig.BitGroup(verbatim("exponent"), "01111", "accent", "2^{0}"),
    )
    mark = fig.Bits(id="bits", lines=((verbatim("x"), groups, "= 1"),))
    hidden = Axis(shown=False)
    return Panel("bits", (mark,), row=1, col=1, span=2, x=hidden, y=hidden)


def _table(chosen: int | None) -> Panel:
    columns = (
        Column("name", "name", sort=True),
        Column("size", "size", sort=True),
        Column("better", verbatim("better")),
    )
    rows = tuple(
        (
            Cell(f"row {i}"),
            Cell(f"{9 - i}", 9.0 - i, note="note"),
            Cell("yes", best=i == 1, tone=TONES[i]),
        )
        for i in range(3)
    )
    table = fig.Table(
        id="table", columns=columns, rows=rows, keys=(0, 1, 2), sets="picked", picked=chosen
    )
    return Panel("table", (table,), row=2, span=3)
