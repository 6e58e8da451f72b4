"""A lab that is not shipped and uses everything a lab may use.

It lets the tests hold the border between labs and view: whatever a lab can say must be shown,
driven and exported by a view that has never heard of it.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from kvlab_desktop.core.lab import (
    Cancelled,
    Card,
    Lab,
    Metrics,
    Outcome,
    Paragraph,
    Prediction,
    Preset,
    Task,
)
from kvlab_desktop.core.params import Choice, Option, Param, Pick, Slider, Toggle, Value, Values
from kvlab_desktop.core.text import Msg, msg, verbatim
from tests.seventh_figure import COUNT, everything, few


class SeventhLab(Lab):
    """Every kind of parameter, mark and metric at once."""

    id = "seventh"
    order = 7

    def title(self) -> Msg:
        return msg("Seventh", "Everything at once: 2^{{power}} and \\hat{x}", power=4)

    def tab(self) -> Msg:
        return msg("Seventh", "Everything")

    def claim(self, values: Values) -> Msg:
        return msg(
            "Seventh", "A lab the view has never heard of, at {bits} bits.", bits=values["bits"]
        )

    def params(self, source: Any) -> tuple[Param, ...]:
        label = verbatim
        colours = (Option("viridis", label("viridis")), Option("inferno", label("inferno")))
        return (
            Choice(
                "view",
                label("view"),
                (Option("all", label("All")), Option("few", label("Few"))),
                role="view",
            ),
            Slider("bits", label("bits"), low=1, high=8, start=4),
            Slider(
                "shrink",
                label("shrink"),
                low=0,
                high=1,
                step=0.25,
                start=1,
                show=lambda v: f"{v:.2f}",
                enabled=lambda values: values["bits"] != 1,
            ),
            Toggle("trouble", label("trouble"), help=label("shows the bar")),
            Choice("colours", label("colours"), colours),
            Choice(
                "place",
                label("place"),
                tuple(Option(f"p{i}", label(f"P{i}")) for i in range(6)),
                tier="more",
            ),
            Pick(
                "model",
                label("model"),
                (Option("small", label("Small"), "tiny"), Option("large", label("Large"), "big")),
                accepts=(".json", ".gguf"),
                tier="more",
            ),
            Slider("rows", label("rows"), stops=(32, 64, 128), start=32, tier="more"),
            Slider("picked", label("picked"), low=-1, high=COUNT - 1, start=-1, tier="hidden"),
        )

    def compute(self, values: Values, source: Any) -> Outcome:
        bits = int(values["bits"])
        metrics = {"levels": 2**bits, "answer": 42 + bits, "slow": None}
        trouble = msg("Seventh", "The file {name} cannot be read.", name="a.json")
        return Outcome(
            metrics,
            everything(values) if values["view"] == "all" else few(values),
            reasons={"slow": msg("Seventh", "computing…")},
            problem=trouble if values["trouble"] else None,
        )

    def cards(self, values: Values, metrics: Metrics) -> tuple[Card, ...]:
        slow = "…" if metrics["slow"] is None else str(metrics["slow"])
        return (
            Card(
                "levels",
                str(metrics["levels"]),
                msg("Seventh", "levels, 2^{bits}"),
                "good",
                msg("Seventh", "%n level(s)", n=metrics["levels"]),
            ),
            Card("answer", str(metrics["answer"]), verbatim("answer"), "bad"),
            Card("slow", slow, verbatim("slow")),
        )

    def notes(self, values: Values, metrics: Metrics) -> tuple[Paragraph, ...]:
        all_ = tuple(
            Paragraph(verbatim(f"Note {i}"), msg("Seventh", "It is said here.")) for i in range(3)
        )
        return all_ if values["view"] == "all" else all_[:1]

    def footer(self, values: Values, source: Any) -> Msg:
        return msg("Seventh", "The numbers are made up; model: {model}", model=values["model"])

    def presets(self) -> tuple[Preset, ...]:
        return (
            Preset("two", msg("Seventh", "Two bits"), {"bits": 2}),
            Preset("few", msg("Seventh", "Few marks"), {"view": "few", "bits": 8}),
        )

    def tasks(self) -> tuple[Task, ...]:
        return (
            Task("low", msg("Seventh", "Go down to 1 bit"), lambda v, _m, _s: v["bits"] == 1),
            Task(
                "slow",
                msg("Seventh", "See 8 and 2"),
                lambda _v, _m, seen: {2, 8} <= {s["bits"] for s in seen},
            ),
        )

    def prediction(self) -> Prediction | None:
        options = (("46", verbatim("46")), ("7", verbatim("7")))
        return Prediction(
            msg("Seventh", "What is the answer?"),
            options,
            "46",
            ("answer", "better"),
            {"bits": 4},
            msg("Seventh", "It is 42 + 4."),
        )

    def describe(self, values: Values, source: Any, mark: str, key: Value) -> Msg | None:
        return msg("Seventh", "{mark} number {key}", mark=mark, key=key)

    def later_key(self, values: Values) -> Hashable | None:
        return values["bits"]

    def later(self, values: Values, source: Any, cancelled: Cancelled) -> Metrics:
        return {} if cancelled() else {"slow": 1000 + int(values["bits"])}


LAB = SeventhLab()
