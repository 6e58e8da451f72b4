"""What can be set in a lab: sliders, toggles, choices, searchable picks.

A parameter knows its range and how to read a value; it knows nothing of widgets. ``clamp`` is
lenient (a saved file, a preset of an older version), ``parse`` is strict (the command line).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from .text import Msg, msg

Value = bool | int | float | str
Values = Mapping[str, Value]
Tier = Literal["strip", "more", "hidden"]
Enabled = Callable[[Values], bool]


class ParamError(ValueError):
    """A value that a parameter refuses; ``msg`` says why, in the user's language later."""

    def __init__(self, message: Msg) -> None:
        super().__init__(str(message))
        self.msg = message


@dataclass(frozen=True, slots=True)
class Param:
    """What every parameter has: a stable id, a label, where it is shown, when it can be used."""

    id: str
    label: Msg
    tier: Tier = field(default="strip", kw_only=True)
    enabled: Enabled | None = field(default=None, kw_only=True)
    help: Msg | None = field(default=None, kw_only=True)

    @property
    def default(self) -> Value:
        raise NotImplementedError

    def clamp(self, value: object) -> Value:
        """Return the nearest allowed value, or the default for a value of another type."""
        raise NotImplementedError

    def parse(self, text: str) -> Value:
        """Read a typed value; raise :class:`ParamError` when it is not allowed."""
        raise NotImplementedError

    def write(self, value: Value) -> str:
        """Return the value as it is typed on the command line."""
        return str(value)


@lru_cache(maxsize=256)
def _whole(numbers: tuple[float, ...]) -> bool:
    return all(float(number).is_integer() for number in numbers)


@dataclass(frozen=True, slots=True)
class Slider(Param):
    """A number between ``low`` and ``high`` in steps, or one of the ``stops``.

    Positions 0…``positions`` are what a slider widget counts in; ``page`` is the big step in
    positions; ``show`` writes the value for the page (``None``: plainly). ``start`` is the default.
    ``aloud`` says the value with its unit, for a screen reader (``None``: as it is shown).
    """

    low: float = 0
    high: float = 1
    step: float = 1
    start: float = 0
    stops: tuple[float, ...] = ()
    page: int = 2
    show: Callable[[float], str] | None = None
    aloud: Callable[[float], Msg] | None = None

    @property
    def default(self) -> Value:
        return self.at(self.position(self.start))

    @property
    def whole(self) -> bool:
        """Whether the values are integers."""
        return _whole(self.stops or (self.low, self.step))

    def _typed(self, value: float) -> Value:
        return round(value) if self.whole else float(value)

    @property
    def positions(self) -> int:
        """The number of the last position."""
        return (len(self.stops) - 1) if self.stops else round((self.high - self.low) / self.step)

    def at(self, position: int) -> Value:
        """Return the value at a position of the slider."""
        if self.stops:
            return self._typed(self.stops[position])
        return self._typed(round(self.low + position * self.step, 9))

    def position(self, value: float) -> int:
        """Return the position nearest to a value."""
        if value in self.stops:
            return self.stops.index(value)
        if self.stops:
            return min(range(len(self.stops)), key=lambda i: abs(self.stops[i] - value))
        return round((min(max(value, self.low), self.high) - self.low) / self.step)

    def clamp(self, value: object) -> Value:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return self.default
        try:
            number = float(value)
        except OverflowError:  # a whole number of 400 digits
            return self.default
        return self.at(self.position(number)) if math.isfinite(number) else self.default

    def parse(self, text: str) -> Value:
        try:
            value = float(text)
        except ValueError:
            raise ParamError(self._refusal(text)) from None
        if not math.isfinite(value) or abs(float(self.clamp(value)) - value) > 1e-9:
            raise ParamError(self._refusal(text))
        return self.clamp(value)

    def _refusal(self, text: str) -> Msg:
        if self.stops:
            allowed = ", ".join(f"{v:g}" for v in self.stops)
            return msg(
                "Params",
                "{id} must be one of {allowed}, not {text}",
                id=self.id,
                allowed=allowed,
                text=repr(text),
            )
        return msg(
            "Params",
            "{id} must be a number from {low} to {high} in steps of {step}, not {text}",
            id=self.id,
            low=f"{self.low:g}",
            high=f"{self.high:g}",
            step=f"{self.step:g}",
            text=repr(text),
        )

    def text(self, value: Value) -> str:
        """Write a value as the page shows it."""
        number = float(value)
        return self.show(number) if self.show else f"{number:g}"


@dataclass(frozen=True, slots=True)
class Toggle(Param):
    """On or off."""

    start: bool = False

    @property
    def default(self) -> Value:
        return self.start

    def clamp(self, value: object) -> Value:
        return value if isinstance(value, bool) else self.start

    def parse(self, text: str) -> Value:
        known = {"on": True, "true": True, "1": True, "off": False, "false": False, "0": False}
        if text.lower() not in known:
            raise ParamError(
                msg("Params", "{id} must be on or off, not {text}", id=self.id, text=repr(text))
            )
        return known[text.lower()]

    def write(self, value: Value) -> str:
        return "on" if value else "off"


@dataclass(frozen=True, slots=True)
class Option:
    """One of the values of a choice, with words it can be found by."""

    key: str
    label: Msg
    keywords: str = ""


@dataclass(frozen=True, slots=True)
class Choice(Param):
    """One of a few named values; ``role='view'`` makes it the tabs over the figure."""

    options: tuple[Option, ...] = ()
    start: str = ""
    role: Literal["control", "view"] = "control"

    @property
    def default(self) -> Value:
        return self.start or self.options[0].key

    @property
    def keys(self) -> tuple[str, ...]:
        """The allowed values in order."""
        return tuple(option.key for option in self.options)

    def _is_option(self, value: str) -> bool:
        return any(option.key == value for option in self.options)

    def clamp(self, value: object) -> Value:
        return str(value) if self._is_option(str(value)) else self.default

    def parse(self, text: str) -> Value:
        if not self._is_option(text):
            raise ParamError(
                msg(
                    "Params",
                    "{id} must be one of {allowed}, not {text}",
                    id=self.id,
                    allowed=", ".join(self.keys),
                    text=repr(text),
                )
            )
        return text


@dataclass(frozen=True, slots=True)
class Pick(Choice):
    """One of many named values, found by typing; may also take files with the given endings."""

    accepts: tuple[str, ...] = ()

    def _is_file(self, value: str) -> bool:
        return bool(self.accepts) and value.lower().endswith(self.accepts)

    def clamp(self, value: object) -> Value:
        known = isinstance(value, str) and (self._is_option(value) or self._is_file(value))
        return str(value) if known else self.default

    def parse(self, text: str) -> Value:
        # zero-argument super() does not work in a slotted dataclass
        return text if self._is_file(text) else Choice.parse(self, text)
