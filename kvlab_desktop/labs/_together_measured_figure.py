"""The picture of what was measured beforehand: curves above a table."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np

from ..core import units
from ..core.figure import (
    Axis,
    Cell,
    Column,
    Figure,
    Floats,
    Line,
    Mark,
    Panel,
    Table,
    Text,
    Tick,
    Tone,
)
from ..core.params import Values
from ..core.text import Msg, msg, verbatim
from ..sources.measured import Measured, Stored
from ._together_measured import ALL, CURVES, RECENT, curve, curve_of, curve_text, extras, rows

LEAST_KL, MOST_KL = -4, 1  # powers of ten; a KL that was rounded to 0 lies on the lower edge
SLACK = 0.3  # below the lower edge, so that its points can be seen
_HEIGHTS: dict[str, Callable[[Measured], float]] = {
    "kl": lambda one: max(math.log10(one.kl_nats or 10.0**LEAST_KL), LEAST_KL),
    "top1": lambda one: one.top1_kept,
}


def measured_figure(values: Values) -> Figure:
    """Return the curves above the table; a click on a point chooses its bits."""
    text, bits = curve_text(values), int(values["bits"])
    powers = tuple(Tick(p, f"10^{{{p}}}" if p else "1") for p in range(LEAST_KL, MOST_KL + 1))
    shares = tuple(Tick(share / 100, f"{share}%") for share in range(0, 101, 25))
    x = Axis(2, 9.5, label=msg("TogetherLab", "stored bits per value"))
    bare = Axis(shown=False)
    panels = (
        Panel("kl", _lines("kl", text, bits), share="curves", x=x,
              y=Axis(LEAST_KL - SLACK, MOST_KL, ticks=powers),
              title=msg("TogetherLab", "KL of the next word (nat)")),
        Panel("top1", _lines("top1", text, bits), col=1, share="curves", x=x,
              y=Axis(0, 1.05, ticks=shares),
              title=msg("TogetherLab", "Likeliest next word kept")),
        Panel("table", (table(str(values["rows"]), str(values["text"])),), row=1, span=2,
              weight=1.2, x=bare, y=bare),
    )  # fmt: skip
    # in a low window the table stands alone, or below the curves
    switch = (("table", msg("TogetherLab", "Table")), ("curves", msg("TogetherLab", "Curves")))
    return Figure(panels, _description(text), switch)


def curve_name(name: str) -> Msg:
    """Return what a curve is called."""
    return {
        "per_token": msg("TogetherLab", "per token, groups of 64"),
        "kivi": msg("TogetherLab", "KIVI, groups of 32"),
        "protected": msg("TogetherLab", "KIVI, sink and last 32 in fp16"),
    }[name]


def _legend(name: str) -> Msg:
    return {
        "per_token": msg("TogetherLab", "per token"),
        "kivi": msg("TogetherLab", "KIVI groups"),
        "protected": msg("TogetherLab", "KIVI + sink + last 32"),
    }[name]


def _lines(panel: str, text: str, bits: int) -> tuple[Mark, ...]:
    tones: dict[str, Tone] = {"per_token": "bad", "kivi": "accent", "protected": "good"}
    marks = []
    for name in CURVES:
        widths = [one.bits for one in curve(name, text)]
        x, y = _points(panel, name, text)
        marks.append(
            Line(id=f"{panel}_{name}", keys=tuple(widths), sets="bits", dots=True, width=2,
                 picked=widths.index(bits) if bits in widths else None, tone=tones[name],
                 x=x, y=y, label=_legend(name) if panel == "kl" else None)
        )  # fmt: skip
    return tuple(marks)


@lru_cache(maxsize=16)
def _points(panel: str, name: str, text: str) -> tuple[Floats, Floats]:
    found = curve(name, text)
    x = np.array([one.bits_effective for one in found])
    return x, np.array([_HEIGHTS[panel](one) for one in found])


def _description(text: str) -> Msg:
    two = [next((one for one in curve(name, text) if one.bits == 2), None) for name in CURVES]
    worst, kivi, best = ("—" if one is None else units.number(one.kl_nats, 3) for one in two)
    return msg(
        "TogetherLab",
        "Curves of the KL and of the likeliest next word against stored bits, and a table. KL at "
        "2 bits: {worst} per token, {kivi} with KIVI groups, {best} with the sink and the last 32 "
        "tokens in fp16 as well.",
        worst=worst,
        kivi=kivi,
        best=best,
    )


# --- the table


@lru_cache(maxsize=16)
def table(sides: str, text: str) -> Table:
    """Return the table; a click on a head sorts by it."""
    columns = [
        Column("bits", msg("Words", "bits"), sort=True),
        Column("k", verbatim("K"), sort=True),
        Column("v", verbatim("V"), sort=True),
        Column("besides", msg("TogetherLab", "besides"), sort=True),
        Column("bits_effective", msg("TogetherLab", "cost"), sort=True),
        Column("loss_change", msg("TogetherLab", "loss"), sort=True),
        Column("kl_nats", verbatim("KL"), sort=True),
        Column("top1_kept", msg("TogetherLab", "top-1"), sort=True),
    ]
    if text == ALL:
        columns.append(Column("tokens", msg("TogetherLab", "tokens"), sort=True))
    found = rows(sides, text)
    cells = tuple(_cells(one)[: len(columns)] for one in found)
    return Table(id="measured", keys=tuple(range(len(found))), columns=tuple(columns), rows=cells,
                 compact=False)  # fmt: skip


def _cells(one: Measured) -> tuple[Cell, ...]:
    tone: Tone = "good" if curve_of(one) == "protected" else "ink"
    return (
        Cell(str(one.bits), one.bits, tone),
        _side(one.k),
        _side(one.v),
        Cell(_besides(one), " ".join(extras(one))),
        Cell(units.trimmed(one.bits_effective, 3), one.bits_effective),
        Cell(signed(one.loss_change), one.loss_change),
        Cell(f"{one.kl_nats:.4f}", one.kl_nats, tone),
        Cell(units.percent(one.top1_kept), one.top1_kept),
        Cell(units.integer(one.tokens), one.tokens),
    )


def signed(value: float) -> str:
    """Return a change with its sign, as exact as it was measured."""
    return f"{value:+.4f}".replace("-", units.MINUS) if value else "0"


def _side(side: Stored | None) -> Cell:
    """Return who shares a scale, in short: a row of 64 channels, a column of 32 tokens."""
    if side is None:
        return Cell(verbatim("fp16"), "", "muted")
    text: Text = msg("TogetherLab", "row {group}", group=side.group)
    if side.axis == "per_channel":
        text = msg("TogetherLab", "column {group}", group=side.group)
        if side.group is None:
            text = msg("TogetherLab", "whole column")
    # a whole column stands behind the longest group
    return Cell(text, f"{side.axis} {side.group or 9999:04}")


def _besides(one: Measured) -> Msg:
    """Return what is done besides grouping in the field's own signs, explained in a note."""
    signs: dict[str, Text] = {
        "before_rope": msg("TogetherLab", "pre"),
        "rotated": msg("TogetherLab", "Hadamard"),
        "mean_removed": msg("TogetherLab", "K − mean"),
        "sparse": "1%",
        "sink": msg("TogetherLab", "sink"),
        "recent": f"R={RECENT}",
    }
    done = extras(one)
    joined = " + ".join(f"{{{name}}}" for name in done)
    return verbatim(joined or "—").with_args(**{name: signs[name] for name in done})


def measured_hover(mark: str, key: int, values: Values) -> Msg | None:
    """Return a row of the table, or a point of a curve, in a sentence."""
    if mark == "measured":
        found = rows(str(values["rows"]), str(values["text"]))
        return _sentence(found[key]) if 0 <= key < len(found) else None
    points = curve(mark.partition("_")[2], curve_text(values))
    return next((_sentence(one) for one in points if one.bits == key), None)


def _sentence(one: Measured) -> Msg:
    return msg(
        "TogetherLab",
        "{bits} bits, K {k_bits} and V {v_bits} per value, text of {tokens} tokens: loss {loss}, "
        "KL {kl}, likeliest word kept {kept}",
        bits=one.bits,
        k_bits=units.trimmed(one.k_bits),
        v_bits=units.trimmed(one.v_bits),
        tokens=units.integer(one.tokens),
        loss=signed(one.loss_change),
        kl=f"{one.kl_nats:.4f}",
        kept=units.percent(one.top1_kept),
    )
