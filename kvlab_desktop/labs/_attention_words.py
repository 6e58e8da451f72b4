"""What the attention lab says: presets, tasks, the question, and the notes."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..core import units
from ..core.lab import Metrics, Paragraph, Prediction, Preset, Task
from ..core.params import Value, Values
from ..core.text import Msg, msg, verbatim
from ._shared import cache_note, data_note


def presets() -> tuple[Preset, ...]:
    """Return the settings that are one click away."""
    return (
        Preset("int8", msg("AttentionLab", "int8: near lossless"), {"bits": 8}),
        Preset("int4", msg("AttentionLab", "int4"), {"bits": 4}),
        Preset("int2", msg("AttentionLab", "int2 breaks"), {"bits": 2}),
        Preset("small_groups", msg("AttentionLab", "Fair at nearly equal bits"),
               {"bits": 2, "grouping": "per_token_equal"}),
        Preset("kivi", msg("AttentionLab", "int2 with KIVI groups"),
               {"bits": 2, "grouping": "kivi"}),
        Preset("hard", msg("AttentionLab", "A hard window"), {"window": "hard"}),
        Preset("sink", msg("AttentionLab", "See the sink"), {"window": "sink"}),
        Preset("v_only", msg("AttentionLab", "V only at 1 bit"), {"bits": 1, "target": "v"}),
    )  # fmt: skip


def tasks() -> tuple[Task, ...]:
    """Return the three tasks."""
    return (
        Task("flip",
             msg("AttentionLab", "Typical window, K and V, per token: go down from 4 bits. "
                 "At how many does the top-1 token change first?"), _found_the_flip),
        Task("k_or_v",
             msg("AttentionLab", "At 3 bits, per token: quantize K only, then V only. "
                 "Which hurts more?"), _compared_k_with_v),
        Task("kivi",
             msg("AttentionLab", "At 2 bits, go from per token to KIVI groups. "
                 "Does the top-1 token come back?"), _compared_groupings),
    )  # fmt: skip


def _is(values: Values, **wanted: Value) -> bool:
    return all(values.get(name) == value for name, value in wanted.items())


def _has_seen(seen: Sequence[Values], **wanted: Value) -> bool:
    return any(_is(values, window="typical", **wanted) for values in seen)


def _found_the_flip(values: Values, metrics: Metrics, seen: Sequence[Values]) -> bool:
    return _has_seen([values], target="kv", grouping="per_token", bits=3) and _has_seen(
        seen, target="kv", grouping="per_token", bits=4
    )


def _compared_k_with_v(values: Values, metrics: Metrics, seen: Sequence[Values]) -> bool:
    return all(_has_seen(seen, target=one, grouping="per_token", bits=3) for one in ("k", "v"))


def _compared_groupings(values: Values, metrics: Metrics, seen: Sequence[Values]) -> bool:
    return all(_has_seen(seen, target="kv", grouping=one, bits=2) for one in ("per_token", "kivi"))


def prediction() -> Prediction:
    """Return the question about the KL of V only."""
    return Prediction(
        question=msg("AttentionLab", "Only V is quantized, to 1 bit. "
                     "How large is the KL divergence of the weights?"),
        options=(
            ("large", msg("AttentionLab", "Large")),
            ("small", msg("AttentionLab", "Small")),
            ("zero", msg("AttentionLab", "Exactly 0")),
        ),
        answer="zero",
        hides=("kl_nats", "top1_kept"),
        at={"target": "v", "bits": 1},
        reveal=msg("AttentionLab", "Exactly 0, and the top-1 token stays: V never enters the "
                   "weights. Only the output suffers; its cosine is 0.74 on the shipped data."),
    )  # fmt: skip


def notes(values: Values, metrics: Metrics) -> tuple[Paragraph, ...]:
    """Return the explanations, with what is measured beside each rule of thumb."""
    return (
        _three_steps(), cache_note(), _exponential(metrics), _few_tokens(metrics),
        _int8(metrics), _int4(metrics), _int2(metrics), _v_or_k(metrics),
        _cancels(values, metrics), _only_k(), _margin(metrics), _bits(), _sink(metrics),
        _terms(), data_note(),
    )  # fmt: skip


def bits_text(bits: int) -> Msg:
    """Return a number of bits with its unit."""
    return msg("AttentionLab", "%n bit(s)", n=bits)


def share(metrics: Metrics, name: str) -> Msg:
    """Return a share of the windows as a percentage; "…" while it is computed."""
    value = metrics.get(name)
    return verbatim("…" if value is None else units.percent(value))


def _points(metrics: Metrics, low: str, high: str) -> Msg:
    """Return how many percentage points lie between two shares."""
    if metrics.get(low) is None or metrics.get(high) is None:
        return verbatim("…")
    return verbatim(units.integer(100 * (metrics[high] - metrics[low])))


def _cosine(metrics: Metrics, name: str) -> Msg:
    value = metrics.get(name)
    return verbatim("…" if value is None else units.cosine(value))


def _windows(metrics: Metrics) -> str:
    return units.integer(metrics["windows"])


def _three_steps() -> Paragraph:
    return Paragraph(
        msg("AttentionLab", "Three steps"),
        msg("AttentionLab", "The query is the vector with which a token asks. Its dot product "
            "with a token's K, scaled, is that token's score. Softmax turns the scores into "
            "weights that add up to 1. The output is the sum of the V, each times its weight. "
            "Of each pair, left is the original weight, green the one after quantization. Softmax "
            "runs over these 12 tokens only. Watch at how many bits the cosine begins to fall."),
    )  # fmt: skip


def _exponential(metrics: Metrics) -> Paragraph:
    gap, error = metrics["score_margin"], metrics["max_score_error"]
    return Paragraph(
        msg("AttentionLab", "Softmax magnifies exponentially"),
        msg("AttentionLab", "One more point of score multiplies a weight by e ≈ 2.72. Here the "
            "first token leads the second by {gap}: {lead} times its weight. The scores are off "
            "by up to {error}. That changes a weight by a factor of up to {factor}, before all "
            "are scaled to 1.",
            gap=units.number(gap), lead=units.number(math.exp(gap), 3),
            error=units.number(error), factor=units.number(math.exp(error), 3)),
    )  # fmt: skip


def _few_tokens(metrics: Metrics) -> Paragraph:
    return Paragraph(
        msg("AttentionLab", "Do a few tokens take nearly all the weight?"),
        msg("AttentionLab", "Rule of thumb: nearly all goes to a few. Measured: here the first "
            "takes {top1}, the first three {top3}. Over all {windows} windows the median of the "
            "top weight is {median}. With token 0, the sink, in the window it is {with_sink}. "
            "Reason: how far ahead the first is depends on the head and on the sink. What does "
            "hold: where the weight is small, a small error in K leaves it small.",
            top1=units.percent(metrics["top1_weight"]),
            top3=units.percent(metrics["top3_weight"]),
            windows=_windows(metrics),
            median=share(metrics, "median_top1_weight"),
            with_sink=share(metrics, "median_top1_weight_with_sink")),
    )  # fmt: skip


def _int8(metrics: Metrics) -> Paragraph:
    return Paragraph(
        msg("AttentionLab", "int8 is nearly lossless"),
        msg("AttentionLab", "Measured, K and V per token: the lowest cosine of all {windows} "
            "windows is {lowest}. Reason: with 256 lines the spacing is 1/255 of the range. The "
            "error is half of that at most.",
            windows=_windows(metrics), lowest=_cosine(metrics, "int8_lowest_cosine")),
    )  # fmt: skip


def _int4(metrics: Metrics) -> Paragraph:
    rows, small, kivi = (f"int4_share_{name}" for name in ("per_token", "per_token_equal", "kivi"))
    return Paragraph(
        msg("AttentionLab", "int4 stays above 0.99"),
        msg("AttentionLab", "It depends on the grouping. K and V are quantized; we count the "
            "windows with a cosine above 0.99. Per token {rows}, in small groups {small}, in "
            "KIVI groups {kivi}. {groups} points come from smaller groups, {axis} from the axis. "
            "Reason: K has a few large channels (a channel is one place in the vector). They "
            "stretch the spacing of all that share a group with them.",
            rows=share(metrics, rows), small=share(metrics, small), kivi=share(metrics, kivi),
            groups=_points(metrics, rows, small), axis=_points(metrics, small, kivi)),
    )  # fmt: skip


def _int2(metrics: Metrics) -> Paragraph:
    return Paragraph(
        msg("AttentionLab", "int2 breaks"),
        msg("AttentionLab", "Measured, K and V: the median cosine of all windows. Per token it "
            "is {rows}, in KIVI groups {kivi}. Reason: with four lines the scores' errors "
            "outgrow the first token's lead. Softmax then picks another token.",
            rows=_cosine(metrics, "int2_median_cosine_per_token"),
            kivi=_cosine(metrics, "int2_median_cosine_kivi")),
    )  # fmt: skip


def _v_or_k(metrics: Metrics) -> Paragraph:
    return Paragraph(
        msg("AttentionLab", "Does V only survive more than K only?"),
        msg("AttentionLab", "Rule of thumb: it does. Measured at 4 bits, by cosine. Per token it "
            "does in {rows} of the windows, with KIVI groups in {kivi}. Reason: grouped by "
            "channel, K's errors become small; V's stay what they were. And K then pays 6.67 "
            "bits, V only 4.5. KL and top-1 are changed by K alone. Over the whole model V only "
            "is the safer one all the same. Its KL is 0.0044, that of K only 0.0086. This was "
            "measured beforehand at 4 bits, in KIVI groups of 32.",
            rows=share(metrics, "int4_v_better_per_token"),
            kivi=share(metrics, "int4_v_better_kivi")),
    )  # fmt: skip


def _cancels(values: Values, metrics: Metrics) -> Paragraph:
    apart, left = metrics["v_error_one_by_one"], metrics["v_error_in_sum"]
    dash = verbatim("—")
    return Paragraph(
        msg("AttentionLab", "V's rounding cancels in the average"),
        msg("AttentionLab", "At {bits}: take the error of each V times its weight. One by one "
            "they add up to {apart} of the output's length. In the sum only {left} is left: plus "
            "and minus cancel. Where one token holds nearly all the weight, little cancels: see "
            "the sink.",
            bits=bits_text(int(values["bits"])),
            apart=dash if apart is None else verbatim(units.percent(apart)),
            left=dash if left is None else verbatim(units.percent(left))),
    )  # fmt: skip


def _only_k() -> Paragraph:
    return Paragraph(
        msg("AttentionLab", "Why only K moves KL and top-1"),
        msg("AttentionLab", "The weights are made of the query and K. V comes after the softmax. "
            "So with V only, KL is exactly 0 and the top-1 token stays, at any number of bits. "
            "An error of K passes the dot product and is magnified by the softmax. An error of V "
            "is only averaged."),
    )  # fmt: skip


def _margin(metrics: Metrics) -> Paragraph:
    return Paragraph(
        msg("AttentionLab", "The error that would flip it"),
        msg("AttentionLab", "The first score leads the second by {gap}. Half of that is {half}. "
            "While every score is off by less, the top-1 token cannot change. The largest error "
            "here is {error}.",
            gap=units.number(metrics["score_margin"]),
            half=units.number(metrics["flip_error"]),
            error=units.number(metrics["max_score_error"])),
    )  # fmt: skip


def _bits() -> Paragraph:
    return Paragraph(
        msg("AttentionLab", "Groupings and what they cost"),
        msg("AttentionLab", "A group shares a scale and a zero, 32 bits together. They come on "
            "top of the values' own bits.\n"
            "Per token: a row of 64 values is one group, 0.5 bits a value.\n"
            "Small groups: 12 channels of a row of K, the last group 4: 3 bits.\n"
            "KIVI (a paper's name): the 12 tokens of a channel of K, 2.67 bits. V stays per "
            "token.\n"
            "So K in KIVI's int2 costs 4.67 bits, about what int4 per token does."),
    )  # fmt: skip


def _sink(metrics: Metrics) -> Paragraph:
    return Paragraph(
        msg("AttentionLab", "The sink, and the windows"),
        msg("AttentionLab", "Many queries attend most to token 0, whatever it is: the attention "
            "sink. A window of the last 12 tokens leaves it out. The window 'Sink' puts it in "
            "the place of the first token. Its V is short, we call it quiet. So the output is "
            "short, and the same error weighs more. 'Hard' was chosen because int4 changes its "
            "answer. Of all windows {kept} keep their top-1 token at the present setting.",
            kept=share(metrics, "share_top1_kept")),
    )  # fmt: skip


def _terms() -> Paragraph:
    return Paragraph(
        msg("AttentionLab", "The words on the cards"),
        msg("AttentionLab", "Cosine similarity: do both outputs point the same way; 1 is "
            "exactly.\n"
            "Top-1: the token with the largest weight.\n"
            "KL divergence: how far the weights moved; 0 is not at all. Its unit, the nat, "
            "belongs to the natural logarithm.\n"
            "Output relative error: length of the difference / length of the output.\n"
            "Effective bits: stored bits per value with scale and zero; 16 if not quantized.\n"
            "Head: a layer attends in several heads; several query heads share one KV head."),
    )  # fmt: skip
