"""The picture of lab 03: two rows of three maps, and the table under them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from ..core.figure import Axis, Cell, Column, Figure, Heat, Panel, Table, Tick, Tone
from ..core.lab import Metrics
from ..core.text import Msg, msg
from ..core.units import percent, trimmed
from ._outliers_words import grouping, matrix, sink_is_quiet

Floats = npt.NDArray[np.floating]

TABLE = "table"
TICK_STEP, TICK_ROOM = 8, 6
_AXES_KEPT = 32
GROUPINGS = ("per_token", "per_channel")


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a head [T, D] that the maps show."""

    first_token: int
    first_channel: int
    rows: int
    columns: int

    def cut(self, whole: Floats) -> Floats:
        """Return the window of a matrix [T, D], a view."""
        return whole[
            self.first_token : self.first_token + self.rows,
            self.first_channel : self.first_channel + self.columns,
        ]

    def place(self, cell: int) -> tuple[int, int]:
        """Return the token and the channel of a cell, counted along the rows."""
        row, column = divmod(cell, self.columns)
        return self.first_token + row, self.first_channel + column


@dataclass(frozen=True, slots=True, eq=False)
class Maps:
    """What is drawn of one matrix: magnitudes and errors in the window, the ends of their scales.

    ``side`` is "k" or "v", ``values`` the map of magnitudes, ``errors`` has one matrix per
    grouping, ``outlier`` is the channel that stands out, for the axis to point at.
    """

    side: str
    values: Heat
    errors: Mapping[str, Floats]
    brightest_error: float
    outlier: int | None


def figure(maps: tuple[Maps, ...], window: Window, metrics: Metrics, bits: int) -> Figure:
    """Return the maps, one matrix per row, the table below, and what they show in words."""
    sink = window.first_token == 0 and sink_is_quiet(metrics)
    panels = [
        panel
        for row, one in enumerate(maps)
        for panel in _row_of_maps(row, one, window, sink, last=row == len(maps) - 1)
    ]
    bare = Axis(shown=False)
    panels.append(
        Panel("table", (_table(metrics),), row=len(maps), span=3, weight=0.6, x=bare, y=bare)
    )
    shares = tuple((one.side, matrix(one.side)) for one in maps)
    return Figure(tuple(panels), _description(window, metrics, bits), shares)


def _row_of_maps(row: int, maps: Maps, window: Window, sink: bool, *, last: bool) -> list[Panel]:
    channels = _axis(
        window.first_channel,
        window.columns,
        label=msg("OutliersLab", "channel") if last else None,
        strong=maps.outlier,
    )
    heats = [
        (maps.values, _values_title(maps, window, sink)),
        *((_errors(axis, maps, window), _errors_title(axis, maps)) for axis in GROUPINGS),
    ]
    return [
        Panel(
            heat.id,
            (heat,),
            row=row,
            col=col,
            title=title,
            x=channels,
            y=_tokens(window, sink, shown=col == 0),
            share=maps.side,
        )
        for col, (heat, title) in enumerate(heats)
    ]


@cache
def _cells(count: int) -> tuple[int, ...]:
    return tuple(range(count))


def values_map(side: str, sizes: Floats, brightest: float, window: Window) -> Heat:
    """Return the map of a matrix's magnitudes in the window."""
    return Heat(
        id=f"{side}_values",
        keys=_cells(sizes.size),
        values=sizes,
        low=0,
        high=brightest or 1,
        x0=window.first_channel,
        y0=window.first_token,
    )


def _errors(axis: str, maps: Maps, window: Window) -> Heat:
    # Every bit halves the errors. Their square roots leave all eight steps visible on one scale.
    return Heat(
        id=f"{maps.side}_{axis}",
        keys=_cells(maps.errors[axis].size),
        values=np.sqrt(maps.errors[axis]),
        low=0,
        high=maps.brightest_error**0.5 or 1,
        colours="inferno",
        x0=window.first_channel,
        y0=window.first_token,
    )


def _values_title(maps: Maps, window: Window, sink: bool) -> Msg:
    name = matrix(maps.side)
    if sink and maps.side == "v":
        return msg("OutliersLab", "|{name}| · row 0 is the quiet sink", name=name)
    return msg("OutliersLab", "|{name}| · {rows} tokens × {columns} channels",
               name=name, rows=window.rows, columns=window.columns)  # fmt: skip


