"""A table of the figure, shown by Qt's own table view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolTip,
    QWidget,
)

from ..core.figure import Cell, Table
from ..core.params import Value
from ..core.text import Msg
from .cell import cell_blocks, cell_width, draw_cell
from .language import spoken, text
from .opaque import lay_paper
from .richtext import block
from .ring import Ring
from .theme import Theme

#: (mark, key) -> what the lab says of that item
Describe = Callable[[str, Value], Msg | None]
_Index = QModelIndex | QPersistentModelIndex
CELL = Qt.ItemDataRole.UserRole
_SORT = Qt.ItemDataRole.UserRole + 1
_HIDDEN = Cell("?", tone="muted")


class TableModel(QAbstractTableModel):
    """The cells of a :class:`Table`; columns in ``hidden`` read "?"."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.table = Table(id="", columns=(), rows=())
        self.hidden: frozenset[str] = frozenset()

    def feed(self, table: Table, hidden: frozenset[str]) -> None:
        """Take new cells; in a table of the same shape only what differs is repainted."""
        old, was_hidden = self.table, self.hidden
        same = len(table.rows) == len(old.rows) and (
            [c.id for c in table.columns] == [c.id for c in old.columns]
        )
        if not same:
            self.beginResetModel()
        self.table, self.hidden = table, hidden
        if not same:
            self.endResetModel()
            return
        for row, (new, known) in enumerate(zip(table.rows, old.rows, strict=True)):
            for column, (cell, before) in enumerate(zip(new, known, strict=True)):
                if cell != before or hidden != was_hidden:
                    index = self.index(row, column)
                    self.dataChanged.emit(index, index)
        if table.columns != old.columns:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)

    def retranslate(self) -> None:
        """Tell the view that every text may be another one."""
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)
        last = self.index(self.rowCount() - 1, self.columnCount() - 1)
        self.dataChanged.emit(self.index(0, 0), last)

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.table.rows)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.table.columns)

    def cell(self, index: _Index) -> Cell:
        """Return the cell at an index, or "?" in a hidden column."""
        column = self.table.columns[index.column()]
        return _HIDDEN if column.id in self.hidden else self.table.rows[index.row()][index.column()]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        cell = self.cell(index)
        if role == CELL:
            return cell
        if role == _SORT:
            return cell.value if cell.value is not None else spoken(cell.text)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"✓ {spoken(cell.text)}" if cell.best else spoken(cell.text)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return spoken(self.table.columns[section].head)
        return None


class CellPainter(QStyledItemDelegate):
    """Draws the cells of a view."""

    def __init__(self, view: TableView) -> None:
        super().__init__(view)
        self._view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        rect: QRect = option.rect  # type: ignore[attr-defined]
        if self._view.ring.is_seen():
            self._mark_current(painter, rect, index)
        cell, flush = index.data(CELL), self._view.is_flush(index.column())
        draw_cell(painter, QRectF(rect), cell, flush, self._view.theme)

    def _mark_current(self, painter: QPainter, rect: QRect, index: _Index) -> None:
        """Show where the arrow keys are: a ground under the row, a frame round the cell."""
        current, theme = self._view.currentIndex(), self._view.theme
        if index.row() == current.row():
            painter.fillRect(rect, theme.colour("hover"))
        if index == current:
            painter.setPen(theme.colour("accent"))
            painter.drawRect(rect.adjusted(0, 0, -1, -1))


