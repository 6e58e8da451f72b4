"""The program's own small text layout: superscripts, subscripts, hats, and three drawn signs.

The bundled font lacks superscript letters, the combining hat and ✓ ✗ ↦, so text is laid out by
``QTextLayout`` (which breaks Chinese lines right) with formats for the first two, and hats and
signs are drawn over it. One function for labels, figures and export.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QStaticText,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
    QTransform,
)

_SIGNS = "✓✗↦"
_ROOM = "\u3000"  # an ideographic space keeps the place of a drawn sign
_STYLES = {"^{": "super", "_{": "sub", "\\hat{": "hat"}
_STYLED = re.compile(r"\^\{|_\{|\\hat\{|[}✓✗↦]")


@dataclass(frozen=True, slots=True)
class Run:
    """Characters ``start``…``start + length`` in one style: super, sub, hat, or a sign."""

    start: int
    length: int
    style: str


def parse(markup: str) -> tuple[str, tuple[Run, ...]]:
    """Return the characters to lay out, and which of them are styled."""
    out = ""
    runs: list[Run] = []
    open_runs: list[tuple[str, int]] = []
    done = 0
    for found in _STYLED.finditer(markup):
        mark = found[0]
        if mark == "}" and not open_runs:
            continue
        out += markup[done : found.start()]
        done = found.end()
        if mark == "}":
            name, start = open_runs.pop()
            runs.append(Run(start, len(out) - start, name))
        elif mark in _SIGNS:
            runs.append(Run(len(out), 1, mark))
            out += _ROOM
        else:
            open_runs.append((_STYLES[mark], len(out)))
    return out + markup[done:], tuple(runs)


def _x(line: QTextLine, position: int) -> float:
    """Return where a character starts; PySide6 returns the position beside it."""
    found = line.cursorToX(position)
    return float(found[0] if isinstance(found, tuple) else found)  # type: ignore[arg-type]


class Block:
    """A text with markup or of several lines, laid out once and drawn any number of times."""

    def __init__(self, markup: str, font: QFont, width: float | None = None) -> None:
        self.markup = markup
        self._font = font
        characters, self._runs = parse(markup)
        self._layout = QTextLayout(characters.replace("\n", "\u2028"), font)
        option = QTextOption()
        option.setWrapMode(
            QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
            if width is not None
            else QTextOption.WrapMode.ManualWrap
        )
        self._layout.setTextOption(option)
        self._layout.setFormats(
            [self._format(run) for run in self._runs if run.style in ("super", "sub")]
        )
        self._layout.setCacheEnabled(True)
        self.size, self.lines = self._break(width)
        self._strokes: list[tuple[QPainterPath, float]] | None = None

    @staticmethod
    def _format(run: Run) -> QTextLayout.FormatRange:
        chosen = QTextLayout.FormatRange()
        chosen.start, chosen.length = run.start, run.length
        style = QTextCharFormat()
        alignment = QTextCharFormat.VerticalAlignment
        style.setVerticalAlignment(
            alignment.AlignSuperScript if run.style == "super" else alignment.AlignSubScript
        )
        chosen.format = style
        return chosen

    def _break(self, width: float | None) -> tuple[QSizeF, int]:
        height = widest = 0.0
        self._layout.beginLayout()
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(width if width is not None else 1e6)
            line.setPosition(QPointF(0, height))
            height += line.height()
            widest = max(widest, line.naturalTextWidth())
        self._layout.endLayout()
        return QSizeF(widest, height), self._layout.lineCount()

    def draw(self, painter: QPainter, x: float, y: float, colour: QColor) -> None:
        """Draw with the top left corner at (x, y)."""
        painter.setPen(colour)
        self._layout.draw(painter, QPointF(x, y))
        if self._strokes is None:
            self._strokes = [path for run in self._runs for path in self._paths(run)]
        if self._strokes:
            smooth = painter.testRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(x, y)
            for path, width in self._strokes:
                painter.strokePath(path, QPen(colour, width, *_ROUND))
            painter.translate(-x, -y)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)

    def _paths(self, run: Run) -> list[tuple[QPainterPath, float]]:
        """Return the strokes of a hat or a sign with the width of the pen."""
        if run.style not in ("hat", *_SIGNS):
            return []
        line = self._layout.lineForTextPosition(run.start)
        left, right = (_x(line, at) for at in (run.start, run.start + run.length))
        base = line.y() + line.ascent()
        if run.style == "hat":
            unit = self._font.pixelSize() / 14
            letter = self._layout.text()[run.start]
            top = QFontMetricsF(self._font).tightBoundingRect(letter).top()
            points = _moved(_HAT, (left + right) / 2, base + top - 1.5 * unit, unit)
            return [(points, 1.1 * unit)]
        side = right - left
        strokes = (_moved(s, left, base - 0.82 * side, side) for s in _STROKES[run.style])
        return [(stroke, 0.11 * side) for stroke in strokes]


def _moved(
    points: tuple[tuple[float, float], ...], x: float, y: float, size: float
) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x + a * size, y + b * size) for a, b in points]))
    return path


_ROUND = (Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
_HAT = ((-2.6, 0.0), (0.0, -2.6), (2.6, 0.0))
_STROKES = {
    "✓": (((0.14, 0.52), (0.38, 0.76), (0.84, 0.22)),),
    "✗": (((0.20, 0.24), (0.76, 0.80)), ((0.76, 0.24), (0.20, 0.80))),
    "↦": (
        ((0.10, 0.34), (0.10, 0.70)),
        ((0.10, 0.52), (0.88, 0.52)),
        ((0.70, 0.36), (0.88, 0.52), (0.70, 0.68)),
    ),
}


class Words:
    """A text without markup: Qt keeps its glyphs, which makes it cheap to draw."""

    def __init__(self, text: str, font: QFont, width: float | None = None) -> None:
        self.markup = text
        self._font = font
        self._static = QStaticText(text)
        self._static.setTextFormat(Qt.TextFormat.PlainText)
        if width is not None:
            option = QTextOption()
            option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
            self._static.setTextOption(option)
            self._static.setTextWidth(max(1.0, width))
        self._static.prepare(QTransform(), font)
        self.size = self._static.size()

    @property
    def lines(self) -> int:
        """How many lines it takes."""
        return max(1, round(self.size.height() / QFontMetricsF(self._font).height()))

    def draw(self, painter: QPainter, x: float, y: float, colour: QColor) -> None:
        """Draw with the top left corner at (x, y)."""
        painter.setPen(colour)
        painter.setFont(self._font)
        painter.drawStaticText(QPointF(x, y), self._static)


_MARKED = re.compile(r"[\^_\\\n{}✓✗↦]")
_KEPT = 2000
_blocks: OrderedDict[tuple[str, int, int], Block | Words] = OrderedDict()


def block(markup: str, font: QFont, width: float | None = None) -> Block | Words:
    """Return a laid-out text, from a store of those used last.

    ``font`` must be one that the theme made: the theme keeps its fonts, so that their identity
    can stand for them (asking Qt for a font's key costs more than drawing the text).
    """
    key = (markup, id(font), -1 if width is None else round(width))
    found = _blocks.get(key)
    if found is not None:
        _blocks.move_to_end(key)
        return found
    kind = Block if _MARKED.search(markup) else Words
    made = _blocks[key] = kind(markup, font, width)
    if len(_blocks) > _KEPT:
        _blocks.popitem(last=False)
    return made
