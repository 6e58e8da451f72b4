"""The surface that panels are painted on: what stands round the plots is kept as a picture.

A plain widget and not a graphics view: with one paint call for each panel, a scene of items costs
more than the marks themselves (measured: a third of a slider's step).
"""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPixmap, QRegion
from PySide6.QtWidgets import QWidget

from .panel import PanelItem


class Canvas(QWidget):
    """Paints panels; ``renew`` says which are shown and whether their surround changed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("canvas")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._panels: tuple[PanelItem, ...] = ()
        self._paper = QColor()
        self._kept: QPixmap | None = None
        self._stale: set[PanelItem] = set()
        self._reaches: dict[PanelItem, QRect] = {}

    def renew(
        self, panels: tuple[PanelItem, ...], paper: QColor, stale: set[PanelItem] | None
    ) -> QRegion:
        """Take panels to paint; return the region that has to be painted for them.

        ``stale`` are those whose surround changed, ``None`` for all: they were moved.
        """
        before = self._reaches
        self._reaches = {
            panel: panel.reach.translated(panel.rect.topLeft()).toAlignedRect() for panel in panels
        }
        if stale is None or panels != self._panels or paper != self._paper:
            self._panels, self._paper, self._kept = panels, paper, None
            return QRegion(self.rect())
        self._stale |= stale
        region = QRegion()
        for panel in stale:
            region += panel.rect.toAlignedRect()
        for panel in panels:
            if panel.fresh:
                region += self._reaches[panel]
                region += before[panel]  # what was there goes, too
        # as one rectangle: painting is faster than within a clip of several
        return QRegion(region.boundingRect())

    def draw(self, painter: QPainter) -> None:
        """Paint everything anew, sharp at any resolution: the kept picture has the screen's."""
        self._paint_background(painter)
        for panel in self._panels:
            self._paint_panel(painter, panel)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        exposed = event.region()
        kept = self._background()
        ratio = kept.devicePixelRatioF()
        for part in exposed:  # type: ignore[attr-defined]  # the stubs do not know it
            area = QRectF(part)
            source = QRectF(area.topLeft() * ratio, area.size() * ratio)
            painter.drawPixmap(area, kept, source)
        for panel in self._panels:
            if exposed.intersects(panel.rect.toAlignedRect()):
                self._paint_panel(painter, panel)

    @staticmethod
    def _paint_panel(painter: QPainter, panel: PanelItem) -> None:
        painter.translate(panel.rect.topLeft())
        panel.paint(painter)
        painter.translate(-panel.rect.topLeft())

    def _background(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        size = self.size() * ratio
        if self._kept is None or self._kept.size() != size:
            self._kept = QPixmap(size)
            self._kept.setDevicePixelRatio(ratio)
            painter = QPainter(self._kept)
            self._paint_background(painter)
            painter.end()
        elif self._stale:
            painter = QPainter(self._kept)
            for panel in self._stale:
                painter.fillRect(panel.rect, self._paper)
                self._paint_surround(painter, panel)
            painter.end()
        self._stale.clear()
        return self._kept

    def _paint_background(self, painter: QPainter) -> None:
        painter.fillRect(self.rect(), self._paper)
        for panel in self._panels:
            self._paint_surround(painter, panel)

    @staticmethod
    def _paint_surround(painter: QPainter, panel: PanelItem) -> None:
        painter.translate(panel.rect.topLeft())
        panel.surround.paint(painter)
        painter.translate(-panel.rect.topLeft())
