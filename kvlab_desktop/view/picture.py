"""A figure on the screen: panels in a grid, tables below them, the mouse and the arrow keys.

Items are made once and kept by (panel, mark, type); a new figure of the same shape only feeds
them. Nothing here knows which lab it shows.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QRegion, QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget

from ..core.figure import Figure, Mark, Panel
from .canvas import Canvas
from .drawntable import draw_table
from .hearing import Role, Said, announce, tell_description
from .keys import item_step
from .language import spoken
from .panel import PanelItem, tables_of
from .ring import Ring
from .seats import lined_up, places, seat_of
from .segments import Segments
from .table import Describe, TableView
from .theme import Theme


class Picture(QWidget):
    """Shows a :class:`Figure`; ``picked(parameter, key)`` says what was chosen in it."""

    picked = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._canvas = Canvas(self)
        self._panels: dict[str, PanelItem] = {}
        self._tables: dict[str, TableView] = {}
        self._figure: Figure | None = None
        self._theme: Theme | None = None
        self._hidden: frozenset[str] = frozenset()
        self._share: str | None = None
        self._held: Mark | None = None
        self._switch = Segments(self)
        self._switch.chosen.connect(self._choose_share)
        self._switch.hide()
        self.describe: Describe = lambda _mark, _key: None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._told = ("", "")
        Ring(self)

    # -- showing ------------------------------------------------------------------------------

    def set_figure(
        self, figure: Figure, theme: Theme, hidden: frozenset[str] = frozenset()
    ) -> None:
        """Show a figure; ``hidden`` are ids of table columns that read "?"."""
        self._figure, self._theme, self._hidden = figure, theme, hidden
        for gone in set(self._panels) - {p.id for p in figure.panels}:
            del self._panels[gone]
        for panel in figure.panels:
            if panel.id not in self._panels:
                self._panels[panel.id] = PanelItem()
            self._panels[panel.id].feed(panel, theme)
        self._feed_tables(figure, theme)
        region = self._arrange()
        if self.isVisible():
            # now and not at the next update, which the platform delays by up to 5 ms
            self._canvas.repaint(region)

    def _feed_tables(self, figure: Figure, theme: Theme) -> None:
        tables = {t.id: t for panel in figure.panels for t in tables_of(panel)}
        for gone in set(self._tables) - set(tables):
            self._tables.pop(gone).deleteLater()
        for key, table in tables.items():
            if key not in self._tables:
                view = self._tables[key] = TableView(self)
                view.picked.connect(self.picked)
                QWidget.setTabOrder(self, view)
                view.describe = lambda mark, key: self.describe(mark, key)
                view.show()
            self._tables[key].feed(table, theme, self._hidden)
            if self._tables[key].accessibleName() != self.accessibleName():
                self._tables[key].setAccessibleName(self.accessibleName())

    def draw(self, painter: QPainter) -> None:
        """Paint the figure on any device as it is laid out, without what the mouse is for."""
        self._canvas.draw(painter)
        for table in (t for panel in self.seen_panels() for t in tables_of(panel)):
            draw_table(painter, self._tables[table.id])

    def forget(self) -> None:
        """Measure all texts again next time: the language changed."""
        for item in self._panels.values():
            item.forget()
        for view in self._tables.values():
            view.forget()

    def seen_panels(self) -> tuple[Panel, ...]:
        """Return the panels shown: in a low window only those of the chosen share."""
        if self._figure is None or self._theme is None:
            return ()
        shares = [key for key, _label in self._figure.shares]
        low = bool(shares) and self.height() < self._theme.px(300)
        if not low:
            self._share = None
            return self._figure.panels
        self._share = self._share if self._share in shares else shares[0]
        return tuple(p for p in self._figure.panels if p.share in (None, self._share))

    def _arrange(self) -> QRegion:
        """Put panels and tables in their places; return what has to be painted."""
        if self._figure is None or self._theme is None or self.width() < 10:
            return QRegion()
        if self._canvas.geometry() != self.rect():
            self._canvas.setGeometry(self.rect())
        seen = self.seen_panels()
        self._arrange_switch()
        seats = tuple(seat_of(panel, self._table_height(panel)) for panel in seen)
        px = self._theme.px
        top = self._switch.height() + px(8) if self._share is not None else 0.0
        rects = places(seats, self.width(), self.height(), top, (px(10), px(8)))
        items = tuple(self._panels[panel.id] for panel in seen)
        margins = lined_up(
            seats,
            tuple(i.margins(r.width(), r.height()) for i, r in zip(items, rects, strict=True)),
        )
        self._place_tables(dict(zip(seen, rects, strict=True)))
        moved, stale = False, set()
        for item, rect, margin in zip(items, rects, margins, strict=True):
            moves, renews = item.place(rect, margin)
            moved |= moves
            if renews:
                stale.add(item)
        return self._canvas.renew(items, self._theme.colour("paper"), None if moved else stale)

    def _place_tables(self, seen: dict[Panel, QRectF]) -> None:
        assert self._figure is not None
        for panel in self._figure.panels:
            for table in tables_of(panel):
                self._tables[table.id].setVisible(panel in seen)
                if panel in seen:
                    self._tables[table.id].setGeometry(seen[panel].toRect())

    def _table_height(self, panel: Panel) -> float:
        tables = [t for t in tables_of(panel) if t.compact]
        return max((self._tables[t.id].natural_height(t, self.width()) for t in tables), default=0)

    def _arrange_switch(self) -> None:
        assert self._figure is not None
        assert self._theme is not None
        self._switch.setVisible(self._share is not None)
        if self._share is not None:
            self._switch.set_options([(k, spoken(m)) for k, m in self._figure.shares], self._share)
            self._switch.adjustSize()
            self._switch.move(self.width() - self._switch.width(), 0)
            self._switch.raise_()

    def _choose_share(self, key: str) -> None:
        self._share = key
        self._canvas.update(self._arrange())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._canvas.update(self._arrange())

    # -- the mouse ----------------------------------------------------------------------------

    def panel_items(self) -> tuple[PanelItem, ...]:
        """Return the items of the panels shown."""
        return tuple(self._panels[p.id] for p in self.seen_panels())

    def hit(self, point: QPointF) -> tuple[Mark, int] | None:
        """Return the mark under a pixel and the index of its item."""
        for item in self.panel_items():
            if item.rect.contains(point):
                return item.hit(point - item.rect.topLeft())
        return None

    def _pick(self, mark: Mark, index: int) -> None:
        if mark.sets and index < len(mark.keys):
            self.picked.emit(mark.sets, mark.keys[index])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self.hit(event.position())
        self._held = found[0] if found and found[0].sets else None
        if found and self._held is not None:
            self._pick(*found)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        found = self.hit(event.position()) if self._held is not None else None
        if found and self._held is not None and found[0].id == self._held.id:
            self._pick(*found)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._held = None

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            found = self.hit(QPointF(event.pos()))
            words = self._hover_text(*found) if found else ""
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    def _hover_text(self, mark: Mark, index: int) -> str:
        key = mark.keys[index] if index < len(mark.keys) else index
        return spoken(self.describe(mark.id, key))

    # -- the screen reader --------------------------------------------------------------------

    def said(self) -> Said:
        """Return what a screen reader reads: what is drawn, and the item that is picked."""
        figure = self._figure
        drawn = "" if figure is None else spoken(figure.description)
        described = "\n".join(filter(None, (drawn, self._picked_words())))
        return Said(Role.Graphic, self.accessibleName(), description=described)

    def _picked_words(self) -> str:
        mark = self._pickable()
        return "" if mark is None or mark.picked is None else self._hover_text(mark, mark.picked)

    def tell(self) -> None:
        """Tell a screen reader what is drawn now; called once the values came to rest."""
        picked = self._picked_words()
        if (now := (self.said().description, picked)) == self._told:
            return
        if self.hasFocus() and picked != self._told[1]:
            announce(self, picked)
        self._told = now
        tell_description(self)

    # -- the keys -----------------------------------------------------------------------------

    def _pickable(self) -> Mark | None:
        marks = (m for p in self.seen_panels() for m in p.marks if m.sets and m.keys)
        return next(marks, None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        mark = self._pickable()
        step = 0 if mark is None else item_step(Qt.Key(event.key()), len(mark.keys))
        if mark is None or not step:
            super().keyPressEvent(event)
            return
        start = mark.picked if mark.picked is not None else (-1 if step > 0 else len(mark.keys))
        self._pick(mark, min(max(start + step, 0), len(mark.keys) - 1))
