"""What is written in a compiled translation: Qt looks texts up in it, but cannot list them."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_MAGIC = bytes.fromhex("3cb86418caef9c95cd211cbf60a1bddd")
_MESSAGES = 0x69
_END, _TRANSLATION, _SOURCE, _CONTEXT, _COMMENT = 1, 3, 6, 7, 8


@dataclass(frozen=True, slots=True)
class Entry:
    """One text and its translations, one for each plural form."""

    context: str
    source: str
    translations: tuple[str, ...]


def entries(path: Path) -> Iterator[Entry]:
    """Yield the texts of a ``.qm`` file.

    Raises OSError when it cannot be read and ValueError when it is no such file. The layout is
    that of Qt's ``qtranslator.cpp``: sections of a tag, a length and their content, big-endian.
    """
    content = path.read_bytes()
    if not content.startswith(_MAGIC):
        raise ValueError(f"{path.name} is no compiled translation")
    try:
        for tag, section in _fields(content[len(_MAGIC) :]):
            if tag == _MESSAGES:
                yield from _messages(section)
    except struct.error:
        raise ValueError(f"{path.name} ends too early") from None


def _fields(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield tag and content of what stands one after another; an end mark has no length."""
    at = 0
    while at < len(content):
        tag = content[at]
        length = 0
        if tag != _END:
            (length,) = struct.unpack_from(">I", content, at + 1)
            at += 4
        yield tag, content[at + 1 : at + 1 + length]
        at += 1 + length


def _messages(section: bytes) -> Iterator[Entry]:
    names = {_SOURCE: "", _CONTEXT: "", _COMMENT: ""}
    translations: list[str] = []
    for tag, content in _fields(section):
        if tag == _END:
            yield Entry(names[_CONTEXT], names[_SOURCE], tuple(translations))
            translations = []
        elif tag == _TRANSLATION:
            translations.append(content.decode("utf-16-be"))
        elif tag in names:
            names[tag] = content.decode("utf-8")
