"""PDF: vectors with embedded fonts, one page of exactly the picture's size."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter

from ... import APP_NAME, __version__
from ...sources.carried import xmp
from ..language import speaking, spoken
from .look import Look, Subject
from .paint import paint

_DOTS = 96  # units of the picture's size in an inch, as in a PNG of scale 1
_RESOLUTION = 1200


def pdf(shown: Subject, look: Look, carried: str) -> bytes:
    """Return a PDF of a subject; ``carried`` is kept in its metadata."""
    with speaking(look.language):
        title = spoken(shown.lab.title())
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_RESOLUTION)
    points = QSizeF(*look.size) * 72 / _DOTS
    page = QPageSize(points, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
    writer.setTitle(title)
    writer.setCreator(f"{APP_NAME} {__version__}")
    writer.setDocumentXmpMetadata(xmp(carried, title))
    painter = QPainter(writer)
    try:
        painter.scale(look.zoom * _RESOLUTION / _DOTS, look.zoom * _RESOLUTION / _DOTS)
        paint(shown, look, painter)
    finally:
        painter.end()
    return bytes(buffer.data().data())
