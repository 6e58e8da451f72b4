"""Lab 04's bars as data: the model at each bit width, and what other kinds of attention take."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..core.text import Msg, msg, verbatim
from ..core.units import gigabytes, ratio
from ..numerics.cache import CacheSize
from ..numerics.cache_format import BIT_WIDTHS
from ..numerics.cache_naive import as_mha
from ..numerics.ledger import FULL_BITS
from ..sources.models import model
from ._memory_formula import bits_text, both_units
from ._memory_models import DEFAULT_MODEL, MLA_MODEL, kind, latent_group
from ._memory_numbers import Load, on_each_card

GHOST_BITS = 4  # of the second model to compare with, as long as 16 bits are chosen


@dataclass(frozen=True, slots=True)
class Row:
    """One bar: its key, what it is, the bytes on one card, and what stands at its end."""

    key: int | str
    label: Msg
    size: float
    text: Msg


def widths(load: Load) -> tuple[Row, ...]:
    """Return the model at each bit width; the chosen one says GiB too."""
    rows = []
    for bits in BIT_WIDTHS:
        chosen = bits == load.plan.bits
        cache = load.cache if chosen else replace(load.plan, bits=bits).cache()
        size = on_each_card(cache, load.plan)
        text = both_units(size) if chosen else gigabytes(size)
        rows.append(Row(bits, bits_text(bits, cache.bits_effective), size, verbatim(text)))
    return tuple(rows)


def ghosts(load: Load) -> tuple[Row, ...]:
    """Return the same model with a KV head for each query head, and a model of another kind.

    The other model is DeepSeek-V3 for its MLA, or Llama-3.1 70B for its GQA where the model has
    a latent itself, at 16 bits and at the chosen ones.
    """
    other = model(DEFAULT_MODEL if latent_group(load.plan.shape) else MLA_MODEL).shape
    second = GHOST_BITS if load.plan.bits == FULL_BITS else load.plan.bits
    rows = [*_with_all_heads(load)]
    for key, bits in (("other_16", FULL_BITS), ("other", second)):
        cache = replace(load.plan, shape=other, bits=bits).cache()
        label = msg(
            "MemoryLab",
            "{name}, {kind} · {bits}",
            name=other.name,
            kind=kind(other),
            bits=_bits(cache),
        )
        size = on_each_card(cache, load.plan)
        rows.append(Row(key, label, size, verbatim(gigabytes(size))))
    return tuple(rows)


def _with_all_heads(load: Load) -> tuple[Row, ...]:
    shape = as_mha(load.plan.shape)
    if shape is None or shape.groups == load.plan.shape.groups:
        return ()
    cache = replace(load.plan, shape=shape).cache()
    size = on_each_card(cache, load.plan)
    label = msg(
        "MemoryLab",
        "as MHA, {heads} KV heads · {bits}",
        heads=shape.kv_heads,
        bits=_bits(cache),
    )
    times = size / on_each_card(load.cache, load.plan)
    text = msg("MemoryLab", "{size} · {times} as much", size=gigabytes(size), times=ratio(times))
    return (Row("mha", label, size, text),)


def _bits(cache: CacheSize) -> Msg:
    return bits_text(cache.format.code_bits, cache.bits_effective)
