"""Lab 01's picture: the values fall onto the grid, and bars show how far each one fell."""

from __future__ import annotations

import numpy as np

from ..core.figure import (
    Axis,
    Bars,
    BitGroup,
    Bits,
    Dots,
    Figure,
    Mark,
    Note,
    Panel,
    Rule,
    Segments,
    Tick,
    Tone,
)
from ..core.lab import Metrics
from ..core.text import Msg, msg
from ..core.units import MINUS, number
from ..numerics.grid import quantize
from ._grid_numbers import Snapped

# Heights of the two rows, of the grid lines and of their codes, from 0 to 1
ORIGINAL, LANDED, LINE_LOW, LINE_HIGH, CODE = 0.84, 0.36, 0.21, 0.52, 0.08
MARGIN = 0.04  # of the values' range, left free at both ends
MOST_CODES = 16  # more numbers would run into each other under the lines
DENSE_BITS = 6  # 64 lines and more are drawn lighter
AXIS_BITS, HEADROOM = 3, 1.15  # see _error_axis


def grid_figure(snapped: Snapped, picked: int, metrics: Metrics) -> Figure:
    """Return the picture of one setting; ``picked`` is a value's index, or -1 for none."""
    chosen = picked if picked >= 0 else None
    span = 1 if chosen is None else 2
    panels = [_values_panel(snapped, chosen, span), _errors_panel(snapped, chosen)]
    if chosen is not None:
        panels.append(_bits_panel(snapped, chosen))
    return Figure(tuple(panels), _description(snapped, metrics))


def _description(snapped: Snapped, metrics: Metrics) -> Msg:
    return msg(
        "GridLab",
        "16 values fall onto {levels} evenly spaced lines and use {used} of them; the 15 without "
        "the largest |x| use {others}. Bars show the errors: the largest, {worst}, at value "
        "{which} of 16; the bound is {bound}.",
        levels=metrics["levels"],
        used=metrics["used_levels"],
        others=metrics["used_levels_others"],
        worst=number(float(snapped.error.max())),
        which=int(snapped.error.argmax()) + 1,
        bound=number(snapped.bound),
    )


def _values_panel(snapped: Snapped, picked: int | None, span: int) -> Panel:
    lines, x, landed = snapped.lines, snapped.x, snapped.q.values
    which = tuple(range(x.size))
    tone: Tone = "line" if snapped.q.bits >= DENSE_BITS else "faint"
    marks: tuple[Mark, ...] = (
        Segments(
            id="levels", keys=tuple(range(snapped.levels)), tone=tone, width=1.0,
            x0=lines, x1=lines,
            y0=np.full(lines.size, LINE_LOW), y1=np.full(lines.size, LINE_HIGH),
        ),
        Segments(
            id="joins", keys=which, tone="muted", width=1.0, x0=x, x1=landed,
            y0=np.full(x.size, ORIGINAL), y1=np.full(x.size, LANDED),
        ),
        Dots(id="originals", keys=which, sets="picked", picked=picked, tone="ink",
             x=x, y=np.full(x.size, ORIGINAL)),
        Dots(id="landed", keys=which, sets="picked", picked=picked, tone="good",
             x=landed, y=np.full(x.size, LANDED)),
        *_code_notes(snapped),
    )  # fmt: skip
    low, high = float(x.min()), float(x.max())
    # the ends of the grid may lie a rounding outside the values; without a range there is one line
    margin = MARGIN * (high - low) or 1.0
    rows = (
        Tick(ORIGINAL, msg("GridLab", "original x")),
        Tick(LANDED, msg("GridLab", "on the grid")),
    )
    return Panel(
        "values", marks, span=span, weight=1.1,
        x=Axis(low - margin, high + margin, msg("GridLab", "value")), y=Axis(ticks=rows),
    )  # fmt: skip


