"""What happened to the whole model, beforehand: the rows that are shown, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from ..core.params import Values
from ..numerics.ledger import FULL_BITS
from ..sources.measured import Measured, Stored, measurements

ALL = "all"
#: the three ways of storing that the curves follow, worst first
CURVES = ("per_token", "kivi", "protected")
ROW = Stored("per_token", 64)
KIVI_K, KIVI_V = Stored("per_channel", 32), Stored("per_token", 32)
RECENT = 32


def curve_of(one: Measured) -> str | None:
    """Return which curve a measurement belongs to."""
    if (one.k, one.v, one.sink, one.recent) == (ROW, ROW, False, 0):
        return "per_token"
    if (one.k, one.v) != (KIVI_K, KIVI_V):
        return None
    if one.sink and one.recent == RECENT:
        return "protected"
    return None if one.sink or one.recent else "kivi"


def _both(one: Measured) -> bool:
    return one.bits == FULL_BITS or (one.k is not None and one.v is not None)


_KEPT: Mapping[str, Callable[[Measured], bool]] = {
    "both": _both,
    "k": lambda one: one.k is not None and one.v is None,
    "v": lambda one: one.v is not None and one.k is None,
    ALL: lambda one: True,
}
SIDES = tuple(_KEPT)


@lru_cache(maxsize=16)
def rows(sides: str, text: str) -> tuple[Measured, ...]:
    """Return the measurements asked for, those of many bits first, the best of each in front."""
    kept = [one for one in measurements().rows if _KEPT[sides](one) and text in (ALL, one.text)]
    return tuple(sorted(kept, key=lambda one: (-one.bits, one.kl_nats, -one.top1_kept)))


def first_text() -> str:
    """Return the text on which everything was measured."""
    return next(iter(measurements().texts))


def curve_text(values: Values) -> str:
    """Return the text that the curves are of, the first one where both are shown."""
    text = str(values["text"])
    return first_text() if text == ALL else text


@lru_cache(maxsize=8)
def curve(name: str, text: str) -> tuple[Measured, ...]:
    """Return the points of a curve, those of many bits first."""
    return tuple(one for one in measurements().rows if one.text == text and curve_of(one) == name)


def measured_at(name: str, values: Values) -> Measured | None:
    """Return the measurement of a curve at the chosen bits; None where none was made."""
    bits, text = int(values["bits"]), curve_text(values)
    if bits == FULL_BITS:
        return next(one for one in measurements().rows if one.bits == bits and one.text == text)
    return next((one for one in curve(name, text) if one.bits == bits), None)


def measured_for(
    k: Stored | None, v: Stored | None, *, bits: int, sink: bool = False, recent: int = 0
) -> Measured:
    """Return the measurement of one way of storing on the first text.

    Raises LookupError when none was made.
    """
    wanted = (first_text(), bits, k, v, sink, recent)
    for one in measurements().rows:
        if (one.text, one.bits, one.k, one.v, one.sink, one.recent) == wanted:
            return one
    raise LookupError(wanted)


def extras(one: Measured) -> tuple[str, ...]:
    """Return what is done besides grouping, as ids."""
    sides = [side for side in (one.k, one.v) if side is not None]
    done = {
        "before_rope": any(side.before_rope for side in sides),
        "rotated": any(side.rotated for side in sides),
        "mean_removed": any(side.mean_removed for side in sides),
        "sparse": any(side.sparse_percent for side in sides),
        "sink": one.sink,
        "recent": one.recent > 0,
    }
    return tuple(name for name, holds in done.items() if holds)


def measured_metrics(values: Values) -> dict[str, Any]:
    """Return the rows of the table, and the three ways of storing at the chosen bits."""
    found: dict[str, Any] = {}
    for name in CURVES:
        one = measured_at(name, values)
        found[f"{name}_loss_change"] = one and one.loss_change
        found[f"{name}_kl_nats"] = one and one.kl_nats
        found[f"{name}_top1_kept"] = one and one.top1_kept
    shown = _as_data(str(values["rows"]), str(values["text"]))
    found["measured"] = [dict(row) for row in shown]
    return found


@lru_cache(maxsize=16)
def _as_data(sides: str, text: str) -> tuple[Mapping[str, Any], ...]:
    return tuple(
        {
            "text": one.text,
            "bits": one.bits,
            "k": _code(one.k),
            "v": _code(one.v),
            "besides": " ".join(extras(one)),
            "bits_effective": one.bits_effective,
            "loss_change": one.loss_change,
            "kl_nats": one.kl_nats,
            "top1_kept": one.top1_kept,
        }
        for one in rows(sides, text)
    )


def _code(side: Stored | None) -> str:
    return "fp16" if side is None else f"{side.axis} {side.group or ALL}"
