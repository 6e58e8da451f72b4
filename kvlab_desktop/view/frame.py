"""The seats of a page, the same in every lab.

From top to bottom: number and title, claim, preset chips, the strip of controls, cards, view tabs,
the figure (which takes what is left), the footer; on the right the side column.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from ..core.lab import Card, Lab, Metrics, Paragraph, Prediction, Task
from ..core.params import Param, Values
from ..core.text import Msg, msg
from .cards import CardView, LineCard, exact, tell_news
from .controls import Control
from .copybutton import CopyButton
from .fitting import LEAST_FIGURE, Column, Fitting
from .flow import FlowLayout
from .hearing import is_heard
from .label import RichLabel
from .language import spoken, text
from .picture import Picture
from .problem import ProblemBar
from .story import Story
from .strip import Strip
from .theme import Theme


class PageFrame(QWidget):
    """The widgets of a page; ``feed_…`` functions fill them, signals tell what was used."""

    changed = Signal(str, object)
    held = Signal(bool)
    preset = Signal(int)
    copy_asked = Signal()
    export_asked = Signal()

    def __init__(self, lab: Lab, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._lab = lab
        self.main = Column(self, theme)
        self.story = Story(theme)
        self.story.setParent(self)
        self._build_head()
        self.strip = Strip(theme)
        self.strip.changed.connect(self.changed)
        self.strip.held.connect(self.held)
        self.views = self.strip.views
        self._build_cards()
        self._build_figure()
        self._build_footer()
        self._stack()
        self._fitting = Fitting(self)
        self.main.crowded.connect(self._fitting.tighten)
        self._refit = QTimer(self, singleShot=True, interval=0)
        self._refit.timeout.connect(self.fit)

    # -- building -----------------------------------------------------------------------------

    def _build_head(self) -> None:
        theme = self.theme
        self.number = RichLabel("title", theme, "accent", wrap=False)
        self.title = RichLabel("title", theme)
        self.title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.claim = RichLabel("body", theme, "muted", ground="ground")
        self.side_button = QPushButton()
        self.side_button.setCheckable(True)
        self.side_button.clicked.connect(self.toggle_side)
        self.head = QHBoxLayout()
        self.head.setSpacing(theme.px(12))
        self.head.addWidget(self.number)
        self.head.addWidget(self.title, 1)
        self.head.addWidget(self.side_button, 0, Qt.AlignmentFlag.AlignTop)
        self.chips = QWidget()
        row = FlowLayout(self.chips, theme.px(8))
        self._chips: list[QPushButton] = []
        self._numbers_only = False
        for i in range(len(self._lab.presets())):
            chip = QPushButton()
            chip.setObjectName("chip")
            chip.clicked.connect(lambda _on=False, i=i: self.preset.emit(i))
            self._chips.append(chip)
            row.addWidget(chip)

    def _build_cards(self) -> None:
        self.cards = QWidget()
        self._cards_row = QHBoxLayout(self.cards)
        self._cards_row.setContentsMargins(0, 0, 0, 0)
        self._cards_row.setSpacing(self.theme.px(10))
        self._cards: list[CardView] = []
        self._shown_cards: tuple[Sequence[Card], Metrics, frozenset[str]] = ((), {}, frozenset())
        self.lines = QWidget()
        self._lines_row = FlowLayout(self.lines, self.theme.px(10), self.theme.px(2))
        self._lines: list[LineCard] = []
        self._as_lines = False

    def _build_figure(self) -> None:
        self.problem = ProblemBar(self.theme)
        self.problem_words = self.problem.words
        self.figure_frame = QFrame()
        self.figure_frame.setObjectName("card")
        self.figure_row = QVBoxLayout(self.figure_frame)
        self.picture = Picture()
        self.picture.setMinimumHeight(LEAST_FIGURE)
        self.figure_row.addWidget(self.picture, 1)

    def _build_footer(self) -> None:
        self.source_words = RichLabel("small", self.theme, "muted")
        self.copy_button, self.export_button = CopyButton(), QPushButton()
        self.copy_button.clicked.connect(self.copy_asked)
        self.export_button.clicked.connect(self.export_asked)
        self.footer = QHBoxLayout()
        self.footer.setSpacing(self.theme.px(8))
        self.footer.addWidget(self.source_words, 1)
        self.footer.addWidget(self.copy_button)
        self.footer.addWidget(self.export_button)

    def _stack(self) -> None:
        self.column = column = QVBoxLayout(self.main)
        column.addLayout(self.head)
        for part in (self.claim, self.chips, self.strip, self.cards, self.lines):
            column.addWidget(part)
        column.addWidget(self.views, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.problem)
        column.addWidget(self.figure_frame, 1)
        column.addLayout(self.footer)

    # -- feeding ------------------------------------------------------------------------------

    def feed_head(self, values: Values) -> None:
        """Show the claim; the first time, all fixed texts."""
        if not self.title.text():
            self.name_parts()
        self.claim.set_text(text(self._lab.claim(values)))

    def name_parts(self) -> None:
        """Write number, title, chips and buttons in the current language."""
        lab = self._lab
        self.number.set_text(f"{lab.order:02d}")
        self.title.set_text(text(lab.title()))
        self.picture.setAccessibleName(spoken(lab.title()))
        self.story.setAccessibleName(spoken(msg("Page", "Notes")))
        self.chips.setVisible(bool(self._chips))
        for chip, preset in zip(self._chips, lab.presets(), strict=True):
            chip.setAccessibleName(spoken(preset.label))
        self.number_chips(numbers_only=self._numbers_only)
        self.copy_button.rename()
        for button, words in (
            (self.side_button, msg("Page", "Notes")),
            (self.export_button, msg("Page", "Export…")),
        ):
            if button.text() != text(words):
                button.setText(text(words))
                button.setAccessibleName(text(words))

    def number_chips(self, *, numbers_only: bool) -> None:
        """Write on the chips what fits: number and name, or the number beside the title."""
        for i, chip in enumerate(self._chips):
            name = chip.accessibleName()
            chip.setText(f"{i + 1}" if numbers_only else f"{i + 1}  {name}")
            chip.setToolTip(name if numbers_only else "")
        if numbers_only == self._numbers_only:
            return
        self._numbers_only = numbers_only
        for chip in self._chips:
            chip.setProperty("number", numbers_only)
            chip.style().polish(chip)
        if numbers_only:
            beside = self.head.indexOf(self.side_button)
            self.head.insertWidget(beside, self.chips, 0, Qt.AlignmentFlag.AlignVCenter)
        else:
            self.column.insertWidget(self.column.indexOf(self.claim) + 1, self.chips)

    def seat_views(self, *, in_strip: bool) -> None:
        """Put the view tabs among the controls, or over the figure."""
        if in_strip == (self.column.indexOf(self.views) < 0):
            return
        hidden = self.views.isHidden()
        if in_strip:
            self.strip.add(self.views)
        else:
            over = self.column.indexOf(self.problem)
            self.column.insertWidget(over, self.views, 0, Qt.AlignmentFlag.AlignLeft)
        self.views.setHidden(hidden)  # another parent has hidden it

    def name_controls(self, params: Sequence[Param]) -> None:
        """Write the names of all controls in the current language; makes them the first time."""
        self.strip.name_controls(params)
        self._fitting.order_tabs()

    def feed_controls(self, params: Sequence[Param], values: Values) -> None:
        """Show the values in the controls."""
        if not self.strip.is_made:
            self.name_controls(params)
        self.strip.feed(values)

    def control(self, param: str) -> Control:
        """Return the control of a parameter."""
        return self.strip.control(param)

    def feed_cards(self, cards: Sequence[Card], metrics: Metrics, hidden: frozenset[str]) -> None:
        """Show the cards, in the form that fits."""
        while len(self._cards) < len(cards):
            self._cards.append(CardView(self.theme))
            self._cards_row.addWidget(self._cards[-1], 1)
            self._lines.append(LineCard(self.theme))
            self._lines_row.addWidget(self._lines[-1])
        for i, (view, line) in enumerate(zip(self._cards, self._lines, strict=True)):
            view.setVisible(i < len(cards))
            line.setVisible(i < len(cards))
        self._shown_cards = (cards, metrics, hidden)
        for form, card in zip(self._forms(), cards, strict=False):
            form.feed(card, exact(metrics.get(card.metric)), card.metric in hidden)
        self.cards.setVisible(bool(cards) and not self._as_lines)
        self.lines.setVisible(bool(cards) and self._as_lines)

    def _forms(self) -> Sequence[CardView | LineCard]:
        return self._lines if self._as_lines else self._cards

    def tell_reader(self) -> None:
        """Tell a screen reader what is new since it was told last; called at rest."""
        if is_heard():
            tell_news(self, self._forms()[: len(self._shown_cards[0])])
            self.picture.tell()

    def show_cards(self, *, as_lines: bool) -> None:
        """Change the form of the cards."""
        if as_lines != self._as_lines:
            self._as_lines = as_lines
            self.feed_cards(*self._shown_cards)

    def show_problem(self, problem: Msg | None) -> None:
        """Show or hide the bar for expected problems."""
        if self.problem.show_problem(problem):
            self.fit()

    def feed_footer(self, words: Msg) -> None:
        """Show where the numbers come from."""
        self.source_words.set_text(text(words))

    def feed_story(
        self,
        notes: Sequence[Paragraph],
        tasks: Sequence[Task],
        done: frozenset[str],
        question: Prediction | None,
        guess: str | None,
    ) -> None:
        """Show the side column."""
        self.story.feed_question(question, guess)
        self.story.feed_tasks(tasks, done)
        self.story.feed_notes(notes)

    # -- fitting ------------------------------------------------------------------------------

    @property
    def side(self) -> tuple[bool, bool]:
        """Whether the side column is open: beside a wide page, over a narrow one."""
        return self._fitting.side

    @side.setter
    def side(self, side: tuple[bool, bool]) -> None:
        self._fitting.side = side

    def open_side(self) -> None:
        """Show the side column."""
        if not self.story.isVisible():
            self.toggle_side()

    def present(self, on: bool) -> None:
        """Take away what a lecture hall does not need, or give it back."""
        self._fitting.presenting = on
        for part in (self.side_button, self.copy_button, self.export_button):
            part.setVisible(not on)
        self._fitting.fit()

    def toggle_side(self) -> None:
        """Fold or unfold the side column."""
        self._fitting.toggle_side()

    def fit(self) -> None:
        """Arrange the page anew: its size or its language changed."""
        self._fitting.fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(self.theme.px(640), 400)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
