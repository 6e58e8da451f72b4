"""The user's progress: kept in a file of its own, taken back at the start, forgotten on request."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QUndoCommand

from ..core import progress as kept
from ..core.progress import Progress
from ..core.state import StateError
from ..core.text import Msg, msg
from . import store
from .history import History
from .pages import Pages


class ProgressKeeper:
    """Carries the progress between the sessions of all labs and the file."""

    def __init__(self, pages: Pages, history: History, tell: Callable[[Msg], None]) -> None:
        self._pages, self._history, self._tell = pages, history, tell
        self._known = self._written = Progress()
        self._refused = False

    @property
    def now(self) -> Progress:
        """The progress in all labs, with what other versions of the program left in the file."""
        progress = self._known
        for lab in self._pages.labs:
            progress = progress.put(lab, self._pages.sessions[lab.id].progress)
        return progress

    @now.setter
    def now(self, progress: Progress) -> None:
        self._known = progress
        for lab in self._pages.labs:
            self._pages.sessions[lab.id].progress = progress.of(lab)
        self._pages.redraw()

    def restore(self) -> None:
        """Take the progress back; a damaged file is set aside and said so."""
        try:
            self.now = self._written = load()
        except StateError as error:
            spare = store.set_aside(store.progress_file())
            self._tell(
                msg(
                    "Progress",
                    "Your progress could not be read ({cause}). It is kept as {file}.",
                    cause=error.msg,
                    file=str(spare),
                )
            )

    def keep(self) -> None:
        """Write the progress when it differs from what is written.

        What went wrong is told once: the disk will say the same the next time.
        """
        now = self.now
        if now == self._written:
            return
        refused = store.save_text(kept.write(now), store.progress_file())
        if refused is None:
            self._written = now
        elif not self._refused:
            self._tell(refused)
        self._refused = refused is not None

    def start_over(self) -> None:
        """Forget all progress and bring all labs back to their defaults, in one step."""
        self._history.beginMacro(QCoreApplication.translate("Window", "Start over"))
        self._history.reset_all()
        self._history.push(_Forget(self))
        self._history.endMacro()
        self.keep()
        self._tell(
            msg("Progress", "Your progress is forgotten, all labs are reset. Undo takes it back.")
        )


def load() -> Progress:
    """Read the progress that is kept, none where there is no file.

    Raises :class:`StateError` with a sentence that names file and cause.
    """
    path = store.progress_file()
    if not path.exists():
        return Progress()
    data = store.load_object(path)
    try:
        return kept.read(data)
    except StateError as error:
        raise StateError(store.named(path, error.msg)) from None


class _Forget(QUndoCommand):
    """From the progress there is to none."""

    def __init__(self, keeper: ProgressKeeper) -> None:
        super().__init__()
        self._keeper, self._before = keeper, keeper.now

    def redo(self) -> None:
        self._keeper.now = Progress()

    def undo(self) -> None:
        self._keeper.now = self._before
