"""What a calculator says that knows a model only by its headline numbers, and why it is wrong.

Each mistake is made alone, by changing the shape and running the same loop, so its size in bytes
is the size of that mistake. The mistakes are those reported against public calculators
(LMCache/LMCache issues 688, 694, 3080; alvarobartt/hf-mem 33, 60; unslothai/unsloth 4757).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from .cache import LayerGroup, ModelShape, exact, size
from .cache_format import CacheFormat
from .cache_plan import Plan, per_rank

GIGABYTE = 10**9
_PER_HEAD = ("full", "sliding", "chunked")


@dataclass(frozen=True, slots=True)
class Mistake:
    """One wrong assumption: its id, and the bytes it gives beside the right ones.

    The bytes are those of one sequence, for ``replication_ignored`` of one rank, for
    ``label_as_capacity`` of one card.
    """

    id: str
    naive_bytes: int | float
    right_bytes: int | float


@dataclass(frozen=True, slots=True)
class Naive:
    """The naive answer for one sequence, the sequences it says fit, and the mistakes in it.

    Figures are None when the model does not state the numbers the naive formula needs.
    """

    bytes_per_token: int | float | None
    total_bytes: int | float | None
    fit_count: int | None
    mistakes: tuple[Mistake, ...]


def naive(plan: Plan, label_gigabytes: int) -> Naive:
    """Return what ``2 * layers * kv_heads * (hidden / heads) * bits / 8`` says of a plan.

    ``label_gigabytes`` is the number in the card's name, taken as 10^9 bytes; weights are left
    out. Only mistakes that change this plan are listed.
    """
    shape = plan.shape
    right = plan.cache().total_bytes
    mistakes = []
    for name, change in _CHANGES.items():
        changed = replace(shape, groups=tuple(change(shape, g) for g in shape.groups))
        total = size(changed, plan.tokens, plan.bits, plan.group_size).total_bytes
        mistakes.append(Mistake(name, total, right))
    mistakes.append(Mistake("bits_nominal", _nominal(plan, shape), right))
    mistakes.append(_replication_ignored(plan))
    label = label_gigabytes * GIGABYTE
    mistakes.append(Mistake("label_as_capacity", label, plan.capacity_bytes))
    per_token = _headline(plan)
    total_bytes = None if per_token is None else exact(per_token * plan.tokens)
    return Naive(
        None if per_token is None else exact(per_token),
        total_bytes,
        int(label * plan.tp // Fraction(total_bytes)) if total_bytes else None,
        tuple(m for m in mistakes if m.naive_bytes != m.right_bytes),
    )


def _headline(plan: Plan) -> Fraction | None:
    shape = plan.shape
    width = _hidden_over_heads(shape)
    if not (shape.num_layers and shape.kv_heads and width):
        return None
    return Fraction(2 * shape.num_layers * shape.kv_heads * width * _code_bits(plan), 8)


def _code_bits(plan: Plan) -> int:
    return plan.bits.code_bits if isinstance(plan.bits, CacheFormat) else plan.bits


def _nominal(plan: Plan, shape: ModelShape) -> int | float:
    everything = replace(
        shape,
        groups=tuple(
            replace(g, widths=(*g.widths, g.fixed16_elements), fixed16_elements=0)
            if g.fixed16_elements
            else g
            for g in shape.groups
        ),
    )
    bare = CacheFormat("nominal", _code_bits(plan))
    return size(everything, plan.tokens, bare).total_bytes


def _replication_ignored(plan: Plan) -> Mistake:
    cache = plan.cache()
    even = exact(Fraction(cache.total_bytes) / plan.tp)
    return Mistake("replication_ignored", even, per_rank(cache, plan.tp))


def _hidden_over_heads(shape: ModelShape) -> int | None:
    if shape.hidden_size is None or shape.query_heads is None:
        return None
    return shape.hidden_size // shape.query_heads or None


def _head_dim_from_hidden(shape: ModelShape, group: LayerGroup) -> LayerGroup:
    width = _hidden_over_heads(shape)
    if width is None or group.kind not in _PER_HEAD or group.n_kv is None:
        return group
    return replace(group, widths=tuple(width for _ in group.widths))


def _value_as_wide_as_key(_shape: ModelShape, group: LayerGroup) -> LayerGroup:
    if len(group.widths) != 2:
        return group
    return replace(group, widths=(group.widths[0],) * 2)


def _window_ignored(_shape: ModelShape, group: LayerGroup) -> LayerGroup:
    return replace(group, cap_tokens=None)


def _compression_ignored(_shape: ModelShape, group: LayerGroup) -> LayerGroup:
    return replace(group, tokens_per_entry=1)


def _every_layer_counted(shape: ModelShape, group: LayerGroup) -> LayerGroup:
    """Layers without a growing cache get that of the first group that has one."""
    if group.kind not in ("linear", "shared", "none"):
        return group
    model = next((g for g in shape.groups if g.elements_per_token), group)
    return replace(model, layers=group.layers, state_bytes=group.state_bytes)


def _latent_as_heads(shape: ModelShape, group: LayerGroup) -> LayerGroup:
    width = _hidden_over_heads(shape)
    if group.kind != "latent" or width is None or shape.kv_heads is None:
        return group
    # the kind stays, so that formats made for latents still apply
    return replace(group, n_kv=shape.kv_heads, widths=(width, width), fixed16_elements=0)


def _index_keys_ignored(_shape: ModelShape, group: LayerGroup) -> LayerGroup:
    return replace(group, widths=()) if group.kind == "indexer" else group


def _state_ignored(_shape: ModelShape, group: LayerGroup) -> LayerGroup:
    return replace(group, state_bytes=0)


_CHANGES: dict[str, Callable[[ModelShape, LayerGroup], LayerGroup]] = {
    "head_dim_from_hidden": _head_dim_from_hidden,
    "value_as_wide_as_key": _value_as_wide_as_key,
    "window_ignored": _window_ignored,
    "compression_ignored": _compression_ignored,
    "every_layer_counted": _every_layer_counted,
    "latent_as_heads": _latent_as_heads,
    "index_keys_ignored": _index_keys_ignored,
    "state_ignored": _state_ignored,
}


def as_mha(shape: ModelShape) -> ModelShape | None:
    """Return the same model with one KV head for each query head, or None if that is not known.

    A latent becomes the K and V it stands for (its ``expanded`` widths).
    """
    heads = shape.query_heads
    if heads is None:
        return None
    groups = []
    for group in shape.groups:
        if group.kind in _PER_HEAD and group.n_kv is not None:
            groups.append(replace(group, n_kv=heads))
        elif group.kind == "latent" and group.expanded is not None:
            groups.append(
                replace(group, kind="full", n_kv=heads, widths=group.expanded, fixed16_elements=0)
            )
        elif group.kind in ("linear", "shared", "none"):
            groups.append(group)
        elif group.kind != "indexer":
            return None
    return replace(shape, groups=tuple(groups), kv_heads=heads)


def as_mla(shape: ModelShape, d_c: int = 512, rope: int = 64) -> ModelShape:
    """Return the same model with a latent in place of each per-head cache, had it been trained so.

    The default widths are DeepSeek-V2's.
    """
    return replace(
        shape,
        groups=tuple(
            replace(
                group,
                kind="latent",
                n_kv=None,
                widths=(d_c,),
                fixed16_elements=rope,
                cap_tokens=None,
            )
            if group.kind in _PER_HEAD and group.n_kv is not None
            else group
            for group in shape.groups
        ),
    )
