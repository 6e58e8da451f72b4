"""Dense-and-sparse: which values of a vector are stored apart, in full precision."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .grid import Axis, BoolArray


def outliers_per_tail(length: int, percent: float) -> int:
    """How many values of a vector are kept at each end: ``max(1, rint(n * percent / 200))``.

    `percent` is 0 to 100 of the vector, half of it in each tail; 0 keeps none.
    Source: KVQuant, arXiv 2401.18079 section 3.4 (thresholds t and 1 - t per vector).
    """
    if not 0.0 <= percent <= 100.0:
        raise ValueError(f"percent must be 0 to 100, not {percent}")
    if percent == 0.0:
        return 0
    return max(1, round(length * percent / 200.0))


def outlier_mask(x: npt.ArrayLike, percent: float, *, axis: Axis) -> BoolArray:
    """Mark the smallest and the largest values of every vector, KVQuant's dense-and-sparse.

    x is [n] or [..., tokens, channels]; a vector is a whole row per token, a whole column per
    channel. The mask has the shape of x and goes into ``quantize(..., keep=mask)``. Among equal
    values at the threshold an arbitrary choice keeps the count exact.
    Source: KVQuant, arXiv 2401.18079 section 3.4; quant/kvquant/simquant_module_quantizer.py.
    """
    values = np.asarray(x)
    along = -1 if axis == "per_token" or values.ndim == 1 else -2
    length = values.shape[along]
    count = min(outliers_per_tail(length, percent), length)
    mask = np.zeros(values.shape, dtype=np.bool_)
    if count == 0:
        return mask
    order = np.argpartition(values, sorted({count - 1, length - count}), axis=along)
    for ends in (np.arange(count), np.arange(length - count, length)):
        np.put_along_axis(mask, np.take(order, ends, axis=along), True, axis=along)
    return mask
