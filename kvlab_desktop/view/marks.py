"""How each kind of mark is painted, in the pixels of its panel.

One function per kind, in ``PAINTERS``. A panel calls them from back to front in a single item:
an item for every mark costs more in calls between Qt and Python than the painting itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen, QPolygonF

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
    along, ends = (scales.to_ys, scales.to_xs) if mark.lying else (scales.to_xs, scales.to_ys)
    near, far = along(mark.at - mark.width / 2), along(mark.at + mark.width / 2)
    base, end = float(ends(np.array([mark.base]))[0]), ends(mark.size)
    starts, thick = np.minimum(near, far).tolist(), np.abs(far - near).tolist()
    low, long = np.minimum(end, base).tolist(), np.abs(end - base).tolist()
    sides = zip(starts, thick, low, long, strict=True)
    rects = [QRectF(b, a, d, c) if mark.lying else QRectF(a, b, c, d) for a, c, b, d in sides]
    colour = theme.colour(mark.tone)
    painter.setRenderHint(_SMOOTH, False)
    painter.setPen(_pen(theme, mark.tone, 1, False) if mark.hatched else Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(colour, Qt.BrushStyle.BDiagPattern) if mark.hatched else colour)
    painter.drawRects(rects)
    if mark.picked is not None and 0 <= mark.picked < len(rects):
        painter.setPen(_pen(theme, "accent", 2, False))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(rects[mark.picked].adjusted(-2, -2, 2, 2))


def _dots(painter: QPainter, mark: Dots, scales: Scales, theme: Theme) -> None:
    colour, paper = theme.colour(mark.tone), theme.colour("paper")
    painter.setRenderHint(_SMOOTH)
    painter.setPen(QPen(colour if mark.hollow else paper, 1.2))
    painter.setBrush(paper if mark.hollow else colour)
    radius = theme.px(mark.size) / 2
    for x, y in zip(*_places(scales, mark.x, mark.y), strict=True):
        painter.drawEllipse(QPointF(x, y), radius, radius)
    if mark.picked is not None and 0 <= mark.picked < len(mark.x):
        painter.setPen(QPen(theme.colour("accent"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        chosen = scales.to_point(float(mark.x[mark.picked]), float(mark.y[mark.picked]))
        painter.drawEllipse(chosen, radius + 3, radius + 3)


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
    if not mark.dots:
        return
    painter.setPen(QPen(theme.colour("paper"), 1))
    painter.setBrush(theme.colour(mark.tone))
    radius = theme.px(3.5)
    for point in points:
        painter.drawEllipse(point, radius, radius)
    if mark.picked is not None and 0 <= mark.picked < len(points):
        painter.setPen(QPen(theme.colour("accent"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(points[mark.picked], radius + 3, radius + 3)


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
