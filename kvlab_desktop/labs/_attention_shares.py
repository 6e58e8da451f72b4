"""How the rules of thumb fare over all windows of a source.

A window is a query and the tokens that end at it; there is one for every layer, query head and
query position with enough tokens before it. Each is quantized by itself. They are computed one
KV head of one layer at a time, so that a stale request ends soon.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import product

import numpy as np

from ..core.lab import Cancelled, Metrics
from ..numerics.attention import Reference
from ..numerics.fidelity import HIGH_COSINE, Fidelity, Float64
from ..numerics.grid import BoolArray, FloatArray
from ..sources.tensors import WINDOW_TOKENS, Tensors
from ._attention_sweep import GROUPINGS, TARGETS, quantized_keys, quantized_values

#: what `shares` returns
LATER = (
    "share_cosine_over_099", "share_v_better_than_k", "share_v_better_by_output",
    "share_top1_kept", "median_top1_weight", "median_top1_weight_with_sink",
    *(f"int4_share_{grouping}" for grouping in GROUPINGS),
    "int4_v_better_per_token", "int4_v_better_kivi", "int8_lowest_cosine",
    "int2_median_cosine_per_token", "int2_median_cosine_kivi",
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class AllWindows:
    """Fidelity of many windows [n] with each target quantized, in the order of ``TARGETS``.

    ``cosine``, ``rel_err`` and ``top1_kept`` are [3, n]; ``defined`` [n] is False where an output
    is zero, and such a window counts in no share.
    """

    cosine: Float64
    rel_err: Float64
    top1_kept: BoolArray
    defined: BoolArray

    def share_cosine_over(self, target: str, bound: float = HIGH_COSINE) -> float | None:
        """Return the share of windows whose cosine is above ``bound``."""
        return self._share(self.cosine[TARGETS.index(target)] > bound)

    def share_top1_kept(self, target: str) -> float | None:
        """Return the share of windows whose largest weight stays where it is."""
        return self._share(self.top1_kept[TARGETS.index(target)])

    def share_v_better(self) -> float | None:
        """Return the share of windows where V only keeps more cosine than K only."""
        return self._share(self.cosine[TARGETS.index("v")] > self.cosine[TARGETS.index("k")])

    def share_v_better_by_output(self) -> float | None:
        """Return the share of windows where V only has a smaller output error than K only."""
        return self._share(self.rel_err[TARGETS.index("v")] < self.rel_err[TARGETS.index("k")])

    def median_cosine(self, target: str) -> float | None:
        """Return the median cosine over the windows."""
        found = self.cosine[TARGETS.index(target)][self.defined]
        return float(np.median(found)) if found.size else None

    def lowest_cosine(self, target: str) -> float | None:
        """Return the lowest cosine of all windows."""
        found = self.cosine[TARGETS.index(target)][self.defined]
        return float(found.min()) if found.size else None

    def _share(self, holds: BoolArray) -> float | None:
        return float(holds[self.defined].mean()) if self.defined.any() else None


def window_positions(source: Tensors) -> tuple[int, ...]:
    """Return the query positions that have a whole window of tokens before them."""
    return tuple(p for p in source.query_positions if p >= WINDOW_TOKENS - 1)


def count_windows(source: Tensors) -> int:
    """Return how many windows a source has."""
    return len(source.layers) * source.query_heads * len(window_positions(source))


def shares(source: Tensors, bits: int, target: str, grouping: str, cancelled: Cancelled) -> Metrics:
    """Return the figures named in ``LATER``; nothing once ``cancelled()``.

    The first four are of the given setting. The rules of thumb (int8, int4, int2) name their own
    bits, so theirs are of K and V at those bits whatever the slider says.
    """
    now, rules = (bits, grouping), [(4, name) for name in GROUPINGS]
    needed = [now, *rules, (8, "per_token"), (2, "per_token"), (2, "kivi")]
    found: dict[tuple[int, str], AllWindows] = {}
    for setting in needed:
        windows = over_all(source, *setting, cancelled)
        if windows is None:
            return {}
        found[setting] = windows
    alone = top_weights(source, cancelled, with_sink=False)
    beside_sink = top_weights(source, cancelled, with_sink=True)
    if alone is None or beside_sink is None:
        return {}
    return {
        "share_cosine_over_099": found[now].share_cosine_over(target),
        "share_v_better_than_k": found[now].share_v_better(),
        "share_v_better_by_output": found[now].share_v_better_by_output(),
        "share_top1_kept": found[now].share_top1_kept(target),
        "median_top1_weight": float(np.median(alone)),
        "median_top1_weight_with_sink": float(np.median(beside_sink)),
        **{f"int4_share_{name}": found[4, name].share_cosine_over("kv") for name in GROUPINGS},
        "int4_v_better_per_token": found[4, "per_token"].share_v_better(),
        "int4_v_better_kivi": found[4, "kivi"].share_v_better(),
        "int8_lowest_cosine": found[8, "per_token"].lowest_cosine("kv"),
        "int2_median_cosine_per_token": found[2, "per_token"].median_cosine("kv"),
        "int2_median_cosine_kivi": found[2, "kivi"].median_cosine("kv"),
    }


def over_all(source: Tensors, bits: int, grouping: str, cancelled: Cancelled) -> AllWindows | None:
    """Quantize and compare every window of the source; ``None`` once ``cancelled()``."""
    chunks = []
    for layer, head in product(source.layers, range(source.kv_heads)):
        if cancelled():
            return None
        chunks.append(_chunk(source, layer, head, bits, grouping))
    joined = (
        np.concatenate([getattr(chunk, part.name) for chunk in chunks], axis=-1)
        for part in fields(AllWindows)
    )
    return AllWindows(*joined)


def top_weights(source: Tensors, cancelled: Cancelled, *, with_sink: bool) -> Float64 | None:
    """Return the largest weight of every window [n]; ``None`` once ``cancelled()``.

    ``with_sink`` puts token 0 in the place of each window's first token.
    """
    chunks = []
    for layer, head in product(source.layers, range(source.kv_heads)):
        if cancelled():
            return None
        chunks.append(_top_weights(source, layer, head, with_sink))
    return np.concatenate(chunks)


def hardest(source: Tensors, layer: int) -> tuple[int, int]:
    """Return query head and query of the layer's window that int4 per token hurts most."""
    positions = window_positions(source)
    worst = (2.0, 0, positions[0])
    for head in range(source.kv_heads):
        members = _query_heads(source, head)
        cosine = _chunk(source, layer, head, 4, "per_token").cosine[TARGETS.index("kv")]
        member, position = divmod(int(cosine.argmin()), len(positions))
        worst = min(worst, (float(cosine.min()), members[member], positions[position]))
    return worst[1], worst[2]


