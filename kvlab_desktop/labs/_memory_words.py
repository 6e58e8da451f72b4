"""Lab 04's words: claim, cards, presets, tasks, the question, and what stands under it all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.lab import Card, Metrics, Prediction, Preset, Task
from ..core.params import Values
from ..core.text import Msg, msg, verbatim
from ..core.units import KIB, gibibytes, gigabytes, integer, number
from ..sources.models import Accelerator
from ._memory_fields import recalled_facts
from ._memory_models import (
    DEFAULT_CARD,
    DEFAULT_MODEL,
    MLA_MODEL,
    Chosen,
    chosen,
    latent_group,
    short_name,
)
from ._memory_numbers import card_of

LONG, MANY, LONG_FOR_MANY = 128 * KIB, 32, 32 * KIB  # tokens, requests, tokens for each of them


def claim(values: Values) -> Msg:
    """Return the claim for the kind of cache the model has."""
    shape = chosen(str(values["model"])).shape
    latent, kinds = latent_group(shape), {group.kind for group in shape.groups}
    if latent is not None and kinds <= {"latent", "indexer"}:
        return msg(
            "MemoryLab",
            "MLA keeps one latent of {width} numbers and {rope} for the position per layer and "
            "token, however many heads there are.",
            width=latent.widths[0],
            rope=latent.fixed16_elements,
        )
    if kinds != {"full"}:
        return msg(
            "MemoryLab",
            "Not every layer keeps every token: each group of layers is counted by what it keeps.",
        )
    return msg(
        "MemoryLab",
        "2 × layers × KV heads × head width × bytes per number: the price of every single token.",
    )


def cards(values: Values, metrics: Metrics) -> tuple[Card, ...]:
    """Return the five cards."""
    read = metrics["bytes_read_per_generated_token"]
    return (
        Card("bytes_per_token", gigabytes(metrics["bytes_per_token"]),
             msg("MemoryLab", "per token"), sub=_per_token(metrics)),
        Card("total_bytes", gigabytes(metrics["total_bytes"]),
             msg("MemoryLab", "KV cache in all"),
             sub=verbatim(gibibytes(metrics["total_bytes"]))),
        Card("bytes_read_per_generated_token", "—" if read is None else gigabytes(read),
             msg("MemoryLab", "read per generated token"),
             sub=None if read is None else verbatim(gibibytes(read))),
        _fit_card(values, metrics),
        _speed_card(values, metrics),
    )  # fmt: skip


def _per_token(metrics: Metrics) -> Msg:
    size, first = metrics["bytes_per_token"], metrics["bytes_per_token_all_layers"]
    if size == first:
        return verbatim(gibibytes(size))
    return msg(
        "MemoryLab",
        "{size}; {first} until the windows are full",
        size=gibibytes(size),
        first=gigabytes(first),
    )


def cards_text(card: Accelerator, tp: int) -> Msg:
    """Return the card, or how many of them, in words."""
    if tp == 1:
        return msg("MemoryLab", "one {card}", card=short_name(card))
    return msg("MemoryLab", "{cards} × {card}", cards=tp, card=short_name(card))


def _fit_card(values: Values, metrics: Metrics) -> Card:
    card, count = card_of(values), metrics["fit_count"]
    where = cards_text(card, int(values["tp"]))
    if not values["weights"]:
        label = msg("MemoryLab", "fit on {where}, weights not counted", where=where)
    elif count == 0 and not _room(values, metrics):
        label = msg(
            "MemoryLab",
            "fit on {where}: the weights alone take {size}",
            where=where,
            size=gigabytes(metrics["weights_bytes"]),
        )
    else:
        label = msg("MemoryLab", "fit on {where} beside the weights", where=where)
    if count is None:
        return Card("fit_count", "—", label, "muted")
    return Card(
        "fit_count",
        integer(count),
        label,
        "good" if metrics["fits"] else "bad",
        _recalled("capacity" in card.recalled_fields),
    )


def _room(values: Values, metrics: Metrics) -> bool:
    """Whether the weights leave anything of the cards."""
    weights = metrics["weights_bytes"] or 0
    cards_in_all = int(values["tp"]) * metrics["capacity_bytes"] * float(values["utilization"])
    return bool(weights < cards_in_all)


def _recalled(is_recalled: bool) -> Msg | None:
    return msg("MemoryLab", "recalled, not read") if is_recalled else None


def _speed_card(values: Values, metrics: Metrics) -> Card:
    ceiling, each = metrics["tokens_per_second_ceiling"], metrics["tokens_per_second_per_request"]
    if values["weights"]:
        label = msg("MemoryLab", "tokens/s at most, reading weights and KV")
    else:
        label = msg("MemoryLab", "tokens/s at most, reading KV only")
    if ceiling is None:
        return Card("tokens_per_second_ceiling", "—", label, "muted")
    sub = _recalled("bandwidth" in card_of(values).recalled_fields)
    if values["requests"] != 1:
        sub = msg("MemoryLab", "{rate} for each request", rate=number(each, 3))
    return Card("tokens_per_second_ceiling", number(ceiling, 3), label, sub=sub)


def presets() -> tuple[Preset, ...]:
    """Return the settings that are one click away."""
    everyone = {"requests": MANY, "context": LONG_FOR_MANY}
    return (
        Preset("long", msg("MemoryLab", "70B · 128K"), {}),
        Preset("four_bits", msg("MemoryLab", "4 bits"), {"bits": 4}),
        Preset("mla", msg("MemoryLab", "MLA"), {"model": MLA_MODEL}),
        Preset("many", msg("MemoryLab", "32 requests"), {**everyone, "bits": 4}),
        Preset("weights", msg("MemoryLab", "Weights too"), {"weights": True}),
        Preset("cards", msg("MemoryLab", "8 cards"),
               {**everyone, "weights": True, "tp": 8}),
        Preset("windows", msg("MemoryLab", "Windows"), {"model": "gemma-3-27b", "view": "layers"}),
        Preset("states", msg("MemoryLab", "Linear layers"),
               {"model": "qwen3.5-27b", "view": "layers"}),
    )  # fmt: skip


def tasks() -> tuple[Task, ...]:
    """Return the three things to find out."""
    return (
        Task("four_bits", msg("MemoryLab", "Llama-3.1 70B, 128K, 4 bits: how many fit?"),
             _fit_at_four_bits),
        Task("mla", msg("MemoryLab", "And DeepSeek-V3 at 16 bits?"), _fit_with_mla),
        Task("many", msg("MemoryLab", "32 people use the 70B, each with 32K. "
                         "How do they fit on one H100?"), _fit_everyone),
    )  # fmt: skip


def _on_the_default_card(values: Values) -> bool:
    return values["gpu"] == DEFAULT_CARD and values["tp"] == 1 and not values["weights"]


def _fit_at_four_bits(values: Values, metrics: Metrics, seen: Sequence[Values]) -> bool:
    return (
        _on_the_default_card(values)
        and (values["model"], values["context"]) == (DEFAULT_MODEL, LONG)
        and (values["bits"], values["requests"]) == (4, 1)
        and metrics["fit_count"] == 7
    )


def _fit_with_mla(values: Values, metrics: Metrics, seen: Sequence[Values]) -> bool:
    return (
        _on_the_default_card(values)
        and (values["model"], values["context"]) == (MLA_MODEL, LONG)
        and values["bits"] == 16
        and metrics["fit_count"] == 9
    )


def _fit_everyone(values: Values, metrics: Metrics, seen: Sequence[Values]) -> bool:
    return (
        _on_the_default_card(values)
        and values["model"] == DEFAULT_MODEL
        and int(values["requests"]) >= MANY
        and int(values["context"]) >= LONG_FOR_MANY
        and bool(metrics["fits"])
    )


def prediction() -> Prediction:
    """Return the question about two caches of 40 GiB."""
    return Prediction(
        question=msg("MemoryLab", "One cache of 128K tokens is 40 GiB. "
                     "How many of them fit on an H100 sold as 80 GB?"),
        options=tuple((str(count), verbatim(str(count))) for count in (0, 1, 2)),
        answer="1",
        hides=("fit_count",),
        at={},
        reveal=msg("MemoryLab", "One. Two caches are 80 GiB = 85.90 GB; the driver offers "
                   "85.52 GB = 79.65 GiB. Whoever gets 80 / 40 = 2 has divided GB by GiB."),
    )  # fmt: skip


def footer(model: Chosen, card: Accelerator) -> Msg:
    """Return where the numbers come from, and how much the card holds by its label and really."""
    name = model.shape.name if model.reading is None else model.reading.path.name
    size = card.capacity_bytes
    known: dict[str, Any] = {"name": name, "card": short_name(card)}
    known["label"] = card.label_gigabytes
    known |= {"gb": gigabytes(size), "gib": gibibytes(size)}
    if card.capacity_from == "driver":
        text = msg(
            "MemoryLab",
            "Numbers: {name} · {card}: nominal {label} GB = {gb} by the driver ({gib})",
            **known,
        )
    else:
        text = msg(
            "MemoryLab",
            "Numbers: {name} · {card}: nominal {label} GB, 1.5% kept back: {gb} ({gib})",
            **known,
        )
    recalled = recalled_facts(model, card)
    if recalled is None:
        return text
    return msg("MemoryLab", "{text} · recalled, not read: {facts}", text=text, facts=recalled)
