"""From the fields of a GGUF header to the layer groups of the model's cache.

Source: ggml-org/llama.cpp ``src/llama-model.cpp`` and ``src/llama-hparams.cpp``
(``set_swa_pattern``, ``n_embd_r``, ``n_embd_s``).
"""

from __future__ import annotations

from dataclasses import replace

from ..core.text import Msg, msg
from ..numerics.cache import LayerGroup, merged
from .config_states import state_bytes
from .errors import printable
from .reading import MAX_HEADS, MAX_LAYERS, MAX_TOKENS, Facts

# each n-th layer keeps every token and the others slide, with 0 all of them; what the file says
# goes before
_PERIODS = {
    "cohere2": 4,
    "exaone4": 4,
    "gemma2": 2,
    "gemma3": 6,
    "gemma3n": 5,
    "gpt-oss": 2,
    "llama4": 4,
    "olmo2": 4,
    "phi3": 0,
    "starcoder2": 0,
}
_CHUNKED = {"llama4": 8192}
_LATENT = frozenset({"deepseek2", "deepseek32", "glm-dsa", "kimi-linear", "minicpm3", "mistral4"})
# layers with no KV heads have a state; in the second set only if they have no feed-forward width
_STATE = frozenset({"jamba", "granitehybrid", "kimi-linear"})
_STATE_OR_FEED = frozenset({"nemotron_h", "nemotron_h_moe"})
_STATE_INTERVAL = frozenset({"qwen3next", "qwen35", "qwen35moe"})


def groups_of(
    facts: Facts, arch: str, query: list[int], kv: list[int], hidden: int
) -> tuple[LayerGroup, ...]:
    """Return the layer groups of a model whose layers have these query and KV heads.

    Raises SourceError for a field that is missing or a cache that is not known here.
    """
    layers = len(kv)
    if arch in _LATENT:
        full = _latent(facts)
        parts = [full if heads else (_linear(facts, arch, query),) for heads in kv]
        return merged([part for layer in parts for part in layer])
    slides = _sliding_layers(facts, arch, layers)
    states = _state_layers(facts, arch, kv)
    because = msg("Models", "the last layers reuse the cache of earlier ones and keep nothing")
    shared = facts.count("attention.shared_kv_layers", because, least=0, most=layers - 1) or 0
    groups: list[LayerGroup] = []
    for i in range(layers):
        if states[i]:
            group = _linear(facts, arch, query)
        elif kv[i] == 0:
            group = LayerGroup("none", "none", 1)
        else:
            group = _heads(facts, arch, kv[i], query[i], hidden, slides=slides[i])
        if i >= layers - shared:
            groups.append(LayerGroup("shared", "shared", 1))
            group = replace(group, layers=0, reading_layers=1)
        groups.append(group)
    joined = merged(groups)
    if any(group.layers == 0 for group in joined):
        said = msg("Models", "the last layers share a cache that no layer keeps")
        raise facts.refuse(said)
    return joined


def _heads(
    facts: Facts, arch: str, n_kv: int, query: int, hidden: int, *, slides: bool
) -> LayerGroup:
    if query < 1 or query % n_kv:
        said = msg("Models", "{query} query heads cannot share {kv} KV heads", query=query, kv=n_kv)
        raise facts.refuse(said)
    widths = (
        _width(facts, "key", query, hidden, slides=slides),
        _width(facts, "value", query, hidden, slides=slides),
    )
    if not slides:
        return LayerGroup("full", "full", 1, n_kv, widths)
    because = msg("Models", "the most tokens such a layer keeps")
    if arch in _CHUNKED:
        cap = facts.count("attention.chunk_size", because, most=MAX_TOKENS) or _CHUNKED[arch]
        return LayerGroup("chunked", "chunked", 1, n_kv, widths, cap_tokens=cap)
    cap = facts.need(("attention.sliding_window",), because, most=MAX_TOKENS)
    return LayerGroup("sliding", "sliding", 1, n_kv, widths, cap_tokens=cap)


