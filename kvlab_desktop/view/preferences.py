"""What the user prefers and what the window remembers, as one small JSON of texts and numbers."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from ..core.state import StateError
from ..core.text import Msg, msg
from . import exportchoices, store
from .exportchoices import ExportChoices
from .language import LANGUAGES, system_language
from .theme import CHOICES, system_theme

LEAST, MOST = 90, 200  # per cent
FOLLOW = "system"


@dataclass(frozen=True)
class Preferences:
    """``language`` and ``theme`` may be ``system``; ``text_size`` is in per cent.

    ``folder`` is where the last file was, ``recent`` the states opened and saved last, ``geometry``
    Qt's own description of where the window was, in Base64, ``export`` what was chosen in the
    export dialog.
    """

    language: str = FOLLOW
    theme: str = FOLLOW
    text_size: int = 100
    folder: str = ""
    recent: tuple[str, ...] = ()
    geometry: str = ""
    export: ExportChoices = field(default_factory=ExportChoices)

    def chosen_language(self) -> str:
        """Return the language to use now."""
        return self.language if self.language in LANGUAGES else system_language()

    def chosen_theme(self) -> str:
        """Return the theme to use now."""
        return self.theme if self.theme in CHOICES else system_theme()

    def with_recent(self, path: Path, most: int = 8) -> Preferences:
        """Return the preferences after a file was opened or saved."""
        name = str(path.absolute())
        others = (known for known in self.recent if known != name)
        return replace(self, folder=str(path.absolute().parent), recent=(name, *others)[:most])


def theme_name(name: str) -> Msg:
    """Return what a theme that can be chosen is called."""
    return {
        "light": msg("Preferences", "Light"),
        "dark": msg("Preferences", "Dark"),
        "projector": msg("Preferences", "Projector"),
    }[name]


def load() -> tuple[Preferences, Msg | None]:
    """Read the preferences; a damaged file is set aside, and the sentence says so."""
    path = store.preferences_file()
    if not path.exists():
        return Preferences(), None
    try:
        return understood(store.load_object(path)), None
    except StateError as error:
        spare = store.set_aside(path)
        return Preferences(), msg(
            "Preferences",
            "The preferences could not be read ({cause}). They are kept as {file}.",
            cause=error.msg,
            file=str(spare),
        )


def understood(data: dict[str, Any]) -> Preferences:
    """Return preferences from whatever a file holds: what does not fit is the default."""
    usual = Preferences()
    taken: dict[str, Any] = {}
    for known in fields(Preferences):
        value = data.get(known.name)
        if known.name == "recent":
            taken["recent"] = _texts(value)
        elif known.name == "export":
            taken["export"] = exportchoices.understood(value)
        elif type(value) is type(getattr(usual, known.name)):
            taken[known.name] = value
    made = replace(usual, **taken)
    return replace(made, text_size=min(max(made.text_size, LEAST), MOST))


def _texts(value: object) -> tuple[str, ...]:
    return tuple(v for v in value if isinstance(v, str)) if isinstance(value, list) else ()


def save(preferences: Preferences) -> Msg | None:
    """Write the preferences; return what went wrong, if anything did."""
    text = json.dumps(asdict(preferences), ensure_ascii=False, indent=1) + "\n"
    return store.save_text(text, store.preferences_file())
