"""The export dialog: what the file will look like, what can be chosen, what will be written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ..core.state import State
from ..core.text import Msg, msg
from .export import ExportError
from .exportchoices import ExportChoices
from .exportform import ExportForm
from .exportplace import ExportPlace
from .exportplan import Plan, sliders
from .exportpreview import Preview
from .exportwriting import Writing
from .label import RichLabel
from .language import spoken, text
from .session import Session
from .theme import Theme

PREVIEW_MS = 120
_NAMED = 3  # files that one sentence names


class ExportDialog(QDialog):
    """Chooses and writes; ``written(paths)`` tells of success, after which it is closed.

    ``sessions`` are those of all labs, ``current`` the one whose page is open.
    """

    written = Signal(object)

    def __init__(
        self,
        choices: ExportChoices,
        sessions: Sequence[Session],
        current: Session,
        state: State,
        theme: Theme,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._sessions, self._current, self._state = tuple(sessions), current, state
        self._theme = theme
        self._language = ""
        self._writing: Writing | None = None
        movable = [(slider.id, slider.label) for slider in sliders(current)]
        self.form = ExportForm(choices, movable, theme)
        self.preview = Preview(theme)
        self.place = ExportPlace(choices.name, choices.folder, theme)
        self._build_foot()
        self._stack()
        self._paint = QTimer(self, singleShot=True, interval=PREVIEW_MS)
        self._paint.timeout.connect(self._show_preview)
        self._connect()
        self.name_parts()
        self.write_button.setFocus()
        room = self.screen().availableSize() - QSize(theme.px(20), theme.px(60))  # for its frame
        self.resize(QSize(theme.px(1000), theme.px(600)).boundedTo(room))

    def set_language(self, language: str) -> None:
        """Take the window's language: the one of pictures that follow it."""
        self._language = language
        self._on_changed()

    # -- building -----------------------------------------------------------------------------

    def _build_foot(self) -> None:
        px = self._theme.px
        self.message = RichLabel("body", self._theme, "muted")
        self.message.set_steady(1)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.hide()
        self.write_button, self.close_button = QPushButton(), QPushButton()
        self.write_button.setDefault(True)
        self.close_button.setAutoDefault(False)
        self._foot = QHBoxLayout()
        self._foot.setSpacing(px(8))
        self._foot.addWidget(self.message, 1)
        self._foot.addWidget(self.write_button)
        self._foot.addWidget(self.close_button)

    def _stack(self) -> None:
        px = self._theme.px
        scroll = QScrollArea()
        scroll.setObjectName("story")
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(self.form)
        self._scroll = scroll
        row = QHBoxLayout()
        row.setSpacing(px(16))
        row.addWidget(self.preview, 1)
        row.addWidget(scroll)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[px(14)] * 4)
        column.setSpacing(px(10))
        column.addLayout(row, 1)
        column.addWidget(self.place)
        column.addWidget(self.progress)
        column.addLayout(self._foot)

    def _connect(self) -> None:
        self.form.changed.connect(self._on_changed)
        self.place.changed.connect(self._on_place)
        self.write_button.clicked.connect(self.write)
        self.close_button.clicked.connect(self.reject)
        self.preview.resized.connect(self._paint.start)

    # -- words --------------------------------------------------------------------------------

    def name_parts(self) -> None:
        """Write everything in the current language."""
        self.setWindowTitle(spoken(msg("Export", "Export")))
        self.form.name()
        self.preview.set_name(spoken(msg("Export", "Preview")))
        self.place.rename()
        self.progress.setAccessibleName(spoken(msg("Export", "Progress")))
        self._fit_form()

    def _fit_form(self, least: int = 0) -> None:
        """Give the form the width it needs; what is too high is scrolled."""
        bar = self._scroll.verticalScrollBar().sizeHint().width()
        self._scroll.setFixedWidth(max(least, self.form.sizeHint().width() + bar))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.name_parts()
            self._on_changed()

    # -- what is chosen -----------------------------------------------------------------------

    def choices(self) -> ExportChoices:
        """Return what is chosen, to be remembered."""
        name, folder = self.place.typed_name(), self.place.folder.text()
        return replace(self.form.choices(), name=name, folder=folder)

    def plan(self) -> Plan:
        """Return what is to be written."""
        chosen = self.choices()
        sessions = self._sessions if chosen.every_lab else (self._current,)
        return Plan(chosen, sessions, self._state, self._language, self.form.moving.key())

    def _on_changed(self) -> None:
        """Follow the form: the usual name, what will be written, the preview."""
        self.place.set_usual(self.plan().usual_name())
        self._fit_form(least=self._scroll.width())  # the preview does not jump with the rows
        self._on_place()
        self._paint.start()

    def _on_place(self) -> None:
        """Say what will be written, or why nothing can be."""
        plan = self.plan()
        problem = (
            plan.problem() if self.place.file_name.text() else msg("Export", "A name is missing")
        )
        there = [] if problem else [path.name for path in plan.paths() if path.exists()]
        if problem is not None:
            self._say(problem, "bad")
        elif there:
            self._say(
                msg("Export", "There already, and will be replaced: {names}", names=_list(there)),
                "ink",
            )
        else:
            self._say(msg("Export", "Will be written: {names}", names=_list(plan.names())))
        self.write_button.setEnabled(problem is None)
        self._name_buttons(replaces=bool(there))

    def _say(self, message: Msg, tone: str = "muted") -> None:
        self.message.set_text(text(message), tone)

    def _name_buttons(self, *, replaces: bool) -> None:
        is_writing = self._writing is not None
        for button, name in (
            (
                self.write_button,
                msg("Export", "Replace") if replaces else msg("Export", "Write"),
            ),
            (
                self.close_button,
                msg("Export", "Cancel") if is_writing else msg("Export", "Close"),
            ),
        ):
            button.setText(spoken(name))
            button.setAccessibleName(spoken(name))

    # -- the preview --------------------------------------------------------------------------

    def _show_preview(self) -> None:
        if self._writing is not None or not self.isVisible():
            return
        plan = self.plan()
        if plan.choices.has_look and plan.problem() is not None:
            self.preview.show_nothing()
            return
        try:
            if plan.choices.has_look:
                self.preview.show_picture(plan.sample(), plan.look())
            else:
                self.preview.show_numbers(plan.sample(), plan.look(), plan.choices.ending)
        except ExportError as error:
            self._say(error.msg, "bad")

    # -- writing ------------------------------------------------------------------------------

    def write(self) -> None:
        """Write the files; the dialog closes when they are there."""
        plan = self.plan()
        self._writing = writing = Writing(plan, self)
        self._set_writing(True)
        self.progress.setRange(0, writing.steps)
        self.progress.setValue(0)
        writing.went_on.connect(self.progress.setValue)
        writing.done.connect(self._on_done)
        writing.refused.connect(self._on_refused)

    def _set_writing(self, on: bool) -> None:
        for part in (self.form, self.place):
            part.setEnabled(not on)
        self.progress.setVisible(on)
        self.write_button.setEnabled(not on)
        if on:
            self._say(msg("Export", "Writing …"))
            self.close_button.setFocus()
        self._name_buttons(replaces=False)

    def _on_done(self, paths: list[Path]) -> None:
        self._writing = None
        self.written.emit(paths)
        self.accept()

    def _on_refused(self, why: Msg) -> None:
        self._stop()
        self._say(why, "bad")
        self.write_button.setFocus()

    def _stop(self) -> None:
        assert self._writing is not None
        self._writing.cancel()
        self._writing.deleteLater()
        self._writing = None
        self._set_writing(False)
        self._on_place()

    def reject(self) -> None:
        """Stop what is being written; close the dialog when nothing is."""
        if self._writing is None:
            super().reject()
            return
        self._stop()
        self._say(msg("Export", "Cancelled; nothing was written"))

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._writing is not None:
            self._stop()
        super().closeEvent(event)


def _list(names: Sequence[str]) -> str:
    more = f" … ({len(names)})" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