@lru_cache(maxsize=768)
def _chunk(source: Tensors, layer: int, head: int, bits: int, grouping: str) -> AllWindows:
    """Compare the windows of one KV head: its query heads, and within each the positions."""
    k, v = _tokens(source, layer, head, with_sink=False)
    k_hat = quantized_keys(k, bits, grouping).values
    v_hat = quantized_values(v, bits).values
    exact = _reference(source, layer, head, with_sink=False)
    found = (exact.fidelity(k=k_hat), exact.fidelity(v=v_hat), exact.fidelity(k=k_hat, v=v_hat))
    return AllWindows(
        cosine=np.stack([one.cosine.ravel() for one in found]),
        rel_err=np.stack([one.output_rel_err.ravel() for one in found]),
        top1_kept=np.stack([one.top1_kept.ravel() for one in found]),
        defined=np.logical_and.reduce([_defined(one) for one in found]),
    )


def _defined(found: Fidelity) -> BoolArray:
    return (found.cosine_defined & found.rel_err_defined).ravel()


@lru_cache(maxsize=128)
def _top_weights(source: Tensors, layer: int, head: int, with_sink: bool) -> Float64:
    exact = _reference(source, layer, head, with_sink=with_sink)
    top: Float64 = exact.weights.max(axis=-1).ravel()
    return top


@lru_cache(maxsize=32)
def _reference(source: Tensors, layer: int, head: int, with_sink: bool) -> Reference:
    """Return the exact attention of one KV head's windows: q [query heads, P, 1, D]."""
    k, v = _tokens(source, layer, head, with_sink)
    first = source.query_positions.start
    at = [(p - first) // source.query_positions.step for p in window_positions(source)]
    q = np.stack([source.queries(layer, h)[at] for h in _query_heads(source, head)])
    return Reference.of(q[:, :, None], k, v, source.scale)


def _tokens(
    source: Tensors, layer: int, head: int, with_sink: bool
) -> tuple[FloatArray, FloatArray]:
    """Return the keys and values of every window, each [P, T, D]."""
    ends = np.array(window_positions(source))
    at = ends[:, None] + np.arange(1 - WINDOW_TOKENS, 1)
    if with_sink:
        at[:, 0] = 0
    return source.keys(layer, head)[at], source.values(layer, head)[at]


def _query_heads(source: Tensors, head: int) -> list[int]:
    """Return the query heads that read a KV head."""
    return [h for h in range(source.query_heads) if source.kv_head_of(h) == head]
