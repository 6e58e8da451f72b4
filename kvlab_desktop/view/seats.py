"""Where the panels of a figure go in its grid; worked out once for a size and a set of panels."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QRectF

from ..core.figure import Panel
from .panel import tables_of
from .surround import Margins


class Seat(NamedTuple):
    """What a panel's place depends on; ``fixed`` is the height of its table, 0 for none."""

    row: int
    col: int
    span: int
    weight: float
    stretch: float
    fixed: float
    tabled: bool
    shares_bottom: bool


def seat_of(panel: Panel, fixed: float) -> Seat:
    """Return the seat of a panel whose table takes a height."""
    tabled = bool(tables_of(panel))
    return Seat(
        *(panel.row, panel.col, panel.span, panel.weight, panel.stretch),
        *(fixed, tabled, panel.x.shown),
    )


@lru_cache(maxsize=32)
def places(
    seats: tuple[Seat, ...], width: float, height: float, top: float, gaps: tuple[float, float]
) -> tuple[QRectF, ...]:
    """Return where each panel goes: rows share the height by weight, tables take theirs.

    ``gaps`` lie between columns and between rows; the first row begins at ``top``.
    """
    columns = _columns(seats, width, gaps[0])
    rows = sorted({seat.row for seat in seats})
    fixed = {row: max(seat.fixed for seat in seats if seat.row == row) for row in rows}
    weights = {r: max(s.weight for s in seats if s.row == r) for r in rows if not fixed[r]}
    free = height - top - sum(fixed.values()) - gaps[1] * (len(rows) - 1)
    across: dict[int, tuple[float, float]] = {}
    for row in rows:
        tall = fixed[row] or max(20.0, free * weights[row] / sum(weights.values()))
        across[row] = (top, tall)
        top += tall + gaps[1]
    found = []
    for seat in seats:
        left, (last, wide) = columns[seat.col][0], columns[seat.col + seat.span - 1]
        upper, tall = across[seat.row]
        found.append(QRectF(left, upper, last + wide - left, tall))
    return tuple(found)


def _columns(seats: tuple[Seat, ...], width: float, gap: float) -> list[tuple[float, float]]:
    """Return left edge and width of each column of the grid."""
    count = max((seat.col + seat.span for seat in seats), default=1)
    stretch = [
        max((s.stretch for s in seats if s.col == c and s.span == 1), default=1.0)
        for c in range(count)
    ]
    free = width - gap * (count - 1)
    edges, x = [], 0.0
    for part in stretch:
        wide = free * part / sum(stretch)
        edges.append((x, wide))
        x += wide + gap
    return edges


@lru_cache(maxsize=32)
def lined_up(seats: tuple[Seat, ...], margins: tuple[Margins, ...]) -> tuple[Margins, ...]:
    """Return the margins, widened so that the plots of a row and of a column line up."""
    both = tuple(zip(seats, margins, strict=True))
    found = []
    for seat, own in both:
        row = [m for s, m in both if s.row == seat.row]
        column = [m for s, m in both if s.col == seat.col and not s.tabled]
        bottom = max(m.bottom for m in row) if seat.shares_bottom else own.bottom
        left = max([own.left, *(m.left for m in column)])
        found.append(Margins(left, max(m.top for m in row), own.right, bottom))
    return tuple(found)
