"""Pictures of pages and figures, into images and files."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QByteArray, QCoreApplication, QPoint, QSize, Qt
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtWidgets import QWidget

from ..core.text import Msg, msg
from .page import Page

_LARGEST = 32_000  # pixels along a side; Qt's raster painter ends at 32 767


class ExportError(RuntimeError):
    """A picture that could not be written; ``msg`` names the file and the cause."""

    def __init__(self, message: Msg) -> None:
        super().__init__(str(message))
        self.msg = message


def widget_image(widget: QWidget, scale: float = 1) -> QImage:
    """Return a picture of a widget, ``scale`` times its size in pixels."""
    size = QSize(round(widget.width() * scale), round(widget.height() * scale))
    if max(size.width(), size.height()) > _LARGEST:
        raise ExportError(
            msg(
                "Export",
                "A picture of {width} × {height} pixels is too large",
                width=size.width(),
                height=size.height(),
            )
        )
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(scale)
    image.fill(Qt.GlobalColor.white)
    with painting(image) as painter:
        widget.render(painter, QPoint(0, 0))
    return image


@contextmanager
def painting(image: QImage) -> Iterator[QPainter]:
    """Paint on an image and always end."""
    painter = QPainter(image)
    try:
        yield painter
    finally:
        painter.end()


def figure_image(page: Page, scale: float = 2) -> QImage:
    """Return a picture of a page's figure."""
    return widget_image(page.picture, scale)


def save_figure(page: Page, path: Path, scale: float = 2) -> None:
    """Write a page's figure as PNG."""
    save_image(figure_image(page, scale), path)


def save_image(image: QImage, path: Path) -> None:
    """Write an image as PNG: all of it or nothing.

    Raises :class:`ExportError` when the folder or the disk refuses.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".kvlab-", suffix=".png", dir=path.parent)
        os.close(handle)
    except OSError as error:
        raise ExportError(
            msg(
                "Export",
                "{file} cannot be written: {why}",
                file=str(path),
                why=error.strerror or str(error),
            )
        ) from error
    try:
        if not QImageWriter(name, QByteArray(b"png")).write(image):
            raise ExportError(
                msg(
                    "Export",
                    "{file} cannot be written: {why}",
                    file=str(path),
                    why=msg("Export", "the disk may be full"),
                )
            )
        Path(name).replace(path)
    except OSError as error:
        raise ExportError(
            msg(
                "Export",
                "{file} cannot be written: {why}",
                file=str(path),
                why=error.strerror or str(error),
            )
        ) from error
    finally:
        Path(name).unlink(missing_ok=True)


def hidden_page(page: Page, width: int, height: int) -> Page:
    """Lay a page out at a size without putting it on the screen, everything computed."""
    page.live = False
    page.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    page.resize(width, height)
    page.show()
    page.finish()
    QCoreApplication.processEvents()
    page.finish()
    return page
