"""The row of metric cards; in a narrow window one line each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ..core.lab import Card
from ..core.text import plain
from .hearing import Role, Said, announce, tell_name
from .label import RichLabel
from .language import text
from .theme import Theme


def exact(metric: object) -> str:
    """Return a number as it was computed, for the tool tip; what is no number has none."""
    is_number = isinstance(metric, int | float) and not isinstance(metric, bool)
    return str(metric) if is_number else ""


class Heard:
    """What a screen reader is told of a card, in whichever form."""

    label: RichLabel
    value: RichLabel
    _told: str | None = None

    def said(self) -> Said:
        """Return what a screen reader reads: the card as a whole."""
        shown = plain(self.value.text())
        return Said(Role.StaticText, f"{plain(self.label.text())}: {shown}", shown, whole=True)

    def changed(self) -> str:
        """Return what the card says if that is new since this was asked last, else nothing."""
        now, before = self.said().name, self._told
        self._told = now
        return now if before not in (None, now) else ""


class CardView(Heard, QFrame):
    """One metric: the value, what it is, and a line under it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("card")
        self._fed: tuple[Card, str, bool] | None = None
        self.value = RichLabel("value", theme, wrap=False, ground="paper")
        self.value.set_elastic()
        self.label = RichLabel("small", theme, "muted", ground="paper")
        self.label.set_steady(2)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(14), theme.px(6), theme.px(10), theme.px(8))
        column.setSpacing(0)
        column.addWidget(self.value)
        column.addWidget(self.label)
        column.addStretch(1)

    def feed(self, card: Card, exact: str, hidden: bool) -> None:
        """Take a card; a hidden one reads "?"."""
        if (card, exact, hidden) == self._fed:
            return
        self._fed = (card, exact, hidden)
        value, label = "?" if hidden else text(card.value), text(card.label)
        words = label if card.sub is None or hidden else f"{label} · {text(card.sub)}"
        self.value.set_text(value, "muted" if hidden else card.tone)
        self.label.set_text(words)
        self.setToolTip("" if hidden else exact)

    def forget(self) -> None:
        """Write everything again next time: the language changed."""
        self._fed = None
        self.label.give_back()


class LineCard(Heard, QWidget):
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
        value, label = "?" if hidden else text(card.value), text(card.label)
        self.value.set_text(value, "muted" if hidden else card.tone)
        self.label.set_text(label)
        # the line under the value has no room here
        more = "\n".join(filter(None, (plain(text(card.sub)), exact)))
        self.setToolTip("" if hidden else more)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


def tell_news(page: QWidget, cards: Sequence[Heard]) -> None:
    """Tell a screen reader what cards say that is new since it was told last."""
    new = {card: words for card in cards if (words := card.changed())}
    for card in new:
        if isinstance(card, QWidget):
            tell_name(card)
    if new:
        announce(page, "\n".join(new.values()))
