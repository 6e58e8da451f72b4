"""A subject in any format as bytes, and bytes into a file: all of it or nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage

from ...core.pngfile import png
from ...core.report import as_csv, as_json, report
from ...core.state import write
from ...core.text import msg
from ...sources.carried import PNG_KEYWORD
from ..language import speaking, spoken
from ..store import write_whole
from .look import ExportError, Look, Subject
from .paint import picture
from .pdf import pdf
from .svg import svg

_METRE = 96 / 0.0254  # units of a look's size in a metre


def encode(shown: Subject, look: Look, ending: str) -> bytes:
    """Return a subject in a format of :data:`ENDINGS`; numbers have no look."""
    return ENDINGS[ending](shown, look)


def _png(shown: Subject, look: Look) -> bytes:
    with speaking(look.language):
        texts = {
            "Title": spoken(shown.lab.title()),
            "Description": spoken(shown.outcome.figure.description),
            PNG_KEYWORD: write(shown.state),
        }
    # the array below looks into this image, which has to stay till the end
    image = picture(shown, look).convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    colours = rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3)
    return png(colours, round(_METRE * look.scale), texts)


def _svg(shown: Subject, look: Look) -> bytes:
    return svg(shown, look, write(shown.state))


def _pdf(shown: Subject, look: Look) -> bytes:
    return pdf(shown, look, write(shown.state))


def _json(shown: Subject, _look: Look) -> bytes:
    return (as_json(_report(shown)) + "\n").encode()


def _csv(shown: Subject, _look: Look) -> bytes:
    return table([shown])


def table(steps: Sequence[Subject]) -> bytes:
    """Return the numbers of several settings as one CSV, a line each."""
    return as_csv([_report(shown) for shown in steps]).encode()


def _report(shown: Subject) -> dict[str, object]:
    return report(shown.lab, shown.source, shown.values, shown.outcome)


ENDINGS: dict[str, Callable[[Subject, Look], bytes]] = {
    "png": _png,
    "svg": _svg,
    "pdf": _pdf,
    "csv": _csv,
    "json": _json,
}

#: formats without a look or a language
NUMBERS = frozenset({"csv", "json"})


def save(data: bytes, path: Path) -> None:
    """Write a file: all of it or nothing; raises ``ExportError`` when folder or disk refuse."""
    try:
        write_whole(path, lambda part: part.write_bytes(data))
    except OSError as error:
        why = error.strerror or str(error)
        raise ExportError(
            msg("Export", "{file} cannot be written: {why}", file=str(path), why=why)
        ) from error
