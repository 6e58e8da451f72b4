"""The notes of the chain: this step, then what the five labs come to together."""

from __future__ import annotations

from ..core import units
from ..core.lab import Metrics, Paragraph
from ..core.params import Values
from ..core.text import Msg, msg
from ..numerics.cache import ModelShape
from ..numerics.ledger import FULL_BITS
from ._memory_models import heads_group, latent_group
from ._shared import cache_note, data_note
from ._together_names import ghost_name, step_name, why_no_bytes
from ._together_steps import STEPS, Sizes, StepId, is_even, sizes_of


def chain_notes(values: Values, metrics: Metrics) -> tuple[Paragraph, ...]:
    """Return the explanations of the chain, those of the chosen step first."""
    found = sizes_of(values)
    here = [_this_step(values, found)]
    if found.own == "gqa" and found.bytes_per_token(3) == found.bytes_per_token(4):
        here.append(_why_equal(values, found))
    if not is_even(found.shape):
        here.append(_average(values))
    closing = (_bits(), _errors(), _afterwards(), *_product(values, found), one_sentence())
    return (*here, _cosine(metrics), *closing, _ninety(), _beside(values, metrics), *_terms())


# --- the step


def _this_step(values: Values, found: Sizes) -> Paragraph:
    index = int(values["step"])
    name = STEPS[index]
    heading = msg("TogetherLab", "Step {step}: {name}", step=index,
                  name=step_name(name, int(values["bits"]), found))  # fmt: skip
    if found.caches[index] is None:
        return Paragraph(heading, msg("TogetherLab", "Not here: {reason}.",
                                      reason=why_no_bytes(found)))  # fmt: skip
    if name in ("mla", "mla_quantized"):
        return Paragraph(heading, _latent_step(name, found))
    return Paragraph(heading, _heads_step(name, values, found))


def _heads_step(name: StepId, values: Values, found: Sizes) -> Msg:
    shape = found.shape
    if name == "mha":
        if found.caches[0] == found.caches[1]:
            return msg("TogetherLab", "Every query head has its own K and V. {name} is stored like "
                       "this.", name=shape.name)  # fmt: skip
        return msg("TogetherLab", "Every query head has its own K and V. {name} was not trained "
                   "like this; it is the yardstick for all that follows.",
                   name=shape.name)  # fmt: skip
    if name == "gqa":
        return _shared_heads(shape, found)
    if name == "per_token":
        cache = found.caches[2]
        return msg("TogetherLab", "A group is 64 numbers of a row, with 16 + 16 bits for scale "
                   "and zero. So {bits} bits become {effective}, the effective bits. Any "
                   "finished model can be stored so.", bits=values["bits"],
                   effective=units.trimmed((cache and cache.bits_effective) or 0))  # fmt: skip
    return msg(
        "TogetherLab",
        "As many bytes, other groups. K: 64 tokens of a channel; V: 64 numbers of a row. K's "
        "large channels now spoil only themselves (lab 03).",
    )


def _shared_heads(shape: ModelShape, found: Sizes) -> Msg:
    group, fewer = heads_group(shape), found.factor(1)
    if fewer is None or fewer == 1 or group is None:
        return msg("TogetherLab", "{name} as it was trained: K and V in 16 bits.",
                   name=shape.name)  # fmt: skip
    return msg("TogetherLab", "{queries} query heads share {heads} KV heads: {factor} smaller. "
               "That is decided before training. {name} is stored like this.",
               queries=shape.query_heads, heads=group.n_kv, factor=units.ratio(fewer),
               name=shape.name)  # fmt: skip


def _latent_step(name: StepId, found: Sizes) -> Msg:
    plain, coded = found.bytes_per_token(4), found.bytes_per_token(5)
    if name == "mla_quantized" and plain and coded:
        return msg("TogetherLab", "The latent is quantized, the RoPE part stays in 16 bits. That "
                   "is {gain} less than MLA in 16 bits.",
                   gain=units.ratio(plain / coded))  # fmt: skip
    if found.own == "mla":
        group = latent_group(found.shape)
        return msg("TogetherLab", "One latent of {width} numbers and {rope} for RoPE per layer: "
                   "{name} was trained like this.", name=found.shape.name,
                   width=group.widths[0] if group else "—",
                   rope=group.fixed16_elements if group else "—")  # fmt: skip
    return msg("TogetherLab", "One latent of 512 numbers and 64 for RoPE per layer in place of K "
               "and V. That cannot be had after the fact. The model would have to be trained so "
               "(lab 05).")  # fmt: skip


def _why_equal(values: Values, found: Sizes) -> Paragraph:
    group, cache = heads_group(found.shape), found.caches[3]
    numbers = group.quantizable_elements if group else 0
    bits = (cache and cache.bits_effective) or 0.0
    return Paragraph(
        msg("TogetherLab", "Why two bars are equal"),
        msg("TogetherLab", "GQA keeps {numbers} numbers per layer. At {bits} bits that is "
            "{numbers} × {bits} / 16 = {same} numbers of 16 bits. MLA keeps 512 + 64 = 576.",
            numbers=units.integer(numbers), bits=units.trimmed(bits),
            same=units.trimmed(numbers * bits / FULL_BITS)),
    )  # fmt: skip


