"""Lab 04: what compressing the cache really saves, on a real card."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ..core.figure import Figure
from ..core.lab import Cancelled, Card, Lab, Metrics, Outcome, Paragraph, Prediction, Preset, Task
from ..core.params import Choice, Option, Param, Pick, Slider, Toggle, Value, Values
from ..core.text import Msg, msg
from ..core.units import KIB, integer, percent, tokens
from ..numerics.cache_format import BIT_WIDTHS
from ..numerics.cache_plan import WEIGHT_BITS
from . import _memory_words as words
from ._memory_fields import fields_figure
from ._memory_figure import bar_hover, bars_figure
from ._memory_layers import layer_hover, layers_figure
from ._memory_models import (
    DEFAULT_CARD,
    DEFAULT_MODEL,
    ENDINGS,
    ModelPick,
    card_options,
    chosen,
    model_options,
)
from ._memory_notes import notes
from ._memory_numbers import Load, card_of, load_of, wants_ways, ways
from ._shared import bits_aloud, tokens_aloud

BARS, LAYERS, FIELDS = "bars", "layers", "fields"


class MemoryLab(Lab):
    """A model, a context, many requests, and the card that they have to fit on."""

    id = "memory"
    order = 4

    def title(self) -> Msg:
        return msg("MemoryLab", "What it really saves")

    def tab(self) -> Msg:
        return msg("MemoryLab", "Memory")

    def claim(self, values: Values) -> Msg:
        return words.claim(values)

    def params(self, source: Any) -> tuple[Param, ...]:
        return (_view(), *_strip(), *_more())

    def compute(self, values: Values, source: Any) -> Outcome:
        load = load_of(values)
        return Outcome(
            metrics=load.metrics,
            figure=_figure(load, str(values["view"])),
            reasons=load.reasons,
            problem=load.chosen.problem or load.trouble,
        )

    def later_key(self, values: Values) -> Hashable:
        load = load_of(values)
        return (load.plan, load.card.id) if wants_ways(load.metrics) else None

    def later(self, values: Values, source: Any, cancelled: Cancelled) -> Metrics:
        load = load_of(values)
        return {} if cancelled() else ways(load.plan, load.card)

    def cards(self, values: Values, metrics: Metrics) -> tuple[Card, ...]:
        return words.cards(values, metrics)

    def notes(self, values: Values, metrics: Metrics) -> tuple[Paragraph, ...]:
        return notes(
            load_of(values),
            metrics,
            view=str(values["view"]),
            asked=dict(values) == self.clamp(self.prediction().at, None),
        )

    def presets(self) -> tuple[Preset, ...]:
        return words.presets()

    def tasks(self) -> tuple[Task, ...]:
        return words.tasks()

    def prediction(self) -> Prediction:
        return words.prediction()

    def describe(self, values: Values, source: Any, mark: str, key: Value) -> Msg | None:
        load = load_of(values)
        if mark in ("shares", "groups"):
            return layer_hover(load, str(key))
        return bar_hover(load, mark, key)

    def footer(self, values: Values, source: Any) -> Msg:
        return words.footer(chosen(str(values["model"])), card_of(values))


def _figure(load: Load, view: str) -> Figure:
    if view == LAYERS:
        return layers_figure(load)
    if view == FIELDS:
        return fields_figure(load)
    return bars_figure(load)


def _view() -> Choice:
    return Choice(
        "view",
        msg("MemoryLab", "view"),
        (
            Option(BARS, msg("MemoryLab", "Bars")),
            Option(LAYERS, msg("MemoryLab", "Layers")),
            Option(FIELDS, msg("MemoryLab", "Fields")),
        ),
        role="view",
    )


def _strip() -> tuple[Param, ...]:
    return (
        ModelPick(
            "model",
            msg("MemoryLab", "model"),
            model_options(),
            start=DEFAULT_MODEL,
            accepts=ENDINGS,
            help=msg("MemoryLab", "Type to search, or open a config.json or .gguf of your own."),
        ),
        Slider("context", msg("MemoryLab", "context"), stops=tuple(KIB << i for i in range(11)),
               start=128 * KIB, show=tokens, aloud=tokens_aloud,
               help=msg("MemoryLab", "Tokens of one conversation; 128K are {count}.",
                        count=integer(128 * KIB))),
        Slider("requests", msg("MemoryLab", "requests"), stops=tuple(1 << i for i in range(9)),
               start=1, help=msg("MemoryLab", "Conversations at the same time.")),
        Slider("bits", msg("Words", "bits"), stops=tuple(sorted(BIT_WIDTHS)),
               start=max(BIT_WIDTHS), page=1, aloud=bits_aloud),
    )  # fmt: skip


def _more() -> tuple[Param, ...]:
    def counted(values: Values) -> bool:
        return bool(values["weights"])

    return (
        Slider("group_size", msg("MemoryLab", "group size"), stops=(32, 64, 128), start=64,
               page=1, tier="more", enabled=lambda values: values["bits"] != 16,
               help=msg("MemoryLab", "Numbers that share one scale and one zero.")),
        Pick("gpu", msg("MemoryLab", "card"), card_options(), start=DEFAULT_CARD, tier="more"),
        Slider("tp", msg("MemoryLab", "cards (tensor parallel)"), stops=(1, 2, 4, 8, 16), start=1,
               page=1, tier="more"),
        Toggle("weights", msg("MemoryLab", "count the weights"), tier="more"),
        Slider("weight_bits", msg("MemoryLab", "bits of a weight"), page=1, tier="more",
               stops=tuple(sorted(WEIGHT_BITS)), start=max(WEIGHT_BITS), enabled=counted),
        Slider("utilization", msg("MemoryLab", "utilization"), low=0.5, high=1.0, step=0.01,
               start=1.0, page=5, tier="more", show=percent,
               help=msg("MemoryLab", "The share of the card that may be used.")),
    )  # fmt: skip


LAB = MemoryLab()
