"""Lab 01's words: claim, presets, tasks, the question and the notes."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.lab import Metrics, Paragraph, Prediction, Preset, Task
from ..core.params import Values
from ..core.text import Msg, msg
from ..core.units import integer, number, percent, ratio, trimmed
from ._shared import cache_note, data_note

DEFAULT_FACTOR = 12
# the error of the other 15 at 4 bits without an outlier, which the third task asks to get back to
RESTORED = 0.00354


def claim(values: Values) -> Msg:
    """Return the claim, with what the chosen outlier does to it."""
    levels = 2 ** int(values["bits"])
    if values["outlier"] == "none":
        return msg(
            "GridLab",
            "A group of numbers shares one ruler: {levels} evenly spaced lines from the smallest "
            "to the largest, and each number moves to the nearest line.",
            levels=levels,
        )
    return msg(
        "GridLab",
        "One outlier stretches the ruler: the {levels} lines move apart, and the other 15 numbers "
        "have to make do with the few that are near them.",
        levels=levels,
    )


def presets() -> tuple[Preset, ...]:
    """Return the settings that show what the page is about."""
    return (
        Preset("two_bits", msg("GridLab", "2 bits: four lines"), {"bits": 2}),
        Preset("four_bits", msg("GridLab", "4 bits: 16 lines"), {"bits": 4}),
        Preset("eight_bits", msg("GridLab", "8 bits: 256 lines"), {"bits": 8}),
        Preset("x12", msg("GridLab", "one number stretches the ruler"), {"outlier": "x12"}),
        Preset("real", msg("GridLab", "a real outlier"), {"outlier": "real"}),
    )


def tasks() -> tuple[Task, ...]:
    """Return the three things to find out."""
    return (
        Task("count_lines", msg("GridLab", "Count the grid lines at 2 bits."), _counted),
        Task(
            "squeeze",
            msg("GridLab", "Turn on ×12 at 4 bits: how many levels do the other 15 share?"),
            _squeezed,
        ),
        Task(
            "rescue",
            msg(
                "GridLab",
                "Keep ×12: how many bits bring the other 15 back under {error}? That was their "
                "error at 4 bits without it. Try one bit less too.",
                error=percent(RESTORED),
            ),
            _rescued,
        ),
    )


def _counted(values: Values, _metrics: Metrics, _seen: Sequence[Values]) -> bool:
    return values["bits"] == 2 and values["outlier"] == "none"


def _squeezed(values: Values, _metrics: Metrics, _seen: Sequence[Values]) -> bool:
    return values["bits"] == 4 and values["outlier"] == "x12"


def _rescued(values: Values, metrics: Metrics, seen: Sequence[Values]) -> bool:
    """Seven bits do, and six, seen on the same values, did not."""
    twelvefold = values["outlier"] == "x12" and values["outlier_factor"] == DEFAULT_FACTOR
    one_less = {**values, "bits": 6}
    return (
        twelvefold
        and values["bits"] == 7
        and bool(metrics["rel_mse_others"] < RESTORED)
        and any({**setting, "picked": values["picked"]} == one_less for setting in seen)
    )


def prediction() -> Prediction:
    """Return the question about the levels that an outlier leaves to the others."""
    return Prediction(
        question=msg(
            "GridLab",
            "4 bits are 16 levels. The largest number is multiplied by 12. How many of the 16 "
            "levels are left for the other 15?",
        ),
        options=(
            ("15", msg("GridLab", "15: one each")),
            ("8", msg("GridLab", "8: about half")),
            ("3", msg("GridLab", "3: they crowd together")),
            ("1", msg("GridLab", "1: all the same")),
        ),
        answer="3",
        hides=("used_levels",),
        at={"outlier": "x12"},
        reveal=msg(
            "GridLab",
            "3. The lines span the whole range. One large number moves them more than six times "
            "as far apart. The other 15 lie where they lay, near the first three lines.",
        ),
    )


def notes(values: Values, metrics: Metrics) -> tuple[Paragraph, ...]:
    """Return the explanations, with the present numbers put in."""
    return (
        _reading_note(),
        _scale_note(metrics),
        _lines_note(),
        *_fp16_notes(),
        cache_note(),
        *_outlier_notes(values, metrics),
        *_storage_notes(values, metrics),
        data_note(),
    )


def _reading_note() -> Paragraph:
    return Paragraph(
        msg("GridLab", "How to read the figure"),
        msg(
            "GridLab",
            "Top row: the original values x. Bottom row: where they land. The grey lines are the "
            "grid, with their codes. Below, in stored order, each bar is as tall as its value's "
            "error |x − \\hat{x}|. Click a dot or a bar to see the value's 16 bits in fp16 and its "
            "code.",
        ),
    )


def _in_brackets(value: float) -> str:
    return f"({number(value)})" if value < 0 else number(value)


def _scale_note(metrics: Metrics) -> Paragraph:
    scale, zero, steps = metrics["scale"], metrics["zero"], metrics["levels"] - 1
    return Paragraph(
        msg("GridLab", "scale = (max − min) / (2^{bits} − 1)"),
        msg(
            "GridLab",
            "Here ({max} − {min}) / {steps} = {scale}, the distance between two lines. zero = "
            "{zero} is where the grid starts. Quantization keeps, in place of a value, the "
            "number of its line: the code q. scale and zero are kept once for the whole group. "
            "Read back: \\hat{x} = q · scale + zero.",
            max=number(zero + steps * scale),
            min=_in_brackets(zero),
            steps=steps,
            scale=number(scale),
            zero=number(zero),
        ),
    )


def _lines_note() -> Paragraph:
    return Paragraph(
        msg("GridLab", "2^{bits} lines: 4, 16, 256"),
        msg(
            "GridLab",
            "A bit is 0 or 1; n bits make 2^{n} combinations. 2 bits are 4 lines, 4 bits are 16, "
            "8 bits are 256. A line is also called a level; it is used when a value lands on it. "
            "The denser the lines, the shorter the way to the nearest one. The error is at most "
            "scale/2, and each further bit about halves that bound.",
        ),
    )


def _fp16_notes() -> tuple[Paragraph, ...]:
    return (
        Paragraph(
            msg("GridLab", "Why {all} and 16?", all=integer(2**16)),
            msg(
                "GridLab",
                "fp16 spends 16 bits: 1 for the sign, 5 for the exponent, 10 for the mantissa. "
                "That makes 2^{16} = {all} codes. {reserved} are reserved for infinity and NaN; "
                "{finite} are finite numbers. int4 has 2^{4} = 16 codes.",
                all=integer(2**16),
                reserved=integer(2**11),
                finite=integer(2**16 - 2**11),
            ),
        ),
        Paragraph(
            msg("GridLab", "Floating point and fixed point"),
            msg(
                "GridLab",
                "fp16 is floating point: the exponent slides the point. So it holds 0.0001 and "
                "{large} alike. int4 is fixed point: 16 neighbouring integers, 0…15 or −8…7. It "
                "has no fractions and no wide range. Only scale and zero, kept outside, map its "
                "codes back to real values.",
                large=integer(60_000),
            ),
        ),
    )


def _outlier_notes(values: Values, metrics: Metrics) -> tuple[Paragraph, ...]:
    others, levels = metrics["used_levels_others"], metrics["levels"]
    if values["outlier"] == "none":
        now = msg("GridLab", "Without one, the other 15 use {others} of {levels} levels.",
                  others=others, levels=levels)  # fmt: skip
    else:
        now = msg("GridLab", "The other 15 are left with {others} of {levels} levels.",
                  others=others, levels=levels)  # fmt: skip
    return (
        Paragraph(
            msg("GridLab", "Why an outlier is the core problem"),
            msg(
                "GridLab",
                "An outlier is a value far larger than the rest. All 16 numbers share one scale "
                "and one zero. So it stretches the grid for everyone and eats up the others' "
                "resolution. {now} This is the core problem of KV quantization.",
                now=now,
            ),
        ),
        Paragraph(
            msg("GridLab", "The total hides the damage"),
            msg(
                "GridLab",
                "Relative mean squared error = Σ(x − \\hat{x})^{2} / Σx^{2}. An outlier swells "
                "the Σx^{2} below the line. So look at the other 15, without the largest |x|. "
                "The error is {total} in all, {others} for them.",
                total=percent(metrics["rel_mse"]),
                others=percent(metrics["rel_mse_others"]),
            ),
        ),
        Paragraph(
            msg("GridLab", "×{factor} and a real outlier", factor=values["outlier_factor"]),
            msg(
                "GridLab",
                "×{factor} multiplies the largest value. 'Real' puts in another channel, another "
                "place, of the same K vector. In the sample it makes the range 4.1 times as "
                "wide. That is a strong case. Over comparable slices the median is 2.4 times, "
                "the maximum 7.4.",
                factor=values["outlier_factor"],
            ),
        ),
    )


def _storage_notes(values: Values, metrics: Metrics) -> tuple[Paragraph, ...]:
    bits = int(values["bits"])
    return (
        Paragraph(
            msg("GridLab", "What is really stored"),
            msg(
                "GridLab",
                "16 codes of {bits} bits, and a scale and a zero of 16 bits each. That makes "
                "{effective} effective bits per value. So the compression is {ratio}, not the "
                "nominal 16 / {bits} = {nominal}. A larger group pays less for scale and zero: "
                "with 64 values it is {larger} bits.",
                bits=bits,
                effective=trimmed(metrics["bits_effective"]),
                ratio=ratio(metrics["ratio"]),
                nominal=ratio(metrics["ratio_nominal"]),
                larger=trimmed(bits + 32 / 64),
            ),
        ),
        Paragraph(
            msg("GridLab", "Exact or fp16 scale and zero"),
            msg(
                "GridLab",
                "Papers compute with exact scale and zero. Engines round both to fp16 first and "
                "take the codes from the rounded ones. Both are counted as 16 bits.",
            ),
        ),
    )
