"""The words of lab 03: claim, presets, tasks, prediction, notes, and what a cell says."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.lab import Metrics, Prediction, Preset, Task
from ..core.params import Values
from ..core.text import Msg, msg, verbatim
from ..core.units import cosine, number, percent

SINK_WEIGHT, QUIET_NORM = 0.1, 0.5  # of the attention; of the median length of V's rows
SETTING = ("layer", "head", "keys", "group", "sparse_percent", "metadata")


def title() -> Msg:
    """Return the page's title."""
    return msg("OutliersLab", "K's outliers live in channels, V's do not")


def tab() -> Msg:
    """Return the title on the tab."""
    return msg("OutliersLab", "Outliers")


def claim(values: Values) -> Msg:
    """Return the claim; with the small groups of the last preset it is about int2."""
    if careful(values):
        return msg(
            "OutliersLab",
            "After careful grouping int2 is usable: the whole model's loss rises by 0.574 instead "
            "of 2.93, by 0.047 with the sink and the last 32 tokens in fp16.",
        )
    return msg("OutliersLab", "K has stripes; V has none, but one token is quiet.")


def careful(values: Values) -> bool:
    """Whether the setting is that of the preset about int2."""
    return values["group"] == "32" and values["bits"] == 2


def matrix(side: str) -> Msg:
    """Return the name of a matrix."""
    return verbatim(side.upper())


def grouping(name: str | None) -> Msg:
    """Return a verdict as a word; a dash when there is none."""
    words = {
        "per_token": msg("OutliersLab", "per token"),
        "per_channel": msg("OutliersLab", "per channel"),
        "tie": msg("OutliersLab", "equal"),
    }
    return words.get(name or "", verbatim("—"))


def sink_is_quiet(metrics: Metrics) -> bool:
    """Whether token 0 takes a good part of the attention and has little to give."""
    norm = metrics["v_token0_norm_ratio"]
    return bool(metrics["token0_weight"] >= SINK_WEIGHT and norm is not None and norm < QUIET_NORM)


def presets() -> tuple[Preset, ...]:
    """Return the settings worth a click."""
    return (
        Preset("default", msg("OutliersLab", "K per channel, V per token"), {}),
        Preset("sink", msg("OutliersLab", "The quiet sink"), {"layer": 23, "head": 1}),
        Preset("exception", msg("OutliersLab", "Exception: layer 0"), {"layer": 0, "head": 2}),
        Preset("careful", msg("OutliersLab", "int2 is usable with care"), {"group": "32"}),
        Preset("pre", msg("OutliersLab", "K before RoPE"), {"keys": "pre"}),
        Preset(
            "sparse",
            msg("OutliersLab", "As in KVQuant"),
            {"keys": "pre", "group": "all", "sparse_percent": 1.0},
        ),
    )


def tasks() -> tuple[Task, ...]:
    """Return the three things to find out."""
    return (
        Task(
            "match",
            msg(
                "OutliersLab",
                "First preset: note K's output error per channel at 2 bits. How many bits does K "
                "per token need to match it? Rest at 2 and 4 on the way.",
            ),
            _matched,
        ),
        Task(
            "exception",
            msg(
                "OutliersLab",
                "Find the head where V per channel wins most clearly. It wins by output error "
                "too. Layer and KV head are under More.",
            ),
            _found_exception,
        ),
        Task(
            "rope",
            msg("OutliersLab", "Compare K before and after RoPE at 2 bits."),
            _compared_rope,
        ),
    )


def _matched(values: Values, metrics: Metrics, seen: Sequence[Values]) -> bool:
    home = {"layer": 19, "head": 0, "keys": "post", "group": "64", "sparse_percent": 0}
    tried = {v["bits"] for v in seen if all(v[name] == at for name, at in home.items())}
    here = all(values[name] == at for name, at in home.items())
    return here and values["bits"] == 5 and {2, 4} <= tried


def _found_exception(values: Values, metrics: Metrics, seen: Sequence[Values]) -> bool:
    there = values["layer"] == 0 and values["head"] == 2
    return there and metrics["v_better_by_output"] == "per_channel"