def _average(values: Values) -> Paragraph:
    return Paragraph(
        msg("TogetherLab", "An average"),
        msg("TogetherLab", "Not every layer of this model keeps every token. The bytes per token "
            "are the mean over {tokens} tokens; More has the context.",
            tokens=units.tokens(float(values["context"]))),
    )  # fmt: skip


def _cosine(metrics: Metrics) -> Paragraph:
    return Paragraph(
        msg("TogetherLab", "What the cosine is"),
        msg("TogetherLab", "K and V are quantized and read back: how far does the attention "
            "output turn? 1 is unchanged. It is the mean over {outputs} outputs, each a layer, a "
            "query head and a query. The bytes are the big model's. K and V are those named "
            "below the picture, in groups of 64.",
            outputs=units.integer(metrics["outputs"])),
    )  # fmt: skip


# --- the five labs in one page


def _bits() -> Paragraph:
    return Paragraph(
        msg("TogetherLab", "Where the bits go"),
        msg("TogetherLab", "A code of 4 bits has 16 grid lines; scale and zero make it 4.5 bits "
            "(lab 01). Then layers × KV heads × head width × tokens × users (lab 04)."),
    )  # fmt: skip


def _errors() -> Paragraph:
    return Paragraph(
        msg("TogetherLab", "Which errors matter"),
        msg("TogetherLab", "Softmax forgives a K that nobody looks at; V's errors average out "
            "(lab 02). A large channel is not forgiven. It stretches the grid of all, unless it "
            "has its own (lab 03)."),
    )  # fmt: skip


def _afterwards() -> Paragraph:
    return Paragraph(
        msg("TogetherLab", "What can be done afterwards"),
        msg("TogetherLab", "Groups and bits: with any finished model. KV heads (GQA) and the "
            "latent (MLA): in training only (lab 05)."),
    )  # fmt: skip


def _product(values: Values, found: Sizes) -> tuple[Paragraph, ...]:
    latent, both = found.factor(4), found.factor(5)
    bits = int(values["bits"])
    if latent is None or both is None or bits == FULL_BITS:
        return ()
    return (
        Paragraph(
            msg("TogetherLab", "They multiply, but not fully"),
            msg("TogetherLab", "MLA {latent}, {bits} bits on top {gain}: {both} in all. It is "
                "not {latent} times {nominal}. Every group pays for its scale and zero. And the "
                "RoPE part stays in 16 bits.",
                latent=units.ratio(latent), bits=bits, gain=units.ratio(both / latent),
                both=units.ratio(both), nominal=units.trimmed(FULL_BITS / bits)),
        ),
    )  # fmt: skip


def one_sentence() -> Paragraph:
    """Return the one sentence that the measurements come down to."""
    return Paragraph(
        msg("TogetherLab", "In one sentence"),
        msg("TogetherLab", "The token all attend to is quiet: a low average error hides that it "
            "is spoiled."),
    )  # fmt: skip


def _ninety() -> Paragraph:
    return Paragraph(
        msg("TogetherLab", "DeepSeek's 90%"),
        msg("TogetherLab", "The paper says 93.3%, against an older model. Fewer numbers and "
            "fewer bits do it together. The first preset takes them apart."),
    )  # fmt: skip


def _beside(values: Values, metrics: Metrics) -> Paragraph:
    return Paragraph(
        msg("TogetherLab", "DeepSeek-V3 beside it"),
        msg("TogetherLab", "It was trained with MLA: 61 layers of 512 + 64 numbers, {plain} B "
            "per token. {name}: {coded} B.",
            plain=units.integer(metrics["deepseek_v3_bytes_per_token"]),
            name=ghost_name(int(values["bits"])),
            coded=units.integer(metrics["deepseek_v3_bytes_per_token_quantized"])),
    )  # fmt: skip


def _terms() -> tuple[Paragraph, ...]:
    return (cache_note(), kinds_of_attention(), sink(), kivi(), data_note())


def kinds_of_attention() -> Paragraph:
    """Return what the three names of attention stand for."""
    return Paragraph(
        msg("TogetherLab", "MHA, GQA, MLA"),
        msg("TogetherLab", "MHA, multi-head attention: a KV head for each query head.\n"
            "GQA, grouped-query attention: several query heads share a KV head.\n"
            "MLA, multi-head latent attention: one latent vector for all heads. Its RoPE part "
            "carries the position."),
    )  # fmt: skip


def sink() -> Paragraph:
    """Return what the sink is, and why it is called quiet."""
    return Paragraph(
        msg("TogetherLab", "The quiet sink"),
        msg("TogetherLab", "Most queries attend to token 0, whatever it is: the attention sink. "
            "Its V is short, we call it quiet."),
    )  # fmt: skip


def kivi() -> Paragraph:
    """Return the two ways of grouping."""
    return Paragraph(
        msg("TogetherLab", "Per token, KIVI groups"),
        msg("TogetherLab", "Per token: the numbers of a token's row share a scale (lab 01).\n"
            "KIVI groups: in K the tokens of a channel share one, V stays per token. KIVI is a "
            "paper (arXiv 2402.02750)."),
    )  # fmt: skip
