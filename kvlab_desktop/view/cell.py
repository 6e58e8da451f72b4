"""A table's cell: its main text and a small note beside it, on the screen and in pictures."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ..core.figure import Cell
from .axes import fitted
from .language import text
from .richtext import Block, Words, block
from .theme import Theme


def cell_blocks(
    cell: Cell, theme: Theme, width: float | None = None
) -> tuple[Block | Words, Block | Words | None]:
    """Return a cell's main text and its small note, laid out, in smaller type to fit a width."""
    words = f"✓ {text(cell.text)}" if cell.best else text(cell.text)
    role = "panel" if cell.best else "figure"
    main = block(words, theme.font(role))
    note = block(text(cell.note), theme.font("tick")) if cell.note is not None else None
    taken = cell_width(main, note, theme)
    if width is None or taken <= width:
        return main, note
    share = width / taken
    small = fitted(words, role, main.size.width() * share, theme)
    if note is None or cell.note is None:
        return small, None
    return small, fitted(text(cell.note), "tick", note.size.width() * share, theme)


def cell_width(main: Block | Words, note: Block | Words | None, theme: Theme) -> float:
    """Return the width of a cell's texts side by side."""
    return main.size.width() + (theme.px(6) + note.size.width() if note else 0)


def draw_cell(painter: QPainter, rect: QRectF, cell: Cell, flush: bool, theme: Theme) -> None:
    """Draw a cell in its rectangle, at the left edge (``flush``) or in the middle."""
    main, note = cell_blocks(cell, theme, rect.width() - theme.px(12))
    spare = rect.width() - cell_width(main, note, theme)
    x = rect.left() + (theme.px(8) if flush else spare / 2)
    tone = theme.text_colour("good" if cell.best else cell.tone)
    middle = rect.center().y() + 0.5
    main.draw(painter, x, middle - main.size.height() / 2, tone)
    if note is not None:
        x += main.size.width() + theme.px(6)
        note.draw(painter, x, middle - note.size.height() / 2, theme.colour("muted"))
