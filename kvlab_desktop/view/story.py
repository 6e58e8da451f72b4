"""The side column: the question, the tasks that tick themselves, and the notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from ..core.lab import Paragraph, Prediction, Task
from ..core.text import msg, plain
from .hearing import Role, Said, announce
from .label import RichLabel
from .language import spoken, text
from .ring import Ring
from .theme import Theme

_REST_MS = 350  # without another text


def _framed(theme: Theme) -> tuple[QFrame, QVBoxLayout]:
    frame = QFrame()
    frame.setObjectName("card")
    column = QVBoxLayout(frame)
    column.setContentsMargins(theme.px(14), theme.px(12), theme.px(12), theme.px(12))
    column.setSpacing(theme.px(8))
    return frame, column


def _emptied(layout: QLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        if (widget := item.widget()) is not None:
            widget.setParent(None)
            widget.deleteLater()


class TaskRow(QWidget):
    """One task with its tick."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.px(8))
        self.tick = RichLabel("strong", theme, "good", wrap=False)
        self.tick.setObjectName("tick")
        self.tick.setFixedSize(theme.px(18), theme.px(20))
        self.words = RichLabel("body", theme)
        row.addWidget(self.tick, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.words, 1)
        self._name = ""
        self._done: bool | None = None  # not known yet

    def feed(self, task: Task, done: bool) -> None:
        """Show a task, ticked or not."""
        self.tick.set_text("✓" if done else "·", "good" if done else "muted")
        self.words.set_text(text(task.text))
        state = spoken(msg("Story", "done")) if done else spoken(msg("Story", "open"))
        self._name = f"{spoken(task.text)} ({state})"
        if done and self._done is False:
            announce(self, self._name)
        self._done = done

    def said(self) -> Said:
        """Return what a screen reader reads: the task and whether it is done."""
        return Said(Role.StaticText, self._name, whole=True)


