"""The picture of the low-rank view: energy and attention against rank, and the quiet token."""

from __future__ import annotations

import numpy as np

from ..core import units
from ..core.figure import Axis, Bars, Dots, Figure, Line, Mark, Note, Panel, Tick, Tone
from ..core.params import Values
from ..core.text import Msg, msg
from ..sources.tensors import Tensors
from ._latent_rank import Cut, Quantized, chosen, curve, cut, quantized, whole

ENERGY_BARS, TICKS = 32, 8
TOP = 1.1  # of the curve's axis: the names of the dots reach over 1
ERROR_TOPS = (1.0, 2.0, 4.0, 8.0, 16.0)
ROWS = ("k_token0", "k_median", "v_token0", "v_median")


def picture(values: Values, source: Tensors) -> Figure:
    """Return the figure: what each rank keeps, and what the present one does to a row."""
    layer, head, rank = chosen(values, source)
    now, points = cut(source, layer, head, rank), curve(source, layer, head)
    full = whole(source, layer, head)
    compared = quantized(source, layer, head)
    line = tuple(sorted({point.rank: point for point in (*points, now)}.values(),
                        key=lambda point: point.rank))  # fmt: skip
    return Figure(
        (_curve(full.factors.energy(), line, now, compared), _rows(now, points)),
        _description(now, full.width),
    )


def share_text(share: float) -> str:
    """Write a share near 1 as a percentage up to its second digit that is not a nine."""
    decimals = max(0, len(units.cosine(share).partition(".")[2]) - 2)
    return f"{100 * share:.{decimals}f}%"


def bar_ranks(most: int) -> tuple[int, ...]:
    """Return the ranks that have a bar of energy: evenly spaced, the largest one last."""
    step = max(1, most // ENERGY_BARS)
    return tuple(range(step, most + 1, step))


def _curve(
    energy: np.ndarray, line: tuple[Cut, ...], now: Cut, compared: tuple[Quantized, ...]
) -> Panel:
    most, ranks = len(energy), bar_ranks(len(energy))
    marks: tuple[Mark, ...] = (
        Bars(id="energy", keys=ranks, sets="rank",
             picked=ranks.index(now.rank) if now.rank in ranks else None,
             at=np.array(ranks, dtype=np.float64), size=energy[np.array(ranks) - 1],
             width=0.8 * (ranks[1] - ranks[0] if len(ranks) > 1 else 1), tone="ghost"),
        _cosines("cosine", line),
        _now(now),
        *_quantized(compared, most),
    )  # fmt: skip
    return Panel(
        "curve",
        marks,
        span=5,
        x=Axis(0, most * 1.02, label=msg("LatentLab", "rank: numbers kept per token"),
               ticks=_rank_ticks(most, now.rank)),
        y=Axis(0, TOP, label=msg("LatentLab", "energy (bars), cosine"),
               ticks=tuple(Tick(i / 5, units.trimmed(i / 5)) for i in range(6))),
    )  # fmt: skip


def _rank_ticks(most: int, rank: int) -> tuple[Tick, ...]:
    """Return round ranks and the present one, which keeps its neighbours at a distance."""
    step = max(1, most // TICKS)
    far = [r for r in range(0, most + 1, step) if abs(r - rank) > step / 2]
    ticks = (*(Tick(r, str(r)) for r in far), Tick(rank, str(rank), strong=True))
    return tuple(sorted(ticks, key=lambda tick: tick.at))


def _height(value: float | None) -> float:
    """Return where a cosine is drawn: what is missing or negative lies on the axis."""
    return max(0.0, value or 0.0)


def _cosines(name: str, points: tuple[Cut, ...]) -> Line:
    return Line(
        id=name,
        keys=tuple(point.rank for point in points),
        x=np.array([float(point.rank) for point in points]),
        y=np.array([_height(point.cosine) for point in points]),
        width=2.5,
        dots=True,
        tone="good",
        label=msg("LatentLab", "output cosine at this rank"),
    )


def _now(now: Cut) -> Dots:
    return Dots(id="now", x=np.array([float(now.rank)]), y=np.array([_height(now.cosine)]),
                keys=(now.rank,), picked=0, tone="good", size=8)  # fmt: skip


def _quantized(compared: tuple[Quantized, ...], most: int) -> tuple[Mark, ...]:
    """Return a dot per bit width, at the rank that takes as much room, and its name."""
    dots = Dots(
        id="quantized",
        keys=tuple(one.bits for one in compared),
        x=np.array([one.same_size_rank for one in compared]),
        y=np.array([_height(one.cosine) for one in compared]),
        hollow=True,
        size=10,
        tone="accent",
        label=msg("LatentLab", "quantized to the same size"),
    )
    names = tuple(
        Note(id=f"int{one.bits}", x=one.same_size_rank + 0.015 * most, y=_height(one.cosine),
             anchor=(0, 0.5), size="small", tone="accent", text=f"int{one.bits}")
        for one in compared
    )  # fmt: skip
    return dots, *names


def row_name(row: str) -> Msg:
    """Return which row an error is of."""
    return {
        "k_token0": msg("LatentLab", "K token 0"),
        "k_median": msg("LatentLab", "K median"),
        "v_token0": msg("LatentLab", "V token 0"),
        "v_median": msg("LatentLab", "V median"),
    }[row]


def _rows(now: Cut, points: tuple[Cut, ...]) -> Panel:
    largest = max(getattr(point, row) for point in (*points, now) for row in ROWS)
    top = next((t for t in ERROR_TOPS if largest <= t), largest)
    tones: tuple[tuple[str, Tone], ...] = (("k", "k"), ("v", "v"))
    bars = tuple(_row_bar(f"{side}_{row}", now, tone)
                 for side, tone in tones for row in ("token0", "median"))  # fmt: skip
    steps = range(5)
    return Panel(
        "rows",
        bars,
        col=5,
        span=3,
        title=msg("LatentLab", "Error of a row at this rank"),
        x=Axis(-0.8, len(ROWS) - 0.2,
               ticks=tuple(Tick(i, row_name(row)) for i, row in enumerate(ROWS))),
        y=Axis(0, top * 1.12,
               ticks=tuple(Tick(top * i / 4, f"{100 * top * i / 4:.0f}%") for i in steps)),
    )  # fmt: skip


def _row_bar(row: str, now: Cut, tone: Tone) -> Bars:
    error = float(getattr(now, row))
    return Bars(id=row, keys=(row,), at=np.array([float(ROWS.index(row))]), size=np.array([error]),
                width=0.7, tone=tone, hatched=row.endswith("median"),
                texts=(_short(error),))  # fmt: skip


def _short(share: float) -> str:
    """Write a percentage that has a bar's width: whole numbers from 10% on."""
    return units.percent(share) if share < 0.1 else f"{100 * share:.0f}%"


def _description(now: Cut, width: int) -> Msg:
    return msg(
        "LatentLab",
        "Energy kept and cosine of the attention output against rank. At rank {rank} of {width}: "
        "energy {energy}, cosine {cosine}; V of token 0 is off by {token0}, of the median token "
        "by {median}.",
        rank=now.rank,
        width=width,
        energy=share_text(now.energy),
        cosine="—" if now.cosine is None else units.cosine(now.cosine),
        token0=units.percent(now.v_token0),
        median=units.percent(now.v_median),
    )
