"""Lab 01's numbers: the 16 values, the grid they are put on, and what that costs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..core.figure import Floats
from ..core.params import Values
from ..numerics.grid import Metadata, Quantized, quantize, rel_mse, used_levels
from ..numerics.ledger import FULL_BITS, uniform
from ..sources.tensors import GRID_VALUES, Tensors

Float32 = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Snapped:
    """16 values and where they land on their common grid.

    ``x`` [16] are the originals, ``plain`` [16] the same before an outlier was put among them;
    ``q`` holds codes, scale, zero and the values that are read back.
    """

    x: Float32
    plain: Float32
    q: Quantized

    @property
    def levels(self) -> int:
        """The number of grid lines, ``2**bits``."""
        return int(2**self.q.bits)

    @property
    def scale(self) -> float:
        """The distance between two lines."""
        return float(self.q.scale[0])

    @property
    def zero(self) -> float:
        """The value of the first line."""
        return float(self.q.zero[0])

    @property
    def bound(self) -> float:
        """How far a value can be from its nearest line."""
        return self.scale / 2

    @property
    def error(self) -> Floats:
        """``|x - x_hat|`` of every value [16], float64."""
        return np.abs(self.x.astype(np.float64) - self.q.values)

    @property
    def lines(self) -> Floats:
        """The value every code stands for [levels], ``q * scale + zero``."""
        return np.arange(self.levels) * self.scale + self.zero

    @property
    def others(self) -> Mask:
        """Mask [16] of all values but the one of largest magnitude."""
        mask = np.ones(self.x.size, dtype=np.bool_)
        mask[np.abs(self.x).argmax()] = False
        return mask


def snap(values: Values, source: Tensors) -> Snapped:
    """Put the 16 values of a setting on their grid."""
    plain = _plain(values, source)
    x = _with_outlier(plain, values, source)
    metadata: Metadata = "fp16" if values["metadata"] == "fp16" else "ideal"
    return Snapped(x, plain, quantize(x, int(values["bits"]), metadata=metadata))


def _plain(values: Values, source: Tensors) -> Float32:
    if values["values"] == "shipped":
        return source.grid_values()
    drawn = np.random.Generator(np.random.PCG64(int(values["seed"]))).standard_normal(GRID_VALUES)
    # a cache would hold them in fp16, and the page shows their 16 bits
    return drawn.astype(np.float16).astype(np.float32)


def _with_outlier(plain: Float32, values: Values, source: Tensors) -> Float32:
    """Return the values, or a copy with one of them made, or replaced by, an outlier."""
    if values["outlier"] == "none":
        return plain
    x = plain.copy()
    if values["outlier"] == "x12":
        x[np.abs(plain).argmax()] *= np.float32(values["outlier_factor"])
    else:
        place = real_outlier(source)
        x[place] = source.grid_values_with_outlier()[place]
    return x


def real_outlier(source: Tensors) -> int:
    """Return which of the 16 values the source's own outlier takes the place of."""
    origin = source.grid_origin()
    return origin["replaced_channel"] - origin["first_channel"]


def measure(snapped: Snapped) -> dict[str, object]:
    """Return the lab's metrics as plain numbers.

    ``rel_mse_others`` and ``used_levels_others`` leave the value of largest magnitude out: an
    outlier swells the sum of squares that the error is divided by and so hides what it does to
    the others. Bits are those of the ledger: codes, and 16 + 16 bits of scale and zero.
    """
    q, x, others = snapped.q, snapped.x, snapped.others
    ledger = uniform(x.shape, q.bits, axis=q.axis, group=None, wide=q.wide)
    return {
        "levels": snapped.levels,
        "used_levels": used_levels(q.codes),
        "used_levels_others": used_levels(q.codes[others]),
        "scale": snapped.scale,
        "zero": snapped.zero,
        "rel_mse": rel_mse(x, q.values),
        "rel_mse_others": rel_mse(x[others], q.values[others]),
        "ratio_nominal": FULL_BITS / q.bits,
        "ratio": ledger.ratio,
        "bits_effective": ledger.bits_effective,
        "codes": [int(code) for code in q.codes],
    }
