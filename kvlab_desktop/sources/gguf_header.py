"""The metadata of a GGUF file, read without making an object of every token of its vocabulary.

Layout: ggml-org/ggml ``docs/gguf.md``. Everything is bounded by the file's own size and by fixed
limits, so a damaged or hostile header costs little time and memory.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path

from ..core.text import Msg, msg
from .errors import printable, refused
from .jsonfile import check_regular, unreadable

MAGIC = b"GGUF"
VERSIONS = (2, 3)
HEADER_BYTES = 64 * 2**20
MAX_FIELDS = 65_536
MAX_KEY = 65_535  # the format's own limit
KEPT_TEXT = 4096  # a longer text (a chat template) is kept up to here
KEPT_ENTRIES = 16_384  # a longer array (a vocabulary) is skipped
_CHUNK = 2**20

# value type -> its struct letter; 8 is a string, 9 an array
_SCALARS = {
    0: "B",
    1: "b",
    2: "H",
    3: "h",
    4: "I",
    5: "i",
    6: "f",
    7: "?",
    10: "Q",
    11: "q",
    12: "d",
}
_STRING, _ARRAY = 8, 9
_LENGTH = struct.Struct("<Q")


@dataclass(frozen=True, slots=True)
class Skipped:
    """An array that was stepped over."""

    entries: int


class _Damaged(ValueError):
    def __init__(self, cause: Msg) -> None:
        super().__init__(str(cause))
        self.cause = cause


def read_header(path: Path) -> dict[str, object]:
    """Return the metadata of a GGUF file: numbers, texts, short arrays of numbers, else `Skipped`.

    Raises
    ------
    SourceError
        If the file is no little-endian GGUF of version 2 or 3, ends too early, repeats a key, or
        goes beyond a limit.
    """
    size = check_regular(path)
    try:
        with path.open("rb") as stream:
            return _Cursor(stream, min(size, HEADER_BYTES), size > HEADER_BYTES).metadata()
    except _Damaged as bad:
        raise refused(path, bad.cause) from None
    except OSError as problem:
        raise refused(path, unreadable(problem)) from None


class _Cursor:
    """A place in the header; bytes are read in chunks as they are needed."""

    def __init__(self, stream: BufferedReader, limit: int, cut: bool) -> None:
        self._stream = stream
        self._limit = limit
        self._cut = cut
        self._data = bytearray()
        self._at = 0

    def metadata(self) -> dict[str, object]:
        """Return all fields, from the magic number on."""
        if self._limit < len(MAGIC) or self._take(len(MAGIC)) != MAGIC:
            raise _Damaged(msg("Models", "not a GGUF file (its first four bytes are not 'GGUF')"))
        self._check_version()
        self._number("Q")  # tensors: their table lies behind the metadata and is not needed
        count = self._number("Q")
        if count > MAX_FIELDS:
            said = msg(
                "Models",
                "it claims {count} fields; at most {most} are read",
                count=count,
                most=MAX_FIELDS,
            )
            raise _Damaged(said)
        fields: dict[str, object] = {}
        for _ in range(count):
            key = self._key()
            if key in fields:
                raise _Damaged(
                    msg("Models", "the key '{name}' is there twice", name=printable(key))
                )
            fields[key] = self._value(self._number("I"), key)
        return fields

    def _check_version(self) -> None:
        version = self._number("I")
        if version in VERSIONS:
            return
        if version == 1:
            raise _Damaged(msg("Models", "GGUF version 1 is too old: convert it with llama.cpp"))
        if version in (v << 24 for v in (1, *VERSIONS)):
            raise _Damaged(msg("Models", "a big-endian GGUF file, which is not read here"))
        raise _Damaged(msg("Models", "GGUF version {version} is not known here", version=version))

    def _key(self) -> str:
        length = self._number("Q")
        if length > MAX_KEY:
            said = msg(
                "Models",
                "a key of {length} bytes; at most {most} are allowed",
                length=length,
                most=MAX_KEY,
            )
            raise _Damaged(said)
        try:
            return self._take(length).decode()
        except UnicodeDecodeError:
            raise _Damaged(msg("Models", "a key is not UTF-8 text")) from None

    def _value(self, kind: int, key: str) -> object:
        if kind in _SCALARS:
            return self._number(_SCALARS[kind])
        if kind == _STRING:
            length = self._number("Q")
            end = self._end(length)
            text = self._take(min(length, KEPT_TEXT)).decode(errors="replace")
            self._at = end
            return text
        if kind == _ARRAY:
            return self._array(self._number("I"), self._number("Q"), key)
        said = msg(
            "Models",
            "the field '{name}' has the value type {kind}, which is not known",
            name=printable(key),
            kind=kind,
        )
        raise _Damaged(said)

    def _array(self, kind: int, count: int, key: str) -> object:
        if kind == _STRING:
            self._skip_texts(count)
            return Skipped(count)
        if kind not in _SCALARS:
            said = msg(
                "Models",
                "the array '{name}' holds values of type {kind}, which is not read",
                name=printable(key),
                kind=kind,
            )
            raise _Damaged(said)
        letter = _SCALARS[kind]
        end = self._end(count * struct.calcsize(letter))
        if count > KEPT_ENTRIES:
            self._at = end
            return Skipped(count)
        return list(struct.unpack(f"<{count}{letter}", self._take(end - self._at)))

    def _skip_texts(self, count: int) -> None:
        """Step over the strings of a vocabulary; the loop every large header spends its time in."""
        self._end(count * _LENGTH.size)
        at, data, unpack = self._at, self._data, _LENGTH.unpack_from
        last = len(data) - _LENGTH.size  # the last place a length can be read from
        for _ in range(count):
            if at > last:
                self._fill(at + _LENGTH.size)
                last = len(data) - _LENGTH.size
            at += _LENGTH.size + unpack(data, at)[0]
        self._at = at
        self._end(0)

    def _number(self, letter: str) -> int:
        width = struct.calcsize(letter)
        value: int = struct.unpack("<" + letter, self._take(width))[0]
        return value

    def _take(self, length: int) -> bytes:
        start, self._at = self._at, self._end(length)
        self._fill(self._at)
        return bytes(self._data[start : self._at])

    def _end(self, length: int) -> int:
        """Return the place ``length`` bytes on, refusing one beyond the end of the file."""
        end = self._at + length
        if end > self._limit:
            raise _Damaged(self._too_short())
        return end

    def _fill(self, upto: int) -> None:
        if upto > self._limit:
            raise _Damaged(self._too_short())
        while len(self._data) < upto:
            wanted = max(_CHUNK, upto - len(self._data))
            chunk = self._stream.read(min(wanted, self._limit - len(self._data)))
            if not chunk:
                raise _Damaged(self._too_short())
            self._data += chunk

    def _too_short(self) -> Msg:
        if self._cut:
            return msg("Models", "its header is larger than {most} bytes", most=HEADER_BYTES)
        return msg("Models", "the file ends inside its header (byte {at})", at=self._at)
