"""The window: tabs over the pages of the labs, how they look, what is remembered."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMainWindow, QVBoxLayout, QWidget

from ..core.lab import Lab
from . import preferences
from . import theme as themes
from .actions import Actions
from .deeds import deeds
from .dialogs import show_crash
from .documents import Documents
from .figures import Figures
from .header import Header
from .history import History
from .language import Languages, spoken, text
from .lecture import Walk
from .pages import Pages
from .preferences import Preferences, theme_name
from .progress import ProgressKeeper
from .recent import RecentMenu

if TYPE_CHECKING:
    from .page import Page

translate = QCoreApplication.translate


class Window(QMainWindow):
    """The main window over a set of labs and a source of tensors for each."""

    page_failed = Signal(object)

    def __init__(
        self,
        labs: Sequence[Lab],
        sources: Mapping[str, Any],
        languages: Languages,
        wanted: Preferences,
    ) -> None:
        super().__init__()
        self.labs = tuple(labs)
        self.preferences = wanted
        self.presenting = False
        self._languages = languages
        self.pages = Pages(labs, sources, self._wanted_theme())
        self.pages.built.connect(self._on_built)
        self.history = History(self.pages, lambda lab: self.show_lab(lab.id))
        self.documents = Documents(self)
        self.figures = Figures(self)
        self.progress = ProgressKeeper(self.pages, self.history, self.documents.tell)
        self.walk = Walk(self)
        self.deeds = Actions(self, deeds(self))
        self.setMinimumSize(800, 560)
        self.setAcceptDrops(True)
        self._build()
        self._connect()
        self.retranslate()
        self._place()

    def _build(self) -> None:
        self.header = Header(self.deeds["present"], self.pages.theme, self)
        self.tabs = self.header.tabs
        menu = self.header.menu.menu()
        # on macOS menus stand at the top of the screen
        self.deeds.fill(self.menuBar() if sys.platform == "darwin" else menu)
        self.recent = RecentMenu(lambda: self.preferences.recent, self.documents.open, self)
        self.deeds.menu("file").insertMenu(self.deeds["save"], self.recent)
        self.header.menu.setHidden(sys.platform == "darwin")
        body = QWidget()
        body.setObjectName("window")
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.pages, 1)
        column.addWidget(self.walk.strip)
        self.setCentralWidget(body)
        self._space()

    def _space(self) -> None:
        # what is there before the application has its font does not hear of it
        self.setFont(self.pages.theme.font("body"))
        self.header.space(self.pages.theme)

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(lambda _index: self.turn())
        self.header.language.clicked.connect(self.switch_language)
        self.header.colours.clicked.connect(self.switch_theme)
        for deed, can, changed in (
            ("undo", self.history.canUndo, self.history.canUndoChanged),
            ("redo", self.history.canRedo, self.history.canRedoChanged),
        ):
            self.deeds[deed].setEnabled(can())
            changed.connect(self.deeds[deed].setEnabled)
        self._allow()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._on_system_theme)

    # -- pages --------------------------------------------------------------------------------

    def lab(self) -> Lab:
        """Return the lab whose page is open."""
        return self.labs[max(0, self.tabs.currentIndex())]

    def page(self) -> Page:
        """Return the page that is open; its first visit builds it."""
        return self.pages.page(self.lab())

    def _on_built(self, page: Page) -> None:
        page.copy_asked.connect(self.figures.copy)
        page.export_asked.connect(self.figures.export)
        page.failed.connect(self.page_failed)
        page.source_asked.connect(self._on_source)
        page.edited.connect(lambda *values, lab=page.session.lab: self.history.note(lab, *values))
        page.held.connect(self.history.hold)
        page.rested.connect(self.documents.keep)
        page.rested.connect(self.progress.keep)
        page.set_presenting(self.presenting)

    def show_lab(self, lab_id: str) -> None:
        """Go to a lab's page; an unknown lab does nothing."""
        ids = [lab.id for lab in self.labs]
        if lab_id in ids:
            self.tabs.setCurrentIndex(ids.index(lab_id))

    def open_first(self) -> None:
        """Take the last session back and build the page that is to be seen.

        Called once the window is on the screen.
        """
        self.documents.restore()
        self.progress.restore()
        self.turn()

    def turn(self) -> None:
        """Show the page of the lab that is open."""
        if self.isVisible():
            self.pages.turn_to(self.lab())

    def _on_source(self, kind: str, seed: int) -> None:
        self.pages.use_source(kind, seed)
        self.history.clear()  # a step back over another source would show other numbers
        self.turn()

    # -- how it looks -------------------------------------------------------------------------

    @property
    def language(self) -> str:
        """The code of the language that is spoken now."""
        return self._languages.current

    def switch_language(self) -> None:
        """Change between Chinese and English, and remember it."""
        other = "en" if self._languages.current == "zh" else "zh"
        self.prefer(replace(self.preferences, language=other))

    def switch_theme(self) -> None:
        """Take the next of the themes, and remember it."""
        following = themes.CHOICES.index(self.preferences.chosen_theme()) + 1
        following %= len(themes.CHOICES)
        self.prefer(replace(self.preferences, theme=themes.CHOICES[following]))

    def prefer(self, wanted: Preferences) -> None:
        """Take preferences over, at once and for the next time."""
        self.remember(wanted)
        self._languages.switch(wanted.chosen_language())
        self._relook()

    def remember(self, wanted: Preferences) -> None:
        """Keep preferences for the next time."""
        self.preferences = wanted
        preferences.save(wanted)

    def toggle_presenting(self) -> None:
        """Present, or leave the presentation."""
        self._present(not self.presenting)

    def leave_presenting(self) -> None:
        """Leave the presentation."""
        self._present(False)

    def _present(self, on: bool) -> None:
        """Fill the screen with the page alone, larger and darker; or go back."""
        if on == self.presenting:
            return
        self.presenting = on
        self._allow()
        self.header.setHidden(on)
        if not on:
            self.walk.stop()
        full = Qt.WindowState.WindowFullScreen
        self.setWindowState(self.windowState() | full if on else self.windowState() & ~full)
        self._relook()

    def _allow(self) -> None:
        """Enable what can be done in a presentation, or outside of one."""
        for deed in ("leave", "next_step", "previous_step"):
            self.deeds[deed].setEnabled(self.presenting)
        for deed in ("notes", "question"):  # the side column is away in a presentation
            self.deeds[deed].setEnabled(not self.presenting)

    def present_from(self, step: int) -> None:
        """Present, and begin the lecture at a step of its plan."""
        self._present(True)
        self.walk.go_to(step)

    def _wanted_theme(self) -> themes.Theme:
        name, size = self.preferences.chosen_theme(), self.preferences.text_size / 100
        if self.presenting:
            return themes.on_the_wall(name, size, self.screen().size())
        return themes.make(name, size)

    def _relook(self) -> None:
        """Use the theme and the size of text that are wanted now."""
        wanted = self._wanted_theme()
        if wanted == self.pages.theme:
            return
        # a style sheet takes longer to reach old widgets than new ones take to be made
        self.pages.clear(at_once=True)
        self.pages.theme = wanted
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        themes.apply(wanted, app)
        self._space()
        self._name_header()
        self.turn()
        self.walk.show()

    def _on_system_theme(self) -> None:
        if self.isVisible():
            self._relook()

    def show_crash(self, trace: str) -> None:
        """Tell of a defect of ours; called in the thread of the window, wherever it happened."""
        show_crash(self, trace)

    def retranslate(self) -> None:
        """Write the window's own texts again."""
        self.setWindowTitle(translate("Window", "KV Lab · KV cache compression, hands on"))
        self.tabs.set_names([(f"{lab.order:02d}", text(lab.tab())) for lab in self.labs])
        self.deeds.retranslate()
        self._name_header()
        self.walk.show()
        self.recent.retranslate()

    def _name_header(self) -> None:
        self.header.name(spoken(theme_name(self.preferences.chosen_theme())))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    # -- coming and going ---------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if self.documents.accepts(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        self.documents.drop(event.mimeData())

    def _place(self) -> None:
        """Put the window where it was, or where it fits."""
        geometry = QByteArray.fromBase64(self.preferences.geometry.encode("ascii", "replace"))
        if not self.restoreGeometry(geometry):
            room = self.screen().availableGeometry()
            self.resize(min(1440, room.width()), min(900, room.height()))

    def closeEvent(self, event: QCloseEvent) -> None:
        self._present(False)
        geometry = self.saveGeometry().toBase64().toStdString()
        self.remember(replace(self.preferences, geometry=geometry))
        self.documents.keep()
        self.progress.keep()
        self.pages.stop()
        super().closeEvent(event)
