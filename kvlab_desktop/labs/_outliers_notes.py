"""The notes of lab 03: what stands out here, then the terms, then rule, measurement and reason."""

from __future__ import annotations

from ..core.lab import Metrics, Paragraph
from ..core.params import Values
from ..core.text import msg
from ..core.units import percent, trimmed
from ._outliers_words import careful
from ._shared import cache_note, data_note

SAME_ERROR, RUINED_OUTPUT = 1.5, 3.0  # the trap: errors this close, outputs this far apart


def notes(values: Values, metrics: Metrics) -> tuple[Paragraph, ...]:
    """Return the explanations, those of the present setting first."""
    here = [_this_head(values, metrics)]
    if metrics["v_better_by_output"] == "per_channel":
        here.append(_exception())
    elif _is_trap(metrics):
        here.append(_trap(metrics))
    if float(values["sparse_percent"]) > 0:
        here.append(_kept(metrics))
    if metrics["group_per_token"] != metrics["group_per_channel"]:
        here.append(_cut(metrics))
    ending = (_kivi(), _kvquant(), _cost(), _base_rates(), data_note())
    if careful(values):
        return (_int2(), *here, *_terms(), *_keys(metrics), *_values(metrics), *ending)
    return (*here, *_terms(), *_keys(metrics), *_values(metrics), *ending, _int2())


def _factor(value: float | None) -> str:
    return "—" if value is None else trimmed(value, 3)


def _this_head(values: Values, metrics: Metrics) -> Paragraph:
    return Paragraph(
        msg("OutliersLab", "This head"),
        msg(
            "OutliersLab",
            "The largest channel of K is {k}× the median one, that of V {v}×. Token 0 gets "
            "{weight} of the attention. Its V is {norm}× as long as the median.",
            k=_factor(metrics[f"k_channel_ratio_{values['keys']}"]),
            v=_factor(metrics["v_channel_ratio"]),
            weight=percent(metrics["token0_weight"]),
            norm=_factor(metrics["v_token0_norm_ratio"]),
        ),
    )


def _exception() -> Paragraph:
    return Paragraph(
        msg("OutliersLab", "An exception"),
        msg(
            "OutliersLab",
            "Here V per channel wins by attention output too. Large channels in V favour it, a "
            "quiet sink is against it. Layer 0 of SmolLM2 has the channels and no sink.",
        ),
    )


def _is_trap(metrics: Metrics) -> bool:
    """Whether V's two errors are alike while its outputs are far apart."""
    rows, columns = (metrics[f"v_{axis}_rel_mse"] for axis in ("per_token", "per_channel"))
    near, far = (metrics[f"v_{axis}_output_rel_err"] for axis in ("per_token", "per_channel"))
    if near is None or far is None:
        return False
    alike = max(rows, columns) <= SAME_ERROR * min(rows, columns)
    return bool(alike and far > RUINED_OUTPUT * near)


def _trap(metrics: Metrics) -> Paragraph:
    return Paragraph(
        msg("OutliersLab", "The trap"),
        msg(
            "OutliersLab",
            "V's errors are nearly the same: {row_error} per token, {column_error} per channel. "
            "The output errors are not: {row_output} and {column_output}.",
            row_error=percent(metrics["v_per_token_rel_mse"]),
            column_error=percent(metrics["v_per_channel_rel_mse"]),
            row_output=percent(metrics["v_per_token_output_rel_err"]),
            column_output=percent(metrics["v_per_channel_output_rel_err"]),
        ),
    )


def _kept(metrics: Metrics) -> Paragraph:
    return Paragraph(
        msg("OutliersLab", "Kept exactly"),
        msg(
            "OutliersLab",
            "At least one value at each end stays in fp16. So {rows} of every row and {columns} of "
            "every column are kept. Each costs 16 bits and 16 more for its place.",
            rows=percent(metrics["kept_share_per_token"]),
            columns=percent(metrics["kept_share_per_channel"]),
        ),
    )


def _cut(metrics: Metrics) -> Paragraph:
    return Paragraph(
        msg("OutliersLab", "Group cut to the matrix"),
        msg(
            "OutliersLab",
            "A row has only {rows} channels, so per token uses groups of {rows}. Per channel "
            "uses groups of {columns} tokens. Compare the bits too: beside K and V.",
            rows=metrics["group_per_token"],
            columns=metrics["group_per_channel"],
        ),
    )


def _terms() -> tuple[Paragraph, ...]:
    return (
        cache_note(),
        Paragraph(
            msg("OutliersLab", "Token, channel, outlier"),
            msg(
                "OutliersLab",
                "Token: a word or a piece of one. It leaves a K and a V vector in each layer and "
                "head: a row here.\n"
                "Channel: one place in that vector, a column here. 64 numbers are 64 channels. "
                "Channel 7 is number 7 of every token's K.\n"
                "Outlier: a value far larger than those around it. It stretches the grid of its "
                "whole group (lab 01).",
            ),
        ),
        Paragraph(
            msg("OutliersLab", "Reading the maps"),
            msg(
                "OutliersLab",
                "Brighter is larger. A vertical stripe is a channel that is large for every "
                "token. The two error maps of a matrix share one colour scale, the same at all "
                "bits. It takes square roots, so that small errors show. It ends at half the "
                "spacing of a 2-bit row.",
            ),
        ),
        Paragraph(
            msg("OutliersLab", "What grouping is for"),
            msg(
                "OutliersLab",
                "A group shares one scale, the spacing of its grid. Keep outliers and normal "
                "values in different groups. K in rows: every row holds the large channels, and "
                "no row escapes. K in columns: a large channel has a scale of its own and harms "
                "no one else.",
            ),
        ),
    )


