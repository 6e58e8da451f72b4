"""Each kind of mark as matplotlib artists: made with the first data, fed with the next."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from matplotlib.artist import Artist as MplArtist
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.patches import Rectangle
from matplotlib.transforms import Bbox

from kvlab_desktop.core import figure as fig
from kvlab_desktop.core.text import plain
from kvlab_desktop.view.theme import light

COLOURS = light().colours
SMALL = 8


class Artist(ABC):
    """The artists of one mark."""

    def __init__(self, axes: Axes) -> None:
        self.axes = axes
        self.made: list[Any] = []

    @abstractmethod
    def feed(self, mark: Any) -> None:
        """Take a new mark of the same kind."""

    def show(self, seen: bool) -> None:
        """Show or hide what was made."""
        for artist in self.made:
            if artist.get_visible() != seen:
                artist.set_visible(seen)

    def keep(self, artist: MplArtist) -> Any:
        """Remember an artist."""
        self.made.append(artist)
        return artist

    def text(self, index: int, x: float, y: float, words: object, **look: Any) -> None:
        """Set the text number ``index``, which is made on its first use."""
        if index == len(self.made):
            self.keep(self.axes.text(x, y, "", fontsize=SMALL, clip_on=False, **look))
        self.made[index].set_position((x, y))
        self.made[index].set_text(plain(str(words)))


class BarsArtist(Artist):
    """Rectangles of one colour."""

    def __init__(self, axes: Axes) -> None:
        super().__init__(axes)
        self.words = Words(axes)

    def feed(self, mark: fig.Bars) -> None:
        """Take new sizes."""
        if len(self.made) != len(mark.size):
            for old in self.made:
                old.remove()
            draw = self.axes.barh if mark.lying else self.axes.bar
            look: dict[str, Any] = {"color": COLOURS[mark.tone]}
            look |= {"hatch": "//"} if mark.hatched else {}
            made = draw(mark.at, mark.size - mark.base, mark.width, mark.base, **look)
            self.made = list(made)
        for bar, size, at in zip(self.made, mark.size, mark.at, strict=True):
            (bar.set_width if mark.lying else bar.set_height)(size - mark.base)
            (bar.set_y if mark.lying else bar.set_x)(at - mark.width / 2)
        ends = (mark.size, mark.at) if mark.lying else (mark.at, mark.size)
        self.words.place(*ends, mark.texts)


class Words(Artist):
    """Texts beside something else."""

    def feed(self, mark: Any) -> None:
        """Never called: another artist places them."""

    def place(self, x: fig.Floats, y: fig.Floats, texts: tuple[fig.Text, ...]) -> None:
        """Put the texts at their places."""
        for i, words in enumerate(texts):
            self.text(i, float(x[i]), float(y[i]), words)


class LineArtist(Artist):
    """A curve with its dots, or dots alone."""

    def feed(self, mark: fig.Line | fig.Dots) -> None:
        """Take new points."""
        if not self.made:
            look: dict[str, Any] = {"color": COLOURS[mark.tone]}
            if isinstance(mark, fig.Dots):
                look |= {"marker": "o", "linestyle": "", "markersize": mark.size * 72 / 96}
                look |= {"markerfacecolor": COLOURS["paper"]} if mark.hollow else {}
            else:
                look |= {"linewidth": mark.width, "linestyle": "--" if mark.dashed else "-"}
                look |= {"marker": "o", "markersize": 5} if mark.dots else {}
            self.keep(self.axes.plot(mark.x, mark.y, clip_on=False, **look)[0])
        self.made[0].set_data(mark.x, mark.y)
        self.made[0].set_color(COLOURS[mark.tone])
        if isinstance(mark, fig.Line) and mark.end is not None and len(mark.x):
            self.text(1, float(mark.x[-1]), float(mark.y[-1]), mark.end)


class SegmentsArtist(Artist):
    """Separate lines in one collection."""

    def feed(self, mark: fig.Segments) -> None:
        """Take new ends."""
        ends = np.stack(
            [np.column_stack([mark.x0, mark.y0]), np.column_stack([mark.x1, mark.y1])], 1
        )
        if not self.made:
            look: dict[str, Any] = {
                "linewidths": mark.width,
                "linestyles": "--" if mark.dashed else "-",
            }
            self.keep(self.axes.add_collection(LineCollection([], **look)))
        self.made[0].set_segments(ends)
        self.made[0].set_color(COLOURS[mark.tone])


class RuleArtist(Artist):
    """One line across, and its text."""

    def feed(self, mark: fig.Rule) -> None:
        """Take a new place."""
        if not self.made:
            draw = self.axes.axhline if mark.way == "h" else self.axes.axvline
            look: dict[str, Any] = {"color": COLOURS[mark.tone], "linewidth": 1.2}
            self.keep(draw(mark.at, linestyle="--" if mark.dashed else "-", **look))
        (self.made[0].set_ydata if mark.way == "h" else self.made[0].set_xdata)([mark.at, mark.at])
        if mark.text is not None:
            across, up = self.axes.get_xlim()[1], self.axes.get_ylim()[1]
            x, y = (across, mark.at) if mark.way == "h" else (mark.at, up)
            self.text(1, x, y, mark.text, ha="right", va="bottom")


class BandArtist(Artist):
    """A shaded range."""

    def feed(self, mark: fig.Band) -> None:
        """Take new ends."""
        if not self.made:
            draw = self.axes.axhspan if mark.way == "h" else self.axes.axvspan
            self.keep(draw(mark.low, mark.high, color=COLOURS[mark.tone], alpha=0.16))
        size = mark.high - mark.low
        if mark.way == "h":
            self.made[0].set(y=mark.low, height=size)
        else:
            self.made[0].set(x=mark.low, width=size)


class HeatArtist(Artist):
    """An image."""

    def feed(self, mark: fig.Heat) -> None:
        """Take a new matrix."""
        rows, columns = mark.values.shape
        extent = (mark.x0, mark.x0 + columns, mark.y0 + rows, mark.y0)
        if not self.made:
            limits = self.axes.get_xlim(), self.axes.get_ylim()
            self.keep(self.axes.imshow(mark.values, cmap=mark.colours, aspect="auto",
                                       interpolation="nearest", extent=extent))  # fmt: skip
            self.axes.set(xlim=limits[0], ylim=limits[1])
        image = self.made[0]
        image.set_data(mark.values)
        if image.get_clim() != (mark.low, mark.high):
            image.set_clim(mark.low, mark.high)
        if tuple(image.get_extent()) != extent:
            image.set_extent(extent)


class BoxesArtist(Artist):
    """Rectangles, each with its own sides and colour."""

    def __init__(self, axes: Axes) -> None:
        super().__init__(axes)
        self.words = Words(axes)

    def feed(self, mark: fig.Boxes) -> None:
        """Take new sides."""
        while len(self.made) < len(mark.x):
            self.keep(self.axes.add_patch(Rectangle((0, 0), 1, 1)))
        tones = mark.tones or (mark.tone,) * len(mark.x)
        sides = zip(self.made, mark.x, mark.y, mark.w, mark.h, tones, strict=False)
        for box, x, y, w, h, tone in sides:
            box.set_bounds(x, y, w, h)
            box.set_facecolor(COLOURS[tone])
        self.words.place(mark.x, mark.y, mark.texts)


class NoteArtist(Artist):
    """A text at a place."""

    def feed(self, mark: fig.Note) -> None:
        """Take a new text and place."""
        self.text(0, mark.x, mark.y, mark.text, ha="center", va="center")
        self.made[0].set_color(COLOURS[mark.tone])


class TableArtist(Artist):
    """A table that fills its Axes."""

    def feed(self, mark: fig.Table) -> None:
        """Take new cells."""
        words = [[("✓ " if c.best else "") + plain(str(c.text)) for c in row] for row in mark.rows]
        if not self.made:
            heads = [plain(str(column.head)) for column in mark.columns]
            table = self.axes.table(words, colLabels=heads, bbox=Bbox.unit(), edges="horizontal")
            table.auto_set_font_size(False)
            table.set_fontsize(SMALL)
            self.keep(table)
        for i, row in enumerate(words):
            for j, word in enumerate(row):
                self.made[0][i + 1, j].get_text().set_text(word)


class BitsArtist(Artist):
    """Bits as digits, a line for each number."""

    def feed(self, mark: fig.Bits) -> None:
        """Take new bits."""
        for i, (head, groups, tail) in enumerate(mark.lines):
            digits = " ".join(group.bits for group in groups)
            self.text(i, 0, 1 - (i + 0.5) / len(mark.lines), f"{head} {digits} {tail}")


ARTISTS: dict[type[fig.Mark], type[Artist]] = {
    fig.Bars: BarsArtist, fig.Dots: LineArtist, fig.Line: LineArtist, fig.Segments: SegmentsArtist,
    fig.Rule: RuleArtist, fig.Band: BandArtist, fig.Heat: HeatArtist, fig.Boxes: BoxesArtist,
    fig.Note: NoteArtist, fig.Table: TableArtist, fig.Bits: BitsArtist,
}  # fmt: skip
