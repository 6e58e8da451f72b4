"""Lab 04's second view: what each group of layers keeps, its share, and how it grows."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from ..core.figure import Axis, Bars, Cell, Column, Figure, Floats, Line, Panel, Rule, Table, Tick
from ..core.text import Msg, msg
from ..core.units import KIB, gibibytes, gigabytes, integer, percent, tokens, trimmed
from ..numerics.cache import GroupSize, ModelShape, size
from ..numerics.cache_format import CacheFormat
from ._memory_formula import kind_name
from ._memory_numbers import Load

ROOM = 1.3  # of the axis: a number stands behind the longest bar
FEWEST_ROWS = 3  # room for so many bars at least, so that one is not a wall
CONTEXTS = tuple(KIB << i for i in range(11))


def layers_figure(load: Load) -> Figure:
    """Return shares and growth of the groups of layers, and the table of what they keep."""
    bare = Axis(shown=False)
    table = Panel("table", (_table(load),), row=1, span=2, share="table", x=bare, y=bare)
    parts = (
        ("shares", msg("MemoryLab", "Shares")),
        ("growth", msg("MemoryLab", "Growth")),
        ("table", msg("MemoryLab", "Table")),
    )
    return Figure((_shares_panel(load), _growth_panel(load), table), _description(load), parts)


def _share(load: Load, line: GroupSize) -> float:
    total = load.cache.total_bytes
    return line.bytes_total / total if total else 0.0


def _name(line: GroupSize) -> Msg:
    return msg(
        "MemoryLab", "{layers} × {kind}", layers=line.group.layers, kind=kind_name(line.group.kind)
    )


def _shares_panel(load: Load) -> Panel:
    lines = load.cache.groups
    at = np.arange(len(lines), dtype=np.float64)
    shares = np.array([_share(load, line) for line in lines])
    bars = Bars(
        id="shares", keys=tuple(line.group.id for line in lines), tone="accent", at=at,
        size=shares, width=0.6, lying=True, texts=tuple(percent(share) for share in shares),
    )  # fmt: skip
    ticks = tuple(Tick(i, _name(line)) for i, line in enumerate(lines))
    title = msg(
        "MemoryLab",
        "Shares of one cache: {gb} = {gib}",
        gb=gigabytes(load.cache.total_bytes),
        gib=gibibytes(load.cache.total_bytes),
    )
    scale = tuple(Tick(part, f"{100 * part:.0f}%") for part in (0, 0.5, 1))
    return Panel(
        "shares", (bars,), title=title, share="shares", x=Axis(0, ROOM, ticks=scale),
        y=Axis(-0.6, max(len(lines), FEWEST_ROWS) - 0.4, ticks=ticks, flipped=True),
    )  # fmt: skip


def _growth_panel(load: Load) -> Panel:
    """Return the bytes of each group against the length, both axes logarithmic."""
    form, shape = load.cache.format, load.plan.shape
    low, high = _reach(shape)
    across = np.log2(np.array(CONTEXTS, dtype=np.float64))
    curves = _curves(shape, form)
    lines = tuple(
        Line(id=f"growth_{line.group.id}", x=across, y=np.maximum(np.log10(curve), low - 1),
             tone="accent" if line.group.cap_tokens is None and line.group.widths else "muted",
             dashed=line.group.cap_tokens is not None, end=kind_name(line.group.kind))
        for line, curve in zip(load.cache.groups, curves, strict=True) if curve[-1] > 0
    )  # fmt: skip
    here = Rule(id="here", way="v", at=math.log2(load.plan.tokens), tone="muted",
                text=tokens(load.plan.tokens))  # fmt: skip
    lengths = tuple(Tick(math.log2(count), tokens(count)) for count in CONTEXTS[::3])
    powers = tuple(Tick(power, gigabytes(10**power)) for power in range(low, high + 1))
    return Panel(
        "growth", (here, *lines), col=1, share="growth",
        title=msg("MemoryLab", "Bytes against the length"),
        x=Axis(across[0], across[-1], msg("MemoryLab", "context, tokens"), ticks=lengths),
        y=Axis(low, high, ticks=powers),
    )  # fmt: skip


@lru_cache(maxsize=32)
def _curves(shape: ModelShape, form: CacheFormat) -> tuple[Floats, ...]:
    """Return the bytes of each group at each of the contexts, at least one of them."""
    sizes = [size(shape, count, form) for count in CONTEXTS]
    table = np.array([[line.bytes_total for line in one.groups] for one in sizes])
    return tuple(np.maximum(column, 1e-9) for column in table.T)


@lru_cache(maxsize=32)
def _reach(shape: ModelShape) -> tuple[int, int]:
    """Return the powers of ten between which the curves lie at all bit widths."""
    first, last = size(shape, CONTEXTS[0]), size(shape, CONTEXTS[-1])
    kept = [line.bytes_total for line in first.groups if line.bytes_total]
    # 2 bits are less than an eighth of 16, so one power of ten below is enough
    low = math.floor(math.log10(min(kept))) - 1 if kept else 0
    return low, max(math.ceil(math.log10(last.total_bytes or 1)), low + 1)


def _table(load: Load) -> Table:
    columns = (
        Column("kind", msg("MemoryLab", "they keep")),
        Column("layers", msg("MemoryLab", "layers")),
        Column("elements", msg("MemoryLab", "numbers per token and layer")),
        Column("entries", msg("MemoryLab", "tokens kept")),
        Column("bytes", msg("MemoryLab", "bytes")),
        Column("share", msg("MemoryLab", "share")),
    )
    lines = load.cache.groups
    return Table(
        id="groups",
        keys=tuple(line.group.id for line in lines),
        columns=columns,
        rows=tuple(_row(load, line) for line in lines),
    )


def _row(load: Load, line: GroupSize) -> tuple[Cell, ...]:
    group, share = line.group, _share(load, line)
    none = Cell("—")
    elements = group.elements_per_token
    return (
        Cell(kind_name(group.kind), group.kind),
        Cell(str(group.layers), group.layers),
        Cell(integer(elements), elements) if elements else none,
        Cell(integer(line.entries), line.entries, note=_kept(line)) if elements else none,
        Cell(gigabytes(line.bytes_total), line.bytes_total),
        Cell(percent(share), share),
    )


def _kept(line: GroupSize) -> Msg | None:
    group = line.group
    if group.tokens_per_entry > 1:
        return msg("MemoryLab", "1 for {tokens}", tokens=group.tokens_per_entry)
    if group.cap_tokens is not None and line.entries == group.cap_tokens:
        return msg("MemoryLab", "full")
    return None


def layer_hover(load: Load, key: str) -> Msg | None:
    """Return the exact numbers of a group of layers."""
    line = next((line for line in load.cache.groups if line.group.id == key), None)
    if line is None:
        return None
    return msg(
        "MemoryLab",
        "{layers} layers, {kind}: {bytes} B, {bits} bits per number; one step reads {read} B",
        layers=line.group.layers,
        kind=kind_name(line.group.kind),
        bytes=integer(line.bytes_total),
        bits="—" if line.bits_effective is None else trimmed(line.bits_effective),
        read=integer(line.bytes_read),
    )


def _description(load: Load) -> Msg:
    lines = load.cache.groups
    largest = max(lines, key=lambda line: line.bytes_total)
    return msg(
        "MemoryLab",
        "The layers of {name} by what they keep, %n kind(s). The largest share, {share}, belongs "
        "to {layers} layers that keep: {kind}.",
        n=len(lines),
        name=load.plan.shape.name,
        share=percent(_share(load, largest)),
        layers=largest.group.layers,
        kind=kind_name(largest.group.kind),
    )
