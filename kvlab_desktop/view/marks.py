"""Marks as items on the screen: made once, then fed new data.

Bars, curves and images are pyqtgraph's own items; the rest paint themselves in the scene's pixels,
so that a dot stays round whatever the axes' scales are.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QTransform

from ..core.figure import Band, Bars, Boxes, Dots, Heat, Line, Mark, Rule, Segments
from .theme import Theme


@cache
def colour_table(name: str) -> np.ndarray:
    """Return 256 RGBA colours of a colour map."""
    table = pg.colormap.get(name).getLookupTable(nPts=256, alpha=True)
    return np.ascontiguousarray(table, dtype=np.uint8)


def pen(theme: Theme, tone: str, width: float = 1.5, dashed: bool = False) -> QPen:
    """Return a cosmetic pen."""
    made = QPen(theme.colour(tone), width)
    made.setCosmetic(True)
    if dashed:
        made.setDashPattern([4, 3])
    return made


class BarsItem(pg.BarGraphItem):  # type: ignore[misc]
    """Bars of one tone: one brush, so that pyqtgraph paints them in one call."""

    def __init__(self) -> None:
        super().__init__(x=[0], height=[0], width=1)
        self._look: tuple[str, str, bool] | None = None

    def paint(self, painter: QPainter, *args: object) -> None:
        if self._look is not None and self._look[2]:
            # a pattern belongs to the screen, not to the data's scales
            brush = self.opts["brush"]
            brush.setTransform(painter.worldTransform().inverted()[0])
        super().paint(painter, *args)

    def feed(self, mark: Bars, theme: Theme) -> None:
        """Take new sizes; pens and brushes only when they change."""
        across = {
            "y0" if mark.lying else "x0": mark.at - mark.width / 2,
            "height" if mark.lying else "width": mark.width,
        }
        along = {
            "x0" if mark.lying else "y0": np.full(len(mark.size), mark.base),
            "width" if mark.lying else "height": mark.size - mark.base,
        }
        look = (theme.name, mark.tone, mark.hatched)
        more: dict[str, object] = {}
        if look != self._look:
            self._look = look
            colour = theme.colour(mark.tone)
            more = {
                "pen": pen(theme, mark.tone, 1) if mark.hatched else None,
                "brush": QBrush(colour, Qt.BrushStyle.BDiagPattern) if mark.hatched else colour,
            }
        self.setOpts(x=None, **across, **along, **more)


class HeatItem(pg.ImageItem):  # type: ignore[misc]
    """A matrix: numpy makes the colours, Qt only scales the picture."""

    def __init__(self) -> None:
        super().__init__(axisOrder="row-major")
        self.setAutoDownsample(False)

    def feed(self, mark: Heat, theme: Theme) -> None:
        """Take a new matrix."""
        span = mark.high - mark.low
        scaled = (mark.values - mark.low) * (255 / span if span > 0 else 0)
        index = np.clip(scaled, 0, 255).astype(np.uint8)
        self.setImage(colour_table(mark.colours)[index], autoLevels=False)
        rows, columns = mark.values.shape
        self.setRect(QRectF(mark.x0, mark.y0, columns, rows))


class LineItem(pg.PlotCurveItem):  # type: ignore[misc]
    """A curve; its dots, if any, are painted over it."""

    def feed(self, mark: Line, theme: Theme) -> None:
        """Take new points."""
        self.setData(
            x=mark.x, y=mark.y, pen=pen(theme, mark.tone, mark.width, mark.dashed), antialias=True
        )


class SceneItem(pg.GraphicsObject):  # type: ignore[misc]
    """An item in a view box that paints in the scene's pixels."""

    def __init__(self) -> None:
        super().__init__()
        self.mark: Any = None
        self.theme: Theme | None = None

    def feed(self, mark: Mark, theme: Theme) -> None:
        """Take a new mark."""
        self.mark, self.theme = mark, theme
        self.update()

    def boundingRect(self) -> QRectF:
        box = self.getViewBox()
        return box.viewRect() if box is not None else QRectF()

    def viewRangeChanged(self, *_args: object) -> None:
        self.prepareGeometryChange()

    def paint(self, painter: QPainter, *_args: object) -> None:
        if self.mark is None or self.theme is None:
            return
        to_scene = self.sceneTransform()
        painter.setWorldTransform(to_scene.inverted()[0] * painter.worldTransform())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.draw(painter, self.mark, self.theme, to_scene)

    def draw(self, painter: QPainter, mark: Any, theme: Theme, to_scene: QTransform) -> None:
        """Paint the mark; ``to_scene`` maps data to the painter's pixels."""
        raise NotImplementedError


