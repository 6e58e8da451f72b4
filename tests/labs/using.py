"""What the tests of all labs do: compute a setting, find a part of its picture, look for damage."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from kvlab_desktop.core.figure import Figure, Panel, as_data
from kvlab_desktop.core.lab import Lab, Outcome
from kvlab_desktop.core.params import Value


@dataclass(frozen=True)
class Using:
    """A lab at settings that are named by what differs from the defaults."""

    lab: Lab

    def at(self, source: Any, **changed: Value) -> dict[str, Value]:
        """Return the complete values of a setting."""
        return self.lab.clamp(changed, source)

    def run(self, source: Any, **changed: Value) -> Outcome:
        """Compute a setting."""
        return self.lab.compute(self.at(source, **changed), source)

    def complete(self, source: Any, **changed: Value) -> Outcome:
        """Compute a setting with what comes later."""
        values = self.at(source, **changed)
        later = self.lab.later(values, source, lambda: False)
        return self.lab.compute(values, source).joined(later)


def panels(outcome: Outcome) -> dict[str, Panel]:
    """Return the panels of an outcome's picture by their ids."""
    return {panel.id: panel for panel in outcome.figure.panels}


def mark(picture: Figure | Outcome, name: str) -> Any:
    """Return the first mark of that id in a picture."""
    figure = picture.figure if isinstance(picture, Outcome) else picture
    return next(m for panel in figure.panels for m in panel.marks if m.id == name)


def assert_plain(outcome: Outcome) -> None:
    """Assert that everything can be written as JSON: plain types, nothing infinite, no NaN."""
    metrics = dict(outcome.metrics)
    assert json.loads(json.dumps(metrics, allow_nan=False)) == metrics
    assert json.dumps(as_data(outcome.figure), allow_nan=False)


def assert_sound(outcome: Outcome) -> None:
    """Assert that everything is plain and finite, and that what is missing has a reason."""
    assert_plain(outcome)
    missing = {name for name, value in outcome.metrics.items() if value is None}
    assert missing == set(outcome.reasons)
    assert_ticks_in_order(outcome.figure)


def assert_ticks_in_order(figure: Figure) -> None:
    """Assert that ticks follow one another, so that each has its neighbour beside it."""
    for panel in figure.panels:
        for axis in (panel.x, panel.y):
            places = [tick.at for tick in axis.ticks or ()]
            assert places in (sorted(places), sorted(places, reverse=True)), panel.id
