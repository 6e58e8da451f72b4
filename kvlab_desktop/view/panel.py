"""One panel of a figure: where its parts go, and painting them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from ..core.figure import Mark, Panel, Table
from .axes import Placed
from .labels import mark_texts
from .marks import paint_marks
from .scales import Scales, hit, scales_of
from .surround import Margins, Surround
from .theme import Theme

_OVER = 12  # pixels that a mark may reach over the edge of its plot


class PanelItem:
    """Shows one :class:`Panel`; ``texts`` are all its texts with their places.

    ``rect`` is its place in the picture, ``reach`` the part of it that changes with the marks,
    ``fresh`` says whether that has to be painted again.
    """

    def __init__(self) -> None:
        self.rect = QRectF()
        self.panel: Panel | None = None
        self.theme: Theme | None = None
        self.scales: Scales | None = None
        self.surround = Surround()
        self._over_texts: list[Placed] = []
        self.reach = QRectF()
        self.fresh = True
        self._placed: object = None

    @property
    def texts(self) -> list[Placed]:
        """Every text of the panel with its place."""
        return [*self.surround.texts, *self._over_texts]

    def feed(self, panel: Panel, theme: Theme) -> None:
        """Take a new panel; the geometry follows by :meth:`place`."""
        self.panel, self.theme = panel, theme

    def forget(self) -> None:
        """Measure and paint every text again next time: the language changed."""
        self.surround.forget()
        self._placed = None

    def margins(self, width: float, height: float) -> Margins:
        """Return the room needed round the plot of a panel of this size."""
        assert self.panel is not None
        assert self.theme is not None
        return self.surround.measure(self.panel, self.theme, width, height)

    def place(self, rect: QRectF, margins: Margins) -> tuple[bool, bool]:
        """Take a place in the picture, with margins shared with the neighbours.

        Return whether it moved, and whether its surround has to be painted again.
        """
        assert self.panel is not None
        assert self.theme is not None
        moved = rect != self.rect
        self.rect = rect
        plot = QRectF(
            margins.left,
            margins.top,
            max(10.0, rect.width() - margins.left - margins.right),
            max(10.0, rect.height() - margins.top - margins.bottom),
        )
        self.scales = scales_of(self.panel, plot)
        stale = self.surround.place(self.scales)
        self._over_texts = mark_texts(self.panel, self.scales, self.theme)
        tabled = all(isinstance(m, Table) for m in self.panel.marks)  # they paint themselves
        reach = QRectF() if tabled else plot.adjusted(-_OVER, -_OVER, _OVER, _OVER)
        for placed in self._over_texts:
            reach = reach.united(placed.rect())
        self.reach = reach
        placed_now = (self.panel.marks, self.scales, self.theme, self._over_texts)
        self.fresh = placed_now != self._placed
        self._placed = placed_now
        return moved, stale

    def paint(self, painter: QPainter) -> None:
        """Paint the marks and their texts, in the pixels of the panel."""
        if self.panel is None or self.theme is None or self.scales is None:
            return
        painter.setClipRect(self.scales.plot.adjusted(-_OVER, -_OVER, _OVER, _OVER))
        paint_marks(painter, self.panel, self.scales, self.theme)
        painter.setClipping(False)
        for placed in self._over_texts:
            placed.draw(painter)

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
