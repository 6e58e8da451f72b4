"""The contract of a lab: pure data in, a picture as data out.

A lab is one file in ``labs/`` that ends in ``LAB = SomeLab()``. It is found by name; nothing else
has to be told of it, and the view that shows it knows no lab by name.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, ClassVar

from .figure import Figure, Text, Tone
from .params import Param, ParamError, Value, Values
from .text import Msg, msg

Metrics = Mapping[str, Any]
Cancelled = Callable[[], bool]
Done = Callable[[Values, Metrics, Sequence[Values]], bool]


@dataclass(frozen=True, slots=True)
class Card:
    """A metric on the page: its id in ``metrics``, the value as text, what it is."""

    metric: str
    value: Text
    label: Msg
    tone: Tone = "ink"
    sub: Msg | None = None


@dataclass(frozen=True, slots=True)
class Preset:
    """A named setting, one click away; what it does not name goes back to the default."""

    id: str
    label: Msg
    values: Values


@dataclass(frozen=True, slots=True)
class Task:
    """Something to find out; ``done(values, metrics, seen)`` is asked only at rest.

    ``seen`` are the settings that came to rest so far, the present one last.
    """

    id: str
    text: Msg
    done: Done


@dataclass(frozen=True, slots=True)
class Prediction:
    """A question before the answer is shown.

    ``hides`` are metric ids (cards) or column ids (tables) that read "?" while the page is at the
    setting ``at``, until a guess or "Skip"; ``reveal`` says what is true and why.
    """

    question: Msg
    options: tuple[tuple[str, Msg], ...]
    answer: str
    hides: tuple[str, ...]
    at: Values
    reveal: Msg


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A note beside the figure: a heading and its text."""

    heading: Msg
    body: Msg


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one setting comes to: numbers, a picture, and what could not be had.

    ``metrics`` hold no NaN: an undefined figure is ``None`` with a sentence in ``reasons``.
    ``problem`` is an expected trouble, shown in a bar; the numbers beside it are still true.
    """

    metrics: Metrics
    figure: Figure
    reasons: Mapping[str, Msg] = field(default_factory=dict)
    problem: Msg | None = None

    def joined(self, later: Metrics) -> Outcome:
        """Return the outcome with metrics that came later."""
        reasons = {k: v for k, v in self.reasons.items() if later.get(k) is None}
        return replace(self, metrics={**self.metrics, **later}, reasons=reasons)


class Lab(ABC):
    """A hands-on page. Everything is a pure function of the values and the source of tensors."""

    id: ClassVar[str]
    order: ClassVar[int]
    #: which kinds of source the lab reads; empty when its numbers come from formulas alone
    sources: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def title(self) -> Msg:
        """Return the page's title."""

    @abstractmethod
    def tab(self) -> Msg:
        """Return the short title on the tab."""

    @abstractmethod
    def claim(self, values: Values) -> Msg:
        """Return the one sentence the page stands for."""

    @abstractmethod
    def params(self, source: Any) -> tuple[Param, ...]:
        """Return the parameters in the order they are shown."""

    @abstractmethod
    def compute(self, values: Values, source: Any) -> Outcome:
        """Compute everything the page shows. ``values`` are complete and clamped."""

    @abstractmethod
    def cards(self, values: Values, metrics: Metrics) -> tuple[Card, ...]:
        """Return at most five cards."""

    @abstractmethod
    def notes(self, values: Values, metrics: Metrics) -> tuple[Paragraph, ...]:
        """Return the explanations; every term the page uses is in one of them."""

    @abstractmethod
    def footer(self, values: Values, source: Any) -> Msg:
        """Return the sentence that says where the numbers come from."""

    def presets(self) -> tuple[Preset, ...]:
        """Return the presets, at most nine (keys 1–9)."""
        return ()

    def tasks(self) -> tuple[Task, ...]:
        """Return the tasks of "Try it"."""
        return ()

    def prediction(self) -> Prediction | None:
        """Return the question that is asked before the answer is shown."""
        return None

    def clamp(self, values: Values, source: Any) -> dict[str, Value]:
        """Return complete values: every parameter, within what it allows."""
        return {p.id: p.clamp(values.get(p.id, p.default)) for p in params_of(self, source)}

    def describe(self, values: Values, source: Any, mark: str, key: Value) -> Msg | None:
        """Return the text for the item ``key`` of a mark; made only for the one under the mouse."""
        return None

    def later_key(self, values: Values) -> Hashable | None:
        """Return what :meth:`later` depends on (its cache key), or ``None`` when it has nothing."""
        return None

    def later(self, values: Values, source: Any, cancelled: Cancelled) -> Metrics:
        """Compute metrics that take long; return early, with nothing, once ``cancelled()``."""
        return {}


@lru_cache(maxsize=16)
def params_of(lab: Lab, source: Any) -> tuple[Param, ...]:
    """Return a lab's parameters for a source, made once: they are asked for at every step."""
    return lab.params(source)


def defaults(lab: Lab, source: Any) -> dict[str, Value]:
    """Return a lab's default values."""
    return lab.clamp({}, source)


def parse_settings(lab: Lab, source: Any, settings: Sequence[str]) -> dict[str, Value]:
    """Return complete values from ``id=value`` texts.

    Raises :class:`ParamError` for an unknown id, a text without ``=``, or a refused value.
    """
    params = {p.id: p for p in params_of(lab, source)}
    values: dict[str, Value] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise ParamError(
                msg("Params", "{setting} is not of the form id=value", setting=setting)
            )
        if name not in params:
            raise ParamError(
                msg(
                    "Params",
                    "{lab} has no parameter {id}; it has {known}",
                    lab=lab.id,
                    id=name,
                    known=", ".join(params),
                )
            )
        values[name] = params[name].parse(text)
    return lab.clamp(values, source)
