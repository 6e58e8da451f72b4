"""Lab 04's third view: which facts the numbers rest on, and why the others have no effect."""

from __future__ import annotations

from ..core.figure import Axis, Cell, Column, Figure, Panel, Table
from ..core.text import Msg, msg, verbatim
from ..core.units import NBSP, gigabytes, integer
from ..numerics.cache import LayerGroup
from ..sources.models import Accelerator
from ..sources.reading import Field
from ._memory_formula import kind_name
from ._memory_models import Chosen, short_name
from ._memory_numbers import Load

Row = tuple[str, tuple[Cell, ...]]  # a key and the cells of a row


def fields_figure(load: Load) -> Figure:
    """Return the table of the file's fields, or of the table's facts about model and card."""
    reading = load.chosen.reading
    if reading is None:
        rows = _facts(load)
    else:
        rows = [_field(field) for field in reading.fields] + _card(load.card)
    columns = (
        Column("name", msg("MemoryLab", "field (✓ used)")),
        Column("because", msg("MemoryLab", "why it counts or not")),
    )
    table = Table(
        id="fields",
        keys=tuple(key for key, _cells in rows),
        columns=columns,
        rows=tuple(cells for _key, cells in rows),
        compact=False,
    )
    bare = Axis(shown=False)
    return Figure((Panel("fields", (table,), x=bare, y=bare),), _description(load, rows))


def _description(load: Load, rows: list[Row]) -> Msg:
    used = sum(cells[0].best for _key, cells in rows)
    return msg(
        "MemoryLab",
        "Table of what the numbers of {name} rest on: {used} facts are used, {ignored} ignored.",
        name=load.plan.shape.name,
        used=used,
        ignored=len(rows) - used,
    )


def _row(key: str, name: Msg, value: Msg | str, used: bool, because: Msg) -> Row:
    return key, (
        Cell(name, tone="ink" if used else "muted", best=used, note=value),
        Cell(because, tone="ink" if used else "muted"),
    )


def _field(field: Field) -> Row:
    value = verbatim(field.value or "—")
    return _row(field.name, verbatim(field.name), value, field.used, field.because)


def _facts(load: Load) -> list[Row]:
    """Return what the shipped tables say, with a mark on what was recalled and not read."""
    chosen, shape = load.chosen, load.plan.shape
    rows = [_group(chosen, group) for group in shape.groups]
    weights = load.plan.weight_bits is not None
    rows += [
        _fact("query_heads", msg("MemoryLab", "query heads"), shape.query_heads, chosen, False,
              msg("MemoryLab", "only KV heads are kept")),
        _fact("hidden_size", msg("MemoryLab", "hidden width"), shape.hidden_size, chosen, False,
              msg("MemoryLab", "the widths of K and V are given outright")),
        _fact("context", msg("MemoryLab", "longest context"), shape.context, chosen, False,
              msg("MemoryLab", "the context is chosen here")),
        _fact("parameters", msg("MemoryLab", "parameters"), shape.parameters, chosen, weights,
              _about_weights(weights)),
    ]  # fmt: skip
    if shape.active_parameters is not None:
        rows.append(
            _fact("active_parameters", msg("MemoryLab", "active parameters"),
                  shape.active_parameters, chosen, weights,
                  msg("MemoryLab", "what one token of a mixture of experts reads"))
        )  # fmt: skip
    return rows + _card(load.card)


def _about_weights(counted: bool) -> Msg:
    if counted:
        return msg("MemoryLab", "times the bits of a weight")
    return msg("MemoryLab", "the weights are not counted")


def _fact(key: str, name: Msg, value: int | None, chosen: Chosen, used: bool, because: Msg) -> Row:
    shown = "—" if value is None else integer(value)
    return _row(key, name, shown, used, _known(because, key in chosen.recalled))


def _known(because: Msg, recalled: bool) -> Msg:
    """Mark what no source was read for."""
    if recalled:
        return msg("MemoryLab", "{because} · recalled, not read", because=because)
    return because


def _group(chosen: Chosen, group: LayerGroup) -> Row:
    recalled = {"groups"} | ({"state_bytes"} if group.state_bytes else {"kv_heads"})
    name = msg("MemoryLab", "layers: {kind}", kind=kind_name(group.kind))
    because = _known(_group_because(group), bool(recalled & set(chosen.recalled)))
    return _row(group.id, name, _group_value(group), True, because)


def _group_value(group: LayerGroup) -> str:
    """Return layers × KV heads × widths, or layers × bytes of a state."""
    if group.state_bytes:
        return f"{group.layers} × {integer(group.state_bytes)}{NBSP}B"
    widths = " + ".join(str(width) for width in (*group.widths, group.fixed16_elements) if width)
    heads = "" if group.n_kv is None else f" × {group.n_kv}"
    return f"{group.layers}{heads} × ({widths or 0})"


def _group_because(group: LayerGroup) -> Msg:
    if group.kind == "linear":
        return msg("MemoryLab", "a fixed state, whatever the length")
    if group.kind in ("shared", "none"):
        return msg("MemoryLab", "these layers keep nothing of their own")
    if group.cap_tokens is not None:
        return msg("MemoryLab", "at most {tokens} tokens", tokens=integer(group.cap_tokens))
    if group.tokens_per_entry > 1:
        return msg("MemoryLab", "one entry for {tokens} tokens", tokens=group.tokens_per_entry)
    return msg("MemoryLab", "for every token")


def _card(card: Accelerator) -> list[Row]:
    capacity = (
        msg("MemoryLab", "what the driver reports")
        if card.capacity_from == "driver"
        else msg("MemoryLab", "the label less 1.5%, no driver's figure was read")
    )
    label = msg("MemoryLab", "{name}: capacity", name=short_name(card))
    speed = msg("MemoryLab", "{name}: bandwidth", name=short_name(card))
    rate = msg("MemoryLab", "{size}/s", size=gigabytes(card.bandwidth))
    return [
        _row("capacity", label, f"{integer(card.capacity_bytes)}{NBSP}B", True,
             _known(capacity, "capacity" in card.recalled_fields)),
        _row("bandwidth", speed, rate, True,
             _known(msg("MemoryLab", "the ceiling of tokens per second"),
                    "bandwidth" in card.recalled_fields)),
    ]  # fmt: skip


def recalled_facts(chosen: Chosen, card: Accelerator) -> Msg | None:
    """Return the names of what was recalled about the model and the card, None when nothing."""
    names = {
        "parameters": msg("MemoryLab", "parameters"),
        "context": msg("MemoryLab", "longest context"),
        "groups": msg("MemoryLab", "layers"),
        "kv_heads": msg("MemoryLab", "KV heads"),
        "state_bytes": msg("MemoryLab", "state of the linear layers"),
        "hidden_size": msg("MemoryLab", "hidden width"),
        "capacity": msg("MemoryLab", "capacity"),
        "bandwidth": msg("MemoryLab", "bandwidth"),
    }
    found = [names.get(name, verbatim(name)) for name in (*chosen.recalled, *card.recalled_fields)]
    if not found:
        return None
    text = found[0]
    for name in found[1:]:
        text = msg("MemoryLab", "{first}, {second}", first=text, second=name)
    return text
