"""The picture of the attention lab: the weights of the tokens, and the error against the bits."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..core import units
from ..core.figure import Axis, Bars, Dots, Figure, Floats, Line, Panel, Rule, Tick, Tone
from ..core.params import Values
from ..core.text import Msg, msg, verbatim
from ._attention_sweep import BITS, TARGETS, Sweep
from ._attention_window import Chosen
from ._attention_words import bits_text

#: the curve's axis in powers of ten: 1 - cosine is at most 2, and only K at many bits, where one
#: token holds nearly all the weight, falls below 10^-7
LOWEST, HIGHEST = -7.0, 0.4
_WEIGHTS_SPAN, _CURVE_SPAN = 5, 2
_LONGEST_TICK = 9
_HALF_PAIR = 0.2


def picture(values: Values, chosen: Chosen, found: Sweep) -> Figure:
    """Return the figure: paired bars per token beside 1 - cosine at 1 to 8 bits."""
    target, bits = str(values["target"]), int(values["bits"])
    return Figure(
        (_weights(chosen, found, target, bits), _curve(found, target, bits)),
        _description(chosen, found, target, bits),
    )


def target_label(target: str) -> Msg:
    """Return what is quantized, in words."""
    return {
        "k": msg("AttentionLab", "K only"),
        "v": msg("AttentionLab", "V only"),
        "kv": msg("AttentionLab", "K and V"),
    }[target]


def gap(found: Sweep, target: str, bits: int) -> float | None:
    """Return 1 - cosine, ``None`` where an output of zero has no cosine."""
    cosine = found.point(target, bits).cosine
    return None if cosine is None else 1 - cosine


def is_clipped(value: float) -> bool:
    """Return whether 1 - cosine lies below the curve's axis and is drawn at its lower end."""
    return value < 10**LOWEST


def _weights(chosen: Chosen, found: Sweep, target: str, bits: int) -> Panel:
    count = len(chosen.positions)
    at = np.arange(count, dtype=np.float64)
    top = int(found.weights.argmax())
    ticks = tuple(Tick(i, _short(chosen.text(i)), strong=i == top) for i in range(count))
    seen = found.seen(target, bits)[1]
    # a few fixed tops, so that the axis stays put while the bars move
    highest = max(found.weights.max(), seen.max())
    top_of_axis = next(high for high in (0.5, 0.75, 1.0) if highest <= high)
    pair = (
        Bars(id="original", keys=chosen.positions, at=at - _HALF_PAIR, size=found.weights,
             width=2 * _HALF_PAIR, label=msg("AttentionLab", "original weights")),
        Bars(id="quantized", keys=chosen.positions, at=at + _HALF_PAIR,
             size=seen, width=2 * _HALF_PAIR, tone="good",
             label=msg("AttentionLab", "after quantization")),
    )  # fmt: skip
    return Panel(
        "weights",
        pair,
        span=_WEIGHTS_SPAN,
        x=Axis(-0.6, count - 0.4, ticks=ticks),
        y=Axis(0, top_of_axis, label=msg("AttentionLab", "attention weight")),
    )


def _short(text: str) -> str:
    """Cut a token's text to what fits under its bars."""
    return text if len(text) <= _LONGEST_TICK else f"{text[: _LONGEST_TICK - 1]}…"


def _curve(found: Sweep, target: str, bits: int) -> Panel:
    tones: Mapping[str, Tone] = {"k": "k", "v": "v", "kv": "ink"}
    lines = tuple(_line(found, name, bits, tones[name], chosen=name == target) for name in TARGETS)
    now = gap(found, target, bits)
    dots = () if now is None else (
        Dots(id="now", x=np.array([float(bits)]), y=_heights([now]), tone=tones[target], picked=0,
             size=8),
    )  # fmt: skip
    powers = range(round(LOWEST), 1)
    return Panel(
        "curve",
        (Rule(id="bits", at=float(bits), way="v", tone="muted"), *lines, *dots),
        col=_WEIGHTS_SPAN,
        span=_CURVE_SPAN,
        x=Axis(0.5, 8.5, label=msg("Words", "bits"),
               ticks=tuple(Tick(b, str(b), strong=b == bits) for b in BITS)),
        y=Axis(LOWEST, HIGHEST, label=msg("AttentionLab", "1 − cosine similarity"),
               ticks=tuple(Tick(p, f"10^{{{units.integer(p)}}}" if p else "1") for p in powers)),
    )  # fmt: skip


def _line(found: Sweep, target: str, bits: int, tone: Tone, *, chosen: bool) -> Line:
    """Return one target's curve; a click on a point of it sets the bits."""
    points = [(b, g) for b in BITS if (g := gap(found, target, b)) is not None]
    keys = tuple(b for b, _ in points)
    # short, since three entries stand side by side over a narrow panel
    names = {"k": "K", "v": "V", "kv": "K + V"}
    return Line(
        id=target,
        keys=keys,
        sets="bits",
        picked=keys.index(bits) if bits in keys else None,
        x=np.array([float(b) for b, _ in points]),
        y=_heights([g for _, g in points]),
        width=2.5 if chosen else 1.5,
        # V's line runs close to the others in places: told apart by more than its colour
        dashed=target == "v",
        dots=True,
        tone=tone,
        label=verbatim(names[target]),
    )


def _heights(gaps: list[float]) -> Floats:
    """Return places on the logarithmic axis; what is too small for it lies on its lower end."""
    return np.log10(np.maximum(np.array(gaps, dtype=np.float64), 10**LOWEST))


def _description(chosen: Chosen, found: Sweep, target: str, bits: int) -> Msg:
    weights, seen = found.weights, found.seen(target, bits)[1]
    top = int(weights.argmax())
    now = gap(found, target, bits)
    return msg(
        "AttentionLab",
        "Bars: attention weights of {count} tokens before and after quantization ({target}, "
        "{bits}); '{token}' goes from {before} to {after}. Curves: 1 − cosine against bits, "
        "now {gap}.",
        count=len(chosen.positions),
        target=target_label(target),
        bits=bits_text(bits),
        token=chosen.text(top),
        before=units.number(float(weights[top])),
        after=units.number(float(seen[top])),
        gap=verbatim("—") if now is None else units.number(now),
    )
