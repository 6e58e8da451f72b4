"""The lecture plan: whole, right for the labs, and with numbers that are computed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kvlab_desktop.__main__ import open_source
from kvlab_desktop.core.lecture import (
    LANGUAGES,
    LectureError,
    Step,
    Telling,
    load_lecture,
)
from kvlab_desktop.core.places import resource
from kvlab_desktop.core.text import plain
from kvlab_desktop.core.units import MINUS, NBSP
from kvlab_desktop.labs import all_labs

LECTURE = load_lecture()
LABS = {lab.id: lab for lab in all_labs()}
SOURCES = {name: open_source(lab, "sample") for name, lab in LABS.items()}
TELLING = Telling(LECTURE, LABS, SOURCES)

#: what every lecture on the subject has to say, in both languages
IDEAS = {
    "65 536": "65 536",
    "网格线": "lines at equal distances",
    "scale": "scale",
    "zero": "zero",
    "指数": "exponent",
    "离群值": "outlier",
    "点积": "times each K",
    "softmax": "softmax",
    "指数放大": "magnifies exponentially",
    "抵消": "cancels",
    "int8": "int8",
    "KL": "KL",
    "只压 V": "V alone",
    "通道": "channel",
    "按 token": "per token",
    "RoPE": "RoPE",
    "锚点": "anchors",
    "KIVI": "KIVI",
    "KVQuant": "KVQuant",
    "稀疏矩阵": "sparse matrix",
    "KV 头数": "KV heads",
    "GQA": "GQA",
    "每个对话各一份": "once for each conversation",
    "只读一次": "read once",
    "4 倍的用户": "four times the users",
    "隐状态 h": "hidden state h",
    "潜向量": "latent vector",
    "吸收": "absorbed",
    "可以结合": "regrouped",
    "512": "512",
    "正交": "orthogonal",
    "相乘": "multiply",
    "训练时": "trained in",
    "H100": "H100",
}


def texts(step: Step) -> Iterator[tuple[str, str]]:
    """Language and text of everything that a step says."""
    for words in (step.say, step.look, step.ask):
        yield from words.items()


def by_id(step: Step) -> str:
    return step.id


def test_the_lecture_takes_45_minutes_and_goes_through_every_lab_in_order() -> None:
    assert LECTURE.minutes == 45
    assert 20 <= len(LECTURE.steps) <= 26
    visited = [step.setting.lab for step in LECTURE.steps]
    assert list(dict.fromkeys(visited)) == [lab.id for lab in all_labs()]
    orders = [LABS[name].order for name in visited]
    assert orders == sorted(orders)
    assert [LECTURE.minutes_before(i) for i in (0, 1)] == [0, LECTURE.steps[0].minutes]


@pytest.mark.parametrize("name", [*(s.id for s in LECTURE.steps), *LECTURE.beside])
def test_what_a_step_sets_is_possible_in_its_lab(name: str) -> None:
    setting = LECTURE.setting(name)
    lab, source = LABS[setting.lab], SOURCES[setting.lab]
    values = setting.values(lab, source)
    presets = {preset.id: preset.values for preset in lab.presets()}
    asked = {**presets.get(setting.preset, {}), **setting.changes}
    assert {key: values[key] for key in asked} == asked  # nothing unknown, nothing clamped
    assert lab.compute(values, source).problem is None


@pytest.mark.parametrize("step", LECTURE.steps, ids=by_id)
def test_every_text_can_be_told_in_both_languages(step: Step) -> None:
    for words in (step.say, step.look, step.ask):
        assert set(words) == set(LANGUAGES)
        for language in LANGUAGES:
            told = plain(TELLING.text(words, step, language))
            assert told
            assert "{" not in told
            assert "—" not in told  # a number that could not be had
        quotes = [re.findall(r"(?<![\^_t])\{[^}]*\}", text) for text in words.values()]
        assert sorted(quotes[0]) == sorted(quotes[1])
    assert step.ask["zh"].endswith("？")
    assert step.ask["en"].endswith("?")


@pytest.mark.parametrize("step", LECTURE.steps, ids=by_id)
def test_what_is_said_is_short(step: Step) -> None:
    assert len(re.findall("[。？！]", step.say["zh"])) <= 3
    assert len(re.findall(r"[.?!](?= |$)", step.say["en"])) <= 3
    assert len(TELLING.text(step.ask, step, "zh")) <= 60
    assert len(TELLING.text(step.ask, step, "en")) <= 120


@pytest.mark.parametrize("step", LECTURE.steps, ids=by_id)
def test_measured_numbers_are_quoted_not_typed(step: Step) -> None:
    thresholds = {"0.99", "0.0001"}
    for _language, text in texts(step):
        typed = re.findall(r"\d+\.\d+|\d+%|\d+×", re.sub(r"\{[^{}]*\}", "", text))
        assert set(typed) <= thresholds


def test_quoted_numbers_are_what_the_labs_compute() -> None:
    step = next(s for s in LECTURE.steps if s.setting.preset == "x12")
    lab = LABS[step.setting.lab]
    metrics = lab.compute(lab.clamp({"outlier": "x12"}, SOURCES[lab.id]), SOURCES[lab.id]).metrics
    told = TELLING.text(step.say, step, "en")
    assert told.startswith(f"{metrics['used_levels_others']} are left")
    assert f"to {100 * metrics['rel_mse_others']:.1f}%" in told


def test_numbers_that_take_long_are_waited_for() -> None:
    step = next(s for s in LECTURE.steps if "int4_share_per_token" in s.say["en"])
    assert "33.1%" in TELLING.text(step.say, step, "en")


@pytest.mark.parametrize(("chinese", "english"), IDEAS.items())
def test_every_idea_has_its_moment(chinese: str, english: str) -> None:
    for language, idea in (("zh", chinese), ("en", english)):
        whole = "\n".join(text for step in LECTURE.steps for code, text in texts(step)
                          if code == language)  # fmt: skip
        assert idea in whole


def test_the_bundled_font_has_every_character_of_the_plan() -> None:
    from fontTools.ttLib import TTFont

    told = {c for step in LECTURE.steps for _code, text in texts(step) for c in text}
    for weight in ("Regular", "Bold"):
        with TTFont(resource("fonts", f"NotoSansCJKsc-{weight}.otf"), lazy=True) as font:
            known = set(map(chr, font.getBestCmap()))
        assert told | {MINUS, NBSP} <= known


def test_english_has_no_chinese_punctuation() -> None:
    wide = re.compile("[\u3000-\u303f\uff00-\uffef\u3400-\u9fff“”‘’]")
    assert [s.id for s in LECTURE.steps for c, t in texts(s) if c == "en" and wide.search(t)] == []


# --- a plan that is not right


def changed(tmp_path: Path, change: dict[str, Any]) -> Path:
    """The shipped plan with its first step changed, as a file."""
    data = json.loads(resource("lecture", "plan.json").read_text("utf-8"))
    data["steps"][0] |= change
    path = tmp_path / "plan.json"
    path.write_text(json.dumps(data), "utf-8")
    return path


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"minutes": 0}, "0 is no number of minutes"),
        ({"ask": {"zh": "？"}}, "step 'lines': ask is missing in en"),
        ({"id": "outlier"}, "two steps have the name 'outlier'"),
        ({"say": 3}, "incomplete"),
    ],
)
def test_a_plan_that_is_not_complete_is_refused(
    tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    with pytest.raises(LectureError, match=words):
        load_lecture(changed(tmp_path, change))


def test_no_plan_at_all_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    path.write_text("{", "utf-8")
    with pytest.raises(LectureError, match="incomplete"):
        load_lecture(path)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("{nothing}", "'lines' has no number 'nothing'"),
        ("{levels:loud}", "cannot be written as 'loud'"),
        ("{nowhere/levels}", "no step 'nowhere'"),
    ],
)
def test_a_quote_of_nothing_is_refused(tmp_path: Path, said: str, words: str) -> None:
    lecture = load_lecture(changed(tmp_path, {"say": {"zh": said, "en": said}}))
    step = lecture.steps[0]
    with pytest.raises(LectureError, match=words):
        Telling(lecture, LABS, SOURCES).text(step.say, step, "en")


def test_a_plan_for_other_labs_is_refused() -> None:
    with pytest.raises(LectureError, match="no lab 'attention'"):
        Telling(LECTURE, {"grid": LABS["grid"]}, SOURCES)


def test_a_preset_that_the_lab_does_not_have_is_refused(tmp_path: Path) -> None:
    step = load_lecture(changed(tmp_path, {"preset": "none"})).steps[0]
    with pytest.raises(LectureError, match="grid has no preset 'none'"):
        step.setting.values(LABS["grid"], SOURCES["grid"])
