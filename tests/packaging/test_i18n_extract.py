"""The extraction of texts: what it finds, what it refuses, and that lupdate reads all of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.packaging.scripts import load

extractor = load("i18n/extract")
updater = load("i18n/update")
Extract = Callable[[str], list[tuple[str, str, str, bool]]]


@pytest.fixture
def extract(tmp_path: Path) -> Extract:
    def run(source: str) -> list[tuple[str, str, str, bool]]:
        path = tmp_path / "sample.py"
        path.write_text(source, encoding="utf-8")
        return [(t.context, t.source, t.comment, t.plural) for t in extractor.extract([path])]

    return run


@pytest.mark.parametrize(
    ("call", "found"),
    [
        ('msg("C", "plain")', ("C", "plain", "", False)),
        ('msg("C", "{a} of {b}", a=1, b=f(2))', ("C", "{a} of {b}", "", False)),
        ('text.msg("C", ("in " "parts"),)', ("C", "in parts", "", False)),
        ('msg("C", "a" + "b" + "c")', ("C", "abc", "", False)),
        ('msg("C", r"\\hat{x} 2^{4}")', ("C", r"\hat{x} 2^{4}", "", False)),
        ('msg("C", "\\N{GREEK SMALL LETTER MU}m")', ("C", "μm", "", False)),
        ('msg("C", "%n line(s)", n=k)', ("C", "%n line(s)", "", True)),
        ('msg("C", "{lines} lines", n=k, lines=k)', ("C", "{lines} lines", "", True)),
        ('translate("C", "x", "a verb")', ("C", "x", "a verb", False)),
        ('QCoreApplication.translate("C", "%n", None, self.n)', ("C", "%n", "", True)),
    ],
)
def test_a_text_is_found_whatever_its_spelling(
    extract: Extract, call: str, found: tuple[str, str, str, bool]
) -> None:
    assert extract(f"def f():\n    return [g({call})]\n") == [found]


@pytest.mark.parametrize(
    "call",
    [
        "translate(m.context, m.source, m.comment, m.n)",  # hands on what was found elsewhere
        "name.translate(table)",
        'Msg("", token)',
        'other("C", "x")',
    ],
)
def test_other_calls_are_left_alone(extract: Extract, call: str) -> None:
    assert extract(call) == []


@pytest.mark.parametrize(
    "call",
    [
        'msg("C", f"{n} lines")',
        'msg("C", "%d lines" % n)',
        'msg("C", text)',
        'msg(context, "text")',
        'msg("C")',
        'msg("", "text")',
        'translate("C", text)',
        'translate("C", "x", comment)',
        'msg("C", "%n lines")',
        'self.tr("x")',
        'Msg("C", "x")',
        'msg("C", "x"); msg("C", "x", n=2)',
    ],
)
def test_what_cannot_be_translated_is_refused_with_its_place(extract: Extract, call: str) -> None:
    with pytest.raises(extractor.ExtractionError, match=r"sample\.py:2: "):
        extract(f"\n{call}\n")


def test_a_note_reaches_the_translator(tmp_path: Path) -> None:
    path = tmp_path / "sample.py"
    path.write_text('#: on a button,\n#: keep it short\nmsg("C", "Go")\n', encoding="utf-8")
    (text,) = extractor.extract([path])
    assert text.note == "on a button, keep it short"


def test_lupdate_reads_back_every_kind_of_text(tmp_path: Path) -> None:
    sources = ['"quoted" \\hat{x}', "two\nlines\tand a tab", "Σ 中文 K\u00a0V ‘’", "{a}%", "#: x"]
    texts = [extractor.Text("C", source, "", False, "", "") for source in sources]
    texts.append(extractor.Text("C", "%n line(s)", "a note", True, "for you", ""))
    chinese, english = tmp_path / "zh.ts", tmp_path / "en.ts"
    updater.update_ts("zh_CN", texts, chinese)  # raises if a text is lost or changed
    updater.update_ts("en", texts, english)
    assert len(updater.read_entries(chinese)) == len(texts)
    assert "for you" in chinese.read_text(encoding="utf-8")
    (plural,) = updater.read_entries(english)
    assert plural.plural
    assert len(plural.forms) == 2


@pytest.mark.parametrize(
    ("source", "forms", "complaint"),
    [
        ("{a} of {b}", ("{b} 中的 {a}",), None),
        ("2^{4} = {a}", ("2^{4} = {a}",), None),
        ("{a} of {b}", ("{a}",), "lacks"),
        ("{a}", ("{a} {c}",), "does not have"),
        ("2^{4}", ("2^{4",), "unbalanced"),
        ("text", (" ",), "not translated"),
        ("text", ("甲", "乙"), "number of plural forms"),
    ],
)
def test_faults_of_a_translation_are_named(
    source: str, forms: tuple[str, ...], complaint: str | None
) -> None:
    entry = updater.Entry(("C", source, ""), plural=False, finished=True, forms=forms)
    faults = list(updater.owed("zh_CN", entry))
    assert bool(faults) is (complaint is not None)
    assert complaint is None or any(complaint in fault for fault in faults)


def test_the_general_plural_form_keeps_its_number() -> None:
    def faults(*forms: str) -> list[str]:
        entry = updater.Entry(("C", "%n line(s)", ""), plural=True, finished=True, forms=forms)
        return list(updater.owed("en", entry))

    assert faults("one line", "%n lines") == []
    assert faults("%n line", "lines")
