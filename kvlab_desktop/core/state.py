"""The state of all labs as one small JSON: differences from the defaults, no tensor data.

The same text is saved as a ``.kvlab`` file, kept as the last session, and carried by exported
figures. Reading is lenient: what is not understood is set aside, reported, and written again when
the state is saved, so that nothing of a file is lost. Only a text of a newer format is refused.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .lab import Lab, defaults, params_of
from .params import Value, Values
from .text import Msg, msg

FORMAT = 1
LARGEST = 1 << 20  # characters; a real one has a few hundred
_LONGEST = 4096  # characters of one text in it

#: what was not understood, by its place in the file
Aside = Mapping[tuple[str, ...], Any]


class StateError(ValueError):
    """A text that is no state; ``msg`` says why."""

    def __init__(self, message: Msg) -> None:
        super().__init__(str(message))
        self.msg = message


@dataclass(frozen=True)
class State:
    """What a file says: the page that is open, the source of tensors, settings of each lab.

    ``labs`` holds differences from the defaults only; ``aside`` what was not understood.
    """

    open: str = ""
    source: str = "sample"
    labs: Mapping[str, Values] = field(default_factory=dict)
    aside: Aside = field(default_factory=dict)


def differences(lab: Lab, values: Values, source: Any) -> dict[str, Value]:
    """Return the values that are not the lab's defaults."""
    usual = defaults(lab, source)
    return {key: value for key, value in values.items() if value != usual.get(key)}


def write(state: State) -> str:
    """Return a state as text, with all that was set aside in its old place."""
    labs = {lab: dict(values) for lab, values in sorted(state.labs.items()) if values}
    data: dict[str, Any] = {
        "kvlab": FORMAT, "open": state.open, "source": state.source, "labs": labs,
    }  # fmt: skip
    for place, value in state.aside.items():
        put_back(data, place, value)
    return json.dumps(data, indent=1, allow_nan=False) + "\n"


def put_back(data: dict[str, Any], place: tuple[str, ...], value: Any) -> None:
    """Write a value that was set aside at its old place, unless something else is there now."""
    for name in place[:-1]:
        data = data.setdefault(name, {})
        if not isinstance(data, dict):  # a value that is understood has taken the place
            return
    data.setdefault(place[-1], value)


def read(text: str) -> State:
    """Read a state.

    Raises :class:`StateError` for a text that is no JSON object of ours, too large, or of a newer
    format. Anything else that does not fit is in ``aside``.
    """
    if len(text) > LARGEST:
        raise StateError(msg("State", "it is larger than a KV Lab state can be"))
    try:
        data = json.loads(text, parse_constant=_finite, parse_float=_finite)
    except (ValueError, RecursionError):
        raise StateError(msg("State", "it is damaged, or no KV Lab state")) from None
    version = data.get("kvlab") if isinstance(data, dict) else None
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise StateError(msg("State", "it is damaged, or no KV Lab state"))
    if version > FORMAT:
        raise StateError(msg("State", "it comes from a newer KV Lab; please update this one"))
    aside: dict[tuple[str, ...], Any] = {
        (key,): value
        for key, value in data.items()
        if key not in ("kvlab", "open", "source", "labs")
    }
    opened, source = (_text(data, key, aside) for key in ("open", "source"))
    return State(opened, source or "sample", _labs(data.get("labs", {}), aside), aside)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


def _text(data: dict[str, Any], key: str, aside: dict[tuple[str, ...], Any]) -> str:
    value = data.get(key, "")
    if isinstance(value, str) and len(value) <= _LONGEST:
        return value
    aside[key,] = value
    return ""


def _labs(data: object, aside: dict[tuple[str, ...], Any]) -> dict[str, dict[str, Value]]:
    if not isinstance(data, dict):
        aside["labs",] = data
        return {}
    labs: dict[str, dict[str, Value]] = {}
    for name, values in data.items():
        if not isinstance(values, dict):
            aside["labs", name] = values
            continue
        labs[name] = {key: value for key, value in values.items() if _is_value(value)}
        aside.update({("labs", name, key): values[key] for key in values if key not in labs[name]})
    return labs


def _is_value(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= _LONGEST
    return isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value))


def settle(lab: Lab, source: Any, values: Values) -> tuple[dict[str, Value], Aside]:
    """Return complete values of a lab, and which of those given it does not know or had to change.

    A value is brought to the nearest one that the lab allows; one of the wrong kind is left out.
    """
    known = {param.id: param for param in params_of(lab, source)}
    taken: dict[str, Value] = {}
    for key, value in values.items():
        if key in known and _same_kind(value, known[key].default):
            taken[key] = value
    settled = lab.clamp(taken, source)
    aside: dict[tuple[str, ...], Any] = {
        ("labs", lab.id, k): v for k, v in values.items() if settled.get(k) != v
    }
    return settled, aside


def _same_kind(value: Value, usual: Value) -> bool:
    kinds = [next(k for k in (bool, int | float, str) if isinstance(v, k)) for v in (value, usual)]
    return kinds[0] == kinds[1]


def place_name(place: tuple[str, ...]) -> str:
    """Return a place in a file as one printable word, not long."""
    clean = "".join(c if c.isprintable() else "?" for c in ".".join(place))
    return clean if len(clean) <= 60 else clean[:57] + "..."
