"""Walking the lecture plan in a presentation, and the strip that tells the class where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy

from ..core.lecture import Lecture, LectureError, Telling, load_lecture
from ..core.text import Msg, msg
from .label import RichLabel
from .language import text
from .theme import Theme

if TYPE_CHECKING:
    from .window import Window


class LectureStrip(QFrame):
    """One quiet line at the bottom: where in the plan, how long it has taken, the question."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("lecture")
        self._row = QHBoxLayout(self)
        self._labels: tuple[RichLabel, RichLabel] | None = None
        self._theme: Theme | None = None
        self.hide()

    def dress(self, theme: Theme) -> None:
        """Use a theme: labels are made for one."""
        if theme == self._theme:
            return
        self._theme = theme
        for label in self._labels or ():
            self._row.removeWidget(label)
            label.deleteLater()
        place = RichLabel("small", theme, "muted", wrap=False)
        question = RichLabel("strong", theme)
        question.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._labels = place, question
        self._row.setContentsMargins(theme.px(10), theme.px(3), theme.px(10), theme.px(4))
        self._row.setSpacing(theme.px(14))
        self._row.addWidget(place, 0, Qt.AlignmentFlag.AlignVCenter)
        self._row.addWidget(question, 1)

    def feed(self, place: Msg, question: str) -> None:
        """Show where the lecture is and what to ask."""
        assert self._labels is not None
        for label, words in zip(self._labels, (text(place), question), strict=True):
            label.set_text(words)

    def words(self) -> tuple[str, ...]:
        """Return what can be read."""
        return tuple(label.text() for label in self._labels or ())


class Walk:
    """Goes through the plan step by step; every step is one that can be undone."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._at: int | None = None
        self._telling: Telling | None = None
        self._told_of: object = None
        self.strip = LectureStrip()

    # -- the plan -----------------------------------------------------------------------------

    def telling(self) -> Telling:
        """Return the plan with the numbers of the tensors that are read now.

        Raises :class:`LectureError` or ``OSError`` for a plan that cannot be used.
        """
        pages = self._window.pages
        if self._telling is None or self._told_of is not pages.source():
            labs = {lab.id: lab for lab in pages.labs}
            sources = {name: session.source for name, session in pages.sessions.items()}
            self._telling = Telling(load_lecture(), labs, sources)
            self._told_of = pages.source()
        return self._telling

    def lecture(self) -> Lecture | None:
        """Return the plan; one that cannot be used is told in the page's bar."""
        try:
            return self.telling().lecture
        except (LectureError, OSError) as error:
            self._window.documents.tell(
                msg("Lecture", "The lecture plan cannot be read: {cause}", cause=str(error))
            )
            return None

    # -- walking ------------------------------------------------------------------------------

    def next(self) -> None:
        """Go to the next step; from a page outside of the plan's course to that page's first."""
        self._go(1)

    def previous(self) -> None:
        """Go to the step before; from a page outside of the plan's course to that page's first."""
        self._go(-1)

    def _go(self, way: int) -> None:
        lecture = self.lecture()
        if lecture is None:
            return
        here = self._window.lab().id
        if self._at is None or lecture.steps[self._at].setting.lab != here:
            first = lecture.first_of(here)
            self.go_to(0 if first is None else first)
        else:
            self.go_to(min(max(self._at + way, 0), len(lecture.steps) - 1))

    def go_to(self, index: int) -> None:
        """Go to a step: its lab, its setting, its question."""
        lecture, window = self.lecture(), self._window
        if lecture is None:
            return
        self._at = index
        setting = lecture.steps[index].setting
        lab = next(lab for lab in window.labs if lab.id == setting.lab)
        values = setting.values(lab, window.pages.sessions[lab.id].source)
        window.history.set(lab, values)
        window.show_lab(lab.id)
        self.show()

    def show(self) -> None:
        """Show the strip of the present step, in the present language and theme."""
        if self._at is None or not self._window.presenting:
            self.strip.hide()
            return
        telling = self.telling()
        self.strip.dress(self._window.pages.theme)
        step = telling.lecture.steps[self._at]
        question = telling.text(step.ask, step, self._window.language)
        self.strip.feed(place(telling.lecture, self._at), question)
        self.strip.show()

    def stop(self) -> None:
        """Leave the plan; the next walk begins at the lab that is open then."""
        self._at = None
        self.show()


def place(lecture: Lecture, index: int) -> Msg:
    """Return where a step is in its lecture: its number, and the minutes that are over."""
    return msg(
        "Lecture",
        "{number} / {all} · {minutes} of {total} min",
        number=index + 1,
        all=len(lecture.steps),
        minutes=lecture.minutes_before(index),
        total=lecture.minutes,
    )
