"""The lecture plan: steps through the labs, read from a data file that has every text twice.

A sentence quotes what the labs compute by placeholders, so that no measured number is typed:
``{cosine:cosine}`` is the metric ``cosine`` of the step's own setting, written by the form after
the colon; ``{kivi/cosine:cosine}`` is that of another step, or of a setting named in ``beside``
that the lecture never goes to; ``{steps.2.factor:ratio}`` looks into lists and objects. Labs are
known by their ids in the data only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from . import units
from .lab import Lab
from .params import Value, Values
from .places import resource

LANGUAGES = ("zh", "en")
FORMS: Mapping[str, Callable[[float], str]] = MappingProxyType(
    {
        "": units.trimmed,
        "cosine": units.cosine,
        "gib": units.gibibytes,
        "gb": units.gigabytes,
        "integer": units.integer,
        "percent": units.percent,
        "ratio": units.ratio,
        "tokens": units.tokens,
    }
)
# "{name}" is a quote, but "^{x}", "_{x}" and "\hat{x}" are markup
_QUOTE = re.compile(r"(?<![\^_])(?<!\\hat)\{(?:(\w+)/)?([\w.]+)(?::(\w+))?\}")

#: one text in every language of ``LANGUAGES``
Words = Mapping[str, str]


class LectureError(ValueError):
    """A plan that is not right; the text names the step and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A lab and what is set there: a preset of the lab ("" for none), then single values."""

    lab: str
    preset: str
    changes: Values

    def values(self, lab: Lab, source: Any) -> dict[str, Value]:
        """Return the lab's complete values; what is not named is the default.

        Raises :class:`LectureError` for a preset that the lab does not have.
        """
        known = {preset.id: preset.values for preset in lab.presets()}
        if self.preset and self.preset not in known:
            raise LectureError(f"{self.lab} has no preset {self.preset!r}")
        return lab.clamp({**known.get(self.preset, {}), **self.changes}, source)


@dataclass(frozen=True, slots=True)
class Step:
    """One step: where to go, for how long, what to say, what to look at, what to ask the class.

    The question leads on to the next step, which answers it.
    """

    id: str
    setting: Setting
    minutes: int
    say: Words
    look: Words
    ask: Words


@dataclass(frozen=True, slots=True)
class Lecture:
    """The whole plan; ``beside`` are settings that are only quoted."""

    title: Words
    steps: tuple[Step, ...]
    beside: Mapping[str, Setting]

    @property
    def minutes(self) -> int:
        """How long it takes."""
        return sum(step.minutes for step in self.steps)

    def minutes_before(self, index: int) -> int:
        """Return the minutes that are over when a step begins."""
        return sum(step.minutes for step in self.steps[:index])

    def first_of(self, lab_id: str) -> int | None:
        """Return the index of a lab's first step, ``None`` when the plan leaves the lab out."""
        return next((i for i, s in enumerate(self.steps) if s.setting.lab == lab_id), None)

    def setting(self, name: str) -> Setting:
        """Return the setting of a step, or one beside; raises ``LectureError`` for no such one."""
        for step in self.steps:
            if step.id == name:
                return step.setting
        if name not in self.beside:
            raise LectureError(f"there is no step {name!r}")
        return self.beside[name]


def load_lecture(path: Path | None = None) -> Lecture:
    """Read a plan, without ``path`` the shipped one.

    Raises :class:`LectureError` for a plan that is incomplete; ``OSError`` passes.
    """
    text = (path or resource("lecture", "plan.json")).read_text(encoding="utf-8")
    try:
        data = json.loads(text)
        lecture = Lecture(
            _words(data["title"], "title"),
            tuple(_step(one) for one in data["steps"]),
            {name: _setting(one) for name, one in data["beside"].items()},
        )
    except (KeyError, TypeError, AttributeError, json.JSONDecodeError) as error:
        raise LectureError(f"the lecture plan is incomplete: {error}") from error
    names = [*(step.id for step in lecture.steps), *lecture.beside]
    if twice := {name for name in names if names.count(name) > 1}:
        raise LectureError(f"two steps have the name {min(twice)!r}")
    return lecture


def _step(data: Mapping[str, Any]) -> Step:
    name, minutes = data["id"], data["minutes"]
    if not isinstance(minutes, int) or minutes < 1:
        raise LectureError(f"step {name!r}: {minutes!r} is no number of minutes")
    say, look, ask = (_words(data[key], f"step {name!r}: {key}") for key in ("say", "look", "ask"))
    return Step(name, _setting(data), minutes, say, look, ask)


def _setting(data: Mapping[str, Any]) -> Setting:
    return Setting(data["lab"], data.get("preset", ""), data.get("set", {}))


def _words(data: Mapping[str, str], place: str) -> Words:
    if missing := [code for code in LANGUAGES if not data.get(code, "").strip()]:
        raise LectureError(f"{place} is missing in {missing[0]}")
    return data


class Telling:
    """A lecture with the numbers in it, each setting computed once and only if it is quoted."""

    def __init__(self, lecture: Lecture, labs: Mapping[str, Lab], sources: Mapping[str, Any]):
        """``labs`` and ``sources`` are by the labs' ids.

        Raises :class:`LectureError` for a plan that goes to a lab which is not among them.
        """
        settings = (*(step.setting for step in lecture.steps), *lecture.beside.values())
        if missing := sorted({setting.lab for setting in settings} - labs.keys()):
            raise LectureError(f"there is no lab {missing[0]!r}")
        self.lecture = lecture
        self._labs, self._sources = labs, sources
        self._known: dict[str, dict[str, Any]] = {}
        self._complete: set[str] = set()

    def text(self, words: Words, step: Step, language: str) -> str:
        """Return a text of a step in a language, its quotes filled in.

        Raises :class:`LectureError` for a quote of something that the lab does not compute.
        """
        text = words[language if language in words else "en"]
        return _QUOTE.sub(lambda match: self._quote(match, step.id), text)

    def _quote(self, match: re.Match[str], own: str) -> str:
        name, path, form = match[1] or own, match[2], match[3] or ""
        if form not in FORMS:
            raise LectureError(f"step {own!r}: a number cannot be written as {form!r}")
        value = self._value(name, path)
        if isinstance(value, str):
            return value
        return "—" if value is None else FORMS[form](value)

    def _value(self, name: str, path: str) -> Any:
        """Return a value or a metric of a setting; what comes later is waited for."""
        setting = self.lecture.setting(name)
        lab, source = self._labs[setting.lab], self._sources[setting.lab]
        if name not in self._known:
            values = setting.values(lab, source)
            self._known[name] = {**values, **lab.compute(values, source).metrics}
        found = self._known[name]
        if _inside(found, path, name) is None and name not in self._complete:
            self._complete.add(name)
            values = setting.values(lab, source)
            if lab.later_key(values) is not None:
                found |= lab.later(values, source, lambda: False)
        return _inside(found, path, name)


def _inside(found: Any, path: str, name: str) -> Any:
    for key in path.split("."):
        try:
            found = found[int(key) if isinstance(found, list | tuple) else key]
        except (KeyError, IndexError, ValueError, TypeError):
            raise LectureError(f"{name!r} has no number {path!r}") from None
    return found
