"""How the vectors of a KV cache are stored, counted by the ledger.

Sources: KIVI (arXiv 2402.02750) for the 16 + 16 bits of a group's scale and zero point;
ggml-org/llama.cpp ``ggml/src/ggml-common.h`` (q8_0, q4_0); vllm-project/vllm
``vllm/v1/kv_cache_interface.py`` (fp8, nvfp4); deepseek-ai/FlashMLA README (fp8_ds_mla).
"""

from __future__ import annotations

from dataclasses import dataclass

from .ledger import FULL_BITS, Ledger, block, uniform

GROUP_SIZE = 64
BIT_WIDTHS = (16, 8, 4, 3, 2)


@dataclass(frozen=True, slots=True)
class CacheFormat:
    """How the vectors of a cache are stored: codes, and a scale and zero point per group.

    ``group`` None is one group for the whole vector; ``blocks`` formats pad the last group to its
    full length; ``latent_only`` layouts exist for MLA alone. What is counted per tensor (one fp8
    or NVFP4 scale) is left out: it does not grow with the tokens.
    """

    id: str
    code_bits: int
    group: int | None = None
    scale_bits: int = 0
    zero_bits: int = 0
    blocks: bool = False
    latent_only: bool = False

    def vector(self, width: int) -> Ledger:
        """Return the ledger of one stored vector of ``width`` values."""
        if self.blocks:
            return block(width, self.group or width, self.code_bits, self.scale_bits)
        return uniform(
            (width,),
            self.code_bits,
            axis="per_token",
            group=self.group,
            scale_bits=self.scale_bits,
            zero_bits=self.zero_bits,
        )


# fp8_ds_mla: 512 fp8 values, four fp32 scales, 64 bf16 values = 656 bytes
NAMED_FORMATS = (
    CacheFormat("fp8", 8),
    CacheFormat("fp8_per_token_head", 8, scale_bits=32),
    CacheFormat("q8_0", 8, 32, 16, blocks=True),
    CacheFormat("q4_0", 4, 32, 16, blocks=True),
    CacheFormat("nvfp4", 4, 16, 8, blocks=True),
    CacheFormat("mxfp4", 4, 32, 8, blocks=True),
    CacheFormat("fp8_ds_mla", 8, 128, 32, latent_only=True),
)


def plain_format(bits: int, group_size: int = GROUP_SIZE) -> CacheFormat:
    """Return plain integers of ``bits`` with one 16-bit scale and zero point per group.

    16 bits carry no metadata. A group never crosses a head's vector: a vector shorter than
    ``group_size`` is one group, a tail is a group of its own.

    Raises
    ------
    ValueError
        If ``bits`` is outside 1…16 or ``group_size`` is not positive.
    """
    if not 1 <= bits <= FULL_BITS:
        raise ValueError(f"bits must be 1 to {FULL_BITS}, not {bits}")
    if group_size < 1:
        raise ValueError(f"group_size must be positive, not {group_size}")
    if bits == FULL_BITS:
        return CacheFormat("16", FULL_BITS)
    return CacheFormat(str(bits), bits, group_size, FULL_BITS, FULL_BITS)


def as_format(bits: int | CacheFormat, group_size: int = GROUP_SIZE) -> CacheFormat:
    """Return ``bits`` itself when it is a format, else :func:`plain_format` of it."""
    return bits if isinstance(bits, CacheFormat) else plain_format(bits, group_size)


def effective_bits(bits: int | CacheFormat, group: int, head_dim: int) -> float:
    """Return the bits really stored per value of a vector of ``head_dim`` values.

    8 gives 8.5, 4 gives 4.5, 2 gives 2.5 for groups of 64 that divide the vector. Raises
    ValueError as :func:`plain_format` does.
    """
    return as_format(bits, group).vector(head_dim).bits_effective
