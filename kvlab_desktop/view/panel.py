"""One panel of a figure: its view box, its marks, and the texts round and over them."""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from ..core.figure import Bits, Line, Mark, Panel, Table
from . import bits
from .axes import Placed
from .labels import mark_texts
from .marks import ITEMS
from .scales import Scales, hit, scales_of
from .surround import Margins, Surround
from .theme import Theme


class _Over(pg.GraphicsObject):  # type: ignore[misc]
    """What lies above the marks: their texts, and dots on curves."""

    def __init__(self, panel: PanelItem) -> None:
        super().__init__(panel)
        self._panel = panel
        self.setZValue(10)

    def boundingRect(self) -> QRectF:
        return self._panel.over_rect

    def paint(self, painter: QPainter, *_args: object) -> None:
        self._panel.paint_over(painter)


class PanelItem(pg.GraphicsWidget):  # type: ignore[misc]
    """Keeps a view box and one item per mark; only a changed set of marks makes new items."""

    def __init__(self) -> None:
        super().__init__()
        self.panel: Panel | None = None
        self.theme: Theme | None = None
        self.plot = QRectF()
        self.scales: Scales | None = None
        self.surround = Surround(self)
        self._over_texts: list[Placed] = []
        self.over_rect = QRectF()
        self._items: dict[tuple[str, type[Mark]], Any] = {}
        self._box = pg.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0)
        self._box.setParentItem(self)
        self._box.disableAutoRange()
        self._over = _Over(self)

    @property
    def texts(self) -> list[Placed]:
        """Every text of the panel with its place."""
        return [*self.surround.texts, *self._over_texts]

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
        return self.surround.measure(self.panel, self.theme, width, height)

    # -- where it goes ------------------------------------------------------------------------

    def place(self, rect: QRectF, margins: Margins) -> None:
        """Take a place in the picture, with margins shared with the neighbours."""
        assert self.panel is not None
        assert self.theme is not None
        if rect != self.geometry():
            self.setGeometry(rect)
        plot = QRectF(
            margins.left,
            margins.top,
            max(10.0, rect.width() - margins.left - margins.right),
            max(10.0, rect.height() - margins.top - margins.bottom),
        )
        if plot != self.plot:
            self.plot = plot
            self._box.setGeometry(plot)
        scales = scales_of(self.panel, plot)
        if scales != self.scales:
            self.scales = scales
            self._set_ranges(scales)
        self.surround.place(scales)
        self._over_texts = mark_texts(self.panel, scales, self.theme)
        over = plot
        for placed in self._over_texts:
            over = over.united(placed.rect())
        if over != self.over_rect:
            self._over.prepareGeometryChange()
            self.over_rect = over
        self._over.update()

    def _set_ranges(self, scales: Scales) -> None:
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
        """Nothing: the surround, the marks and what lies over them paint themselves."""

    def paint_over(self, painter: QPainter) -> None:
        """Paint what lies above the marks."""
        if self.panel is None or self.theme is None:
            return
        for mark in self.panel.marks:
            if isinstance(mark, Line) and mark.dots:
                self._paint_dots(painter, mark)
            elif isinstance(mark, Bits):
                bits.paint(painter, mark, self.plot, self.theme)
        for placed in self._over_texts:
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
