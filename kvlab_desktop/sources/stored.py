"""A source whose tensors are all in memory: the shipped sample, the synthetic one, a dump."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from ..numerics import rope as rotary
from ..numerics.grid import check_finite
from .tensors import (
    WINDOW_TOKENS,
    Float32,
    Float64,
    GridOrigin,
    GridSample,
    Layer,
    Rope,
    RopeState,
    Window,
)


@dataclass(frozen=True, eq=False)
class StoredTensors:
    """A source whose tensors are all in memory; implements `Tensors`.

    Shapes are checked when it is made (ValueError), NaN and infinity are refused (`BadValues`),
    and every array is made read-only.
    """

    id: str
    name: str
    data: Mapping[int, Layer]
    tokens: tuple[str, ...]
    query_positions: range
    scale: float
    rope: Rope | None
    grid: GridSample
    seed: int | None = None
    hard: Window | None = None
    _rotated: dict[tuple[int, int], Float64] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        if not self.data:
            raise ValueError("a source needs at least one layer")
        if self.query_heads % self.kv_heads:
            raise ValueError(f"{self.query_heads} query heads cannot share {self.kv_heads}")
        if not set(self.query_positions) <= set(range(self.n_tokens)):
            raise ValueError(f"queries at {self.query_positions} of {self.n_tokens} tokens")
        for number, layer in self.data.items():
            self._check(number, layer)
        freeze(self.grid.values, self.grid.with_outlier)

    def _check(self, number: int, layer: Layer) -> None:
        cache = (self.kv_heads, len(self.tokens), self.head_dim)
        wanted = {
            "k_post": cache,
            "v": cache,
            "q_post": (self.query_heads, len(self.query_positions), self.head_dim),
            "k_pre": cache,
        }
        for name, shape in wanted.items():
            array: Float32 | None = getattr(layer, name)
            if array is None:
                continue
            if array.shape != shape:
                raise ValueError(f"layer {number} {name}: shape {array.shape}, expected {shape}")
            check_finite(array, f"layer {number} {name}")
            freeze(array)

    @property
    def _first(self) -> Layer:
        return next(iter(self.data.values()))

    @property
    def layers(self) -> tuple[int, ...]:
        """Numbers of the layers that are there, as they were given."""
        return tuple(self.data)

    @property
    def kv_heads(self) -> int:
        """KV heads per layer."""
        return int(self._first.k_post.shape[0])

    @property
    def query_heads(self) -> int:
        """Query heads per layer."""
        return int(self._first.q_post.shape[0])

    @property
    def head_dim(self) -> int:
        """Channels per head."""
        return int(self._first.k_post.shape[-1])

    @property
    def n_tokens(self) -> int:
        """Tokens in the cache."""
        return len(self.tokens)

    @property
    def has_pre_rope(self) -> bool:
        """Whether keys before RoPE and the rotation are both there."""
        return self.rope is not None and all(x.k_pre is not None for x in self.data.values())

    def keys(self, layer: int, head: int, rope: RopeState = "post") -> Float32:
        """Keys [T, D] of a KV head; ValueError for ``pre`` when there are none."""
        stored = self.data[layer]
        if rope == "post":
            return _head(stored.k_post, head)
        if stored.k_pre is None:
            raise ValueError(f"{self.name} has no keys before RoPE")
        return _head(stored.k_pre, head)

    def values(self, layer: int, head: int) -> Float32:
        """Values [T, D] of a KV head."""
        return _head(self.data[layer].v, head)

    def queries(self, layer: int, query_head: int) -> Float32:
        """Queries [Q, D] after RoPE of a query head."""
        return _head(self.data[layer].q_post, query_head)

    def kv_head_of(self, query_head: int) -> int:
        """KV head that a query head reads: ``h // (query_heads / kv_heads)``.

        Source: transformers modeling_llama.py repeat_kv.
        """
        if not 0 <= query_head < self.query_heads:
            raise IndexError(f"query head {query_head} of {self.query_heads}")
        return query_head // (self.query_heads // self.kv_heads)

    def rotated_keys(self, layer: int, head: int) -> Float64:
        """RoPE of the keys before it, [T, D] float64, made on first use; ValueError without."""
        known = self._rotated.get((layer, head))
        if known is not None:
            return known
        if self.rope is None:
            raise ValueError(f"{self.name} does not say how its keys are rotated")
        raw = self.keys(layer, head, "pre")
        positions = np.arange(self.n_tokens)
        turned = rotary.apply(raw, positions, self.rope.theta, self.rope.convention)
        freeze(turned)
        return self._rotated.setdefault((layer, head), turned)

    def window(
        self, layer: int, query_head: int, query: int, length: int = WINDOW_TOKENS
    ) -> Window:
        """The `length` tokens that end at an absolute query position; ValueError outside."""
        if query not in self.query_positions:
            raise ValueError(f"no query at {query}; they stand at {self.query_positions}")
        start = query - length + 1
        if start < 0 or length < 1:
            raise ValueError(f"{length} tokens do not end at position {query}")
        head = self.kv_head_of(query_head)
        span = slice(start, query + 1)
        return Window(
            layer=layer,
            query_head=query_head,
            query=query,
            q=self.queries(layer, query_head)[self.query_positions.index(query)],
            k=self.keys(layer, head)[span],
            v=self.values(layer, head)[span],
            tokens=self.tokens[span],
        )

    def hard_window(self) -> Window | None:
        """The window that was chosen for its effect, when the source ships one."""
        return self.hard

    def grid_values(self) -> Float32:
        """Lab 01's 16 neighbouring values [16]."""
        return self.grid.values

    def grid_values_with_outlier(self) -> Float32:
        """The same values [16] with the outlier in the place of one."""
        return self.grid.with_outlier

    def grid_origin(self) -> GridOrigin:
        """Where those 16 values stand."""
        return self.grid.origin


def grid_sample(data: Mapping[int, Layer], place: GridOrigin) -> GridSample:
    """Take lab 01's 16 values, and the version with the outlier, from the keys after RoPE."""
    key = data[place["layer"]].k_post[place["head"], place["token"]]
    first = place["first_channel"]
    values = key[first : first + place["channels"]].copy()
    with_outlier = values.copy()
    with_outlier[place["replaced_channel"] - first] = key[place["outlier_channel"]]
    return GridSample(values, with_outlier, place)


def _head(arrays: Float32, head: int) -> Float32:
    if not 0 <= head < len(arrays):
        raise IndexError(f"head {head} of {len(arrays)}")
    chosen: Float32 = arrays[head]
    return chosen


def freeze(*arrays: npt.NDArray[Any]) -> None:
    """Make arrays read-only, so that labs can share them without copying."""
    for array in arrays:
        array.setflags(write=False)
