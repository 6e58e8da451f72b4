"""What one setting comes to as one object: ``compute`` prints it, exports write it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .. import __version__
from .lab import Lab, Outcome
from .params import Values
from .state import FORMAT, State, StateError, read

Report = dict[str, Any]


def report(lab: Lab, source: Any, values: Values, outcome: Outcome) -> Report:
    """Return what ``compute --json`` prints; reasons are in English, so that programs read them."""
    about = {"id": getattr(source, "id", "none"), "name": getattr(source, "name", lab.id)}
    if getattr(source, "seed", None) is not None:
        about["seed"] = source.seed
    return {
        "kvlab": __version__,
        "lab": lab.id,
        "source": about,
        "params": dict(values),
        "metrics": dict(outcome.metrics),
        "reasons": {key: str(reason) for key, reason in outcome.reasons.items()},
    }


def as_json(found: Report) -> str:
    """Return a report as one line of JSON with full precision."""
    return json.dumps(found, ensure_ascii=False, allow_nan=False)


def flat(found: object, place: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every single value of a report with its place: ``metrics.codes.0``."""
    items: Sequence[tuple[object, object]] | None = None
    if isinstance(found, Mapping):
        items = list(found.items())
    elif isinstance(found, list | tuple):
        items = list(enumerate(found))
    if items is None:
        yield place, found
        return
    for name, value in items:
        yield from flat(value, f"{place}.{name}" if place else str(name))


def as_csv(reports: Sequence[Report]) -> str:
    """Return reports as a table: a line of names, then a line for each report.

    Numbers are written as in JSON, ``true`` and ``false`` too; what is undefined, or not in that
    report, is an empty cell.
    """
    rows = [dict(flat(found)) for found in reports]
    names = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_cell(row.get(name)) for name in names] for row in rows)
    return text.getvalue()


def _cell(value: object) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, allow_nan=False)


def reported(found: Mapping[str, Any]) -> State | None:
    """Return the state of the lab that a report is of; ``None`` for an object that is no report."""
    about, lab = found.get("source"), found.get("lab")
    if not isinstance(about, dict) or not isinstance(lab, str) or "metrics" not in found:
        return None
    kind, seed = str(about.get("id")), about.get("seed")
    source = {"none": "sample"}.get(kind, kind) if seed is None else f"{kind}:{seed}"
    labs = {lab: found.get("params")}
    try:
        return read(json.dumps({"kvlab": FORMAT, "open": lab, "source": source, "labs": labs}))
    except StateError:
        return None
