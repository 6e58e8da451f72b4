"""One page for any lab: it shows what the lab says and tells it what was set.

``draw(outcome)`` is the only function that brings what the lab computed to the screen; a change of
language or theme calls it again and computes nothing.
"""

from __future__ import annotations

import gc
from typing import Any

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent

from ..core.lab import Outcome
from ..core.params import Value, Values
from ..core.text import Msg, msg
from .frame import PageFrame
from .jobs import Jobs
from .session import Session
from .sourcebox import SourceBox
from .theme import Theme

REST_MS = 350


class Page(PageFrame):
    """The page of one lab."""

    drawn = Signal()
    source_asked = Signal(str, int)
    failed = Signal(object)
    edited = Signal(object, object)  # values before and after
    rested = Signal()

    def __init__(self, session: Session, theme: Theme, jobs: Jobs) -> None:
        self.session = session
        super().__init__(session.lab, theme)
        self._jobs = jobs
        self._job: tuple[int, object] | None = None
        self._dirty = not session.is_fresh
        self._blank = True  # nothing is drawn yet
        self._stale = False  # written in another language
        self._told: Msg | None = None
        self._held = False
        self.live = True  # questions and tasks; off in exports
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._compute)
        self._words = QTimer(self, singleShot=True, interval=0)
        self._words.timeout.connect(self._draw_words)
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._at_rest)
        jobs.done.connect(self._landed)
        jobs.failed.connect(self._job_failed)
        self.changed.connect(self._on_changed)
        self.held.connect(self._on_held)
        self.preset.connect(self.go_to_preset)
        self.picture.describe = self._describe
        self.picture.picked.connect(self._on_changed)
        self._source_box = self._make_source_box()
        self.story.question.guessed.connect(self._on_guess)
        self.story.question.skipped.connect(self._on_skip)

    def _make_source_box(self) -> SourceBox | None:
        """Put the choice of the source into the footer of a lab that reads tensors."""
        kinds = self.session.lab.sources
        if len(kinds) < 2 or self.session.source is None:
            return None
        box = SourceBox(kinds, self.theme)
        box.chosen.connect(self.source_asked)
        self.footer.insertWidget(0, box)
        return box

    # -- values in ----------------------------------------------------------------------------

    def set_values(self, changes: dict[str, Value]) -> None:
        """Set some values; equal ones are a no-op."""
        before = dict(self.session.values)
        if self.session.set(changes):
            self._touch()
            self.edited.emit(before, dict(self.session.values))

    def restore_values(self, values: Values) -> None:
        """Give the page these values without telling that it was edited (undo, redo)."""
        if self.session.set(values):
            self._touch()

    def reset(self) -> None:
        """Go back to the defaults."""
        self.set_values(self.session.defaults)

    def _on_changed(self, name: str, value: Value) -> None:
        self.set_values({name: value})

    def go_to_preset(self, index: int) -> None:
        """Go to a preset (0 is the first); an index past the last does nothing."""
        presets = self.session.lab.presets()
        if 0 <= index < len(presets):
            self.set_values(self.session.preset_values(presets[index]))

    def _touch(self) -> None:
        self._dirty = True
        self._told = None
        self._rest.stop()
        if self.isVisible():
            self._timer.start()

    def _on_held(self, held: bool) -> None:
        self._held = held
        if not held:
            self._rest.start()

    def _on_guess(self, key: str) -> None:
        self.session.answer(key)
        self._touch()

    def _on_skip(self) -> None:
        self._on_guess("")

    # -- outcome out --------------------------------------------------------------------------

    def _compute(self) -> None:
        self._dirty = False
        try:
            outcome = self.session.compute()
        except Exception as error:  # the last good picture stays; the bar says what happened
            self.failed.emit(error)
            self.show_problem(
                msg("Page", "This setting could not be computed. The picture shows the one before.")
            )
            return
        self.draw(outcome)
        self._rest.start()

    def draw(self, outcome: Outcome) -> None:
        """Show an outcome: the figure, which is painted at once, then the numbers round it."""
        first, self._blank = self._blank, False
        hidden = self.session.hidden() if self.live else frozenset()
        if first:  # what stands round the figure gives it its place
            self._draw_numbers(outcome, hidden)
        self.picture.set_figure(outcome.figure, self.theme, hidden)
        self.drawn.emit()
        if not first:
            self._draw_numbers(outcome, hidden)
        self._words.start()

    def _draw_numbers(self, outcome: Outcome, hidden: frozenset[str]) -> None:
        session = self.session
        self.feed_controls(session.params, session.values)
        self.feed_head(session.values)
        self.show_problem(outcome.problem or self._told)
        cards = session.lab.cards(session.values, outcome.metrics)
        self.feed_cards(cards, outcome.metrics, hidden)

    def _draw_words(self) -> None:
        """Show what stands beside the figure: right after it, so that the figure comes first."""
        session, lab, outcome = self.session, self.session.lab, self.session.outcome
        if outcome is None or self._dirty:  # newer values bring words of their own
            return
        self.feed_footer(lab.footer(session.values, session.source))
        if self._source_box is not None:
            self._source_box.feed(session.source.id, session.source.seed)
        self.feed_story(
            lab.notes(session.values, outcome.metrics),
            session.tasks,
            session.done,
            session.question if self.live else None,
            session.guess,
        )
        self.story.paint_now()

    def redraw(self) -> None:
        """Show the last outcome again, in another language or theme.

        Not while new values wait to be computed: the outcome would not be theirs.
        """
        if self.session.outcome is not None and not self._dirty:
            self.draw(self.session.outcome)

    def finish(self) -> None:
        """Compute whatever is missing right now, later metrics too (for exports)."""
        session = self.session
        self._timer.stop()
        self._dirty = False
        session.compute()
        key = session.wanted_later()
        if key is not None:
            session.land(key, session.lab.later(session.values, session.source, lambda: False))
        assert session.outcome is not None
        self.draw(session.outcome)
        self._words.stop()
        self._draw_words()

    # -- at rest ------------------------------------------------------------------------------

    def _at_rest(self) -> None:
        # a page that is hidden while its values were computed rests once it is shown again
        if self._held or self._dirty or not self.isVisible():
            return
        gc.collect(1)  # what a drag left, while nobody waits
        self._ask_later()
        if self.live and self.session.rest():
            self.redraw()
        self.tell_reader()
        self.rested.emit()

    def _ask_later(self) -> None:
        key = self.session.wanted_later()
        if key is None:
            return
        values, source, lab = dict(self.session.values), self.session.source, self.session.lab
        token = self._jobs.submit(lambda cancelled: lab.later(values, source, cancelled))
        self._job = (token, key)

    def _landed(self, token: int, metrics: Any) -> None:
        if self._job is None or self._job[0] != token:
            return
        key = self._job[1]
        self._job = None
        if self.session.land(key, metrics):
            self.redraw()

    def _job_failed(self, token: int, error: Any) -> None:
        if self._job is not None and self._job[0] == token:
            self._job = None
            self.failed.emit(error)

    def tell(self, message: Msg, *, alone: bool = False) -> None:
        """Show a sentence in the bar until values change, below those that wait there or alone."""
        if self._told is not None and not alone:
            message = msg("Page", "{first}\n{second}", first=self._told, second=message)
        self._told = message
        self.show_problem(message)

    def ask(self) -> None:
        """Open the side column at the question."""
        self.open_side()
        self.story.go_to_question()

    def set_presenting(self, on: bool) -> None:
        """Show the page alone, without side column, questions and buttons; or all of it again."""
        self.live = not on
        if self._source_box is not None:
            self._source_box.setVisible(not on)
        self.present(on)

    def _describe(self, mark: str, key: Value) -> Msg | None:
        session = self.session
        return session.lab.describe(session.values, session.source, mark, key)

    # -- Qt -----------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._reword()
        if self._dirty:
            self._timer.start()
        elif self._blank:  # made anew over an outcome that is there
            self.redraw()
            self._rest.start()
        else:
            self._rest.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()  # what is dirty is computed when it is shown
        self._rest.stop()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._stale = True
            if self.isVisible():
                self._reword()
                self._rest.start()

    def _reword(self) -> None:
        """Write everything in the current language; a hidden page does so when it is shown."""
        self._stale = False
        for card in self._cards:
            card.forget()
        self.story.forget()
        self.picture.forget()
        self.name_parts()
        self.name_controls(self.session.params)
        self.redraw()
        self._refit.start()  # after the words that are drawn after the figure
