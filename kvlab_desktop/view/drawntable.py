"""A table as it is drawn into pictures: not by its widget.

Where Qt redirects the painting of a widget, as ``QWidget.render`` does, the clips of an SVG lie in
the wrong place.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from .cell import draw_cell
from .language import spoken
from .table import CELL, TableView

_HEAD = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap


def draw_table(painter: QPainter, view: TableView) -> None:
    """Draw head and rows of a table where its view is; of a long one the rows that fit."""
    painter.save()
    painter.translate(view.pos())
    header = view.horizontalHeader()
    columns = range(header.count())
    spans = [(header.sectionPosition(i), header.sectionSize(i)) for i in columns]
    _draw_head(painter, view, spans)
    _draw_rows(painter, view, spans)
    painter.restore()


def _draw_head(painter: QPainter, view: TableView, spans: list[tuple[int, int]]) -> None:
    theme, height = view.theme, view.horizontalHeader().height()
    painter.fillRect(QRectF(view.rect()), theme.colour("paper"))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(theme.colour("line"), 1))
    painter.drawLine(QPointF(0, height - 0.5), QPointF(view.width(), height - 0.5))
    painter.setPen(theme.colour("muted"))
    painter.setFont(theme.font("tick"))
    gap = theme.px(4)
    for (left, width), column in zip(spans, view.source.table.columns, strict=True):
        painter.drawText(QRectF(left + gap, 0, width - 2 * gap, height), _HEAD, spoken(column.head))


def _draw_rows(painter: QPainter, view: TableView, spans: list[tuple[int, int]]) -> None:
    model = view.model()
    top, height = view.horizontalHeader().height(), view.verticalHeader().defaultSectionSize()
    for row in range(min(model.rowCount(), (view.height() - top) // height)):
        for column, (left, width) in enumerate(spans):
            rect = QRectF(left, top + row * height, width, height)
            cell = model.index(row, column).data(CELL)
            draw_cell(painter, rect, cell, view.is_flush(column), view.theme)
