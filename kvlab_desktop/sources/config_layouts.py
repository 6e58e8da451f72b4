"""Layouts of families whose config.json lists the kind of each layer in a way of its own.

Source: huggingface/transformers 5.24 ``models/*/configuration_*.py``; for MiMo-V2, MiniMax-M2,
MiniMax-Text-01 and Kimi Linear the configs published with the models.
"""

from __future__ import annotations

from ..core.text import Msg, msg
from .config_layers import LayerKind, switched
from .reading import MAX_LAYERS, Facts

SPARSE_RATIO, HEAVY_RATIO = 4, 128  # DeepSeek-V4's tokens per entry


def mimo(facts: Facts, count: int) -> list[LayerKind]:
    """MiMo-V2: 1 marks a sliding layer."""
    because = msg("Models", "1: the layer slides; 0: it keeps every token")
    marks = facts.need_list("hybrid_layer_pattern", because, length=count)
    for name in ("sliding_window_size", "attention_chunk_size"):
        if facts.has(name) and facts.values[name] == facts.values.get("sliding_window"):
            facts.ignore(name, msg("Models", "the window again"))
    return switched(facts, "hybrid_layer_pattern", marks, on="sliding", off="full")


def minimax(facts: Facts, count: int) -> list[LayerKind]:
    """MiniMax-Text-01: 1 marks a softmax layer, 0 a lightning (linear) one."""
    because = msg("Models", "1: the layer keeps every token; 0: a fixed state")
    marks = facts.need_list("attn_type_list", because, length=count)
    return switched(facts, "attn_type_list", marks, on="full", off="linear")


def minimax_m2(facts: Facts, count: int) -> list[LayerKind]:
    """MiniMax-M2: a list of ones, or no list."""
    if facts.has("attn_type_list"):
        return minimax(facts, count)
    return ["full"] * count


def minimax_m3(facts: Facts, count: int) -> list[LayerKind]:
    """MiniMax-M3: layers with a sparse indexer keep index keys beside K and V."""
    inside = facts.inner("sparse_attention_config")
    because = msg("Models", "1: the layer also keeps index keys")
    if inside.flag("use_sparse_attention", because) is False:
        return ["full"] * count
    name = "sparse_attention_freq"
    marks = inside.need_list(name, because, length=count)
    kinds = switched(inside, name, marks, on="block_indexed", off="full")
    no_values = msg("Models", "1: the indexer keeps keys but no values")
    name = "sparse_disable_index_value"
    for kind, mark in zip(kinds, inside.listing(name, no_values, length=count) or [], strict=False):
        if kind == "block_indexed" and inside.whole(name, mark, least=0, most=1) == 0:
            raise facts.refuse(msg("Models", "index values beside index keys are not known here"))
    return kinds


def kimi(facts: Facts, count: int) -> list[LayerKind]:
    """Kimi Linear: the numbers (from 1) of the MLA layers and of the linear ones."""
    inside = facts.inner("linear_attn_config")
    kinds: list[LayerKind | None] = [None] * count
    told: tuple[tuple[str, LayerKind, Msg], ...] = (
        (
            "full_attn_layers",
            "full",
            msg("Models", "these layers, counted from 1, keep every token"),
        ),
        ("kda_layers", "linear", msg("Models", "these layers, counted from 1, keep a fixed state")),
    )
    for name, kind, because in told:
        for value in inside.listing(name, because) or []:
            kinds[inside.whole(name, value, most=count) - 1] = kind
    known = [kind for kind in kinds if kind is not None]
    if len(known) != count:
        raise facts.refuse(msg("Models", "linear_attn_config does not name every layer"))
    return known


def jamba(facts: Facts, count: int) -> list[LayerKind]:
    """Jamba: one attention layer in ``attn_layer_period``, the others Mamba."""
    because = msg("Models", "which layers keep every token, the others a fixed state")
    period = facts.need(("attn_layer_period",), because, most=MAX_LAYERS)
    offset = facts.need(("attn_layer_offset",), because, least=0, most=period - 1)
    return ["full" if i % period == offset else "linear" for i in range(count)]


