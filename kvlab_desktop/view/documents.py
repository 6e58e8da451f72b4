"""What goes in and out of a window: state files, the last session, models."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QMimeData, QTimer
from PySide6.QtWidgets import QFileDialog, QWidget

from ..core.params import Pick
from ..core.report import reported
from ..core.state import Aside, State, StateError, differences, place_name, read
from ..core.text import Msg, msg
from ..sources.carried import READERS, read_carried
from ..sources.catalog import source_text
from ..sources.errors import SourceError, refused
from . import store

if TYPE_CHECKING:
    from .paper import Paper
    from .window import Window

translate = QCoreApplication.translate
KEEP_MS = 300  # how much of a drag a killed program may lose
_NAMED = 6  # places that one sentence names


def load(path: Path) -> State:
    """Read the state that a file is or carries.

    Raises :class:`StateError` or :class:`SourceError` with a line that names file and cause.
    """
    if path.suffix.lower() not in READERS:
        return store.load_state(path)
    try:
        return read(read_carried(path))
    except StateError as error:
        raise refused(path, error.msg) from None


def numbers_state(path: Path) -> State | None:
    """Return the state that a file of exported numbers tells of; ``None`` for any other file."""
    if path.suffix.lower() != ".json":
        return None
    try:
        return reported(store.load_object(path))
    except StateError:
        return None  # somebody else's, who will say what is wrong with it


class Documents:
    """Opens and saves for one window."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._kept: State | None = None
        self._aside: Aside = {}
        self._timer = QTimer(window, interval=KEEP_MS)
        self._timer.timeout.connect(self.keep)

    # -- the state of all labs ----------------------------------------------------------------

    def state(self) -> State:
        """Return the state of all labs."""
        pages = self._window.pages
        labs = {
            lab.id: differences(lab, session.values, session.source)
            for lab, session in ((lab, pages.sessions[lab.id]) for lab in pages.labs)
        }
        return State(self._window.lab().id, source_text(pages.source()), labs, self._aside)

    def take(self, state: State) -> None:
        """Give every lab the values of a state, and say what was not understood."""
        window = self._window
        self._aside = aside = window.pages.take(state)
        window.history.clear()
        window.show_lab(state.open)
        window.turn()
        if aside:
            names = ", ".join(map(place_name, list(aside)[:_NAMED]))
            more = " …" if len(aside) > _NAMED else ""
            self.tell(msg("State", "Not understood, and left out: {names}", names=names + more))

    def keep(self) -> None:
        """Write the last session, when it differs from what is written."""
        state = self.state()
        if state != self._kept and store.save_state(state, store.session_file()) is None:
            self._kept = state

    def restore(self) -> None:
        """Take the last session back; a damaged file is set aside and said so."""
        path = store.session_file()
        self._timer.start()
        if not path.exists():
            return
        try:
            self.take(store.load_state(path))
        except StateError as error:
            spare = store.set_aside(path)
            self.tell(
                msg(
                    "State",
                    "The last session could not be read ({cause}). It is kept as {file}.",
                    cause=error.msg,
                    file=str(spare),
                )
            )

    # -- files --------------------------------------------------------------------------------

    def ask_open(self) -> None:
        """Ask for a file and open it."""
        kinds = ";;".join(
            (
                translate("Window", "All that opens (*.kvlab *.png *.svg *.pdf *.json *.gguf)"),
                translate("Window", "KV Lab files (*.kvlab)"),
                translate("Window", "Figures made by KV Lab (*.png *.svg *.pdf)"),
                translate("Window", "Models (*.json *.gguf)"),
            )
        )
        path, _kind = QFileDialog.getOpenFileName(
            self._window, translate("Window", "Open"), self._window.preferences.folder, kinds
        )
        if path:
            self.open(Path(path))

    def open(self, path: Path) -> None:
        """Open a state, a picture or numbers that carry one, or a model where one is taken."""
        state = numbers_state(path)
        if state is None and self._open_as_value(path):
            return
        try:
            self.take(state or load(path))
        except (SourceError, StateError) as error:
            self.tell(error.msg)
        else:
            self._window.remember(self._window.preferences.with_recent(path))

    def _open_as_value(self, path: Path) -> bool:
        """Give a file to the first parameter that takes files of its kind."""
        for lab in self._window.labs:
            for param in self._window.pages.sessions[lab.id].params:
                accepts = param.accepts if isinstance(param, Pick) else ()
                if accepts and path.name.lower().endswith(accepts):
                    self._window.show_lab(lab.id)
                    self._window.page().set_values({param.id: str(path)})
                    return True
        return False

    def ask_save(self) -> None:
        """Ask for a file and save the state."""
        name = f"kvlab-{self._window.lab().id}{store.ENDING}"
        path, _kind = QFileDialog.getSaveFileName(
            self._window,
            translate("Window", "Save"),
            str(Path(self._window.preferences.folder) / name),
            translate("Window", "KV Lab files (*.kvlab)"),
        )
        if path:
            self.save(Path(path if path.endswith(store.ENDING) else path + store.ENDING))

    def save(self, path: Path) -> None:
        """Save the state in a file."""
        refused = store.save_state(self.state(), path)
        if refused is None:
            self._window.remember(self._window.preferences.with_recent(path))
        else:
            self.tell(refused)

    def accepts(self, data: QMimeData) -> bool:
        """Return whether something dragged over the window can be opened."""
        return any(url.isLocalFile() for url in data.urls())

    def drop(self, data: QMimeData) -> None:
        """Open what was dropped."""
        for url in data.urls():
            if url.isLocalFile():
                self.open(Path(url.toLocalFile()))

    # -- papers -------------------------------------------------------------------------------

    def save_paper(self, parent: QWidget, name: str, make: Callable[[], Paper]) -> None:
        """Ask for a file, then make a paper and write it."""
        from .dialogs import waiting
        from .paper import ENDINGS, write_paper

        kinds = ";;".join(
            (translate("Window", "PDF (*.pdf)"), translate("Window", "Web page (*.html)"))
        )
        start = str(Path(self._window.preferences.folder) / f"kvlab-{name}.pdf")
        chosen, kind = QFileDialog.getSaveFileName(
            parent, translate("Window", "Save"), start, kinds
        )
        if not chosen:
            return
        path = Path(chosen)
        if path.suffix.lower() not in ENDINGS:
            path = path.with_name(path.name + (".html" if "html" in kind else ".pdf"))
        self._window.remember(replace(self._window.preferences, folder=str(path.parent)))
        with waiting():
            refused = write_paper(make(), path)
        self.tell(refused or msg("State", "Written: {file}", file=str(path)))

    def tell(self, message: Msg, *, alone: bool = False) -> None:
        """Say something in the bar of the page that is open, below what it says or alone."""
        self._window.page().tell(message, alone=alone)
