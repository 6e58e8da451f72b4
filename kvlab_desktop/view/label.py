"""Labels with the program's own text layout."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ..core.text import plain
from .axes import fitted
from .richtext import Block, Words, block
from .theme import Theme

_Policy = QSizePolicy.Policy
LEAST_TYPE = 0.7  # how small `fitted` makes a text


class RichLabel(QWidget):
    """A label with markup; wraps unless told not to.

    A new text asks for a new layout of the page only when it needs another height, or, for a label
    that is as wide as its text, another width: numbers change with every step of a slider.
    """

    def __init__(self, role: str, theme: Theme, tone: str = "ink", *, wrap: bool = True) -> None:
        super().__init__()
        self.role, self.tone, self._theme, self._wrap, self._text = role, tone, theme, wrap, ""
        self._single = self._cut = False
        self._wanted = QSize()
        self._ground: str | None = None
        policy = QSizePolicy(
            _Policy.Preferred if wrap else _Policy.Minimum,
            _Policy.Preferred if wrap else _Policy.Fixed,
        )
        policy.setHeightForWidth(wrap)
        self.setSizePolicy(policy)

    def set_ground(self, tone: str) -> None:
        """Paint on this colour: what lies behind need not be painted again with each number."""
        self._ground = tone
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def set_role(self, role: str) -> None:
        """Change the type's role in the theme."""
        if role != self.role:
            self.role = role
            self._renew()

    def set_single(self, single: bool, *, cut: bool = False) -> None:
        """Keep a text that would wrap to one line, in smaller type if need be.

        One that is still too long wraps, or with ``cut`` is cut short; the tool tip has it whole.
        """
        if (single, cut) != (self._single, self._cut):
            self._single, self._cut = single, cut
            self._renew()

    def _renew(self) -> None:
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

    def set_text(self, markup: str, tone: str | None = None) -> None:
        """Show a text; an equal one costs nothing."""
        if markup == self._text and tone in (None, self.tone):
            return
        fresh = markup != self._text
        self._text, self.tone = markup, tone or self.tone
        if fresh:
            self.setAccessibleName(plain(markup))
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
        font = self._theme.font(self.role)
        if self._single:
            laid = fitted(self._text, self.role, width, self._theme)
            if laid.size.width() <= width:
                return laid
            if self._cut:
                return self._cut_short(width)
        return block(self._text, font, width if self._wrap else None)

    def _cut_short(self, width: float) -> Block | Words:
        smallest = replace(self._theme, text_size=self._theme.text_size * LEAST_TYPE)
        font = smallest.font(self.role)
        cut = QFontMetrics(font).elidedText(
            plain(self._text), Qt.TextElideMode.ElideRight, int(width)
        )
        return block(cut, font)

    def needed_size(self) -> QSize:
        """Return the size that the text takes at the present width."""
        size = self._block(self.width()).size
        return QSize(round(size.width()), round(size.height()))

    def hasHeightForWidth(self) -> bool:
        return self._wrap

    def heightForWidth(self, width: int) -> int:
        return round(self._block(width).size.height() + 0.49)

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
        top = max(0.0, (self.height() - laid.size.height()) / 2)
        laid.draw(painter, 0, top, self._theme.text_colour(self.tone))
