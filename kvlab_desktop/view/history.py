"""Undo and redo of what was set, over Qt's own undo stack."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic

from PySide6.QtGui import QUndoCommand, QUndoStack

from ..core.lab import Lab
from ..core.params import Values
from .pages import Pages

_TOGETHER = 1.0  # seconds within which moves of one control by key are one step
_STEPS = 200  # that are kept


@dataclass(frozen=True, slots=True)
class _Hand:
    """When something was set, and during which hold of a handle (``None``: none is held)."""

    at: float
    hold: int | None


class Change(QUndoCommand):
    """From some labs' settings to others; moves of one control in a row are one step."""

    def __init__(
        self,
        before: Mapping[Lab, Values],
        after: Mapping[Lab, Values],
        hand: _Hand,
        apply: Callable[[Mapping[Lab, Values]], None],
    ) -> None:
        super().__init__()
        self._before, self._after, self._hand, self._apply = before, after, hand, apply
        self._done = True  # it is set already when it is pushed

    def id(self) -> int:
        return 1

    def _keys(self) -> set[tuple[Lab, str]]:
        """What is different afterwards."""
        every = ((lab, key) for lab, values in self._after.items() for key in values)
        return {(lab, key) for lab, key in every
                if self._before[lab].get(key) != self._after[lab][key]}  # fmt: skip

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, Change) or not self._goes_on(other):
            return False
        self._after, self._hand = other._after, other._hand
        self.setObsolete(self._after == self._before)
        return True

    def _goes_on(self, other: Change) -> bool:
        """Return whether another change is the same movement of the hand."""
        if self._hand.hold is not None or other._hand.hold is not None:
            return self._hand.hold == other._hand.hold and self._after.keys() == other._after.keys()
        keys, soon = self._keys(), other._hand.at - self._hand.at <= _TOGETHER
        return soon and len(keys) == 1 and keys == other._keys()

    def redo(self) -> None:
        if self._done:
            self._done = False
            return
        self._apply(self._after)

    def undo(self) -> None:
        self._apply(self._before)


class History(QUndoStack):
    """The steps over the settings of all labs; ``turn_to`` shows a lab whose setting changes."""

    def __init__(self, pages: Pages, turn_to: Callable[[Lab], None]) -> None:
        super().__init__(pages)
        self.setUndoLimit(_STEPS)
        self._pages, self._turn_to = pages, turn_to
        self._holds, self._held = 0, False

    def hold(self, held: bool) -> None:
        """Take that a handle is held from now on, or let go: what lies between is one step."""
        self._holds += held
        self._held = held

    def note(self, lab: Lab, before: Values, after: Values) -> None:
        """Take a step that was made."""
        self._push({lab: dict(before)}, {lab: dict(after)})

    def set(self, lab: Lab, values: Values) -> None:
        """Give a lab values in a step of its own; equal ones are no step."""
        session = self._pages.sessions[lab.id]
        before = dict(session.values)
        self._pages.set_values(lab, values)
        if before != session.values:
            self._holds += 1  # as if held for this alone: it joins no other movement
            hand = _Hand(monotonic(), self._holds)
            self.push(Change({lab: before}, {lab: dict(session.values)}, hand, self._apply))

    def reset_all(self) -> None:
        """Bring every lab back to its defaults, in one step."""
        sessions = [self._pages.sessions[lab.id] for lab in self._pages.labs]
        changed = [s for s in sessions if s.values != s.defaults]
        before = {session.lab: dict(session.values) for session in changed}
        for session in changed:
            self._pages.set_values(session.lab, session.defaults)
        if changed:
            self._push(before, {session.lab: dict(session.values) for session in changed})

    def _push(self, before: Mapping[Lab, Values], after: Mapping[Lab, Values]) -> None:
        hand = _Hand(monotonic(), self._holds if self._held else None)
        self.push(Change(before, after, hand, self._apply))

    def _apply(self, settings: Mapping[Lab, Values]) -> None:
        """Give labs settings; one of them is to be seen."""
        if self._pages.labs[self._pages.currentIndex()] not in settings:
            self._turn_to(next(iter(settings)))
        for lab, values in settings.items():
            self._pages.set_values(lab, values)
