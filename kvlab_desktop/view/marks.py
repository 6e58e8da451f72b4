"""How each kind of mark is painted, in the pixels of its panel.

One function per kind, in ``PAINTERS``. A panel calls them from back to front in a single item:
an item for every mark costs more in calls between Qt and Python than the painting itself.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QImage,
    QPaintEngine,
    QPainter,
    QPen,
    QPixmap,
    QPolygonF,
)

from ..core.figure import (
    Band,
    Bars,
    Bits,
    Boxes,
    Dots,
    Floats,
    Heat,
    Line,
    Mark,
    Panel,
    Rule,
    Segments,
)
from ..core.places import resource
from . import bits
from .scales import Scales
from .theme import Theme

_SMOOTH = QPainter.RenderHint.Antialiasing
#: an antialiased pen wider than 1 on a long noisy curve takes Qt hundreds of milliseconds
_LONG = 256
_CELL = 12  # pixels along the side of a cell of a heat map in a vector format


@cache
def colour_table(name: str) -> NDArray[np.uint32]:
    """Return 256 colours of a colour map as 0xffRRGGBB, which Qt draws without converting."""
    text = json.loads(resource("style", "colour_maps.json").read_text(encoding="utf-8"))[name]
    red, green, blue = np.frombuffer(bytes.fromhex(text), np.uint8).reshape(-1, 3).T.astype("u4")
    return 0xFF000000 | red << 16 | green << 8 | blue


def paint_marks(painter: QPainter, panel: Panel, scales: Scales, theme: Theme) -> None:
    """Paint the marks of a panel from back to front."""
    for mark in panel.marks:
        paint = PAINTERS.get(type(mark))
        if paint is not None:
            paint(painter, mark, scales, theme)


def _pen(theme: Theme, tone: str, width: float, dashed: bool) -> QPen:
    pen = QPen(theme.colour(tone), width)
    if dashed:
        pen.setDashPattern([4, 3])
    return pen


def _places(scales: Scales, x: Floats, y: Floats) -> tuple[list[float], list[float]]:
    """Return the pixels of many places."""
    return scales.to_xs(x).tolist(), scales.to_ys(y).tolist()


def _bars(painter: QPainter, mark: Bars, scales: Scales, theme: Theme) -> None:
    rects = bar_rects(mark, scales)
    colour = theme.colour(mark.tone)
    painter.setRenderHint(_SMOOTH, False)
    painter.setPen(_pen(theme, mark.tone, 1, False) if mark.hatched else Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(colour, Qt.BrushStyle.BDiagPattern) if mark.hatched else colour)
    painter.drawRects(rects)
    if mark.picked is not None and 0 <= mark.picked < len(rects):
        painter.setPen(_pen(theme, "accent", 2, False))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rects[mark.picked].adjusted(-2, -2, 2, 2))


def bar_rects(mark: Bars, scales: Scales) -> list[QRectF]:
    """Return the rectangle of each bar; plain arithmetic beats arrays for the few there are."""
    lying = mark.lying
    start, step = (scales.y_start, scales.y_step) if lying else (scales.x_start, scales.x_step)
    zero, long = (scales.x_start, scales.x_step) if lying else (scales.y_start, scales.y_step)
    thick, base = abs(step) * mark.width, zero + long * mark.base
    rects = []
    for at, size in zip(mark.at.tolist(), mark.size.tolist(), strict=True):
        side, end = start + step * at - thick / 2, zero + long * size
        low, length = (base, end - base) if end >= base else (end, base - end)
        rects.append(
            QRectF(low, side, length, thick) if lying else QRectF(side, low, thick, length)
        )
    return rects


def _dots(painter: QPainter, mark: Dots, scales: Scales, theme: Theme) -> None:
    points = [QPointF(x, y) for x, y in zip(*_places(scales, mark.x, mark.y), strict=True)]
    _draw_dots(painter, points, theme, mark.tone, theme.px(mark.size) / 2, mark.hollow)
    _draw_ring(painter, points, mark.picked, theme, theme.px(mark.size) / 2)


def _draw_dots(
    painter: QPainter, points: list[QPointF], theme: Theme, tone: str, radius: float, hollow: bool
) -> None:
    """Draw equal dots: on pixels as copies of one picture, which is eight times faster."""
    if painter.paintEngine().type() == QPaintEngine.Type.Raster:
        picture = _dot(theme, tone, radius, hollow, painter.device().devicePixelRatioF())
        corner = QPointF(picture.width(), picture.height()) / (2 * picture.devicePixelRatioF())
        for point in points:
            painter.drawPixmap(point - corner, picture)
        return
    _dot_style(painter, theme, tone, hollow)
    for point in points:
        painter.drawEllipse(point, radius, radius)


def _dot_style(painter: QPainter, theme: Theme, tone: str, hollow: bool) -> None:
    colour, paper = theme.colour(tone), theme.colour("paper")
    painter.setRenderHint(_SMOOTH)
    painter.setPen(QPen(colour if hollow else paper, 1.2))
    painter.setBrush(paper if hollow else colour)


@lru_cache(maxsize=64)
def _dot(theme: Theme, tone: str, radius: float, hollow: bool, ratio: float) -> QPixmap:
    side = 2 * math.ceil(radius + 1)
    picture = QPixmap(round(side * ratio), round(side * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    _dot_style(painter, theme, tone, hollow)
    painter.drawEllipse(QPointF(side / 2, side / 2), radius, radius)
    painter.end()
    return picture


def _draw_ring(
    painter: QPainter, points: list[QPointF], picked: int | None, theme: Theme, radius: float
) -> None:
    """Draw a ring round the picked point."""
    if picked is not None and 0 <= picked < len(points):
        painter.setRenderHint(_SMOOTH)
        painter.setPen(QPen(theme.colour("accent"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(points[picked], radius + 3, radius + 3)


def _segments(painter: QPainter, mark: Segments, scales: Scales, theme: Theme) -> None:
    upright = bool(np.array_equal(mark.x0, mark.x1)) or bool(np.array_equal(mark.y0, mark.y1))
    painter.setRenderHint(_SMOOTH, not upright)
    painter.setPen(_pen(theme, mark.tone, mark.width, mark.dashed))
    first, last = _places(scales, mark.x0, mark.y0), _places(scales, mark.x1, mark.y1)
    painter.drawLines([QLineF(*ends) for ends in zip(*first, *last, strict=True)])


def _line(painter: QPainter, mark: Line, scales: Scales, theme: Theme) -> None:
    painter.setRenderHint(_SMOOTH)
    width = mark.width if len(mark.x) <= _LONG else 1.0
    painter.setPen(_pen(theme, mark.tone, width, mark.dashed))
    points = [QPointF(x, y) for x, y in zip(*_places(scales, mark.x, mark.y), strict=True)]
    painter.drawPolyline(QPolygonF(points))
    if mark.dots:
        _draw_dots(painter, points, theme, mark.tone, theme.px(3.5), False)
        _draw_ring(painter, points, mark.picked, theme, theme.px(3.5))


def _rule(painter: QPainter, mark: Rule, scales: Scales, theme: Theme) -> None:
    painter.setRenderHint(_SMOOTH, False)
    painter.setPen(_pen(theme, mark.tone, 1.2, mark.dashed))
    plot = scales.plot
    if mark.way == "h":
        y = scales.to_y(mark.at)
        painter.drawLine(QLineF(plot.left(), y, plot.right(), y))
    else:
        x = scales.to_x(mark.at)
        painter.drawLine(QLineF(x, plot.top(), x, plot.bottom()))


def _band(painter: QPainter, mark: Band, scales: Scales, theme: Theme) -> None:
    plot, colour = scales.plot, QColor(theme.colour(mark.tone))
    colour.setAlpha(40)
    if mark.way == "h":
        top, bottom = sorted((scales.to_y(mark.low), scales.to_y(mark.high)))
        painter.fillRect(QRectF(plot.left(), top, plot.width(), bottom - top), colour)
    else:
        left, right = sorted((scales.to_x(mark.low), scales.to_x(mark.high)))
        painter.fillRect(QRectF(left, plot.top(), right - left, plot.height()), colour)


def _heat(painter: QPainter, mark: Heat, scales: Scales, theme: Theme) -> None:
    rows, columns = mark.values.shape
    span = mark.high - mark.low
    scaled = (mark.values - mark.low) * (255 / span if span > 0 else 0)
    colours = colour_table(mark.colours)[np.clip(scaled, 0, 255).astype(np.uint8)]
    image = QImage(colours.data, columns, rows, 4 * columns, QImage.Format.Format_RGB32)
    corner = scales.to_point(mark.x0, mark.y0)
    if painter.paintEngine().type() != QPaintEngine.Type.Raster:
        # programs that show a PDF or an SVG smooth between pixels: each cell is many of them
        image = image.scaled(_CELL * columns, _CELL * rows)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    painter.drawImage(QRectF(corner, scales.to_point(mark.x0 + columns, mark.y0 + rows)), image)


def _boxes(painter: QPainter, mark: Boxes, scales: Scales, theme: Theme) -> None:
    painter.setRenderHint(_SMOOTH)
    near, far = _places(scales, mark.x, mark.y), _places(scales, mark.x + mark.w, mark.y + mark.h)
    for i, (x, y, right, top) in enumerate(zip(*near, *far, strict=True)):
        rect = QRectF(QPointF(x, y), QPointF(right, top)).normalized()
        painter.setPen(QPen(theme.colour("accent"), 2) if i == mark.picked else Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(mark.tones[i] if mark.tones else mark.tone))
        radius = min(4.0, rect.width() / 2, rect.height() / 2)
        painter.drawRoundedRect(rect, radius, radius)


def _bits(painter: QPainter, mark: Bits, scales: Scales, theme: Theme) -> None:
    bits.paint(painter, mark, scales.plot, theme)


PAINTERS: dict[type[Mark], Callable[[QPainter, Any, Scales, Theme], None]] = {
    Bars: _bars,
    Dots: _dots,
    Segments: _segments,
    Line: _line,
    Rule: _rule,
    Band: _band,
    Heat: _heat,
    Boxes: _boxes,
    Bits: _bits,
}
