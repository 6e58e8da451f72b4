"""The settings of a lab in words, for papers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..core.params import Choice, Param, Slider, Value, Values
from ..core.text import msg
from .language import text


def value_words(param: Param, value: Value) -> str:
    """Return a value as the page shows it."""
    if isinstance(param, Slider):
        return param.text(value)
    if isinstance(param, Choice):
        label = next((option.label for option in param.options if option.key == value), None)
        # what is none of the options is a file of the user's
        return text(label) if label else str(value).replace("\\", "/").rsplit("/", 1)[-1]
    return text(msg("Settings", "on")) if value else text(msg("Settings", "off"))


def settings_words(
    params: Sequence[Param], values: Values, usual: Values
) -> Iterator[tuple[str, str]]:
    """Yield name and value of what is set: all of the strip, of the rest what is not as usual."""
    for param in params:
        usable = param.enabled is None or param.enabled(values)
        changed = values[param.id] != usual[param.id]
        if usable and param.tier != "hidden" and (changed or param.tier == "strip"):
            yield text(param.label), value_words(param, values[param.id])
