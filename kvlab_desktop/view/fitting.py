"""How the parts of a page share the room there is.

The page is tried from roomy to bare, and the first arrangement that leaves the figure its least
height is taken. Widths are judged by the size of type: a page with large letters is a narrow one.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QWidget

from .table import TableView

if TYPE_CHECKING:
    from .frame import PageFrame

NARROW, COMPACT = 1200, 900  # effective widths below which the page rearranges
SIDE_WIDTH = 300  # of the side column
LEAST_FIGURE = 200  # the figure's least height


class Density(IntEnum):
    """How much a page does without, each step on top of the one before."""

    ROOMY = 0
    COMPACT = 1  # a small title, the claim on one line if it can, cards as lines, narrow margins
    NUMBERED = 2  # the presets by their numbers only, beside the title
    BARE = 3  # claim and footer on one line whatever their length


class Column(QWidget):
    """The main column of a page; ``crowded`` says that its parts need more than its height."""

    crowded = Signal()

    def is_crowded(self) -> bool:
        """Return whether the parts, at their least, need more than the height there is.

        Tables come on top of the figure's least height: they leave the plots none of it.
        """
        layout = self.layout()
        if layout is None:
            return False
        tables = (t for t in self.findChildren(TableView) if t.isVisibleTo(self))
        need = layout.totalMinimumHeightForWidth(self.width()) + sum(t.height() for t in tables)
        return need > self.height()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and self.is_crowded():
            self.crowded.emit()
        return super().event(event)


class Fitting:
    """Arranges a page for its size, and again when its texts grow."""

    def __init__(self, frame: PageFrame) -> None:
        self._frame = frame
        self.density = Density.ROOMY
        self.narrow = False
        self._side_open, self._drawer_open = True, False

    def fit(self) -> None:
        """Take the roomiest arrangement that fits the page's present size."""
        effective = self._frame.width() / self._frame.theme.text_size
        self.narrow = effective < NARROW
        self._place_side()
        self._arrange(Density.COMPACT if effective < COMPACT else Density.ROOMY)
        self.tighten()
        self._place_side()

    def tighten(self) -> None:
        """Do without more and more until what is left fits."""
        while self.density < Density.BARE and self._frame.main.is_crowded():
            self._arrange(Density(self.density + 1))

    def toggle_side(self) -> None:
        """Fold or unfold the side column (a drawer over the page in a narrow window)."""
        if self.narrow:
            self._drawer_open = not self._drawer_open
        else:
            self._side_open = not self._side_open
        self.fit()

    def _place_side(self) -> None:
        frame, theme = self._frame, self._frame.theme
        width, height = frame.width(), frame.height()
        side, gap = theme.px(SIDE_WIDTH), theme.px(18)
        open_ = self._drawer_open if self.narrow else self._side_open
        beside = open_ and not self.narrow
        frame.main.setGeometry(0, 0, width - (side + gap if beside else 0), height)
        # a drawer leaves the button that closes it
        top = theme.px(12) if beside else frame.side_button.geometry().bottom() + theme.px(6)
        frame.story.setGeometry(width - side - gap, top, side, height - top - theme.px(10))
        frame.story.setVisible(open_)
        if open_:
            frame.story.raise_()
        frame.side_button.setChecked(open_)

    def _arrange(self, density: Density) -> None:
        self.density = density
        frame, px = self._frame, self._frame.theme.px
        compact = density >= Density.COMPACT
        frame.title.set_role("heading" if compact else "title")
        frame.number.set_role("heading" if compact else "title")
        bare = density >= Density.BARE
        frame.claim.set_single(compact, cut=bare)
        frame.source_words.set_single(bare, cut=bare)
        frame.show_cards(as_lines=compact)
        frame.number_chips(numbers_only=density >= Density.NUMBERED)
        side = px(10 if compact else 20)
        frame.column.setContentsMargins(
            side, px(5 if compact else 10), side, px(4 if compact else 8)
        )
        frame.column.setSpacing(px(4 if compact else 8))
        side, edge = (px(10), px(4)) if compact else (px(14), px(8))
        frame.strip_row.setContentsMargins(side, edge, side, edge)
        frame.strip_row.set_gaps(px(10 if compact else 18), px(4 if compact else 8))
        frame.figure_row.setContentsMargins(px(12), edge, px(12), edge)
        for part in (frame.strip, frame.chips, frame.lines, frame.figure_frame):
            part.updateGeometry()
        frame.column.invalidate()
