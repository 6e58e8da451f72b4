"""The line under a picture: what it shows, at which setting, of what, by which version."""

from __future__ import annotations

from PySide6.QtGui import QPainter

from ... import APP_NAME, __version__
from ...core.lab import params_of
from ...core.params import Choice, Param, Value
from ...core.state import differences
from ...core.text import msg, plain
from ..language import text
from ..richtext import block
from ..settings import value_words
from ..theme import Theme
from .look import Subject

_BETWEEN = " · "


def caption_words(shown: Subject, *, titled: bool = True) -> str:
    """Return the caption in the language in use, with the lab's title or without."""
    lab = shown.lab
    params = {param.id: param for param in params_of(lab, shown.source)}
    changed = differences(lab, shown.values, shown.source)
    settings = [_setting(params[key], value) for key, value in changed.items()]
    return _BETWEEN.join(
        [
            *([f"{lab.order:02d} {text(lab.title())}"] if titled else []),
            *(settings or [text(msg("Export", "default settings"))]),
            *_source(shown.source),
            f"{APP_NAME} {__version__}",
        ]
    )


def _setting(param: Param, value: Value) -> str:
    shown = value_words(param, value)
    if isinstance(param, Choice) and param.role == "view":
        return shown
    return text(msg("Export", "{name} = {value}", name=param.label, value=shown))


def _source(source: object) -> list[str]:
    name, seed = getattr(source, "name", None), getattr(source, "seed", None)
    words = [] if name is None else [text(name)]
    if seed is not None:
        words.append(text(msg("Export", "seed {seed}", seed=seed)))
    return words


class Caption:
    """The caption laid out for a width."""

    def __init__(self, shown: Subject, theme: Theme, width: float) -> None:
        self._laid = block(plain(caption_words(shown)), theme.font("tick"), width)
        self._gap, self._colour = theme.px(8), theme.colour("muted")
        #: pixels it takes, with the gap above it
        self.height = round(self._laid.size.height() + 0.49) + self._gap

    def draw(self, painter: QPainter, x: float, y: float) -> None:
        """Draw it with the gap above it from ``y`` on."""
        self._laid.draw(painter, x, y + self._gap, self._colour)
