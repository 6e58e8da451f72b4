"""From data to pixels and back, for one panel; and which item of a mark lies under a pixel."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF

from ..core.figure import Bars, Boxes, Dots, Floats, Heat, Line, Mark, Panel


@dataclass(frozen=True, slots=True)
class Scales:
    """The plot's rectangle in pixels and the data ranges of its sides.

    A pixel is ``x_start + x_step * value`` (and likewise for y).
    """

    plot: QRectF
    x0: float
    x1: float
    y0: float
    y1: float
    x_flipped: bool = False
    y_flipped: bool = False
    x_step: float = field(init=False, compare=False)
    x_start: float = field(init=False, compare=False)
    y_step: float = field(init=False, compare=False)
    y_start: float = field(init=False, compare=False)

    def __post_init__(self) -> None:
        plot, put = self.plot, object.__setattr__
        x_step = plot.width() / (self.x1 - self.x0) * (-1 if self.x_flipped else 1)
        y_step = plot.height() / (self.y1 - self.y0) * (1 if self.y_flipped else -1)
        put(self, "x_step", x_step)
        put(self, "y_step", y_step)
        put(self, "x_start", (plot.right() if self.x_flipped else plot.left()) - x_step * self.x0)
        put(self, "y_start", (plot.top() if self.y_flipped else plot.bottom()) - y_step * self.y0)

    def to_x(self, value: float) -> float:
        """Return the pixel of a value on the bottom axis."""
        return self.x_start + self.x_step * value

    def to_y(self, value: float) -> float:
        """Return the pixel of a value on the left axis."""
        return self.y_start + self.y_step * value

    def to_xs(self, values: Floats) -> NDArray[np.floating]:
        """Return the pixels of many values on the bottom axis."""
        return values * self.x_step + self.x_start

    def to_ys(self, values: Floats) -> NDArray[np.floating]:
        """Return the pixels of many values on the left axis."""
        return values * self.y_step + self.y_start

    def to_point(self, x: float, y: float) -> QPointF:
        """Return the pixel of a place."""
        return QPointF(self.to_x(x), self.to_y(y))

    def to_data(self, point: QPointF) -> tuple[float, float]:
        """Return the data coordinates of a pixel."""
        return (point.x() - self.x_start) / self.x_step, (point.y() - self.y_start) / self.y_step


def scales_of(panel: Panel, plot: QRectF) -> Scales:
    """Return the scales of a panel; boxes of true area stretch the longer side's range."""
    x, y = panel.x, panel.y
    x1, y1 = x.high, y.high
    if any(isinstance(m, Boxes) and m.true_area for m in panel.marks):
        per_pixel = max((x1 - x.low) / plot.width(), (y1 - y.low) / plot.height())
        x1, y1 = x.low + plot.width() * per_pixel, y.low + plot.height() * per_pixel
    return Scales(plot, x.low, x1, y.low, y1, x.flipped, y.flipped)


def hit(mark: Mark, point: QPointF, scales: Scales, reach: float) -> int | None:
    """Return the index of a mark's item under a pixel; dots are met within ``reach`` pixels."""
    x, y = scales.to_data(point)
    if isinstance(mark, Dots) or (isinstance(mark, Line) and mark.sets):
        return _nearest(mark, point, scales, reach)
    if isinstance(mark, Bars):
        along = y if mark.lying else x
        near = np.flatnonzero(np.abs(mark.at - along) <= mark.width / 2)
        return int(near[0]) if len(near) and scales.plot.contains(point) else None
    if isinstance(mark, Heat):
        rows, columns = mark.values.shape
        row, column = int(np.floor(y - mark.y0)), int(np.floor(x - mark.x0))
        return row * columns + column if 0 <= row < rows and 0 <= column < columns else None
    if isinstance(mark, Boxes):
        inside = (mark.x <= x) & (x <= mark.x + mark.w) & (mark.y <= y) & (y <= mark.y + mark.h)
        found = np.flatnonzero(inside)
        return int(found[-1]) if len(found) else None
    return None


def _nearest(mark: Dots | Line, point: QPointF, scales: Scales, reach: float) -> int | None:
    if not len(mark.x):
        return None
    dx, dy = scales.to_xs(mark.x) - point.x(), scales.to_ys(mark.y) - point.y()
    distance = np.hypot(dx, dy)
    best = int(np.argmin(distance))
    return (
        best if distance[best] <= reach + (mark.size / 2 if isinstance(mark, Dots) else 4) else None
    )
