"""Where the tensors come from: real activations, or synthetic ones with their seed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from ..core.text import Msg, msg
from .combo import Combo
from .edits import Number
from .language import spoken
from .theme import Theme


def _name(kind: str) -> Msg:
    return {
        "sample": msg("SourceBox", "Real activations"),
        "synthetic": msg("SourceBox", "Synthetic"),
    }[kind]


class SourceBox(QWidget):
    """A list of kinds and a box for the seed; ``chosen(kind, seed)`` tells."""

    chosen = Signal(str, int)

    def __init__(self, kinds: Sequence[str], theme: Theme) -> None:
        super().__init__()
        self._kinds = tuple(kinds)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.px(6))
        self.list = Combo()
        self.list.addItems(list(self._kinds))
        self.list.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToContents)
        self.seed = Number()
        self.seed.setRange(0, 9999)
        row.addWidget(self.list)
        row.addWidget(self.seed)
        self.list.activated.connect(self._tell)
        self.seed.valueChanged.connect(self._tell)

    def feed(self, kind: str, seed: int | None) -> None:
        """Show the present source; tells nobody."""
        for widget in (self.list, self.seed):
            widget.blockSignals(True)
        for i, known in enumerate(self._kinds):
            self.list.setItemText(i, spoken(_name(known)))
        self.list.setCurrentIndex(self._kinds.index(kind))
        self.list.setAccessibleName(spoken(msg("SourceBox", "Source of the tensors")))
        # on Linux Qt gives the chosen item as a list's name
        self.list.setAccessibleDescription(self.list.accessibleName())
        self.seed.setVisible(kind == "synthetic")
        self.seed.setAccessibleName(spoken(msg("SourceBox", "Seed of the synthetic tensors")))
        if seed is not None:
            self.seed.setValue(seed)
        for widget in (self.list, self.seed):
            widget.blockSignals(False)

    def _tell(self) -> None:
        self.chosen.emit(self._kinds[self.list.currentIndex()], self.seed.value())
