"""The lecture plan to read: every step with its time, its setting, and what to say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QUrl, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

from ..core.lecture import Step, Telling
from ..core.text import msg
from .language import spoken, text
from .paper import Fields, Heading, Paper, Para, Part
from .paper_html import body
from .session import Session
from .settings import value_words
from .theme import Theme

_SIZE = (760, 620)
_STYLE = (
    "h1, h2 {{ color: {ink}; }} a {{ color: {accent}; }} "
    "th {{ color: {muted}; text-align: left; font-weight: normal; padding-right: 12px; }}"
)


def plan_paper(telling: Telling, sessions: Mapping[str, Session], language: str) -> Paper:
    """Return the plan as a paper over the labs' sessions; a step's link is its index.

    Raises :class:`LectureError` for a plan that does not go with the labs.
    """
    lecture = telling.lecture
    parts: list[Part] = [
        Para(
            text(
                msg(
                    "Lecture",
                    "{steps} steps, {minutes} minutes. In a presentation Page Down and Page Up, "
                    "the keys of a presenter, walk through them, from the first step of the lab "
                    "that is open. The question of a step stands on the wall; the next step "
                    "answers it.",
                    steps=len(lecture.steps),
                    minutes=lecture.minutes,
                )
            ),
            "muted",
        )
    ]
    for index, step in enumerate(lecture.steps):
        session = sessions[step.setting.lab]
        lab = session.lab
        if lecture.first_of(lab.id) == index:
            parts.append(Heading(f"{lab.order:02d}  {text(lab.title())}"))
        parts += _step(telling, index, session, language)
    return Paper(telling.lecture.title[language], language, tuple(parts))


def _step(telling: Telling, index: int, session: Session, language: str) -> Iterator[Part]:
    lecture = telling.lecture
    step, start = lecture.steps[index], lecture.minutes_before(index)
    yield Heading(
        text(
            msg(
                "Lecture",
                "{number}. Minutes {start} to {end} · {setting}",
                number=index + 1,
                start=start,
                end=start + step.minutes,
                setting=setting_words(step, session),
            )
        ),
        3,
        str(index),
    )
    yield Para(telling.text(step.say, step, language))
    yield Fields(
        (
            (text(msg("Lecture", "Look at")), telling.text(step.look, step, language)),
            (text(msg("Lecture", "Ask")), telling.text(step.ask, step, language)),
        )
    )


def setting_words(step: Step, session: Session) -> str:
    """Return the setting of a step: the name of its preset, then what it sets itself."""
    names = [text(p.label) for p in session.lab.presets() if p.id == step.setting.preset]
    shown = {p.id: p for p in session.params if p.tier != "hidden"}
    for key, value in step.setting.changes.items():
        if key in shown:
            names.append(f"{text(shown[key].label)} {value_words(shown[key], value)}")
    return " · ".join(names)


class PlanBox(QDialog):
    """The plan in a window of its own; a click on a step asks to begin there."""

    begun = Signal(int)
    save_asked = Signal()

    def __init__(self, paper: Paper, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(spoken(msg("Lecture", "Lecture plan")))
        self.browser = QTextBrowser()
        self.browser.setOpenLinks(False)
        self.browser.document().setDefaultStyleSheet(_STYLE.format(**theme.colours))
        self.browser.setHtml(body(paper, links=True))
        self.browser.setAccessibleName(self.windowTitle())
        self.browser.anchorClicked.connect(self._on_link)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        save = buttons.addButton(
            spoken(msg("Lecture", "Save or print…")), QDialogButtonBox.ButtonRole.ActionRole
        )
        save.clicked.connect(lambda _on: self.save_asked.emit())
        begin = buttons.addButton(
            spoken(msg("Lecture", "Present from the start")),
            QDialogButtonBox.ButtonRole.ActionRole,
        )
        begin.clicked.connect(lambda _on: self._begin(0))
        column = QVBoxLayout(self)
        column.addWidget(self.browser, 1)
        column.addWidget(buttons)
        self.resize(theme.px(_SIZE[0]), theme.px(_SIZE[1]))

    def _on_link(self, link: QUrl) -> None:
        self._begin(int(link.toString()))

    def _begin(self, step: int) -> None:
        self.accept()
        self.begun.emit(step)
