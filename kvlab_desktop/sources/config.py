"""Reading a Hugging Face config.json: the shape of the cache, and a reason for every field."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from ..core.text import msg
from ..numerics.cache import ModelShape
from .config_groups import groups_of
from .config_heads import read_heads
from .config_layers import LayerKind, listed_layers
from .config_layouts import with_index
from .config_rules import ENCODERS, RULES, UNKNOWN, Rule, normal_type
from .errors import printable
from .jsonfile import read_json
from .leftovers import settle
from .reading import MAX_LAYERS, MAX_TOKENS, Facts, ModelReading

_LAYERS = ("num_hidden_layers", "n_layer", "n_layers", "num_layers")
_CONTEXT = (
    "max_position_embeddings",
    "n_positions",
    "max_seq_len",
    "max_sequence_length",
    "model_max_length",
    "seq_length",
    "n_ctx",
)
_TEXT_PARTS = ("text_config", "llm_config", "language_config", "thinker_config")
_UNKNOWN_KINDS: frozenset[LayerKind] = frozenset({"full", "sliding"})


def read_config(path: str | os.PathLike[str]) -> ModelReading:
    """Read a model's config.json, the language part of a multimodal one included.

    Returns the shape of its cache and every field with the reason why it counts or does not.

    Raises
    ------
    SourceError
        If the file is damaged, lacks a field, contradicts itself, or describes a kind of cache
        that is not known here: such a file is refused, never guessed at.
    """
    file = Path(path)
    values = read_json(file)
    whole = Facts(file, values)
    _refuse_encoders(whole)
    facts = _language_part(whole)
    model_type = _model_type(facts, whole)
    rule = _rule(facts, model_type)
    _refuse_both_ways(facts)
    count = facts.need(_LAYERS, msg("Models", "layers"), most=MAX_LAYERS)
    kinds = _kinds(facts, rule, count)
    heads = read_heads(facts, model_type, rule or UNKNOWN)
    groups = groups_of(facts, rule or UNKNOWN, kinds, heads)
    context = _context(facts)
    settle(facts)
    if facts is not whole:
        for name in whole.unclaimed():
            whole.ignore(name, msg("Models", "not in the part about the language model"))
    shape = ModelShape(
        id="file",
        name=_name(whole, file),
        groups=groups,
        context=context,
        num_layers=count,
        hidden_size=heads.hidden,
        query_heads=heads.query,
        kv_heads=heads.kv,
    )
    return ModelReading(file, shape, whole.fields())


def _language_part(whole: Facts) -> Facts:
    """Return the object that describes the language model: the file itself, or one inside."""
    for name in _TEXT_PARTS:
        value = whole.values.get(name)
        if isinstance(value, dict) and any(key in value for key in (*_LAYERS, *_TEXT_PARTS)):
            return _language_part(whole.inner(name))
    return whole


def _model_type(facts: Facts, whole: Facts) -> str | None:
    because = msg("Models", "the type of model, which decides how the fields are read")
    return facts.text("model_type", because) or whole.text("model_type", because)


def _refuse_encoders(facts: Facts) -> None:
    if facts.values.get("is_encoder_decoder") is True:
        said = msg("Models", "an encoder-decoder model keeps a second cache, not known here")
        raise facts.refuse(said)
    listed = facts.values.get("architectures")
    masked = isinstance(listed, list) and any(str(a).endswith("ForMaskedLM") for a in listed)
    model_type = facts.values.get("model_type")
    if masked or (isinstance(model_type, str) and normal_type(model_type) in ENCODERS):
        raise facts.refuse(msg("Models", "an encoder reads its text at once and keeps no cache"))


def _refuse_both_ways(facts: Facts) -> None:
    name = "use_bidirectional_attention"
    if facts.values.get(name) in (True, "all"):
        raise facts.refuse(
            msg("Models", "attends both ways, so it generates nothing token by token")
        )
    if facts.values.get(name) == "vision":
        facts.ignore(name, msg("Models", "only tokens of images attend both ways"))


def _rule(facts: Facts, model_type: str | None) -> Rule | None:
    rule = RULES.get(normal_type(model_type))
    if rule is None:
        said = msg(
            "Models",
            "the type '{name}' is not known here; its fields are those of plain attention",
            name=printable(model_type),
        )
        facts.use("model_type", said)
    elif rule.latent and rule.state is None and not facts.values.get("kv_lora_rank"):
        # the small DeepSeek-VL2 says so with zeros and use_mla false
        if facts.values.get("use_mla") is not False:
            raise facts.missing("kv_lora_rank")
        facts.flag("use_mla", msg("Models", "false: K and V are kept for each head"))
        return replace(rule, latent=False)
    return rule


def _kinds(facts: Facts, rule: Rule | None, count: int) -> list[LayerKind]:
    kinds = listed_layers(facts, count)
    if rule is None:
        for kind in kinds or ():
            if kind not in _UNKNOWN_KINDS:
                said = msg(
                    "Models",
                    "layers of the kind '{kind}' are not known for this model type",
                    kind=kind,
                )
                raise facts.refuse(said)
        return kinds or UNKNOWN.layout(facts, count)
    if kinds is None:
        kinds = rule.layout(facts, count)
    return with_index(facts, kinds) if rule.latent else kinds


def _context(facts: Facts) -> int | None:
    for name in _CONTEXT:
        context = facts.count(name, msg("Models", "the longest context"), most=MAX_TOKENS)
        if context is not None:
            return context
    return None


def _name(whole: Facts, file: Path) -> str:
    stated = whole.values.get("_name_or_path")
    if isinstance(stated, str) and stated.strip("./ "):
        return printable(stated.rstrip("/").rsplit("/", 1)[-1])
    return printable(file.stem if file.stem != "config" else file.resolve().parent.name)
