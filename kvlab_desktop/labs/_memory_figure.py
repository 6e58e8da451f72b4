"""Lab 04's main picture: bars of bytes against the card's line, and the arithmetic below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..core.figure import Axis, Bars, Figure, Floats, Mark, Note, Panel, Rule, Segments, Tick
from ..core.params import Value
from ..core.text import Msg, msg
from ..core.units import gibibytes, gigabytes, integer, percent
from ..numerics.cache_plan import Plan
from ._memory_formula import formulas, naive_lines, totals
from ._memory_models import short_name
from ._memory_numbers import Load
from ._memory_rows import Row, ghosts, widths

# In capacities of the card: the axis ends here, and a longer bar is cut here by a slit this wide.
# What is left of the axis is room for the number at the bar's end.
AXIS, LONGEST, SLIT = 1.5, 1.2, 0.012
THICK = 0.64  # of a bar
MOST_FORMULAS = 2  # a model with more kinds of layers has them in the layers view


def bars_figure(load: Load) -> Figure:
    """Return the bars of the bit widths and of other kinds of attention, with the formulas.

    The axis belongs to the card, so it stays put while sliders move: the full row is one card.
    A bar beyond it is drawn beyond it, and cut where it would leave the picture. A low window
    shows one of the panels.
    """
    rows = widths(load)
    shares = (
        ("bars", msg("MemoryLab", "Bars")),
        ("others", msg("MemoryLab", "Others")),
        ("sums", msg("MemoryLab", "Formula")),
    )
    panels = (_widths_panel(load, rows), _others_panel(load, ghosts(load)), _sums_panel(load))
    return Figure(panels, _description(load, rows), shares)


def _description(load: Load, rows: Sequence[Row]) -> Msg:
    chosen = next((row for row in rows if row.key == load.plan.bits), rows[0])
    return msg(
        "MemoryLab",
        "Bars of the cache of {name} for {requests} × {tokens} tokens: {most} at {first} bits, "
        "{least} at {last} bits; chosen: {bits} bits, {size}. The line: {line}.",
        name=load.plan.shape.name,
        requests=load.plan.requests,
        tokens=integer(load.plan.tokens),
        most=gigabytes(rows[0].size),
        first=rows[0].key,
        least=gigabytes(rows[-1].size),
        last=rows[-1].key,
        bits=chosen.key,
        size=gigabytes(chosen.size),
        line=_line_text(load),
    )


def usable(plan: Plan) -> float:
    """Return the bytes of one card that may be used."""
    return plan.capacity_bytes * plan.utilization


def _line_text(load: Load) -> Msg:
    plan, card = load.plan, load.card
    room = usable(plan)
    if plan.utilization < 1:
        return msg(
            "MemoryLab",
            "{share} of one {card}: {gb} = {gib}",
            share=percent(plan.utilization),
            card=short_name(card),
            gb=gigabytes(room),
            gib=gibibytes(room),
        )
    if plan.tp > 1:
        return msg(
            "MemoryLab",
            "each of {cards} × {card}: {gb} = {gib}",
            cards=plan.tp,
            card=short_name(card),
            gb=gigabytes(room),
            gib=gibibytes(room),
        )
    return msg(
        "MemoryLab",
        "one {card}: {gb} = {gib}, sold as {label} GB",
        card=short_name(card),
        gb=gigabytes(room),
        gib=gibibytes(room),
        label=card.label_gigabytes,
    )


def _widths_panel(load: Load, rows: Sequence[Row]) -> Panel:
    plan, at = load.plan, np.arange(len(rows), dtype=np.float64)
    here = next((i for i, row in enumerate(rows) if row.key == plan.bits), None)
    ends, base = _ends(load, rows), _base(load)
    name = Note(id="line_name", x=0.99 * usable(plan), y=at[-1] + 0.95, text=_line_text(load),
                anchor=(1, 0.5),
                size="small", tone="bad")  # fmt: skip
    bars = Bars(
        id="widths", keys=tuple(row.key for row in rows), sets="bits", picked=here, tone="faint",
        at=at, size=_cut(plan, ends), base=base, width=THICK, lying=True,
        texts=tuple(row.text for row in rows),
    )  # fmt: skip
    marks: list[Mark] = [_track(plan, at), *_weights(load, at), bars]
    if here is not None:
        only = slice(here, here + 1)
        marks.append(
            replace(bars, id="chosen", keys=(rows[here].key,), picked=None, tone="accent",
                    at=at[only], size=bars.size[only], texts=())
        )  # fmt: skip
    marks += [*_beyond(plan, ends, at), _line(plan), name]
    return Panel(
        "bars", tuple(marks), weight=6, share="bars", x=_across(plan),
        y=_down(rows, plan.bits, room=1.4),
    )  # fmt: skip


def _others_panel(load: Load, rows: Sequence[Row]) -> Panel:
    plan, at = load.plan, np.arange(len(rows), dtype=np.float64)
    ends = _ends(load, rows)
    bars = Bars(
        id="others", keys=tuple(row.key for row in rows), tone="ghost", at=at,
        size=_cut(plan, ends), base=_base(load), width=THICK, lying=True,
        texts=tuple(row.text for row in rows),
    )  # fmt: skip
    marks = (_track(plan, at), *_weights(load, at, named=False), bars, *_beyond(plan, ends, at),
             _line(plan))  # fmt: skip
    return Panel("others", marks, row=1, weight=3, share="others", x=_across(plan),
                 y=_down(rows, None, room=0.5))  # fmt: skip


def _across(plan: Plan) -> Axis:
    return Axis(0, AXIS * plan.capacity_bytes, ticks=())


def _down(rows: Sequence[Row], chosen: object, room: float) -> Axis:
    ticks = tuple(Tick(i, row.label, strong=row.key == chosen) for i, row in enumerate(rows))
    return Axis(-0.5, len(rows) - 1 + room, ticks=ticks, flipped=True)


def _line(plan: Plan) -> Rule:
    return Rule(id="line", way="v", tone="bad", at=usable(plan))


def _track(plan: Plan, at: Floats) -> Bars:
    room = np.full(at.size, usable(plan))
    return Bars(id="card", tone="line", at=at, size=room, width=THICK, lying=True)


def _weights_bytes(load: Load) -> float:
    """Return the bytes of weights on one card; 0 where they are not counted or not known."""
    return float(load.metrics["weights_bytes"] or 0) / load.plan.tp


def _weights(load: Load, at: Floats, *, named: bool = True) -> tuple[Mark, ...]:
    weights = _weights_bytes(load)
    if not weights:
        return ()
    name = msg("MemoryLab", "weights: {size}", size=gigabytes(weights)) if named else None
    ends = _cut(load.plan, np.full(at.size, weights))
    return (
        Bars(id="weights", tone="muted", at=at, size=ends, width=THICK, lying=True, label=name),
    )


def _cut(plan: Plan, ends: Floats) -> Floats:
    return np.minimum(ends, LONGEST * plan.capacity_bytes)


def _base(load: Load) -> float:
    """Return where bars begin: behind the weights."""
    return min(_weights_bytes(load), LONGEST * load.plan.capacity_bytes)


def _ends(load: Load, rows: Sequence[Row]) -> Floats:
    """Return where bars end, before they are cut."""
    return _weights_bytes(load) + np.array([row.size for row in rows], dtype=np.float64)


def _beyond(plan: Plan, ends: Floats, at: Floats) -> tuple[Mark, ...]:
    """Return what lies behind the line, and slits through the bars that were cut."""
    over, cut = ends > usable(plan), ends > LONGEST * plan.capacity_bytes
    slit = np.repeat(LONGEST * plan.capacity_bytes * (1 - np.array([5, 3]) * SLIT), cut.sum())
    middle = np.tile(at[cut], 2)
    lean = SLIT * plan.capacity_bytes
    return (
        Bars(id="beyond", tone="bad", hatched=True, at=at[over], size=_cut(plan, ends[over]),
             base=usable(plan), width=THICK, lying=True),
        Segments(id="slits", tone="paper", width=3, x0=slit - lean, x1=slit + lean,
                 y0=middle + 0.45, y1=middle - 0.45),
    )  # fmt: skip


def _sums_panel(load: Load) -> Panel:
    """Return the formula with its numbers, the totals, and what a naive calculator says."""
    terms = formulas(load.cache)
    shown = list(terms[:MOST_FORMULAS])
    if len(terms) > MOST_FORMULAS:
        more = len(terms) - MOST_FORMULAS
        shown[-1] = msg("MemoryLab", "{formula}; {more} more under Layers",
                        formula=shown[-1], more=more)  # fmt: skip
    lines = [*shown, *totals(load), *naive_lines(load)]
    marks = tuple(
        Note(id=f"sum_{i}", x=0, y=i, text=line, anchor=(0, 0.5),
             tone="ink" if i < len(shown) else "muted")
        for i, line in enumerate(lines)
    )  # fmt: skip
    bare = Axis(shown=False)
    # the same room whatever is said, so that the bars stay put
    rows = Axis(-0.6, MOST_FORMULAS + 3.6, shown=False, flipped=True)
    return Panel("sums", marks, row=2, weight=3.9, share="sums", x=bare, y=rows)


def bar_hover(load: Load, mark: str, key: Value) -> Msg | None:
    """Return the exact size of a bar."""
    if mark not in ("widths", "chosen", "others"):
        return None
    rows = (*widths(load), *ghosts(load))
    row = next((row for row in rows if row.key == key), None)
    if row is None:
        return None
    return msg(
        "MemoryLab",
        "{label}: {bytes} B on one card, {gb} = {gib}",
        label=row.label,
        bytes=integer(row.size),
        gb=gigabytes(row.size),
        gib=gibibytes(row.size),
    )
