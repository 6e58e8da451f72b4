"""The same figures in matplotlib's Qt canvas, drawn as a careful matplotlib program would.

Artists are made once, at the places that the program gives its panels, and then only fed; ticks
and limits are set only when they change.
"""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_qtagg import FigureCanvasQTAgg
from matplotlib.figure import Figure as MplFigure

from kvlab_desktop.core.figure import Axis, Figure, Panel
from kvlab_desktop.core.text import plain
from kvlab_desktop.view.page import Page
from tests.bench.mpl_marks import ARTISTS, Artist

DPI = 96


class MplPicture:
    """A canvas as large as a page's picture, with one Axes per panel."""

    def __init__(self, page: Page) -> None:
        size = page.picture.size()
        self._width, self._height = size.width(), size.height()
        figure = MplFigure(figsize=(self._width / DPI, self._height / DPI), dpi=DPI)
        self.canvas: Any = FigureCanvasQTAgg(figure)  # type: ignore[no-untyped-call]
        self.canvas.resize(size)
        self._axes: dict[str, Axes] = {}
        self._artists: dict[tuple[str, str, type], Artist] = {}
        self._shown: dict[str, tuple[Axis, Axis]] = {}
        self._places = {
            item.panel.id: item.scales.plot.translated(item.rect.topLeft())
            for item in page.picture.panel_items()
            if item.panel is not None and item.scales is not None
        }

    def feed(self, figure: Figure) -> None:
        """Take a new figure; :meth:`draw` shows it."""
        used = set()
        for panel in figure.panels:
            axes = self._axes_of(panel)
            self._feed_axes(axes, panel)
            for mark in panel.marks:
                key = (panel.id, mark.id, type(mark))
                if key not in self._artists:
                    self._artists[key] = ARTISTS[type(mark)](axes)
                self._artists[key].feed(mark)
                used.add(key)
        for key, artist in self._artists.items():
            artist.show(key in used)

    def draw(self) -> None:
        """Draw and show it, at once."""
        self.canvas.draw()
        self.canvas.repaint()

    def _axes_of(self, panel: Panel) -> Axes:
        if panel.id not in self._axes:
            place = self._places[panel.id]
            corner = (place.left() / self._width, 1 - place.bottom() / self._height)
            size = (place.width() / self._width, place.height() / self._height)
            axes = self.canvas.figure.add_axes((*corner, *size))
            axes.spines[["top", "right"]].set_visible(False)
            if panel.title is not None:
                axes.set_title(plain(str(panel.title)), loc="left", fontsize=10)
            self._axes[panel.id] = axes
        return self._axes[panel.id]

    def _feed_axes(self, axes: Axes, panel: Panel) -> None:
        now = (panel.x, panel.y)
        if self._shown.get(panel.id) == now:
            return
        self._shown[panel.id] = now
        for axis, name in ((panel.x, "x"), (panel.y, "y")):
            self._feed_axis(axes, axis, name)

    @staticmethod
    def _feed_axis(axes: Axes, axis: Axis, name: str) -> None:
        ends = (axis.high, axis.low) if axis.flipped else (axis.low, axis.high)
        getattr(axes, f"set_{name}lim")(*ends)
        half: Any = getattr(axes, f"{name}axis")
        half.set_visible(axis.shown)
        if axis.ticks is not None:
            half.set_ticks([t.at for t in axis.ticks])
            half.set_ticklabels([plain(str(t.label)) for t in axis.ticks], fontsize=8)
            for tick, label in zip(axis.ticks, half.get_ticklabels(), strict=True):
                label.set_fontweight("bold" if tick.strong else "normal")
        half.set_tick_params(labelsize=8)
        if axis.label is not None:
            half.set_label_text(plain(str(axis.label)), fontsize=8)
