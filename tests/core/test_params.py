"""Parameters: what they allow, how they read and write it."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kvlab_desktop.core.params import Choice, Option, Param, ParamError, Pick, Slider, Toggle
from kvlab_desktop.core.text import msg, verbatim

ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.just([1])
)


def words() -> Any:
    return msg("Test", "a label")


@st.composite
def sliders(draw: st.DrawFn) -> Slider:
    """Sliders in steps (whole or not) and sliders with stops."""
    if draw(st.booleans()):
        part = draw(st.sampled_from([1, 4]))
        whole = draw(st.lists(st.integers(-9999, 9999), min_size=1, max_size=12, unique=True))
        stops = tuple(stop / part for stop in whole)
        return Slider("s", words(), stops=stops, start=draw(st.sampled_from(stops)))
    step = draw(st.sampled_from([0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 64]))
    first, count = draw(st.integers(-50, 50)), draw(st.integers(1, 500))
    places = (first, first + count, first + draw(st.integers(0, count)))
    low, high, start = (round(place * step, 9) for place in places)
    return Slider("s", words(), low=low, high=high, step=step, start=start)


def allowed(slider: Slider) -> list[float]:
    return [float(slider.at(i)) for i in range(slider.positions + 1)]


def choice(**more: Any) -> Choice:
    return Choice("c", words(), (Option("a", words()), Option("b", words())), **more)


def pick() -> Pick:
    return Pick("p", words(), (Option("one", words(), "uno"), Option("two", words())),
                accepts=(".json", ".gguf"))  # fmt: skip


# --- sliders


@given(sliders())
def test_every_position_has_a_value_of_its_own_and_comes_back(slider: Slider) -> None:
    values = allowed(slider)
    assert len(set(values)) == slider.positions + 1
    assert slider.stops or values == sorted(values)
    assert [slider.position(v) for v in values] == list(range(slider.positions + 1))


@given(sliders())
def test_a_written_value_is_read_as_the_same(slider: Slider) -> None:
    for i in range(slider.positions + 1):
        assert slider.parse(slider.write(slider.at(i))) == slider.at(i)


@given(sliders(), st.floats(-1e5, 1e5))
def test_clamp_returns_the_nearest_allowed_value(slider: Slider, value: float) -> None:
    nearest = min(abs(v - value) for v in allowed(slider))
    assert abs(float(slider.clamp(value)) - value) <= nearest + 1e-6


@given(sliders(), ANYTHING)
def test_clamp_takes_anything_and_is_done_after_once(slider: Slider, value: object) -> None:
    once = slider.clamp(value)
    assert float(once) in allowed(slider)
    assert slider.clamp(once) == once
    assert isinstance(once, int) is slider.whole


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, True, "5", None])
def test_clamp_of_what_is_no_number_is_the_default(value: object) -> None:
    assert Slider("s", words(), low=1, high=8, start=3).clamp(value) == 3


def test_positions_of_fractions_are_exact_decimals() -> None:
    slider = Slider("s", words(), low=0, high=1, step=0.1)
    assert [slider.at(i) for i in (3, 7)] == [0.3, 0.7]
    assert isinstance(slider.at(10), float)


def test_stops_are_counted_by_their_place() -> None:
    slider = Slider("s", words(), stops=(16, 8, 4, 3, 2), start=16)
    assert (slider.positions, slider.at(2), slider.position(4.4), slider.default) == (4, 4, 2, 16)
    assert slider.whole


@given(sliders(), st.text(max_size=12))
@example(Slider("bits", words(), low=1, high=8, start=4), "99")
@example(Slider("bits", words(), low=1, high=8, start=4), "2.5")
@example(Slider("bits", words(), low=1, high=8, start=4), "nan")
@example(Slider("bits", words(), low=1, high=8, start=4), "1e999")
@example(Slider("bits", words(), low=1, high=8, start=4), "")
@example(Slider("bits", words(), low=1, high=8, start=4), "four\n")
def test_parse_takes_allowed_numbers_only_and_says_so_in_one_line(
    slider: Slider, text: str
) -> None:
    if spells_one_of(text, allowed(slider)):
        assert float(slider.parse(text)) == pytest.approx(float(text))
        return
    with pytest.raises(ParamError) as caught:
        slider.parse(text)
    assert slider.id in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(caught.value) == str(caught.value.msg)


def spells_one_of(text: str, values: list[float]) -> bool:
    try:
        return any(abs(float(text) - value) <= 1e-9 for value in values)
    except ValueError:
        return False


@pytest.mark.parametrize("text", ["99", "0", "2.5", "nan", "inf", "abc", ""])
def test_refusals_of_a_slider_name_range_step_and_text(text: str) -> None:
    with pytest.raises(ParamError) as caught:
        Slider("bits", words(), low=1, high=8, start=4).parse(text)
    expected = f"bits must be a number from 1 to 8 in steps of 1, not {text!r}"
    assert str(caught.value) == expected


def test_refusals_of_stops_name_them() -> None:
    with pytest.raises(ParamError, match="group must be one of 32, 64, 128, not '48'"):
        Slider("group", words(), stops=(32, 64, 128), start=64).parse("48")


def test_text_is_the_plain_number_unless_a_writer_is_given() -> None:
    assert Slider("s", words(), low=0, high=1, step=0.25).text(0.5) == "0.5"
    assert Slider("s", words(), show=lambda v: f"{v:.0%}").text(0.5) == "50%"


# --- toggles


@pytest.mark.parametrize("start", [False, True])
def test_a_toggle_reads_what_it_writes(start: bool) -> None:
    toggle = Toggle("t", words(), start=start)
    assert toggle.default is start
    assert [toggle.parse(toggle.write(v)) for v in (True, False)] == [True, False]
    assert [toggle.parse(t) for t in ("TRUE", "1", "False", "0")] == [True, True, False, False]


@given(ANYTHING)
def test_a_toggle_takes_only_truth_values(value: object) -> None:
    toggle = Toggle("t", words(), start=True)
    assert toggle.clamp(value) is (value if isinstance(value, bool) else True)


def test_refusals_of_a_toggle() -> None:
    with pytest.raises(ParamError, match="t must be on or off, not 'maybe'"):
        Toggle("t", words()).parse("maybe")


# --- choices and picks


def test_the_default_of_a_choice_is_its_start_or_its_first_option() -> None:
    assert choice().default == "a"
    assert choice(start="b").default == "b"
    assert choice().keys == ("a", "b")


@given(ANYTHING)
def test_a_choice_clamps_to_its_keys(value: object) -> None:
    assert choice(start="b").clamp(value) == (value if value in ("a", "b") else "b")


def test_a_choice_takes_a_number_that_its_key_spells() -> None:
    numbers = Choice("c", words(), (Option("4", words()), Option("8", words())))
    assert numbers.clamp(8) == "8"


def test_refusals_of_a_choice_name_the_options() -> None:
    with pytest.raises(ParamError, match="c must be one of a, b, not 'A'"):
        choice().parse("A")


@pytest.mark.parametrize("text", ["my model/config.json", "C:\\models\\Q4.GGUF"])
def test_a_pick_takes_files_by_their_ending(text: str) -> None:
    assert pick().parse(text) == pick().clamp(text) == text


@pytest.mark.parametrize("text", ["three", "config.yaml", "json"])
def test_a_pick_refuses_other_names(text: str) -> None:
    assert pick().clamp(text) == "one"
    with pytest.raises(ParamError, match="p must be one of one, two"):
        pick().parse(text)


def test_a_pick_without_files_is_a_choice() -> None:
    plain = Pick("p", words(), (Option("one", words()),))
    assert plain.clamp("config.json") == "one"
    assert plain.parse("one") == "one"


# --- all of them


@pytest.mark.parametrize("param", [Slider("s", words()), Toggle("t", words()), choice(), pick()])
def test_parameters_are_values(param: Param) -> None:
    assert param == param.__class__(**{f: getattr(param, f) for f in _fields(param)})
    assert param.tier == "strip"
    assert param.enabled is None
    with pytest.raises(AttributeError):
        param.id = "other"  # type: ignore[misc]


def _fields(param: Param) -> tuple[str, ...]:
    return tuple(param.__dataclass_fields__)


def test_an_error_keeps_the_sentence_for_the_users_language() -> None:
    assert ParamError(verbatim("no")).msg == verbatim("no")
