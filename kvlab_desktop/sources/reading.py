"""A model description read field by field, with a record of which fields counted and why."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..core.text import Msg, msg
from ..numerics.cache import ModelShape
from .errors import SourceError, printable, refused

MAX_LAYERS = 10_000
MAX_HEADS = 100_000
MAX_WIDTH = 1_000_000
MAX_TOKENS = 2**40


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a file: its value as text, whether the size depends on it, and why or why not.

    ``value`` is empty for a field that is absent and has been filled in.
    """

    name: str
    value: str
    used: bool
    because: Msg


@dataclass(frozen=True, slots=True)
class ModelReading:
    """What a file says about a model's cache."""

    path: Path
    shape: ModelShape
    fields: tuple[Field, ...]


class Facts:
    """The fields of one model, checked as they are taken.

    Every method that takes a field records that it was used and ``because`` of what; a field of
    the wrong type or outside its range is refused with SourceError.
    """

    def __init__(self, path: Path, values: Mapping[str, object], prefix: str = "") -> None:
        self.path = path
        self.values = values
        self.prefix = printable(prefix)
        self._fields: dict[str, Field] = {}
        self._sections: dict[str, Facts] = {}

    def refuse(self, cause: Msg) -> SourceError:
        """Return the error that says why the file is refused."""
        return refused(self.path, cause)

    def has(self, name: str) -> bool:
        """Whether a field is there with a value other than null."""
        return self.values.get(name) is not None

    def unclaimed(self) -> list[str]:
        """Return the fields that nothing was said about yet."""
        return [n for n in self.values if n not in self._fields and n not in self._sections]

    def claimed(self, name: str) -> bool:
        """Whether something was said about a field."""
        return name in self._fields

    def use(self, name: str, because: Msg) -> object:
        """Return a field's value, null when it is absent, and record that it was used."""
        value = self.values.get(name)
        self._note(name, _shown(value) if name in self.values else "", True, because)
        return value

    def ignore(self, name: str, because: Msg) -> None:
        """Record why a field has no effect."""
        self._note(name, _shown(self.values.get(name)), False, because)

    def assume(self, name: str, because: Msg) -> None:
        """Record what was taken for a field that is absent."""
        self._note(name, "", True, because)

    def count(
        self, name: str, because: Msg, *, least: int = 1, most: int = MAX_WIDTH
    ) -> int | None:
        """Return a whole number between ``least`` and ``most``, or None when it is absent."""
        if not self.has(name):
            return None
        return self.whole(name, self.use(name, because), least=least, most=most)

    def whole(self, name: str, value: object, *, least: int = 1, most: int = MAX_WIDTH) -> int:
        """Check that a value of the field ``name`` is a whole number in a range."""
        shown = self.prefix + name
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.refuse(
                msg(
                    "Models",
                    "{name} must be a whole number, not {value}",
                    name=shown,
                    value=_shown(value),
                )
            )
        if not least <= value <= most:
            raise self.refuse(
                msg(
                    "Models",
                    "{name} must be between {least} and {most}, not {value}",
                    name=shown,
                    least=least,
                    most=most,
                    value=_shown(value),
                )
            )
        return value

    def one_of(
        self, names: tuple[str, ...], because: Msg, *, least: int = 1, most: int = MAX_WIDTH
    ) -> int | None:
        """Return the number that goes by one of several names; names that disagree are refused."""
        found = [(n, self.count(n, because, least=least, most=most)) for n in names if self.has(n)]
        if len({value for _, value in found}) > 1:
            listed = ", ".join(f"{self.prefix}{name} {value}" for name, value in found)
            raise self.refuse(msg("Models", "fields disagree: {listed}", listed=listed))
        return found[0][1] if found else None

    def need(
        self, names: tuple[str, ...], because: Msg, *, least: int = 1, most: int = MAX_WIDTH
    ) -> int:
        """Return the number that goes by one of several names, refusing a file without it."""
        value = self.one_of(names, because, least=least, most=most)
        if value is None:
            raise self.missing(names[0])
        return value

    def missing(self, name: str) -> SourceError:
        """Return the error for a field the size cannot be computed without."""
        return self.refuse(msg("Models", "{name} is missing", name=self.prefix + name))

    def flag(self, name: str, because: Msg) -> bool | None:
        """Return true, false, or None when it is absent."""
        value = self.use(name, because) if self.has(name) else None
        if value is not None and not isinstance(value, bool):
            raise self._wrong(name, msg("Models", "true or false"))
        return value

    def text(self, name: str, because: Msg) -> str | None:
        """Return a text, or None when it is absent."""
        value = self.use(name, because) if self.has(name) else None
        if value is not None and not isinstance(value, str):
            raise self._wrong(name, msg("Models", "a text"))
        return value

    def listing(
        self, name: str, because: Msg, *, length: int | None = None, at_least: int | None = None
    ) -> list[object] | None:
        """Return a list, or None when it is absent or empty.

        ``length`` is the number of entries it must have, ``at_least`` the fewest.
        """
        value = self.use(name, because) if self.has(name) else None
        if value is not None and not isinstance(value, list):
            raise self._wrong(name, msg("Models", "a list"))
        if not value:
            return None
        few = at_least is not None and len(value) < at_least
        if few or (length is not None and len(value) != length):
            wanted = length if length is not None else at_least
            said = msg(
                "Models",
                "{name} has {found} entries for {wanted} layers",
                name=self.prefix + name,
                found=len(value),
                wanted=wanted,
            )
            raise self.refuse(said)
        return value

    def need_list(
        self, name: str, because: Msg, *, length: int | None = None, at_least: int | None = None
    ) -> list[object]:
        """Return a list as :meth:`listing` does, refusing a file without it."""
        found = self.listing(name, because, length=length, at_least=at_least)
        if found is None:
            raise self.missing(name)
        return found

    def inner(self, name: str) -> Facts:
        """Return the fields of an object inside, refusing a file without it."""
        if not self.has(name):
            raise self.missing(name)
        value = self.values[name]
        if not isinstance(value, dict):
            raise self._wrong(name, msg("Models", "an object"))
        if name not in self._sections:
            self._sections[name] = Facts(self.path, value, f"{self.prefix}{name}.")
        return self._sections[name]

    def sections(self) -> tuple[Facts, ...]:
        """Return the objects inside that were opened."""
        return tuple(self._sections.values())

    def fields(self) -> tuple[Field, ...]:
        """Return the record, used fields first."""
        notes = list(self._fields.values())
        for section in self._sections.values():
            notes += section.fields()
        return tuple(sorted(notes, key=lambda field: not field.used))

    def _note(self, name: str, value: str, used: bool, because: Msg) -> None:
        self._fields[name] = Field(printable(self.prefix + name), value, used, because)

    def _wrong(self, name: str, kind: Msg) -> SourceError:
        value = _shown(self.values.get(name))
        said = msg(
            "Models",
            "{name} must be {kind}, not {value}",
            name=self.prefix + name,
            kind=kind,
            value=value,
        )
        return self.refuse(said)


def _shown(value: object) -> str:
    """Return a value as the file has it, shortened."""
    if isinstance(value, list) and len(value) > 8:
        return f"[{_shown(value[0])}, {_shown(value[1])}, … ({len(value)})]"
    if isinstance(value, dict) and value:
        return f"{{… ({len(value)})}}"
    if isinstance(value, str):
        return f'"{printable(value)}"'
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 200:
        return f"≈2^{value.bit_length()}"
    return printable(json.dumps(value, ensure_ascii=False))
