"""The bits that are really stored: one ledger for every lab and every format.

"2 bits" in a paper's title are the codes only. Scales, zero points, outliers, a full-precision
window and padding are memory too, and they are counted here, once.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Literal

from .grid import Axis, residual_tokens

FULL_BITS = 16
WIDE_EXTRA_BITS = 16  # a scale or zero point that fp16 cannot hold takes 32 bits


@dataclass(frozen=True, slots=True)
class Ledger:
    """Bits of each kind that `count` values take; ledgers of several tensors add up.

    Attributes
    ----------
    codes, scales, zeros : the codes and the two numbers of every group.
    outlier_values, outlier_indices, pointers : the sparse part (KVQuant).
    codebook : tables of levels.
    residual : values left in full precision, KIVI's window.
    padding : unused space of a last, incomplete block.
    count : how many values these bits stand for.
    """

    codes: int = 0
    scales: int = 0
    zeros: int = 0
    outlier_values: int = 0
    outlier_indices: int = 0
    pointers: int = 0
    codebook: int = 0
    residual: int = 0
    padding: int = 0
    count: int = 0

    @property
    def total(self) -> int:
        """All bits together."""
        return sum(self.parts().values())

    @property
    def bits_effective(self) -> float:
        """Stored bits per value; ValueError for a ledger of no values."""
        if self.count == 0:
            raise ValueError("a ledger of no values has no bits per value")
        return self.total / self.count

    @property
    def ratio(self) -> float:
        """How much smaller than fp16: 16 / bits_effective."""
        return FULL_BITS / self.bits_effective

    def parts(self) -> dict[str, int]:
        """Bits of every kind that occurs, in the order of the fields."""
        named = ((f.name, getattr(self, f.name)) for f in fields(self) if f.name != "count")
        return {name: bits for name, bits in named if bits}

    def __add__(self, other: Ledger) -> Ledger:
        """Bits and values of two tensors stored beside each other."""
        return Ledger(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


def full_precision(count: int, bits: int = FULL_BITS) -> Ledger:
    """`count` values stored as they are, 16 bits each unless said otherwise."""
    return Ledger(codes=count * bits, count=count)


def uniform(
    shape: tuple[int, ...],
    bits: int,
    *,
    axis: Axis,
    group: int | None,
    scale_bits: int = 16,
    zero_bits: int = 16,
    wide: int = 0,
    outliers: int = 0,
    outlier_bits: int = 16,
    index_bits: int = 16,
    pointer_count: int = 0,
    pointer_bits: int = 32,
    codebook_bits: int = 0,
) -> Ledger:
    """Bits of ``quantize(x, bits, axis=axis, group=group)`` for x of `shape`, outliers included.

    `shape` is [n] or [..., tokens, channels]; `group` None is the whole row or column; a short
    last group pays for its scale and zero in full. `wide` is `Quantized.wide`: those numbers take
    16 bits more, booked under scales. `outliers` counts the values kept apart: each has a value
    and an index, and keeps its place among the codes (dense and sparse).
    Sources: KIVI arXiv 2402.02750; KVQuant arXiv 2401.18079 appendix M (16-bit value, 16-bit
    index, 32-bit pointer per token).
    """
    count = math.prod(shape)
    length = shape[-1] if axis == "per_token" or len(shape) == 1 else shape[-2]
    groups = 0 if count == 0 else count // length * math.ceil(length / (group or length))
    return Ledger(
        codes=count * bits,
        scales=groups * scale_bits + wide * WIDE_EXTRA_BITS,
        zeros=groups * zero_bits,
        outlier_values=outliers * outlier_bits,
        outlier_indices=outliers * index_bits,
        pointers=pointer_count * pointer_bits,
        codebook=codebook_bits,
        count=count,
    )


def kivi(
    tokens: int,
    channels: int,
    bits: int,
    group: int,
    residual: int,
    *,
    tensor: Literal["k", "v"],
) -> Ledger:
    """Bits of KIVI's cache of one tensor: K in groups of tokens, V of channels, newest in fp16.

    `residual` is R, a multiple of `group` (ValueError otherwise); see `grid.residual_tokens`.
    Source: KIVI, arXiv 2402.02750 section 3.2; models/llama_kivi.py.
    """
    if residual % group:
        raise ValueError(f"residual length {residual} is not a multiple of the group size {group}")
    kept = residual_tokens(tokens, residual, tensor=tensor)
    axis: Axis = "per_channel" if tensor == "k" else "per_token"
    coded = uniform((tokens - kept, channels), bits, axis=axis, group=group)
    return coded + Ledger(residual=kept * channels * FULL_BITS, count=kept * channels)


def block(
    count: int,
    block: int,
    code_bits: int,
    meta_bits: int,
    *,
    rows: int = 1,
    zero_bits: int = 0,
    tensor_bits: int = 0,
) -> Ledger:
    """Bits of a block format: every `block` codes share `meta_bits` of scale (and `zero_bits`).

    The `count` values lie in `rows` equal rows and no block crosses a row; the unused codes of a
    row's last block are padding and the block's metadata is paid in full. `tensor_bits` is paid
    once (NVFP4's fp32 scale). Raises ValueError when the rows are not equal.
    Source: the layouts of ggml-org/llama.cpp ggml/src/ggml-common.h.
    """
    if count % rows:
        raise ValueError(f"{count} values do not make {rows} equal rows")
    blocks = rows * math.ceil(count // rows / block)
    return Ledger(
        codes=count * code_bits,
        scales=blocks * meta_bits + tensor_bits,
        zeros=blocks * zero_bits,
        padding=(blocks * block - count) * code_bits,
        count=count,
    )
