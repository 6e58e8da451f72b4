"""One way to write each kind of number."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from kvlab_desktop.core import units
from kvlab_desktop.core.units import MINUS, NBSP

NEAR_ONE = st.tuples(st.integers(1, 16), st.floats(0.1, 9.999)).map(
    lambda p: 1 - p[1] * 10 ** -p[0]
)
COSINES = st.one_of(st.floats(-1, 1), NEAR_ONE, NEAR_ONE.map(lambda v: -v))
SIZES = st.floats(1, 1e15)


def value_of(text: str) -> float:
    """Read a written number back."""
    text = text.replace(NBSP, "").replace(MINUS, "-").rstrip("%×")
    return float(re.sub(r"×10\^\{(-?\d+)\}", r"e\1", text))


def significant(text: str) -> int:
    """How many significant digits a written number shows."""
    digits = re.sub(r"[^0-9]", "", text.partition("×")[0])
    return len(digits.lstrip("0"))


# --- cosine


@given(COSINES)
@example(1 - 2**-53)
@example(1 - 2**-52)
@example(1 - 5e-16)
@example(0.99996515)
@example(0.9999999)
@example(-0.99999)
def test_a_cosine_reads_one_only_when_it_is_one(value: float) -> None:
    text = units.cosine(value)
    assert (value_of(text) in (1, -1)) is (abs(value) == 1)


@given(COSINES)
def test_a_cosine_shows_its_second_digit_that_is_no_nine(value: float) -> None:
    assume(1e-12 < 1 - abs(value) < 1)
    text = units.cosine(value)
    decimals = text.partition(".")[2]
    assert len(decimals) >= 4
    assert abs(value_of(text) - value) <= 0.51 * 10 ** -len(decimals)
    nines = len(decimals) - len(decimals.lstrip("9"))
    # two digits after the nines; rounding may turn the first of them into one more nine
    assert len(decimals) - nines in (1, 2) or len(decimals) == 4


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.9918263, "0.9918"),
        (0.7693539, "0.7694"),
        (0.99996515, "0.999965"),
        (0.99999083, "0.9999908"),
        (1.0, "1"),
        (-1.0, "−1"),
        (0.0, "0.0000"),
        (-0.25, "−0.2500"),
    ],
)
def test_cosines(value: float, text: str) -> None:
    assert units.cosine(value) == text


# --- numbers


@given(st.floats(1e-4, 999), st.integers(2, 6))
@example(9.9996, 4)
@example(0.99996, 4)
@example(99.96, 3)
def test_a_number_has_the_asked_significant_digits(value: float, digits: int) -> None:
    assume(math.log10(value) < digits - 1)
    text = units.number(value, digits)
    assert significant(text) == digits
    assert value_of(text) == pytest.approx(value, rel=0.51 * 10 ** (1 - digits))


@given(st.floats(1e-300, 1e300), st.integers(3, 6))
def test_a_number_never_loses_digits_before_the_point(value: float, digits: int) -> None:
    text = units.number(value, digits)
    assert value_of(text) == pytest.approx(value, rel=0.51 * 10 ** -max(digits - 3, 1))
    assert units.number(-value, digits) == f"{MINUS}{text}"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.25859375, "0.2586"),
        (1.7016276, "1.702"),
        (65536, f"65{NBSP}536"),
        (-1.9111328, "−1.911"),
        (0.0001, "0.0001000"),
        (3.5e-15, "3.5×10^{−15}"),
        (12_345_678, "1.2×10^{7}"),
        (math.nan, "—"),
        (math.inf, "—"),
    ],
)
def test_numbers(value: float, text: str) -> None:
    assert units.number(value) == text


@given(st.floats(1e-4, 1e6), st.integers(3, 6))
def test_trimmed_drops_zeros_after_the_point_and_nothing_else(value: float, digits: int) -> None:
    text = units.trimmed(value, digits)
    assert value_of(text) == value_of(units.number(value, digits))
    assert not re.search(r"\.\d*0$|\.$", text)


@given(st.integers(-(10**15), 10**15))
def test_integers_are_grouped_by_threes_that_never_break(value: int) -> None:
    text = units.integer(value)
    assert value_of(text) == value
    assert re.fullmatch(rf"{MINUS}?\d{{1,3}}({NBSP}\d{{3}})*", text)


def test_signs_are_true_minus_signs() -> None:
    written = (units.integer(-4), units.number(-0.5), units.percent(-0.5), units.cosine(-0.5))
    assert all(text.startswith(MINUS) and "-" not in text for text in written)


# --- percentages and factors


@pytest.mark.parametrize(
    ("fraction", "text"),
    [
        (0.0035392, "0.354%"),
        (0.216937, "21.7%"),
        (0.0069112, "0.691%"),
        (1.5614, "156%"),
        (0, "0%"),
        (1, "100%"),
    ],
)
def test_percentages(fraction: float, text: str) -> None:
    assert units.percent(fraction) == text


@given(st.floats(1e-7, 20))
@example(0.9996)
def test_a_percentage_has_three_significant_digits_at_least(fraction: float) -> None:
    text = units.percent(fraction)
    assert text.endswith("%")
    assert value_of(text) == pytest.approx(100 * fraction, rel=0.051)
    if 1e-6 <= fraction < 9.99:
        assert significant(text) == 3


@pytest.mark.parametrize(
    ("value", "text"), [(8 / 3, "2.67×"), (4.0, "4×"), (157.54, "158×"), (56.888, "56.9×")]
)
def test_factors(value: float, text: str) -> None:
    assert units.ratio(value) == text


# --- bytes and tokens


def test_one_size_in_both_units() -> None:
    assert units.gigabytes(40 * 2**30) == f"42.95{NBSP}GB"
    assert units.gibibytes(40 * 2**30) == f"40{NBSP}GiB"
    assert units.gigabytes(327_680) == f"327.7{NBSP}KB"
    assert units.gibibytes(327_680) == f"320{NBSP}KiB"
    assert units.gigabytes(70) == units.gibibytes(70) == f"70{NBSP}B"


@given(SIZES)
def test_bytes_are_decimal_or_binary_and_never_mixed(size: float) -> None:
    decimal = {"B": 1, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
    binary = {"B": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}
    for write, factors in ((units.gigabytes, decimal), (units.gibibytes, binary)):
        # a count of terabytes is itself grouped by the same kind of space
        number, unit = write(size).rsplit(NBSP, 1)
        rounding = 0.5 if unit == "B" else 1e-3 * size
        assert value_of(number) * factors[unit] == pytest.approx(size, abs=rounding)
        assert unit in ("TB", "TiB") or value_of(number) <= 1024


@pytest.mark.parametrize(
    ("count", "text"),
    [(131_072, "128K"), (1_048_576, "1M"), (1024, "1K"), (1000, f"1{NBSP}000"), (12, "12")],
)
def test_tokens(count: int, text: str) -> None:
    assert units.tokens(count) == text


@pytest.mark.parametrize("write", [units.number, units.percent, units.cosine])
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_a_dash(write: Callable[[float], str], value: float) -> None:
    assert write(value) == "—"


def test_nothing_has_no_sign() -> None:
    assert units.cosine(-1e-7) == "0.0000"
