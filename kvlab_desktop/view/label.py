"""Labels with the program's own text layout."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ..core.text import plain
from .richtext import Block, Words, block
from .theme import Theme

_Policy = QSizePolicy.Policy


class RichLabel(QWidget):
    """A label with markup; wraps unless told not to.

    A new text asks for a new layout of the page only when it needs another height, or, for a label
    that is as wide as its text, another width: numbers change with every step of a slider.
    """

    def __init__(self, role: str, theme: Theme, tone: str = "ink", *, wrap: bool = True) -> None:
        super().__init__()
        self.role, self.tone, self._theme, self._wrap, self._text = role, tone, theme, wrap, ""
        self._wanted = QSize()
        policy = QSizePolicy(
            _Policy.Preferred if wrap else _Policy.Minimum,
            _Policy.Preferred if wrap else _Policy.Fixed,
        )
        policy.setHeightForWidth(wrap)
        self.setSizePolicy(policy)

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

    def _block(self, width: float | None) -> Block | Words:
        return block(self._text, self._theme.font(self.role), width if self._wrap else None)

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
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._text:
            return
        painter = QPainter(self)
        laid = self._block(self.width())
        top = max(0.0, (self.height() - laid.size.height()) / 2)
        laid.draw(painter, 0, top, self._theme.text_colour(self.tone))
