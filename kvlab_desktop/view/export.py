"""Pictures of pages and figures, into images and files."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QByteArray, QCoreApplication, QPoint, QSize, Qt
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtWidgets import QWidget

from ..core.text import Msg, msg
from .fitting import settle
from .page import Page

_LARGEST = 32_000  # pixels along a side; Qt's raster painter ends at 32 767


class ExportError(RuntimeError):
    """A picture that could not be written; ``msg`` names the file and the cause."""

    def __init__(self, message: Msg) -> None:
        super().__init__(str(message))
        self.msg = message


def page_image(page: Page, scale: float = 1) -> QImage:
    """Return a picture of a whole page, ``scale`` times its size in pixels."""
    with page.picture.uncached():
        return _image(page, scale)


def figure_image(page: Page, scale: float = 2) -> QImage:
    """Return a picture of a page's figure, ``scale`` times its size in pixels."""
    with page.picture.uncached():
        return _image(page.picture, scale)


def _image(widget: QWidget, scale: float) -> QImage:
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


def save_figure(page: Page, path: Path, scale: float = 2) -> None:
    """Write a page's figure as PNG."""
    save_image(figure_image(page, scale), path)


def save_image(image: QImage, path: Path) -> None:
    """Write an image as PNG: all of it or nothing.

    Raises :class:`ExportError` when the folder or the disk refuses.
    """
    part = path.with_name(f".{path.stem}-{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.touch()
        if not QImageWriter(str(part), QByteArray(b"png")).write(image):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        part.replace(path)
    except OSError as error:
        why = error.strerror or str(error)
        message = msg("Export", "{file} cannot be written: {why}", file=str(path), why=why)
        raise ExportError(message) from error
    finally:
        if part.exists():
            part.unlink()


def hidden_page(page: Page, width: int, height: int) -> Page:
    """Lay a page out at a size without putting it on the screen, everything computed."""
    page.live = False
    page.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    page.resize(width, height)
    page.show()
    page.finish()
    for _round in range(4):  # nested layouts settle a level at a time
        settle(page)
        QCoreApplication.processEvents()
    page.finish()
    return page