class DotsItem(SceneItem):
    """Round points of a fixed size; the picked one wears a ring."""

    def draw(self, painter: QPainter, mark: Dots, theme: Theme, to_scene: QTransform) -> None:
        colour = theme.colour(mark.tone)
        painter.setPen(QPen(colour if mark.hollow else theme.colour("paper"), 1.2))
        painter.setBrush(theme.colour("paper") if mark.hollow else colour)
        radius = theme.px(mark.size) / 2
        for i, (x, y) in enumerate(zip(mark.x.tolist(), mark.y.tolist(), strict=True)):
            point = to_scene.map(QPointF(x, y))
            painter.drawEllipse(point, radius, radius)
            if i == mark.picked:
                self._ring(painter, theme, point, radius)

    @staticmethod
    def _ring(painter: QPainter, theme: Theme, point: QPointF, radius: float) -> None:
        painter.save()
        painter.setPen(QPen(theme.colour("accent"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(point, radius + 3, radius + 3)
        painter.restore()


class SegmentsItem(SceneItem):
    """Separate straight lines in one call."""

    def draw(self, painter: QPainter, mark: Segments, theme: Theme, to_scene: QTransform) -> None:
        painter.setPen(pen(theme, mark.tone, mark.width, mark.dashed))
        upright = bool(np.array_equal(mark.x0, mark.x1))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not upright)
        ends = zip(
            mark.x0.tolist(), mark.y0.tolist(), mark.x1.tolist(), mark.y1.tolist(), strict=True
        )
        painter.drawLines(
            [
                QLineF(to_scene.map(QPointF(a, b)), to_scene.map(QPointF(c, d)))
                for a, b, c, d in ends
            ]
        )


class RuleItem(SceneItem):
    """One line across the panel."""

    def draw(self, painter: QPainter, mark: Rule, theme: Theme, to_scene: QTransform) -> None:
        seen = to_scene.mapRect(self.boundingRect())
        painter.setPen(pen(theme, mark.tone, 1.2, mark.dashed))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if mark.way == "h":
            y = to_scene.map(QPointF(0, mark.at)).y()
            painter.drawLine(QLineF(seen.left(), y, seen.right(), y))
        else:
            x = to_scene.map(QPointF(mark.at, 0)).x()
            painter.drawLine(QLineF(x, seen.top(), x, seen.bottom()))


class BandItem(SceneItem):
    """A shaded range."""

    def draw(self, painter: QPainter, mark: Band, theme: Theme, to_scene: QTransform) -> None:
        view = self.boundingRect()
        area = (
            QRectF(view.left(), mark.low, view.width(), mark.high - mark.low)
            if mark.way == "h"
            else QRectF(mark.low, view.top(), mark.high - mark.low, view.height())
        )
        colour = QColor(theme.colour(mark.tone))
        colour.setAlpha(40)
        painter.fillRect(to_scene.mapRect(area), colour)


class BoxesItem(SceneItem):
    """Rectangles with slightly rounded corners."""

    def draw(self, painter: QPainter, mark: Boxes, theme: Theme, to_scene: QTransform) -> None:
        sides = zip(mark.x.tolist(), mark.y.tolist(), mark.w.tolist(), mark.h.tolist(), strict=True)
        for i, (x, y, w, h) in enumerate(sides):
            painter.setPen(
                QPen(theme.colour("accent"), 2) if i == mark.picked else Qt.PenStyle.NoPen
            )
            painter.setBrush(theme.colour(mark.tones[i] if mark.tones else mark.tone))
            rect = to_scene.mapRect(QRectF(x, y, w, h))
            radius = min(4.0, rect.width() / 2, rect.height() / 2)
            painter.drawRoundedRect(rect, radius, radius)


ITEMS: dict[type[Mark], type[Any]] = {
    Bars: BarsItem,
    Heat: HeatItem,
    Line: LineItem,
    Dots: DotsItem,
    Segments: SegmentsItem,
    Rule: RuleItem,
    Band: BandItem,
    Boxes: BoxesItem,
}
