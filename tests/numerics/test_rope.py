"""Rotary embedding: what a rotation must keep, both conventions, and the sample's own keys."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from kvlab_desktop.numerics import rope
from kvlab_desktop.sources.tensors import Tensors

conventions = st.sampled_from(["half", "interleaved"])
values = hnp.arrays(
    np.float64, st.tuples(st.integers(1, 6), st.just(8)), elements=st.floats(-100, 100)
)


def pairs(x: np.ndarray, convention: str) -> tuple[np.ndarray, np.ndarray]:
    half = x.shape[-1] // 2
    if convention == "half":
        return x[..., :half], x[..., half:]
    return x[..., 0::2], x[..., 1::2]


@given(values, conventions, st.integers(0, 10**6))
@settings(deadline=None)
def test_a_rotation_keeps_each_pair_s_length(x: np.ndarray, convention: Any, first: int) -> None:
    turned = rope.apply(x, first + np.arange(len(x)), 1e4, convention)
    before, after = (np.hypot(*pairs(y, convention)) for y in (x, turned))
    assert np.allclose(before, after, rtol=1e-12, atol=1e-12)


@given(values, conventions, st.integers(0, 10**4))
@settings(deadline=None)
def test_negative_positions_undo_it(x: np.ndarray, convention: Any, first: int) -> None:
    positions = first + np.arange(len(x))
    back = rope.apply(rope.apply(x, positions, 1e5, convention), -positions, 1e5, convention)
    assert np.allclose(back, x, rtol=0, atol=1e-11)


@given(values, st.integers(0, 1000), st.integers(0, 1000), conventions)
@settings(deadline=None)
def test_a_score_depends_on_the_distance_only(
    x: np.ndarray, place: int, shift: int, convention: Any
) -> None:
    q, k = x[:1], x[-1:]

    def score(offset: int) -> float:
        a = rope.apply(q, [place + offset], 1e4, convention)
        b = rope.apply(k, [offset], 1e4, convention)
        return float((a * b).sum())

    assert score(shift) == pytest.approx(score(0), rel=1e-9, abs=1e-7)


def test_known_angles() -> None:
    x = np.array([[1.0, 1.0, 0.0, 0.0]])
    cos, sin = np.cos([1, 0.01]), np.sin([1, 0.01])
    assert np.allclose(rope.apply(x, [1], 1e4), [[cos[0], cos[1], sin[0], sin[1]]])
    y = np.array([[1.0, 0.0, 1.0, 0.0]])
    assert np.allclose(rope.apply(y, [1], 1e4, "interleaved"), [[cos[0], sin[0], cos[1], sin[1]]])


def test_position_zero_is_the_identity() -> None:
    x = np.arange(8.0).reshape(1, 8)
    assert np.array_equal(rope.apply(x, [0], 1e4), x)


def test_shapes_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="odd"):
        rope.apply(np.ones((2, 3)), [0, 1], 1e4)
    with pytest.raises(ValueError, match="positions"):
        rope.apply(np.ones((2, 4)), [0, 1, 2], 1e4)


@pytest.mark.parametrize("layer", [0, 14, 19, 23])
@pytest.mark.parametrize("head", [0, 1, 2])
def test_the_sample_s_keys_are_their_own_rotation(layer: int, head: int, sample: Tensors) -> None:
    after = sample.keys(layer, head)
    assert np.abs(sample.rotated_keys(layer, head) - after).max() < 1e-3 * np.abs(after).max()
