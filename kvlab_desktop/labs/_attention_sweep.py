"""One query's attention at every bit width, with K, V or both quantized."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..numerics.attention import Reference, scores, softmax
from ..numerics.fidelity import Fidelity, Float64
from ..numerics.grid import MAX_BITS, Axis, FloatArray, Quantized, quantize
from ..numerics.ledger import full_precision, uniform

BITS = tuple(range(1, MAX_BITS + 1))
TARGETS = ("k", "v", "kv")
GROUPINGS = ("per_token", "per_token_equal", "kivi")


def quantized_keys(k: FloatArray, bits: int, grouping: str) -> Quantized:
    """Quantize the keys of windows, k [..., T, D], every window by itself.

    ``per_token`` is one group per row, ``kivi`` one per column of the window's T tokens
    (arXiv 2402.02750, section 3.2), ``per_token_equal`` groups of T channels in a row: as many
    values share a scale as in a column, and the tail of ``D mod T`` channels is its own group.
    Raises what :func:`~kvlab_desktop.numerics.grid.quantize` raises.
    """
    axis: Axis = "per_channel" if grouping == "kivi" else "per_token"
    group = k.shape[-2] if grouping == "per_token_equal" else None
    return quantize(k, bits, axis=axis, group=group)


def quantized_values(v: FloatArray, bits: int) -> Quantized:
    """Quantize the values of windows, v [..., T, D], one group per row under every grouping."""
    return quantize(v, bits, axis="per_token")


@dataclass(frozen=True, slots=True)
class Point:
    """The fidelity of one setting; an output of zero has no cosine or no relative error."""

    cosine: float | None
    top1_kept: bool
    kl_nats: float
    output_rel_err: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Sweep:
    """A window's attention, exact and at 1…8 bits (first axis of everything that is quantized).

    Attributes
    ----------
    scores, weights : the exact ones, [T].
    scores_q, weights_q : with K quantized, [8, T].
    fidelity : per target, entries [8, 1] (one query).
    key_bits, value_bits : stored bits per value, scale and zero point included.
    v_errors : the errors of the V weighted one by one, ``sum(w * ||v - v_hat||) / ||o||``; None
        where the output is zero. What is left of them in the sum is V's ``output_rel_err``.
    """

    scores: Float64
    weights: Float64
    scores_q: Float64
    weights_q: Float64
    fidelity: Mapping[str, Fidelity]
    key_bits: tuple[float, ...]
    value_bits: tuple[float, ...]
    v_errors: tuple[float | None, ...]

    def point(self, target: str, bits: int) -> Point:
        """Return the fidelity with ``target`` (k, v or kv) quantized to ``bits``."""
        found, at = self.fidelity[target], (bits - BITS[0], 0)
        return Point(
            cosine=float(found.cosine[at]) if found.cosine_defined[at] else None,
            top1_kept=bool(found.top1_kept[at]),
            kl_nats=float(found.kl_nats[at]),
            output_rel_err=float(found.output_rel_err[at]) if found.rel_err_defined[at] else None,
        )

    def seen(self, target: str, bits: int) -> tuple[Float64, Float64]:
        """Return scores and weights [T] after quantization; V's leaves both as they are."""
        if target == "v":
            return self.scores, self.weights
        return self.scores_q[bits - BITS[0]], self.weights_q[bits - BITS[0]]

    def bits_effective(self, target: str, bits: int) -> tuple[float, float]:
        """Return the stored bits per value of K and of V; 16 for what is not quantized."""
        full = full_precision(1).bits_effective
        at = bits - BITS[0]
        return (
            self.key_bits[at] if "k" in target else full,
            self.value_bits[at] if "v" in target else full,
        )


def sweep(q: FloatArray, k: FloatArray, v: FloatArray, scale: float, grouping: str) -> Sweep:
    """Quantize a window to every bit width and compare: q [D], k [T, D], v [T, Dv].

    One pass for all widths and targets, since the curve beside the weights needs them all.
    """
    keys = [quantized_keys(k, bits, grouping) for bits in BITS]
    values = [quantized_values(v, bits) for bits in BITS]
    k_hat = np.stack([part.values for part in keys])
    v_hat = np.stack([part.values for part in values])
    one_query = np.broadcast_to(q, (len(BITS), 1, q.size))
    exact = Reference.of(one_query, np.broadcast_to(k, k_hat.shape),
                         np.broadcast_to(v, v_hat.shape), scale)  # fmt: skip
    scores_q = scores(one_query, k_hat, scale)[:, 0]
    weights, output = exact.weights[0, 0], exact.output[0, 0]
    return Sweep(
        scores=scores(q[None], k, scale)[0],
        weights=weights,
        scores_q=scores_q,
        weights_q=softmax(scores_q),
        fidelity={
            "k": exact.fidelity(k=k_hat),
            "v": exact.fidelity(v=v_hat),
            "kv": exact.fidelity(k=k_hat, v=v_hat),
        },
        key_bits=tuple(_bits_effective(part) for part in keys),
        value_bits=tuple(_bits_effective(part) for part in values),
        v_errors=_errors_one_by_one(weights, v - v_hat, output),
    )


def _errors_one_by_one(
    weights: Float64, error: FloatArray, output: Float64
) -> tuple[float | None, ...]:
    """Sum of the weighted lengths of the errors [8, T, D], as a share of the output's length."""
    length = float(np.linalg.norm(output))
    if length == 0:
        return (None,) * len(BITS)
    total = np.linalg.norm(error.astype(np.float64), axis=-1) @ weights
    return tuple((total / length).tolist())


def _bits_effective(part: Quantized) -> float:
    ledger = uniform(part.codes.shape, part.bits, axis=part.axis, group=part.group, wide=part.wide)
    return ledger.bits_effective
