"""Numbers as boxes of bits, grouped by meaning."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPen

from ..core.figure import BitGroup, Bits
from .language import text
from .richtext import block
from .theme import Theme


def paint(painter: QPainter, mark: Bits, area: QRectF, theme: Theme) -> None:
    """Draw each line of the mark: heading, its groups of bits with their meanings, the sum."""
    if not mark.lines:
        return
    height = area.height() / len(mark.lines)
    heads = [block(text(head), theme.font("figure")) for head, _groups, _tail in mark.lines]
    left = max(h.size.width() for h in heads) + theme.px(12)
    for i, (head, (_, groups, tail)) in enumerate(zip(heads, mark.lines, strict=True)):
        top = area.top() + i * height
        box = min(theme.px(20), height * 0.42)
        head.draw(
            painter, area.left(), top + (box - head.size.height()) / 2 + 2, theme.colour("muted")
        )
        x = area.left() + left
        for group in groups:
            x = _paint_group(painter, group, x, top, box, theme) + theme.px(10)
        laid = block(text(tail), theme.font("panel"))
        laid.draw(painter, x, top + (box - laid.size.height()) / 2 + 2, theme.colour("ink"))


def _paint_group(
    painter: QPainter, group: BitGroup, x: float, top: float, box: float, theme: Theme
) -> float:
    """Draw one group; return where it ends."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    digits = theme.font("tick")
    start = x
    for bit in group.bits:
        rect = QRectF(x, top + 2, box, box)
        painter.setPen(QPen(theme.colour("paper"), 1))
        painter.setBrush(theme.colour(group.tone) if bit == "1" else theme.colour("track"))
        painter.drawRect(rect)
        laid = block(bit, digits)
        colour = theme.text_on(group.tone) if bit == "1" else theme.colour("muted")
        laid.draw(
            painter,
            rect.center().x() - laid.size.width() / 2,
            rect.center().y() - laid.size.height() / 2,
            colour,
        )
        x += box
    words = text(group.label)
    meaning = text(group.meaning)
    caption = block(f"{words} {meaning}".strip(), theme.font("tick"))
    caption.draw(painter, start, top + box + 4, theme.text_colour(group.tone))
    return max(x, start + caption.size.width())
