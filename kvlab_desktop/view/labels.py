"""Where the texts of marks go: notes, names of rules, ends of curves, bars and boxes."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import QPointF

from ..core.figure import Bars, Boxes, Line, Note, Panel, Rule
from .axes import LEAST_TYPE, Placed, centred, fitted
from .language import text
from .richtext import block
from .scales import Scales
from .theme import Theme


def mark_texts(panel: Panel, scales: Scales, theme: Theme) -> list[Placed]:
    """Return the placed texts of a panel's marks."""
    placed: list[Placed] = []
    ends: list[Placed] = []
    beside = _beside_bars(panel, scales, theme)
    for mark in panel.marks:
        if isinstance(mark, Note):
            placed.append(_note(mark, scales, theme))
        elif isinstance(mark, Rule) and mark.text is not None:
            placed.append(_rule(mark, scales, theme))
        elif isinstance(mark, Line) and mark.end is not None and len(mark.x):
            ends.append(_end(mark, scales, theme))
        elif isinstance(mark, Bars) and mark.texts:
            placed += _bars(mark, scales, beside)
        elif isinstance(mark, Boxes) and mark.texts:
            placed += _boxes(mark, scales, theme)
    return placed + _apart(ends)


def _beside_bars(panel: Panel, scales: Scales, theme: Theme) -> Theme:
    """Return the theme with type as small as texts at the ends of lying bars must have."""
    bars = [m for m in panel.marks if isinstance(m, Bars) and m.lying and m.texts]
    places = sorted(scales.to_y(float(at)) for mark in bars for at in mark.at)
    line = 1.1 * theme.font("figure").pixelSize()
    room = min((below - above for above, below in pairwise(places)), default=line)
    if room >= line:
        return theme
    factor = max(LEAST_TYPE, math.floor(20 * room / line) / 20)  # in steps: few fonts
    return replace(theme, text_size=theme.text_size * factor)


def _apart(ends: list[Placed]) -> list[Placed]:
    """Move the names at the ends of curves down where they would touch."""
    moved: list[Placed] = []
    floor = -1e9
    for placed in sorted(ends, key=lambda p: p.y):
        y = max(placed.y, floor)
        moved.append(replace(placed, y=y))
        floor = y + placed.laid.size.height()
    return moved


def _note(mark: Note, scales: Scales, theme: Theme) -> Placed:
    role = {"small": "tick", "body": "figure", "strong": "panel"}[mark.size]
    laid = fitted(text(mark.text), role, scales.plot.width(), theme)
    x, y = centred(laid, scales.to_point(mark.x, mark.y), mark.anchor)
    most = scales.plot.right() - laid.size.width()
    x = max(scales.plot.left(), min(x, most)) if mark.anchor[0] else x
    return Placed(laid, x, y, theme.text_colour(mark.tone))


def _rule(mark: Rule, scales: Scales, theme: Theme) -> Placed:
    assert mark.text is not None
    plot = scales.plot
    laid = fitted(text(mark.text), "tick", plot.width(), theme)
    if mark.way == "h":
        x = plot.right() - laid.size.width() - 4
        y = max(scales.to_y(mark.at) - laid.size.height() - 1, plot.top())
    else:
        x = min(scales.to_x(mark.at) + 4, plot.right() - laid.size.width())
        y = plot.top()
    return Placed(laid, x, y, theme.text_colour(mark.tone))


def _end(mark: Line, scales: Scales, theme: Theme) -> Placed:
    assert mark.end is not None
    laid = block(text(mark.end), theme.font("tick"))
    at = scales.to_point(float(mark.x[-1]), float(mark.y[-1])) + QPointF(8, 0)
    return Placed(laid, *centred(laid, at, (0, 0.5)), theme.text_colour(mark.tone))


def _bars(mark: Bars, scales: Scales, theme: Theme) -> list[Placed]:
    placed = []
    for i, words in enumerate(mark.texts):
        role = "panel" if i == mark.picked else "figure"
        laid = block(text(words), theme.font(role))
        along, end = float(mark.at[i]), float(mark.size[i])
        if mark.lying:
            at = scales.to_point(end, along) + QPointF(6, 0)
            room = max(scales.plot.right() - at.x(), LEAST_TYPE * laid.size.width())
            laid = fitted(text(words), role, room, theme)
            x, y = centred(laid, at, (0, 0.5))
            x = min(x, scales.plot.right() - laid.size.width())
        else:
            x, y = centred(laid, scales.to_point(along, end) - QPointF(0, 3), (0.5, 1))
        placed.append(Placed(laid, x, y, theme.colour("ink")))
    return placed


def _boxes(mark: Boxes, scales: Scales, theme: Theme) -> list[Placed]:
    """Place each text inside its box where it fits, else under it."""
    placed = []
    for i, words in enumerate(mark.texts):
        laid = block(text(words), theme.font("figure"))
        corner = scales.to_point(float(mark.x[i]), float(mark.y[i]))
        other = scales.to_point(float(mark.x[i] + mark.w[i]), float(mark.y[i] + mark.h[i]))
        left, right = sorted((corner.x(), other.x()))
        top, bottom = sorted((corner.y(), other.y()))
        inside = laid.size.width() + 8 <= right - left and laid.size.height() <= bottom - top
        tone = mark.tones[i] if mark.tones else mark.tone
        if inside:
            at, anchor = QPointF((left + right) / 2, (top + bottom) / 2), (0.5, 0.5)
        else:
            at, anchor = QPointF(left, bottom + 4), (0.0, 0.0)
        colour = theme.text_on(tone) if inside else theme.colour("ink")
        placed.append(Placed(laid, *centred(laid, at, anchor), colour))
    return placed
