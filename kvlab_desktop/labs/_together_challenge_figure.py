"""The picture of the challenge: memory against the card, error against the budget."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from ..core import units
from ..core.figure import Axis, Bars, Figure, Floats, Mark, Note, Panel, Rule, Segments, Tick, Tone
from ..core.params import Values
from ..core.text import Msg, msg
from ..numerics.cache_format import BIT_WIDTHS
from ..sources.models import accelerator
from ._memory_models import short_name
from ._together_challenge import BOTH, FIDELITY, MEMORY, NONE, Candidate
from ._together_fidelity import GROUPINGS, PER_TOKEN
from ._together_figure import (
    LEAST_GAP,
    MOST_GAP,
    ROOM_FOR_COSINE,
    cosine_note,
    gap_ticks,
    log_gap,
)

# in capacities of the card: the axis ends here, and a longer bar is cut here by a slit this wide
AXIS, LONGEST, SLIT = 1.5, 1.2, 0.012
THICK, THIN, BESIDE = 0.62, 0.34, 0.19  # of a bar, of one of two, and how far those are apart


def challenge_figure(values: Values, found: Sequence[Candidate]) -> Figure:
    """Return the bars of every bit width; a click on a row chooses its bits.

    The axes belong to the card and to the cosine, so they stay put while sliders move.
    """
    rows = [[one for one in found if one.bits == bits] for bits in BIT_WIDTHS]
    mine = [next(one for one in row if one.grouping == values["grouping"]) for row in rows]
    panels = (_memory(values, mine), _fidelity(values, rows, mine))
    return Figure(panels, _description(values, mine))


def _rows() -> Floats:
    return np.arange(len(BIT_WIDTHS), dtype=np.float64)


def _rows_axis(ticks: tuple[Tick, ...], *, shown: bool = True) -> Axis:
    return Axis(-0.5, len(BIT_WIDTHS) - 0.5, ticks=ticks, flipped=True, shown=shown)


def verdict(failing: str | None) -> Msg:
    """Return what fails as a sign and a word."""
    return {
        NONE: msg("TogetherLab", "✓ passes"),
        MEMORY: msg("TogetherLab", "✗ memory"),
        FIDELITY: msg("TogetherLab", "✗ fidelity"),
        BOTH: msg("TogetherLab", "✗ both"),
    }.get(failing or "", msg("TogetherLab", "fidelity not known"))


def _row_name(one: Candidate) -> Msg:
    """Return the bits of a row and what fails, in one sentence."""
    return {
        NONE: msg("TogetherLab", "{bits} bits ✓ passes", bits=one.bits),
        MEMORY: msg("TogetherLab", "{bits} bits ✗ memory", bits=one.bits),
        FIDELITY: msg("TogetherLab", "{bits} bits ✗ fidelity", bits=one.bits),
        BOTH: msg("TogetherLab", "{bits} bits ✗ both", bits=one.bits),
    }.get(one.failing or "", msg("TogetherLab", "{bits} bits", bits=one.bits))


def verdict_tone(failing: str | None) -> Tone:
    """Return the tone of a verdict."""
    return "muted" if failing is None else "good" if failing == NONE else "bad"


# --- memory


def _memory(values: Values, mine: Sequence[Candidate]) -> Panel:
    card, at = accelerator(str(values["gpu"])), _rows()
    capacity = float(card.capacity_bytes)
    ends = np.array([one.total_bytes for one in mine], dtype=np.float64)
    shown = np.minimum(ends, LONGEST * capacity)
    here, over = BIT_WIDTHS.index(int(values["bits"])), ends > capacity
    ticks = tuple(
        Tick(float(row), _row_name(one), strong=i == here)
        for i, (row, one) in enumerate(zip(at, mine, strict=True))
    )  # fmt: skip
    marks: tuple[Mark, ...] = (
        Bars(id="card", tone="line", at=at, size=np.full(at.size, capacity), width=THICK,
             lying=True),
        Bars(id="memory", keys=BIT_WIDTHS, sets="bits", picked=here, tone="accent", at=at,
             size=shown, width=THICK, lying=True,
             texts=tuple(units.gigabytes(end) for end in ends)),
        Bars(id="beyond", keys=tuple(one.bits for one in mine if one.total_bytes > capacity),
             sets="bits", tone="bad", hatched=True, at=at[over], base=capacity, size=shown[over],
             width=THICK, lying=True),
        _slits(at[ends > LONGEST * capacity], capacity),
        Rule(id="capacity", way="v", tone="bad", at=capacity),
    )  # fmt: skip
    return Panel(
        "memory", marks, span=7,
        title=msg("TogetherLab", "{users} × {tokens} on one {card}, {size}", users=values["users"],
                  tokens=units.tokens(float(values["context"])), card=short_name(card),
                  size=units.gigabytes(capacity)),
        x=Axis(0, AXIS * capacity, ticks=(Tick(0, "0"),)),
        y=_rows_axis(ticks),
    )  # fmt: skip


def _slits(rows: Floats, capacity: float) -> Segments:
    """Return two white lines through each bar that goes on beyond the picture."""
    x = np.repeat(LONGEST * capacity * (1 - np.array([5, 3]) * SLIT), rows.size)
    y, lean = np.tile(rows, 2), SLIT * capacity
    return Segments(id="slits", tone="paper", width=3, x0=x - lean, x1=x + lean, y0=y + 0.45,
                    y1=y - 0.45)  # fmt: skip


# --- fidelity


def _fidelity(
    values: Values, rows: Sequence[Sequence[Candidate]], mine: Sequence[Candidate]
) -> Panel:
    gap = 1 - float(values["budget"])
    budget = Tick(math.log10(gap), msg("TogetherLab", "budget"), strong=True)
    # the other grouping in grey; the chosen one says whether it is within the budget
    others = [one for row in rows for one in row if one not in mine]
    within, outside = ([one for one in mine if one.within_budget is held] for held in (True, False))
    marks: list[Mark] = [
        _gaps("others", others, "faint"),
        _gaps("within", within, "good", msg("TogetherLab", "within the budget")),
        _gaps("outside", outside, "bad", msg("TogetherLab", "beyond it")),
        *_cosines(values, mine),
        *_not_measured(mine),
        Rule(id="budget", way="v", tone="ink", at=math.log10(gap)),
    ]
    title = msg("TogetherLab", "1 − cosine; grey: per token")
    if values["grouping"] == PER_TOKEN:
        title = msg("TogetherLab", "1 − cosine; grey: KIVI groups")
    return Panel(
        "fidelity", tuple(marks), col=7, span=4,
        title=title,
        x=Axis(LEAST_GAP, MOST_GAP + ROOM_FOR_COSINE, ticks=(*gap_ticks(), budget)),
        y=_rows_axis((), shown=False),
    )  # fmt: skip


def _lossy(which: Sequence[Candidate]) -> list[tuple[Candidate, float]]:
    return [(one, one.fidelity) for one in which if one.fidelity is not None and one.fidelity < 1]


def _gaps(name: str, which: Sequence[Candidate], tone: Tone, label: Msg | None = None) -> Bars:
    lossy = _lossy(which)
    return Bars(
        id=name,
        keys=tuple(one.bits for one, _ in lossy),
        sets="bits",
        tone=tone,
        at=np.array([_place(one) for one, _ in lossy], dtype=np.float64),
        size=np.array([log_gap(cosine) for _, cosine in lossy], dtype=np.float64),
        base=LEAST_GAP,
        width=THIN,
        lying=True,
        label=label,
    )


def _cosines(values: Values, mine: Sequence[Candidate]) -> list[Mark]:
    """Return a cosine for each row: there is no room for those of the other grouping too."""
    return [
        cosine_note(one.bits, cosine, BIT_WIDTHS.index(one.bits),
                    strong=one.bits == values["bits"])
        for one, cosine in _lossy(mine)
    ]  # fmt: skip


def _place(one: Candidate) -> float:
    side = -1 if one.grouping == GROUPINGS[0] else 1
    return BIT_WIDTHS.index(one.bits) + side * BESIDE


def _not_measured(mine: Sequence[Candidate]) -> list[Mark]:
    return [
        Note(id=f"cosine_{one.bits}", x=LEAST_GAP + 0.1, y=row, anchor=(0, 0.5), tone="muted",
             text=msg("TogetherLab", "1: nothing is changed") if one.fidelity is not None
             else msg("TogetherLab", "no latent to measure on"))
        for row, one in enumerate(mine) if one.fidelity is None or one.fidelity >= 1
    ]  # fmt: skip


def _description(values: Values, mine: Sequence[Candidate]) -> Msg:
    said = [
        msg("TogetherLab", "{bits} bits take {size}: {verdict}", bits=one.bits,
            size=units.gigabytes(one.total_bytes), verdict=verdict(one.failing))
        for one in mine
    ]  # fmt: skip
    text = said[0]
    for more in said[1:]:
        text = msg("TogetherLab", "{first}; {second}", first=text, second=more)
    return msg("TogetherLab", "Bars of memory and of error. {rows}.", rows=text)


def candidate_hover(bits: int, found: Sequence[Candidate]) -> Msg | None:
    """Return both groupings of a bit width."""
    rows = [one for one in found if one.bits == bits]
    if len(rows) != len(GROUPINGS):
        return None
    per_token, kivi = ("—" if one.fidelity is None else units.cosine(one.fidelity) for one in rows)
    return msg("TogetherLab", "{bits} bits: {size}; cosine {rows} per token, {kivi} with KIVI "
               "groups", bits=bits, size=units.gigabytes(rows[0].total_bytes), rows=per_token,
               kivi=kivi)  # fmt: skip
