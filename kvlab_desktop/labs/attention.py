"""Lab 02: why attention survives the error of a quantized cache."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from ..core import units
from ..core.lab import Cancelled, Card, Lab, Metrics, Outcome, Paragraph, Prediction, Preset, Task
from ..core.params import Choice, Option, Param, Slider, Value, Values
from ..core.text import Msg, msg, verbatim
from ..numerics.attention import margin
from . import _attention_words as words
from ._attention_figure import gap, is_clipped, picture, target_label
from ._attention_shares import LATER, count_windows, shares, window_positions
from ._attention_sweep import TARGETS, Sweep
from ._attention_window import Chosen, choose, measure, typical_place
from ._shared import bits_slider, both, tensor_source


class AttentionLab(Lab):
    """One query, twelve tokens, real softmax attention, before and after quantization."""

    id = "attention"
    order = 2
    sources = ("sample", "synthetic")

    def title(self) -> Msg:
        return msg("AttentionLab", "Why attention survives the error")

    def tab(self) -> Msg:
        return msg("AttentionLab", "Attention")

    def claim(self, values: Values) -> Msg:
        return msg("AttentionLab", "Softmax gives most of the weight to a few tokens; elsewhere "
                   "an error of K stays near zero. V's errors average out.")  # fmt: skip

    def params(self, source: Any) -> tuple[Param, ...]:
        return (bits_slider(4), _target(), _grouping(), _window(), *_custom(source))

    def presets(self) -> tuple[Preset, ...]:
        return words.presets()

    def tasks(self) -> tuple[Task, ...]:
        return words.tasks()

    def prediction(self) -> Prediction:
        return words.prediction()

    def compute(self, values: Values, source: Any) -> Outcome:
        chosen, found = choose(values, source), measure(values, source)
        metrics = _metrics(values, chosen, found)
        metrics["windows"] = count_windows(source)
        pending = msg("AttentionLab", "computing…")
        zero = msg("AttentionLab", "an output is zero and has no direction")
        reasons = {name: zero for name, value in metrics.items() if value is None}
        reasons |= dict.fromkeys(LATER, pending)
        return Outcome(
            metrics={**metrics, **dict.fromkeys(LATER)},
            figure=picture(values, chosen, found),
            reasons=reasons,
        )

    def later_key(self, values: Values) -> Hashable:
        return values["bits"], values["target"], values["grouping"]

    def later(self, values: Values, source: Any, cancelled: Cancelled) -> Metrics:
        return shares(source, int(values["bits"]), str(values["target"]),
                      str(values["grouping"]), cancelled)  # fmt: skip

    def cards(self, values: Values, metrics: Metrics) -> tuple[Card, ...]:
        return _cards(metrics)

    def notes(self, values: Values, metrics: Metrics) -> tuple[Paragraph, ...]:
        return words.notes(values, metrics)

    def describe(self, values: Values, source: Any, mark: str, key: Value) -> Msg | None:
        chosen, found = choose(values, source), measure(values, source)
        if mark in ("original", "quantized") and key in chosen.positions:
            return _token_text(values, chosen, found, chosen.positions.index(int(key)))
        if mark == "now":
            return _curve_text(found, str(values["target"]), int(values["bits"]))
        if mark in TARGETS:
            return _curve_text(found, mark, int(key))
        return None

    def footer(self, values: Values, source: Any) -> Msg:
        return tensor_source(source, _where(choose(values, source)))


def _target() -> Choice:
    options = tuple(Option(target, target_label(target)) for target in TARGETS)
    return Choice("target", msg("AttentionLab", "quantized"), options, "kv")


def _grouping() -> Choice:
    return Choice(
        "grouping",
        msg("AttentionLab", "groups"),
        (
            Option("per_token", msg("AttentionLab", "Per token")),
            Option("per_token_equal", msg("AttentionLab", "Small groups")),
            Option("kivi", msg("AttentionLab", "KIVI groups")),
        ),
        help=msg("AttentionLab", "Who shares a scale; lab 03 explains why.\n"
            "Per token: a row of 64.\n"
            "Small groups: 12 channels of a row of K.\n"
            "KIVI: the 12 tokens of a channel of K.\n"
            "V is always per token."),
    )  # fmt: skip


def _window() -> Choice:
    return Choice(
        "window",
        msg("AttentionLab", "window"),
        (
            Option("typical", msg("AttentionLab", "Typical")),
            Option("hard", msg("AttentionLab", "Hard")),
            Option("sink", msg("AttentionLab", "Sink")),
            Option("custom", msg("AttentionLab", "Custom")),
        ),
        tier="more",
        help=msg("AttentionLab", "The 12 tokens that end at the query.\n"
            "Hard: chosen because int4 changes its answer.\n"
            "Sink: the typical window with token 0 in the place of the first.\n"
            "Custom: any layer, head and query."),
    )  # fmt: skip


def _custom(source: Any) -> tuple[Param, ...]:
    typical, positions = typical_place(source), window_positions(source)

    def enabled(values: Values) -> bool:
        return values.get("window") == "custom"

    return (
        Slider("layer", msg("AttentionLab", "layer"), stops=tuple(sorted(source.layers)),
               start=typical.layer, page=1, tier="more", enabled=enabled),
        Slider("query_head", msg("AttentionLab", "query head"), low=0, high=source.query_heads - 1,
               start=typical.query_head, tier="more", enabled=enabled),
        Slider("query", msg("AttentionLab", "query at token"), stops=positions,
               start=typical.query, page=8, tier="more", enabled=enabled),
    )  # fmt: skip


def _metrics(values: Values, chosen: Chosen, found: Sweep) -> dict[str, Any]:
    target, bits = str(values["target"]), int(values["bits"])
    point, v_alone = found.point(target, bits), found.point("v", bits)
    scores, weights = found.seen(target, bits)
    k_bits, v_bits = found.bits_effective(target, bits)
    ranked = np.sort(found.weights)[::-1]
    lead = float(margin(found.scores))
    return {
        "cosine": point.cosine,
        "top1_kept": point.top1_kept,
        "kl_nats": point.kl_nats,
        "output_rel_err": point.output_rel_err,
        "k_bits_effective": k_bits,
        "v_bits_effective": v_bits,
        "top1_weight": float(ranked[0]),
        "top3_weight": float(ranked[:3].sum()),
        "top1_token": chosen.text(int(found.weights.argmax())),
        "top1_token_quantized": chosen.text(int(weights.argmax())),
        "tokens": list(chosen.window.tokens),
        "positions": list(chosen.positions),
        "weights": found.weights.tolist(),
        "weights_quantized": weights.tolist(),
        "score_margin": lead,
        "flip_error": lead / 2,
        "max_score_error": float(np.abs(scores - found.scores).max()),
        "v_error_one_by_one": found.v_errors[bits - 1],
        "v_error_in_sum": v_alone.output_rel_err,
    }


def _cards(metrics: Metrics) -> tuple[Card, ...]:
    cosine, kl, error = metrics["cosine"], metrics["kl_nats"], metrics["output_rel_err"]
    dash = verbatim("—")
    return (
        Card("cosine", dash if cosine is None else units.cosine(cosine),
             msg("AttentionLab", "Output cosine similarity"),
             sub=None if cosine is None else msg("AttentionLab", "1 − cosine = {gap}",
                                                 gap=units.number(1 - cosine))),
        _top1_card(metrics),
        Card("kl_nats", units.number(kl), msg("AttentionLab", "KL divergence (nat)"),
             tone="bad" if kl > 0 else "good"),
        Card("output_rel_err", dash if error is None else units.percent(error),
             msg("AttentionLab", "Output relative error"), tone="bad",
             sub=msg("AttentionLab", "cosine > 0.99 in {share} of all windows",
                     share=words.share(metrics, "share_cosine_over_099"))),
        Card("k_bits_effective", both(verbatim(units.trimmed(metrics["k_bits_effective"], 3)),
                                      verbatim(units.trimmed(metrics["v_bits_effective"], 3))),
             msg("AttentionLab", "Effective bits K · V")),
    )  # fmt: skip


def _top1_card(metrics: Metrics) -> Card:
    label = msg("AttentionLab", "Top-1 token")
    if metrics["top1_kept"]:
        return Card("top1_kept", msg("AttentionLab", "✓ kept"), label, "good",
                    msg("AttentionLab", "lead {gap} · score errors up to {error}",
                        gap=units.number(metrics["score_margin"], 3),
                        error=units.number(metrics["max_score_error"], 3)))  # fmt: skip
    return Card("top1_kept", msg("AttentionLab", "✗ changed"), label, "bad",
                msg("AttentionLab", "'{before}' → '{after}'", before=metrics["top1_token"],
                    after=metrics["top1_token_quantized"]))  # fmt: skip


def _token_text(values: Values, chosen: Chosen, found: Sweep, index: int) -> Msg:
    scores, weights = found.seen(str(values["target"]), int(values["bits"]))
    return msg(
        "AttentionLab",
        "'{token}', token {position}: weight {before} → {after}, score {score} → {score_after}",
        token=chosen.text(index),
        position=chosen.positions[index],
        before=units.number(float(found.weights[index]), 5),
        after=units.number(float(weights[index]), 5),
        score=units.number(float(found.scores[index]), 5),
        score_after=units.number(float(scores[index]), 5),
    )


def _curve_text(found: Sweep, target: str, bits: int) -> Msg | None:
    cosine, missing = found.point(target, bits).cosine, gap(found, target, bits)
    if cosine is None or missing is None:
        return None
    text = msg(
        "AttentionLab",
        "{target}, {bits}: cosine {cosine}, 1 − cosine = {gap}",
        target=target_label(target),
        bits=words.bits_text(bits),
        cosine=units.cosine(cosine),
        gap=units.number(missing),
    )
    if is_clipped(missing):
        return both(text, msg("AttentionLab", "below the axis, drawn at its lower end"))
    return text


def _where(chosen: Chosen) -> Msg:
    window, positions = chosen.window, chosen.positions
    if positions[1] != positions[0] + 1:
        tokens = msg("AttentionLab", "tokens {sink} and {first}–{last}",
                     sink=positions[0], first=positions[1], last=positions[-1])  # fmt: skip
    else:
        tokens = msg("AttentionLab", "tokens {first}–{last}",
                     first=positions[0], last=positions[-1])  # fmt: skip
    return msg("AttentionLab", "layer {layer}, query head {head} (KV head {kv_head}), query at "
               "{query}, {tokens}", layer=window.layer, head=window.query_head,
               kv_head=chosen.kv_head, query=window.query, tokens=tokens)  # fmt: skip


LAB = AttentionLab()
