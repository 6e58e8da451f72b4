"""What happens on a page, without widgets: values, outcomes, what was seen, tasks, the guess.

The page asks this what to show; it never computes by itself.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping
from typing import Any

from ..core.lab import Lab, Metrics, Outcome, Preset, params_of
from ..core.params import Value, Values
from ..core.progress import LabProgress

_KEPT = 64  # results of `later` and settings seen


class Session:
    """The state of one lab's page."""

    def __init__(self, lab: Lab, source: Any, values: Values | None = None) -> None:
        self.lab, self.source = lab, source
        self.params = params_of(lab, source)
        self.values: dict[str, Value] = lab.clamp(values or {}, source)
        self.outcome: Outcome | None = None
        self._computed_for: Values | None = None
        self.computed = 0
        self.seen: list[Values] = []
        self.done: frozenset[str] = frozenset()
        self.guess: str | None = None
        self._defaults = lab.clamp({}, source)
        self.tasks = lab.tasks()
        self.question = question = lab.prediction()
        self._hides = frozenset(question.hides if question else ())
        self._asked_at = lab.clamp({**self._defaults, **question.at}, source) if question else {}
        self._later: OrderedDict[Hashable, Metrics] = OrderedDict()

    @property
    def is_fresh(self) -> bool:
        """Whether the outcome is that of the present values."""
        return self.outcome is not None and self._computed_for is self.values

    @property
    def defaults(self) -> dict[str, Value]:
        """The lab's default values."""
        return dict(self._defaults)

    def over(self, source: Any) -> Session:
        """Return a session over another source, with the same settings, ticks and guess."""
        other = Session(self.lab, source, self.values)
        other.progress = self.progress
        if source is self.source:
            other._later = self._later
        return other

    @property
    def progress(self) -> LabProgress:
        """What was found out so far; a new one also forgets which settings were seen."""
        return LabProgress(self.done, self.guess)

    @progress.setter
    def progress(self, progress: LabProgress) -> None:
        self.done, self.guess, self.seen = progress.done, progress.guess, []

    def set(self, changes: Mapping[str, Value]) -> bool:
        """Set values; return whether anything is different now."""
        values = self.lab.clamp({**self.values, **changes}, self.source)
        if values == self.values:
            return False
        self.values = values
        return True

    def preset_values(self, preset: Preset) -> dict[str, Value]:
        """Return a preset's complete values: what it does not name is the default."""
        return self.lab.clamp({**self._defaults, **preset.values}, self.source)

    def compute(self) -> Outcome:
        """Compute the present values, with what `later` already brought for them."""
        self.computed += 1
        self._computed_for = self.values
        outcome = self.lab.compute(self.values, self.source)
        known = self._later.get(self.lab.later_key(self.values))
        self.outcome = outcome.joined(known) if known else outcome
        return self.outcome

    # -- metrics that come later --------------------------------------------------------------

    def wanted_later(self) -> Hashable | None:
        """Return the key of later metrics that are still missing."""
        key = self.lab.later_key(self.values)
        return None if key is None or key in self._later else key

    def land(self, key: Hashable, metrics: Metrics) -> bool:
        """Take later metrics; return whether they belong to the present values."""
        if not metrics:
            return False
        self._later[key] = metrics
        if len(self._later) > _KEPT:
            self._later.popitem(last=False)
        if self.outcome is None or key != self.lab.later_key(self.values):
            return False
        self.outcome = self.outcome.joined(metrics)
        return True

    # -- tasks and the question ---------------------------------------------------------------

    def rest(self) -> bool:
        """Judge the tasks now that the values came to rest; return whether a new one is done."""
        if self.outcome is None:
            return False
        if not self.seen or self.seen[-1] != self.values:
            self.seen = [*self.seen, dict(self.values)][-_KEPT:]
        if self.values == self._defaults and len(self.seen) < 2:
            return False
        fresh = {
            t.id
            for t in self.tasks
            if t.id not in self.done and t.done(self.values, self.outcome.metrics, self.seen)
        }
        self.done |= fresh
        return bool(fresh)

    def hidden(self) -> frozenset[str]:
        """Return the ids of cards and table columns that still wait for a guess."""
        waiting = self.guess is None and self.values == self._asked_at
        return self._hides if waiting else frozenset()

    def answer(self, guess: str) -> None:
        """Take a guess (an option's key, or "" for skipped) and go to the question's setting."""
        if self._asked_at:
            self.guess = guess
            self.values = dict(self._asked_at)
