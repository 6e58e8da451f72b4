"""Which query and which tokens the page looks at."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..core.params import Values
from ..sources.tensors import Tensors, Window
from ._attention_shares import hardest, window_positions
from ._attention_sweep import Sweep, sweep

KINDS = ("typical", "hard", "sink", "custom")


class Place(NamedTuple):
    """A query: its layer, its query head, and its absolute position."""

    layer: int
    query_head: int
    query: int


#: the middle layer of the sample closest to the medians over all layers, see its meta_json
_TYPICAL = Place(layer=14, query_head=4, query=247)


def typical_place(source: Tensors) -> Place:
    """Return the typical query of the sample, or the place nearest to it in another source."""
    layers, positions = source.layers, window_positions(source)
    return Place(
        layer=_TYPICAL.layer if _TYPICAL.layer in layers else layers[len(layers) // 2],
        query_head=min(_TYPICAL.query_head, source.query_heads - 1),
        query=min(positions, key=lambda position: abs(position - _TYPICAL.query)),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Chosen:
    """A window, the absolute position of each of its tokens, and the KV head it reads."""

    window: Window
    positions: tuple[int, ...]
    kv_head: int

    def text(self, index: int) -> str:
        """Return a token's text without the space before it; a mere space is a middle dot."""
        return self.window.tokens[index].strip() or "·"


def choose(values: Values, source: Tensors) -> Chosen:
    """Return the window of complete values.

    ``typical`` is the typical place. ``hard`` is the window the source was shipped with for its
    effect, else the one of the typical layer that int4 per token hurts most. ``sink`` is the
    typical window with token 0 in the place of its first token. ``custom`` is any place.
    """
    return _choose(source, str(values["window"]), _place(values, source))


def measure(values: Values, source: Tensors) -> Sweep:
    """Return the sweep over the bits of the chosen window, made once per window and grouping."""
    kind, place = str(values["window"]), _place(values, source)
    return _measure(source, kind, place, str(values["grouping"]))


def _place(values: Values, source: Tensors) -> Place:
    if values["window"] != "custom":
        return typical_place(source)
    return Place(int(values["layer"]), int(values["query_head"]), int(values["query"]))


@lru_cache(maxsize=64)
def _choose(source: Tensors, kind: str, place: Place) -> Chosen:
    window = source.window(*place)
    if kind == "hard":
        window = source.hard_window() or _hardest_window(source, place.layer)
    first = window.query - len(window.tokens) + 1
    positions = tuple(range(first, window.query + 1))
    head = source.kv_head_of(window.query_head)
    if kind == "sink":
        window = _with_sink(source, window, head)
        positions = (0, *positions[1:])
    return Chosen(window, positions, head)


def _hardest_window(source: Tensors, layer: int) -> Window:
    return source.window(layer, *hardest(source, layer))


def _with_sink(source: Tensors, window: Window, head: int) -> Window:
    """Put token 0, which most queries attend to, in the place of the window's first token."""
    keys, values = source.keys(window.layer, head), source.values(window.layer, head)
    return replace(
        window,
        k=np.concatenate([keys[:1], window.k[1:]]),
        v=np.concatenate([values[:1], window.v[1:]]),
        tokens=(source.tokens[0], *window.tokens[1:]),
    )


@lru_cache(maxsize=128)
def _measure(source: Tensors, kind: str, place: Place, grouping: str) -> Sweep:
    window = _choose(source, kind, place).window
    return sweep(window.q, window.k, window.v, source.scale, grouping)
