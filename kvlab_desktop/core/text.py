"""Sentences that are translated last.

A lab says what it has to say with :func:`msg`; the view turns the result into the user's
language when it draws it, so that a change of language computes nothing. The literal arguments
of ``msg`` are found by the extraction script, which is why they must be literals.

Markup understood by the view's text layout: ``^{…}`` superscript, ``_{…}`` subscript,
``\\hat{…}`` a hat over one letter.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

Translate = Callable[[str, str, int | None], str]

# "{name}" is a placeholder, but "^{x}", "_{x}" and "\hat{x}" are markup
_PLACEHOLDER = re.compile(r"(?<![\^_])(?<!\\hat)\{(\w+)\}")
_MARKUP = re.compile(r"(\^|_|\\hat)\{([^{}]*)\}")
_ONE_WORD = re.compile(r"[−-]?[\w.^_]+")


@dataclass(frozen=True, slots=True)
class Msg:
    """One sentence: its context and English source, named arguments, and a count for plurals.

    ``args`` values may be text, numbers (written by :func:`str`) or other sentences.
    """

    context: str
    source: str
    args: tuple[tuple[str, object], ...] = ()
    n: int | None = None

    def render(self, translate: Translate) -> str:
        """Return the sentence in the language of ``translate(context, source, n)``."""
        text = translate(self.context, self.source, self.n)
        if not self.args:
            return text
        values = {
            name: value.render(translate) if isinstance(value, Msg) else str(value)
            for name, value in self.args
        }
        if not _MARKUP.search(text):
            with suppress(KeyError, ValueError, IndexError, AttributeError):
                return text.format_map(values)  # the usual case, and several times faster

        def fill(match: re.Match[str]) -> str:
            return values.get(match[1], match[0])

        return _PLACEHOLDER.sub(fill, text)

    def with_args(self, **more: object) -> Msg:
        """Return the same sentence with further arguments."""
        return replace(self, args=(*self.args, *more.items()))

    def __str__(self) -> str:
        return self.render(_english)


def _english(_context: str, source: str, n: int | None) -> str:
    return source if n is None else source.replace("%n", str(n))


def msg(context: str, source: str, /, n: int | None = None, **args: object) -> Msg:
    """Make a sentence.

    ``context`` and ``source`` must be literal strings in the call; ``n`` selects a plural form
    and fills ``%n``; the other arguments fill the named placeholders.
    """
    return Msg(context, source, tuple(args.items()), n)


def verbatim(text: str) -> Msg:
    """Wrap a text that is the same in every language (a token, a model's name, a number)."""
    return Msg("", text)


def placeholders(source: str) -> frozenset[str]:
    """Return the names of the placeholders in a source text or its translation."""
    return frozenset(_PLACEHOLDER.findall(source))


def plain(text: str) -> str:
    """Return a text on one line without braces, for names, logs and reading aloud: ``2^bits``."""
    if "{" not in text:
        return text
    while (bare := _MARKUP.sub(_on_the_line, text)) != text:
        text = bare
    return text


def _on_the_line(match: re.Match[str]) -> str:
    sign, inner = match.groups()
    if sign == "\\hat":
        return f"{inner}^"  # the sign over the letter is in few fonts
    return f"{sign}{inner}" if _ONE_WORD.fullmatch(inner) else f"{sign}({inner})"
