"""PDF: vectors with embedded fonts, pages of exactly the picture's size."""

from __future__ import annotations

from collections.abc import Callable, Sequence

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

    def paint_sheet(painter: QPainter) -> None:
        painter.scale(look.zoom, look.zoom)
        paint(shown, look, painter)

    return sheets([paint_sheet], look.size, title, carried)


def sheets(
    paints: Sequence[Callable[[QPainter], None]],
    size: tuple[float, float],
    title: str,
    carried: str,
) -> bytes:
    """Return a PDF with a page for each function, which paints it in units of ``size``.

    A unit is 1/96 inch; ``carried`` is kept in the metadata.
    """
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_RESOLUTION)
    points = QSizeF(*size) * 72 / _DOTS
    page = QPageSize(points, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
    writer.setTitle(title)
    writer.setCreator(f"{APP_NAME} {__version__}")
    writer.setDocumentXmpMetadata(xmp(carried, title))
    painter = QPainter(writer)
    try:
        for i, paint_sheet in enumerate(paints):
            if i > 0:
                writer.newPage()
            painter.save()
            painter.scale(_RESOLUTION / _DOTS, _RESOLUTION / _DOTS)
            paint_sheet(painter)
            painter.restore()
    finally:
        painter.end()
    return bytes(buffer.data().data())
