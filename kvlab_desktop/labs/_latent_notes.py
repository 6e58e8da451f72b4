"""The notes of the MLA lab: what it is, what it costs, and what a rule of thumb leaves out."""

from __future__ import annotations

from ..core import units
from ..core.lab import Metrics, Paragraph
from ..core.params import Values
from ..core.text import Msg, msg
from ..numerics.latent import Sizes, latent_ledger
from ..numerics.ledger import FULL_BITS
from ._latent_measure import HEADS_USED, TOKENS_USED, sizes_of
from ._latent_rank_notes import after_training, low_rank_notes
from ._latent_words import cosine_text, four_digits, of_low_rank
from ._shared import cache_note, computing

# DeepSeek-V2, arXiv 2405.04434: 60 layers, 6 bits on average; DeepSeek-67B, arXiv 2401.02954:
# 95 layers of GQA with 8 KV heads of 128
V2, V2_LAYERS, V2_BITS = Sizes(heads=128, head_dim=128, kv_heads=128, d_c=512, rope=64), 60, 6
DENSE, DENSE_LAYERS = Sizes(heads=64, head_dim=128, kv_heads=8, d_c=512, rope=64), 95


def notes(values: Values, metrics: Metrics) -> tuple[Paragraph, ...]:
    """Return the explanations, those of the present view first."""
    which = (_which_ratio(values, metrics),) if values["rope"] else ()
    mechanism = (
        _fewer(metrics), cache_note(), _latent(values), _absorption(metrics), _rope(values),
        _work(metrics), _pays(metrics), *which,
        _quantized(values, metrics), _cosine(values, metrics), _ninety(),
    )  # fmt: skip
    if of_low_rank(metrics):
        return (*low_rank_notes(values, metrics), *after_training(), *mechanism)
    return (*mechanism, *after_training())


def _fewer(metrics: Metrics) -> Paragraph:
    return Paragraph(
        msg("LatentLab", "Fewer numbers, not smaller ones"),
        msg("LatentLab", "Quantization makes each number narrower: from 16 bits to 4 or 2. That "
            "is 4 to 8 times at most. MLA, multi-head latent attention, stores fewer numbers: "
            "{mla} in place of {mha}. MHA (multi-head attention) keeps K and V of every head. "
            "GQA (grouped-query attention) shares a KV head among several query heads.",
            mla=units.integer(metrics["mla_elements"]),
            mha=units.integer(metrics["mha_elements"])),
    )  # fmt: skip


def _latent(values: Values) -> Paragraph:
    return Paragraph(
        msg("LatentLab", "One latent vector for K and V"),
        msg("LatentLab", "The hidden state h is what a layer holds for a token. K and V come "
            "from it by two matrices, so they repeat each other. MLA stores neither, but a short "
            "latent vector c = W_{down} h of {d_c} numbers. It expands when it is used: K = "
            "W_{uk} c, V = W_{uv} c.",
            d_c=units.integer(float(values["d_c"]))),
    )  # fmt: skip


def _absorption(metrics: Metrics) -> Paragraph:
    return Paragraph(
        msg("LatentLab", "Absorption"),
        msg("LatentLab", "q · (W_{uk} c) = (W_{uk}^{T} q) · c: matrix products are associative. "
            "So W_{uk} moves into the query ahead of time, W_{uv} into the output. Decoding, "
            "which makes one token at a time, never restores K or V. Here both ways are "
            "multiplied: {heads} heads at true size, {tokens} tokens. They differ by "
            "{difference}: rounding. Heads are independent; the others would do the same.",
            heads=HEADS_USED, tokens=TOKENS_USED,
            difference=computing(metrics, "absorption_max_rel_diff",
                                 units.number(metrics["absorption_max_rel_diff"] or 0))),
    )  # fmt: skip


def _rope(values: Values) -> Paragraph:
    heading = msg("LatentLab", "Why + {rope} for RoPE", rope=values["rope"])
    if not values["rope"]:
        return Paragraph(
            heading,
            msg("LatentLab", "RoPE is the position encoding. Without it the keys do not know "
                "where they stand. DeepSeek keeps 64 separate numbers for it. Inside K it would "
                "stand between W_{uk} and q, and nothing could be absorbed."),
        )  # fmt: skip
    return Paragraph(
        heading,
        msg("LatentLab", "RoPE, the position encoding, rotates by position. Inside K it would "
            "stand between W_{uk} and q. Then W_{uk} could not move into the query. So {rope} "
            "separate numbers carry the position, one set for all heads.", rope=values["rope"]),
    )  # fmt: skip


def _work(metrics: Metrics) -> Paragraph:
    expanded, absorbed, cached = (metrics[f"multiplies_{form}"]
                                  for form in ("expanded", "absorbed", "cached"))  # fmt: skip
    reads = metrics["numbers_read_cached"] / metrics["numbers_read_latent"]
    if reads > 1:
        verdict = msg("LatentLab", "and {reads} times less reading. Decoding waits for memory, "
                      "not for arithmetic: absorbing wins.",
                      reads=units.trimmed(reads, 3))  # fmt: skip
    else:
        verdict = msg("LatentLab", "and no less reading. The latent is not smaller than K and V.")
    return Paragraph(
        msg("LatentLab", "What it costs in work"),
        msg("LatentLab", "The bars count one layer and one new token, without making its own q "
            "and c. Absorbing takes {fewer} times fewer multiplications than expanding K and V. "
            "Against K and V kept in full: {more} times the work, {verdict}",
            fewer=units.trimmed(expanded / absorbed, 3), more=units.trimmed(absorbed / cached, 3),
            verdict=verdict),
    )  # fmt: skip


