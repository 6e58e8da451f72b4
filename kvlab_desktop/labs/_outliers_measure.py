"""What lab 03 measures: one KV head, quantized in rows and in columns.

Two errors are taken of each: the tensor's own, and that of the attention output of the query heads
that read this KV head. Quantized keys only move the scores, quantized values only the weighted
sum, so the exact attention is kept and compared with all four variants.

With keys taken before RoPE the cache holds the unrotated keys and rotates them on every read; the
reference is then the rotation of the exact ones, in float64.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ..core.params import Values
from ..numerics import ledger, rope
from ..numerics.attention import HeadFidelity, Reference, causal_mask
from ..numerics.grid import Axis, BoolArray, Groups, Metadata, Quantized, rel_mse
from ..numerics.sparse import outlier_mask
from ..sources.tensors import Float32, RopeState, Tensors

Side = Literal["k", "v"]
Facts = Mapping[str, float | None]

SIDES: tuple[Side, ...] = ("k", "v")
AXES: tuple[Axis, ...] = ("per_token", "per_channel")
OUTLIER_RATIO = 3.0  # a channel is called an outlier when its peak is over 3x the median one
BRIGHT_PERCENTILE = 99.5  # of |x|: one spike does not dim the whole map
HEADS_KEPT = 24  # every head of four layers before and after RoPE, about 20 MB
MASKS_KEPT = 64


@dataclass(frozen=True, slots=True, eq=False)
class Head:
    """One KV head in full precision, and all that does not depend on how it is quantized.

    ``tensors`` are K and V [T, D] as the cache holds them, ``sizes`` their magnitudes. The colour
    scales end at ``brightest`` (values) and ``brightest_error``. ``outliers`` is the loudest
    channel of each where it counts as an outlier.
    """

    tensors: Mapping[Side, Float32]
    sizes: Mapping[Side, Float32]
    brightest: Mapping[Side, float]
    brightest_error: Mapping[Side, float]
    outliers: Mapping[Side, int | None]
    reference: Reference
    facts: Facts


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """One matrix in one grouping: what is stored, what it costs, and what it does."""

    quantized: Quantized
    keep: BoolArray | None
    rel_mse: float
    bits_effective: float
    fidelity: HeadFidelity


Variants = Mapping[tuple[Side, Axis], Variant]


def chosen_head(values: Values, source: Tensors) -> Head:
    """Return the KV head that the values name, prepared once and kept."""
    keys: RopeState = "pre" if values["keys"] == "pre" else "post"
    return _head(source, int(values["layer"]), int(values["head"]), keys)


@lru_cache(maxsize=HEADS_KEPT)
def _head(source: Tensors, layer: int, head: int, keys: RopeState) -> Head:
    tensors: dict[Side, Float32] = {
        "k": source.keys(layer, head, keys),
        "v": source.values(layer, head),
    }
    readers = [h for h in range(source.query_heads) if source.kv_head_of(h) == head]
    queries = np.stack([source.queries(layer, h) for h in readers])
    exact_keys = source.rotated_keys(layer, head) if keys == "pre" else tensors["k"]
    mask = causal_mask(source.query_positions, source.n_tokens)
    reference = Reference.of(queries, exact_keys, tensors["v"], source.scale, mask)
    sizes = {side: np.abs(x) for side, x in tensors.items()}
    return Head(
        tensors=tensors,
        sizes=sizes,
        brightest={side: float(np.percentile(x, BRIGHT_PERCENTILE)) for side, x in sizes.items()},
        brightest_error={side: _half_step(x) for side, x in tensors.items()},
        outliers={side: _outlier(x) for side, x in sizes.items()},
        reference=reference,
        facts=_facts(source, layer, head, reference),
    )


def _half_step(x: Float32) -> float:
    """Half a step of a 2-bit grid over the median row.

    A property of the head alone: a scale fitted to the bits would leave the picture as it is while
    the slider moves.
    """
    return float(np.median(np.ptp(x, axis=1))) / 6


def _channel_ratio(x: npt.NDArray[np.floating]) -> float | None:
    """Peak magnitude of the loudest channel over that of the median one; None without a median."""
    peaks = np.abs(x).max(axis=0)
    middle = float(np.median(peaks))
    return float(peaks.max()) / middle if middle > 0 else None


def _outlier(x: Float32) -> int | None:
    ratio = _channel_ratio(x)
    loud = ratio is not None and ratio > OUTLIER_RATIO
    return int(np.abs(x).max(axis=0).argmax()) if loud else None


def _facts(source: Tensors, layer: int, head: int, reference: Reference) -> Facts:
    """How tall the stripes of a head are, and how loved and how quiet its token 0."""
    lengths = np.linalg.norm(reference.v, axis=1)
    middle = float(np.median(lengths))
    before = source.keys(layer, head, "pre") if source.has_pre_rope else None
    return {
        "k_channel_ratio_pre": None if before is None else _channel_ratio(before),
        "k_channel_ratio_post": _channel_ratio(source.keys(layer, head)),
        "v_channel_ratio": _channel_ratio(source.values(layer, head)),
        "token0_weight": float(reference.weights[..., 0].mean()),
        "v_token0_norm_ratio": float(lengths[0]) / middle if middle > 0 else None,
    }


def stored_as(
    head: Head, side: Side, axis: Axis, values: Values
) -> tuple[Quantized, BoolArray | None]:
    """Quantize one matrix [T, D] as the values say, and return which entries are kept apart."""
    percent, group = float(values["sparse_percent"]), values["group"]
    groups, keep = _groups(head, side, axis, None if group == "all" else int(group), percent)
    metadata: Metadata = "fp16" if values["metadata"] == "fp16" else "ideal"
    return groups.quantize(int(values["bits"]), metadata), keep


@lru_cache(maxsize=MASKS_KEPT)
def _groups(
    head: Head, side: Side, axis: Axis, group: int | None, percent: float
) -> tuple[Groups, BoolArray | None]:
    """Return one matrix in its groups, which are the same whatever the bits, and what is kept."""
    keep = _kept(head, side, axis, percent) if percent > 0 else None
    return Groups.of(head.tensors[side], axis=axis, group=group, keep=keep), keep


@lru_cache(maxsize=MASKS_KEPT)
def _kept(head: Head, side: Side, axis: Axis, percent: float) -> BoolArray:
    mask = outlier_mask(head.tensors[side], percent, axis=axis)
    mask.setflags(write=False)
    return mask


def measure(values: Values, source: Tensors) -> Variants:
    """Quantize K and V [T, D] of the chosen head per token and per channel, and compare.

    Tensor errors are those of what the cache holds (keys before RoPE, if so chosen); attention
    errors are means over the KV head's query heads and the source's query positions.
    Source: KIVI, arXiv 2402.02750 table 2 (both errors, both groupings).
    """
    head = chosen_head(values, source)
    stored = {(side, axis): stored_as(head, side, axis, values) for side in SIDES for axis in AXES}
    keys = _read_keys(np.stack([stored["k", axis][0].values for axis in AXES]), values, source)
    replaced: dict[tuple[Side, Axis], HeadFidelity] = {}
    for axis, k in zip(AXES, keys, strict=True):
        replaced["k", axis] = head.reference.means(k=k)
        replaced["v", axis] = head.reference.means(v=stored["v", axis][0].values)
    return {
        (side, axis): Variant(
            quantized=quantized,
            keep=keep,
            rel_mse=rel_mse(head.tensors[side], quantized.values),
            bits_effective=_ledger(quantized, keep).bits_effective,
            fidelity=replaced[side, axis],
        )
        for (side, axis), (quantized, keep) in stored.items()
    }


def _read_keys(keys: Float32, values: Values, source: Tensors) -> npt.NDArray[np.floating]:
    """Return the keys [..., T, D] as attention sees them: rotated now, if they were not before."""
    if values["keys"] != "pre" or source.rope is None:
        return keys
    positions = np.arange(source.n_tokens)
    return rope.apply(keys, positions, source.rope.theta, source.rope.convention)


def _ledger(stored: Quantized, keep: BoolArray | None) -> ledger.Ledger:
    # Every row or column keeps the same number of values, so their indices need no pointers.
    return ledger.uniform(
        stored.codes.shape,
        stored.bits,
        axis=stored.axis,
        group=stored.group,
        wide=stored.wide,
        outliers=0 if keep is None else int(np.count_nonzero(keep)),
    )


def metrics_of(variants: Variants, facts: Facts) -> dict[str, Any]:
    """Return every number of the page under its stable id."""
    metrics: dict[str, Any] = {}
    for (side, axis), variant in variants.items():
        found = variant.fidelity
        named = {
            "rel_mse": variant.rel_mse,
            "output_rel_err": found.output_rel_err,
            "cosine": found.cosine,
            "kl_nats": found.kl_nats,
            "top1_share": found.top1_share,
            "top1_share_without_token0": found.top1_share_without_token0,
            "bits_effective": variant.bits_effective,
        }
        metrics |= {f"{side}_{axis}_{name}": value for name, value in named.items()}
    for side in SIDES:
        for measured, name in (("error", "rel_mse"), ("output", "output_rel_err")):
            errors = (metrics[f"{side}_{axis}_{name}"] for axis in AXES)
            metrics[f"{side}_better_by_{measured}"] = better(*errors)
    for axis in AXES:
        metrics[f"group_{axis}"] = variants["k", axis].quantized.group
        keep = variants["k", axis].keep
        metrics[f"kept_share_{axis}"] = 0.0 if keep is None else float(keep.mean())
    return {**metrics, **facts}


def better(per_token: float | None, per_channel: float | None) -> str | None:
    """Name the grouping with the smaller error, or "tie"; ``None`` when one is undefined."""
    if per_token is None or per_channel is None:
        return None
    if per_token == per_channel:
        return "tie"
    return "per_token" if per_token < per_channel else "per_channel"
