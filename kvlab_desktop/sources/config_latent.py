"""Layer groups of the caches that are not K and V per head: latents, index keys, entries."""

from __future__ import annotations

from dataclasses import replace

from ..core.text import msg
from ..numerics.cache import LayerGroup
from .config_layers import LayerKind
from .config_layouts import HEAVY_RATIO, SPARSE_RATIO
from .errors import SourceError
from .reading import MAX_TOKENS, Facts


def unexpected(facts: Facts, kind: str) -> SourceError:
    """Return the error for a kind of layer that the model type is not known to have."""
    said = msg("Models", "layers of the kind '{kind}' are not known for this model type", kind=kind)
    return facts.refuse(said)


def latent(facts: Facts, kind: LayerKind) -> tuple[LayerGroup, ...]:
    """Return MLA's latent, with the index keys of a sparse-attention indexer if it has one.

    DeepSeek-V2, arXiv 2405.04434; the indexer: deepseek-ai/DeepSeek-V3.2-Exp ``inference``.
    """
    if kind not in ("full", "indexed", "index_reusing"):
        raise unexpected(facts, kind)
    width = facts.need(
        ("kv_lora_rank",), msg("Models", "the width of the latent that all heads share")
    )
    rope = facts.need(
        ("qk_rope_head_dim",), msg("Models", "the RoPE part kept beside the latent, always 16 bits")
    )
    group = LayerGroup(
        "latent",
        "latent",
        1,
        None,
        (width,),
        fixed16_elements=rope,
        read_entries=_searched(facts) if kind != "full" else None,
        expanded=_expanded(facts, rope),
    )
    return (group, _index(facts)) if kind == "indexed" else (group,)


def _expanded(facts: Facts, rope: int) -> tuple[int, int] | None:
    computed = msg("Models", "a width of what is computed from the latent, not kept")
    nope = facts.count("qk_nope_head_dim", computed)
    value = facts.count("v_head_dim", computed)
    for name in ("qk_nope_head_dim", "v_head_dim", "q_lora_rank", "qk_head_dim"):
        if name in facts.values:
            facts.ignore(name, computed)
    for name in ("num_key_value_heads", "head_dim"):
        if name in facts.values:
            facts.ignore(name, msg("Models", "one latent is kept, whatever the heads are"))
    return (nope + rope, value) if nope and value else None


def _searched(facts: Facts) -> int:
    because = msg("Models", "the most entries one step reads; all of them are kept")
    return facts.need(("index_topk",), because, most=MAX_TOKENS)


def _index(facts: Facts, tokens_per_entry: int = 1) -> LayerGroup:
    because = msg("Models", "the width of the keys that the indexer searches, kept as well")
    width = facts.need(("index_head_dim",), because)
    return LayerGroup("index_keys", "indexer", 1, None, (width,), tokens_per_entry=tokens_per_entry)


def block_index(facts: Facts) -> tuple[LayerGroup, int]:
    """Return MiniMax-M3's index keys of one layer, and the tokens that one step reads by them."""
    inside = facts.inner("sparse_attention_config")
    because = msg("Models", "the width of the keys that the indexer searches, kept as well")
    width = inside.need(("sparse_index_dim",), because)
    read = msg("Models", "the most tokens one step reads; all of them are kept")
    blocks = inside.need(("sparse_topk_blocks",), read, most=MAX_TOKENS)
    block = inside.need(("sparse_block_size",), read, most=MAX_TOKENS)
    return LayerGroup("index_keys", "indexer", 1, None, (width,)), blocks * block


def shared_kv(facts: Facts, kind: LayerKind) -> tuple[LayerGroup, ...]:
    """Return DeepSeek-V4's entries: one vector is key and value, its RoPE part stays 16 bits.

    Every layer keeps a window of entries; most keep compressed ones too, those of the sparse
    layers with index keys (huggingface/transformers ``models/deepseek_v4``).
    """
    width = facts.need(("head_dim",), msg("Models", "the width of an entry, key and value in one"))
    rope = facts.need(
        ("qk_rope_head_dim",),
        msg("Models", "the RoPE part of an entry, always 16 bits"),
        most=width,
    )
    because = msg("Models", "the most tokens a window keeps")
    cap = facts.need(("sliding_window",), because, most=MAX_TOKENS)
    if "num_key_value_heads" in facts.values:
        facts.ignore("num_key_value_heads", msg("Models", "one entry is kept for all heads"))
    entry = LayerGroup("window", "sliding", 1, None, (width - rope,), rope, cap_tokens=cap)
    if kind == "sliding":
        return (entry,)
    if kind == "compressed_heavily":
        return _compressed(entry, HEAVY_RATIO, None), entry
    if kind == "compressed_sparse":
        searched = _searched(facts)
        return _compressed(entry, SPARSE_RATIO, searched), _index(facts, SPARSE_RATIO), entry
    raise unexpected(facts, kind)


def _compressed(entry: LayerGroup, ratio: int, searched: int | None) -> LayerGroup:
    return replace(
        entry,
        id=f"compressed_{ratio}",
        kind="compressed",
        cap_tokens=None,
        tokens_per_entry=ratio,
        read_entries=searched,
    )
