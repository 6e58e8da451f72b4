"""Lab 04's arithmetic in words: the formula with its numbers put in, and where others go wrong."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..core.text import Msg, msg
from ..core.units import NBSP, gibibytes, gigabytes, integer, trimmed
from ..numerics.cache import CacheSize, GroupSize, Kind, LayerGroup
from ..numerics.cache_format import CacheFormat
from ..numerics.cache_naive import Mistake
from ..numerics.ledger import FULL_BITS
from ._memory_numbers import Load


def bits_text(bits: int, effective: float | None) -> Msg:
    """Return a bit width, with the bits really stored where they differ."""
    if effective is None or effective == bits:
        return msg("MemoryLab", "{bits} bits", bits=bits)
    return msg("MemoryLab", "{bits} bits ({effective})", bits=bits, effective=trimmed(effective, 3))


def both_units(size: float) -> str:
    """Return a number of bytes in GB and in GiB, the same in every language."""
    return f"{gigabytes(size)} = {gibibytes(size)}"


def exact_bytes(size: float | Fraction) -> str:
    """Return a number of bytes in full; a fraction of a byte (compressed entries) is rounded."""
    whole = size == int(size)
    return f"{integer(float(size)) if whole else trimmed(float(size), 6)}{NBSP}B"


def kind_name(kind: Kind) -> Msg:
    """Return what layers of a kind keep, in a word or two."""
    return {
        "full": msg("MemoryLab", "every token"),
        "sliding": msg("MemoryLab", "window"),
        "chunked": msg("MemoryLab", "chunk"),
        "latent": msg("MemoryLab", "latent"),
        "compressed": msg("MemoryLab", "compressed"),
        "indexer": msg("MemoryLab", "index keys"),
        "linear": msg("MemoryLab", "state"),
        "shared": msg("MemoryLab", "shared cache"),
        "none": msg("MemoryLab", "nothing"),
    }[kind]


def formulas(cache: CacheSize) -> tuple[Msg, ...]:
    """Return what one token costs in each group of layers, the numbers put in."""
    lines = (_formula(line, cache.format) for line in cache.groups)
    return tuple(line for line in lines if line is not None)


def _formula(line: GroupSize, form: CacheFormat) -> Msg | None:
    group = line.group
    if group.state_bytes:
        return msg(
            "MemoryLab",
            "{layers} layers × a state of {size}, at any length",
            layers=group.layers,
            size=exact_bytes(group.state_bytes),
        )
    if not group.elements_per_token:
        return None
    product = _product(line, form)
    if group.tokens_per_entry > 1:
        return msg(
            "MemoryLab",
            "{product} (1 entry for {tokens} tokens)",
            product=product,
            tokens=group.tokens_per_entry,
        )
    if group.cap_tokens is None:
        return product
    return msg(
        "MemoryLab",
        "{product} (at most {tokens} tokens)",
        product=product,
        tokens=integer(group.cap_tokens),
    )


def _product(line: GroupSize, form: CacheFormat) -> Msg:
    """Return layers × numbers × bytes = bytes of a token, divided where entries are compressed."""
    group, size = line.group, exact_bytes(line.slope)
    known: dict[str, Any] = {"layers": group.layers, "heads": group.n_kv, "size": size}
    known |= {"unit": _unit(line, form), "width": _width(group)}
    if group.fixed16_elements and form.code_bits < FULL_BITS:
        return msg(
            "MemoryLab",
            "{layers} layers × ({width} × {bits} + {rope} × 16) / {per_byte} B = {size}",
            layers=group.layers,
            width=group.quantizable_elements,
            bits=_bits(line),
            rope=group.fixed16_elements,
            per_byte=8 * group.tokens_per_entry,
            size=size,
        )
    if group.n_kv is None:
        return msg("MemoryLab", "{layers} layers × {width} × {unit} = {size}", **known)
    if len(group.widths) == 2 and group.widths[0] == group.widths[1]:
        return msg(
            "MemoryLab",
            "2 × {layers} layers × {heads} KV heads × {width} × {unit} = {size}",
            **(known | {"width": group.widths[0]}),
        )
    return msg(
        "MemoryLab",
        "{layers} layers × {heads} KV heads × {width} × {unit} = {size}",
        **known,
    )


def _bits(line: GroupSize) -> str:
    """Return the bits of a number, without those that stay 16 bits."""
    group = line.group
    stored = line.entry_bits - FULL_BITS * group.fixed16_elements
    return trimmed(stored / group.quantizable_elements)


def _unit(line: GroupSize, form: CacheFormat) -> str:
    share = f" / {line.group.tokens_per_entry}" if line.group.tokens_per_entry > 1 else ""
    whole = f"2{NBSP}B" if form.code_bits == FULL_BITS else f"{_bits(line)}/8{NBSP}B"
    return whole + share


def _width(group: LayerGroup) -> str:
    parts = [str(width) for width in (*group.widths, group.fixed16_elements) if width]
    return f"({' + '.join(parts)})" if len(parts) > 1 else parts[0]


def totals(load: Load) -> tuple[Msg, ...]:
    """Return the bytes of one request and, of several, those of all."""
    plan, metrics = load.plan, load.metrics
    one = msg(
        "MemoryLab",
        "{tokens} tokens: {size}",
        tokens=integer(plan.tokens),
        size=both_units(metrics["bytes_per_sequence"]),
    )
    if plan.requests == 1:
        return (one,)
    every = msg(
        "MemoryLab",
        "× {requests} requests: {size}",
        requests=plan.requests,
        size=both_units(metrics["total_bytes"]),
    )
    return one, every


def mistakes(load: Load) -> tuple[Mistake, ...]:
    """Return the mistakes of a naive calculator that change this plan, largest first."""
    listed = load.naive.mistakes if load.naive is not None else ()
    return tuple(sorted(listed, key=_weight, reverse=True))


def _weight(one: Mistake) -> float:
    small, large = sorted((one.naive_bytes, one.right_bytes))
    return large / small if small else float("inf")


def with_numbers(one: Mistake, load: Load) -> Msg:
    """Return a mistake with what it gives and what is right."""
    return msg(
        "MemoryLab",
        "{mistake} That gives {naive} instead of {right}.",
        mistake=mistake_text(one, load),
        naive=gigabytes(one.naive_bytes),
        right=gigabytes(one.right_bytes),
    )


def mistake_text(one: Mistake, load: Load) -> Msg:
    """Return what a naive calculator does; the ids are those of ``numerics.cache_naive``."""
    words = {
        "head_dim_from_hidden": msg("MemoryLab", "It takes hidden width / heads as head width."),
        "value_as_wide_as_key": msg("MemoryLab", "It takes V to be as wide as K."),
        "window_ignored": msg("MemoryLab", "It lets windows keep every token."),
        "compression_ignored": msg("MemoryLab", "It keeps an entry for every token."),
        "every_layer_counted": msg("MemoryLab", "It counts layers that keep no tokens."),
        "latent_as_heads": msg("MemoryLab", "It counts heads where one latent is kept."),
        "index_keys_ignored": msg("MemoryLab", "It leaves out the index keys."),
        "state_ignored": msg("MemoryLab", "It leaves out the layers' state."),
        "bits_nominal": _left_out(load),
        "replication_ignored": msg("MemoryLab", "It divides what every card keeps."),
        "label_as_capacity": msg("MemoryLab", "It takes the label for the capacity."),
    }
    return words[one.id]


def _left_out(load: Load) -> Msg:
    if any(group.fixed16_elements for group in load.plan.shape.groups):
        return msg("MemoryLab", "It leaves out scales and what stays 16 bits.")
    return msg("MemoryLab", "It leaves out scales and zeros.")


def naive_lines(load: Load) -> tuple[Msg, ...]:
    """Return what the short formula says of one request, and the largest reason it is wrong."""
    listed = mistakes(load)
    if load.naive is None or not listed:
        return ()
    said, right = load.naive.total_bytes, load.metrics["bytes_per_sequence"]
    if said is None or said == right:
        said, right = listed[0].naive_bytes, listed[0].right_bytes
    numbers = msg(
        "MemoryLab",
        "A naive calculator: {naive} instead of {right}",
        naive=gigabytes(said),
        right=gigabytes(right),
    )
    return numbers, mistake_text(listed[0], load)


def way_text(change: str, value: int, card: str | None) -> Msg:
    """Return one way to make the requests fit; ``card`` is the name of the larger card."""
    if change == "bits":
        return msg("MemoryLab", "{bits} bits", bits=value)
    if change == "weight_bits":
        return msg("MemoryLab", "weights of {bits} bits", bits=value)
    if change == "tokens":
        return msg("MemoryLab", "at most {tokens} tokens each", tokens=integer(value))
    if change == "requests":
        return msg("MemoryLab", "{requests} at a time", requests=value)
    if change == "tp":
        return msg("MemoryLab", "{cards} cards", cards=value)
    return msg("MemoryLab", "one {card}", card=card)