def bamba(facts: Facts, count: int) -> list[LayerKind]:
    """Bamba: the numbers (from 0) of the attention layers, the others Mamba-2."""
    because = msg("Models", "these layers, counted from 0, keep every token")
    listed = facts.need_list("attn_layer_indices", because)
    full = {facts.whole("attn_layer_indices", i, least=0, most=count - 1) for i in listed}
    return ["full" if i in full else "linear" for i in range(count)]


def nemotron_h(facts: Facts, count: int) -> list[LayerKind]:
    """Nemotron-H and 3: * attention, M Mamba-2, - and E feed-forward blocks."""
    because = msg("Models", "* keeps every token, M a fixed state, - and E keep nothing")
    pattern = facts.text("hybrid_override_pattern", because)
    if pattern is None:
        raise facts.missing("hybrid_override_pattern")
    letters: dict[str, LayerKind] = {"*": "full", "M": "linear", "-": "none", "E": "none"}
    if len(pattern) != count or not set(pattern) <= set(letters):
        said = msg(
            "Models",
            "hybrid_override_pattern is not {count} letters out of *, M, - and E",
            count=count,
        )
        raise facts.refuse(said)
    return [letters[letter] for letter in pattern]


def deepseek_v4(facts: Facts, count: int) -> list[LayerKind]:
    """DeepSeek-V4: 4 and 128 tokens to an entry, 0 for a window alone; a draft layer may follow."""
    because = msg("Models", "tokens to one compressed entry of each layer; 0: a window alone")
    ratios = facts.need_list("compress_ratios", because, at_least=count)
    kinds: dict[int, LayerKind] = {
        0: "sliding",
        SPARSE_RATIO: "compressed_sparse",
        HEAVY_RATIO: "compressed_heavily",
    }
    values = [facts.whole("compress_ratios", ratio, least=0) for ratio in ratios[:count]]
    for value in values:
        if value not in kinds:
            said = msg("Models", "compress_ratios has a ratio not known here: {ratio}", ratio=value)
            raise facts.refuse(said)
    return [kinds[value] for value in values]


def with_index(facts: Facts, kinds: list[LayerKind]) -> list[LayerKind]:
    """Tell MLA layers with a sparse-attention indexer of their own from those that reuse one.

    DeepSeek-V3.2 and GLM-5 have one in each layer; GLM-5.2 shares them over several layers.
    """
    if not facts.has("index_head_dim"):
        return kinds
    own = _own_index(facts, len(kinds))
    indexed: dict[bool, LayerKind] = {True: "indexed", False: "index_reusing"}
    return [
        indexed[mine] if kind in ("full", "indexed") else kind
        for kind, mine in zip(kinds, own, strict=True)
    ]


def _own_index(facts: Facts, count: int) -> list[bool]:
    because = msg("Models", "layers that keep index keys; shared ones reuse an earlier layer's")
    names = facts.listing("indexer_types", because, length=count)
    pattern = facts.values.get("index_topk_pattern")
    if names is None and isinstance(pattern, str) and len(pattern) == count:
        facts.use("index_topk_pattern", because)
        names = [{"F": "full", "S": "shared"}.get(letter, letter) for letter in pattern]
    if names is not None:
        for name in ("index_topk_freq", "index_skip_topk_offset"):
            if name in facts.values:
                facts.ignore(name, msg("Models", "has no effect: indexer_types names each layer"))
        if not set(map(str, names)) <= {"full", "shared"}:
            raise facts.refuse(msg("Models", "indexer_types may only be 'full' or 'shared'"))
        return [name == "full" for name in names]
    every_nth = facts.count("index_topk_freq", because, most=MAX_LAYERS) or 1
    offset = facts.count("index_skip_topk_offset", because, least=0, most=MAX_LAYERS)
    first = 2 if offset is None else offset
    return [max(i - first + 1, 0) % every_nth == 0 for i in range(count)]