def shown_codes(levels: int) -> list[int]:
    """Return which lines carry their code: all up to 16, else about 16 with the first and last."""
    step = max(1, levels // MOST_CODES)
    return [*range(0, levels - step, step), levels - 1]


def _code_notes(snapped: Snapped) -> list[Note]:
    used, lines = set(snapped.q.codes.tolist()), snapped.lines
    return [
        Note(id=f"code_{place}", x=float(lines[code]), y=CODE, text=str(code), size="small",
             tone="good" if code in used else "muted")
        for place, code in enumerate(shown_codes(snapped.levels))
    ]  # fmt: skip


def _errors_panel(snapped: Snapped, picked: int | None) -> Panel:
    error = snapped.error
    place = np.arange(1.0, error.size + 1)
    marks = (
        Bars(id="errors", tone="bad", at=place, size=error, width=0.6,
             keys=tuple(range(error.size)), sets="picked", picked=picked),
        Rule(id="bound", tone="muted", at=snapped.bound, text=msg("GridLab", "bound scale/2")),
    )  # fmt: skip
    ticks = tuple(
        Tick(i + 1, str(i + 1), strong=i == picked) for i in _numbered(error.size, picked)
    )
    return Panel("errors", marks, row=1, x=Axis(0.4, error.size + 0.6, ticks=ticks),
                 y=_error_axis(snapped))  # fmt: skip


def _numbered(count: int, picked: int | None) -> list[int]:
    """Return which bars carry their number: beside the bits there is room for three only."""
    if picked is None:
        return list(range(count))
    return sorted({i for i in (0, count - 1) if abs(i - picked) > 1} | {picked})


def _error_axis(snapped: Snapped) -> Axis:
    """Return the axis of the errors.

    Errors span a factor of 255 between 1 and 8 bits, so no fixed linear axis shows them all, and
    one that follows the bound would hide what the bars are for: that each bit halves them. So the
    axis belongs to the data and stays put while the bars shrink: its top is the bound of the same
    values at 3 bits without an outlier. At the default the bound stands at two fifths of the
    height, at 8 bits it is still a few pixels, and 7 bits with an outlier compare by eye with
    4 bits without. Only a grid so coarse that its bars would leave the panel makes the axis grow:
    bars fill it then and the numbers tell how much larger they are.
    """
    home = float(quantize(snapped.plain, AXIS_BITS).scale[0]) / 2
    return Axis(
        0.0, HEADROOM * max(home, snapped.bound) or 1.0, msg("GridLab", "error |x − \\hat{x}|")
    )


def _bits_panel(snapped: Snapped, picked: int) -> Panel:
    code, bits = int(snapped.q.codes[picked]), snapped.q.bits
    x, landed = float(snapped.x[picked]), float(snapped.q.values[picked])
    group = BitGroup(msg("GridLab", "code"), f"{code:0{bits}b}", "good", str(code))
    sign = MINUS if snapped.zero < 0 else "+"
    sum_ = f"{code} × {number(snapped.scale)} {sign} {number(abs(snapped.zero))}"
    lines = (
        fp16_line(x),
        (msg("GridLab", "code q"), (group,), f"{sum_} = {number(landed)}"),
    )
    title = msg(
        "GridLab",
        "x = {x} ↦ \\hat{x} = {landed}, error {error}",
        x=number(x), landed=number(landed), error=number(float(snapped.error[picked])),
    )  # fmt: skip
    hidden = Axis(shown=False)
    return Panel("bits", (Bits(id="number", lines=lines),), row=1, col=1, stretch=1.6,
                 title=title, x=hidden, y=hidden)  # fmt: skip


def fp16_line(x: float) -> tuple[Msg, tuple[BitGroup, ...], str]:
    """Return the 16 bits of the fp16 number nearest to ``x`` and what they make.

    IEEE 754 binary16: ``(-1)**sign * 2**(exponent - 15) * (1 + mantissa / 1024)``; with exponent
    0 the power is -14 and the leading 1 is missing. ``x`` must be within ±65 504.
    """
    stored = np.float16(x)
    bits = f"{int(stored.view(np.uint16)):016b}"
    exponent, mantissa = int(bits[1:6], 2), int(bits[6:], 2)
    power = str(max(exponent, 1) - 15).replace("-", MINUS)
    fraction = number((1 if exponent else 0) + mantissa / 1024)
    sign = MINUS if bits[0] == "1" else "+"
    groups = (
        BitGroup(msg("GridLab", "sign"), bits[0], "muted", sign),
        BitGroup(msg("GridLab", "exponent"), bits[1:6], "accent", f"2^{{{power}}}"),
        BitGroup(msg("GridLab", "mantissa"), bits[6:], "ink", fraction),
    )
    return msg("GridLab", "x in fp16"), groups, number(float(stored), 5)
