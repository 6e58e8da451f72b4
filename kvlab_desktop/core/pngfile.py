"""PNG files, written fast: a figure's rows are mostly equal to the row above.

Qt's writer tries every filter on every row, which takes seconds for a picture of twenty million
pixels. Here each row is stored as its difference from the row above; a row without any is a piece
of compressed data made once and repeated, and only the others are compressed.
Format: https://www.w3.org/TR/png-3/
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_UP = 2  # the filter: each byte is a difference from the byte above
_LEVEL = 1
_BAND = 1 << 22  # bytes compressed at a time
_MODULUS = 65521  # of Adler-32


def png(colours: NDArray[np.uint8], dots_per_metre: int, texts: Mapping[str, str]) -> bytes:
    """Return a PNG of ``colours[row, column, channel]`` (red, green, blue).

    ``texts`` are written under their keywords, which are Latin-1 and at most 79 characters long.
    """
    height, width, _channels = colours.shape
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    density = struct.pack(">IIB", dots_per_metre, dots_per_metre, 1)
    parts = [_SIGNATURE, _chunk(b"IHDR", header), _chunk(b"pHYs", density)]
    for keyword, text in texts.items():
        # no compression, no language, no translated keyword
        parts.append(_chunk(b"iTXt", keyword.encode("latin-1") + bytes(5) + text.encode()))
    parts += [_chunk(b"IDAT", _compressed(colours.reshape(height, -1))), _chunk(b"IEND", b"")]
    return b"".join(parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(data, zlib.crc32(kind))
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)


def _compressed(rows: NDArray[np.uint8]) -> bytes:
    """Return the filtered rows as one zlib stream."""
    height, length = rows.shape[0], 1 + rows.shape[1]
    differs = np.ones(height, bool)
    differs[1:] = [rows[i].tobytes() != rows[i - 1].tobytes() for i in range(1, height)]
    equal_row = _pressed(bytes([_UP]) + bytes(length - 1))
    out, low, high = [b"\x78\x01"], 1, 0
    row = 0
    while row < height:
        end = _end_of_run(differs, row, max(1, _BAND // length))
        if differs[row]:
            filtered = _filtered(rows, row, end)
            out.append(_pressed(filtered))
            low, high = _split(zlib.adler32(filtered, high << 16 | low))
        else:
            out.append(equal_row * (end - row))
            for _same in range(end - row):  # the sum over a 2 and then zeros
                high = (high + length * (low + _UP)) % _MODULUS
                low = (low + _UP) % _MODULUS
        row = end
    return b"".join([*out, _pressed(b"", zlib.Z_FINISH), struct.pack(">I", high << 16 | low)])


def _split(adler: int) -> tuple[int, int]:
    return adler & 0xFFFF, adler >> 16


def _end_of_run(differs: NDArray[np.bool_], start: int, most: int) -> int:
    """Return the end of the rows from ``start`` on that are all equal to theirs above, or none."""
    others = np.flatnonzero(differs[start:] != differs[start])
    end = start + int(others[0]) if len(others) else len(differs)
    return min(end, start + most) if differs[start] else end


def _filtered(rows: NDArray[np.uint8], start: int, end: int) -> memoryview:
    """Return rows as differences from the rows above, each behind its filter's number."""
    filtered = np.full((end - start, 1 + rows.shape[1]), _UP, np.uint8)
    filtered[:, 1:] = rows[start:end]
    filtered[0 if start else 1 :, 1:] -= rows[max(0, start - 1) : end - 1]
    return filtered.data


def _pressed(data: bytes | memoryview, flush: int = zlib.Z_FULL_FLUSH) -> bytes:
    """Return raw deflate data that ends at a byte and refers to nothing before it."""
    press = zlib.compressobj(_LEVEL, zlib.DEFLATED, -15, 9)
    return press.compress(data) + press.flush(flush)
