"""The line over the pages: a tab for each lab, and what is wanted at a moment's notice."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QPushButton, QWidget

from ..core.text import msg
from .language import spoken
from .tabs import LabTabs
from .theme import Theme

translate = QCoreApplication.translate
_ROOMY = 1100  # effective width from which there is room for what the menu has as well


class Header(QFrame):
    """Tabs and buttons; where there is little room, what stands in the menu leaves the line."""

    def __init__(self, present: QAction, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self._theme, self._present = theme, present
        self.tabs = LabTabs()
        self.language = QPushButton("中文 / EN")
        self.colours = QPushButton()
        self.present = QPushButton()
        self.menu = QPushButton()
        self.menu.setMenu(QMenu(self.menu))
        self.present.clicked.connect(present.trigger)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.tabs, 1)
        for button in (self.language, self.colours, self.present, self.menu):
            self._row.addWidget(button)
        self.space(theme)

    def space(self, theme: Theme) -> None:
        """Take distances and room of another theme."""
        self._theme = theme
        self._row.setContentsMargins(theme.px(8), 0, theme.px(14), 0)
        self._fit()

    def name(self, colours: str) -> None:
        """Write all texts in the current language; ``colours`` names the present theme."""
        self.tabs.setAccessibleName(translate("Window", "Labs"))
        self.language.setAccessibleName(translate("Window", "Change language to Chinese"))
        self.language.setToolTip(self.language.accessibleName())
        self.colours.setText(colours)
        words = msg("Window", "Change colours, now: {name}", name=colours)
        self.colours.setAccessibleName(spoken(words))
        self.colours.setToolTip(self.colours.accessibleName())
        self.present.setText(self._present.text())
        self.present.setAccessibleName(self._present.text())
        self.present.setToolTip(self._present.shortcut().toString())
        self.menu.setText(translate("Window", "Menu"))
        self.menu.setAccessibleName(translate("Window", "Menu"))

    def _fit(self) -> None:
        roomy = self.width() / self._theme.text_size >= _ROOMY
        for button in (self.colours, self.present):
            button.setVisible(roomy)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