class TableView(QTableView):
    """Shows one table mark; choosing a row picks its key, Enter sorts by the column."""

    picked = Signal(str, object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme: Theme
        self.describe: Describe = lambda _mark, _key: None
        self._shared_for: object = None
        self._tall_for: object = None
        self._tall = 0
        self.source = TableModel(self)
        self._proxy = QSortFilterProxyModel(self)
        self._proxy.setSourceModel(self.source)
        self._proxy.setSortRole(_SORT)
        self.setModel(self._proxy)
        self.setItemDelegate(CellPainter(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)  # Tab leaves the table, arrows go through it
        self.setWordWrap(True)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
        self.clicked.connect(self._on_clicked)
        self.ring = Ring(self)

    def feed(self, table: Table, theme: Theme, hidden: frozenset[str]) -> None:
        """Take new cells."""
        self.theme = theme
        sortable = any(column.sort for column in table.columns)
        if self.isSortingEnabled() != sortable:
            self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
            self.setSortingEnabled(sortable)
        header = theme.font("tick")
        if self.horizontalHeader().font() != header:
            self.horizontalHeader().setFont(header)
        scrolls = (
            Qt.ScrollBarPolicy.ScrollBarAlwaysOff
            if table.compact
            else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        )
        self.setVerticalScrollBarPolicy(scrolls)
        self.source.feed(table, hidden)
        self._share_width()
        height = self.row_height(table)
        if self.verticalHeader().defaultSectionSize() != height:
            self.verticalHeader().setMinimumSectionSize(1)
            self.verticalHeader().setDefaultSectionSize(height)

    def is_flush(self, column: int) -> bool:
        """Return whether a column's cells stand at its left edge: names and sentences do."""
        table = self.source.table
        worded = all(isinstance(row[column].value, str | None) for row in table.rows)
        return column == 0 or (worded and not table.compact)

    def _share_width(self) -> None:
        """Give the columns of a short table equal widths, those of a long one what they need."""
        table, header = self.source.table, self.horizontalHeader()
        if table.compact:
            if header.sectionResizeMode(0) != QHeaderView.ResizeMode.Stretch:
                header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
            return
        key = (table.columns, table.keys, self.viewport().width(), self.theme)
        if key == self._shared_for:
            return
        self._shared_for = key
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        needs = [self._needed(i) for i in range(len(table.columns))]
        room = self.viewport().width()
        spare = max(0.0, room - sum(needs)) / max(1, len(needs))
        shrink = min(1.0, room / max(1.0, sum(needs)))
        for i, need in enumerate(needs):
            header.resizeSection(i, int(need * shrink + spare))

    def _needed(self, column: int) -> float:
        """Return the width that a column's cells and the longest word of its head take."""
        table, theme = self.source.table, self.theme
        cells = (cell_width(*cell_blocks(row[column], theme), theme) for row in table.rows)
        words = spoken(table.columns[column].head).split() or [""]
        head = max(block(word, theme.font("tick")).size.width() for word in words)
        return max([head, *cells]) + theme.px(24)

    def paintEvent(self, event: QPaintEvent) -> None:
        lay_paper(self.viewport(), self.theme)
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.source.table.columns:
            self._share_width()

    def row_height(self, table: Table) -> int:
        """Return the height of a row."""
        return round(self.theme.font("figure").pixelSize() * 1.5) + self.theme.px(6)

    def natural_height(self, table: Table, width: float) -> int:
        """Return the height of header and rows at a width."""
        key = (table.columns, len(table.rows), width, self.theme)
        if key == self._tall_for:
            return self._tall
        self._tall_for = key
        # Qt keeps a margin round a header's text
        share = int(width / max(1, len(table.columns))) - self.theme.px(22)
        font = self.theme.font("tick")
        heads = (block(text(c.head), font, share).size.height() for c in table.columns)
        header = round(max(heads, default=0)) + self.theme.px(8)
        self.horizontalHeader().setFixedHeight(header)
        self._tall = header + len(table.rows) * self.row_height(table) + 2 * self.frameWidth()
        return self._tall

    def forget(self) -> None:
        """Measure and write every text again: the language changed."""
        self._tall_for = self._shared_for = None
        self.source.retranslate()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.hover_text(self.indexAt(event.pos())), self)
            return True
        return super().viewportEvent(event)

    def hover_text(self, index: QModelIndex) -> str:
        """Return what the lab says of a row, or else the cell's exact value."""
        if not index.isValid():
            return ""
        inner = self._proxy.mapToSource(index)
        table, cell = self.source.table, self.source.cell(inner)
        key = table.keys[inner.row()] if inner.row() < len(table.keys) else inner.row()
        # while some columns wait for a guess, the row's sentence would give them away
        words = None if self.source.hidden else self.describe(table.id, key)
        return spoken(words) or ("" if cell.value is None else str(cell.value))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self.model().index(0, 0))  # a screen reader has a cell to read

    def keyPressEvent(self, event: QKeyEvent) -> None:
        column = self.currentIndex().column()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.isSortingEnabled():
            header = self.horizontalHeader()
            up = Qt.SortOrder.AscendingOrder
            again = header.sortIndicatorSection() == column and header.sortIndicatorOrder() == up
            self.sortByColumn(column, Qt.SortOrder.DescendingOrder if again else up)
            return
        before = self.currentIndex().row()
        super().keyPressEvent(event)
        if self.currentIndex().isValid() and self.currentIndex().row() != before:
            self._on_clicked(self.currentIndex())

    def _on_clicked(self, index: QModelIndex) -> None:
        row = self._proxy.mapToSource(index).row()
        table = self.source.table
        if table.sets and row < len(table.keys):
            self.picked.emit(table.sets, table.keys[row])
