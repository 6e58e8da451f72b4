"""A figure on the screen: panels in a grid, tables below them, the mouse and the arrow keys.

Items are made once and kept by (panel, mark, type); a new figure of the same shape only feeds
them. Nothing here knows which lab it shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget

from ..core.figure import Figure, Mark, Panel
from .canvas import Canvas
from .hearing import Role, Said, announce, tell_description
from .language import spoken
from .panel import PanelItem, tables_of
from .ring import Ring, without_rings
from .segments import Segments
from .surround import Margins
from .table import Describe, TableView
from .theme import Theme


def _step(key: Qt.Key, count: int) -> int:
    """Return how many items a key goes on in a row of ``count``; 0 for a key that goes nowhere."""
    page = max(2, count // 4)
    return {
        Qt.Key.Key_Left: -1,
        Qt.Key.Key_Up: -1,
        Qt.Key.Key_Right: 1,
        Qt.Key.Key_Down: 1,
        Qt.Key.Key_PageUp: -page,
        Qt.Key.Key_PageDown: page,
        Qt.Key.Key_Home: -count,
        Qt.Key.Key_End: count,
    }.get(key, 0)


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

    @contextmanager
    def uncached(self) -> Iterator[None]:
        """Paint everything anew meanwhile, sharp at any resolution."""
        with self._canvas.uncached(), without_rings(self):
            yield

    def forget(self) -> None:
        """Measure all texts again next time: the language changed."""
        for item in self._panels.values():
            item.surround.forget()
        for view in self._tables.values():
            view.source.retranslate()

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
        places = self._places(seen)
        margins = {
            p.id: self._panels[p.id].margins(places[p.id].width(), places[p.id].height())
            for p in seen
        }
        for panel in self._figure.panels:
            for table in tables_of(panel):
                self._tables[table.id].setVisible(panel in seen)
        moved, stale = False, set()
        for panel in seen:
            for table in tables_of(panel):
                self._tables[table.id].setGeometry(places[panel.id].toRect())
            item = self._panels[panel.id]
            moves, renews = item.place(places[panel.id], self._lined_up(panel, seen, margins))
            moved |= moves
            if renews:
                stale.add(item)
        shown = tuple(self._panels[panel.id] for panel in seen)
        paper = self._theme.colour("paper")
        return self._canvas.renew(shown, paper, None if moved else stale)

    @staticmethod
    def _lined_up(panel: Panel, seen: tuple[Panel, ...], margins: dict[str, Margins]) -> Margins:
        """Return a panel's margins, widened so that plots of a row and of a column line up."""
        own = margins[panel.id]
        row = [margins[p.id] for p in seen if p.row == panel.row]
        column = [margins[p.id] for p in seen if p.col == panel.col and not tables_of(p)]
        bottom = max(m.bottom for m in row) if panel.x.shown else own.bottom
        return Margins(
            max([own.left, *(m.left for m in column)]), max(m.top for m in row), own.right, bottom
        )

    def _places(self, seen: tuple[Panel, ...]) -> dict[str, QRectF]:
        """Return where each panel goes: rows share the height by weight, tables take theirs."""
        assert self._theme is not None
        columns = self._columns(seen)
        rows = sorted({p.row for p in seen})
        fixed = {row: self._table_height(seen, row) for row in rows}
        weights = {r: max(p.weight for p in seen if p.row == r) for r in rows if not fixed[r]}
        gap = self._theme.px(8)
        top = self._switch.height() + gap if self._share is not None else 0.0
        free = self.height() - top - sum(fixed.values()) - gap * (len(rows) - 1)
        places = {}
        for row in rows:
            height = fixed[row] or max(20.0, free * weights[row] / sum(weights.values()))
            for panel in (p for p in seen if p.row == row):
                left, (last, width) = columns[panel.col][0], columns[panel.col + panel.span - 1]
                places[panel.id] = QRectF(left, top, last + width - left, height)
            top += height + gap
        return places

    def _columns(self, seen: tuple[Panel, ...]) -> list[tuple[float, float]]:
        """Return left edge and width of each column of the grid."""
        assert self._theme is not None
        count = max((p.col + p.span for p in seen), default=1)
        stretch = [
            max((p.stretch for p in seen if p.col == c and p.span == 1), default=1.0)
            for c in range(count)
        ]
        gap = self._theme.px(10)
        free = self.width() - gap * (count - 1)
        edges, x = [], 0.0
        for part in stretch:
            width = free * part / sum(stretch)
            edges.append((x, width))
            x += width + gap
        return edges

    def _table_height(self, seen: tuple[Panel, ...], row: int) -> float:
        tables = [t for p in seen if p.row == row for t in tables_of(p) if t.compact]
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
        step = 0 if mark is None else _step(Qt.Key(event.key()), len(mark.keys))
        if mark is None or not step:
            super().keyPressEvent(event)
            return
        start = mark.picked if mark.picked is not None else (-1 if step > 0 else len(mark.keys))
        self._pick(mark, min(max(start + step, 0), len(mark.keys) - 1))
