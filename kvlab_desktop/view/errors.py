"""The last resort for defects of ours: a line in the log, one bar in the window, never a flood."""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, Signal

from ..core.places import log_dir

log = logging.getLogger("kvlab")
_LARGEST = 1 << 20  # bytes of the log before an older part of it goes


def log_file() -> Path:
    """Return the file that errors are written to."""
    return log_dir() / "kvlab.log"


def open_log() -> None:
    """Write the program's log to its file; without a writable place it goes nowhere."""
    handler: logging.Handler
    try:
        log_file().parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            log_file(), maxBytes=_LARGEST, backupCount=1, encoding="utf-8", delay=True
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    log.addHandler(handler)
    log.setLevel(logging.INFO)


class Hook(QObject):
    """Catches what nobody caught, in any thread; ``caught`` tells of each kind of error once."""

    caught = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: set[tuple[type[BaseException], str]] = set()

    def install(self) -> None:
        """Replace the hooks of the main thread and of the others."""
        sys.excepthook = self.handle
        threading.excepthook = lambda args: self.handle(
            args.exc_type, args.exc_value or args.exc_type(), args.exc_traceback
        )

    def handle(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Log an error with its traceback; tell of it when it is a new one."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        log.error("%s", error, exc_info=(kind, error, trace))
        if (kind, str(error)) not in self._known and len(self._known) < 100:
            self._known.add((kind, str(error)))
            self.caught.emit("".join(traceback.format_exception(kind, error, trace)).strip())
