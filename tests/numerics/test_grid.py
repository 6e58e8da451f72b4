"""The uniform grid: golden codes, the rounding rules, and what must hold for any values."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from kvlab_desktop.numerics.grid import (
    FP16_MAX,
    Axis,
    BadValues,
    check_finite,
    quantize,
    rel_mse,
    residual_tokens,
    used_levels,
)
from kvlab_desktop.sources.tensors import Tensors

relaxed = settings(deadline=None, max_examples=80)
axes = st.sampled_from(["per_token", "per_channel"])
bit_widths = st.integers(1, 8)
floats = st.floats(-1e4, 1e4, width=32, allow_subnormal=False)
matrices = hnp.arrays(
    np.float32, hnp.array_shapes(min_dims=2, max_dims=3, max_side=9), elements=floats
)


def as_axis(name: str) -> Axis:
    return cast(Axis, name)


def spread(numbers: np.ndarray, x: np.ndarray, axis: str, group: int) -> np.ndarray:
    """One number per group, repeated for each value of the group."""
    along = -1 if axis == "per_token" else -2
    repeated = np.repeat(numbers, group, axis=along)
    return np.take(repeated, np.arange(x.shape[along]), axis=along)


def rounding(x: np.ndarray) -> float:
    """A few units in the last place of the largest float32 involved."""
    return 4 * float(np.finfo(np.float32).eps) * float(np.abs(x).max()) + 1e-37


# ------------------------------------------------------------------ golden numbers


@pytest.mark.parametrize("case", ["none", "x12", "real"])
def test_golden_codes(case: str, golden: Callable[[str], Any], sample: Tensors) -> None:
    x = {
        "none": sample.grid_values(),
        "x12": np.where(
            sample.grid_values() == sample.grid_values().max(),
            sample.grid_values() * np.float32(12),
            sample.grid_values(),
        ),
        "real": sample.grid_values_with_outlier(),
    }[case]
    for wanted in golden("grid")["cases"][case]:
        found = quantize(x, wanted["bits"])
        assert found.codes.tolist() == wanted["codes"]
        assert found.scale == pytest.approx(wanted["scale"], rel=1e-6)
        assert found.zero == pytest.approx(wanted["zero"], rel=1e-6)
        assert used_levels(found.codes) == wanted["used_levels"]
        assert rel_mse(x, found.values) == pytest.approx(wanted["rel_mse"], rel=1e-4)
        assert 2 ** wanted["bits"] == wanted["levels"]


# ------------------------------------------------------------------ the grid itself


def test_rounding_is_half_to_even() -> None:
    found = quantize(np.array([0, 0.5, 1.5, 2.5, 3], np.float32), 2)
    assert found.scale.tolist() == [1.0]
    assert found.codes.tolist() == [0, 0, 2, 2, 3]


def test_a_group_ends_on_its_first_and_last_line() -> None:
    found = quantize(np.array([-2, 0.1, 5], np.float32), 3)
    assert found.codes[[0, 2]].tolist() == [0, 7]
    assert found.values[[0, 2]].tolist() == [-2, 5]


@pytest.mark.parametrize("value", [0.0, 3.14, -7e4, 1e-30])
def test_a_constant_group_is_exact(value: float) -> None:
    x = np.full((3, 8), value, np.float32)
    for axis in ("per_token", "per_channel"):
        found = quantize(x, 4, axis=as_axis(axis), group=4)
        assert np.array_equal(found.values, x)
        assert not found.scale.any()
        assert used_levels(found.codes) == 1


def test_the_tail_is_a_group_of_its_own() -> None:
    x = np.array([[0, 1, 2, 3, 100, 103]], np.float32)
    found = quantize(x, 2, group=4)
    assert found.scale.tolist() == [[1, 1]]
    assert found.zero.tolist() == [[0, 100]]
    assert found.codes.tolist() == [[0, 1, 2, 3, 0, 3]]
    column = quantize(x.T, 2, axis="per_channel", group=4)
    assert column.scale.tolist() == [[1], [1]]
    assert column.values.T.tolist() == x.tolist()


def test_metadata_has_one_number_per_group() -> None:
    x = np.arange(2 * 10 * 6, dtype=np.float32).reshape(2, 10, 6)
    assert quantize(x, 2, group=4).scale.shape == (2, 10, 2)
    assert quantize(x, 2, axis="per_channel", group=4).zero.shape == (2, 3, 6)
    whole = quantize(x, 2, axis="per_channel", group=99)
    assert whole.scale.shape == (2, 1, 6)
    assert whole.group == 10


def test_the_values_given_are_left_alone() -> None:
    x = np.linspace(-1, 1, 12, dtype=np.float32).reshape(3, 4)
    before = x.copy()
    quantize(x, 1, keep=np.eye(3, 4, dtype=bool))
    assert np.array_equal(x, before)


@given(matrices, bit_widths, st.integers(1, 10), axes)
@relaxed
def test_no_value_moves_further_than_half_a_step(
    x: np.ndarray, bits: int, group: int, axis: str
) -> None:
    found = quantize(x, bits, axis=as_axis(axis), group=group)
    step = spread(found.scale, x, axis, found.group)
    moved = np.abs(x.astype(np.float64) - found.values)
    assert (moved <= step / 2 + rounding(x)).all()
    assert found.codes.max() < 2**bits


@given(matrices, bit_widths, st.integers(1, 10))
@relaxed
def test_per_channel_is_per_token_of_the_transpose(x: np.ndarray, bits: int, group: int) -> None:
    turned = x.swapaxes(-1, -2)
    columns = quantize(x, bits, axis="per_channel", group=group)
    rows = quantize(turned, bits, axis="per_token", group=group)
    for name in ("codes", "values", "scale", "zero"):
        assert np.array_equal(getattr(columns, name), getattr(rows, name).swapaxes(-1, -2))


@given(matrices, bit_widths, st.integers(1, 4), st.integers(2, 3), axes)
@relaxed
def test_groups_within_groups_never_have_a_wider_step(
    x: np.ndarray, bits: int, group: int, times: int, axis: str
) -> None:
    fine = quantize(x, bits, axis=as_axis(axis), group=group)
    coarse = quantize(x, bits, axis=as_axis(axis), group=group * times)
    assert (
        spread(fine.scale, x, axis, fine.group) <= spread(coarse.scale, x, axis, coarse.group)
    ).all()


@given(matrices, bit_widths)
@relaxed
def test_what_is_read_back_is_quantized_to_itself(x: np.ndarray, bits: int) -> None:
    once = quantize(x, bits)
    again = quantize(once.values, bits)
    assert np.allclose(again.values, once.values, rtol=0, atol=rounding(x))


def test_leading_dimensions_are_independent() -> None:
    x = np.random.default_rng(1).standard_normal((5, 12, 8)).astype(np.float32)
    for axis in ("per_token", "per_channel"):
        together = quantize(x, 3, axis=as_axis(axis), group=5)
        for number, matrix in enumerate(x):
            alone = quantize(matrix, 3, axis=as_axis(axis), group=5)
            assert np.array_equal(together.codes[number], alone.codes)
            assert np.array_equal(together.values[number], alone.values)


# ------------------------------------------------------------------ kept values


@given(matrices, bit_widths, st.integers(1, 10), axes, st.randoms(use_true_random=False))
@relaxed
def test_kept_values_are_exact_and_do_not_stretch_the_grid(
    x: np.ndarray, bits: int, group: int, axis: str, random: Any
) -> None:
    keep = np.array([random.random() < 0.3 for _ in range(x.size)]).reshape(x.shape)
    found = quantize(x, bits, axis=as_axis(axis), group=group, keep=keep)
    assert np.array_equal(found.values[keep], x[keep])
    louder = np.where(keep, np.float32(1e9), x)
    again = quantize(louder, bits, axis=as_axis(axis), group=group, keep=keep)
    assert np.array_equal(again.scale, found.scale)
    assert np.array_equal(again.codes, found.codes)


def test_a_group_of_kept_values_only_is_fine() -> None:
    x = np.array([[1e38, -1e38], [1, 2]], np.float32)
    found = quantize(x, 2, keep=np.array([[True, True], [False, False]]))
    assert np.array_equal(found.values, x)
    assert found.scale[0] == found.zero[0] == 0


def test_a_kept_giant_beside_a_tiny_step_gives_no_warning() -> None:
    x = np.array([1e38, 1e-38, 1.5e-38], np.float32)
    found = quantize(x, 8, keep=np.array([True, False, False]))
    assert found.values[0] == x[0]


# ------------------------------------------------------------------ fp16 metadata


def test_codes_come_from_the_rounded_metadata() -> None:
    x = np.array([0.0, 0.2, 1.0], np.float32) + np.float32(2000.3)
    found = quantize(x, 4, metadata="fp16")
    scale, zero = np.float16((x.max() - x.min()) / 15), np.float16(x.min())
    assert found.scale == scale
    assert found.zero == zero
    codes = np.clip(np.rint((x - np.float32(zero)) / np.float32(scale)), 0, 15)
    assert found.codes.tolist() == codes.tolist()
    assert found.codes.tolist() != quantize(x, 4).codes.tolist()


def test_a_scale_that_rounds_to_zero_reads_back_the_fp16_zero() -> None:
    x = np.array([1000.3, 1000.3 + 1e-4], np.float32)
    x[1] = np.nextafter(x[0], np.float32(np.inf))
    found = quantize(x * np.float32(1e-6), 8, metadata="fp16")
    assert found.scale.tolist() == [0.0]
    assert found.codes.tolist() == [0, 0]
    assert (found.values == np.float32(np.float16(x[0] * np.float32(1e-6)))).all()


def test_a_constant_that_fp16_rounds_far_keeps_code_zero() -> None:
    found = quantize(np.full(4, 60_015, np.float32), 8, metadata="fp16")
    assert found.codes.tolist() == [0, 0, 0, 0]
    assert found.values.tolist() == [float(np.float16(60_015))] * 4


@pytest.mark.parametrize("metadata", ["ideal", "fp16"])
def test_numbers_beyond_fp16_are_kept_and_counted(metadata: Any) -> None:
    x = np.array([[-70_000, -69_000], [0, 1_000_000], [0, FP16_MAX]], np.float32)
    found = quantize(x, 1, metadata=metadata)
    assert found.wide == 2  # the zero of the first row, the scale of the second
    assert found.values.tolist() == x.tolist()


@given(matrices, bit_widths, axes)
@relaxed
def test_fp16_metadata_is_fp16(x: np.ndarray, bits: int, axis: str) -> None:
    found = quantize(x, bits, axis=as_axis(axis), metadata="fp16")
    for numbers in (found.scale, found.zero):
        assert np.array_equal(numbers.astype(np.float16).astype(np.float32), numbers)
    assert np.isfinite(found.values).all()
    assert found.wide == 0


# ------------------------------------------------------------------ refusals


@pytest.mark.parametrize(("bad", "nan", "inf"), [(np.nan, 1, 0), (np.inf, 0, 1), (-np.inf, 0, 1)])
def test_nan_and_infinity_are_refused_with_their_place(bad: float, nan: int, inf: int) -> None:
    x = np.zeros((3, 4), np.float32)
    x[1, 2] = bad
    with pytest.raises(BadValues, match=r"\(1, 2\)") as caught:
        quantize(x, 4)
    assert (caught.value.nan, caught.value.inf, caught.value.first) == (nan, inf, (1, 2))


def test_bad_values_are_counted_and_named() -> None:
    x = np.array([1, np.inf, np.nan, np.nan], np.float32)
    with pytest.raises(BadValues, match="keys: 2 NaN and 1 infinite") as caught:
        check_finite(x, "keys")
    assert caught.value.name == "keys"
    assert caught.value.first == (1,)


def test_a_range_beyond_float32_is_refused() -> None:
    with pytest.raises(BadValues):
        quantize(np.array([-3e38, 3e38]), 4)
    with pytest.raises(BadValues):
        quantize(np.array([0.0, 1e300]), 4)


def test_a_range_that_float32_just_holds_is_quantized() -> None:
    x = np.array([-1.7e38, 1.7e38], np.float32)
    assert np.isfinite(quantize(x, 1).values).all()


@pytest.mark.parametrize("bits", [0, 9, 16])
def test_other_bit_widths_are_refused(bits: int) -> None:
    with pytest.raises(ValueError, match="bits must be 1 to 8"):
        quantize(np.ones(4), bits)


def test_groups_masks_and_tensors_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="group"):
        quantize(np.ones(4), 4, group=0)
    with pytest.raises(ValueError, match="mask"):
        quantize(np.ones(4), 4, keep=np.zeros(3, bool))
    with pytest.raises(ValueError, match="empty"):
        quantize(np.ones((0, 4)), 4)


# ------------------------------------------------------------------ measures


def test_rel_mse_of_nothing_is_nothing() -> None:
    assert rel_mse(np.zeros(3), np.zeros(3)) == 0.0
    assert rel_mse(np.zeros(3), np.ones(3)) == math.inf
    assert rel_mse(np.array([3.0, 4.0]), np.array([3.0, 3.0])) == pytest.approx(1 / 25)


def test_rel_mse_accumulates_in_float64() -> None:
    x = np.full(200_000, 0.1, np.float32)
    assert rel_mse(x, x * np.float32(1.5)) == pytest.approx(0.25, rel=1e-6)


def test_used_levels_counts_distinct_codes() -> None:
    assert used_levels(np.array([[0, 3], [3, 200]], np.uint8)) == 3


@pytest.mark.parametrize(
    ("tokens", "k", "v"), [(0, 0, 0), (31, 31, 31), (32, 0, 32), (33, 1, 32), (95, 31, 32)]
)
def test_kivi_leaves_the_newest_tokens_alone(tokens: int, k: int, v: int) -> None:
    assert residual_tokens(tokens, 32, tensor="k") == k
    assert residual_tokens(tokens, 32, tensor="v") == v
    assert residual_tokens(tokens, 0, tensor="v") == 0


def test_negative_residuals_are_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        residual_tokens(4, -1, tensor="k")


# ------------------------------------------------------------------ the sample


@pytest.mark.parametrize("layer", [0, 14, 19, 23])
@pytest.mark.parametrize("head", [0, 1, 2])
@pytest.mark.parametrize("bits", [2, 4, 8])
def test_keys_are_better_per_channel(layer: int, head: int, bits: int, sample: Tensors) -> None:
    for rope in ("post", "pre"):
        keys = sample.keys(layer, head, cast(Any, rope))
        error = {
            axis: rel_mse(keys, quantize(keys, bits, axis=as_axis(axis), group=64).values)
            for axis in ("per_token", "per_channel")
        }
        assert error["per_channel"] < error["per_token"]
