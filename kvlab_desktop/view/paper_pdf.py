"""A paper as PDF, set by the program's own text layout in its own font, which is embedded."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPointF, QRectF
from PySide6.QtGui import QFont, QPageSize, QPainter, QPdfWriter, QPen

from .. import APP_NAME, __version__
from .paper import Fields, Figure, Heading, Paper, Para, Part
from .richtext import block
from .theme import Theme, light

#: an A4 sheet in pixels of 1/96 inch, what the theme's sizes are meant in
_WIDTH, _HEIGHT, _SIDE, _EDGE = 794.0, 1123.0, 60.0, 56.0
_ROOM = _WIDTH - 2 * _SIDE
_DPI = 1200
_NAMES = 170.0  # width of the names of fields
_KEPT = 150.0  # what has to follow a heading on the same sheet
_WHOLE = 640.0  # what is left of a sheet on which a chapter may begin
_LEAST = 0.5  # how much smaller than the text is wide a figure may be
_ROLES = {1: "title", 2: "heading", 3: "strong"}

Draw = Callable[[QPainter, float], None]


@cache
def _font(role: str) -> QFont:
    """Return the font of a role, fit for a PDF; kept, as the text layout asks."""
    font = QFont(light().font(role))
    # forms for a language have no character of their own: copied or searched, they would be lost
    font.setFeature(QFont.Tag("locl"), 0)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


class _Sheets:
    """Lays the parts of a paper one under the other, on as many sheets as it takes."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.sheets: list[list[tuple[float, Draw]]] = [[]]
        self._y = _EDGE

    def put(self, height: float, draw: Draw, *, keep: float = 0.0) -> None:
        """Take something that is drawn at a height; ``keep`` of the sheet must be left under it."""
        if self._y + height + keep > _HEIGHT - _EDGE and self.sheets[-1]:
            self.sheets.append([])
            self._y = _EDGE
        self.sheets[-1].append((self._y, draw))
        self._y += height

    def space(self, height: float) -> None:
        """Leave room, except at the top of a sheet."""
        if self.sheets[-1]:
            self._y += height

    def text(self, markup: str, role: str, tone: str, *, keep: float = 0.0) -> None:
        """Take a text over the whole width."""
        laid = block(markup, _font(role), _ROOM)
        colour = self.theme.text_colour(tone)
        self.put(laid.size.height(), lambda p, y: laid.draw(p, _SIDE, y, colour), keep=keep)

    def part(self, part: Part) -> None:
        """Take a part of the paper."""
        if isinstance(part, Heading):
            self.space(22 if part.level == 2 else 12)
            if part.level == 2:
                self._line()
            tone = "accent" if part.level == 3 else "ink"
            self.text(part.text, _ROLES[part.level], tone, keep=_KEPT)
            self.space(4)
        elif isinstance(part, Para):
            self.text(part.text, "body", part.tone)
            self.space(4)
        elif isinstance(part, Fields):
            for name, value in part.rows:
                self._field(name, value)
            self.space(4)
        else:
            self._figure(part)

    def _line(self) -> None:
        pen = QPen(self.theme.colour("line"), 1)

        def draw(painter: QPainter, y: float) -> None:
            painter.setPen(pen)
            painter.drawLine(QPointF(_SIDE, y), QPointF(_SIDE + _ROOM, y))

        self.put(10, draw, keep=_WHOLE)

    def _field(self, name: str, value: str) -> None:
        font = _font("body")
        left = block(name, font, _NAMES - 12)
        right = block(value, font, _ROOM - _NAMES)
        muted, ink = self.theme.text_colour("muted"), self.theme.text_colour("ink")

        def draw(painter: QPainter, y: float) -> None:
            left.draw(painter, _SIDE, y, muted)
            right.draw(painter, _SIDE + _NAMES, y, ink)

        self.put(max(left.size.height(), right.size.height()) + 2, draw)

    def _figure(self, figure: Figure) -> None:
        image = figure.image
        self.space(8)
        full = _ROOM * image.height() / max(1, image.width())
        left = _HEIGHT - _EDGE - self._y
        # rather a little smaller than on a sheet of its own
        height = left if _LEAST * full <= left < full else full
        width = _ROOM * height / full

        def draw(painter: QPainter, y: float) -> None:
            painter.drawImage(QRectF(_SIDE, y, width, height), image)

        self.put(height, draw)
        self.space(8)


def pdf(paper: Paper) -> bytes:
    """Return a paper as the bytes of a PDF file."""
    theme = light()
    sheets = _Sheets(theme)
    sheets.part(Heading(paper.title, 1))
    for part in paper.parts:
        sheets.part(part)
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(paper.title)
    writer.setCreator(f"{APP_NAME} {__version__}")
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF())
    writer.setResolution(_DPI)
    painter = QPainter(writer)
    try:
        _draw(painter, writer, sheets)
    finally:
        painter.end()
    return bytes(data.data())


def _draw(painter: QPainter, writer: QPdfWriter, sheets: _Sheets) -> None:
    painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
    painter.scale(_DPI / 96, _DPI / 96)
    small, muted = _font("small"), sheets.theme.text_colour("muted")
    for number, sheet in enumerate(sheets.sheets, start=1):
        if number > 1:
            writer.newPage()
        for y, draw in sheet:
            draw(painter, y)
        place = block(f"{number} / {len(sheets.sheets)}", small)
        place.draw(painter, _WIDTH - _SIDE - place.size.width(), _HEIGHT - 40, muted)
