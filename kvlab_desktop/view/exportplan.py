"""Which files the choices of the export dialog come to, and their making in small steps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, cast

from ..core.params import Slider, Value, Values
from ..core.state import State
from ..core.text import Msg, msg
from .export import ExportError, Look, Subject, encode, subject
from .exportchoices import CUSTOM, OUTLINES, SIZES, ExportChoices
from .session import Session

_MOST_PIXELS = 120_000_000  # half a gigabyte while it is painted
_MOST_FRAMES = 25
_DEFAULT = "kvlab"
_REFUSED = re.compile(r'[<>:"/\\|?*\x00-\x1f]')
# names of devices on Windows, whatever they end in
_DEVICES = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")


@dataclass(frozen=True)
class _File:
    """One file: its name, what it shows (one subject, or all that move or are slides), its look."""

    name: str
    labs: tuple[str, ...]
    look: Look


@dataclass(frozen=True)
class Plan:
    """The choices over the labs they are about.

    ``sessions`` are those to be shown, ``state`` is what reopens from a picture, ``language`` the
    window's; ``moving`` is the slider that an animated picture moves.
    """

    choices: ExportChoices
    sessions: Sequence[Session]
    state: State
    language: str
    moving: str = ""

    def usual_name(self) -> str:
        """Return the name that files have when none is typed."""
        return _DEFAULT if self.choices.every_lab else f"{_DEFAULT}-{self.sessions[0].lab.id}"

    def names(self) -> list[str]:
        """Return the names of the files, in the order they are made."""
        return [file.name for file in self._files()]

    def paths(self) -> list[Path]:
        """Return where the files are to be."""
        return [Path(self.choices.folder).expanduser() / name for name in self.names()]

    def problem(self) -> Msg | None:
        """Return why nothing can be written with these choices, if that is so."""
        name = self.choices.name or self.usual_name()
        if not name.strip() or name != name.rstrip(" .") or _DEVICES.fullmatch(name):
            return msg("Export", "{name}: no file can have this name", name=repr(name))
        if (found := _REFUSED.search(name)) is not None:
            return msg("Export", "{sign} cannot be in the name of a file", sign=found[0])
        if self.choices.form == "gif" and not self.moving:
            return msg("Export", "This lab has no slider that a GIF could move")
        try:
            width, height = self.look().pixels
        except ExportError as error:
            return error.msg
        if self.choices.in_pixels and width * height > _MOST_PIXELS:
            return msg(
                "Export",
                "A picture of {width} × {height} pixels is too large",
                width=width,
                height=height,
            )
        return None

    def look(self, language: str = "") -> Look:
        """Return how a picture is to look in a language, ``""`` being the first one chosen."""
        chosen = self.choices
        is_figure = chosen.what == "figure"
        known = chosen.size != CUSTOM
        return Look(
            what=cast(Literal["figure", "page"], chosen.what),
            size=chosen.picture_size(),
            scale=chosen.scale if chosen.in_pixels else 1,
            theme=chosen.theme,
            language=language or chosen.languages(self.language)[0],
            caption=chosen.caption,
            outlines=chosen.form == OUTLINES,
            type_size=SIZES[chosen.size].type_size if known and is_figure else None,
        )

    def sample(self) -> Subject:
        """Return the first thing that is shown, for a preview."""
        return shown(self.sessions[0], self.state)

    # -- making -------------------------------------------------------------------------------

    def _files(self) -> Iterator[_File]:
        chosen = self.choices
        stem = chosen.name or self.usual_name()
        labs = [session.lab.id for session in self.sessions]
        groups = [tuple(labs)] if chosen.form == "pptx" else [(lab,) for lab in labs]
        languages = chosen.languages(self.language)
        for group in groups:
            for language in languages:
                parts = [stem]
                parts += group if len(groups) > 1 else ()
                parts += [language] if len(languages) > 1 else []
                yield _File(f"{'-'.join(parts)}.{chosen.ending}", group, self.look(language))

    def _frames(self) -> list[Values]:
        """Return the settings that an animated picture goes through."""
        session = self.sessions[0]
        slider = next(param for param in sliders(session) if param.id == self.moving)
        most = min(slider.positions, _MOST_FRAMES - 1)
        stops: list[Value] = [
            slider.at(round(i * slider.positions / most)) for i in range(most + 1)
        ]
        return [{**session.values, slider.id: stop} for stop in stops]

    def steps(self) -> int:
        """Return how often :meth:`make` yields."""
        files = list(self._files())
        if self.choices.form == "gif":
            return len(self._frames()) * (1 + len(files))
        return len(self.sessions) + sum(len(file.labs) for file in files)

    def make(self) -> Iterator[tuple[str, bytes] | None]:
        """Make the files; yields after each small step, each file with its name when it is done.

        Raises ``ExportError``. The language in use is the window's whenever it yields.
        """
        subjects: dict[str, list[Subject]] = {}
        for session in self.sessions:
            subjects[session.lab.id] = steps = []
            if self.choices.form != "gif":
                steps.append(shown(session, self.state))
                yield None
                continue
            for values in self._frames():
                steps.append(subject(session.lab, session.source, values, self.state))
                yield None
        for file in self._files():
            yield from self._encoded(file, [step for lab in file.labs for step in subjects[lab]])

    def _encoded(self, file: _File, steps: list[Subject]) -> Iterator[tuple[str, bytes] | None]:
        ending = self.choices.ending
        if ending == "pptx":
            from .export.deck import making as in_steps  # only when it is wanted: see there
        elif ending == "gif":
            from .export.moving import making as in_steps
        else:
            yield file.name, encode(steps[0], file.look, ending)
            return
        for data in in_steps(steps, file.look):
            yield (file.name, data) if data else None


def shown(session: Session, state: State) -> Subject:
    """Return what a session shows, computing what is missing."""
    lab, source, values = session.lab, session.source, session.values
    if session.outcome is not None and session.is_fresh and session.wanted_later() is None:
        return Subject(lab, source, values, session.outcome, state)
    return subject(lab, source, values, state)


def sliders(session: Session) -> list[Slider]:
    """Return the sliders of a lab that do something at its present setting."""
    return [
        param
        for param in session.params
        if isinstance(param, Slider)
        and param.tier != "hidden"
        and param.positions > 0
        and (param.enabled is None or param.enabled(session.values))
    ]


def unused_name(plan: Plan) -> str:
    """Return the name of a plan's files, with a number where files of that name are there."""
    stem = plan.choices.name or plan.usual_name()
    for name in (stem, *(f"{stem}-{number}" for number in range(2, 10_000))):
        numbered = replace(plan, choices=replace(plan.choices, name=name))
        if not any(path.exists() for path in numbered.paths()):
            break
    return name
