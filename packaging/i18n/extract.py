"""Find the texts to translate in Python source.

``pyside6-lupdate`` reads Python with a small parser of its own. It silently loses a call that has
keyword arguments or parentheses around its text, and most spellings of a plural. So the texts are
read here from Python's own syntax tree and written again in the one form that it reads well.

Two calls are understood, and both must have literal texts:

* ``msg("Context", "text {name}", name=value)``; with ``n=`` the text has plural forms;
* ``translate("Context", "text", "comment", n)``, also as ``QCoreApplication.translate``.

A comment line that begins with ``#:`` directly above a call is passed on to the translator.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Text:
    """One text to translate, with the place where it was found."""

    context: str
    source: str
    comment: str
    plural: bool
    note: str
    place: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What Qt looks a translation up by."""
        return (self.context, self.source, self.comment)

    def call(self) -> str:
        """Return the call in the form that lupdate reads, its note above it."""
        quoted = [json.dumps(part, ensure_ascii=False) for part in (self.context, self.source)]
        if self.comment or self.plural:
            quoted.append(json.dumps(self.comment, ensure_ascii=False))
        if self.plural:
            quoted.append("1")
        note = f"#: {self.note}\n" if self.note else ""
        return f"{note}translate({', '.join(quoted)})\n"


class ExtractionError(ValueError):
    """A call whose text cannot be known before the program runs; the message begins file:line."""


def extract(paths: Iterable[Path]) -> list[Text]:
    """Return the texts of Python files, each once, in the order of the files.

    Raises
    ------
    ExtractionError
        A text is not a literal, or is used both with and without plural forms.
    """
    found: dict[tuple[str, str, str], Text] = {}
    for path in paths:
        for text in _file_texts(path):
            known = found.setdefault(text.key, text)
            if known.plural != text.plural:
                raise ExtractionError(
                    f"{text.place}: {text.source!r} has a count here but not at {known.place}, "
                    "or the other way round"
                )
    return list(found.values())


def _file_texts(path: Path) -> Iterator[Text]:
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()
    calls = (node for node in ast.walk(ast.parse(source, str(path))) if isinstance(node, ast.Call))
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        place = f"{path.as_posix()}:{call.lineno}"
        text = _read_call(call, place, _note_above(lines, call.lineno))
        if text is not None:
            yield text


def _note_above(lines: list[str], line: int) -> str:
    notes: list[str] = []
    for above in reversed(lines[: line - 1]):
        if not above.strip().startswith("#:"):
            break
        notes.insert(0, above.strip().removeprefix("#:").strip())
    return " ".join(notes)


def _read_call(call: ast.Call, place: str, note: str) -> Text | None:
    name = _called_name(call)
    if name == "tr":
        raise ExtractionError(f"{place}: use msg() or translate(), whose context is written out")
    context, source = (_literal(node) for node in (*call.args[:2], None, None)[:2])
    if name == "Msg" and context and source is not None:
        raise ExtractionError(f"{place}: make sentences with msg(), not with Msg()")
    if name not in ("msg", "translate"):
        return None
    if name == "translate" and context is None and source is None:
        return None  # hands on a text that was found where it was made, or is str.translate
    if not context or not source:
        raise ExtractionError(f"{place}: {name}() needs a literal context and a literal text")
    rest = call.args[2:]
    counted = any(keyword.arg == "n" for keyword in call.keywords)
    if name == "msg":
        comment, plural = "", counted or bool(rest)
    else:
        comment, plural = _comment(rest, place), counted or len(rest) > 1
    if "%n" in source and not plural:
        raise ExtractionError(f"{place}: {source!r} has %n but no count")
    return Text(context, source, comment, plural, note, place)


def _called_name(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _comment(rest: list[ast.expr], place: str) -> str:
    if not rest or (isinstance(rest[0], ast.Constant) and rest[0].value is None):
        return ""
    comment = _literal(rest[0])
    if comment is None:
        raise ExtractionError(f"{place}: the comment of translate() must be a literal or None")
    return comment


def _literal(node: ast.expr | None) -> str | None:
    """Return the value of a string literal or a sum of such, None for anything else."""
    match node:
        case ast.Constant(value=str(value)):
            return value
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            first, second = _literal(left), _literal(right)
            return None if first is None or second is None else first + second
    return None
