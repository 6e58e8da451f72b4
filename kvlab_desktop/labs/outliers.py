"""Lab 03: K's outliers live in channels, V's do not."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ..core.figure import Heat
from ..core.lab import Card, Lab, Metrics, Outcome, Paragraph, Prediction, Preset, Task
from ..core.params import Choice, Option, Param, Slider, Value, Values
from ..core.text import Msg, msg, verbatim
from ..core.units import trimmed
from ..sources.tensors import Tensors
from . import _outliers_notes as explained
from . import _outliers_words as words
from ._outliers_figure import TABLE, Maps, Window, figure, values_map
from ._outliers_measure import (
    AXES,
    SIDES,
    Head,
    Side,
    Variants,
    chosen_head,
    measure,
    metrics_of,
    stored_as,
)
from ._shared import bits_slider, metadata_choice, tensor_source

LAYER, ROWS, COLUMNS, FIRST_CHANNEL = 19, 32, 48, 16
MAPS_KEPT = 16


class OutliersLab(Lab):
    """Maps of |K| and |V| and of their errors both ways, and a table instead of cards."""

    id = "outliers"
    order = 3
    sources = ("sample", "synthetic")

    def title(self) -> Msg:
        return words.title()

    def tab(self) -> Msg:
        return words.tab()

    def claim(self, values: Values) -> Msg:
        return words.claim(values)

    def params(self, source: Tensors) -> tuple[Param, ...]:
        return (*_strip(source), *_more(source))

    def compute(self, values: Values, source: Tensors) -> Outcome:
        head = chosen_head(values, source)
        variants = measure(values, source)
        metrics = metrics_of(variants, head.facts)
        window = _window(values, source)
        wide = sum(variant.quantized.wide for variant in variants.values())
        return Outcome(
            metrics=metrics,
            figure=figure(_maps(head, variants, window), window, metrics, int(values["bits"])),
            reasons=words.reasons(metrics),
            problem=words.wide_metadata(wide) if wide else None,
        )

    def cards(self, values: Values, metrics: Metrics) -> tuple[Card, ...]:
        return ()

    def notes(self, values: Values, metrics: Metrics) -> tuple[Paragraph, ...]:
        return explained.notes(values, metrics)

    def presets(self) -> tuple[Preset, ...]:
        return words.presets()

    def tasks(self) -> tuple[Task, ...]:
        return words.tasks()

    def prediction(self) -> Prediction:
        return words.prediction()

    def footer(self, values: Values, source: Tensors) -> Msg:
        place = msg(
            "OutliersLab",
            "layer {layer}, KV head {head}; maps: tokens {first}–{last}; table: all {tokens}",
            layer=values["layer"],
            head=values["head"],
            first=values["first_token"],
            last=int(values["first_token"]) + _window(values, source).rows - 1,
            tokens=source.n_tokens,
        )
        return tensor_source(source, place)

    def describe(self, values: Values, source: Tensors, mark: str, key: Value) -> Msg | None:
        if mark == TABLE and key in SIDES:
            return words.row(str(key), metrics_of(measure(values, source), {}))
        name, _, shown = mark.partition("_")
        for side in SIDES:
            if name == side and isinstance(key, int):
                return _cell(values, source, side, shown, key)
        return None


def _strip(source: Tensors) -> tuple[Param, ...]:
    post = Option("post", msg("OutliersLab", "after RoPE"))
    pre = Option("pre", msg("OutliersLab", "before RoPE"))
    return (
        bits_slider(2),
        Choice(
            "keys",
            msg("OutliersLab", "keys"),
            (post, pre) if source.has_pre_rope else (post,),
            help=msg(
                "OutliersLab",
                "RoPE is the position encoding.\n"
                "Before it: K is stored unrotated and rotated on each read.",
            ),
        ),
        Slider(
            "sparse_percent",
            msg("OutliersLab", "kept exactly"),
            high=5,
            step=0.5,
            show=lambda share: f"{trimmed(share)}%",
            help=msg(
                "OutliersLab",
                "The extreme values of each row or column stay in fp16:\n"
                "half of this share at each end, at least one.",
            ),
        ),
    )


def _more(source: Tensors) -> tuple[Param, ...]:
    layers = source.layers
    channels = max(source.head_dim - COLUMNS, 0)
    sizes = tuple(Option(size, verbatim(size)) for size in ("32", "64", "128"))
    return (
        Choice(
            "group",
            msg("OutliersLab", "group size"),
            (Option("all", msg("OutliersLab", "whole row or column")), *sizes),
            start="64",
            tier="more",
            help=msg(
                "OutliersLab",
                "Values that share one scale.\n"
                "A row has {row} and a column {column}: a larger group is cut to that.",
                row=source.head_dim,
                column=source.n_tokens,
            ),
        ),
        Slider("layer", msg("OutliersLab", "layer"), stops=layers, page=1, tier="more",
               start=LAYER if LAYER in layers else layers[0]),
        Slider("head", msg("OutliersLab", "KV head"), page=1, tier="more",
               high=source.kv_heads - 1),
        Slider("first_token", msg("OutliersLab", "first token"), page=ROWS, tier="more",
               high=max(source.n_tokens - ROWS, 0)),
        Slider("first_channel", msg("OutliersLab", "first channel"), page=8, tier="more",
               high=channels, start=min(FIRST_CHANNEL, channels)),
        metadata_choice(),
    )  # fmt: skip


def _window(values: Values, source: Tensors) -> Window:
    return Window(
        first_token=int(values["first_token"]),
        first_channel=int(values["first_channel"]),
        rows=min(ROWS, source.n_tokens),
        columns=min(COLUMNS, source.head_dim),
    )


@lru_cache(maxsize=MAPS_KEPT)
def _values_map(head: Head, side: Side, window: Window) -> Heat:
    """Return the map that no slider of the strip changes: the same one, which is not drawn anew."""
    return values_map(side, window.cut(head.sizes[side]), head.brightest[side], window)


def _maps(head: Head, variants: Variants, window: Window) -> tuple[Maps, ...]:
    return tuple(
        Maps(
            side=side,
            values=_values_map(head, side, window),
            errors={
                axis: np.abs(
                    window.cut(head.tensors[side])
                    - window.cut(variants[side, axis].quantized.values)
                )
                for axis in AXES
            },
            brightest_error=head.brightest_error[side],
            outlier=head.outliers[side],
        )
        for side in SIDES
    )


def _cell(values: Values, source: Tensors, side: Side, shown: str, cell: int) -> Msg | None:
    """Return what stands in one cell of a map: exact values, not colours."""
    window = _window(values, source)
    if not 0 <= cell < window.rows * window.columns:
        return None
    place = window.place(cell)
    head = chosen_head(values, source)
    exact = float(head.tensors[side][place])
    where = words.where(place, source.tokens[place[0]])
    for axis in AXES:
        if shown == axis:
            stored, keep = stored_as(head, side, axis, values)
            kept = keep is not None and bool(keep[place])
            code = None if kept else int(stored.codes[place])
            return words.stored_value(where, exact, float(stored.values[place]), code)
    return words.value(where, side, exact)


LAB = OutliersLab()
