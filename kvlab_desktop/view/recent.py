"""The menu of the states that were opened or saved last."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QMenu, QWidget

from ..core.text import msg
from .language import spoken


class RecentMenu(QMenu):
    """Lists files when it is about to be seen, the last one first; ``open_file`` takes a choice."""

    def __init__(
        self,
        known: Callable[[], tuple[str, ...]],
        open_file: Callable[[Path], object],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._known, self._open = known, open_file
        self.aboutToShow.connect(self.list)

    def list(self) -> None:
        """Write the present list; a name that stands twice is told apart by its folder."""
        self.clear()
        paths = [Path(name) for name in self._known()]
        names = [path.name for path in paths]
        for path in paths:
            clear = path.name if names.count(path.name) == 1 else f"{path.name} ({path.parent})"
            action = self.addAction(clear.replace("&", "&&"))
            action.setToolTip(str(path))
            action.triggered.connect(partial(self._chosen, path))
        if not paths:
            self.addAction(spoken(msg("Actions", "None yet"))).setEnabled(False)

    def retranslate(self) -> None:
        """Write the title in the current language."""
        self.setTitle(spoken(msg("Actions", "Open recent")))

    def _chosen(self, path: Path, _checked: bool = False) -> None:
        self._open(path)
