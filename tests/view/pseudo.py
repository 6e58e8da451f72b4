"""Languages that nobody speaks, laid over a real one, to find what the real ones hide.

``crossed`` turns every letter into X: what still reads as words was never translated.
``doubled`` says everything twice: what still fits, fits any language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QTranslator

from kvlab_desktop.core.places import translation
from kvlab_desktop.view.language import LANGUAGES

# what is no letter of the sentence: a placeholder, the count, the name of a mark-up
_KEPT = re.compile(r"(?<![\^_])(?<!\\hat)\{\w+\}|(?<=[\^_]\{)\{\w+\}|\\hat(?=\{)|%n")


def crossed(sentence: str) -> str:
    """Return a sentence with X for every letter, placeholders and mark-up kept."""
    parts, end = [], 0
    for kept in _KEPT.finditer(sentence):
        parts += [_cross(sentence[end : kept.start()]), kept[0]]
        end = kept.end()
    return "".join([*parts, _cross(sentence[end:])])


def _cross(words: str) -> str:
    return "".join("X" if char.isalpha() else char for char in words)


def doubled(sentence: str) -> str:
    """Return a sentence said twice."""
    return f"{sentence} {sentence}"


class PseudoTranslator(QTranslator):
    """Changes every sentence of the program's own translation into ``code``."""

    def __init__(self, code: str, change: Callable[[str], str]) -> None:
        super().__init__()
        self._change = change
        self._real = QTranslator()
        assert self._real.load(str(translation(f"kvlab_{LANGUAGES[code]}.qm")))

    def isEmpty(self) -> bool:
        return False

    def translate(
        self, context: str, source: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        if re.match("Q[A-Z]", context):
            return None  # type: ignore[return-value]  # Qt's own texts, among them the keys' names
        return self._change(self._real.translate(context, source, disambiguation, n) or source)


@contextmanager
def spoken_as(code: str, change: Callable[[str], str] | None) -> Iterator[None]:
    """Lay a changed language over what is installed; ``None`` changes nothing."""
    if change is None:
        yield
        return
    translator = PseudoTranslator(code, change)
    QCoreApplication.installTranslator(translator)
    try:
        yield
    finally:
        QCoreApplication.removeTranslator(translator)
