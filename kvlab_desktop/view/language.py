"""The user's language: loading it, switching it while the program runs, and reading a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from ..core.places import translation
from ..core.text import Msg, plain

#: language code -> (name of the compiled file's language, name as its speakers write it)
LANGUAGES = {"zh": "zh_CN", "en": "en"}


#: the language of what is being made besides the window: a deck in both, whatever the window's is
_apart: list[QTranslator | None] = []


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Let :func:`text` and :func:`spoken` use a language meanwhile; the window keeps its own.

    ``""`` is the language that is in use.
    """
    if not code:
        yield
        return
    _apart.append(_own_texts(code))
    try:
        yield
    finally:
        _apart.pop()


@cache
def _own_texts(code: str) -> QTranslator | None:
    """Return the program's own texts in a language; unknown codes mean English."""
    translator = QTranslator()
    loaded = translator.load(str(translation(f"kvlab_{LANGUAGES.get(code, 'en')}.qm")))
    return translator if loaded else None


def _translate(context: str, source: str, n: int | None) -> str:
    if not context:
        return source
    if _apart:
        return _translate_apart(_apart[-1], context, source, n)
    if n is None:
        return QCoreApplication.translate(context, source)
    return QCoreApplication.translate(context, source, None, n)


def _translate_apart(
    translator: QTranslator | None, context: str, source: str, n: int | None
) -> str:
    if translator is None:
        found = None
    elif n is None:
        found = translator.translate(context, source)
    else:
        found = translator.translate(context, source, None, n)
    words = found or source
    return words if n is None else words.replace("%n", str(n))


def text(message: Msg | str | None) -> str:
    """Return a sentence in the current language, markup included."""
    if message is None:
        return ""
    return message.render(_translate) if isinstance(message, Msg) else message


def spoken(message: Msg | str | None) -> str:
    """Return a sentence in the current language without markup, for names and tool tips."""
    return plain(text(message))


def system_language() -> str:
    """Return ``zh`` on a Chinese system, else ``en``."""
    return "zh" if QLocale.system().language() == QLocale.Language.Chinese else "en"


class Languages:
    """Keeps the installed translators; ``switch`` replaces them and Qt tells every widget."""

    def __init__(self) -> None:
        self.current = ""
        self._installed: list[QTranslator] = []

    def switch(self, code: str) -> None:
        """Use a language of ``LANGUAGES``; unknown codes mean English."""
        code = code if code in LANGUAGES else "en"
        if code == self.current:
            return
        self.clear()
        self.current = code
        name = LANGUAGES[code]
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        for path in (f"{folder}/qtbase_{name}.qm", str(translation(f"kvlab_{name}.qm"))):
            translator = QTranslator()
            if translator.load(path):
                QCoreApplication.installTranslator(translator)
                self._installed.append(translator)

    def clear(self) -> None:
        """Take all translators away (source text again)."""
        for translator in self._installed:
            QCoreApplication.removeTranslator(translator)
        self._installed.clear()
        self.current = ""
