"""Dense-and-sparse: how many values are kept, and which."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from kvlab_desktop.numerics.grid import Axis, quantize, rel_mse
from kvlab_desktop.numerics.sparse import outlier_mask, outliers_per_tail
from kvlab_desktop.sources.tensors import Tensors

matrices = hnp.arrays(
    np.float32,
    hnp.array_shapes(min_dims=1, max_dims=3, min_side=2, max_side=40),
    elements=st.floats(-100, 100, width=32),
)


@pytest.mark.parametrize(
    ("length", "percent", "wanted"),
    [(64, 0, 0), (64, 1, 1), (256, 1, 1), (256, 5, 6), (4096, 1, 20), (131_072, 1, 655), (1, 5, 1)],
)
def test_outliers_per_tail(length: int, percent: float, wanted: int) -> None:
    assert outliers_per_tail(length, percent) == wanted


@pytest.mark.parametrize("percent", [-1.0, 101.0])
def test_other_percentages_are_refused(percent: float) -> None:
    with pytest.raises(ValueError, match="percent"):
        outlier_mask(np.ones((2, 2)), percent, axis="per_token")


@given(matrices, st.floats(0, 40), st.sampled_from(["per_token", "per_channel"]))
@settings(deadline=None, max_examples=80)
def test_each_vector_loses_its_ends(x: np.ndarray, percent: float, axis: str) -> None:
    mask = outlier_mask(x, percent, axis=cast(Axis, axis))
    along = -1 if axis == "per_token" or x.ndim == 1 else -2
    count = outliers_per_tail(x.shape[along], percent)
    assert (mask.sum(axis=along) == 2 * count).all()
    ordered = np.sort(x, axis=along)
    inside = np.take(ordered, np.arange(count, x.shape[along] - count), axis=along)
    # infinity marks the kept values, so that the others are sorted before them
    rest = np.sort(np.where(mask, np.inf, x), axis=along)
    assert np.array_equal(np.take(rest, np.arange(inside.shape[along]), axis=along), inside)


def test_a_lone_value_is_both_ends() -> None:
    assert outlier_mask(np.ones((1, 1)), 1, axis="per_token").all()


def test_all_values_may_be_kept() -> None:
    assert outlier_mask(np.arange(8.0), 100, axis="per_token").all()


@pytest.mark.parametrize("axis", ["per_token", "per_channel"])
def test_keeping_one_percent_helps_on_the_sample(axis: Axis, sample: Tensors) -> None:
    keys = sample.keys(19, 0)
    mask = outlier_mask(keys, 1, axis=axis)
    plain = quantize(keys, 3, axis=axis)
    sparse = quantize(keys, 3, axis=axis, keep=mask)
    assert np.array_equal(sparse.values[mask], keys[mask])
    assert rel_mse(keys, sparse.values) < rel_mse(keys, plain.values)