def _width(facts: Facts, which: str, query: int, hidden: int, *, slides: bool) -> int:
    because = msg("Models", "the width of a head, given outright")
    if slides:
        own = facts.count(f"attention.{which}_length_swa", because)
        if own is not None:
            return own
    width = facts.count(f"attention.{which}_length", because)
    if width is not None:
        return width
    if hidden % query:
        raise facts.missing(f"attention.{which}_length")
    said = msg("Models", "absent: hidden width / query heads = {width}", width=hidden // query)
    facts.assume(f"attention.{which}_length", said)
    return hidden // query


def _sliding_layers(facts: Facts, arch: str, layers: int) -> list[bool]:
    """Return which layers slide, or stay in their chunk."""
    window, name = "attention.sliding_window", "attention.sliding_window_pattern"
    if not _has_window(facts, arch):
        if name in facts.values:
            facts.ignore(name, msg("Models", "there is no window, so it has no effect"))
        return [False] * layers
    slides = _marked(facts, name, layers)
    if slides is None:
        period = facts.count(name, _which_slide(), least=0, most=MAX_LAYERS)
        if period is None:
            period = _PERIODS.get(arch)
        if period is None:
            said = msg(
                "Models",
                "it has a window, but which layers slide is not known for {arch}",
                arch=printable(arch),
            )
            raise facts.refuse(said)
        slides = [period == 0 or (i + 1) % period != 0 for i in range(layers)]
    if not any(slides) and window in facts.values:
        facts.ignore(window, msg("Models", "no layer slides, so it has no effect"))
    return slides


def _which_slide() -> Msg:
    return msg("Models", "which layers slide or stay in their chunk")


def _marked(facts: Facts, name: str, layers: int) -> list[bool] | None:
    if not isinstance(facts.values.get(name), list):
        return None
    marks = facts.need_list(name, _which_slide(), at_least=layers)
    whole = (int(mark) if isinstance(mark, bool) else mark for mark in marks[:layers])
    return [facts.whole(name, mark, least=0, most=1) == 1 for mark in whole]


def _has_window(facts: Facts, arch: str) -> bool:
    if arch in _CHUNKED:
        return True
    window, context = (facts.values.get(n) for n in ("attention.sliding_window", "context_length"))
    if isinstance(window, int) and isinstance(context, int) and window >= context:
        because = msg("Models", "not shorter than the context: no effect")
        facts.ignore("attention.sliding_window", because)
        return False
    return bool(window)


def _state_layers(facts: Facts, arch: str, kv: list[int]) -> list[bool]:
    """Return which layers keep a fixed state instead of tokens."""
    if arch in _STATE_INTERVAL:
        because = msg("Models", "one layer in so many keeps every token, the others a fixed state")
        step = facts.count("full_attention_interval", because, most=MAX_LAYERS) or 4
        return [(i + 1) % step != 0 for i in range(len(kv))]
    if arch in _STATE:
        return [heads == 0 for heads in kv]
    if arch in _STATE_OR_FEED:
        because = msg("Models", "0, and no KV heads: the layer keeps a fixed state")
        widths = facts.need_list("feed_forward_length", because, at_least=len(kv))
        return [heads == 0 and width == 0 for heads, width in zip(kv, widths, strict=False)]
    return [False] * len(kv)


def _linear(facts: Facts, arch: str, query: list[int]) -> LayerGroup:
    """Return a layer's state: llama.cpp's ``n_embd_s`` and ``n_embd_r``, the latter in 16 bits."""
    because = msg("Models", "a width of the linear layers' state")
    kernel = facts.need(("ssm.conv_kernel",), because, most=1024)
    if arch == "kimi-linear":
        width = facts.need(("kda.head_dim",), because)
        inner = max(query) * width
        size = state_bytes(inner * width, 4, 3 * inner, kernel)
        return LayerGroup("linear", "linear", 1, state_bytes=size)
    inner = facts.need(("ssm.inner_size",), because)
    depth = facts.need(("ssm.state_size",), because)
    groups = facts.count("ssm.group_count", because, least=0, most=MAX_HEADS) or 0
    if "ssm.time_step_rank" in facts.values:
        facts.ignore("ssm.time_step_rank", msg("Models", "part of the inner width"))
    if "ssm.dt_b_c_rms" in facts.values:
        facts.ignore("ssm.dt_b_c_rms", msg("Models", "about arithmetic inside a layer"))
    size = state_bytes(inner * depth, 4, inner + 2 * groups * depth, kernel)
    return LayerGroup("linear", "linear", 1, state_bytes=size)


def _latent(facts: Facts) -> tuple[LayerGroup, ...]:
    width = facts.need(
        ("attention.kv_lora_rank",),
        msg("Models", "the width of the latent that all heads share"),
    )
    rope = facts.need(
        ("rope.dimension_count",),
        msg("Models", "the RoPE part kept beside the latent, always 16 bits"),
    )
    computed = msg("Models", "a width of what is computed from the latent, not kept")
    for name in ("q_lora_rank", "key_length", "value_length", "key_length_mla", "value_length_mla"):
        if f"attention.{name}" in facts.values:
            facts.ignore(f"attention.{name}", computed)
    group = LayerGroup("latent", "latent", 1, None, (width,), fixed16_elements=rope)
    name = "attention.indexer.key_length"
    if not facts.has(name):
        return (group,)
    because = msg("Models", "the width of the keys that the indexer searches, kept as well")
    keys = LayerGroup("index_keys", "indexer", 1, None, (facts.need((name,), because),))
    top = facts.need(
        ("attention.indexer.top_k",),
        msg("Models", "the most entries one step reads; all of them are kept"),
        most=MAX_TOKENS,
    )
    if "attention.indexer.head_count" in facts.values:
        facts.ignore("attention.indexer.head_count", msg("Models", "they share one index key"))
    return (replace(group, read_entries=top), keys)
