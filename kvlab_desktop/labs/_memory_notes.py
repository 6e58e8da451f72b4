"""Lab 04's notes: the figure, the formula, what shrinks a cache, concurrency, units, words."""

from __future__ import annotations

from ..core.lab import Metrics, Paragraph
from ..core.text import Msg, msg
from ..core.units import gigabytes, ratio, trimmed
from ..numerics.cache_naive import as_mha
from ._memory_advice import mistakes_note, parallel_note, sources_note, too_long_note, ways_note
from ._memory_formula import both_units, formulas
from ._memory_models import heads_group, short_name
from ._memory_numbers import Load
from ._shared import cache_note, lines


def notes(load: Load, metrics: Metrics, *, view: str, asked: bool) -> tuple[Paragraph, ...]:
    """Return the explanations, with the present numbers put in.

    ``view`` is the picture shown; ``asked`` is the setting of the question, whose answer no note
    may give away.
    """
    facts = view == "fields"
    return (
        *(sources_note(load) if facts else ()),
        *ways_note(metrics),
        *too_long_note(load),
        _figure(view),
        cache_note(),
        _formula(load),
        _gqa(load),
        _mla(),
        _concurrency(load),
        _who_gains(),
        _reading(load),
        _units(load, asked),
        _bits(load),
        *mistakes_note(load),
        *parallel_note(load),
        _words(),
        *(() if facts else sources_note(load)),
    )


def _figure(view: str) -> Paragraph:
    body = {
        "bars": msg(
            "MemoryLab",
            "A full row is one card. What lies behind the dashed line is hatched: it does not "
            "fit. // marks a bar cut short; its number is the whole. Weights, the model's own "
            "numbers, count only when More says so. Click a bar to choose its width. Presets 1 "
            "to 3 show three sizes of compression: 16 bits, 4 bits, MLA.",
        ),
        "layers": msg(
            "MemoryLab",
            "Layers that keep the same thing stand together. Blue lines grow with every token. "
            "A dashed line is a window: once full, it stays as it is. A flat grey line is a "
            "state of fixed size. Both axes are logarithmic.",
        ),
        "fields": msg(
            "MemoryLab",
            "Every fact about the model and the card: is it used, and why. What no source was "
            "read for is marked as recalled.",
        ),
    }
    return Paragraph(msg("MemoryLab", "How to read the figure"), body[view])


def _formula(load: Load) -> Paragraph:
    terms = formulas(load.cache) or (msg("MemoryLab", "nothing"),)
    return Paragraph(
        msg("MemoryLab", "2 × layers × KV heads × head width × bytes"),
        msg(
            "MemoryLab",
            "Every token leaves one K and one V in every layer: that is the 2. Here:\n{terms}",
            terms=lines(terms),
        ),
    )


def _gqa(load: Load) -> Paragraph:
    return Paragraph(
        msg("MemoryLab", "GQA is a compression already"),
        msg(
            "MemoryLab",
            "In MHA (multi-head attention) each query head has a KV head of its own. In GQA "
            "(grouped-query attention) several query heads share one. {now} That comes before "
            "any quantization.",
            now=_shared_heads(load),
        ),
    )


def _shared_heads(load: Load) -> Msg:
    shape = load.plan.shape
    everyone, group = as_mha(shape), heads_group(shape)
    if group is None or everyone is None or everyone.groups == shape.groups:
        return msg("MemoryLab", "Llama-3.1 70B has 8 KV heads for 64 query heads: 8× less.")
    return msg(
        "MemoryLab",
        "{name} has {kv} KV heads for {heads} query heads: {times} less.",
        name=shape.name,
        kv=group.n_kv,
        heads=everyone.kv_heads,
        times=ratio((everyone.kv_heads or 1) / (group.n_kv or 1)),
    )


