"""Which kind of cache each layer of a Hugging Face config.json has.

A layout is a function of the fields and the number of layers that returns one kind per layer.
Rules per model type: huggingface/transformers 5.24 ``models/*/configuration_*.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from ..core.text import Msg, msg
from .errors import printable
from .reading import MAX_LAYERS, Facts

LayerKind = Literal[
    "full",
    "sliding",
    "chunked",
    "linear",
    "indexed",  # a latent with index keys of its own
    "index_reusing",  # a latent searched with an earlier layer's index
    "block_indexed",  # K and V with index keys beside them
    "compressed_sparse",
    "compressed_heavily",
    "none",
]
Layout = Callable[[Facts, int], list[LayerKind]]

_NAMES: dict[str, LayerKind] = {
    "full_attention": "full",
    "attention": "full",
    "sliding_attention": "sliding",
    "chunked_attention": "chunked",
    "linear_attention": "linear",
    "mamba": "linear",
    "indexed_attention": "indexed",
    "deepseek_sparse_attention": "indexed",
    "minimax_m3_sparse": "block_indexed",
    "compressed_sparse_attention": "compressed_sparse",
    "heavily_compressed_attention": "compressed_heavily",
    "moe": "none",
    "mlp": "none",
}


def listed_layers(facts: Facts, count: int) -> list[LayerKind] | None:
    """Return the kinds that ``layer_types`` lists, or None when there is no such list.

    Raises SourceError for a name never seen before, or a list of another length.
    """
    because = msg("Models", "the kind of each layer")
    for name in ("layer_types", "layers_block_type"):
        names = facts.listing(name, because, length=count)
        if names is not None:
            return [_named(facts, name, value) for value in names]
    return None


def _named(facts: Facts, field: str, value: object) -> LayerKind:
    if isinstance(value, str) and value in _NAMES:
        return _NAMES[value]
    said = msg(
        "Models",
        "{field} names a kind of layer that is not known here: '{value}'",
        field=field,
        value=printable(value),
    )
    raise facts.refuse(said)


def period(facts: Facts, name: str, default: int, because: Msg) -> int:
    """Return the number of layers after which a pattern repeats, the type's own when absent."""
    value = facts.count(name, because, most=MAX_LAYERS)
    if value is None:
        facts.assume(name, msg("Models", "absent: {value} for this model type", value=default))
        return default
    return value


def all_full(_facts: Facts, count: int) -> list[LayerKind]:
    """Every layer keeps every token."""
    return ["full"] * count


def windowed(facts: Facts, count: int) -> list[LayerKind]:
    """Every layer slides when a window is set (Mixtral, Phi-3, StarCoder2)."""
    return ["sliding" if facts.has("sliding_window") else "full"] * count


def windowed_unless_null(facts: Facts, count: int) -> list[LayerKind]:
    """Every layer slides unless the window is null: a config without one has the class's."""
    return ["full" if _is_null(facts, "sliding_window") else "sliding"] * count


def _is_null(facts: Facts, name: str) -> bool:
    return name in facts.values and facts.values[name] is None


def late_window(facts: Facts, count: int) -> list[LayerKind]:
    """Qwen2, Qwen3: layers from ``max_window_layers`` on slide if the window is switched on."""
    on = facts.flag("use_sliding_window", msg("Models", "whether the window is switched on"))
    if not on or not facts.has("sliding_window"):
        off = msg("Models", "the window is switched off, so it has no effect")
        for name in ("sliding_window", "max_window_layers"):
            if facts.has(name):
                facts.ignore(name, off)
        return ["full"] * count
    because = msg("Models", "the layers before this one keep every token")
    first = facts.need(("max_window_layers",), because, least=0, most=MAX_LAYERS)
    return ["full" if i < first else "sliding" for i in range(count)]


def every(nth: int) -> Layout:
    """Each ``nth`` layer keeps every token, the others slide (Gemma, Cohere 2, gpt-oss)."""

    def layout(facts: Facts, count: int) -> list[LayerKind]:
        """Follow the period or the letters in the file, else ``nth``."""
        if _is_null(facts, "sliding_window"):
            return ["full"] * count
        because = msg("Models", "one layer in so many keeps every token")
        name = "sliding_window_pattern"
        pattern = facts.values.get(name)
        if isinstance(pattern, str) and pattern and set(pattern) <= {"L", "G"}:
            facts.use(name, msg("Models", "L layers slide, G layers keep every token"))
            letters = [pattern[i % len(pattern)] for i in range(count)]
            return ["sliding" if letter == "L" else "full" for letter in letters]
        step = period(facts, name, nth, because)
        return ["sliding" if (i + 1) % step else "full" for i in range(count)]

    return layout


def linear_every(facts: Facts, count: int) -> list[LayerKind]:
    """Qwen3-Next and 3.5: each ``full_attention_interval``-th layer keeps every token."""
    because = msg("Models", "one layer in so many keeps every token, the others a fixed state")
    step = period(facts, "full_attention_interval", 4, because)
    return ["linear" if (i + 1) % step else "full" for i in range(count)]


def llama4(facts: Facts, count: int) -> list[LayerKind]:
    """Llama 4: layers with RoPE attend inside a chunk, those without keep every token."""
    if _is_null(facts, "attention_chunk_size"):
        return ["full"] * count
    because = msg("Models", "1: the layer attends inside its chunk; 0: it keeps every token")
    roped = facts.listing("no_rope_layers", because, length=count)
    if roped is None:
        reason = msg("Models", "one layer in so many keeps every token")
        step = period(facts, "no_rope_layer_interval", 4, reason)
        return ["chunked" if (i + 1) % step else "full" for i in range(count)]
    return switched(facts, "no_rope_layers", roped, on="chunked", off="full")


def switched(
    facts: Facts, name: str, marks: list[object], *, on: LayerKind, off: LayerKind
) -> list[LayerKind]:
    """Return a kind per mark: ``on`` for 1, ``off`` for 0; anything else is refused."""
    return [on if facts.whole(name, mark, least=0, most=1) else off for mark in marks]
