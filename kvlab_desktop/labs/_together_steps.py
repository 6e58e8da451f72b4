"""The chain: the same model six times, from a KV head per query head to a quantized latent."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from ..core.params import Values
from ..numerics.cache import CacheSize, ModelShape, quotient, size
from ..numerics.cache_naive import as_mha, as_mla
from ..numerics.ledger import FULL_BITS
from ..sources.models import model
from ..sources.tensors import Tensors
from ._memory_models import MLA_MODEL, heads_group, latent_group
from ._together_fidelity import KIVI, PER_TOKEN, Grouping, fidelity

StepId = Literal["mha", "gqa", "per_token", "kivi", "mla", "mla_quantized"]

STEPS: tuple[StepId, ...] = ("mha", "gqa", "per_token", "kivi", "mla", "mla_quantized")


@dataclass(frozen=True, slots=True)
class Sizes:
    """The cache of one sequence at each step, None where the model cannot have it.

    ``own`` is the step at which nothing is changed: the model as it was trained, in 16 bits.
    """

    shape: ModelShape
    caches: tuple[CacheSize | None, ...]
    own: StepId | None

    def bytes_per_token(self, index: int) -> int | float | None:
        """Return the bytes of a token, averaged over the sequence."""
        cache = self.caches[index]
        return None if cache is None else per_token(cache)

    def factor(self, index: int) -> float | None:
        """Return how many times smaller a step is than the first."""
        first, here = self.bytes_per_token(0), self.bytes_per_token(index)
        return first / here if first and here else None

    def fewer_numbers(self, index: int) -> float | None:
        """Return how many times fewer numbers a step keeps than the first."""
        first, here = self.caches[0], self.caches[index]
        return first.elements / here.elements if first and here and here.elements else None


def per_token(cache: CacheSize) -> int | float:
    """Return the bytes of a token, averaged over the sequence, whatever the layers keep."""
    return quotient(cache.total_bits, 8 * cache.tokens)


def is_even(shape: ModelShape) -> bool:
    """Return whether every token costs the same: no windows, no state, no compressed entries."""
    return all(
        group.cap_tokens is None and group.tokens_per_entry == 1 and not group.state_bytes
        for group in shape.groups
    )


@lru_cache(maxsize=256)
def sizes(model_id: str, bits: int, tokens: int) -> Sizes:
    """Return the chain of a model of the table; KeyError when there is none.

    MHA has a KV head for each query head; MLA has DeepSeek-V2's 512 + 64 numbers in place of K
    and V, or is the model itself where it has a latent.
    """
    shape = model(model_id).shape
    heads, latent = heads_group(shape) is not None, latent_group(shape) is not None
    mha = as_mha(shape)
    own = shape if heads else None
    mla = as_mla(shape) if heads or latent else None
    plain, coded = FULL_BITS, bits
    steps = ((mha, plain), (own, plain), (own, coded), (own, coded), (mla, plain), (mla, coded))
    caches = tuple(None if form is None else size(form, tokens, bit) for form, bit in steps)
    return Sizes(shape, caches, "gqa" if heads else "mla" if latent else None)


@lru_cache(maxsize=256)
def ghost(bits: int, tokens: int) -> tuple[int | float, int | float]:
    """Return the bytes of a token of DeepSeek-V3 at 16 bits and with a latent of ``bits``."""
    shape = model(MLA_MODEL).shape
    plain, coded = (per_token(size(shape, tokens, width)) for width in (FULL_BITS, bits))
    return plain, coded


def sizes_of(values: Values) -> Sizes:
    """Return the chain that the values describe."""
    return sizes(str(values["model"]), int(values["bits"]), int(values["context"]))


def step_fidelity(index: int, values: Values, source: Tensors) -> float | None:
    """Return the mean cosine of a step, None where nothing can be computed after the fact."""
    found, name, bits = sizes_of(values), STEPS[index], int(values["bits"])
    if found.caches[index] is None:
        return None
    if name in (PER_TOKEN, KIVI):
        grouping: Grouping = KIVI if name == KIVI else PER_TOKEN
        return fidelity(source, bits, grouping).cosine
    quantized_by_nothing = name == "mla_quantized" and found.own == "mla" and bits == FULL_BITS
    already_mha = name == "mha" and found.caches[0] == found.caches[1]
    return 1.0 if name == found.own or quantized_by_nothing or already_mha else None


def chain_metrics(values: Values, source: Tensors) -> dict[str, Any]:
    """Return the steps, and the figures of the one that is chosen."""
    found, at = sizes_of(values), int(values["step"])
    steps = [
        {
            "id": name,
            "bytes_per_token": found.bytes_per_token(index),
            "factor": found.factor(index),
            "fidelity": step_fidelity(index, values, source),
        }
        for index, name in enumerate(STEPS)
    ]
    here, cache = steps[at], found.caches[at]
    fewer, factor = found.fewer_numbers(at), found.factor(at)
    plain, coded = ghost(int(values["bits"]), int(values["context"]))
    return {
        "steps": steps,
        "bytes_per_token": here["bytes_per_token"],
        "factor": factor,
        "factor_by_numbers": fewer,
        "factor_by_bits": factor / fewer if factor and fewer else None,
        "fidelity": here["fidelity"],
        "bits_effective": cache and cache.bits_effective,
        "deepseek_v3_bytes_per_token": plain,
        "deepseek_v3_bytes_per_token_quantized": coded,
    }
