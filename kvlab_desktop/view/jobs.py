"""Work that may take long: one worker, the latest request wins, stale results are dropped."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

from PySide6.QtCore import QObject, Signal

Work = Callable[[Callable[[], bool]], Any]


class Jobs(QObject):
    """Runs one piece of work at a time beside the user interface.

    ``done(token, result)`` arrives in the thread of this object; ``failed(token, error)`` likewise.
    """

    done = Signal(int, object)
    failed = Signal(int, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="kvlab")
        self._cancel = Event()
        self._token = 0
        self._stopped = False

    def submit(self, work: Work) -> int:
        """Start ``work(cancelled)`` and cancel what was asked for before; return its token.

        Once stopped, nothing is started any more.
        """
        self._cancel.set()
        self._cancel = cancel = Event()
        self._token += 1
        if not self._stopped:
            self._pool.submit(self._run, self._token, work, cancel)
        return self._token

    def cancel(self) -> None:
        """Drop what is running."""
        self._cancel.set()
        self._token += 1

    def _run(self, token: int, work: Work, cancel: Event) -> None:
        if cancel.is_set():
            return
        try:
            result = work(cancel.is_set)
        except Exception as error:  # handed to the thread that shows it
            if not cancel.is_set():
                self.failed.emit(token, error)
            return
        if not cancel.is_set():
            self.done.emit(token, result)

    def stop(self) -> None:
        """End the worker; waits for the piece at hand."""
        self.cancel()
        self._stopped = True
        self._pool.shutdown(wait=True, cancel_futures=True)
