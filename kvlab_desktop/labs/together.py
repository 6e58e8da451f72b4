"""Lab 06: the five put together, on one model, against one card, and on a whole model."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ..core.figure import Figure
from ..core.lab import Cancelled, Card, Lab, Metrics, Outcome, Paragraph, Prediction, Preset, Task
from ..core.params import Choice, Option, Param, Pick, Slider, Value, Values
from ..core.text import Msg, msg
from ..core.units import KIB, integer, tokens
from ..numerics.cache_format import BIT_WIDTHS
from ..sources.measured import measurements
from ..sources.tensors import Tensors
from . import _together_view_notes as beside
from . import _together_words as words
from ._memory_models import DEFAULT_CARD, DEFAULT_MODEL, card_options, model_options
from ._shared import bits_aloud, tokens_aloud
from ._together_challenge import candidates, challenge_metrics, later_metrics, wanted
from ._together_challenge_figure import candidate_hover, challenge_figure
from ._together_fidelity import KIVI, PER_TOKEN
from ._together_figure import chain_figure, ghost_hover, step_hover
from ._together_measured import ALL, SIDES, measured_metrics
from ._together_measured_figure import measured_figure, measured_hover
from ._together_names import why_no_bytes, why_no_fidelity
from ._together_notes import chain_notes
from ._together_steps import STEPS, chain_metrics, sizes_of
from ._together_story import story_figure, story_hover, story_metrics
from ._together_words import CHAIN, CHALLENGE, DEEPSEEK, MEASURED, MODEL, tells_story, walks_chain

LATER = ("candidates", "ways_to_fit")


class TogetherLab(Lab):
    """One chain of six steps, a challenge with two constraints, and what was measured before."""

    id = "together"
    order = 6
    sources = ("sample", "synthetic")

    def title(self) -> Msg:
        return msg("TogetherLab", "The five put together")

    def tab(self) -> Msg:
        return msg("TogetherLab", "All")

    def claim(self, values: Values) -> Msg:
        return words.claim(values)

    def params(self, source: Tensors) -> tuple[Param, ...]:
        return (_view(), *_strip(), *_more())

    def presets(self) -> tuple[Preset, ...]:
        return words.presets()

    def tasks(self) -> tuple[Task, ...]:
        return words.tasks()

    def prediction(self) -> Prediction:
        return words.prediction()

    def compute(self, values: Values, source: Tensors) -> Outcome:
        metrics: dict[str, Any] = {
            **chain_metrics(values, source),
            **challenge_metrics(values, source),
            **story_metrics(),
            **dict.fromkeys(LATER),
        }
        if values["view"] == MEASURED:
            metrics |= measured_metrics(values)
        return Outcome(metrics, _figure(values, metrics, source), _reasons(values, metrics))

    def later_key(self, values: Values) -> Hashable:
        return wanted(values)

    def later(self, values: Values, source: Tensors, cancelled: Cancelled) -> Metrics:
        return later_metrics(values, source, cancelled)

    def cards(self, values: Values, metrics: Metrics) -> tuple[Card, ...]:
        return words.cards(values, metrics)

    def notes(self, values: Values, metrics: Metrics) -> tuple[Paragraph, ...]:
        if values["view"] == CHALLENGE:
            return beside.challenge_notes(values, metrics)
        if values["view"] == MEASURED:
            return beside.measured_notes()
        return beside.story_notes() if tells_story(values) else chain_notes(values, metrics)

    def footer(self, values: Values, source: Tensors) -> Msg:
        return words.footer(values, source)

    def describe(self, values: Values, source: Tensors, mark: str, key: Value) -> Msg | None:
        if values["view"] == MEASURED:
            return measured_hover(mark, int(key), values)
        if values["view"] == CHALLENGE:
            return candidate_hover(int(key), candidates(values, source))
        if tells_story(values):
            return story_hover(str(key))
        if mark == "ghosts":
            return ghost_hover(str(key), values)
        return step_hover(int(key), values, chain_metrics(values, source))


def _figure(values: Values, metrics: Metrics, source: Tensors) -> Figure:
    if values["view"] == CHALLENGE:
        return challenge_figure(values, candidates(values, source))
    if values["view"] == MEASURED:
        return measured_figure(values)
    return story_figure() if tells_story(values) else chain_figure(values, metrics)


# --- parameters


def _challenged(values: Values) -> bool:
    return values.get("view") == CHALLENGE


def _measured(values: Values) -> bool:
    return values.get("view") == MEASURED


def _sized(values: Values) -> bool:
    return walks_chain(values) or _challenged(values)


def _view() -> Choice:
    return Choice(
        "view",
        msg("TogetherLab", "view"),
        (
            Option(CHAIN, msg("TogetherLab", "Chain")),
            Option(CHALLENGE, msg("TogetherLab", "Challenge")),
            Option(MEASURED, msg("TogetherLab", "Measured")),
        ),
        role="view",
    )


def _strip() -> tuple[Param, ...]:
    return (
        Slider("step", msg("TogetherLab", "step"), high=len(STEPS) - 1, start=len(STEPS) - 1,
               page=1, enabled=walks_chain,
               help=msg("TogetherLab", "From MHA in 16 bits, 0, to MLA with a quantized latent.")),
        Slider("bits", msg("Words", "bits"), stops=tuple(sorted(BIT_WIDTHS)), start=4, page=1,
               aloud=bits_aloud, enabled=lambda values: not tells_story(values),
               help=msg("TogetherLab", "Bits of a code, where a step quantizes.")),
        Choice("grouping", msg("TogetherLab", "groups"),
               (Option(PER_TOKEN, msg("TogetherLab", "Per token")),
                Option(KIVI, msg("TogetherLab", "KIVI groups"))),
               start=KIVI, enabled=_challenged,
               help=msg("TogetherLab", "Who shares a scale in the challenge.\n"
                   "In the chain the two are steps 2 and 3.")),
        Pick("model", msg("TogetherLab", "model"), model_options(), start=DEFAULT_MODEL,
             enabled=_sized, help=msg("TogetherLab", "Whose layers and heads the bytes are of.")),
    )  # fmt: skip


def _more() -> tuple[Param, ...]:
    return (
        Slider("users", msg("TogetherLab", "users"), stops=tuple(1 << i for i in range(9)),
               tier="more", enabled=_challenged),
        Slider("context", msg("TogetherLab", "context"), stops=tuple(KIB << i for i in range(11)),
               start=128 * KIB, show=tokens, aloud=tokens_aloud, tier="more",
               enabled=_sized,
               help=msg("TogetherLab", "Tokens of one user; 32K are 32\u00a0768.")),
        Pick("gpu", msg("TogetherLab", "card"), card_options(), start=DEFAULT_CARD, tier="more",
             enabled=_challenged),
        Slider("budget", msg("TogetherLab", "cosine at least"), low=0.9, high=0.999, step=0.001,
               start=words.BUDGET, page=10, tier="more", show=words.budget_text,
               enabled=_challenged,
               help=msg("TogetherLab", "The budget of fidelity: a mean over the sample.")),
        Choice("story", msg("TogetherLab", "chain of"),
               (Option(MODEL, msg("TogetherLab", "The model")),
                Option(DEEPSEEK, msg("TogetherLab", "DeepSeek's 93.3%"))),
               tier="more", enabled=lambda values: values.get("view") == CHAIN),
        *_table(),
    )  # fmt: skip


def _table() -> tuple[Param, ...]:
    sides = {
        "both": msg("TogetherLab", "K and V"),
        "k": msg("TogetherLab", "Only K"),
        "v": msg("TogetherLab", "Only V"),
        ALL: msg("TogetherLab", "All rows"),
    }
    texts = tuple(
        Option(name, msg("TogetherLab", "{count} tokens", count=integer(count)))
        for name, count in measurements().texts.items()
    )
    return (
        Choice("rows", msg("TogetherLab", "quantized"),
               tuple(Option(side, sides[side]) for side in SIDES), tier="more", enabled=_measured),
        Choice("text", msg("TogetherLab", "text"),
               (*texts, Option(ALL, msg("TogetherLab", "Both"))), tier="more", enabled=_measured),
    )  # fmt: skip


# --- what could not be had


def _reasons(values: Values, metrics: Metrics) -> dict[str, Msg]:
    """Return why a figure is missing, under its id; those of a step under ``steps.ID.FIGURE``."""
    found, at = sizes_of(values), int(values["step"])
    why: dict[str, Msg] = dict.fromkeys(LATER, msg("TogetherLab", "computing…"))
    for step in metrics["steps"]:
        for name in ("bytes_per_token", "factor"):
            why[f"steps.{step['id']}.{name}"] = why_no_bytes(found)
        why[f"steps.{step['id']}.fidelity"] = why_no_fidelity(step["id"], found)
    for name in ("bytes_per_token", "factor", "factor_by_numbers", "factor_by_bits",
                 "bits_effective"):  # fmt: skip
        why[name] = why_no_bytes(found)
    why["fidelity"] = why_no_fidelity(STEPS[at], found)
    unknown = msg("TogetherLab", "The sample has nothing like this model's cache.")
    for name in ("setting_fidelity", "within_budget", "failing_constraint",
                 "setting_lowest_cosine", "setting_share_cosine_over_099"):  # fmt: skip
        why[name] = unknown
    missing = {name for name, value in metrics.items() if value is None}
    for step in metrics["steps"]:
        missing |= {f"steps.{step['id']}.{name}" for name, value in step.items() if value is None}
    not_measured = msg("TogetherLab", "This was not measured at these bits.")
    return {name: why.get(name, not_measured) for name in missing}


LAB = TogetherLab()
