"""What leaves a window to be shown elsewhere: the clipboard, files, paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QMimeData, QStandardPaths, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from ..core.text import Msg, msg

if TYPE_CHECKING:
    from .export import Look, Subject
    from .exportchoices import ExportChoices
    from .exportplan import Plan
    from .window import Window

translate = QCoreApplication.translate
_LEAST_COPY = 400  # pixels of height of a figure that is copied


class Figures:
    """Copies, exports and prints what one window shows; its parts load when they are asked for."""

    def __init__(self, window: Window) -> None:
        self._window = window

    # -- the clipboard ------------------------------------------------------------------------

    def shown(self) -> Subject:
        """Return what the page that is open shows, with the state of all labs."""
        from .exportplan import shown

        return shown(self._window.page().session, self._window.documents.state())

    def look(self) -> Look:
        """Return how the figure on the screen is to look on paper: as large as it is there."""
        from .export import Look

        page = self._window.page()
        low = page.theme.px(_LEAST_COPY)  # below it, only a part of some figures is shown
        size = (page.picture.width(), max(low, page.picture.height()))
        return Look(size=size, scale=2, type_size=page.theme.text_size)

    def copy(self) -> None:
        """Put the figure on the clipboard, as pixels and as vectors, and show that it is there."""
        from .export import encode, picture

        shown, look, data = self.shown(), self.look(), QMimeData()
        data.setImageData(picture(shown, look))
        data.setData("image/svg+xml", encode(shown, replace(look, scale=1), "svg"))
        QGuiApplication.clipboard().setMimeData(data)
        self._window.page().copy_button.show_copied()

    # -- files --------------------------------------------------------------------------------

    def export(self) -> None:
        """Ask what to write and how, and write it."""
        from .exportdialog import ExportDialog

        window = self._window
        dialog = ExportDialog(
            self._choices(),
            list(window.pages.sessions.values()),
            window.page().session,
            window.documents.state(),
            window.pages.theme,
            window,
        )
        dialog.set_language(window.preferences.chosen_language())
        dialog.written.connect(self._on_written)
        dialog.finished.connect(lambda _how: self._remember(dialog.choices()))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def export_again(self) -> None:
        """Write what the page shows as it was chosen last, without asking; replaces no file."""
        from .exportplan import unused_name
        from .exportwriting import Writing

        plan = self._plan(self._choices())
        plan = replace(plan, choices=replace(plan.choices, name=unused_name(plan)))
        problem = plan.problem()
        if problem is not None:
            self._window.documents.tell(problem)
            return
        writing = Writing(plan, self._window)
        writing.done.connect(self._on_written)
        writing.refused.connect(self._window.documents.tell)
        for ended in (writing.done, writing.refused):
            ended.connect(writing.deleteLater)

    def _plan(self, choices: ExportChoices) -> Plan:
        from .exportplan import Plan, sliders

        window = self._window
        session = window.page().session
        sessions = tuple(window.pages.sessions.values()) if choices.every_lab else (session,)
        moving = next((slider.id for slider in sliders(session)), "")
        language = window.preferences.chosen_language()
        return Plan(choices, sessions, window.documents.state(), language, moving)

    def _choices(self) -> ExportChoices:
        """Return what was chosen last, with a folder."""
        wanted = self._window.preferences
        pictures = QStandardPaths.StandardLocation.PicturesLocation
        folder = wanted.export.folder or wanted.folder or QStandardPaths.writableLocation(pictures)
        return replace(wanted.export, folder=folder)

    def _remember(self, choices: ExportChoices) -> None:
        if choices != self._window.preferences.export:
            self._window.remember(replace(self._window.preferences, export=choices))

    def _on_written(self, paths: Sequence[Path]) -> None:
        self._window.documents.tell(_written_words(paths), alone=True)

    # -- paper --------------------------------------------------------------------------------

    def print(self) -> None:
        """Show how what the page shows will be printed, and print it."""
        from .printing import PrintPreview, make_printer

        preview = PrintPreview(self.shown(), make_printer(), self._window)
        preview.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        preview.open()

    def handout(self) -> None:
        """Ask for a file and write the handout: all labs as they are set now."""
        from .dialogs import waiting
        from .export import ExportError, save
        from .exportplan import shown
        from .handout import handout

        window = self._window
        start = Path(window.preferences.folder) / "kvlab-handout.pdf"
        path, _kind = QFileDialog.getSaveFileName(
            window,
            translate("Window", "Save the handout"),
            str(start),
            translate("Window", "PDF (*.pdf)"),
        )
        if not path:
            return
        window.remember(replace(window.preferences, folder=str(Path(path).parent)))
        # a name without an ending gets one, and keeps every dot that is in it
        chosen = Path(path if path.lower().endswith(".pdf") else f"{path}.pdf")
        state = window.documents.state()
        try:
            with waiting():
                subjects = [shown(session, state) for session in window.pages.sessions.values()]
                save(handout(subjects), chosen)
        except ExportError as error:
            window.documents.tell(error.msg)
        else:
            self._on_written([chosen])


def _written_words(paths: Sequence[Path]) -> Msg:
    if len(paths) == 1:
        return msg("Export", "Written: {file}", file=str(paths[0]))
    names = ", ".join(path.name for path in paths)
    return msg("Export", "Written to {folder}: {names}", folder=str(paths[0].parent), names=names)
