"""SVG 1.1: Qt draws, and what Qt leaves out is put in.

Qt names the bundled font, which other machines lack: here each text also names what may stand in
for it and the width it has to keep, or its letters become shapes.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape, unescape

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRect, QSize
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath
from PySide6.QtSvg import QSvgGenerator

from ...sources.carried import SVG_ELEMENT, SVG_NAMESPACE
from ..language import speaking, spoken
from ..theme import FAMILY
from .look import Look, Subject
from .paint import END_OF_WIDGETS, paint

_FAMILIES = (
    f"'{FAMILY}','Noto Sans CJK SC','Source Han Sans SC','Microsoft YaHei','PingFang SC',sans-serif"
)
_TEXT = re.compile(
    r'<text (?P<style>[^>]*?) x="(?P<x>[-\d.e]+)" y="(?P<y>[-\d.e]+)" font-family="[^"]*" '
    r'font-size="(?P<size>[\d.e]+)" font-weight="(?P<weight>\d+)"[^>]*>(?P<words>[^<]*)</text>'
)
_CLIPPED = re.compile(r'<g clip-path="[^"]*">')
_EMPTY = re.compile(r"<g[^>]*>\s*</g>\s*")


def svg(shown: Subject, look: Look, carried: str) -> bytes:
    """Return an SVG of a subject; ``carried`` is kept in its metadata."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)  # the default, Tiny, has no clipping
    generator.setOutputDevice(buffer)
    generator.setResolution(96)
    generator.setSize(QSize(*look.units))
    generator.setViewBox(QRect(0, 0, *look.units))
    painter = QPainter(generator)
    try:
        paint(shown, look, painter)
    finally:
        painter.end()
    return _finished(bytes(buffer.data().data()).decode(), shown, look, carried).encode()


def _finished(drawn: str, shown: Subject, look: Look, carried: str) -> str:
    with speaking(look.language):
        title = spoken(shown.lab.title())
        description = spoken(shown.outcome.figure.description)
    drawn = re.sub(r"<title>.*?</title>", lambda _: f"<title>{escape(title)}</title>", drawn)
    about = (
        f"<desc>{escape(description)}</desc>\n"
        f'<metadata><{SVG_ELEMENT} xmlns:kvlab="{SVG_NAMESPACE}">{escape(carried)}'
        f"</{SVG_ELEMENT}></metadata>"
    )
    drawn = re.sub(r"<desc>.*?</desc>", lambda _: about, drawn)
    width, height = look.pixels
    drawn = re.sub(
        r'width="[\d.]+mm" height="[\d.]+mm"', f'width="{width}" height="{height}"', drawn, count=1
    )
    if look.what == "page":
        widgets, dot, rest = drawn.partition(f'fill="{END_OF_WIDGETS.name()}"')
        drawn = _CLIPPED.sub("<g>", widgets) + dot + rest
    while (smaller := _EMPTY.sub("", drawn)) != drawn:
        drawn = smaller
    # cells of a heat map have edges
    drawn = drawn.replace('image-rendering="optimizeSpeed"', 'style="image-rendering:pixelated"')
    return _TEXT.sub(_outlined if look.outlines else _portable, drawn)


def _font(size: int, weight: int) -> QFont:
    font = QFont(FAMILY)
    font.setPixelSize(size)
    font.setWeight(QFont.Weight(weight))
    return font


def _portable(found: re.Match[str]) -> str:
    """Return a text that keeps its width in whatever font it is shown."""
    font = _font(round(float(found["size"])), int(found["weight"]))
    width = QFontMetricsF(font).horizontalAdvance(unescape(found["words"]))
    width *= float(found["size"]) / font.pixelSize()
    keep = f' textLength="{width:.2f}" lengthAdjust="spacingAndGlyphs"' if width > 0 else ""
    return (
        f'<text {found["style"]} x="{found["x"]}" y="{found["y"]}" font-family="{_FAMILIES}" '
        f'font-size="{found["size"]}" font-weight="{found["weight"]}"{keep}>{found["words"]}</text>'
    )


def _outlined(found: re.Match[str]) -> str:
    """Return a text as the shapes of its letters."""
    style = found["style"].replace(' xml:space="preserve"', "")
    steps = _steps(unescape(found["words"]), round(float(found["size"])), int(found["weight"]))
    at = f'transform="translate({found["x"]},{found["y"]})"'
    return f'<path {style} fill-rule="nonzero" {at} d="{steps}"/>'


@lru_cache(maxsize=512)
def _steps(words: str, size: int, weight: int) -> str:
    """Return the outlines of a text, its baseline starting at the origin, as SVG writes paths."""
    path = QPainterPath()
    path.addText(QPointF(), _font(size, weight), words)
    steps = []
    for i in range(path.elementCount()):
        step = path.elementAt(i)
        letter = "M" if step.isMoveTo() else "L" if step.isLineTo() else ""
        # after the first control point of a curve come the second and its end
        letter = letter or ("C" if step.isCurveTo() else " ")
        steps.append(f"{letter}{step.x:.2f} {step.y:.2f}")  # type: ignore[attr-defined]
    return "".join(steps)
