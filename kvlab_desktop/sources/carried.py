"""The state that exported figures carry: put into PNG, SVG and PDF, and read out of them again.

A file is only searched for the one text that the program put there, never interpreted: no picture
is decoded, no XML is parsed (so that no entity in it can grow), nothing is read past a limit.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from html import escape, unescape
from pathlib import Path

from ..core.state import LARGEST
from ..core.text import Msg, msg, verbatim
from .errors import refused

PNG_KEYWORD = "kvlab"
SVG_ELEMENT = "kvlab:state"
SVG_NAMESPACE = "urn:kvlab:state"
_LARGEST_FILE = 64 << 20
_LARGEST_TEXT = 4 * LARGEST  # bytes
_MOST_CHUNKS = 10_000
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def xmp(carried: str, title: str) -> bytes:
    """Return the metadata of a PDF: its title, and the text that it carries."""
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">\n'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        f'xmlns:kvlab="{SVG_NAMESPACE}">\n'
        '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">'
        f"{escape(title)}</rdf:li></rdf:Alt></dc:title>\n"
        f"<{SVG_ELEMENT}>{escape(carried)}</{SVG_ELEMENT}>\n"
        '</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>'
    ).encode()


def read_carried(path: Path) -> str:
    """Return the text that a picture carries.

    Raises :class:`~.errors.SourceError` with a line that names the file and the cause.
    """
    find = READERS[path.suffix.lower()]
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST_FILE + 1)
    except OSError as error:
        raise refused(path, verbatim(error.strerror or str(error))) from error
    if len(data) > _LARGEST_FILE:
        raise refused(path, msg("Carried", "it is larger than a picture of KV Lab can be"))
    try:
        return find(data).decode("utf-8")
    except _Nothing as nothing:
        raise refused(path, nothing.cause) from None
    except (UnicodeDecodeError, struct.error, zlib.error):
        raise refused(path, msg("Carried", "it is damaged")) from None


class _Nothing(Exception):
    """A file without a text of ours."""

    def __init__(self, cause: Msg) -> None:
        super().__init__(str(cause))
        self.cause = cause


def _none() -> _Nothing:
    return _Nothing(msg("Carried", "this picture was not made by KV Lab, or was saved anew since"))


def _from_png(data: bytes) -> bytes:
    if not data.startswith(_SIGNATURE):
        raise _Nothing(msg("Carried", "it is no PNG picture"))
    at = len(_SIGNATURE)
    for _chunk in range(_MOST_CHUNKS):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + length] if kind in (b"iTXt", b"tEXt") else b""
        start = f"{PNG_KEYWORD}\0".encode()
        if kind == b"IEND":
            break
        if body.startswith(start):
            return _png_text(kind, body[len(start) :])
        at += 12 + length
    raise _none()


def _png_text(kind: bytes, body: bytes) -> bytes:
    """Return the text of a chunk behind its keyword, inflated when another program deflated it."""
    if kind == b"tEXt":
        return _bounded(body.decode("latin-1").encode())
    deflated, body = body[0] if body else 0, body[2:]
    text = body.split(b"\0", 2)[-1]
    if deflated:
        text = zlib.decompressobj().decompress(text, _LARGEST_TEXT + 1)
    return _bounded(text)


def _bounded(text: bytes) -> bytes:
    if len(text) > _LARGEST_TEXT:
        raise _Nothing(msg("Carried", "what it carries is too large"))
    return text


def _from_svg(data: bytes) -> bytes:
    if b"<svg" not in data[: 1 << 16]:
        raise _Nothing(msg("Carried", "it is no SVG picture"))
    return _between_tags(data)


def _from_pdf(data: bytes) -> bytes:
    if not data.startswith(b"%PDF-"):
        raise _Nothing(msg("Carried", "it is no PDF"))
    return _between_tags(data)


def _between_tags(data: bytes) -> bytes:
    start, end = f"<{SVG_ELEMENT}".encode(), f"</{SVG_ELEMENT}>".encode()
    first = data.find(start)
    last = data.find(end, first)
    if first < 0 or last < 0:
        raise _none()
    text = _bounded(data[first:last]).partition(b">")[2]
    return unescape(text.decode("utf-8")).encode()


READERS: dict[str, Callable[[bytes], bytes]] = {
    ".png": _from_png,
    ".svg": _from_svg,
    ".pdf": _from_pdf,
}
