"""The heads of a model as its config.json states or implies them."""

from __future__ import annotations

from dataclasses import dataclass

from ..core.text import Msg, msg
from .config_rules import Rule, normal_type
from .reading import MAX_HEADS, Facts

HEADS = ("num_attention_heads", "n_head", "n_heads")
KV_HEADS = ("num_key_value_heads", "num_kv_heads", "n_head_kv")
HIDDEN = ("hidden_size", "n_embd", "d_model", "n_embed")
_FALCON = ("falcon", "refinedwebmodel")


@dataclass(frozen=True, slots=True)
class Heads:
    """Query heads, KV heads, hidden width, and the width of a head (0 when a latent is kept)."""

    query: int
    kv: int
    hidden: int | None
    width: int


def default(facts: Facts, rule: Rule, name: str) -> int | None:
    """Return the model type's default of a field that the config leaves out, and say so."""
    value = rule.defaults.get(name)
    if value is not None:
        facts.assume(name, msg("Models", "absent: {value} for this model type", value=value))
    return value


def read_heads(facts: Facts, model_type: str | None, rule: Rule) -> Heads:
    """Return the heads of a model; SourceError when they are missing or do not go together."""
    because = msg("Models", "query heads")
    query = facts.one_of(HEADS, because, most=MAX_HEADS) or default(facts, rule, HEADS[0])
    if query is None:
        raise facts.missing(HEADS[0])
    hidden = facts.one_of(HIDDEN, msg("Models", "the hidden width"))
    if rule.latent or rule.shared_kv:
        _set_aside(facts, (*HEADS, *HIDDEN), msg("Models", "what is kept is shared by all heads"))
        return Heads(query, query if rule.latent else 1, hidden, 0)
    kv = _kv_heads(facts, normal_type(model_type), rule, query)
    if query % kv:
        said = msg("Models", "{query} query heads cannot share {kv} KV heads", query=query, kv=kv)
        raise facts.refuse(said)
    return Heads(query, kv, hidden, _width(facts, rule, query, hidden))


def _set_aside(facts: Facts, names: tuple[str, ...], because: Msg) -> None:
    for name in names:
        if facts.has(name):
            facts.ignore(name, because)


def _width(facts: Facts, rule: Rule, query: int, hidden: int | None) -> int:
    because = msg("Models", "the width of a head, given outright")
    width = facts.one_of(("head_dim", "kv_channels", "attention_head_dim"), because)
    width = width or default(facts, rule, "head_dim")
    if width is not None:
        _set_aside(facts, HIDDEN, msg("Models", "has no effect: the width of a head is given"))
        if any(facts.has(name) for name in KV_HEADS):
            _set_aside(facts, HEADS, msg("Models", "only the KV heads are kept"))
        return width
    if hidden is None:
        raise facts.missing(HIDDEN[0])
    if hidden % query:
        said = msg(
            "Models",
            "there is no head_dim, and {hidden} is not a multiple of {query} heads",
            hidden=hidden,
            query=query,
        )
        raise facts.refuse(said)
    facts.assume(
        "head_dim",
        msg("Models", "absent: hidden width / query heads = {width}", width=hidden // query),
    )
    return hidden // query


def _kv_heads(facts: Facts, model_type: str, rule: Rule, query: int) -> int:
    if model_type in _FALCON and facts.values.get("new_decoder_architecture") is not True:
        return _one_or_all(facts, "multi_query", query, absent=True)
    if model_type == "gpt_bigcode":
        return _one_or_all(facts, "multi_query", query, absent=True)
    if model_type == "chatglm":
        return _chatglm(facts, query)
    if facts.has("attn_config"):
        return _attn_config(facts, query)
    if model_type == "falcon":
        facts.flag("new_decoder_architecture", msg("Models", "the KV heads are given outright"))
        facts.ignore("multi_query", msg("Models", "has no effect: the KV heads are given outright"))
    kv = facts.one_of(KV_HEADS, msg("Models", "KV heads"), most=MAX_HEADS)
    kv = kv or default(facts, rule, KV_HEADS[0])
    if kv is not None:
        return kv
    if not rule.heads_default:
        raise facts.missing(KV_HEADS[0])
    facts.assume(KV_HEADS[0], msg("Models", "absent: as many KV heads as query heads"))
    return query


def _one_or_all(facts: Facts, name: str, query: int, *, absent: bool) -> int:
    """Falcon-7B and StarCoder: a switch decides, and a stated number of KV heads has no effect."""
    one = facts.flag(name, msg("Models", "true: all query heads share one KV head"))
    for other in (*KV_HEADS, "new_decoder_architecture"):
        if other in facts.values:
            facts.ignore(other, msg("Models", "has no effect: {name} decides", name=name))
    return 1 if (absent if one is None else one) else query


def _chatglm(facts: Facts, query: int) -> int:
    shared = facts.flag("multi_query_attention", msg("Models", "whether heads share K and V"))
    if shared:
        return facts.need(("multi_query_group_num",), msg("Models", "KV heads"), most=MAX_HEADS)
    if "multi_query_group_num" in facts.values:
        facts.ignore("multi_query_group_num", msg("Models", "heads do not share K and V"))
    return query


def _attn_config(facts: Facts, query: int) -> int:
    """MPT and DBRX keep the attention's settings in an object of their own."""
    inside = facts.inner("attn_config")
    kind = inside.text("attn_type", msg("Models", "how heads share K and V"))
    if kind == "multiquery_attention":
        return 1
    kv = inside.count("kv_n_heads", msg("Models", "KV heads"), most=MAX_HEADS)
    return query if kv is None else kv