def _keys(metrics: Metrics) -> tuple[Paragraph, ...]:
    """The rule about RoPE, what this head says, and why; and the other cause of stripes."""
    return (
        Paragraph(
            msg("OutliersLab", "K: does RoPE make the stripes?"),
            msg(
                "OutliersLab",
                "RoPE, the position encoding, rotates pairs of channels. Rule of thumb: it makes "
                "some slow dimensions larger. Measured here: largest over median channel is "
                "{pre} before RoPE, {post} after. Reason: a rotation keeps each pair's length. "
                "Slow pairs keep their offset, fast pairs smear it.",
                pre=_factor(metrics["k_channel_ratio_pre"]),
                post=_factor(metrics["k_channel_ratio_post"]),
            ),
        ),
        Paragraph(
            msg("OutliersLab", "K: anchors"),
            msg(
                "OutliersLab",
                "Some heads use a few dimensions as anchors. There every token has the same "
                "large offset, whatever the word. So the channel decides where outliers stand, "
                "not the token. The zero of a column, where its grid starts, takes the offset "
                "away.",
            ),
        ),
    )


def _values(metrics: Metrics) -> tuple[Paragraph, ...]:
    """Why V is another matter, in theory and here; the sink; the two kinds of error."""
    return (
        Paragraph(
            msg("OutliersLab", "Why V is different"),
            msg(
                "OutliersLab",
                "V has no RoPE and no part in the scores; it is the content that is fetched. "
                "Rule of thumb: its large values are scattered, or they fill a token's row. Such "
                "a token carries much information. By rows it harms only itself; by columns "
                "every group catches some of it. Measured: V has hardly any order. Columns "
                "explain 11% of |V|'s variance, rows 6% (median of 90 heads).",
            ),
        ),
        Paragraph(
            msg("OutliersLab", "The quiet sink"),
            msg(
                "OutliersLab",
                "Many queries look at token 0, whatever it says: the attention sink. Its V is "
                "short, we call it quiet. In a column it gets the spacing of longer tokens. Then "
                "the largest weight multiplies its error. The average hides this: a quiet row "
                "adds little to it.",
            ),
        ),
        Paragraph(
            msg("OutliersLab", "Two kinds of error"),
            msg(
                "OutliersLab",
                "Error: the relative mean square Σ(x − \\hat{x})^{2} / Σx^{2}, a ratio of "
                "powers.\n"
                "Output: the attention output's error, ‖o − \\hat{o}‖ / ‖o‖, a ratio of "
                "lengths.\n"
                "A power of 4% is a length of 20%. A length can exceed 100%: attention may go to "
                "the wrong tokens. Then the difference can be longer than the output.",
            ),
        ),
    )


def _kivi() -> Paragraph:
    return Paragraph(
        msg("OutliersLab", "KIVI"),
        msg(
            "OutliersLab",
            "The KIVI paper: K per channel, V per token, and int2 works. Its Llama-2-13B shows "
            "the same turn for V. Error: 4.57 per token, 3.73 per channel. Output error: 3.55 "
            "per token, 49.89 per channel. (arXiv 2402.02750, table 2; its error is defined "
            "otherwise.)",
        ),
    )


def _kvquant() -> Paragraph:
    return Paragraph(
        msg("OutliersLab", "KVQuant"),
        msg(
            "OutliersLab",
            "The KVQuant paper goes further. The few extreme values stay in fp16, in a sparse "
            "matrix: places and values. The rest is quantized, K before RoPE (arXiv 2401.18079). "
            "Here with uniform grids only.",
        ),
    )


def _cost() -> Paragraph:
    return Paragraph(
        msg("OutliersLab", "What a group costs"),
        msg(
            "OutliersLab",
            "Scale and zero take 16 + 16 bits: the metadata of a group. In groups of 64 that is "
            "0.5 bits per value both ways: a fair comparison. The table's bits count it.",
        ),
    )


def _base_rates() -> Paragraph:
    return Paragraph(
        msg("OutliersLab", "How typical is this?"),
        msg(
            "OutliersLab",
            "SmolLM2-135M has 90 KV heads. At equal metadata K per channel has the lower error "
            "in 90. V per channel has it in 79. By attention output V per token is better where "
            "the sink is strong.",
        ),
    )


def _int2() -> Paragraph:
    return Paragraph(
        msg("OutliersLab", "int2 on the whole model"),
        msg(
            "OutliersLab",
            "Loss: what the right next word costs the model, in nats; less is better. With K and "
            "V per token in groups of 64 it rises by 2.93 per token. With KIVI groups of 32 it "
            "rises by 0.574. With the sink and the last 32 tokens in fp16 as well, by 0.047. "
            "Measured beforehand on SmolLM2-135M, 574 tokens.",
        ),
    )