def _mla() -> Paragraph:
    return Paragraph(
        msg("MemoryLab", "MLA goes further"),
        msg(
            "MemoryLab",
            "MLA (multi-head latent attention) keeps a short latent vector instead of K and V. "
            "In DeepSeek it has 512 numbers for all heads. 64 more carry the position (RoPE), "
            "and there is no factor 2. The 64 stay 16 bits when the latent is quantized. Lab 05 "
            "is about this.",
        ),
    )


def _concurrency(load: Load) -> Paragraph:
    return Paragraph(
        msg("MemoryLab", "What are concurrent requests?"),
        msg(
            "MemoryLab",
            "A card rarely serves one person alone. The server puts conversations that arrive "
            "together into one batch. The weights are read once and serve them all, so far more "
            "is generated in all. But each conversation has a cache of its own: {requests} × "
            "{one} = {total}.",
            requests=load.plan.requests,
            one=gigabytes(load.metrics["bytes_per_sequence"]),
            total=gigabytes(load.metrics["total_bytes"]),
        ),
    )


def _who_gains() -> Paragraph:
    return Paragraph(
        msg("MemoryLab", "Who gains what"),
        msg(
            "MemoryLab",
            "For one person a cache 4× smaller is 4× the context. For a provider it is 4× the "
            "users on the same card, and that is money.",
        ),
    )


def _reading(load: Load) -> Paragraph:
    return Paragraph(
        msg("MemoryLab", "Why reading is the ceiling"),
        msg(
            "MemoryLab",
            "For each new token attention reads the cache once. {card} reads {rate} per second "
            "at most: its bandwidth. So tokens per second ≤ bandwidth / bytes read. Real speed "
            "lies below. Count the weights too, and a batch pays off: they are read once for all.",
            card=short_name(load.card),
            rate=gigabytes(load.card.bandwidth),
        ),
    )


def _units(load: Load, asked: bool) -> Paragraph:
    body = msg(
        "MemoryLab",
        "1 GB is 10^{9} bytes, 1 GiB is 2^{30}, 7% more. The label says {label} GB; really there "
        "are {size}. Divide GB by GB or GiB by GiB, never one by the other.",
        label=load.card.label_gigabytes,
        size=both_units(load.card.capacity_bytes),
    )
    if not asked:
        body = msg(
            "MemoryLab",
            "{units} Two caches of 40 GiB on an 80 GB card, because 80 / 40 = 2: that is the trap.",
            units=body,
        )
    return Paragraph(msg("MemoryLab", "GB and GiB"), body)


def _bits(load: Load) -> Paragraph:
    size = load.plan.group_size
    return Paragraph(
        msg("MemoryLab", "4 bits are more than 4"),
        msg(
            "MemoryLab",
            "Each group of {size} numbers keeps a scale and a zero of 16 bits each. That adds "
            "{more} bits to each number, so 4 bits are really {four}. 3 bits are counted as if "
            "packed without gaps; no engine ships that.",
            size=size,
            more=trimmed(32 / size),
            four=trimmed(4 + 32 / size),
        ),
    )


def _words() -> Paragraph:
    return Paragraph(
        msg("MemoryLab", "Words"),
        msg(
            "MemoryLab",
            "Context: the tokens of one conversation.\n"
            "Requests: conversations at the same time.\n"
            "Group size: how many numbers share one scale and one zero.\n"
            "Utilization: the share of the card that may be used; engines keep some back.\n"
            "Tensor parallel: several cards carry one model together.\n"
            "Sliding window: a layer keeps only the newest tokens.\n"
            "Chunk: a layer keeps only the tokens of the present stretch.\n"
            "Linear layer: a state of fixed size in place of a cache.\n"
            "Shared cache: a layer reads an earlier layer's and keeps none.\n"
            "Compressed entry: several tokens kept as one.\n"
            "Active parameters: those that a mixture of experts reads for one token.\n"
            "Index keys: what sparse attention searches to find the few tokens it reads.",
        ),
    )