def _compared_rope(values: Values, metrics: Metrics, seen: Sequence[Values]) -> bool:
    tried: dict[tuple[object, ...], set[object]] = {}
    for v in seen:
        if v["bits"] == 2:
            place = tuple(v[name] for name in SETTING if name != "keys")
            tried.setdefault(place, set()).add(v["keys"])
    return any(len(keys) == 2 for keys in tried.values())


def prediction() -> Prediction:
    """Return the question that hides the output errors of the first preset."""
    return Prediction(
        question=msg(
            "OutliersLab",
            "Layer 19, head 0 of SmolLM2: V's own error is smaller per channel. Which grouping has "
            "the smaller error in the attention output?",
        ),
        options=(
            ("per_token", msg("OutliersLab", "per token")),
            ("per_channel", msg("OutliersLab", "per channel")),
            ("equal", msg("OutliersLab", "about equal")),
        ),
        answer="per_token",
        hides=("output_per_token", "output_per_channel", "better_by_output"),
        at={},
        reveal=msg(
            "OutliersLab",
            "Per token. The token that everything looks at is quiet: its V is short. In a column "
            "it gets the spacing of longer tokens. Then the largest weight multiplies its error.",
        ),
    )


def reasons(metrics: Metrics) -> dict[str, Msg]:
    """Return why a number could not be had, under its id."""
    return {name: _reason(name) for name, value in metrics.items() if value is None}


def _reason(name: str) -> Msg:
    if name == "k_channel_ratio_pre":
        return msg("OutliersLab", "There are no keys before RoPE, or their median is zero.")
    if name.endswith("_channel_ratio") or name == "k_channel_ratio_post":
        return msg("OutliersLab", "The median channel is zero.")
    if name == "v_token0_norm_ratio":
        return msg("OutliersLab", "The median row of V is zero.")
    if name.endswith("_without_token0"):
        return msg("OutliersLab", "There is no other token.")
    return msg("OutliersLab", "The attention output is zero.")


def wide_metadata(count: int) -> Msg:
    """Return the bar's text for scales and zero points that fp16 cannot hold."""
    return msg(
        "OutliersLab",
        "%n scale(s) or zero(s) exceed fp16 and are counted as 32 bits.",
        n=count,
    )


def where(place: tuple[int, int], token: str) -> Msg:
    """Return the words for a cell: which token, which channel."""
    return msg(
        "OutliersLab",
        "Token {token} '{text}', channel {channel}",
        token=place[0],
        text=token.replace("\n", "\\n"),
        channel=place[1],
    )


def value(where: Msg, side: str, exact: float) -> Msg:
    """Return the hover text of a cell of |K| or |V|, with the sign that the map leaves out."""
    return msg("OutliersLab", "{where}: {name} = {value}",
               where=where, name=matrix(side), value=number(exact))  # fmt: skip


def stored_value(where: Msg, exact: float, read: float, code: int | None) -> Msg:
    """Return the hover text of a cell of an error map; no code: the value is kept as it is."""
    if code is None:
        return msg("OutliersLab", "{where}: value {value}, kept exactly",
                   where=where, value=number(exact))  # fmt: skip
    return msg(
        "OutliersLab",
        "{where}: value {value}, code {code}, read back as {read}, error {error}",
        where=where,
        value=number(exact),
        code=code,
        read=number(read),
        error=number(abs(exact - read)),
    )


def row(side: str, metrics: Metrics) -> Msg:
    """Return the hover text of a row of the table: the measures that have no column."""

    def measures(axis: str) -> Msg:
        at = f"{side}_{axis}"
        alike, rest = metrics[f"{at}_cosine"], metrics[f"{at}_top1_share_without_token0"]
        return msg(
            "OutliersLab",
            "{grouping}: output cosine {cosine}, KL {kl} nats, top-1 kept {top1}, without token 0 "
            "{rest}",
            grouping=grouping(axis),
            cosine="—" if alike is None else cosine(alike),
            kl=number(metrics[f"{at}_kl_nats"]),
            top1=percent(metrics[f"{at}_top1_share"]),
            rest="—" if rest is None else percent(rest),
        )

    return msg("OutliersLab", "{name}, {rows}; {columns}", name=matrix(side),
               rows=measures("per_token"), columns=measures("per_channel"))  # fmt: skip
