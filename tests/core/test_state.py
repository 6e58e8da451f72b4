"""The state of all labs as text: what is written is read, whatever is read does no harm."""

from __future__ import annotations

import json
import math
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kvlab_desktop.core.lab import Lab
from kvlab_desktop.core.params import Choice, Param, Pick, Slider, Toggle, Value
from kvlab_desktop.core.state import (
    FORMAT,
    LARGEST,
    State,
    StateError,
    differences,
    place_name,
    read,
    settle,
    write,
)
from kvlab_desktop.labs import all_labs
from kvlab_desktop.sources.catalog import open_tensors

LABS = all_labs()
every_lab = pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
plain = st.none() | st.booleans() | numbers | st.text(max_size=9)
lists = st.lists(plain, max_size=3)
json_values = plain | lists | st.dictionaries(st.text(max_size=5), plain | lists, max_size=3)

ODD: dict[str, Value] = {
    "huge": 10**400, "negative": -(10**400), "large": 1e308, "half": 0.5, "yes": True,
    "empty": "", "nul": "\x00", "long": "x" * 4096,
}  # fmt: skip


def source_of(lab: Lab) -> Any:
    return open_tensors("sample") if lab.sources else None


def another(param: Param) -> Value:
    """Return a value of a parameter that is not its default."""
    match param:
        case Toggle():
            return not param.default
        case Pick() | Choice():
            return next(key for key in param.keys if key != param.default)
        case Slider():
            values = (param.at(0), param.at(param.positions))
            return next(value for value in values if value != param.default)
    raise TypeError(param)


@every_lab
def test_a_lab_at_its_defaults_is_nothing_in_a_file(lab: Lab) -> None:
    source = source_of(lab)
    assert differences(lab, lab.clamp({}, source), source) == {}


@every_lab
def test_every_parameter_comes_back(lab: Lab) -> None:
    source = source_of(lab)
    for param in lab.params(source):
        values = lab.clamp({param.id: another(param)}, source)
        text = write(State(lab.id, "sample", {lab.id: differences(lab, values, source)}))
        assert settle(lab, source, read(text).labs.get(lab.id, {})) == (values, {})


def test_a_file_is_a_few_lines() -> None:
    text = write(State("grid", "synthetic:3", {"grid": {"bits": 2}, "memory": {}}))
    assert json.loads(text) == {
        "kvlab": FORMAT, "open": "grid", "source": "synthetic:3", "labs": {"grid": {"bits": 2}},
    }  # fmt: skip
    assert read(text) == State("grid", "synthetic:3", {"grid": {"bits": 2}})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "damaged"),
        ("[]", "damaged"),
        ("{}", "damaged"),
        ('{"kvlab": true}', "damaged"),
        ('{"kvlab": 0}', "damaged"),
        ('{"kvlab": "1"}', "damaged"),
        ('{"kvlab": 1, "labs": {"grid": {"bits": NaN}}}', "damaged"),
        ('{"kvlab": 1, "labs": {"grid": {"bits": 1e999}}}', "damaged"),
        ('{"kvlab": 1', "damaged"),
        ("[" * 100_000, "damaged"),
        ('{"kvlab": 2}', "newer"),
        ('{"kvlab": 1}' + " " * LARGEST, "larger"),
    ],
)
def test_what_is_no_state_is_refused_in_one_sentence(text: str, why: str) -> None:
    with pytest.raises(StateError, match=why) as caught:
        read(text)
    assert "\n" not in str(caught.value)


def test_what_is_not_understood_is_named_and_kept() -> None:
    data = {
        "kvlab": 1, "open": 7, "source": "sample", "lecture": {"step": 3},
        "labs": {"grid": {"bits": 3, "colour": "red", "deep": [1]}, "zoo": {"x": 1}, "memory": 5},
    }  # fmt: skip
    state = read(json.dumps(data))
    assert state.open == ""
    assert state.labs == {"grid": {"bits": 3, "colour": "red"}, "zoo": {"x": 1}}
    named = {place_name(place) for place in state.aside}
    assert named == {"open", "lecture", "labs.grid.deep", "labs.memory"}
    written = json.loads(write(state))
    assert written["lecture"] == {"step": 3}
    assert written["labs"] == data["labs"]


def test_values_are_brought_to_what_a_lab_allows() -> None:
    grid = next(lab for lab in LABS if lab.id == "grid")
    source = source_of(grid)
    values, aside = settle(grid, source, {"bits": 99, "outlier": "x12", "seed": "7", "hue": 1})
    assert (values["bits"], values["outlier"]) == (8, "x12")
    assert values["seed"] == grid.clamp({}, source)["seed"]
    assert {place_name(place) for place in aside} == {
        "labs.grid.bits", "labs.grid.seed", "labs.grid.hue",
    }  # fmt: skip


@every_lab
@pytest.mark.parametrize("kind", ODD)
def test_no_value_harms_a_lab(lab: Lab, kind: str) -> None:
    value, source = ODD[kind], source_of(lab)
    known = [param.id for param in lab.params(source)]
    values, _aside = settle(lab, source, dict.fromkeys(known, value))
    assert values == lab.clamp(values, source)
    assert set(values) == set(known)
    assert all(not isinstance(v, float) or math.isfinite(v) for v in values.values())


def test_a_place_is_named_in_one_printable_word() -> None:
    assert place_name(("labs", "a\nb\x1b")) == "labs.a?b?"
    assert len(place_name(("x" * 5000,))) == 60


@given(st.dictionaries(st.sampled_from(["open", "source", "labs", "x", "kvlab2"]), json_values))
def test_any_object_of_our_version_is_read_and_nothing_of_it_is_lost(data: dict[str, Any]) -> None:
    text = json.dumps({"kvlab": FORMAT, **data})
    state = read(text)
    again = json.loads(write(state))
    for key in data.keys() - {"labs", "open", "source"}:
        assert again[key] == data[key]
    assert read(write(state)).labs == state.labs


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(StateError):
        read(text)
