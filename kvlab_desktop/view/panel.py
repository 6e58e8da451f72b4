"""One panel of a figure: its view box, its marks, and the texts round and over them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from ..core.figure import Bits, Line, Mark, Panel, Table
from . import bits
from .axes import (
    Placed,
    TickText,
    bottom_height,
    fitted,
    left_width,
    place_bottom,
    place_left,
    stagger,
    tick_texts,
)
from .labels import mark_texts
from .language import text
from .legend import Legend, legend_of
from .marks import ITEMS
from .richtext import block
from .scales import Scales, hit, scales_of
from .theme import Theme


@dataclass(frozen=True, slots=True)
class Margins:
    """Room round the plot for title, ticks and labels, in pixels."""

    left: float = 0
    top: float = 0
    right: float = 0
    bottom: float = 0


class _Over(pg.GraphicsObject):  # type: ignore[misc]
    """Texts above the marks, in the panel's pixels."""

    def __init__(self, panel: PanelItem) -> None:
        super().__init__(panel)
        self._panel = panel
        self.setZValue(10)

    def boundingRect(self) -> QRectF:
        return self._panel.rect()

    def paint(self, painter: QPainter, *_args: object) -> None:
        self._panel.paint_over(painter)


class PanelItem(pg.GraphicsWidget):  # type: ignore[misc]
    """Keeps a view box and one item per mark; only a changed set of marks makes new items."""

    def __init__(self) -> None:
        super().__init__()
        self.panel: Panel | None = None
        self.theme: Theme | None = None
        self.plot = QRectF()
        self.texts: list[Placed] = []
        self._title: list[Placed] = []
        self._legend: Legend | None = None
        self._items: dict[tuple[str, type[Mark]], Any] = {}
        self._ticks: tuple[tuple[TickText, ...], tuple[TickText, ...]] = ((), ())
        self._lines: tuple[list[float], list[float]] = ([], [])
        self._box = pg.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0)
        self._box.setParentItem(self)
        self._box.disableAutoRange()
        self._over = _Over(self)
        self.scales: Scales | None = None
        self._ranges: tuple[float, ...] = ()

    # -- what to show -------------------------------------------------------------------------

    def feed(self, panel: Panel, theme: Theme) -> None:
        """Take a new panel; the geometry follows by :meth:`place`."""
        self.panel, self.theme = panel, theme
        wanted = {(m.id, type(m)): m for m in panel.marks if type(m) in ITEMS}
        if list(wanted) != list(self._items):
            for key in set(self._items) - set(wanted):
                self._box.removeItem(self._items.pop(key))
            for key in wanted:
                if key not in self._items:
                    self._items[key] = item = ITEMS[key[1]]()
                    self._box.addItem(item, ignoreBounds=True)
            self._items = {key: self._items[key] for key in wanted}
        for depth, (key, mark) in enumerate(wanted.items()):
            item = self._items[key]
            if item.zValue() != depth:
                item.setZValue(depth)
            item.feed(mark, theme)

    def margins(self, width: float, height: float) -> Margins:
        """Return the room needed round the plot of a panel of this size."""
        assert self.panel is not None
        assert self.theme is not None
        panel, theme = self.panel, self.theme
        y_ticks = tick_texts(panel.y, height, theme, 48)
        left = left_width(panel.y, y_ticks, theme)
        x_ticks = tick_texts(panel.x, width - left, theme, 72)
        self._ticks = (x_ticks, y_ticks)
        span = max(1e-12, panel.x.high - panel.x.low)
        places = [(t.at - panel.x.low) / span * (width - left) for t in x_ticks]
        rows = 1 + max((r for r in stagger(x_ticks, places) if r is not None), default=0)
        self._legend = legend_of(panel, theme)
        top = self._place_title(width, left)
        return Margins(left, top, self._right(), bottom_height(panel.x, rows, theme))

    def _right(self) -> float:
        """Return the room right of the plot for texts at the ends of curves and bars."""
        assert self.panel is not None
        assert self.theme is not None
        ends = [text(m.end) for m in self.panel.marks if isinstance(m, Line) and m.end is not None]
        widest = max((block(t, self.theme.font("tick")).size.width() for t in ends), default=0)
        return widest + self.theme.px(10) if ends else self.theme.px(8)

    def _place_title(self, width: float, left: float) -> float:
        """Place title and legend, on one line when both fit; return the room they take."""
        assert self.panel is not None
        assert self.theme is not None
        theme = self.theme
        self._title = []
        line = theme.font("panel").pixelSize() * 1.6
        title = text(self.panel.title)
        taken = 0.0
        if title:
            laid = fitted(title, "panel", width - 4, theme)
            self._title.append(
                Placed(laid, 2, (line - laid.size.height()) / 2, theme.colour("ink"))
            )
            taken = laid.size.width() + theme.px(20)
        if self._legend is None:
            return line if title else theme.px(8)
        if title and taken + self._legend.width > width:  # under the title
            self._legend.place(left, line, line, width - left)
            return line * (1 + len(self._legend.rows(width - left)))
        start = width - self._legend.width - theme.px(8) if title else left
        self._legend.place(start, 0, line, width - start)
        return line * len(self._legend.rows(width - start))

    # -- where it goes ------------------------------------------------------------------------

    def place(self, rect: QRectF, margins: Margins) -> None:
        """Take a place in the picture, with margins shared with the neighbours."""
        assert self.panel is not None
        assert self.theme is not None
        if rect != self.geometry():
            self.setGeometry(rect)
            self._over.prepareGeometryChange()
        self.plot = QRectF(
            margins.left,
            margins.top,
            max(10.0, rect.width() - margins.left - margins.right),
            max(10.0, rect.height() - margins.top - margins.bottom),
        )
        if self.plot != self._box.geometry():
            self._box.setGeometry(self.plot)
        self.scales = scales = scales_of(self.panel, self.plot)
        self._set_ranges(scales)
        x_ticks, y_ticks = self._ticks
        below, x_lines, _rows = place_bottom(
            self.panel.x, x_ticks, self.plot, scales.to_x, self.theme
        )
        beside, y_lines = place_left(self.panel.y, y_ticks, self.plot, scales.to_y, self.theme)
        self._lines = (x_lines, y_lines)
        self.texts = [*self._title, *below, *beside, *mark_texts(self.panel, scales, self.theme)]
        if self._legend is not None:
            self.texts += self._legend.texts
        self._over.update()
        self.update()

    def _set_ranges(self, scales: Scales) -> None:
        wanted = (scales.x0, scales.x1, scales.y0, scales.y1, scales.x_flipped, scales.y_flipped)
        if wanted == self._ranges:
            return
        self._ranges = wanted
        self._box.invertX(scales.x_flipped)
        self._box.invertY(scales.y_flipped)
        self._box.setRange(
            xRange=(scales.x0, scales.x1),
            yRange=(scales.y0, scales.y1),
            padding=0,
            disableAutoRange=True,
        )

    # -- painting -----------------------------------------------------------------------------

    def paint(self, painter: QPainter, *_args: object) -> None:
        if self.panel is None or self.theme is None:
            return
        painter.setPen(QPen(self.theme.colour("faint"), 1))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        plot = self.plot
        if self.panel.x.shown:
            painter.drawLine(plot.bottomLeft(), plot.bottomRight())
            for x in self._lines[0]:
                painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + 4))
        if self.panel.y.shown:
            painter.drawLine(plot.topLeft(), plot.bottomLeft())
            for y in self._lines[1]:
                painter.drawLine(QPointF(plot.left() - 4, y), QPointF(plot.left(), y))

    def paint_over(self, painter: QPainter) -> None:
        """Paint what lies above the marks."""
        if self.panel is None or self.theme is None:
            return
        for mark in self.panel.marks:
            if isinstance(mark, Line) and mark.dots:
                self._paint_dots(painter, mark)
            elif isinstance(mark, Bits):
                bits.paint(painter, mark, self.plot, self.theme)
        if self._legend is not None:
            self._legend.paint(painter, self.theme)
        for placed in self.texts:
            placed.draw(painter)

    def _paint_dots(self, painter: QPainter, mark: Line) -> None:
        assert self.theme is not None
        assert self.scales is not None
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.theme.colour("paper"), 1))
        painter.setBrush(self.theme.colour(mark.tone))
        radius = self.theme.px(3.5)
        for x, y in zip(mark.x.tolist(), mark.y.tolist(), strict=True):
            painter.drawEllipse(self.scales.to_point(x, y), radius, radius)

    def hit(self, point: QPointF) -> tuple[Mark, int] | None:
        """Return the front-most mark under a pixel of the panel, and the index of its item."""
        if self.panel is None or self.theme is None or self.scales is None:
            return None
        for mark in reversed(self.panel.marks):
            index = hit(mark, point, self.scales, self.theme.px(6))
            if index is not None:
                return mark, index
        return None


def tables_of(panel: Panel) -> tuple[Table, ...]:
    """Return the tables of a panel."""
    return tuple(m for m in panel.marks if isinstance(m, Table))
