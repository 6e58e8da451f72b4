"""How alike two attentions are: cosine, top-1, KL and relative error of the output.

Weights are [..., T] and outputs [..., Dv], one row per query; figures have the shape [...].
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .grid import BoolArray

Float64 = npt.NDArray[np.float64]
HIGH_COSINE = 0.99


def kl_nats(p: Float64, log_p: Float64, log_q: Float64, mask: BoolArray | None = None) -> Float64:
    """KL(p || q) over the last axis in nats, from p and both log-probabilities; never below 0.

    Masked tokens, and those where p underflows to 0, contribute nothing.
    """
    where = p > 0.0 if mask is None else mask & (p > 0.0)
    with np.errstate(invalid="ignore"):  # both are -inf where nothing is seen
        gap = np.asarray(log_p - log_q)
    np.copyto(gap, 0.0, where=~where)
    # Rounding may leave -1e-17 for equal distributions.
    return np.asarray(np.maximum(_dot(p, gap), 0.0))


@dataclass(frozen=True, slots=True, eq=False)
class Fidelity:
    """How alike two attentions are, one entry per query ([...] without the last axis).

    Attributes
    ----------
    cosine : of the outputs. 0 where undefined, see `cosine_defined` (either output is zero).
    top1_kept : the same token has the largest weight (the lowest index wins a tie).
    kl_nats : KL(p || p_quantized).
    output_rel_err : ``||o - o_hat|| / ||o||``. 0 where undefined, see `rel_err_defined` (o is
        zero).
    """

    cosine: Float64
    top1_kept: BoolArray
    kl_nats: Float64
    output_rel_err: Float64
    cosine_defined: BoolArray
    rel_err_defined: BoolArray

    def mean_cosine(self) -> float | None:
        """Mean over the queries that have a cosine; None when none has."""
        return _mean(self.cosine, self.cosine_defined)

    def mean_rel_err(self) -> float | None:
        """Mean over the queries that have a relative error; None when none has."""
        return _mean(self.output_rel_err, self.rel_err_defined)

    def share_cosine_over(self, bound: float = HIGH_COSINE) -> float | None:
        """Share of the queries with a cosine above `bound`, among those that have one."""
        return _mean((self.cosine > bound).astype(np.float64), self.cosine_defined)


def _mean(values: Float64, defined: BoolArray) -> float | None:
    count = int(np.count_nonzero(defined))
    return float(values.sum(where=defined)) / count if count else None


def fidelity(
    weights: Float64,
    output: Float64,
    weights_q: Float64,
    output_q: Float64,
    mask: BoolArray | None = None,
    *,
    log_weights: Float64 | None = None,
    log_weights_q: Float64 | None = None,
) -> Fidelity:
    """Compare an attention with its quantized one: weights [..., T], outputs [..., Dv].

    The KL is taken from the log weights when they are given (`log_softmax`); else from the
    weights, where one that underflowed to 0 counts as the smallest float64.
    """
    cosine, rel_err, has_cosine, has_error = _compare_outputs(output, output_q)
    if weights_q is weights:
        kept, kl = np.ones(weights.shape[:-1], dtype=np.bool_), np.zeros(weights.shape[:-1])
    else:
        log_p = _log(weights) if log_weights is None else log_weights
        log_q = _log(weights_q) if log_weights_q is None else log_weights_q
        kept = np.asarray(weights.argmax(axis=-1) == weights_q.argmax(axis=-1))
        kl = kl_nats(weights, log_p, log_q, mask)
    return Fidelity(cosine, kept, kl, rel_err, has_cosine, has_error)


def _log(weights: Float64) -> Float64:
    return np.log(np.maximum(weights, np.nextafter(0.0, 1.0)))


def _compare_outputs(
    output: Float64, output_q: Float64
) -> tuple[Float64, Float64, BoolArray, BoolArray]:
    """Cosine and relative error, and where each is defined."""
    error = output - output_q
    square, square_q = _dot(output, output), _dot(output_q, output_q)
    has_error = square > 0.0
    has_cosine = has_error & (square_q > 0.0)
    cosine, rel_err = np.zeros(square.shape), np.zeros(square.shape)
    # One root of the product: equal outputs then give a cosine of exactly 1.
    np.divide(_dot(output, output_q), np.sqrt(square * square_q), out=cosine, where=has_cosine)
    np.divide(np.sqrt(_dot(error, error)), np.sqrt(square), out=rel_err, where=has_error)
    return np.clip(cosine, -1.0, 1.0), rel_err, has_cosine, has_error


def _dot(a: Float64, b: Float64) -> Float64:
    return np.asarray(np.einsum("...d,...d->...", a, b))
