"""What is said when a file cannot be used: one line that names the file and the cause."""

from __future__ import annotations

from pathlib import Path

from ..core.text import Msg, msg

SHOWN_CHARACTERS = 80
SHOWN_PATH = 400


class SourceError(ValueError):
    """A file that cannot be used; ``msg`` is one translatable line naming it and the cause."""

    def __init__(self, said: Msg) -> None:
        super().__init__(str(said))
        self.msg = said


def refused(path: Path, cause: Msg) -> SourceError:
    """Return the error that says why a file is refused."""
    # of an endless path the end is shown, since that is the file's own name
    name = printable(str(path)[-SHOWN_PATH:], SHOWN_PATH)
    return SourceError(msg("Models", "{file}: {cause}", file=name, cause=cause))


def printable(text: object, limit: int = SHOWN_CHARACTERS) -> str:
    """Return text from a file as it may be shown: one line, printable, at most ``limit`` long."""
    # cut first: a hostile string may be megabytes long
    clean = "".join(
        c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in str(text)[:limit]
    )
    return clean if len(str(text)) <= limit else clean[: limit - 1] + "…"
