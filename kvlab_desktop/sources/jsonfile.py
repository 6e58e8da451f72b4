"""Reading a JSON file that may be damaged or hostile: bounded in size, depth and time."""

from __future__ import annotations

import json
import math
import os
import re
import stat
from pathlib import Path

from ..core.text import Msg, msg
from .errors import printable, refused

CONFIG_BYTES = 4 * 2**20
MAX_DEPTH = 64

# whole strings, so that brackets inside them are not counted; an unfinished string runs to the
# end, which keeps the scan linear whatever the file holds
_STRING_OR_BRACKET = re.compile(r'"[^"\\]*(?:\\(?:.|\Z)[^"\\]*)*(?:"|\Z)|[\[{]|[\]}]', re.DOTALL)


class _BadJson(ValueError):
    def __init__(self, cause: Msg) -> None:
        super().__init__(str(cause))
        self.cause = cause


def read_json(path: str | os.PathLike[str], limit: int = CONFIG_BYTES) -> dict[str, object]:
    """Read a JSON file whose top level is an object.

    Standard JSON in UTF-8 (a byte order mark is allowed), at most ``limit`` bytes and 64 levels
    deep, without duplicate keys, NaN or infinities.

    Raises
    ------
    SourceError
        For anything else, with one line that names the file and the cause.
    """
    file = Path(path)
    data = read_bounded(file, limit)
    try:
        return _parse(data)
    except _BadJson as bad:
        raise refused(file, bad.cause) from None


def read_bounded(path: Path, limit: int) -> bytes:
    """Read a regular file of at most ``limit`` bytes, checked before anything is read.

    Raises SourceError for a missing, unreadable, special or larger file.
    """
    if check_regular(path) > limit:
        raise refused(path, _too_large(limit))
    try:
        with path.open("rb") as stream:
            data = stream.read(limit + 1)
    except OSError as problem:
        raise refused(path, unreadable(problem)) from None
    if len(data) > limit:  # it grew, or its size was not known
        raise refused(path, _too_large(limit))
    return data


def check_regular(path: Path) -> int:
    """Return the size of a regular file in bytes, or raise SourceError."""
    try:
        status = path.stat()
    except (OSError, ValueError) as problem:  # ValueError: a NUL in the name
        raise refused(path, unreadable(problem)) from None
    if stat.S_ISDIR(status.st_mode):
        raise refused(path, msg("Models", "this is a folder, not a file"))
    if not stat.S_ISREG(status.st_mode):
        raise refused(path, msg("Models", "this is not an ordinary file"))
    return status.st_size


def _too_large(limit: int) -> Msg:
    return msg("Models", "larger than the {limit} bytes such a file may have", limit=limit)


def unreadable(problem: Exception) -> Msg:
    """Return the cause to show for a file that the operating system does not give."""
    reason = problem.strerror if isinstance(problem, OSError) else None
    return msg("Models", "cannot be read ({reason})", reason=printable(reason or problem))


def _parse(data: bytes) -> dict[str, object]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as bad:
        said = msg("Models", "not UTF-8 text (byte {at} cannot be decoded)", at=bad.start)
        raise _BadJson(said) from None
    if not text.strip():
        raise _BadJson(msg("Models", "the file is empty"))
    _check_depth(text)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_without_duplicates,
            parse_constant=_not_finite,
            parse_float=_finite,
        )
    except json.JSONDecodeError as bad:
        said = msg(
            "Models", "not valid JSON (line {line}, column {at})", line=bad.lineno, at=bad.colno
        )
        raise _BadJson(said) from None
    except _BadJson:
        raise
    except ValueError:  # an integer of thousands of digits
        raise _BadJson(msg("Models", "a number in it is too long")) from None
    if not isinstance(value, dict):
        raise _BadJson(msg("Models", "its top level is not an object {…}"))
    return value


def _check_depth(text: str) -> None:
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        first = text[match.start()]
        if first in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise _BadJson(msg("Models", "nested deeper than {depth} levels", depth=MAX_DEPTH))
        elif first in "]}":
            depth -= 1


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            said = msg("Models", "the key '{name}' is there twice", name=printable(name))
            raise _BadJson(said)
        found[name] = value
    return found


def _not_finite(name: str) -> object:
    raise _BadJson(msg("Models", "{name} is not a number JSON knows", name=name))


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise _BadJson(msg("Models", "the number {number} is too large", number=printable(text)))
    return value
