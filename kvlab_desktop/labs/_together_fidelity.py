"""How far quantization moves the attention output, on all real keys, values and queries there are.

One number for a way of storing the cache: the mean cosine between the attention output over the
numbers read back and over the exact ones. The mean is over every layer, query head and query
position of the source, causal over all its tokens, K and V quantized together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from ..numerics.attention import Reference, causal_mask
from ..numerics.cache_format import GROUP_SIZE
from ..numerics.grid import Axis, FloatArray, quantize
from ..numerics.ledger import FULL_BITS
from ..sources.tensors import Tensors

Grouping = Literal["per_token", "kivi"]

PER_TOKEN: Grouping = "per_token"
KIVI: Grouping = "kivi"
GROUPINGS: tuple[Grouping, ...] = (PER_TOKEN, KIVI)


@dataclass(frozen=True, slots=True)
class Fidelity:
    """What is kept of the attention outputs: mean, lowest, and the share over 0.99.

    ``cosine`` and the others are None when every output is zero. ``outputs`` are how many there
    were.
    """

    cosine: float | None
    lowest: float | None
    share_over_099: float | None
    outputs: int


@dataclass(frozen=True, slots=True, eq=False)
class _Exact:
    """All KV heads of all layers in a row: keys and values [heads, T, D], and their attention."""

    keys: FloatArray
    values: FloatArray
    attention: Reference


@lru_cache(maxsize=64)
def fidelity(source: Tensors, bits: int, grouping: Grouping) -> Fidelity:
    """Quantize all keys and values in groups of 64 and compare the attention outputs.

    ``per_token`` shares a scale along a row, for K and V; ``kivi`` along 64 tokens of a channel
    for K, along a row for V (KIVI, arXiv 2402.02750 section 3). 16 bits are the source itself.
    """
    exact = _exact(source)
    outputs = exact.attention.output[..., 0].size
    if bits == FULL_BITS:
        return Fidelity(1.0, 1.0, 1.0, outputs)
    axis: Axis = "per_channel" if grouping == KIVI else "per_token"
    keys = quantize(exact.keys, bits, axis=axis, group=GROUP_SIZE).values
    found = exact.attention.fidelity(k=keys, v=_values(source, bits))
    known = found.cosine[found.cosine_defined]
    lowest = float(known.min()) if known.size else None
    return Fidelity(found.mean_cosine(), lowest, found.share_cosine_over(), outputs)


@lru_cache(maxsize=8)
def _values(source: Tensors, bits: int) -> FloatArray:
    """Return the values read back: both groupings store V per token."""
    return quantize(_exact(source).values, bits, axis="per_token", group=GROUP_SIZE).values


@lru_cache(maxsize=4)
def _exact(source: Tensors) -> _Exact:
    heads = [(layer, head) for layer in source.layers for head in range(source.kv_heads)]
    keys = np.stack([source.keys(*place) for place in heads])
    values = np.stack([source.values(*place) for place in heads])
    # the queries of all heads that read a KV head stand one below the other
    queries = np.stack([np.concatenate(_queries(source, *place)) for place in heads])
    readers = source.query_heads // source.kv_heads
    mask = np.tile(causal_mask(source.query_positions, source.n_tokens), (readers, 1))
    return _Exact(keys, values, Reference.of(queries, keys, values, source.scale, mask))


def _queries(source: Tensors, layer: int, head: int) -> list[FloatArray]:
    heads = (h for h in range(source.query_heads) if source.kv_head_of(h) == head)
    return [source.queries(layer, h) for h in heads]
