"""Reading the header of a GGUF file: the shape of the cache, and a reason for every field.

Keys: ggml-org/ggml ``docs/gguf.md``.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from ..core.text import Msg, msg
from ..numerics.cache import ModelShape
from .errors import printable
from .gguf_groups import groups_of
from .gguf_header import Skipped, read_header
from .leftovers import settle
from .reading import MAX_HEADS, MAX_LAYERS, MAX_TOKENS, Facts, ModelReading

_ENCODERS = frozenset({"clip", "gemma-embedding", "t5", "t5encoder"})


def read_gguf(path: str | os.PathLike[str]) -> ModelReading:
    """Read a GGUF file's header, never its tensors.

    Returns the shape of the model's cache and every field with the reason why it counts or not.

    Raises
    ------
    SourceError
        If the header is damaged, lacks a field, or describes a cache that is not known here.
    """
    file = Path(path)
    values = read_header(file)
    rest = Facts(file, {k: v for k, v in values.items() if k.startswith("general.")})
    because = msg("Models", "the architecture, which decides how the fields are read")
    arch = rest.text("general.architecture", because)
    if not arch:
        raise rest.missing("general.architecture")
    facts = _facts(file, values, arch)
    both_ways = facts.values.get("attention.causal") is False
    if both_ways or arch in _ENCODERS or "bert" in arch:
        raise facts.refuse(msg("Models", "an encoder reads its text at once and keeps no cache"))
    parameters = rest.count("general.parameter_count", msg("Models", "parameters"), most=2**50)
    shape = _shape(facts, arch, _name(values, file), parameters)
    settle(facts)
    for name in rest.unclaimed():
        rest.ignore(name, msg("Models", "about the file, not about the cache"))
    return ModelReading(file, shape, facts.fields() + rest.fields())


def _facts(file: Path, values: Mapping[str, object], arch: str) -> Facts:
    prefix = f"{arch}."
    # an array that was skipped is longer than any list of layers: as good as none
    own = {
        key.removeprefix(prefix): [] if isinstance(value, Skipped) else value
        for key, value in values.items()
        if key.startswith(prefix)
    }
    return Facts(file, own, prefix)


def _shape(facts: Facts, arch: str, name: str, parameters: int | None) -> ModelShape:
    blocks = facts.need(("block_count",), msg("Models", "layers"), most=MAX_LAYERS)
    drafts = facts.count(
        "nextn_predict_layers", msg("Models", "draft layers at the end, not counted"), least=0
    )
    layers = blocks - (drafts or 0)
    if layers < 1:
        raise facts.refuse(msg("Models", "block_count leaves no layers but the draft layers"))
    query = _per_layer(facts, "attention.head_count", msg("Models", "query heads"), blocks, None)
    if not max(query):
        raise facts.missing("attention.head_count")
    because = msg("Models", "KV heads; 0 for a layer without attention")
    kv = _per_layer(facts, "attention.head_count_kv", because, blocks, query)
    hidden = facts.need(("embedding_length",), msg("Models", "the hidden width"))
    context = facts.count("context_length", msg("Models", "the longest context"), most=MAX_TOKENS)
    groups = groups_of(facts, arch, query[:layers], kv[:layers], hidden)
    _set_aside(facts)
    return ModelShape(
        id="file",
        name=name,
        groups=groups,
        context=context,
        parameters=parameters,
        num_layers=layers,
        hidden_size=hidden,
        query_heads=max(query),
        kv_heads=max(kv),
    )


def _set_aside(facts: Facts) -> None:
    """Say of the hidden width and the query heads that they have no effect, where that is so."""
    given = (facts.has(f"attention.{name}") for name in ("key_length", "kv_lora_rank"))
    if any(given) and not facts.has("kda.head_dim"):
        facts.ignore("embedding_length", msg("Models", "has no effect: the widths are given"))
        if facts.has("attention.head_count_kv"):
            facts.ignore("attention.head_count", msg("Models", "only the KV heads are kept"))


def _per_layer(
    facts: Facts, name: str, because: Msg, layers: int, absent: list[int] | None
) -> list[int]:
    """Return a number per layer from a field that is one number or a list of them."""
    if isinstance(facts.values.get(name), list):
        listed = facts.need_list(name, because, length=layers)
        return [facts.whole(name, value, least=0, most=MAX_HEADS) for value in listed]
    value = facts.count(name, because, most=MAX_HEADS)
    if value is not None:
        return [value] * layers
    if absent is None:
        raise facts.missing(name)
    facts.assume(name, msg("Models", "absent: as many KV heads as query heads"))
    return absent


def _name(values: Mapping[str, object], file: Path) -> str:
    stated = values.get("general.name")
    return printable(stated if isinstance(stated, str) and stated.strip() else file.stem)