class Option(QPushButton):
    """A button whose text wraps."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.setAccessibleName(plain(name))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        words = RichLabel("body", theme)
        words.set_text(name)
        words.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        row = QVBoxLayout(self)
        row.setContentsMargins(theme.px(12), theme.px(4), theme.px(12), theme.px(4))
        row.addWidget(words)

    def sizeHint(self) -> QSize:
        layout = self.layout()
        return layout.totalSizeHint() if layout is not None else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        layout = self.layout()
        return layout.totalMinimumSize() if layout is not None else super().minimumSizeHint()


class Question(QFrame):
    """Predict, move, reveal: nothing is locked, only the named card waits."""

    guessed = Signal(str)
    skipped = Signal()
    asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(14), theme.px(12), theme.px(12), theme.px(12))
        column.setSpacing(theme.px(8))
        self.head = RichLabel("heading", theme)
        self.words = RichLabel("body", theme)
        self.reveal = RichLabel("body", theme)
        self.options = QVBoxLayout()
        self.options.setSpacing(theme.px(6))
        for part in (self.head, self.words):
            column.addWidget(part)
        column.addLayout(self.options)
        column.addWidget(self.reveal)
        self._shown: tuple[object, ...] = ()

    def feed(self, question: Prediction, guess: str | None) -> None:
        """Show the question, or what was guessed and what is true."""
        head = msg("Story", "Predict, then look")
        self.head.set_text(text(head))
        self.words.set_text(text(question.question))
        names = [(key, text(label)) for key, label in question.options]
        state = (guess, tuple(names), spoken(msg("Story", "Skip")))
        if state == self._shown:
            return
        self._shown = state
        _emptied(self.options)
        if guess is None:
            for key, name in names:
                self._add_button(Option(self._theme, name), partial(self.guessed.emit, key))
            skip = QPushButton(spoken(msg("Story", "Skip")))
            skip.setAccessibleName(skip.text())
            skip.setProperty("quiet", True)
            self._add_button(skip, self.skipped.emit)
        self.reveal.setVisible(guess is not None)
        self.reveal.set_text(self._verdict(question, guess))

    def _verdict(self, question: Prediction, guess: str | None) -> str:
        if guess is None:
            return ""
        if not guess:
            return text(question.reveal)
        label = dict(question.options)[guess]
        if guess == question.answer:
            return text(
                msg("Story", "✓ Your guess: {guess}\n{reveal}", guess=label, reveal=question.reveal)
            )
        return text(
            msg("Story", "✗ Your guess: {guess}\n{reveal}", guess=label, reveal=question.reveal)
        )

    def _add_button(self, button: QPushButton, act: Callable[[], object]) -> None:
        button.clicked.connect(lambda _on: act())  # `clicked` brings a bool along
        self.options.addWidget(button)


class _Column(QWidget):
    """Grows to the height its wrapped texts take; a scroll area's own guess is too low.

    It gives height back only when its texts have come to rest: they change with each step of a
    slider, and another height has all of it painted again.
    """

    def __init__(self) -> None:
        super().__init__()
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self._settle)

    def _needed(self) -> int:
        layout = self.layout()
        return 0 if layout is None else layout.heightForWidth(self.width())

    def _settle(self) -> None:
        self.setMinimumHeight(self._needed())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._settle()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            needed = self._needed()
            if needed > self.minimumHeight():
                self.setMinimumHeight(needed)
            elif needed < self.minimumHeight():
                self._rest.start()
        return super().event(event)


class Story(QScrollArea):
    """The whole side column; it scrolls by itself when the window is low."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setObjectName("story")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside = _Column()
        Ring(self)
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.px(12))
        self.question = Question(theme)
        tasks_frame, self._tasks = _framed(theme)
        notes_frame, self._notes = _framed(theme)
        self._tasks_head = RichLabel("heading", theme)
        self._tasks.addWidget(self._tasks_head)
        self._rows: list[TaskRow] = []
        self._paragraphs: list[tuple[RichLabel, RichLabel]] = []
        self._fed: dict[str, object] = {}
        self._stale: list[RichLabel] = []
        self._column.addWidget(tasks_frame)
        self._column.addWidget(self.question)
        self._column.addWidget(notes_frame, 1)
        self._notes.addStretch(1)
        self.setWidget(inside)

    def forget(self) -> None:
        """Write everything again next time: the language changed."""
        self._fed.clear()

    def _is_new(self, part: str, content: object) -> bool:
        """Return whether a part is to show something else than it does, and note it down."""
        if part in self._fed and self._fed[part] == content:
            return False
        self._fed[part] = content
        return True

    def paint_now(self) -> None:
        """Paint what was fed at once: with Qt's next update it would delay the next figure."""
        if not self._stale:
            return
        for layout in (self._notes, self._column):
            layout.activate()
        seen = (label for label in self._stale if not label.visibleRegion().isEmpty())
        if (label := next(seen, None)) is not None:
            label.repaint()  # and with it all that waits to be painted
        self._stale.clear()

    def feed_question(self, question: Prediction | None, guess: str | None) -> None:
        """Show the question of the page."""
        if not self._is_new("question", (question, guess)):
            return
        self.question.setVisible(question is not None)
        if question is not None:
            self.question.feed(question, guess)

    def go_to_question(self) -> None:
        """Bring the question into sight, and the focus to its first answer that can be given."""
        self.ensureWidgetVisible(self.question)
        buttons = (b for b in self.question.findChildren(QPushButton) if b.isVisible())
        next(buttons, self).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def feed_tasks(self, tasks: Sequence[Task], done: frozenset[str]) -> None:
        """Show the tasks."""
        if not self._is_new("tasks", (tuple(tasks), done)):
            return
        known = sum(task.id in done for task in tasks)
        so_far = msg("Story", "Try it · {done} of {all} done", done=known, all=len(tasks))
        self._tasks_head.set_text(text(so_far if known else msg("Story", "Try it")))
        while len(self._rows) < len(tasks):
            row = TaskRow(self._theme)
            self._rows.append(row)
            self._tasks.addWidget(row)
        for row, task in zip(self._rows, tasks, strict=True):
            row.feed(task, task.id in done)

    def feed_notes(self, notes: Sequence[Paragraph]) -> None:
        """Show the notes; labels are kept."""
        while len(self._paragraphs) < len(notes):
            roles = ("heading", "body")
            head, body = (RichLabel(role, self._theme, ground="paper") for role in roles)
            at = self._notes.count() - 1
            self._notes.insertWidget(at, head)
            self._notes.insertWidget(at + 1, body)
            self._paragraphs.append((head, body))
        for i, (heading, body) in enumerate(self._paragraphs):
            note = notes[i] if i < len(notes) else None
            if not self._is_new(f"note {i}", note):
                continue
            for label in (heading, body):
                label.setVisible(note is not None)
            if note is not None:
                heading.set_text(text(note.heading))
                body.set_text(text(note.body))
                self._stale.append(body)
