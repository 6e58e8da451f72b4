"""The bar for expected problems: what happened, to which file, and what to do."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout

from ..core.text import Msg, plain
from .hearing import Role, Said, announce
from .label import RichLabel
from .language import text
from .theme import Theme


class ProblemBar(QFrame):
    """One quiet bar in the page; a screen reader says at once what it shows."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("problem")
        self.words = RichLabel("body", theme)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(14), theme.px(6), theme.px(14), theme.px(6))
        row.addWidget(self.words)
        self.hide()

    def show_problem(self, problem: Msg | None) -> bool:
        """Show a problem, or with ``None`` go away; return whether the page has to be fitted."""
        words, fresh = text(problem), self.isHidden() != (problem is None)
        new = words != self.words.text()
        self.words.set_text(words)
        self.setVisible(problem is not None)
        if new and words:
            announce(self, plain(words), urgent=True)
        return fresh

    def said(self) -> Said:
        """Return what a screen reader reads."""
        return Said(Role.AlertMessage, plain(self.words.text()), whole=True)
