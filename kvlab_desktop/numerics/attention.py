"""Softmax attention in float64, and a reference to compare quantized caches with.

Shapes: q [..., Q, D], k [..., T, D], v [..., T, Dv], scores and weights [..., Q, T], outputs
[..., Q, Dv]; the leading dimensions broadcast. A mask is True where a query may look.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .fidelity import Fidelity, Float64, fidelity, kl_nats
from .grid import BoolArray

__all__ = [
    "Fidelity",
    "HeadFidelity",
    "Reference",
    "attend",
    "causal_mask",
    "fidelity",
    "head_fidelity",
    "kl_nats",
    "log_softmax",
    "margin",
    "scores",
    "softmax",
]


def causal_mask(query_positions: npt.ArrayLike, tokens: int) -> BoolArray:
    """Which of `tokens` each query sees, itself included: bool [Q, T] from positions [Q]."""
    places = np.asarray(query_positions)
    return np.arange(tokens) <= places[..., None]


def scores(q: npt.ArrayLike, k: npt.ArrayLike, scale: float) -> Float64:
    """Attention logits ``scale * q @ k.T`` in float64, [..., Q, T]."""
    return _product(scale * _float64(q), _float64(k).swapaxes(-1, -2))


def softmax(logits: npt.ArrayLike, mask: BoolArray | None = None) -> Float64:
    """Softmax over the last axis with the maximum subtracted; 0 where masked; sums to 1.

    Raises ValueError when a row has nothing to look at.
    """
    return _softmax(np.array(logits, dtype=np.float64), mask)[1]


def log_softmax(logits: npt.ArrayLike, mask: BoolArray | None = None) -> Float64:
    """Natural log of `softmax`, without its underflow: -inf only where masked."""
    return _softmax(np.array(logits, dtype=np.float64), mask)[0]


def _softmax(logits: Float64, mask: BoolArray | None) -> tuple[Float64, Float64]:
    """Log weights, in the place of the logits, and weights, from the same exponentials."""
    if mask is not None:
        np.copyto(logits, -np.inf, where=~mask)
    top = logits.max(axis=-1, keepdims=True)
    if not np.isfinite(top).all():
        raise ValueError("a query has no token to look at, or a score that is not finite")
    logits -= top
    weights = np.exp(logits)
    total = weights.sum(axis=-1, keepdims=True)
    weights /= total
    logits -= np.log(total)
    return logits, weights


def _float64(x: npt.ArrayLike) -> Float64:
    return np.asarray(x, dtype=np.float64)


def _product(a: Float64, b: Float64) -> Float64:
    """Matrix product a [..., M, N] by b [..., N, P]; one product when b is shared."""
    if b.ndim > 2 or a.ndim <= 2:
        return np.asarray(a @ b)
    return np.asarray(a.reshape(-1, a.shape[-1]) @ b).reshape(*a.shape[:-1], b.shape[-1])


def attend(
    q: npt.ArrayLike,
    k: npt.ArrayLike,
    v: npt.ArrayLike,
    scale: float,
    mask: BoolArray | None = None,
) -> tuple[Float64, Float64]:
    """Weights [..., Q, T] and outputs [..., Q, Dv] of scaled dot-product attention.

    Source: arXiv 1706.03762 equation 1.
    """
    weights = _softmax(scores(q, k, scale), mask)[1]
    return weights, _product(weights, _float64(v))


def margin(logits: npt.ArrayLike) -> Float64:
    """Gap between the two largest logits of the last axis: how clear the winner is.

    The winner can only change once the two scores' errors differ by this much, that is when one
    of them is off by at least half of it. ValueError for fewer than two tokens.
    """
    values = np.asarray(logits, dtype=np.float64)
    if values.shape[-1] < 2:
        raise ValueError("a margin needs at least two tokens")
    top = np.partition(values, -2, axis=-1)[..., -2:]
    gap: Float64 = top[..., 1] - top[..., 0]
    return gap


@dataclass(frozen=True, slots=True)
class HeadFidelity:
    """Means over all heads and queries of one cache; None where nothing is defined.

    `top1_share_without_token0` compares the largest weights among tokens 1 and later: the plain
    top-1 is the attention sink in most queries and says little. None with a single token.
    """

    output_rel_err: float | None
    cosine: float | None
    kl_nats: float
    top1_share: float
    top1_share_without_token0: float | None
    share_cosine_over_099: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """An attention in full precision, kept to compare any number of quantized caches with it.

    Made by `Reference.of`; the arrays have the module's shapes.
    """

    q: Float64
    v: Float64
    scale: float
    mask: BoolArray | None
    log_weights: Float64
    weights: Float64
    output: Float64
    loudest_without_token0: npt.NDArray[np.intp] | None

    @classmethod
    def of(
        cls,
        q: npt.ArrayLike,
        k: npt.ArrayLike,
        v: npt.ArrayLike,
        scale: float,
        mask: BoolArray | None = None,
    ) -> Reference:
        """Compute the attention of q [..., Q, D] over k [..., T, D] and v [..., T, Dv]."""
        queries, values = _float64(q), _float64(v)
        log_weights, weights = _softmax(scores(queries, k, scale), mask)
        output = _product(weights, values)
        loudest = _loudest_without_token0(weights)
        return cls(queries, values, scale, mask, log_weights, weights, output, loudest)

    def fidelity(self, k: npt.ArrayLike | None = None, v: npt.ArrayLike | None = None) -> Fidelity:
        """Fidelity per query when k, v or both are replaced; what is None stays exact.

        Replacing only v recomputes one product: weights, top-1 and KL cannot change.
        """
        return self._compare(k, v)[0]

    def means(self, k: npt.ArrayLike | None = None, v: npt.ArrayLike | None = None) -> HeadFidelity:
        """Means over all queries when k, v or both are replaced (lab 03's table)."""
        found, weights_q = self._compare(k, v)
        return HeadFidelity(
            output_rel_err=found.mean_rel_err(),
            cosine=found.mean_cosine(),
            kl_nats=float(found.kl_nats.mean()),
            top1_share=float(found.top1_kept.mean()),
            top1_share_without_token0=self._share_without_token0(weights_q),
            share_cosine_over_099=found.share_cosine_over(),
        )

    def _share_without_token0(self, weights_q: Float64) -> float | None:
        if self.loudest_without_token0 is None:
            return None
        if weights_q is self.weights:
            return 1.0
        return float(np.mean(self.loudest_without_token0 == _loudest_without_token0(weights_q)))

    def _compare(
        self, k: npt.ArrayLike | None, v: npt.ArrayLike | None
    ) -> tuple[Fidelity, Float64]:
        log_weights, weights = self.log_weights, self.weights
        if k is not None:
            log_weights, weights = _softmax(scores(self.q, k, self.scale), self.mask)
        output = _product(weights, self.v if v is None else _float64(v))
        found = fidelity(
            self.weights,
            self.output,
            weights,
            output,
            log_weights=self.log_weights,
            log_weights_q=log_weights,
        )
        return found, weights


def _loudest_without_token0(weights: Float64) -> npt.NDArray[np.intp] | None:
    """Index of the largest weight among tokens 1 and later; None with a single token."""
    return weights[..., 1:].argmax(axis=-1) if weights.shape[-1] > 1 else None


def head_fidelity(
    q: npt.ArrayLike,
    k: npt.ArrayLike,
    k_hat: npt.ArrayLike,
    v: npt.ArrayLike,
    v_hat: npt.ArrayLike,
    scale: float,
    positions: npt.ArrayLike,
) -> HeadFidelity:
    """Causal fidelity of one KV head: q [Hq, Q, D] at `positions` [Q], k and v [T, D].

    For several variants of one cache build the `Reference` once and call `means`.
    """
    mask = causal_mask(positions, np.shape(k)[-2])
    return Reference.of(q, k, v, scale, mask).means(k_hat, v_hat)