def _pays(metrics: Metrics) -> Paragraph:
    even = metrics["break_even_d_c"]
    if even is None:
        limit = msg("LatentLab", "The RoPE part alone is as much: no d_c pays.")
    else:
        limit = msg("LatentLab", "MLA stores no more up to d_c = {even}, the break-even.",
                    even=units.integer(even))  # fmt: skip
    return Paragraph(
        msg("LatentLab", "Where it stops paying"),
        msg("LatentLab", "GQA stores {gqa} at the present number of KV heads. {limit} "
            "DeepSeek-V3 chose 512. The present d_c is as small as GQA with {heads} KV heads. "
            "This counts storage only; how small c may be is for training to find out.",
            gqa=units.integer(metrics["gqa_elements"]), limit=limit,
            heads=units.trimmed(metrics["mla_as_kv_heads"])),
    )  # fmt: skip


def _which_ratio(values: Values, metrics: Metrics) -> Paragraph:
    sizes = sizes_of(values)
    return Paragraph(
        msg("LatentLab", "{plain} or {real}?", plain=units.ratio(metrics["ratio"]),
            real=units.ratio(metrics["ratio_with_rope"])),
        msg("LatentLab", "{plain} compares with MHA whose K and V are both {width} wide. MLA's "
            "own K is {width} + {rope} wide, its V {width}, as in DeepSeek. MHA that wide stores "
            "{all} numbers, and the factor is {real}. Say which one you mean.",
            plain=units.ratio(metrics["ratio"]), real=units.ratio(metrics["ratio_with_rope"]),
            width=sizes.head_dim, rope=sizes.rope,
            all=units.integer(metrics["mha_elements_with_rope"])),
    )  # fmt: skip


def _quantized(values: Values, metrics: Metrics) -> Paragraph:
    """Return the rule, the count and the reason; at 16 bits the example is 4."""
    sizes, group = sizes_of(values), int(values["group_size"])
    bits = 4 if values["bits"] == FULL_BITS else int(values["bits"])
    full = FULL_BITS * sizes.mla_elements
    stored = latent_ledger(sizes.d_c, sizes.rope, bits, group).total
    return Paragraph(
        msg("LatentLab", "And quantization"),
        msg("LatentLab", "Rule of thumb: fewer numbers, then fewer bits for each; the gains "
            "multiply. Counted: at {bits} bits a token's {full} bits become {stored}. That is "
            "{gain}, not {nominal}; in all {all}. Reason: every {group} numbers of c share a "
            "scale and a zero, 32 bits. {rope}",
            bits=bits, full=units.integer(full), stored=units.integer(stored),
            gain=units.ratio(full / stored), nominal=units.ratio(FULL_BITS / bits),
            all=four_digits(metrics["ratio"] * full / stored), group=group,
            rope=_cap(metrics)),
    )  # fmt: skip


def _cap(metrics: Metrics) -> Msg:
    cap = metrics["latent_gain_cap"]
    if cap is None:
        return msg("LatentLab", "There is no RoPE part here, so nothing else stays at 16 bits.")
    return msg("LatentLab", "And the RoPE part stays at 16 bits: it alone caps the gain at {cap}.",
               cap=units.ratio(cap))  # fmt: skip


def _cosine(values: Values, metrics: Metrics) -> Paragraph:
    return Paragraph(
        msg("LatentLab", "What a narrow latent does"),
        msg("LatentLab", "c has {bits} bits, the RoPE part is exact. The attention output then "
            "keeps a cosine of {cosine}; 1 is unchanged. c serves K and V at once, so V has no "
            "bits of its own. The weights here are random. They show the mechanism and say "
            "nothing about DeepSeek.",
            bits=values["bits"], cosine=cosine_text(metrics, "latent_cosine")),
    )  # fmt: skip


def _ninety() -> Paragraph:
    """Return where DeepSeek-V2's 93.3 % comes from, counted from both models' sizes."""
    small = V2_LAYERS * V2.mla_elements * V2_BITS / 8
    same_bits = V2_LAYERS * V2.mla_elements * FULL_BITS / 8
    large = DENSE_LAYERS * DENSE.gqa_elements * FULL_BITS / 8
    return Paragraph(
        msg("LatentLab", "DeepSeek's 90%"),
        msg("LatentLab", "DeepSeek-V2's paper: its cache is {all} smaller than that of "
            "DeepSeek-67B. V2, per token: {layers} layers × {mla} numbers at {bits} bits on "
            "average, {small} bytes. DeepSeek-67B: {dense_layers} layers of GQA at 16 bits, "
            "{large} bytes. At equal precision it is {alone}: fewer numbers. The rest are fewer "
            "bits (arXiv 2405.04434, 2401.02954).",
            all=units.percent(1 - small / large), alone=units.percent(1 - same_bits / large),
            layers=V2_LAYERS, mla=V2.mla_elements, bits=V2_BITS, small=units.integer(small),
            dense_layers=DENSE_LAYERS, large=units.integer(large)),
    )  # fmt: skip
