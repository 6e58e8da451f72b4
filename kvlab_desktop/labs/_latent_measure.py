"""The mechanism of MLA, really multiplied both ways, and what a quantized latent does to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from ..core.lab import Metrics
from ..core.params import Values
from ..numerics.latent import (
    Sizes,
    ask,
    attend_absorbed,
    attend_expanded,
    compress,
    cosine,
    gaussian_weights,
    latent_ledger,
    max_rel_diff,
    quantized_latent,
)
from ..numerics.ledger import FULL_BITS

#: what is multiplied: heads are independent, so four at true size stand for all of them
HEADS_USED, TOKENS_USED, HIDDEN = 4, 12, 1024
BITS = (2, 3, 4, 8, FULL_BITS)
LATER = ("absorption_max_rel_diff", "latent_cosine")


@dataclass(frozen=True, slots=True)
class Multiplied:
    """What both orders of multiplication come to: their difference, and a cosine per bit width.

    A cosine compares the absorbed output with the one over a quantized latent.
    """

    difference: float
    cosines: Mapping[int, float | None]


def sizes_of(values: Values) -> Sizes:
    """Return the sizes of the layer that the values describe."""
    return Sizes(
        heads=int(values["heads"]),
        head_dim=int(values["head_dim"]),
        kv_heads=int(values["kv_heads"]),
        d_c=int(values["d_c"]),
        rope=int(values["rope"]),
    )


def counts(values: Values) -> dict[str, int | float | None]:
    """Return what follows from the sizes alone."""
    sizes, tokens = sizes_of(values), int(values["tokens"])
    bits, group = int(values["bits"]), int(values["group_size"])
    stored = latent_ledger(sizes.d_c, sizes.rope, bits, group).total
    gain = FULL_BITS * sizes.mla_elements / stored
    ratio = sizes.mha_elements / sizes.mla_elements
    return {
        "mha_elements": sizes.mha_elements,
        "gqa_elements": sizes.gqa_elements,
        "mla_elements": sizes.mla_elements,
        "ratio": ratio,
        "mha_elements_with_rope": sizes.mha_elements_with_rope,
        "ratio_with_rope": sizes.mha_elements_with_rope / sizes.mla_elements,
        "mla_as_kv_heads": sizes.mla_elements / (2 * sizes.head_dim),
        "break_even_d_c": sizes.break_even_d_c,
        "mla_bits_per_token": stored,
        "latent_gain": gain,
        "latent_gain_cap": sizes.mla_elements / sizes.rope if sizes.rope else None,
        "ratio_with_bits": ratio * gain,
        "multiplies_expanded": sizes.multiplies_expanded(tokens),
        "multiplies_absorbed": sizes.multiplies_absorbed(tokens),
        "multiplies_cached": sizes.multiplies_cached(tokens),
        "numbers_read_latent": tokens * sizes.mla_elements,
        "numbers_read_cached": tokens * sizes.mha_elements_with_rope,
    }


def later_metrics(values: Values) -> Metrics:
    """Return the figures named in ``LATER``."""
    found = multiplied(*later_key(values)[:-1])
    return {
        "absorption_max_rel_diff": found.difference,
        "latent_cosine": found.cosines[int(values["bits"])],
    }


def later_key(values: Values) -> tuple[int, int, int, int, int, int]:
    """Return what :func:`later_metrics` depends on: the numbers of all heads are not in it."""
    names = ("d_c", "rope", "head_dim", "seed", "group_size", "bits")
    d_c, rope, head_dim, seed, group, bits = (int(values[name]) for name in names)
    return d_c, rope, head_dim, seed, group, bits


@lru_cache(maxsize=256)
def multiplied(d_c: int, rope: int, head_dim: int, seed: int, group: int) -> Multiplied:
    """Draw weights and hidden states, and attend from the last token both ways."""
    rng = np.random.Generator(np.random.PCG64(seed))
    weights = gaussian_weights(Sizes(HEADS_USED, head_dim, HEADS_USED, d_c, rope), HIDDEN, rng)
    hidden = rng.standard_normal((TOKENS_USED, HIDDEN))
    cache, query = compress(weights, hidden), ask(weights, hidden[-1], TOKENS_USED - 1)
    absorbed = attend_absorbed(weights, query, cache)
    cosines = {}
    for bits in BITS:
        read = replace(cache, latent=quantized_latent(cache.latent, bits, group))
        cosines[bits] = cosine(absorbed, attend_absorbed(weights, query, read))
    return Multiplied(max_rel_diff(attend_expanded(weights, query, cache), absorbed), cosines)
