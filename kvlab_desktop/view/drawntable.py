"""A table as it is drawn into pictures: without its widget, so that every text stays a text."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from .language import spoken
from .table import TableView, draw_cell

_HEAD = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap


def draw_table(painter: QPainter, view: TableView) -> None:
    """Draw head and rows of a table from the origin; of a long one the rows that fit."""
    theme, model = view.theme, view.model()
    head = view.horizontalHeader().height()
    painter.fillRect(QRectF(view.rect()), theme.colour("paper"))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(theme.colour("line"), 1))
    painter.drawLine(QPointF(0, head - 0.5), QPointF(view.width(), head - 0.5))
    painter.setPen(theme.colour("muted"))
    painter.setFont(theme.font("tick"))
    gap = theme.px(4)
    spans = [_span(view, column) for column in range(model.columnCount())]
    for (left, width), named in zip(spans, view.source.table.columns, strict=True):
        painter.drawText(QRectF(left + gap, 0, width - 2 * gap, head), _HEAD, spoken(named.head))
    height = view.verticalHeader().defaultSectionSize()
    rows = min(model.rowCount(), int((view.height() - head) // height))
    for row in range(rows):
        for column, (left, width) in enumerate(spans):
            rect = QRectF(left, head + row * height, width, height)
            draw_cell(painter, view, rect, model.index(row, column))


def _span(view: TableView, column: int) -> tuple[float, float]:
    """Return left edge and width of a column."""
    header = view.horizontalHeader()
    return float(header.sectionPosition(column)), float(header.sectionSize(column))
