"""Painting a figure or a page on any device, laid out off the screen for the size it is to have."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QRegion
from PySide6.QtWidgets import QWidget

from ...core.figure import Figure
from .. import theme as themes
from ..fitting import settle
from ..jobs import Jobs
from ..language import speaking
from ..page import Page
from ..picture import Picture
from ..session import Session
from ..theme import Theme
from .caption import Caption
from .look import Look, Subject

#: who presses keys meanwhile is answered afterwards
_NOT_THE_USER = QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents
#: an invisible dot after the widgets of a page; what is painted from there on has its clips right
END_OF_WIDGETS = QColor(1, 2, 3, 0)


def picture(shown: Subject, look: Look) -> QImage:
    """Return an image of a subject, ``look.pixels`` large; raises ``ExportError`` when too large.

    It has no transparency; its device pixel ratio is that of the units it was composed in.
    """
    with _painted(QSize(*look.pixels), look.scale * look.zoom) as (image, painter):
        paint(shown, look, painter)
    return image


def figure_image(page: Page, scale: float = 2) -> QImage:
    """Return a page's figure as it is laid out there, ``scale`` times its size in pixels."""
    with _painted(page.picture.size() * scale, scale) as (image, painter):
        page.picture.draw(painter)
    return image


@contextmanager
def _painted(pixels: QSize, scale: float) -> Iterator[tuple[QImage, QPainter]]:
    image = QImage(pixels, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    painter = QPainter(image)
    try:
        yield image, painter
    finally:
        painter.end()


def paint(shown: Subject, look: Look, painter: QPainter) -> None:
    """Paint a subject with the painter's origin as its top left corner, in ``look.units``."""
    theme = themes.make(look.theme, look.text_size)
    edge = theme.px(look.edge)
    width, height = look.units
    is_figure = look.what == "figure"
    ground = theme.colour("paper" if is_figure else "ground")
    painter.fillRect(QRectF(0, 0, width, height), ground)
    with speaking(look.language):
        caption = Caption(shown, theme, width - 2 * edge) if look.caption else None
        below = caption.height + edge // 2 if caption else 0
        if is_figure:
            place = QRect(edge, edge, width - 2 * edge, height - edge - (below or edge))
            paint_figure(shown.outcome.figure, theme, place, painter)
        else:
            _paint_page(shown, theme, QSize(width, height - below), painter)
        if caption:
            painter.fillRect(QRectF(0, height - below, width, below), ground)
            caption.draw(painter, edge, height - below)


def paint_figure(
    shown: Figure,
    theme: Theme,
    place: QRect,
    painter: QPainter,
    hidden: frozenset[str] = frozenset(),
) -> None:
    """Paint a figure composed for a place; the columns ``hidden`` of its tables read "?"."""
    figure = Picture()
    with laid_out(figure, theme, place.size()):
        figure.set_figure(shown, theme, hidden)
        QCoreApplication.processEvents(_NOT_THE_USER)
        _draw_at(painter, figure, place.topLeft())


def _paint_page(shown: Subject, theme: Theme, size: QSize, painter: QPainter) -> None:
    jobs = Jobs()
    page = Page(Session(shown.lab, shown.source, shown.values), theme, jobs)
    page.live = False
    try:
        with laid_out(page, theme, size):
            settle_page(page)
            if _hand_down(page):
                settle_page(page)
            figure = page.picture
            at = figure.mapTo(page, QPoint(0, 0))
            keeps = figure.sizePolicy()
            keeps.setRetainSizeWhenHidden(True)
            figure.setSizePolicy(keeps)
            figure.hide()  # it is drawn over the page, for the reason told in Picture.draw
            page.render(painter, QPoint(0, 0), QRegion(), QWidget.RenderFlag.DrawChildren)
            painter.fillRect(QRectF(0, 0, 1, 1), END_OF_WIDGETS)
            _draw_at(painter, figure, at)
    finally:
        jobs.stop()


def _hand_down(page: Page) -> bool:
    """Give all parts the page's colours and type, which a style sheet keeps from them.

    Returns whether the type of any changes: that of the window may be larger.
    """
    changed = False
    for part in page.findChildren(QWidget):
        part.setPalette(page.palette())
        if not part.testAttribute(Qt.WidgetAttribute.WA_SetFont) and part.font() != page.font():
            part.setFont(page.font())
            changed = True
    return changed


def _draw_at(painter: QPainter, figure: Picture, at: QPoint) -> None:
    painter.save()
    painter.translate(at)
    figure.draw(painter)
    painter.restore()


def settle_page(page: Page) -> None:
    """Compute everything a page shows and let its nested layouts come to rest."""
    page.finish()
    for _round in range(4):  # they settle a level at a time
        settle(page)
        QCoreApplication.processEvents(_NOT_THE_USER)
    page.finish()


@contextmanager
def laid_out(widget: QWidget, theme: Theme, size: QSize) -> Iterator[None]:
    """Lay a widget out at a size in a theme without putting it on the screen.

    It has to be shown all the same: before, its children are where Qt first put them.
    """
    themes.apply(theme, widget)
    widget.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    widget.resize(size)
    widget.show()
    try:
        yield
    finally:
        widget.close()
        widget.deleteLater()
        # now: a command line has no event loop that would do it later
        QCoreApplication.sendPostedEvents(widget, QEvent.Type.DeferredDelete)
