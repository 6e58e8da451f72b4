"""The ledger: the published bits per value, and sums that must come out."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kvlab_desktop.numerics.grid import quantize
from kvlab_desktop.numerics.ledger import Ledger, block, full_precision, kivi, uniform
from kvlab_desktop.numerics.sparse import outlier_mask, outliers_per_tail

T, D = 32_768, 128


@pytest.mark.parametrize(("group", "bits"), [(32, 3.0), (64, 2.5), (128, 2.25)])
def test_kivi_2_bits_without_a_window(group: int, bits: float) -> None:
    assert kivi(T, D, 2, group, 0, tensor="k").bits_effective == bits
    assert kivi(T, D, 2, group, 0, tensor="v").bits_effective == bits


def test_kivi_2_bits_with_a_window_of_128() -> None:
    k = kivi(T, D, 2, 32, 128, tensor="k")
    v = kivi(T, D, 2, 32, 128, tensor="v")
    assert k.bits_effective == 3.0
    assert v.bits_effective == pytest.approx(3.0508, abs=5e-5)
    assert (k + v).bits_effective == pytest.approx(3.0254, abs=5e-5)


def test_kivi_keys_saw_through_the_window() -> None:
    waiting = [kivi(1024 + n, D, 2, 32, 128, tensor="k").residual for n in (0, 1, 127, 128)]
    assert waiting == [0, D * 16, 127 * D * 16, 0]


def test_kivi_4_bits() -> None:
    assert kivi(T, D, 4, 32, 0, tensor="k").bits_effective == 5.0


def test_kivi_window_must_hold_whole_groups() -> None:
    with pytest.raises(ValueError, match="multiple"):
        kivi(T, D, 2, 32, 100, tensor="k")


def test_kivi_shorter_than_its_window_is_all_fp16() -> None:
    for tensor in ("k", "v"):
        ledger = kivi(100, D, 2, 32, 128, tensor=tensor)
        assert ledger.parts() == {"residual": 100 * D * 16}
        assert ledger.bits_effective == 16


@pytest.mark.parametrize(("bits", "wanted"), [(4, 4.5), (2, 2.5)])
def test_quanto(bits: int, wanted: float) -> None:
    assert uniform((T, D), bits, axis="per_token", group=64).bits_effective == wanted


@pytest.mark.parametrize(("head_dim", "wanted"), [(128, 4.25), (64, 4.5)])
def test_quarot(head_dim: int, wanted: float) -> None:
    assert uniform((T, head_dim), 4, axis="per_token", group=head_dim).bits_effective == wanted


def kvquant(axis: str, outliers: int, tokens: int = 131_072, width: int = 4096) -> Ledger:
    return uniform(
        (tokens, width),
        3,
        axis="per_token" if axis == "per_token" else "per_channel",
        group=None,
        outliers=outliers,
        pointer_count=tokens,
        codebook_bits=8 * 16,
    )


def test_kvquant_nuq3_with_one_percent() -> None:
    tokens, width = 131_072, 4096
    nominal = round(0.01 * tokens * width)
    both = kvquant("per_channel", nominal) + kvquant("per_token", nominal)
    assert both.bits_effective == pytest.approx(3.332, abs=5e-4)
    # with the counts that rounding to whole values per tail really gives
    real = kvquant("per_channel", 2 * outliers_per_tail(tokens, 1) * width)
    real += kvquant("per_token", 2 * outliers_per_tail(width, 1) * tokens)
    assert 3.32 <= real.bits_effective <= 3.35


def test_fp8_per_tensor_and_per_token_head() -> None:
    assert block(T * D, T * D, 8, 0).bits_effective == 8.0
    assert block(T * D, D, 8, 32).bits_effective == 8.25


@pytest.mark.parametrize(
    ("name", "size", "codes", "scale", "zero", "wanted"),
    [
        ("q8_0", 32, 8, 16, 0, 8.5),
        ("q5_1", 32, 5, 16, 16, 6.0),
        ("q5_0", 32, 5, 16, 0, 5.5),
        ("q4_1", 32, 4, 16, 16, 5.0),
        ("q4_0", 32, 4, 16, 0, 4.5),
        ("mxfp4", 32, 4, 8, 0, 4.25),
        ("turboquant 4 bits", 128, 4, 16, 0, 4.125),
    ],
)
def test_block_formats(
    name: str, size: int, codes: int, scale: int, zero: int, wanted: float
) -> None:
    ledger = block(T * D, size, codes, scale, zero_bits=zero)
    assert ledger.bits_effective == wanted, name


def test_nvfp4_pays_one_fp32_for_the_tensor() -> None:
    count = 4096
    assert block(count, 16, 4, 8, tensor_bits=32).bits_effective == 4.5 + 32 / count


def test_deepseek_fp8_latent_is_656_bytes() -> None:
    latent = block(512, 128, 8, 32) + full_precision(64)
    assert latent.total == 656 * 8
    assert latent.count == 576
    assert latent.bits_effective == pytest.approx(9.11, abs=5e-3)


def test_lab_01_pays_for_its_scale_and_zero() -> None:
    ledger = uniform((16,), 4, axis="per_token", group=None)
    assert ledger.parts() == {"codes": 64, "scales": 16, "zeros": 16}
    assert ledger.bits_effective == 6.0
    assert ledger.ratio == pytest.approx(2.67, abs=5e-3)


def test_sixteen_values_in_a_block_of_32_pay_for_the_padding() -> None:
    ledger = block(16, 32, 4, 16)
    assert ledger.padding == 64
    assert ledger.bits_effective == 9.0


def test_no_block_crosses_a_row() -> None:
    assert block(2 * 80, 32, 4, 16, rows=2).padding == 2 * 16 * 4
    with pytest.raises(ValueError, match="rows"):
        block(9, 32, 4, 16, rows=2)


def test_a_column_of_twelve_tokens_pays_for_its_metadata() -> None:
    assert uniform((12, 64), 4, axis="per_channel", group=None).bits_effective == pytest.approx(
        4 + 32 / 12
    )
    assert uniform((12, 64), 4, axis="per_token", group=None).bits_effective == 4.5


def test_full_precision_is_the_yardstick() -> None:
    assert full_precision(10).bits_effective == 16
    assert full_precision(10).ratio == 1.0


def test_wide_numbers_cost_sixteen_bits_more() -> None:
    x = np.array([[-70_000, 0], [0, 1]], np.float32)
    found = quantize(x, 1)
    plain = uniform(x.shape, 1, axis="per_token", group=None)
    wide = uniform(x.shape, 1, axis="per_token", group=None, wide=found.wide)
    assert found.wide == 2
    assert wide.total - plain.total == 32


def test_outliers_pay_for_value_index_and_pointer() -> None:
    x = np.random.default_rng(0).standard_normal((20, 30))
    mask = outlier_mask(x, 5, axis="per_token")
    ledger = uniform(
        x.shape, 2, axis="per_token", group=None, outliers=int(mask.sum()), pointer_count=20
    )
    assert ledger.outlier_values == ledger.outlier_indices == 40 * 16
    assert ledger.pointers == 20 * 32
    assert ledger.codes == 600 * 2


def test_a_ledger_of_nothing_has_no_rate() -> None:
    assert Ledger().total == 0
    with pytest.raises(ValueError, match="no values"):
        _ = Ledger().bits_effective


counts = st.integers(0, 10**9)
ledgers = st.builds(Ledger, *[counts] * 9, st.integers(1, 10**9))


@given(ledgers, ledgers)
def test_parts_make_the_total_and_ledgers_add(a: Ledger, b: Ledger) -> None:
    assert sum(a.parts().values()) == a.total
    assert (a + b).total == a.total + b.total
    assert (a + b).count == a.count + b.count
    assert 0 not in a.parts().values()


@given(
    st.lists(st.integers(1, 40), min_size=1, max_size=3),
    st.integers(1, 8),
    st.integers(1, 50) | st.none(),
    st.sampled_from(["per_token", "per_channel"]),
)
def test_the_ledger_counts_the_groups_that_quantize_makes(
    shape: list[int], bits: int, group: int | None, axis: str
) -> None:
    name = "per_token" if axis == "per_token" else "per_channel"
    found = quantize(np.zeros(shape), bits, axis=name, group=group)
    ledger = uniform(tuple(shape), bits, axis=name, group=group)
    assert ledger.scales == 16 * found.scale.size
    assert ledger.zeros == 16 * found.zero.size
    assert ledger.codes == bits * math.prod(shape)
