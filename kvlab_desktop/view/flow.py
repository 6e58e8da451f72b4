"""A layout that puts its items in rows and starts a new row when one is full."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Rows of items at their preferred widths.

    With ``fill``, what is left of a row is shared among its items that expand, up to their
    largest width, and all items of a row are equally high.
    """

    def __init__(
        self,
        parent: QWidget | None = None,
        gap: int = 8,
        row_gap: int | None = None,
        *,
        fill: bool = False,
    ) -> None:
        super().__init__(parent)
        self._entries: list[QLayoutItem] = []
        self._gap, self._row_gap, self._fill = gap, gap if row_gap is None else row_gap, fill
        self.setContentsMargins(0, 0, 0, 0)

    def set_gaps(self, gap: int, row_gap: int) -> None:
        """Set the distances between items and between rows, in pixels."""
        if (gap, row_gap) != (self._gap, self._row_gap):
            self._gap, self._row_gap = gap, row_gap
            self.invalidate()

    def addItem(self, item: QLayoutItem) -> None:
        self._entries.append(item)

    def count(self) -> int:
        return len(self._entries)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._entries[index] if 0 <= index < len(self._entries) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._entries.pop(index) if 0 <= index < len(self._entries) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:
        margins = self.contentsMargins()
        visible = self._visible()
        width = sum(i.sizeHint().width() for i in visible) + self._gap * max(0, len(visible) - 1)
        height = max((i.sizeHint().height() for i in visible), default=0)
        return QSize(
            width + margins.left() + margins.right(), height + margins.top() + margins.bottom()
        )

    def minimumSize(self) -> QSize:
        margins = self.contentsMargins()
        visible = self._visible()
        width = max((i.minimumSize().width() for i in visible), default=0)
        height = max((i.minimumSize().height() for i in visible), default=0)
        return QSize(
            width + margins.left() + margins.right(), height + margins.top() + margins.bottom()
        )

    def _visible(self) -> list[QLayoutItem]:
        return [item for item in self._entries if not item.isEmpty()]

    def _width(self, item: QLayoutItem) -> int:
        """Return the width an item starts from: what grows starts from its least."""
        return (item.minimumSize() if self._fill else item.sizeHint()).width()

    def _rows(self, width: int) -> list[list[QLayoutItem]]:
        rows: list[list[QLayoutItem]] = []
        used = width + 1
        for item in self._visible():
            need = min(self._width(item), width)
            if used + need > width or not rows:
                rows.append([])
                used = 0
            rows[-1].append(item)
            used += need + self._gap
        if self._fill and len(rows) > 1 and len(rows[-1]) == 1 and len(rows[-2]) > 2:
            self._keep_company(rows, width)
        return rows

    def _keep_company(self, rows: list[list[QLayoutItem]], width: int) -> None:
        """Bring the last item of the row before to one that is alone in its row."""
        pair = [rows[-2][-1], rows[-1][0]]
        if sum(self._width(item) for item in pair) + self._gap <= width:
            rows[-2:] = [rows[-2][:-1], pair]

    def _widths(self, row: list[QLayoutItem], width: int) -> list[int]:
        """Return the width of each item of a row."""
        widths = [min(self._width(item), width) for item in row]
        spare = width - sum(widths) - self._gap * (len(row) - 1)
        growing = [
            i
            for i, item in enumerate(row)
            if item.expandingDirections() & Qt.Orientation.Horizontal
        ]
        if self._fill:
            for left, i in zip(range(len(growing), 0, -1), growing, strict=True):
                more = max(0, min(spare // left, row[i].maximumSize().width() - widths[i]))
                widths[i] += more
                spare -= more
        return widths

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        margins = self.contentsMargins()
        area = rect.marginsRemoved(margins)
        y = area.top()
        for row in self._rows(area.width()):
            widths = self._widths(row, area.width())
            heights = [self._height(item, width) for item, width in zip(row, widths, strict=True)]
            tallest = max(heights)
            x = area.left()
            for item, width, height in zip(row, widths, heights, strict=True):
                own = tallest if self._fill else height
                if move:
                    item.setGeometry(QRect(x, y + (tallest - own) // 2, width, own))
                x += width + self._gap
            y += tallest + self._row_gap
        used = y - self._row_gap - area.top() if self._visible() else 0
        return max(0, used) + margins.top() + margins.bottom()

    @staticmethod
    def _height(item: QLayoutItem, width: int) -> int:
        return item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
