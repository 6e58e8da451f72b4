"""Where the texts of a panel go: ticks, axis labels, title, legend.

Everything here is worked out when a figure is shown, in the panel's pixels; painting then only
draws what was placed. Tests read the same placements.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter

from ..core.figure import Axis
from ..core.text import plain
from ..core.units import MINUS
from .language import text
from .richtext import Block, Words, block
from .theme import Theme

LEAST_TYPE = 0.7  # how small a text is made to fit
_GAP = 6
_RIGHT = Qt.TextElideMode.ElideRight


@dataclass(frozen=True, slots=True)
class Placed:
    """A laid-out text with its top left corner; ``turned`` reads upward."""

    laid: Block | Words
    x: float
    y: float
    colour: QColor
    turned: bool = False

    def rect(self) -> QRectF:
        """Return the rectangle the text covers."""
        w, h = self.laid.size.width(), self.laid.size.height()
        return QRectF(self.x, self.y, h, w) if self.turned else QRectF(self.x, self.y, w, h)

    def draw(self, painter: QPainter) -> None:
        """Draw the text."""
        if not self.turned:
            self.laid.draw(painter, self.x, self.y, self.colour)
            return
        painter.save()
        painter.translate(self.x, self.y + self.laid.size.width())
        painter.rotate(-90)
        self.laid.draw(painter, 0, 0, self.colour)
        painter.restore()


@dataclass(frozen=True, slots=True)
class TickText:
    """A tick of an axis in data coordinates with its laid-out text."""

    at: float
    laid: Block | Words
    strong: bool


def nice_step(span: float, most: int) -> float:
    """Return the step 1, 2 or 5 × 10^n that puts at most ``most`` ticks on a span."""
    raw = span / max(1, most)
    power = 10 ** math.floor(math.log10(raw))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= raw * (1 - 1e-9))


def automatic(axis: Axis, pixels: float, spacing: float) -> list[tuple[float, str]]:
    """Return ticks at round numbers, about ``spacing`` pixels apart."""
    span = axis.high - axis.low
    if not span > 0:
        return []
    step = nice_step(span, max(1, int(pixels / spacing)))
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    first = math.ceil(axis.low / step - 1e-9)
    last = math.floor(axis.high / step + 1e-9)
    values = [i * step for i in range(first, last + 1)]
    return [(v, f"{v + 0.0:.{decimals}f}".replace("-", MINUS)) for v in values]


def tick_texts(axis: Axis, pixels: float, theme: Theme, spacing: float) -> tuple[TickText, ...]:
    """Return the ticks of an axis with their texts laid out."""
    if not axis.shown:
        return ()
    plain_font, strong_font = theme.font("tick"), theme.font("strong")
    if axis.ticks is None:
        pairs = automatic(axis, pixels, theme.px(spacing))
        return tuple(TickText(at, block(label, plain_font), False) for at, label in pairs)
    return tuple(
        TickText(t.at, block(text(t.label), strong_font if t.strong else plain_font), t.strong)
        for t in axis.ticks
    )


def stagger(texts: Sequence[TickText], places: Sequence[float]) -> list[int | None]:
    """Return the row (0 or 1) of each tick text so that none touch, ``None`` for one left out."""
    for rows in (1, 2):
        ends = [-math.inf] * rows
        chosen: list[int | None] = []
        for i, (tick, x) in enumerate(zip(texts, places, strict=True)):
            half = tick.laid.size.width() / 2
            row = i % rows
            if x - half < ends[row] + _GAP / 2:
                break
            ends[row] = x + half
            chosen.append(row)
        else:
            return chosen
    return _thinned(texts, places)


def _thinned(texts: Sequence[TickText], places: Sequence[float]) -> list[int | None]:
    """Keep what fits on one row, the strong ones first."""
    kept: list[int] = []
    for i in sorted(range(len(texts)), key=lambda i: not texts[i].strong):
        half = texts[i].laid.size.width() / 2 + _GAP / 2
        clear = all(
            abs(places[i] - places[j]) >= half + texts[j].laid.size.width() / 2 for j in kept
        )
        if clear:
            kept.append(i)
    return [0 if i in kept else None for i in range(len(texts))]


def left_width(axis: Axis, ticks: Sequence[TickText], theme: Theme) -> float:
    """Return the room that a left axis needs, in steps so that it does not tremble."""
    if not axis.shown:
        return 0
    widest = max((t.laid.size.width() for t in ticks), default=0)
    step = theme.px(8)
    room = math.ceil(widest / step) * step + 2 * _GAP
    return room + (theme.font("tick").pixelSize() * 1.6 if axis.label else 0)


def _tick_line(axis: Axis, theme: Theme) -> float:
    """Return the height of a row of texts under an axis."""
    strong = any(tick.strong for tick in axis.ticks or ())
    return theme.font("strong" if strong else "tick").pixelSize() * 1.5


def bottom_height(axis: Axis, rows: int, theme: Theme) -> float:
    """Return the room that a bottom axis needs."""
    if not axis.shown:
        return 0
    line = _tick_line(axis, theme)
    return (
        (rows if axis.ticks is None or axis.ticks else 0) * line
        + _GAP
        + (line if axis.label else 0)
    )


def place_bottom(
    axis: Axis,
    ticks: Sequence[TickText],
    plot: QRectF,
    to_x: Callable[[float], float],
    theme: Theme,
) -> tuple[list[Placed], list[float]]:
    """Place the texts of the bottom axis; return them and the tick lines' x."""
    places = [to_x(t.at) for t in ticks]
    rows = stagger(ticks, places)
    line = _tick_line(axis, theme)
    placed, at = [], []
    for tick, x, row in zip(ticks, places, rows, strict=True):
        if row is None:
            continue
        at.append(x)
        colour = theme.colour("ink" if tick.strong else "muted")
        placed.append(
            Placed(
                tick.laid, x - tick.laid.size.width() / 2, plot.bottom() + _GAP + row * line, colour
            )
        )
    used = 1 + max((r for r in rows if r is not None), default=0)
    if axis.shown and axis.label:
        laid = fitted(text(axis.label), "tick", plot.width(), theme)
        placed.append(
            Placed(
                laid,
                plot.center().x() - laid.size.width() / 2,
                plot.bottom() + _GAP + used * line,
                theme.colour("muted"),
            )
        )
    return placed, at


