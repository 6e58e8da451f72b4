"""Labels with the program's own text layout."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ..core.text import plain
from .hearing import Role, Said
from .richtext import Block, Words, block
from .theme import Theme

_Policy = QSizePolicy.Policy
_RIGHT = Qt.TextElideMode.ElideRight
LEAST_PERCENT = 70  # how small a text is made to fit


class RichLabel(QWidget):
    """A label with markup; wraps unless told not to.

    It may have a ``ground`` of its own, a tone of the theme: what lies behind it is then not
    painted again with each number.

    A new text asks for a new layout of the page only when it needs another height, or, for a label
    that is as wide as its text, another width: numbers change with every step of a slider.
    """

    def __init__(
        self,
        role: str,
        theme: Theme,
        tone: str = "ink",
        *,
        wrap: bool = True,
        ground: str | None = None,
    ) -> None:
        super().__init__()
        self.role, self.tone, self._theme, self._wrap, self._text = role, tone, theme, wrap, ""
        self._most: int | None = None
        self._cut = False
        self._least_lines: int | None = None
        self._taken: dict[int, int] = {}  # width -> the most height taken there
        self._heights: dict[int, int] = {}  # width -> the height of the present text
        self._wanted = QSize()
        self._ground = ground
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, ground is not None)
        policy = QSizePolicy(
            _Policy.Preferred if wrap else _Policy.Minimum,
            _Policy.Preferred if wrap else _Policy.Fixed,
        )
        policy.setHeightForWidth(wrap)
        self.setSizePolicy(policy)

    def set_steady(self, lines: int) -> None:
        """Take room for some lines always, and never give back what a longer text took.

        Its numbers change with each step of a slider; the page below must not jump with them.
        """
        self._least_lines = lines

    def give_back(self) -> None:
        """Forget what longer texts took, in another language."""
        self._taken.clear()
        self._heights.clear()

    def set_role(self, role: str) -> None:
        """Change the type's role in the theme."""
        if role != self.role:
            self.role = role
            self._renew()

    def set_most_height(self, most: int | None, *, cut: bool = False) -> None:
        """Keep a text that wraps to a height in pixels, in smaller type if need be.

        One that is still too long takes more, or with ``cut`` is cut short; the tool tip has it
        whole.
        """
        if (most, cut) != (self._most, self._cut):
            self._most, self._cut = most, cut
            self._renew()

    def line_height(self) -> int:
        """Return the height of one line."""
        return round(block(" ", self._theme.font(self.role)).size.height() + 0.49)

    def _renew(self) -> None:
        self._heights.clear()
        self._wanted = self._needs()
        self._tell_whole()
        self.updateGeometry()
        self.update()

    def elided(self) -> bool:
        """Return whether the text is cut short at the present width."""
        return self._cut and self._block(self.width()).markup != self._text

    def _tell_whole(self) -> None:
        if self._cut or self.toolTip():
            self.setToolTip(plain(self._text) if self.elided() else "")

    def set_elastic(self) -> None:
        """Take the width there is, whatever the text's width."""
        policy = self.sizePolicy()
        policy.setHorizontalPolicy(_Policy.Ignored)
        self.setSizePolicy(policy)

    def text(self) -> str:
        """Return the text as given, markup included."""
        return self._text

    def said(self) -> Said:
        """Return what a screen reader reads."""
        return Said(Role.StaticText, plain(self._text))

    def set_text(self, markup: str, tone: str | None = None) -> None:
        """Show a text; an equal one costs nothing."""
        if markup == self._text and tone in (None, self.tone):
            return
        fresh = markup != self._text
        self._text, self.tone = markup, tone or self.tone
        if fresh:
            self._heights.clear()
            self._tell_whole()
            wanted = self._needs()
            if wanted != self._wanted:
                self._wanted = wanted
                self.updateGeometry()
        self.update()

    def _needs(self) -> QSize:
        """Return what the layout has to know: the height, and the width where it matters."""
        height = self.heightForWidth(self.width()) if self._wrap else self.sizeHint().height()
        free = self._wrap or self.sizePolicy().horizontalPolicy() == _Policy.Ignored
        return QSize(0 if free else self.sizeHint().width(), height)

    def _block(self, width: float) -> Block | Words:
        own = block(self._text, self._theme.font(self.role), width if self._wrap else None)
        if self._most is None or own.size.height() <= self._most:
            return own
        for font in self._smaller_fonts():
            laid = block(self._text, font, width)
            if laid.size.height() <= self._most:
                return laid
        return self._cut_short(self._most, width) if self._cut else own

    def _smaller_fonts(self) -> Iterator[QFont]:
        for percent in range(95, LEAST_PERCENT - 1, -5):
            smaller = replace(self._theme, text_size=self._theme.text_size * percent / 100)
            yield smaller.font(self.role)

    def _cut_short(self, most: int, width: float) -> Block | Words:
        *_, font = self._smaller_fonts()
        words, metrics = plain(self._text), QFontMetrics(font)
        lines = max(1, most // metrics.height())
        # lines that break between words hold less than their width
        for percent in range(100, 0, -5):
            room = int(lines * width * percent / 100)
            laid = block(metrics.elidedText(words, _RIGHT, room), font, width)
            if laid.size.height() <= most:
                break
        return laid

    def needed_size(self) -> QSize:
        """Return the size that the text takes at the present width."""
        size = self._block(self.width()).size
        return QSize(round(size.width()), round(size.height()))

    def hasHeightForWidth(self) -> bool:
        return self._wrap

    def heightForWidth(self, width: int) -> int:
        height = self._heights.get(width)
        if height is None:
            height = round(self._block(width).size.height() + 0.49)
            if self._least_lines is not None:
                least = self._least_lines * self.line_height()
                height = self._taken[width] = max(self._taken.get(width, least), height)
            self._heights[width] = height
        return height

    def sizeHint(self) -> QSize:
        size = block(self._text, self._theme.font(self.role)).size
        return QSize(round(size.width() + 1.49), round(size.height() + 0.49))

    def minimumSizeHint(self) -> QSize:
        full = self.sizeHint()
        return QSize(min(full.width(), self._theme.px(90)), full.height()) if self._wrap else full

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._wrap and event.oldSize().width() != event.size().width():
            self._wanted = self._needs()
            self._tell_whole()
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._ground is not None:
            painter.fillRect(self.rect(), self._theme.colour(self._ground))
        if not self._text:
            return
        laid = self._block(self.width())
        slack = 0.0 if self._least_lines else self.height() - laid.size.height()
        top = max(0.0, slack / 2)
        laid.draw(painter, 0, top, self._theme.text_colour(self.tone))
