"""What the steps of the chain are called, and why some cannot be had."""

from __future__ import annotations

from ..core.text import Msg, msg
from ._memory_models import heads_group
from ._together_steps import STEPS, Sizes, StepId


def step_name(name: StepId, bits: int, found: Sizes) -> Msg:
    """Return what a step is called; ``bits`` are those of the quantized steps."""
    shape, group = found.shape, heads_group(found.shape)
    if name == "mha" and shape.query_heads is not None:
        return msg("TogetherLab", "MHA, {heads} heads · 16 bits", heads=shape.query_heads)
    if name == "gqa" and group is not None:
        if group.n_kv == 1:
            return msg("TogetherLab", "MQA, one KV head · 16 bits")
        kind = "MHA" if group.n_kv == shape.query_heads else "GQA"
        return msg("TogetherLab", "{kind}, {heads} KV heads · 16 bits", kind=kind,
                   heads=group.n_kv)  # fmt: skip
    return {
        "mha": msg("TogetherLab", "MHA · 16 bits"),
        "gqa": msg("TogetherLab", "GQA · 16 bits"),
        "per_token": msg("TogetherLab", "{bits} bits, per token", bits=bits),
        "kivi": msg("TogetherLab", "{bits} bits, KIVI groups", bits=bits),
        "mla": msg("TogetherLab", "MLA · 16 bits"),
        "mla_quantized": msg("TogetherLab", "MLA · {bits} bits, RoPE 16", bits=bits),
    }[name]


def ghost_name(bits: int) -> Msg:
    """Return the name of a bar of the model beside the chain."""
    return msg("TogetherLab", "DeepSeek-V3 · {bits} bits", bits=bits)


def why_no_bytes(found: Sizes) -> Msg:
    """Return why a model cannot have a step."""
    if found.own == "mla":
        return msg("TogetherLab", "this model was trained with MLA: it has no KV heads")
    return msg("TogetherLab", "this model keeps compressed entries: no KV heads, no latent")


def why_no_fidelity(name: StepId, found: Sizes) -> Msg:
    """Return why nothing can be said of the output at a step."""
    index = STEPS.index(name)
    if found.caches[index] is None:
        return why_no_bytes(found)
    if name == "mha":
        return msg("TogetherLab", "The model was trained with fewer KV heads. With a KV head for "
                   "each query head it would be another model.")  # fmt: skip
    if found.own == "mla":
        return msg("TogetherLab", "The sample has K and V, but no latent to quantize.")
    if name in ("mla", "mla_quantized"):
        return msg("TogetherLab", "Cannot be had after the fact: MLA has to be trained in.")
    return msg("TogetherLab", "The attention output is zero.")
