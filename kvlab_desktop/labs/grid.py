"""Lab 01: quantization puts numbers on a grid, and one outlier takes it from all the others."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from ..core.lab import Card, Lab, Metrics, Outcome, Paragraph, Prediction, Preset, Task
from ..core.params import Choice, Option, Param, Slider, Value, Values
from ..core.text import Msg, msg
from ..core.units import number, percent, ratio, trimmed
from ..sources.tensors import GRID_VALUES, Tensors
from . import _grid_words as words
from ._grid_figure import grid_figure
from ._grid_numbers import Snapped, measure, snap
from ._shared import bits_slider, both, metadata_choice, seed_slider, tensor_source


class GridLab(Lab):
    """16 numbers, their grid of ``2**bits`` lines, and the error of each."""

    id: ClassVar[str] = "grid"
    order: ClassVar[int] = 1
    sources: ClassVar[tuple[str, ...]] = ("sample", "synthetic")

    def title(self) -> Msg:
        return msg("GridLab", "Quantization puts numbers on a grid")

    def tab(self) -> Msg:
        return msg("GridLab", "Grid")

    def claim(self, values: Values) -> Msg:
        return words.claim(values)

    def params(self, source: Tensors) -> tuple[Param, ...]:
        return (
            bits_slider(4),
            _outlier_choice(),
            _values_choice(),
            _factor_slider(),
            replace(seed_slider(), enabled=lambda values: values["values"] == "random"),
            metadata_choice(),
            Slider("picked", msg("GridLab", "picked value"), low=-1, high=GRID_VALUES - 1,
                   start=-1, tier="hidden"),
        )  # fmt: skip

    def compute(self, values: Values, source: Tensors) -> Outcome:
        snapped = snap(values, source)
        metrics = measure(snapped)
        return Outcome(metrics, grid_figure(snapped, int(values["picked"]), metrics))

    def cards(self, values: Values, metrics: Metrics) -> tuple[Card, ...]:
        return (
            Card("levels", str(metrics["levels"]), msg("GridLab", "levels available, 2^{bits}")),
            Card("used_levels", str(metrics["used_levels"]), msg("GridLab", "levels really used"),
                 sub=msg("GridLab", "the other 15 use {count}",
                         count=metrics["used_levels_others"])),
            Card("scale", number(metrics["scale"]), msg("GridLab", "scale (grid spacing)"),
                 sub=msg("GridLab", "zero {zero}", zero=number(metrics["zero"]))),
            Card("rel_mse", percent(metrics["rel_mse"]),
                 msg("GridLab", "relative mean squared error"), "bad",
                 msg("GridLab", "the other 15: {error}",
                     error=percent(metrics["rel_mse_others"]))),
            Card("ratio", ratio(metrics["ratio"]), msg("GridLab", "compression against fp16"),
                 "good",
                 msg("GridLab", "nominal {nominal} · {bits} effective bits",
                     nominal=ratio(metrics["ratio_nominal"]),
                     bits=trimmed(metrics["bits_effective"]))),
        )  # fmt: skip

    def presets(self) -> tuple[Preset, ...]:
        return words.presets()

    def tasks(self) -> tuple[Task, ...]:
        return words.tasks()

    def prediction(self) -> Prediction:
        return words.prediction()

    def notes(self, values: Values, metrics: Metrics) -> tuple[Paragraph, ...]:
        return words.notes(values, metrics)

    def describe(self, values: Values, source: Tensors, mark: str, key: Value) -> Msg | None:
        snapped = snap(values, source)
        if mark == "levels":
            return _describe_level(snapped, int(key))
        if mark in ("originals", "landed", "joins", "errors"):
            return _describe_value(snapped, int(key))
        return None

    def footer(self, values: Values, source: Tensors) -> Msg:
        if values["values"] == "random":
            where = msg("GridLab", "Data: 16 Gaussian random numbers in fp16, seed {seed}",
                        seed=values["seed"])  # fmt: skip
        else:
            where = tensor_source(source, _origin(source))
        outlier = _outlier_origin(values, source)
        return where if outlier is None else both(where, outlier)


def _outlier_choice() -> Choice:
    return Choice(
        "outlier",
        msg("GridLab", "outlier"),
        (
            Option("none", msg("GridLab", "none")),
            Option("x12", msg("GridLab", "×12")),
            Option("real", msg("GridLab", "real")),
        ),
    )


def _values_choice() -> Choice:
    return Choice(
        "values",
        msg("GridLab", "values"),
        (
            Option("shipped", msg("GridLab", "from the source")),
            Option("random", msg("GridLab", "random")),
        ),
    )


def _factor_slider() -> Slider:
    return Slider(
        "outlier_factor",
        msg("GridLab", "factor in place of 12"),
        low=2,
        high=64,
        start=words.DEFAULT_FACTOR,
        page=8,
        tier="more",
        enabled=lambda values: values["outlier"] == "x12",
        show=ratio,
        help=msg("GridLab", "What ×12 multiplies the largest value by."),
    )


def _describe_level(snapped: Snapped, code: int) -> Msg:
    return msg(
        "GridLab",
        "code {code} stands for {value}",
        code=code,
        value=number(float(snapped.lines[code]), 7),
    )


def _describe_value(snapped: Snapped, index: int) -> Msg:
    return msg(
        "GridLab",
        "value {place}: x = {x}, code {code}, \\hat{x} = {landed}, error {error}",
        place=index + 1,
        x=number(float(snapped.x[index]), 7),
        code=int(snapped.q.codes[index]),
        landed=number(float(snapped.q.values[index]), 7),
        error=number(float(snapped.error[index]), 7),
    )


def _origin(source: Tensors) -> Msg:
    """Say where the 16 values stand in the source."""
    origin = source.grid_origin()
    return msg(
        "GridLab",
        "layer {layer}, KV head {head}, key of token {token} '{text}', channels {first}–{last}",
        layer=origin["layer"],
        head=origin["head"],
        token=origin["token"],
        text=origin["token_text"].strip(),
        first=origin["first_channel"],
        last=origin["first_channel"] + origin["channels"] - 1,
    )


def _outlier_origin(values: Values, source: Tensors) -> Msg | None:
    """Say where the outlier among them comes from."""
    if values["outlier"] == "x12":
        return msg("GridLab", "largest value ×{factor}", factor=values["outlier_factor"])
    if values["outlier"] == "real":
        return msg("GridLab", "one value replaced by channel {channel}",
                   channel=source.grid_origin()["outlier_channel"])  # fmt: skip
    return None


LAB = GridLab()
