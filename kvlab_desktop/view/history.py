"""Undo and redo of what was set, over Qt's own undo stack."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QUndoCommand, QUndoStack

from ..core.lab import Lab
from ..core.params import Values
from .pages import Pages

Apply = Callable[[Lab, Values], None]
_TOGETHER = 1.0  # seconds within which moves of one control are one step
_STEPS = 200  # that are kept


class Change(QUndoCommand):
    """From one setting of a lab to another; moves of the same control in a row are one step."""

    def __init__(self, lab: Lab, before: Values, after: Values, apply: Apply) -> None:
        super().__init__()
        self.lab, self.before, self.after, self._apply = lab, dict(before), dict(after), apply
        self._keys = frozenset(k for k in after if before.get(k) != after[k])
        self._at = monotonic()
        self._done = True  # it is set already when it is pushed

    def id(self) -> int:
        return 1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, Change) or other.lab != self.lab or other._keys != self._keys:
            return False
        if len(self._keys) != 1 or other._at - self._at > _TOGETHER:
            return False
        self.after, self._at = other.after, other._at
        self.setObsolete(self.after == self.before)
        return True

    def redo(self) -> None:
        if self._done:
            self._done = False
            return
        self._apply(self.lab, self.after)

    def undo(self) -> None:
        self._apply(self.lab, self.before)


class History(QUndoStack):
    """The steps over the settings of all labs; ``turn_to`` shows a lab whose setting changes."""

    def __init__(self, pages: Pages, turn_to: Callable[[Lab], None]) -> None:
        super().__init__(pages)
        self.setUndoLimit(_STEPS)
        self._pages, self._turn_to = pages, turn_to

    def note(self, lab: Lab, before: Values, after: Values) -> None:
        """Take a step that was made."""
        self.push(Change(lab, before, after, self._apply))

    def reset_all(self) -> None:
        """Bring every lab back to its defaults, in one step."""
        changes = []
        for lab in self._pages.labs:
            session = self._pages.sessions[lab.id]
            before = dict(session.values)
            self._pages.set_values(lab, session.defaults)
            if before != session.values:
                changes.append(Change(lab, before, session.values, self._apply))
        if not changes:
            return
        self.beginMacro(QCoreApplication.translate("Window", "Reset all labs"))
        for change in changes:
            self.push(change)
        self.endMacro()

    def _apply(self, lab: Lab, values: Values) -> None:
        self._turn_to(lab)
        self._pages.set_values(lab, values)
