"""The legend of a panel: a sample and a name for each labelled mark, a scale for a heat map."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPen

from ..core.figure import Dots, Heat, Line, Mark, Panel, Rule, Segments
from ..core.units import trimmed
from .axes import Placed, fitted
from .language import text
from .marks import colour_table
from .richtext import Block, Words, block
from .theme import Theme


class Legend:
    """Entries on one line; ``place`` says where, ``paint`` draws the samples."""

    def __init__(self, marks: list[Mark], theme: Theme) -> None:
        self._theme = theme
        self._entries: list[tuple[Mark, Block | Words]] = []
        self._scales: list[tuple[Mark, Block | Words]] = []
        font = theme.font("tick")
        for mark in marks:
            if isinstance(mark, Heat):
                self._scales.append((mark, block(trimmed(mark.low, 3), font)))
                self._entries.append((mark, block(trimmed(mark.high, 3), font)))
            else:
                self._entries.append((mark, block(text(mark.label), font)))
        self._sample, self._gap, self._strip = theme.px(12), theme.px(16), theme.px(40)
        self.width = sum(self._entry_width(m, b) for m, b in self._entries) + self._gap * (
            len(self._entries) - 1
        )
        self._at: list[tuple[Mark, QRectF]] = []
        self.texts: list[Placed] = []

    def _low(self, mark: Mark) -> Block | Words | None:
        return next((b for m, b in self._scales if m is mark), None)

    def _entry_width(self, mark: Mark, laid: Block | Words) -> float:
        low = self._low(mark)
        if low is not None:
            return low.size.width() + self._strip + laid.size.width() + 8
        return self._sample + 6 + laid.size.width()

    def rows(self, width: float) -> list[list[tuple[Mark, Block | Words]]]:
        """Return the entries broken into rows of at most a width."""
        rows: list[list[tuple[Mark, Block | Words]]] = []
        used = 0.0
        for mark, laid in self._entries:
            need = self._entry_width(mark, laid)
            if not rows or used + need > width:
                rows.append([])
                used = 0.0
            rows[-1].append((mark, laid))
            used += need + self._gap
        return rows

    def place(self, x: float, y: float, line: float, width: float) -> None:
        """Put the entries in rows from (x, y), each ``line`` high and at most ``width`` long."""
        self._at, self.texts = [], []
        for row in self.rows(width):
            left = x
            for mark, laid in row:
                need = self._entry_width(mark, laid)
                if need > width:  # alone in its row, and still too long
                    room = laid.size.width() - (need - width)
                    laid = fitted(laid.markup, "tick", room, self._theme)
                self._place_entry(mark, laid, left, y, line)
                left += need + self._gap
            y += line

    def _place_entry(
        self, mark: Mark, laid: Block | Words, x: float, y: float, line: float
    ) -> None:
        muted, low = self._theme.colour("muted"), self._low(mark)
        top = y + (line - laid.size.height()) / 2
        if low is not None:
            self.texts.append(Placed(low, x, top, muted))
            x += low.size.width() + 4
        side = self._strip if low is not None else self._sample
        thick = self._theme.px(8) if low is not None else self._sample
        self._at.append((mark, QRectF(x, y + (line - thick) / 2, side, thick)))
        x += side + (4 if low is not None else 6)
        colour = muted if low is not None else self._theme.text_colour(mark.tone)
        self.texts.append(Placed(laid, x, top, colour))

    def paint(self, painter: QPainter, theme: Theme) -> None:
        """Draw the samples."""
        for mark, rect in self._at:
            if isinstance(mark, Heat):
                table = colour_table(mark.colours)
                strip = QImage(table.data, len(table), 1, QImage.Format.Format_RGB32)
                painter.drawImage(rect, strip)
            else:
                self._sample_of(painter, mark, rect, theme)

    @staticmethod
    def _sample_of(painter: QPainter, mark: Mark, rect: QRectF, theme: Theme) -> None:
        colour = theme.colour(mark.tone)
        middle = rect.center()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(mark, (Line, Segments, Rule)):
            pen = QPen(colour, 2)
            if getattr(mark, "dashed", False):
                pen.setDashPattern([3, 2])
            painter.setPen(pen)
            painter.drawLine(QPointF(rect.left(), middle.y()), QPointF(rect.right(), middle.y()))
        elif isinstance(mark, Dots):
            painter.setPen(QPen(colour, 1.5))
            painter.setBrush(theme.colour("paper") if mark.hollow else colour)
            painter.drawEllipse(middle, rect.width() / 2.4, rect.width() / 2.4)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawRect(rect)


def legend_of(panel: Panel, theme: Theme) -> Legend | None:
    """Return the legend of a panel, or ``None`` when nothing in it has a label."""
    named: list[Mark] = [m for m in panel.marks if m.label is not None or isinstance(m, Heat)]
    return Legend(named, theme) if named else None
