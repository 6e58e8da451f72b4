"""One way to write each kind of number, the same in every language.

Integers are grouped by U+00A0 (an ordinary space may break a line there, a thin space is missing
from the bundled font); GB are 10^9 bytes and GiB 2^30, never mixed.
"""

from __future__ import annotations

import math

NBSP = "\u00a0"
MINUS = "\u2212"
KIB, MIB, GIB = 2**10, 2**20, 2**30


def _sign(text: str) -> str:
    return text.replace("-", MINUS)


def integer(value: float) -> str:
    """Write a whole number in groups of three digits: ``65 536``."""
    return _sign(f"{round(value):,}".replace(",", NBSP))


def number(value: float, digits: int = 4) -> str:
    """Write a number with ``digits`` significant digits; ``3.5×10^{-15}`` outside 10^-4…10^7."""
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else "—"
    # the size after rounding: 99.96 has three digits before the point at three digits
    size = int(f"{value:.{digits - 1}e}".partition("e")[2])
    if not -4 <= size < 7:
        mantissa, exponent = f"{value:.{max(digits - 3, 1)}e}".split("e")
        return _sign(f"{mantissa}×10^{{{int(exponent)}}}")
    if size >= digits - 1:
        return integer(value)
    return _sign(f"{value:.{digits - 1 - size}f}")


def trimmed(value: float, digits: int = 4) -> str:
    """Write a number with at most ``digits`` significant digits and no trailing zeros: ``4.5``."""
    text = number(value, digits)
    if "." in text and "×" not in text:
        text = text.rstrip("0").rstrip(".")
    return text


def percent(fraction: float) -> str:
    """Write a fraction as a percentage with three significant digits: ``0.354%``, ``156%``."""
    value = 100 * fraction
    if value == 0 or not math.isfinite(value):
        return "0%" if value == 0 else "—"
    return f"{number(value, 3)}%" if abs(value) >= 1e-4 else f"{number(value, 4)}%"


def ratio(value: float) -> str:
    """Write a factor with three significant digits: ``2.67×``."""
    return f"{trimmed(value, 3)}×"


def cosine(value: float) -> str:
    """Write a cosine up to its second digit that is not a nine, four decimals at least.

    So 0.9918 stays 0.9918 and 0.99996515 reads 0.999965, never 1.000.
    """
    if not math.isfinite(value):
        return "—"
    if abs(value) >= 1:
        return _sign(f"{math.copysign(1, value):.0f}")
    gap = 1 - abs(value)
    nines = max(0, math.floor(-math.log10(gap) + 1e-12)) if gap > 0 else 0
    decimals = min(max(4, nines + 2), 17)
    text = f"{value:.{decimals}f}"
    # rounding up must not make a cosine of exactly one
    while abs(float(text)) >= 1 and decimals < 17:
        decimals += 1
        text = f"{value:.{decimals}f}"
    return _sign(text) if float(text) else text.lstrip("-")


def gigabytes(size: float) -> str:
    """Write a number of bytes in decimal units: ``42.95 GB``, ``327.7 KB``."""
    for unit, factor in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("KB", 1e3)):
        if abs(size) >= factor:
            return f"{trimmed(size / factor)}{NBSP}{unit}"
    return f"{integer(size)}{NBSP}B"


def gibibytes(size: float) -> str:
    """Write a number of bytes in binary units: ``40 GiB``, ``320 KiB``."""
    for unit, factor in (("TiB", 2**40), ("GiB", GIB), ("MiB", MIB), ("KiB", KIB)):
        if abs(size) >= factor:
            return f"{trimmed(size / factor)}{NBSP}{unit}"
    return f"{integer(size)}{NBSP}B"


def tokens(count: float) -> str:
    """Write a context length: ``128K`` is 131 072 tokens, ``1M`` is 1 048 576."""
    whole = round(count)
    for unit, factor in (("M", MIB), ("K", KIB)):
        if whole >= factor and whole % factor == 0:
            return f"{whole // factor}{unit}"
    return integer(whole)
