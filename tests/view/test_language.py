"""The language can be changed while the program runs, and changes everything that can be read."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from kvlab_desktop.core.lab import Lab
from kvlab_desktop.core.params import Choice
from kvlab_desktop.core.places import resource
from kvlab_desktop.core.text import plain
from kvlab_desktop.labs import all_labs
from kvlab_desktop.view import language, preferences
from kvlab_desktop.view.language import Languages
from kvlab_desktop.view.page import Page
from kvlab_desktop.view.preferences import Preferences
from kvlab_desktop.view.window import Window
from tests.conftest import MakePage, MakeWindow
from tests.driving import process_all, process_until
from tests.view.pseudo import crossed, spoken_as
from tests.view.using import change, click, heard, read

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]
LABS = all_labs()
CJK = re.compile("[\u3400-\u9fff]")
WORD = re.compile(r"[^\W\d_]{2,}")
CHINESE = Path(__file__).parents[2] / "i18n" / "kvlab_zh_CN.ts"


def labs(*, ids: Iterable[Lab] = LABS) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("lab", ids, ids=lambda lab: lab.id)


@cache
def words_of_chinese_texts() -> frozenset[str]:
    """Latin words that the Chinese texts use: token, scale, fp16."""
    texts = ["".join(t.itertext()) for t in ET.parse(CHINESE).getroot().iter("translation")]
    return frozenset(word for text in texts for word in WORD.findall(f"{text} {plain(text)}"))


@cache
def names_in_tables() -> frozenset[str]:
    """Names of models, cards and formats."""
    tables = [path.read_text("utf-8") for path in resource("tables").glob("*.json")]
    return frozenset(WORD.findall(" ".join([*tables, "fp int GB GiB KB KiB MB MiB TB TiB"])))


def names(source: Any) -> frozenset[str]:
    """Words that no language changes: names, units, and tokens of the source."""
    texts = (*getattr(source, "tokens", ()), getattr(source, "name", ""))
    return names_in_tables().union(*(WORD.findall(text) for text in texts))


def words_in(text: str) -> set[str]:
    return set(WORD.findall(plain(text)))


def verbatim_words(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Collect the words that a lab marks as the same in every language, as they are shown."""
    words: set[str] = set()
    real = language._translate

    def translate(context: str, source: str, n: int | None) -> str:
        if not context:
            words.update(WORD.findall(source))
        return real(context, source, n)

    monkeypatch.setattr(language, "_translate", translate)
    return words


def everything_shown(page: Page) -> list[str]:
    """What the page and its popup say to the eye and to the ear, in every view."""
    views = [p for p in page.session.params if isinstance(p, Choice) and p.role == "view"]
    said = [*read(page), *heard(page)]
    for key in views[0].keys[1:] if views else ():
        view, first = views[0].id, views[0].keys[0]
        change(page, lambda v=view, k=key: page.set_values({v: k}))  # type: ignore[misc]
        said += [*read(page), *heard(page)]
        change(page, lambda v=view, k=first: page.set_values({v: k}))  # type: ignore[misc]
    return said


def switch(window: Window) -> None:
    click(window.header.language)
    process_all()


@labs()
def test_the_button_changes_every_text_and_computes_nothing(
    make_window: MakeWindow, lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    same = verbatim_words(monkeypatch)
    window = make_window(language="en", size=(1440, 1000))
    window.show_lab(lab.id)
    page = window.page()
    process_until(lambda: page.session.outcome is not None)
    process_until(lambda: page.session.wanted_later() is None)
    process_all()
    in_english = [*read(page), *heard(page)]
    computed = page.session.computed
    assert not [text for text in in_english if CJK.search(text)]

    switch(window)
    in_chinese = [*read(page), *heard(page)]
    allowed = words_of_chinese_texts() | names(page.session.source) | same
    left = {text: words_in(text) - allowed for text in in_chinese}
    assert not {text: words for text, words in left.items() if words}
    assert sum(bool(CJK.search(text)) for text in in_chinese) > len(in_chinese) / 3

    switch(window)
    assert [*read(page), *heard(page)] == in_english
    assert page.session.computed == computed


@labs()
def test_no_text_was_forgotten(
    make_page: MakePage, lab: Lab, languages: Languages, monkeypatch: pytest.MonkeyPatch
) -> None:
    same = verbatim_words(monkeypatch)
    page = make_page(lab)
    with spoken_as("en", crossed):
        process_all()
        shown = everything_shown(page)
    same |= names(page.session.source)
    # a word of X alone is a translated one
    left = {text: {w for w in words_in(text) if set(w) != {"X"}} - same for text in shown}
    assert not {text: words for text, words in left.items() if words}
    assert sum("X" in text for text in shown) > len(shown) / 3


@labs()
def test_every_option_of_every_control_is_named_in_both_languages(
    make_page: MakePage, lab: Lab, languages: Languages
) -> None:
    for code in ("zh", "en"):
        languages.switch(code)
        page = make_page(lab)
        for param in lab.params(page.session.source):
            if param.tier == "hidden":
                continue
            assert language.spoken(param.label).strip()
            options = param.options if isinstance(param, Choice) else ()
            shown = [language.spoken(option.label) for option in options]
            assert all(shown)
            assert len(set(shown)) == len(shown)


def test_the_window_names_itself_and_its_tabs(make_window: MakeWindow) -> None:
    window = make_window(language="en")

    def own() -> list[str]:
        tabs = [window.tabs.tabText(i) for i in range(window.tabs.count())]
        return [window.windowTitle(), window.tabs.accessibleName(), *tabs]

    english = own()
    assert not CJK.search("".join(english))
    switch(window)
    differ = [(one, other) for one, other in zip(english, own(), strict=True) if one != other]
    assert len(differ) > len(LABS) / 2
    assert all(CJK.search(chinese) for _english, chinese in differ)
    switch(window)
    assert own() == english


def test_a_page_that_is_not_on_top_speaks_the_new_language_too(make_window: MakeWindow) -> None:
    window = make_window(language="en")
    first = window.page()
    window.show_lab(LABS[1].id)
    process_until(lambda: window.page().session.outcome is not None)
    switch(window)
    window.show_lab(LABS[0].id)
    assert window.page() is first
    process_all()
    assert CJK.search(first.title.text())
    assert first.session.computed == 1


def test_the_question_and_a_reveal_change_too(make_window: MakeWindow) -> None:
    window = make_window(language="en")
    page = window.page()
    change(page, page.story.question.skipped.emit)
    process_until(lambda: page.story.question.reveal.text() != "")
    assert not CJK.search(page.story.question.reveal.text())
    switch(window)
    process_until(lambda: bool(CJK.search(page.story.question.reveal.text())))


@pytest.mark.parametrize(
    ("chosen", "used"), [("system", "zh"), ("zh", "zh"), ("en", "en"), ("xx", "zh")]
)
def test_the_system_decides_until_the_user_has(
    monkeypatch: pytest.MonkeyPatch, chosen: str, used: str
) -> None:
    monkeypatch.setattr(preferences, "system_language", lambda: "zh")
    assert Preferences(language=chosen).chosen_language() == used


def test_an_unknown_language_is_english(qapp: QApplication) -> None:
    languages = Languages()
    languages.switch("tlh")
    assert languages.current == "en"
    languages.clear()
