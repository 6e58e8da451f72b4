"""What a lab asks of a source of keys, values and queries.

The arrays of a source are float32, made once and read-only: labs share them without copying.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol, TypedDict

import numpy as np
import numpy.typing as npt

from ..numerics.rope import Convention

RopeState = Literal["post", "pre"]
Float32 = npt.NDArray[np.float32]
Float64 = npt.NDArray[np.float64]

WINDOW_TOKENS = 12
GRID_VALUES = 16


@dataclass(frozen=True, slots=True)
class Rope:
    """The rotary embedding of a source: angle = position * theta**(-2j / D), from position 0."""

    theta: float
    convention: Convention


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """One query and the tokens it looks at: q [D], k and v [n, D], the last token is its own.

    `query` is the absolute position of the query, `tokens` the n texts.
    """

    layer: int
    query_head: int
    query: int
    q: Float32
    k: Float32
    v: Float32
    tokens: tuple[str, ...]


class GridOrigin(TypedDict):
    """Where lab 01's 16 values stand: keys after RoPE of one token, neighbouring channels.

    `outlier_channel` of the same token takes the place of `replaced_channel` in the version with
    an outlier.
    """

    layer: int
    head: int
    token: int
    token_text: str
    first_channel: int
    channels: int
    outlier_channel: int
    replaced_channel: int


@dataclass(frozen=True, slots=True, eq=False)
class GridSample:
    """Lab 01's 16 values [16], the same with the outlier in the place of one, and their origin."""

    values: Float32
    with_outlier: Float32
    origin: GridOrigin


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Tensors of one layer: keys and values [kv_heads, T, D], queries after RoPE [heads, Q, D].

    `k_pre` are the keys before RoPE, None when the source has only what a cache stores.
    """

    k_post: Float32
    v: Float32
    q_post: Float32
    k_pre: Float32 | None = None


class Tensors(Protocol):
    """A source of keys, values and queries. Arrays are float32 and read-only.

    T is `n_tokens`, D `head_dim`, Q ``len(query_positions)``. A layer is named by its number in
    the model and must be one of `layers`; an unknown layer raises KeyError, a head outside the
    model IndexError.
    """

    def __hash__(self) -> int:
        """Sources are told apart by identity, so that results can be kept for each."""

    @property
    def id(self) -> str:
        """Kind of source: ``sample``, ``synthetic``, or what a dump is called by."""

    @property
    def name(self) -> str:
        """A proper name (a model, a file), the same in every language."""

    @property
    def layers(self) -> tuple[int, ...]:
        """Numbers of the layers that are there."""

    @property
    def kv_heads(self) -> int:
        """KV heads per layer."""

    @property
    def query_heads(self) -> int:
        """Query heads per layer, a multiple of `kv_heads`."""

    @property
    def head_dim(self) -> int:
        """Channels per head, D."""

    @property
    def n_tokens(self) -> int:
        """Tokens in the cache, T."""

    @property
    def query_positions(self) -> range:
        """Absolute positions of the queries that are there."""

    @property
    def scale(self) -> float:
        """Factor of the attention logits, 1/sqrt(D) unless the source states its own."""

    @property
    def rope(self) -> Rope | None:
        """Rotary embedding between `keys` pre and post; None when unknown."""

    @property
    def has_pre_rope(self) -> bool:
        """Whether keys before RoPE, and the rotation that leads to those after, are there."""

    @property
    def seed(self) -> int | None:
        """Seed of generated tensors; None for recorded ones."""

    @property
    def tokens(self) -> tuple[str, ...]:
        """One text per token."""

    def keys(self, layer: int, head: int, rope: RopeState = "post") -> Float32:
        """Keys [T, D] of a KV head; ValueError for ``pre`` when `has_pre_rope` is false."""

    def values(self, layer: int, head: int) -> Float32:
        """Values [T, D] of a KV head."""

    def queries(self, layer: int, query_head: int) -> Float32:
        """Queries [Q, D] after RoPE of a query head, at `query_positions`."""

    def kv_head_of(self, query_head: int) -> int:
        """KV head that a query head reads (GQA)."""

    def rotated_keys(self, layer: int, head: int) -> Float64:
        """RoPE of the keys before it, [T, D] in float64: the reference for keys quantized there.

        ValueError when `has_pre_rope` is false.
        """

    def window(
        self, layer: int, query_head: int, query: int, length: int = WINDOW_TOKENS
    ) -> Window:
        """The `length` tokens that end at a query given by its absolute position.

        ValueError when there is no such query or not enough tokens before it.
        """

    def hard_window(self) -> Window | None:
        """A window chosen because quantization changes its answer, when there is one."""

    def grid_values(self) -> Float32:
        """Lab 01's 16 neighbouring values of one key."""

    def grid_values_with_outlier(self) -> Float32:
        """The same 16 values with the same key's outlier in the place of one."""

    def grid_origin(self) -> GridOrigin:
        """Where those 16 values stand."""
