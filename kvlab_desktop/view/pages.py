"""The pages of all labs: one on the screen, each built at its first visit, sessions kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QEvent, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from ..core.lab import Lab
from ..core.params import Values
from ..core.state import State, settle
from ..sources.catalog import open_tensors, parse_source
from .jobs import Jobs
from .session import Session
from .theme import Theme

if TYPE_CHECKING:
    from .page import Page


class Pages(QStackedWidget):
    """A place for each lab; the widgets can be made anew, in another theme or over other tensors.

    ``built`` tells of every new page.
    """

    built = Signal(object)

    def __init__(self, labs: Sequence[Lab], sources: Mapping[str, Any], theme: Theme) -> None:
        super().__init__()
        self.labs = tuple(labs)
        self.theme = theme
        self.sessions = {lab.id: Session(lab, sources[lab.id]) for lab in self.labs}
        self._jobs = Jobs(self)
        self._pages: dict[str, Page] = {}
        self._side = (True, False)  # whether the side column is open, beside and over a page
        for _lab in self.labs:
            self.addWidget(QWidget())

    def page(self, lab: Lab) -> Page:
        """Return a lab's page; its first visit builds it."""
        if lab.id not in self._pages:
            from .page import Page  # a page's parts load once the window is on the screen

            page = Page(self.sessions[lab.id], self.theme, self._jobs)
            page.side = self._side
            self._pages[lab.id] = page
            self._seat(self.labs.index(lab), page)
            self.built.emit(page)
        return self._pages[lab.id]

    def turn_to(self, lab: Lab) -> None:
        """Show a lab's page."""
        self.setCurrentWidget(self.page(lab))

    def _seat(self, index: int, widget: QWidget) -> None:
        """Put a widget in the place of the one at an index."""
        if (old := self.widget(index)) is not None:
            self.removeWidget(old)
            old.deleteLater()
        self.insertWidget(index, widget)

    def clear(self, *, at_once: bool = False) -> None:
        """Take all pages away; their sessions stay, and the next visit builds them anew.

        ``at_once`` deletes them now, which no page's own signal may ask for.
        """
        for index, lab in enumerate(self.labs):
            if (page := self._pages.pop(lab.id, None)) is not None:
                self._side = page.side
                self._seat(index, QWidget())
                if at_once:
                    QCoreApplication.sendPostedEvents(page, QEvent.Type.DeferredDelete)

    def use_source(self, kind: str, seed: int) -> None:
        """Give another source of tensors to every lab that reads it; settings are kept.

        Pages are taken away, unless the labs read that source already.
        """
        source, now = open_tensors(kind, seed), self.source()
        if now is not None and (now.id, now.seed) == (source.id, source.seed):
            return
        self.clear()
        for lab in self.labs:
            if kind in lab.sources:
                self.sessions[lab.id] = self.sessions[lab.id].over(source)

    def source(self) -> Any:
        """Return the source of tensors that the labs read, ``None`` when none does."""
        sources = (self.sessions[lab.id].source for lab in self.labs)
        return next((source for source in sources if source is not None), None)

    def set_values(self, lab: Lab, values: Values) -> None:
        """Give a lab values, whether its page is built or not."""
        if lab.id in self._pages:
            self._pages[lab.id].restore_values(values)
        else:
            self.sessions[lab.id].set(values)

    def redraw(self) -> None:
        """Show the last outcomes again, with the progress of now."""
        for page in self._pages.values():
            page.redraw()

    def take(self, state: State) -> dict[tuple[str, ...], Any]:
        """Give every lab the values of a state; return what was not understood."""
        aside = dict(state.aside)
        try:
            kind, seed = parse_source(state.source)
        except ValueError:
            kind, seed = "sample", 0
            aside["source",] = state.source
        known = {lab.id: lab for lab in self.labs}
        for name in state.labs.keys() - known.keys():
            aside.update({("labs", name, k): v for k, v in state.labs[name].items()})
        self.use_source(kind, seed)
        for name, lab in known.items():
            values, changed = settle(lab, self.sessions[name].source, state.labs.get(name, {}))
            aside |= changed
            self.set_values(lab, values)
        return aside

    def stop(self) -> None:
        """End the work beside the user interface."""
        self._jobs.stop()
