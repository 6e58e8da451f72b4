"""The texts of the program: translated, and drawn by the bundled font to the last character."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

import kvlab_desktop
from kvlab_desktop.core.places import resource
from kvlab_desktop.core.text import placeholders, plain
from kvlab_desktop.core.units import MINUS, NBSP
from kvlab_desktop.sources.sample import load_sample

ROOT = Path(__file__).parents[1]
PACKAGE = Path(kvlab_desktop.__file__).parent
TEXTS = {code: ROOT / "i18n" / f"kvlab_{code}.ts" for code in ("zh_CN", "en")}
#: drawn by the program as paths, for the font lacks two of them
DRAWN = frozenset("✓✗↦")
BREAKS = frozenset("\n\u2028")
#: stand in the font at the width of a hanzi, which tears English words apart
WIDE = frozenset("“”‘’")
#: what is called zero, spacing, large, KV cache, 位宽, 经验规律, token 0, “”
OTHER_WORDS = {
    "zh_CN": re.compile("缓存|(?<!中)位数|经验说法|有效位|第 0 个 token|[「」]"),
    "en": re.compile(r"zero points?\b|grid step|\bloud"),
}
MAKERS = {"msg", "translate", "verbatim"}


@cache
def characters(weight: str) -> frozenset[str]:
    """The characters of a weight of the bundled font."""
    with TTFont(resource("fonts", f"NotoSansCJKsc-{weight}.otf"), lazy=True) as font:
        return frozenset(map(chr, font.getBestCmap()))


@cache
def messages(code: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The sources of a language's file with their translations, one for each plural form."""
    found = []
    for message in ET.parse(TEXTS[code]).getroot().iter("message"):
        translation = message.find("translation")
        assert translation is not None
        forms = translation.findall("numerusform") or [translation]
        texts = tuple("".join(form.itertext()) for form in forms)
        found.append((message.findtext("source", ""), texts))
    return tuple(found)


