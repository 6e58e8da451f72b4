"""Uniform quantization: the grid, its groups, and what stays in full precision.

The formula is KIVI's (arXiv 2402.02750, section 3.1; jy-yuan/KIVI quant/new_pack.py): for a
group, ``scale = (max - min) / (2**bits - 1)``, ``zero = min``, a float and not an integer zero
point, ``q = clip(rint((x - zero) / scale))`` and ``x_hat = q * scale + zero``. What the published
code leaves undefined is defined here: a constant group has scale 0 and is exact, a short last
group is a group of its own, NaN and infinity are refused.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import numpy as np
import numpy.typing as npt

Axis = Literal["per_token", "per_channel"]
Metadata = Literal["ideal", "fp16"]
FloatArray = npt.NDArray[np.float32]
CodeArray = npt.NDArray[np.uint8]
BoolArray = npt.NDArray[np.bool_]
_Scalar = TypeVar("_Scalar", bound=np.generic)

FP16_MAX = 65504.0
MAX_BITS = 8
# Above half of float32's range the difference of two finite values is already infinite.
LARGEST = float(np.finfo(np.float32).max) / 2


class BadValues(ValueError):
    """A tensor holds NaN or infinity (or numbers whose range leaves float32).

    Attributes
    ----------
    name : which tensor.
    nan, inf : how many of each; ``inf`` includes magnitudes above ``LARGEST``.
    first : index of the first bad value.
    """

    def __init__(self, name: str, nan: int, inf: int, first: tuple[int, ...]) -> None:
        super().__init__(f"{name}: {nan} NaN and {inf} infinite values, the first at index {first}")
        self.name = name
        self.nan = nan
        self.inf = inf
        self.first = first


def check_finite(x: npt.ArrayLike, name: str = "values") -> None:
    """Raise `BadValues` unless every value is finite and its range fits float32; any shape."""
    array = np.asarray(x)
    # NaN wins both reductions and fails both comparisons: the good case costs two passes.
    if array.size == 0 or (array.min() >= -LARGEST and array.max() <= LARGEST):
        return
    nan = np.isnan(array)
    inf = np.abs(array, dtype=np.float64) > LARGEST
    first = np.unravel_index(int(np.argmax(nan | inf)), array.shape)
    raise BadValues(name, int(nan.sum()), int(inf.sum()), tuple(int(i) for i in first))


@dataclass(frozen=True, slots=True, eq=False)
class Quantized:
    """A quantized tensor: what is stored, and what is read back.

    Attributes
    ----------
    codes : uint8, shape of x. A kept value has a code too, 0, since storage is dense.
    scale, zero : float32, one number per group; the shape of x with the grouped axis replaced by
        the number of groups: [..., T, groups] per token, [..., groups, D] per channel, [groups]
        for a single vector.
    values : float32, shape of x, the x_hat that attention sees.
    axis, group, metadata : the setting; `group` is the length in force, cut to the axis.
    wide : how many scale and zero numbers exceed fp16 (65 504) and are counted as 32 bits.
    """

    codes: CodeArray
    scale: FloatArray
    zero: FloatArray
    values: FloatArray
    bits: int
    axis: Axis
    group: int
    metadata: Metadata
    wide: int


def quantize(
    x: npt.ArrayLike,
    bits: int,
    *,
    axis: Axis = "per_token",
    group: int | None = None,
    metadata: Metadata = "ideal",
    keep: BoolArray | None = None,
) -> Quantized:
    """Put every group of x on its own grid of ``2**bits`` lines (1 to 8 bits), in float32.

    x is [n], one vector grouped along itself, or [..., tokens, channels]. ``per_token`` groups
    `group` channels within a row, ``per_channel`` `group` tokens within a column; None is the
    whole row or column and a shorter rest is its own group. ``ideal`` metadata stays float32;
    ``fp16`` is rounded first and the codes come from the rounded numbers, as engines do. Values
    marked by `keep` stay exact and do not stretch the range (KVQuant, arXiv 2401.18079).

    Raises `BadValues` for NaN or infinity, ValueError for bits, group or mask that do not fit.
    Source: KIVI, arXiv 2402.02750 section 3.1 and quant/new_pack.py.
    """
    _check_bits(bits)
    return Groups.of(x, axis=axis, group=group, keep=keep).quantize(bits, metadata)


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """Groups of equal length [..., groups, size, ...] with the range of each."""

    x: FloatArray
    low: FloatArray
    high: FloatArray
    keep: BoolArray | None


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """A tensor in its groups, each with its range: all that does not depend on the bits.

    Made by `Groups.of`, to be quantized any number of times.
    """

    axis: Axis
    along: int
    size: int
    parts: tuple[_Part, ...]

    @classmethod
    def of(
        cls,
        x: npt.ArrayLike,
        *,
        axis: Axis = "per_token",
        group: int | None = None,
        keep: BoolArray | None = None,
    ) -> Groups:
        """Split x and find the ranges; the arguments, shapes and errors are those of `quantize`."""
        work = _as_float32(x, group)
        if keep is not None and keep.shape != work.shape:
            raise ValueError(f"the mask has shape {keep.shape}, the values {work.shape}")
        along = -1 if axis == "per_token" or work.ndim == 1 else -2
        size = min(group or work.shape[along], work.shape[along])
        groups = _in_groups(work, along, size)
        masks = [None] * len(groups) if keep is None else _in_groups(keep, along, size)
        pairs = zip(groups, masks, strict=True)
        parts = tuple(_Part(part, *_range(part, along, mask), mask) for part, mask in pairs)
        return cls(axis, along, size, parts)

    def quantize(self, bits: int, metadata: Metadata = "ideal") -> Quantized:
        """Put every group on its grid; ValueError for bits that do not fit."""
        _check_bits(bits)
        done = [_on_grid(part, bits, self.along, metadata) for part in self.parts]
        codes, values, scale, zero = (
            arrays[0] if len(done) == 1 else np.concatenate(arrays, axis=self.along)
            for arrays in zip(*done, strict=True)
        )
        wide = int(np.count_nonzero(scale > FP16_MAX) + np.count_nonzero(np.abs(zero) > FP16_MAX))
        return Quantized(codes, scale, zero, values, bits, self.axis, self.size, metadata, wide)


def _check_bits(bits: int) -> None:
    if not 1 <= bits <= MAX_BITS:
        raise ValueError(f"bits must be 1 to {MAX_BITS}, not {bits}")


def _as_float32(x: npt.ArrayLike, group: int | None) -> FloatArray:
    array = np.asarray(x)
    if group is not None and group < 1:
        raise ValueError(f"a group holds at least one value, not {group}")
    if array.ndim == 0 or array.size == 0:
        raise ValueError("nothing to quantize: the tensor is empty")
    check_finite(array)
    return array.astype(np.float32, copy=False)


def _in_groups(x: npt.NDArray[_Scalar], along: int, size: int) -> list[npt.NDArray[_Scalar]]:
    """Split an axis into [groups, size], and what is left into [1, rest] as a second array.

    The values of a group stay on the axis `along`, counted from the end.
    """
    rest = x.shape[along] % size
    if rest == 0:
        return [_grouped(x, along, size)]
    body, tail = np.split(x, [x.shape[along] - rest], axis=along)
    return [_grouped(body, along, size), _grouped(tail, along, rest)]


def _grouped(x: npt.NDArray[_Scalar], along: int, size: int) -> npt.NDArray[_Scalar]:
    axis = x.ndim + along
    return x.reshape(*x.shape[:axis], -1, size, *x.shape[axis + 1 :])


def _ungrouped(x: npt.NDArray[_Scalar], along: int) -> npt.NDArray[_Scalar]:
    axis = x.ndim + along
    return x.reshape(*x.shape[: axis - 1], -1, *x.shape[axis + 1 :])


def _on_grid(
    part: _Part, bits: int, along: int, metadata: Metadata
) -> tuple[CodeArray, FloatArray, FloatArray, FloatArray]:
    """Quantize a part and undo the split: codes, values, scale, zero."""
    x, keep = part.x, part.keep
    levels = np.float32(2**bits - 1)
    scale, zero = (part.high - part.low) / levels, part.low
    if metadata == "fp16":
        scale, zero = _rounded_to_fp16(scale), _rounded_to_fp16(zero)
    # Dividing by infinity gives code 0 where the scale is 0, without a warning or a branch.
    step = np.where(scale > 0, scale, np.float32(np.inf))
    q = x - zero
    if keep is not None:
        np.copyto(q, np.float32(0), where=keep)
    q /= step
    np.rint(q, out=q)
    np.clip(q, np.float32(0), levels, out=q)
    codes = q.astype(np.uint8)
    q *= scale
    q += zero
    if keep is not None:
        np.copyto(q, x, where=keep)
    return (
        _ungrouped(codes, along),
        _ungrouped(q, along),
        scale.squeeze(along),
        zero.squeeze(along),
    )


def _range(x: FloatArray, along: int, keep: BoolArray | None) -> tuple[FloatArray, FloatArray]:
    """Smallest and largest value of each group without the kept ones; 0 and 0 if all are kept."""
    if keep is None:
        return x.min(axis=along, keepdims=True), x.max(axis=along, keepdims=True)
    low = np.where(keep, np.float32(np.inf), x).min(axis=along, keepdims=True)
    high = np.where(keep, np.float32(-np.inf), x).max(axis=along, keepdims=True)
    empty = low > high
    low[empty] = 0
    high[empty] = 0
    return low, high


def _rounded_to_fp16(x: FloatArray) -> FloatArray:
    """Round to fp16; what fp16 cannot hold stays as it is (and is counted as 32 bits)."""
    fits = np.abs(x) <= FP16_MAX
    rounded = np.where(fits, x, np.float32(0)).astype(np.float16).astype(np.float32)
    return np.where(fits, rounded, x)


def used_levels(codes: npt.NDArray[Any]) -> int:
    """Count the distinct codes of non-negative integers of any shape."""
    return int(np.count_nonzero(np.bincount(codes.ravel())))


def rel_mse(x: npt.ArrayLike, xhat: npt.ArrayLike) -> float:
    """Relative squared error ``sum((x - xhat)**2) / sum(x**2)`` in float64; same shapes.

    0/0 is 0 (nothing lost of nothing); an error on an all-zero x is infinite. This is a power
    ratio, not KIVI's elementwise ``||(X - X') / X||``.
    """
    reference = np.asarray(x, dtype=np.float64).ravel()
    error = reference - np.asarray(xhat, dtype=np.float64).ravel()
    # einsum, not BLAS: waking BLAS threads for a dot product costs more than the product
    lost, total = (float(np.einsum("i,i->", e, e)) for e in (error, reference))
    if lost == 0.0:
        return 0.0
    return lost / total if total > 0.0 else math.inf


def residual_tokens(tokens: int, residual: int, *, tensor: Literal["k", "v"]) -> int:
    """How many of the newest tokens KIVI leaves in fp16 when its residual length is R.

    Keys are quantized in whole blocks of R, so the rest ``tokens mod R`` waits (a saw-tooth of
    0 to R - 1); values leave one at a time, so the last ``min(tokens, R)`` stay. R = 0 keeps none.
    Source: KIVI, arXiv 2402.02750 section 3.2 and algorithm 1; models/llama_kivi.py.
    """
    if tokens < 0 or residual < 0:
        raise ValueError("tokens and residual length cannot be negative")
    if residual == 0:
        return 0
    return tokens % residual if tensor == "k" else min(tokens, residual)