def place_left(
    axis: Axis,
    ticks: Sequence[TickText],
    plot: QRectF,
    to_y: Callable[[float], float],
    theme: Theme,
) -> tuple[list[Placed], list[float]]:
    """Place the texts of the left axis; return them and the tick lines' y."""
    placed: list[Placed] = []
    at: list[float] = []
    taken: list[tuple[float, float]] = []
    for tick in sorted(ticks, key=lambda t: (not t.strong, -to_y(t.at))):
        y, height = to_y(tick.at), tick.laid.size.height()
        # the top one must not climb into the title
        top = max(y - height / 2, plot.top() - 4)
        if any(top < low - 2 and high + 2 < top + height for high, low in taken):
            continue
        taken.append((top, top + height))
        at.append(y)
        colour = theme.colour("ink" if tick.strong else "muted")
        placed.append(Placed(tick.laid, plot.left() - _GAP - tick.laid.size.width(), top, colour))
    if axis.shown and axis.label:
        # there is room beside the ticks below, but none beside the title above
        laid = fitted(text(axis.label), "tick", plot.height() + 4 * _GAP, theme)
        top = max(plot.center().y() - laid.size.width() / 2, plot.top() - 4)
        placed.append(Placed(laid, 0, top, theme.colour("muted"), turned=True))
    return placed, at


def fitted(words: str, role: str, width: float, theme: Theme) -> Block | Words:
    """Return a text on one line that fits a width.

    As it is, in smaller type down to ``LEAST_TYPE``, or at that cut short.
    """
    laid = block(words, theme.font(role))
    if laid.size.width() <= width:
        return laid
    # in steps, so that there are few such fonts
    factor = max(LEAST_TYPE, math.floor(20 * width / max(1.0, laid.size.width())) / 20)
    font = replace(theme, text_size=theme.text_size * factor).font(role)
    laid = block(words, font)
    if laid.size.width() <= width + 1:
        return laid
    return block(QFontMetrics(font).elidedText(plain(words), _RIGHT, int(width)), font)


def centred(laid: Block | Words, at: QPointF, anchor: tuple[float, float]) -> tuple[float, float]:
    """Return the top left corner of a text whose ``anchor`` point (0…1) lies at a place."""
    return at.x() - anchor[0] * laid.size.width(), at.y() - anchor[1] * laid.size.height()
