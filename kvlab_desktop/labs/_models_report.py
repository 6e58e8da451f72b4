"""What the command line prints about a model's cache: for people, as JSON, and as a line of CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .. import __version__
from ..core.text import Msg, plain
from ..core.units import NBSP, gibibytes, gigabytes, integer, number
from ..numerics.cache import size
from ..numerics.cache_format import CacheFormat
from ..numerics.cache_plan import Plan
from ..sources.models import Accelerator, accelerator
from ..sources.reading import ModelReading
from ._memory_fields import recalled_facts
from ._memory_formula import formulas, kind_name, mistakes, way_text, with_numbers
from ._memory_models import Chosen, kind, short_name
from ._memory_numbers import Load
from ._memory_words import cards_text

Ways = Sequence[Mapping[str, Any]]
GAP = "  "


def memory_lines(load: Load, ways: Ways) -> list[str]:
    """Return a plan in words, numbers in full first."""
    plan, metrics = load.plan, load.metrics
    words = [
        f"{_text(load.chosen.shape.name)}, {_text(kind(load.chosen.shape))}",
        f"{_count(plan.tokens, 'token')} for each of {_count(plan.requests, 'request')}, "
        f"{bits_name(plan)}, on {_text(cards_text(load.card, plan.tp))}",
        "",
        *aligned(_sizes(load)),
        "",
        _capacity(load.card),
        _fit(load),
        f"at most {number(metrics['tokens_per_second_ceiling'], 3)} tokens per second in all, "
        + ("reading weights and KV" if plan.weight_bits else "reading KV only"),
        "",
        *(_text(line) for line in formulas(load.cache)),
    ]
    if ways:
        listed = ", ".join(_text(_way(way)) for way in ways)
        words.append(f"What would make it fit, each alone: {listed}.")
    wrong = [_text(with_numbers(one, load)) for one in mistakes(load)]
    if wrong:
        words += ["", "What a naive calculator gets wrong, each mistake alone:", *wrong]
    recalled = recalled_facts(load.chosen, load.card)
    if recalled is not None:
        words += ["", f"Recalled, not read in a source: {_text(recalled)}."]
    return words


def _text(text: Msg | str) -> str:
    """Return a text for a terminal: no markup, ordinary spaces."""
    return plain(str(text)).replace(NBSP, " ")


def _count(count: int, noun: str) -> str:
    return f"{_text(integer(count))} {noun}{'' if count == 1 else 's'}"


def bits_name(plan: Plan) -> str:
    """Return how the numbers are stored, in words."""
    if isinstance(plan.bits, CacheFormat):
        return plan.bits.id
    if plan.bits == 16:
        return "16 bits"
    return f"{plan.bits} bits in groups of {plan.group_size}"


def _way(way: Mapping[str, Any]) -> Msg:
    card = None if way["card"] is None else short_name(accelerator(way["card"]))
    return way_text(way["change"], way["value"], card)


def _sizes(load: Load) -> list[tuple[str, ...]]:
    metrics = load.metrics
    rows = [
        ("one more token", metrics["bytes_per_token"]),
        ("one request", metrics["bytes_per_sequence"]),
        ("all requests", metrics["total_bytes"]),
        ("read per generated token", metrics["bytes_read_per_generated_token"]),
    ]
    if load.plan.tp > 1:
        rows.append(("all requests, on one card", metrics["bytes_per_card"]))
    if metrics["fixed_state_bytes"]:
        rows.append(("fixed state of a request", metrics["fixed_state_bytes"]))
    if metrics["weights_bytes"] is not None:
        rows.append(("weights", metrics["weights_bytes"]))
    rows.append(("capacity of a card", load.card.capacity_bytes))
    return [
        (name, f"{_text(integer(value))} B", _text(gigabytes(value)), _text(gibibytes(value)))
        for name, value in rows
    ]


def _capacity(card: Accelerator) -> str:
    really = f"{_text(gigabytes(card.capacity_bytes))} = {_text(gibibytes(card.capacity_bytes))}"
    source = "by the driver" if card.capacity_from == "driver" else "the label less 1.5%"
    return f"{short_name(card)}: nominal {card.label_gigabytes} GB, really {really} ({source})"


def _fit(load: Load) -> str:
    where = _text(cards_text(load.card, load.plan.tp))
    counted = "beside the weights" if load.plan.weight_bits else "weights not counted"
    verdict = "enough" if load.metrics["fits"] else "too few"
    count = load.metrics["fit_count"]
    return (
        f"{count} fit on {where}, {counted}: {verdict} for {_count(load.plan.requests, 'request')}"
    )


def aligned(rows: Iterable[Sequence[str]]) -> list[str]:
    """Return rows as lines with their columns below each other; the last one is not padded."""
    rows = [tuple(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def memory_object(load: Load, ways: Ways) -> dict[str, Any]:
    """Return a plan as the object that ``--json`` prints."""
    return {
        "kvlab": __version__,
        "model": _model(load.chosen),
        "gpu": _card(load.card),
        "params": _params(load.plan),
        "metrics": {**load.metrics, "ways_to_fit": list(ways)},
        "reasons": {name: str(reason) for name, reason in load.reasons.items()},
    }


def _model(chosen: Chosen) -> dict[str, Any]:
    reading = chosen.reading
    return {
        "id": chosen.shape.id,
        "name": chosen.shape.name,
        "kind": str(kind(chosen.shape)),
        "file": None if reading is None else str(reading.path),
        "context": chosen.shape.context,
        "parameters": chosen.shape.parameters,
        "sources": [] if chosen.table is None else list(chosen.table.sources),
        "recalled": list(chosen.recalled),
    }


def _card(card: Accelerator) -> dict[str, Any]:
    return {
        "id": card.id,
        "name": card.name,
        "capacity_bytes": card.capacity_bytes,
        "capacity_from": card.capacity_from,
        "bandwidth_bytes_per_second": card.bandwidth,
        "sources": list(card.sources),
        "recalled": list(card.recalled_fields),
    }


def _params(plan: Plan) -> dict[str, Any]:
    return {
        "context": plan.tokens,
        "requests": plan.requests,
        "bits": plan.bits.id if isinstance(plan.bits, CacheFormat) else plan.bits,
        "group_size": plan.group_size,
        "tp": plan.tp,
        "weight_bits": plan.weight_bits,
        "utilization": plan.utilization,
    }


def memory_csv(load: Load) -> str:
    """Return a plan as two lines of CSV, so that those of several plans can be put together."""
    cells = {
        "model": load.chosen.shape.name,
        "gpu": load.card.id,
        **_params(load.plan),
        **{k: v for k, v in load.metrics.items() if not isinstance(v, list)},
    }
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([cells, cells.values()])
    return text.getvalue()


def inspect_lines(reading: ModelReading) -> list[str]:
    """Return what a file says about a model's cache, and which fields count, and why."""
    shape = reading.shape
    rows = [
        (str(g.layers), _text(kind_name(g.kind)), _kept(g.elements_per_token, g.cap_tokens))
        for g in shape.groups
    ]
    longest = "not stated" if shape.context is None else _count(shape.context, "token")
    marks = {True: "used", False: "ignored"}
    fields = [
        (marks[field.used], field.name, field.value or "-", _text(field.because))
        for field in reading.fields
    ]
    return [
        f"{_text(shape.name)}, {_text(kind(shape))}; longest context: {longest}",
        *aligned([("layers", "they keep", ""), *rows]),
        *(_text(line) for line in formulas(size(shape, shape.context or 1))),
        "",
        *aligned(fields),
    ]


def _kept(elements: int, cap: int | None) -> str:
    if not elements:
        return "no numbers of tokens"
    most = "" if cap is None else f", at most {_count(cap, 'token')}"
    return f"{_text(integer(elements))} numbers per token and layer{most}"


def inspect_object(reading: ModelReading) -> dict[str, Any]:
    """Return what a file says as the object that ``--json`` prints."""
    shape = reading.shape
    return {
        "kvlab": __version__,
        "file": str(reading.path),
        "name": shape.name,
        "kind": str(kind(shape)),
        "context": shape.context,
        "parameters": shape.parameters,
        "layers": [
            {
                "id": group.id,
                "kind": group.kind,
                "layers": group.layers,
                "kv_heads": group.n_kv,
                "widths": list(group.widths),
                "fixed16_elements": group.fixed16_elements,
                "elements_per_token": group.elements_per_token,
                "cap_tokens": group.cap_tokens,
                "tokens_per_entry": group.tokens_per_entry,
                "state_bytes": group.state_bytes,
            }
            for group in shape.groups
        ],
        "fields": [
            {
                "name": field.name,
                "value": field.value,
                "used": field.used,
                "because": str(field.because),
            }
            for field in reading.fields
        ],
    }
