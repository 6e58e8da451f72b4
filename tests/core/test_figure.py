"""The picture as data: marks are identities, and a figure can be written as plain data."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from kvlab_desktop.core import figure
from kvlab_desktop.core.figure import (
    Axis,
    Bars,
    BitGroup,
    Bits,
    Cell,
    Column,
    Dots,
    Figure,
    Heat,
    Line,
    Mark,
    Panel,
    Table,
    Tick,
    as_data,
)
from kvlab_desktop.core.text import msg, verbatim


def dots(**more: object) -> Dots:
    return Dots(id="d", x=np.array([1.0, 2.0]), y=np.array([0.5, 0.25]), **more)  # type: ignore[arg-type]


def test_marks_compare_by_identity() -> None:
    one, other = dots(), dots()
    assert one == one
    assert one != other
    assert len({one, other}) == 2


@pytest.mark.parametrize("thing", [dots(), Axis(), Tick(0, "a"), Cell("a")])
def test_the_picture_cannot_be_changed(thing: object) -> None:
    name = next(iter(thing.__dataclass_fields__))  # type: ignore[attr-defined]
    with pytest.raises(FrozenInstanceError):
        setattr(thing, name, None)


def test_every_mark_takes_what_all_marks_share() -> None:
    shared = {"id", "keys", "sets", "picked", "tone", "label"}
    kinds = [k for k in vars(figure).values() if isinstance(k, type) and issubclass(k, Mark)]
    assert len(kinds) > 10
    assert all(shared <= set(kind.__dataclass_fields__) for kind in kinds)


def test_a_figure_as_data_is_plain_english_and_numbers() -> None:
    label = msg("Test", "{count} values", count=2)
    panel = Panel("p", (dots(label=label, keys=(0, 1), sets="picked"),), x=Axis(0, 3, label))
    data = as_data(Figure((panel,), msg("Test", "A picture"), (("k", verbatim("K")),)))
    assert isinstance(data, dict)
    assert data["type"] == "Figure"
    assert data["description"] == "A picture"
    assert data["shares"] == [["k", "K"]]
    mark = data["panels"][0]["marks"][0]
    assert mark == {
        "type": "Dots", "id": "d", "keys": [0, 1], "sets": "picked", "picked": None,
        "tone": "ink", "label": "2 values", "x": [1.0, 2.0], "y": [0.5, 0.25], "size": 12,
        "hollow": False,
    }  # fmt: skip
    assert data["panels"][0]["x"]["label"] == "2 values"


def test_matrices_tables_and_bits_keep_their_shape() -> None:
    heat = Heat(id="h", values=np.arange(6.0).reshape(2, 3), low=0, high=5)
    table = Table(id="t", columns=(Column("c", "head"),), rows=((Cell("4", 4, best=True),),))
    bits = Bits(id="b", lines=(("x", (BitGroup("sign", "0", "muted"),), "1"),))
    written = [as_data(mark) for mark in (heat, table, bits)]
    assert written[0]["values"] == [[0, 1, 2], [3, 4, 5]]  # type: ignore[index]
    assert written[1]["rows"][0][0]["value"] == 4  # type: ignore[index]
    assert written[2]["lines"][0][1][0]["bits"] == "0"  # type: ignore[index]


def test_numbers_have_nine_significant_digits() -> None:
    assert as_data(1 / 3) == 0.333333333
    assert as_data(np.array([1 / 3, 123456789.123])) == [0.333333333, 123456789.0]
    assert as_data(np.array([[True], [False]])) == [[True], [False]]
    assert as_data({"a": (1, None, "x")}) == {"a": [1, None, "x"]}


@pytest.mark.parametrize("value", [np.float32(0.5), np.float64(0.5), np.int64(3), np.bool_(True)])
def test_numbers_of_numpy_become_plain_ones(value: np.generic) -> None:
    assert json.loads(json.dumps(as_data(Axis(high=value)), allow_nan=False))["high"] == value  # type: ignore[arg-type]


@given(
    arrays.arrays(
        np.float64, arrays.array_shapes(max_dims=2), elements=st.floats(-1e9, 1e9, width=32)
    )
)
def test_any_finite_array_can_be_written_as_json_and_read_back(values: np.ndarray) -> None:
    line = Line(id="l", x=values, y=values)
    read = json.loads(json.dumps(as_data(line), allow_nan=False, ensure_ascii=False))
    np.testing.assert_allclose(np.array(read["y"]), values, rtol=1e-8)
    assert as_data(line) == as_data(Line(id="l", x=values.copy(), y=values.copy()))


def test_what_is_given_is_left_alone() -> None:
    size = np.array([1.0, 2.0])
    as_data(Bars(id="b", at=size, size=size))
    assert size.tolist() == [1.0, 2.0]
    assert as_data(True) is True
