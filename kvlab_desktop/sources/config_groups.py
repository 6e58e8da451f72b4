"""From the fields of a config.json to the layer groups of its cache."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..core.text import msg
from ..numerics.cache import LayerGroup, merged
from .config_heads import Heads, default
from .config_latent import block_index, latent, shared_kv, unexpected
from .config_layers import LayerKind
from .config_rules import Rule
from .reading import MAX_HEADS, MAX_TOKENS, Facts


def groups_of(
    facts: Facts, rule: Rule, kinds: Sequence[LayerKind], heads: Heads
) -> tuple[LayerGroup, ...]:
    """Return the layer groups of a model, one decoding step's readers included.

    Layers that reuse an earlier cache (``num_kv_shared_layers``, Gemma 3n and 4) keep nothing;
    each reads the last layer of its kind that keeps one.
    """
    parts = {kind: _parts(facts, rule, kind, heads) for kind in dict.fromkeys(kinds)}
    shared = _shared_layers(facts, len(kinds)) if rule.sharing else 0
    own = len(kinds) - shared
    if shared and not set(kinds[own:]) <= set(kinds[:own]):
        said = msg("Models", "num_kv_shared_layers leaves no layer to share a cache with")
        raise facts.refuse(said)
    layers: list[LayerGroup] = []
    for kind in kinds[:own]:
        layers += parts[kind]
    for kind in kinds[own:]:
        layers.append(LayerGroup("shared", "shared", 1))
        layers += [replace(part, layers=0, reading_layers=1) for part in parts[kind]]
    return merged(layers)


def _shared_layers(facts: Facts, layers: int) -> int:
    name = "num_kv_shared_layers"
    because = msg("Models", "the last layers reuse the cache of earlier ones and keep nothing")
    shared = facts.count(name, because, least=0, most=layers - 1) or 0
    if name in facts.values and not shared:
        facts.ignore(name, msg("Models", "no layer reuses the cache of another"))
    return shared


def _parts(facts: Facts, rule: Rule, kind: LayerKind, heads: Heads) -> tuple[LayerGroup, ...]:
    """Return what one layer of a kind keeps."""
    if kind == "none":
        return (LayerGroup("none", "none", 1),)
    if kind == "linear":
        if rule.state is None:
            raise unexpected(facts, kind)
        return (LayerGroup("linear", "linear", 1, state_bytes=rule.state(facts)),)
    if rule.shared_kv:
        return shared_kv(facts, kind)
    if rule.latent:
        return latent(facts, kind)
    if kind == "block_indexed":
        keys, searched = block_index(facts)
        return (replace(_per_head(facts, rule, "full", heads), read_entries=searched), keys)
    if kind in ("full", "sliding", "chunked"):
        return (_per_head(facts, rule, kind, heads),)
    raise unexpected(facts, kind)


def _per_head(facts: Facts, rule: Rule, kind: LayerKind, heads: Heads) -> LayerGroup:
    n_kv, key, value = heads.kv, heads.width, heads.width
    if rule.value_width:
        because = msg("Models", "the width of a head's V")
        value = facts.count("v_head_dim", because) or value
    keys = rule.full_keys if kind == "full" else rule.sliding_keys
    if keys:
        n_kv, key, value = _replaced(facts, rule, keys, kind, (n_kv, key, value))
    if kind == "full":
        return LayerGroup("full", "full", 1, n_kv, (key, value))
    if kind == "sliding":
        cap = _window(facts, rule)
        if cap is None:
            return LayerGroup("full", "full", 1, n_kv, (key, value))
        return LayerGroup("sliding", "sliding", 1, n_kv, (key, value), cap_tokens=cap)
    because = msg("Models", "the most tokens such a layer keeps")
    name = "attention_chunk_size"
    cap = facts.count(name, because, most=MAX_TOKENS) or default(facts, rule, name)
    if cap is None:
        raise facts.missing(name)
    return LayerGroup("chunked", "chunked", 1, n_kv, (key, value), cap_tokens=cap)


def _replaced(
    facts: Facts, rule: Rule, keys: tuple[str, ...], kind: LayerKind, common: tuple[int, int, int]
) -> tuple[int, int, int]:
    """Return KV heads and widths with the fields that hold for one kind of layer only."""
    n_kv, key, value = common
    because = (
        msg("Models", "holds in full layers only")
        if kind == "full"
        else msg("Models", "holds in sliding layers only")
    )
    equal = facts.flag(
        "attention_k_eq_v", msg("Models", "K and V share a projection but are both kept")
    )
    # Gemma 4: without attention_k_eq_v the full layers have the common number of KV heads
    if facts.has(keys[0]) and (equal is not False or kind != "full"):
        n_kv = facts.need(keys[:1], because, most=MAX_HEADS)
    elif facts.has(keys[0]):
        facts.ignore(keys[0], msg("Models", "has no effect without attention_k_eq_v"))
    if len(keys) == 2:
        key = value = facts.count(keys[1], because) or default(facts, rule, keys[1]) or key
    else:
        key = facts.count(keys[1], because) or key
        value = facts.count(keys[2], because) or value
    return n_kv, key, value


def _window(facts: Facts, rule: Rule) -> int | None:
    """Return the window in tokens, or None when it is as long as the whole context."""
    because = msg("Models", "the most tokens a sliding layer keeps")
    window = facts.count("sliding_window", because, most=MAX_TOKENS)
    if window is None:
        window = default(facts, rule, "sliding_window")
    if window is None:
        raise facts.missing("sliding_window")
    context = facts.values.get("max_position_embeddings")
    if isinstance(context, int) and window >= context:
        facts.ignore("sliding_window", msg("Models", "not shorter than the context: no effect"))
        return None
    return window
