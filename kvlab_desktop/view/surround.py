"""What stands round a plot: title, legend, axis lines, ticks and their names.

It changes seldom while a slider moves, so it is measured again only when its axes, title or
legend differ, and the canvas keeps its picture.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from ..core.figure import Heat, Line, Panel
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
from .language import text
from .legend import Legend, legend_of
from .richtext import block
from .scales import Scales, scales_of
from .theme import Theme


@dataclass(frozen=True, slots=True)
class Margins:
    """Room round the plot for title, ticks and labels, in pixels."""

    left: float = 0
    top: float = 0
    right: float = 0
    bottom: float = 0


class Surround:
    """Title, legend and axes of one panel."""

    def __init__(self) -> None:
        self.texts: list[Placed] = []
        self._panel: Panel
        self._theme: Theme
        self._key: object = None
        self._placed_for: object = None
        self._margins = Margins()
        self._title: list[Placed] = []
        self._legend: Legend | None = None
        self._ticks: tuple[tuple[TickText, ...], tuple[TickText, ...]] = ((), ())
        self._lines: tuple[list[float], list[float]] = ([], [])
        self._scales: Scales | None = None

    def forget(self) -> None:
        """Measure again next time: the language changed."""
        self._key = None

    def measure(self, panel: Panel, theme: Theme, width: float, height: float) -> Margins:
        """Return the room needed round the plot of a panel of this size."""
        self._panel, self._theme = panel, theme
        key = (panel.x, panel.y, panel.title, theme, width, height, _legend_key(panel))
        if key == self._key:
            return self._margins
        self._key = key
        y_ticks = tick_texts(panel.y, height, theme, 48)
        left = left_width(panel.y, y_ticks, theme)
        x_ticks = tick_texts(panel.x, width - left, theme, 72)
        self._ticks = (x_ticks, y_ticks)
        self._legend = legend_of(panel, theme)
        top, right = self._place_title(width, left), self._right()
        # in the lowest plot there may be: a second row or a neighbour's label take as much
        low = height - top - bottom_height(panel.x, 2, theme)
        plot = QRectF(left, top, max(10.0, width - left - right), max(10.0, low))
        places = [scales_of(panel, plot).to_x(t.at) for t in x_ticks]
        rows = 1 + max((r for r in stagger(x_ticks, places) if r is not None), default=0)
        self._margins = Margins(left, top, right, bottom_height(panel.x, rows, theme))
        self._placed_for = None
        return self._margins

    def _right(self) -> float:
        """Return the room right of the plot for names at the ends of curves."""
        ends = [text(m.end) for m in self._panel.marks if isinstance(m, Line) and m.end is not None]
        widest = max((block(t, self._theme.font("tick")).size.width() for t in ends), default=0)
        return widest + self._theme.px(10) if ends else self._theme.px(8)

    def _place_title(self, width: float, left: float) -> float:
        """Place title and legend, on one line when both fit; return the room they take."""
        theme, title = self._theme, text(self._panel.title)
        line = theme.font("panel").pixelSize() * 1.6
        self._title, taken = [], 0.0
        if title:
            laid = fitted(title, "panel", width - 4, theme)
            top = (line - laid.size.height()) / 2
            self._title.append(Placed(laid, 2, top, theme.colour("ink")))
            taken = laid.size.width() + theme.px(20)
        if self._legend is None:
            return line if title else theme.px(8)
        if title and taken + self._legend.width > width:  # under the title
            self._legend.place(left, line, line, width - left)
            return line * (1 + len(self._legend.rows(width - left)))
        start = width - self._legend.width - theme.px(8) if title else left
        self._legend.place(start, 0, line, width - start)
        return line * len(self._legend.rows(width - start))

    def place(self, scales: Scales) -> bool:
        """Place the texts round a plot; return whether anything is different now."""
        if (self._key, scales) == self._placed_for:
            return False
        self._placed_for = (self._key, scales)
        self._scales = scales
        panel, theme, (x_ticks, y_ticks) = self._panel, self._theme, self._ticks
        below, x_lines = place_bottom(panel.x, x_ticks, scales.plot, scales.to_x, theme)
        beside, y_lines = place_left(panel.y, y_ticks, scales.plot, scales.to_y, theme)
        self._lines = (x_lines, y_lines)
        legend = self._legend.texts if self._legend is not None else []
        self.texts = [*self._title, *below, *beside, *legend]
        return True

    def paint(self, painter: QPainter) -> None:
        """Paint it, in the pixels of the panel."""
        if self._scales is None:
            return
        painter.setPen(QPen(self._theme.colour("faint"), 1))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        plot = self._scales.plot
        if self._panel.x.shown:
            painter.drawLine(plot.bottomLeft(), plot.bottomRight())
            for x in self._lines[0]:
                painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + 4))
        if self._panel.y.shown:
            painter.drawLine(plot.topLeft(), plot.bottomLeft())
            for y in self._lines[1]:
                painter.drawLine(QPointF(plot.left() - 4, y), QPointF(plot.left(), y))
        if self._legend is not None:
            self._legend.paint(painter, self._theme)
        for placed in self.texts:
            placed.draw(painter)


def _legend_key(panel: Panel) -> tuple[object, ...]:
    """Return what the legend and the room for names at curves' ends depend on."""
    return tuple(
        (m.id, m.tone, m.label, *((m.low, m.high) if isinstance(m, Heat) else ()),
         m.end if isinstance(m, Line) else None)
        for m in panel.marks
        if m.label is not None or isinstance(m, (Heat, Line))
    )  # fmt: skip
