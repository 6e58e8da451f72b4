"""The row of metric cards; in a narrow window one line each."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ..core.lab import Card
from .label import RichLabel
from .language import spoken, text
from .theme import Theme


class CardView(QFrame):
    """One metric: the value, what it is, and a line under it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self.value = RichLabel("value", theme, wrap=False)
        self.value.set_elastic()
        self.label = RichLabel("small", theme, "muted")
        for label in (self.value, self.label):
            label.set_ground("paper")
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(14), theme.px(6), theme.px(10), theme.px(8))
        column.setSpacing(0)
        column.addWidget(self.value)
        column.addWidget(self.label)
        column.addStretch(1)

    def feed(self, card: Card, exact: str, hidden: bool) -> None:
        """Take a card; a hidden one reads "?"."""
        self.value.set_text("?" if hidden else text(card.value), "muted" if hidden else card.tone)
        label = text(card.label)
        if card.sub is not None and not hidden:
            label = f"{label} · {text(card.sub)}"
        self.label.set_text(label)
        self.setToolTip("" if hidden else exact)
        shown = "?" if hidden else spoken(card.value)
        self.setAccessibleName(f"{spoken(card.label)}: {shown}")


class LineCard(QWidget):
    """One metric on one line: label and value."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.value = RichLabel("strong", theme, wrap=False)
        self.label = RichLabel("small", theme, "muted", wrap=False)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, theme.px(8), 0)
        row.setSpacing(theme.px(4))
        row.addWidget(self.label)
        row.addWidget(self.value)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def feed(self, card: Card, exact: str, hidden: bool) -> None:
        """Take a card; a hidden one reads "?"."""
        self.value.set_text("?" if hidden else text(card.value), "muted" if hidden else card.tone)
        self.label.set_text(text(card.label))
        self.setToolTip("" if hidden else exact)
        self.setAccessibleName(f"{spoken(card.label)}: {'?' if hidden else spoken(card.value)}")

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()
