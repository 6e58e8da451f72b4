"""How the parts of a page share the room there is.

The page is tried from roomy to bare, and the first arrangement that leaves the figure its least
height is taken. Widths are judged by the size of type: a page with large letters is a narrow one.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QLayout, QWidget

from .table import TableView
from .theme import Theme

if TYPE_CHECKING:
    from .frame import PageFrame

NARROW, COMPACT = 1200, 900  # effective widths below which the page rearranges
SIDE_WIDTH = 300  # of the side column
LEAST_FIGURE = 200  # the figure's least height, at any size of type


class Density(IntEnum):
    """How much a page does without, each step on top of the one before."""

    ROOMY = 0
    COMPACT = 1  # a small title, claim and footer in smaller type, cards as lines, narrow margins
    NUMBERED = 2  # the presets by their numbers only, beside the title; views among the controls
    BARE = 3  # claim and footer cut short if they must


class Column(QWidget):
    """The main column of a page; it tells when its parts have to be arranged anew."""

    crowded = Signal()  # they need more than the height there is

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self._theme = theme

    def is_crowded(self) -> bool:
        """Return whether the parts leave the figure less height than it should have.

        That is its least height at this size of type, and on top of it what its tables take.
        """
        layout = self.layout()
        if layout is None:
            return False
        every = self.findChildren(TableView)
        tables = (t for t in every if t.isVisibleTo(self) and t.source.table.compact)
        more = self._theme.px(LEAST_FIGURE) - LEAST_FIGURE + sum(t.height() for t in tables)
        return layout.totalMinimumHeightForWidth(self.width()) + more > self.height()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and self.is_crowded():
            self.crowded.emit()
        return super().event(event)


def settle(widget: QWidget) -> None:
    """Bring the size hints of everything in a widget up to date, from the inside out.

    Qt does so by events, one level of nesting at a time, which is too late to decide upon.
    """
    for child in widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if not child.isWindow():
            settle(child)
    if (layout := widget.layout()) is not None:
        layout.activate()


def focus_order(layout: QLayout) -> Iterator[QWidget]:
    """Yield the widgets that take the focus in the order in which the layouts hold them."""
    items = (layout.itemAt(i) for i in range(layout.count()))
    for item in filter(None, items):
        widget, inner = item.widget(), item.layout()
        if widget is not None and widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
            yield widget
        elif widget is not None:
            inner = widget.layout()
        if inner is not None:
            yield from focus_order(inner)


class Fitting:
    """Arranges a page for its size, and again when its texts grow."""

    def __init__(self, frame: PageFrame) -> None:
        self._frame = frame
        self.density = Density.ROOMY
        self.narrow = False
        #: whether the side column is open: beside a wide page, over a narrow one
        self.side = (True, False)
        self.presenting = False

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
        settle(self._frame.main)
        while self.density < Density.BARE and self._frame.main.is_crowded():
            self._arrange(Density(self.density + 1))
            settle(self._frame.main)
        self.order_tabs()

    def order_tabs(self) -> None:
        """Let Tab go through the page as one reads it."""
        stops = [*focus_order(self._frame.column), self._frame.story]
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    def toggle_side(self) -> None:
        """Fold or unfold the side column (a drawer over the page in a narrow window)."""
        if self.presenting:
            return
        beside, over = self.side
        self.side = (beside, not over) if self.narrow else (not beside, over)
        self.fit()

    def _place_side(self) -> None:
        frame, theme = self._frame, self._frame.theme
        width, height = frame.width(), frame.height()
        side, gap = theme.px(SIDE_WIDTH), theme.px(18)
        open_ = self.side[self.narrow] and not self.presenting
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
        line, button = frame.claim.line_height(), frame.copy_button.sizeHint().height()
        frame.claim.set_most_height(line if compact else None, cut=bare)
        frame.source_words.set_most_height(button if compact else None, cut=bare)
        frame.show_cards(as_lines=compact)
        frame.number_chips(numbers_only=density >= Density.NUMBERED)
        frame.seat_views(in_strip=density >= Density.NUMBERED)
        side = px(10 if compact else 20)
        frame.column.setContentsMargins(
            side, px(5 if compact else 10), side, px(4 if compact else 8)
        )
        frame.column.setSpacing(px(4 if compact else 8))
        frame.strip.set_narrow(compact)
        edge = px(4 if compact else 8)
        frame.figure_row.setContentsMargins(px(12), edge, px(12), edge)