def _errors_title(axis: str, maps: Maps) -> Msg:
    name = matrix(maps.side)
    if axis == "per_channel":
        return msg("OutliersLab", "{name} error √|x − \\hat{x}| · per channel", name=name)
    return msg("OutliersLab", "{name} error √|x − \\hat{x}| · per token", name=name)


@lru_cache(maxsize=_AXES_KEPT)
def _axis(first: int, count: int, *, label: Msg | None, strong: int | None) -> Axis:
    """An axis whose ticks stand at the middle of a cell, the one to look at in strong type."""
    inside = strong is not None and first <= strong < first + count
    places = [
        place
        for place in range(first, first + count)
        # a label needs its room
        if place % TICK_STEP == 0 and not (inside and abs(place - (strong or 0)) < TICK_ROOM)
    ]
    ticks = [Tick(place + 0.5, str(place)) for place in places]
    if inside and strong is not None:
        ticks.append(Tick(strong + 0.5, str(strong), strong=True))
    ticks.sort(key=lambda tick: tick.at)  # neighbours are told apart in this order
    return Axis(first, first + count, label=label, ticks=tuple(ticks))


@lru_cache(maxsize=_AXES_KEPT)
def _tokens(window: Window, sink: bool, *, shown: bool) -> Axis:
    low, high = window.first_token, window.first_token + window.rows
    ticks = tuple(
        Tick(place + 0.5, msg("OutliersLab", "sink") if sink and place == 0 else str(place),
             strong=sink and place == 0)
        for place in range(low, high) if place % TICK_STEP == 0
    )  # fmt: skip
    label = msg("OutliersLab", "token")
    return Axis(low, high, label=label, ticks=ticks, shown=shown, flipped=True)


def _table(metrics: Metrics) -> Table:
    columns = (
        Column("matrix", msg("OutliersLab", "matrix")),
        Column("error_per_token", msg("OutliersLab", "error · per token")),
        Column("error_per_channel", msg("OutliersLab", "error · per channel")),
        Column("better_by_error", msg("OutliersLab", "better by error")),
        Column("output_per_token", msg("OutliersLab", "output · per token")),
        Column("output_per_channel", msg("OutliersLab", "output · per channel")),
        Column("better_by_output", msg("OutliersLab", "better by output")),
    )
    rows = tuple(_row(side, metrics) for side in ("k", "v"))
    return Table(id=TABLE, keys=("k", "v"), columns=columns, rows=rows)


def _row(side: str, metrics: Metrics) -> tuple[Cell, ...]:
    cells = [_matrix(side, metrics)]
    for measured, name in (("error", "rel_mse"), ("output", "output_rel_err")):
        winner = metrics[f"{side}_better_by_{measured}"]
        cells += [_number(metrics[f"{side}_{axis}_{name}"], axis, winner) for axis in GROUPINGS]
        decided: Tone = "good" if winner in GROUPINGS else "ink"
        cells.append(Cell(grouping(winner), winner, decided))
    return tuple(cells)


def _matrix(side: str, metrics: Metrics) -> Cell:
    """The name, and what a value costs: once where both groupings cost the same."""
    rows, columns = (trimmed(metrics[f"{side}_{axis}_bits_effective"]) for axis in GROUPINGS)
    bits = rows if rows == columns else f"{rows} | {columns}"
    tone: Tone = "k" if side == "k" else "v"
    note = msg("OutliersLab", "{bits} bits", bits=bits)
    return Cell(matrix(side), side.upper(), tone, note=note)


def _number(value: float | None, axis: str, winner: str | None) -> Cell:
    tone: Tone = "good" if winner == axis else "bad" if winner in GROUPINGS else "ink"
    shown = "—" if value is None else percent(value)
    return Cell(shown, value, tone, best=winner == axis)


def _description(window: Window, metrics: Metrics, bits: int) -> Msg:
    """What the maps show; the output errors are read from the table, where they may be hidden."""
    return msg(
        "OutliersLab",
        "Maps of |K| and |V|, {rows} tokens by {columns} channels, and of their errors at {bits} "
        "bits. Relative error of K: {k_rows} per token, {k_columns} per channel; of V: {v_rows} "
        "per token, {v_columns} per channel.",
        rows=window.rows,
        columns=window.columns,
        bits=bits,
        k_rows=percent(metrics["k_per_token_rel_mse"]),
        k_columns=percent(metrics["k_per_channel_rel_mse"]),
        v_rows=percent(metrics["v_per_token_rel_mse"]),
        v_columns=percent(metrics["v_per_channel_rel_mse"]),
    )