def literals(folder: str) -> Iterator[tuple[str, str]]:
    """Yield place and value of every string in a room that is no docstring."""
    for path in sorted((PACKAGE / folder).rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        documents = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        for node in ast.walk(tree):
            said = isinstance(node, ast.Constant) and isinstance(node.value, str)
            if said and id(node) not in documents:
                yield f"{path.relative_to(PACKAGE).as_posix()}:{node.lineno}", node.value


def said(folder: str, *makers: str) -> Iterator[tuple[str, str]]:
    """Yield place and text of every literal that is made a sentence of in a room."""
    for path in sorted((PACKAGE / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            texts = [a.value for a in node.args if isinstance(a, ast.Constant)]
            if name in makers and texts and isinstance(texts[-1], str):
                yield f"{path.relative_to(PACKAGE).as_posix()}:{node.lineno}", texts[-1]


# --- translated


def test_every_text_is_translated_and_compiled() -> None:
    checked = subprocess.run(
        [sys.executable, ROOT / "packaging" / "i18n" / "update.py", "--check"],
        capture_output=True, text=True, encoding="utf-8", check=False, cwd=ROOT,
    )  # fmt: skip
    assert checked.stderr == ""
    assert checked.returncode == 0


def test_there_is_something_to_translate() -> None:
    assert len(messages("zh_CN")) > 200
    assert len(list(said("labs", "msg"))) > 150
    assert len(list(said("view", "msg", "translate"))) > 15


@pytest.mark.parametrize("code", TEXTS)
def test_translations_have_the_placeholders_of_their_source(code: str) -> None:
    wrong = {
        source: forms for source, forms in messages(code)
        if placeholders(forms[-1]) != placeholders(source)
        or any(not placeholders(form) <= placeholders(source) for form in forms)
    }  # fmt: skip
    assert wrong == {}


@pytest.mark.parametrize("code", TEXTS)
def test_mark_up_is_closed(code: str) -> None:
    for source, forms in messages(code):
        for text in (source, *forms):
            assert text.count("{") == text.count("}"), text
            # a superscript in one language is one in the other
            bare = re.sub(r"[\^_]\{|\\hat\{|[{}]", "", text)
            assert "\\hat" not in bare, text
        marks = [sorted(re.findall(r"\^\{|\\hat\{", text)) for text in (source, forms[-1])]
        assert marks[0] == marks[1], source


def test_what_is_said_verbatim_is_the_same_in_every_language() -> None:
    words = {place: text for place, text in said("labs", "verbatim") if re.search("[a-z]{3}", text)}
    assert words == {}


# --- drawn


@pytest.mark.parametrize("weight", ["Regular", "Bold"])
@pytest.mark.parametrize("code", TEXTS)
def test_the_bundled_font_has_every_character_of_every_message(code: str, weight: str) -> None:
    known = characters(weight) | DRAWN | BREAKS
    lacking = {
        text: "".join(sorted(set(text) - known))
        for source, forms in messages(code)
        for text in (source, *forms)
        if set(text) - known
    }
    assert lacking == {}


@pytest.mark.parametrize("weight", ["Regular", "Bold"])
@pytest.mark.parametrize("room", ["labs", "view", "core"])
def test_the_bundled_font_has_every_character_of_the_source(room: str, weight: str) -> None:
    known = characters(weight) | DRAWN | BREAKS
    lacking = {
        place: "".join(sorted(set(text) - known))
        for place, text in literals(room)
        if set(text) - known
    }
    assert lacking == {}


def test_the_bundled_font_has_the_signs_of_numbers() -> None:
    signs = set(f"0123456789.,%×·–—…|/()[]+=≤≥<>√Σ{MINUS}{NBSP}")
    for weight in ("Regular", "Bold"):
        assert signs <= characters(weight)


def test_the_signs_that_are_drawn_are_not_left_to_chance() -> None:
    from kvlab_desktop.view.richtext import _SIGNS, _STROKES

    assert set(_SIGNS) == set(_STROKES) == DRAWN


def test_few_tokens_of_the_sample_need_the_systems_font() -> None:
    tokens = load_sample().tokens
    lacking = {token for token in tokens if set(token) - characters("Regular") - BREAKS}
    assert len(lacking) < len(tokens) / 20


@pytest.mark.usefixtures("qapp")
def test_the_font_of_the_system_stands_second() -> None:
    from PySide6.QtGui import QFontDatabase

    from kvlab_desktop.view.theme import FAMILY, light

    system = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    for role in ("body", "title", "figure"):
        assert light().font(role).families() == [FAMILY, system]


# --- written


def test_english_has_no_quotes_as_wide_as_a_hanzi() -> None:
    sources = {source for source, _forms in messages("zh_CN")}
    english = {form for _source, forms in messages("en") for form in forms}
    assert sorted(text for text in sources | english if WIDE & set(text)) == []


def test_english_uses_three_dots_only_where_something_is_left_open() -> None:
    """The dots stand for what a command asks next, for what is computed, for a range, for "any".

    Nowhere do they end a sentence: they are as wide as a hanzi.
    """
    dotted = sorted({source for source, _ in messages("zh_CN") if "…" in source})
    meant = re.compile(r"^[\w ]+…$|\d…\d|\{…\}|\[…\]")
    assert [text for text in dotted if not meant.search(text)] == []


def test_english_has_no_chinese_punctuation() -> None:
    full_width = re.compile("[\u3000-\u303f\uff00-\uffef\u3400-\u9fff]")
    assert [source for source, _ in messages("zh_CN") if full_width.search(source)] == []


def test_chinese_sentences_end_the_chinese_way() -> None:
    half_width = re.compile("[\u4e00-\u9fff][,;:?!](?!\\d)")
    wrong = [
        form for _source, forms in messages("zh_CN") for form in forms
        if half_width.search(plain(form))
    ]  # fmt: skip
    assert wrong == []


@pytest.mark.parametrize("code", OTHER_WORDS)
def test_a_thing_has_one_word(code: str) -> None:
    every = messages("zh_CN")
    texts = {t for source, forms in every for t in (forms if code == "zh_CN" else (source,))}
    assert sorted(text for text in texts if OTHER_WORDS[code].search(text)) == []


def test_no_font_of_the_system_can_be_taken_for_the_bundled_one() -> None:
    """Where a larger font of the same name is installed, Qt mixes up the glyphs of the two."""
    from kvlab_desktop.view.theme import FAMILY

    with TTFont(resource("fonts", "NotoSansCJKsc-Regular.otf"), lazy=True) as font:
        assert font["name"].getDebugName(1) == FAMILY
    assert not FAMILY.startswith(("Noto Sans", "Source Han Sans"))
