"""What a student has found out: tasks done and guesses made, as one small JSON of its own.

It is no part of a lab's state: a file with settings that is handed on carries nobody's progress.
Reading is as lenient as that of a state: labs and tasks that are not known here stay in the file,
and what is no progress at all is set aside and written again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .lab import Lab
from .state import Aside, StateError, put_back
from .text import msg

FORMAT = 1
_LONGEST = 200  # characters of the name of a task or an answer
_MOST = 1000  # tasks of one lab


@dataclass(frozen=True, slots=True)
class LabProgress:
    """Ids of the tasks done, and the guess: an option's key, "" for skipped, ``None`` for none."""

    done: frozenset[str] = frozenset()
    guess: str | None = None


@dataclass(frozen=True)
class Progress:
    """The progress in every lab by its id, also in those that are not known here."""

    labs: Mapping[str, LabProgress] = field(default_factory=dict)
    aside: Aside = field(default_factory=dict)

    def of(self, lab: Lab) -> LabProgress:
        """Return the progress in a lab, as far as the lab knows its tasks and answers."""
        kept, question = self.labs.get(lab.id, LabProgress()), lab.prediction()
        answers = {"", *(key for key, _label in question.options)} if question else set()
        known = {task.id for task in lab.tasks()}
        return LabProgress(kept.done & known, kept.guess if kept.guess in answers else None)

    def put(self, lab: Lab, now: LabProgress) -> Progress:
        """Return it with the progress of a lab replaced; what the lab does not know stays."""
        kept, known = self.labs.get(lab.id, LabProgress()), self.of(lab)
        strange = kept.guess if known.guess is None else None
        guess = strange if now.guess is None else now.guess
        changed = LabProgress(now.done | (kept.done - known.done), guess)
        labs = {**self.labs, lab.id: changed}
        return Progress({k: v for k, v in labs.items() if v != LabProgress()}, self.aside)


def write(progress: Progress) -> str:
    """Return progress as text, with all that was set aside in its old place."""
    labs: dict[str, dict[str, Any]] = {}
    for name, lab in sorted(progress.labs.items()):
        labs[name] = {"done": sorted(lab.done)} if lab.done else {}
        if lab.guess is not None:
            labs[name]["guess"] = lab.guess
    data: dict[str, Any] = {"kvlab_progress": FORMAT, **({"labs": labs} if labs else {})}
    for place, value in progress.aside.items():
        put_back(data, place, value)
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def read(data: Mapping[str, Any]) -> Progress:
    """Read progress from a JSON object.

    Raises :class:`StateError` for one that is none of ours, or of a newer format.
    """
    version = data.get("kvlab_progress")
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise StateError(msg("State", "it is damaged"))
    if version > FORMAT:
        raise StateError(msg("State", "it comes from a newer KV Lab; please update this one"))
    aside: dict[tuple[str, ...], Any] = {
        (key,): value for key, value in data.items() if key not in ("kvlab_progress", "labs")
    }
    labs = data.get("labs", {})
    if not isinstance(labs, dict):
        return Progress({}, {**aside, ("labs",): labs})
    read_labs = {name: _lab(name, lab, aside) for name, lab in labs.items()}
    return Progress({k: v for k, v in read_labs.items() if v != LabProgress()}, aside)


def _lab(name: str, data: object, aside: dict[tuple[str, ...], Any]) -> LabProgress:
    if not isinstance(data, dict):
        aside["labs", name] = data
        return LabProgress()
    done, guess = data.get("done", []), data.get("guess")
    aside |= {("labs", name, key): data[key] for key in data.keys() - {"done", "guess"}}
    if not isinstance(done, list) or len(done) > _MOST or not all(map(_is_name, done)):
        aside["labs", name, "done"] = done
        done = []
    if guess is not None and not _is_name(guess):
        aside["labs", name, "guess"] = guess
        guess = None
    return LabProgress(frozenset(done), guess)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST
