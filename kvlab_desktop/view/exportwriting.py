"""Writing the files of a plan while the program goes on: all of them, or none."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from ..core.text import msg
from .export import ExportError, save
from .exportplan import Plan


class Writing(QObject):
    """Makes the files step by step, a step each time the window has nothing else to do.

    ``went_on(steps)`` tells how far it is, then either ``done(paths)`` or ``refused(sentence)``.
    Nothing is written before everything is made, so that a cancelled export leaves no file.
    """

    went_on = Signal(int)
    done = Signal(object)
    refused = Signal(object)

    def __init__(self, plan: Plan, parent: QObject) -> None:
        super().__init__(parent)
        self.steps = plan.steps()
        self._paths = plan.paths()
        self._work = plan.make()
        self._made: list[bytes] = []
        self._taken = 0
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._go_on)
        self._next.start()

    def cancel(self) -> None:
        """Stop; nothing is written any more, and nothing was."""
        self._next.stop()
        self._paths = []

    def _go_on(self) -> None:
        try:
            for made in self._work:
                self._take(made)
                return
            self._save()
        except ExportError as error:
            self.refused.emit(error.msg)
        except MemoryError:
            self.refused.emit(
                msg("Export", "There is not enough memory for a picture of this size")
            )

    def _take(self, made: tuple[str, bytes] | None) -> None:
        if not self._paths:  # cancelled meanwhile: painting lets the window act
            return
        if made is not None:
            self._made.append(made[1])
        self._taken += 1
        self.went_on.emit(self._taken)
        self._next.start()

    def _save(self) -> None:
        written: list[Path] = []
        for data, path in zip(self._made, self._paths, strict=True):
            try:
                save(data, path)
            except ExportError as error:
                if not written:
                    raise
                raise ExportError(
                    msg(
                        "Export",
                        "{why}. Written before that: {names}",
                        why=error.msg,
                        names=", ".join(done.name for done in written),
                    )
                ) from error
            written.append(path)
        self.done.emit(written)
