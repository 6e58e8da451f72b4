"""The window: tabs, one page per lab (built on its first visit), language, shortcuts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QObject, QSettings, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ..core.lab import Lab
from ..core.params import Values
from ..sources.catalog import open_tensors
from .jobs import Jobs
from .language import Languages, text
from .session import Session
from .tabs import LabTabs
from .theme import Theme

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
        theme: Theme,
        languages: Languages,
        settings: QSettings,
    ) -> None:
        super().__init__()
        self._labs, self._sources = tuple(labs), dict(sources)
        self._theme, self._languages, self._settings = theme, languages, settings
        self._jobs = Jobs(self)
        self._pages: dict[str, Page] = {}
        self._kept: dict[str, Values] = {}  # settings of pages that are to be built again
        self.setMinimumSize(800, 560)
        self._build_header()
        self._stack = QStackedWidget()
        body = QWidget()
        body.setObjectName("window")
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._header)
        column.addWidget(self._stack, 1)
        self.setCentralWidget(body)
        for _lab in self._labs:
            self._stack.addWidget(QWidget())
        self._make_shortcuts()
        self.retranslate()
        self._restore()

    def _build_header(self) -> None:
        self._header = QFrame()
        self._header.setObjectName("header")
        row = QHBoxLayout(self._header)
        row.setContentsMargins(self._theme.px(8), 0, self._theme.px(14), 0)
        self.tabs = LabTabs()
        self.language_button = QPushButton("中文 / EN")
        self.language_button.clicked.connect(self.switch_language)
        row.addWidget(self.tabs, 1)
        row.addWidget(self.language_button)
        self.tabs.currentChanged.connect(self._on_tab)

    def _make_shortcuts(self) -> None:
        for i in range(len(self._labs)):
            self._shortcut(f"Ctrl+{i + 1}", lambda i=i: self.tabs.setCurrentIndex(i))
        for i in range(9):
            self._shortcut(str(i + 1), lambda i=i: self.page().go_to_preset(i))
        self._shortcut("N", lambda: self.page().toggle_side())
        self._shortcut("Ctrl+E", self.export)
        self._shortcut(QKeySequence.StandardKey.Copy, self.copy)

    def _shortcut(self, keys: str | QKeySequence.StandardKey, act: Any) -> None:
        shortcut = QShortcut(QKeySequence(keys), self)
        shortcut.setAutoRepeat(False)
        shortcut.activated.connect(act)

    # -- pages --------------------------------------------------------------------------------

    def page(self) -> Page:
        """Return the current page; its first visit builds it."""
        index = max(0, self.tabs.currentIndex())
        lab = self._labs[index]
        if lab.id not in self._pages:
            from .page import Page  # a page's parts load once the window is on the screen

            session = Session(lab, self._sources[lab.id], self._kept.pop(lab.id, None))
            page = Page(session, self._theme, self._jobs)
            page.copy_asked.connect(self.copy)
            page.export_asked.connect(self.export)
            page.failed.connect(self.page_failed)
            page.source_asked.connect(self.use_source)
            self._pages[lab.id] = page
            self._seat(index, page)
        return self._pages[lab.id]

    def _seat(self, index: int, widget: QWidget) -> None:
        """Put a widget in the place of the one at an index of the stack."""
        if (old := self._stack.widget(index)) is not None:
            self._stack.removeWidget(old)
            old.deleteLater()
        self._stack.insertWidget(index, widget)

    def use_source(self, kind: str, seed: int) -> None:
        """Use another source of tensors in every lab that reads it; settings are kept."""
        source = open_tensors(kind, seed)
        for index, lab in enumerate(self._labs):
            if kind not in lab.sources:
                continue
            self._sources[lab.id] = source
            page = self._pages.pop(lab.id, None)
            if page is not None:
                self._kept[lab.id] = page.session.values
                self._seat(index, QWidget())
        self._stack.setCurrentWidget(self.page())

    def _on_tab(self, _index: int) -> None:
        if self.isVisible():
            self._stack.setCurrentWidget(self.page())

    def show_lab(self, lab_id: str) -> None:
        """Go to a lab's page."""
        ids = [lab.id for lab in self._labs]
        if lab_id in ids:
            self.tabs.setCurrentIndex(ids.index(lab_id))

    def open_first(self) -> None:
        """Build the page that is to be seen; called once the window is on the screen."""
        self._stack.setCurrentWidget(self.page())

    # -- language -----------------------------------------------------------------------------

    def switch_language(self) -> None:
        """Change between Chinese and English, and remember it."""
        self._languages.switch("en" if self._languages.current == "zh" else "zh")
        self._settings.setValue("language", self._languages.current)

    def retranslate(self) -> None:
        """Write the window's own texts again."""
        self.setWindowTitle(translate("Window", "KV Lab · KV cache compression, hands on"))
        self.tabs.set_names([(f"{lab.order:02d}", text(lab.tab())) for lab in self._labs])
        self.tabs.setAccessibleName(translate("Window", "Labs"))
        self.language_button.setAccessibleName(translate("Window", "Change language to Chinese"))
        self.language_button.setToolTip(self.language_button.accessibleName())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    # -- figures out --------------------------------------------------------------------------

    def copy(self) -> None:
        """Put the figure on the clipboard."""
        from .export import figure_image

        QGuiApplication.clipboard().setImage(figure_image(self.page(), scale=2))

    def export(self) -> None:
        """Ask for a file and write the figure into it."""
        from .export import ExportError, save_figure

        page = self.page()
        proposed = Path(str(self._settings.value("export_folder", str(Path.home()))))
        name = str(proposed / f"kvlab-{page.session.lab.id}.png")
        path, _kind = QFileDialog.getSaveFileName(
            self,
            translate("Window", "Export figure"),
            name,
            translate("Window", "PNG picture (*.png)"),
        )
        if not path:
            return
        self._settings.setValue("export_folder", str(Path(path).parent))
        try:
            save_figure(page, Path(path).with_suffix(".png"), scale=2)
        except ExportError as error:
            page.show_problem(error.msg)

    # -- coming and going ---------------------------------------------------------------------

    def _restore(self) -> None:
        geometry = self._settings.value("geometry")
        if not isinstance(geometry, QByteArray) or not self.restoreGeometry(geometry):
            room = self.screen().availableGeometry()
            self.resize(min(1440, room.width()), min(900, room.height()))
        self.show_lab(str(self._settings.value("lab", "")))

    def closeEvent(self, event: QCloseEvent) -> None:
        self._settings.setValue("geometry", self.saveGeometry())
        self._settings.setValue("lab", self._labs[max(0, self.tabs.currentIndex())].id)
        self._jobs.stop()
        super().closeEvent(event)


class _FirstPaint(QObject):
    """Lets a window build its page as soon as it has been painted once."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self._window.open_first)
        return False


def open_soon(window: Window) -> None:
    """Show a window, and build its page after its first paint."""
    _FirstPaint(window)
    window.show()
