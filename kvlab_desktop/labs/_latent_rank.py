"""K and V of the source cut to a low rank after training: what of them is left, and of attention.

[K|V] of one KV head, or of all KV heads of a layer side by side, is cut to the best matrix of a
rank. K is cut before RoPE and rotated on read, as far as the source has it: a rotated K has a
higher rank. Nothing here depends on anything but source, layer, head and rank, so all of it is
kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ..core.params import Values
from ..numerics import rope as rotary
from ..numerics.attention import Reference, causal_mask
from ..numerics.fidelity import Float64
from ..numerics.grid import quantize
from ..numerics.latent import LowRank
from ..numerics.ledger import FULL_BITS, uniform
from ..sources.tensors import RopeState, Tensors

ALL = "all"
CURVE = (1, 2, 4, 6, 8, 12, 16, 20, 24, 28, 32)  # in 32nds of the largest rank
QUANTIZED_BITS = (8, 4, 2)
GROUP = 64


@dataclass(frozen=True, slots=True, eq=False)
class Whole:
    """K and V of the chosen KV heads in full, [K|V] decomposed, and the exact attention.

    ``k`` and ``v`` are [H, T, D], K as it is cut (before RoPE where there is such a K).
    """

    k: Float64
    v: Float64
    factors: LowRank
    exact: Reference

    @property
    def width(self) -> int:
        """Numbers of K and V per token."""
        heads, _tokens, channels = self.k.shape
        return 2 * int(heads * channels)

    @property
    def most(self) -> int:
        """The largest rank, at which nothing is lost."""
        return len(self.factors.singular)

    @property
    def v_token0_norm_ratio(self) -> float | None:
        """Length of token 0's V over the median of the others; None where that is zero."""
        length = _lengths(self.v)
        median = float(np.median(length[1:]))
        return float(length[0]) / median if median > 0 else None


@dataclass(frozen=True, slots=True)
class Cut:
    """What a rank leaves: means over query heads and queries, and the errors of the rows.

    An error is the length of the difference over the length of the token's K (or V); of token 0
    and the median of the other tokens. ``cosine`` is None where an output is zero.
    """

    rank: int
    energy: float
    cosine: float | None
    k_token0: float
    k_median: float
    v_token0: float
    v_median: float


@dataclass(frozen=True, slots=True)
class Quantized:
    """The same attention with quantized K and V: bits, what rank takes as much room, cosine."""

    bits: int
    same_size_rank: float
    cosine: float | None


def chosen(values: Values, source: Tensors) -> tuple[int, str, int]:
    """Return layer, head and rank."""
    return int(values["layer"]), str(values["head"]), int(values["rank"])


def most_ranks(source: Tensors, head: str) -> int:
    """Return the largest rank that [K|V] of a head, or of all heads, can have."""
    heads = source.kv_heads if head == ALL else 1
    return min(source.n_tokens, 2 * heads * source.head_dim)


@lru_cache(maxsize=32)
def whole(source: Tensors, layer: int, head: str) -> Whole:
    """Return K and V of a head or of all heads of a layer, decomposed."""
    heads = _heads(source, head)
    form: RopeState = "pre" if source.has_pre_rope else "post"
    k = np.stack([source.keys(layer, h, form) for h in heads]).astype(np.float64)
    v = np.stack([source.values(layer, h) for h in heads]).astype(np.float64)
    q = np.stack([_queries(source, layer, h) for h in heads])
    mask = causal_mask(np.array(source.query_positions), source.n_tokens)
    exact = Reference.of(q, _as_read(source, k)[:, None], v[:, None], source.scale, mask)
    return Whole(k, v, LowRank.of(np.concatenate([*k, *v], axis=1)), exact)


def _heads(source: Tensors, head: str) -> range:
    return range(source.kv_heads) if head == ALL else range(int(head), int(head) + 1)


def _queries(source: Tensors, layer: int, head: int) -> npt.NDArray[np.float32]:
    """Return the queries [G, Q, D] of all query heads that read a KV head."""
    readers = [h for h in range(source.query_heads) if source.kv_head_of(h) == head]
    return np.stack([source.queries(layer, h) for h in readers])


def _as_read(source: Tensors, k: Float64) -> Float64:
    """Return keys as attention reads them: rotated, unless they already are."""
    if not source.has_pre_rope or source.rope is None:
        return k
    return rotary.apply(k, np.arange(source.n_tokens), source.rope.theta, source.rope.convention)


@lru_cache(maxsize=1024)
def cut(source: Tensors, layer: int, head: str, rank: int) -> Cut:
    """Cut [K|V] to a rank (1 to ``most_ranks``) and attend to what is left."""
    full = whole(source, layer, head)
    heads = len(full.k)
    left = full.factors.truncated(rank)
    parts = left.reshape(source.n_tokens, 2 * heads, -1).swapaxes(0, 1)
    k, v = parts[:heads], parts[heads:]
    found = full.exact.fidelity(k=_as_read(source, k)[:, None], v=v[:, None])
    k_rows, v_rows = _row_errors(full.k, k), _row_errors(full.v, v)
    return Cut(
        rank=rank,
        energy=float(full.factors.energy()[rank - 1]),
        cosine=1.0 if rank == full.most else found.mean_cosine(),
        k_token0=float(k_rows[0]),
        k_median=float(np.median(k_rows[1:])),
        v_token0=float(v_rows[0]),
        v_median=float(np.median(v_rows[1:])),
    )


def _row_errors(exact: Float64, left: Float64) -> Float64:
    """Return ``||x - x_hat|| / ||x||`` per token over all heads [H, T, D]; 0 for a zero row."""
    lost, length = _lengths(exact - left), _lengths(exact)
    errors: Float64 = np.divide(lost, length, out=np.zeros_like(lost), where=length > 0)
    return errors


def _lengths(x: Float64) -> Float64:
    """Return the length of each token's row over all heads, [T] of [H, T, D]."""
    return np.asarray(np.linalg.norm(x, axis=(0, 2)))


def curve_ranks(most: int) -> tuple[int, ...]:
    """Return the ranks of the curve: dense at the low end, where it is steep."""
    return tuple(sorted({max(1, most * part // CURVE[-1]) for part in CURVE}))


@lru_cache(maxsize=32)
def curve(source: Tensors, layer: int, head: str) -> tuple[Cut, ...]:
    """Return what each rank of the curve leaves."""
    return tuple(cut(source, layer, head, r) for r in curve_ranks(most_ranks(source, head)))


@lru_cache(maxsize=32)
def quantized(source: Tensors, layer: int, head: str) -> tuple[Quantized, ...]:
    """Quantize K per channel and V per token, groups of 64, and attend: KIVI, arXiv 2402.02750.

    K is quantized as it is cut, so that both ways start from the same numbers.
    """
    full = whole(source, layer, head)
    found = []
    for bits in QUANTIZED_BITS:
        k = quantize(full.k, bits, axis="per_channel", group=GROUP)
        v = quantize(full.v, bits, axis="per_token", group=GROUP)
        seen = _as_read(source, k.values.astype(np.float64))
        attention = full.exact.fidelity(k=seen[:, None], v=v.values[:, None])
        ledgers = [uniform(part.codes.shape, bits, axis=part.axis, group=GROUP) for part in (k, v)]
        effective = (ledgers[0] + ledgers[1]).bits_effective
        rank = full.width * effective / FULL_BITS
        found.append(Quantized(bits, rank, attention.mean_cosine()))
    return tuple(found)
