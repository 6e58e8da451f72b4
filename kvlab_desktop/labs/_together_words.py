"""What the last lab says: claim, presets, tasks, the question, cards, footer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..core import units
from ..core.lab import Card, Metrics, Prediction, Preset, Task
from ..core.params import Values
from ..core.text import Msg, msg, verbatim
from ..sources.measured import measurements
from ..sources.models import model
from ..sources.tensors import Tensors
from ._memory_formula import exact_bytes
from ._memory_models import DEFAULT_CARD, DEFAULT_MODEL
from ._shared import tensor_source
from ._together_challenge import NONE
from ._together_challenge_figure import verdict, verdict_tone
from ._together_fidelity import KIVI, PER_TOKEN
from ._together_measured import CURVES
from ._together_measured_figure import curve_name, signed
from ._together_names import why_no_fidelity
from ._together_steps import STEPS, sizes_of

CHAIN, CHALLENGE, MEASURED = "chain", "challenge", "measured"
MODEL, DEEPSEEK = "model", "deepseek"
USERS, LONG, BUDGET = 16, 32 * units.KIB, 0.99


def tells_story(values: Values) -> bool:
    """Return whether the chain view shows DeepSeek's 93.3% in place of the chain."""
    return values.get("view") == CHAIN and values.get("story") == DEEPSEEK


def walks_chain(values: Values) -> bool:
    """Return whether the steps are shown."""
    return values.get("view") == CHAIN and values.get("story") == MODEL


def claim(values: Values) -> Msg:
    """Return the claim of the view."""
    if tells_story(values):
        return msg("TogetherLab", "DeepSeek-V2 stores 93.3% less than DeepSeek-67B: by fewer "
                   "numbers, and by fewer bits.")  # fmt: skip
    if values["view"] == CHALLENGE:
        return msg("TogetherLab", "{users} users × {tokens} on one card, cosine at least {budget}: "
                   "memory wants fewer bits, fidelity more.",
                   users=values["users"], tokens=units.tokens(float(values["context"])),
                   budget=budget_text(float(values["budget"])))  # fmt: skip
    if values["view"] == MEASURED:
        return msg("TogetherLab", "What the whole model then says: measured beforehand on {model}.",
                   model=measurements().model)  # fmt: skip
    return msg("TogetherLab", "One model in six steps: fewer heads, fewer bits, better groups, a "
               "latent vector. What does each save, what does it spoil?")  # fmt: skip


def budget_text(budget: float) -> str:
    """Return a budget as it is typed."""
    return f"{budget:.3f}"


def presets() -> tuple[Preset, ...]:
    """Return the settings that are one click away."""
    return (
        Preset("deepseek", msg("TogetherLab", "Where 93.3% comes from"), {"story": DEEPSEEK}),
        Preset("start", msg("TogetherLab", "Step by step"), {"step": 0}),
        Preset("groups", msg("TogetherLab", "Same bytes, better groups"), {"step": 3}),
        Preset("equal", msg("TogetherLab", "As long as MLA"), {"step": 4}),
        Preset("challenge", msg("TogetherLab", "16 users × 32K"),
               {"view": CHALLENGE, "users": USERS, "context": LONG, "bits": 8}),
        Preset("measured", msg("TogetherLab", "The whole model at 2 bits"),
               {"view": MEASURED, "bits": 2}),
    )  # fmt: skip


# --- tasks


def tasks() -> tuple[Task, ...]:
    """Return the three tasks."""
    return (
        Task("groups", msg("TogetherLab", "4 bits: rest on per token, then on KIVI groups. Same "
                           "bytes; what happens to the cosine?"), _both_groupings),
        Task("equal", msg("TogetherLab", "Find a step with GQA and one with MLA that take the "
                          "same bytes. Rest on both."), _equal_bytes),
        Task("challenge", msg("TogetherLab", "Challenge: the 70B on one H100 for 16 users with "
            "32K each. Cosine at least 0.990: which setting passes?"), _passes),
    )  # fmt: skip


def _quantized_as(values: Values) -> object:
    """Return the grouping whose 4 bits a setting shows, None for any other setting."""
    if values["bits"] != 4:
        return None
    if values["view"] == CHALLENGE:
        return values["grouping"]
    name = STEPS[int(values["step"])]
    return name if walks_chain(values) and name in (PER_TOKEN, KIVI) else None


def _both_groupings(values: Values, metrics: Metrics, seen: Sequence[Values]) -> bool:
    shown = {_quantized_as(v) for v in seen if v["model"] == values["model"]}
    return {PER_TOKEN, KIVI} <= shown


def _equal_bytes(values: Values, metrics: Metrics, seen: Sequence[Values]) -> bool:
    sizes = {step["id"]: step["bytes_per_token"] for step in metrics["steps"]}
    if values["bits"] != 4 or sizes["kivi"] is None or sizes["kivi"] != sizes["mla"]:
        return False
    same = [v for v in seen if (v["model"], v["bits"]) == (values["model"], values["bits"])]
    shown = {STEPS[int(v["step"])] for v in same if walks_chain(v)}
    return "mla" in shown and bool({PER_TOKEN, KIVI} & shown)


def _passes(values: Values, metrics: Metrics, seen: Sequence[Values]) -> bool:
    asked = {"view": CHALLENGE, "model": DEFAULT_MODEL, "gpu": DEFAULT_CARD, "users": USERS,
             "context": LONG, "budget": BUDGET}  # fmt: skip
    here = all(values[name] == value for name, value in asked.items())
    return here and metrics["failing_constraint"] == NONE


def prediction() -> Prediction:
    """Return the question about DeepSeek's 93.3%."""
    return Prediction(
        question=msg("TogetherLab", "DeepSeek-V2 stores 93.3% less per token than DeepSeek-67B. "
            "It uses 6 bits instead of 16. How much would MLA save alone, in 16 bits?"),
        options=(("93", verbatim("93%")), ("82", verbatim("82%")), ("50", verbatim("50%"))),
        answer="82",
        hides=("saving_by_numbers", "saving_by_bits"),
        at={"story": DEEPSEEK},
        reveal=msg("TogetherLab", "82.2%: 60 × 576 numbers instead of 95 × 2\u00a0048. The rest "
            "of the 93.3% is 6 bits instead of 16. The 95 layers are the older paper's."),
    )  # fmt: skip


# --- cards


def cards(values: Values, metrics: Metrics) -> tuple[Card, ...]:
    """Return the cards of the view."""
    if values["view"] == CHALLENGE:
        return _challenge_cards(values, metrics)
    if values["view"] == MEASURED:
        return _measured_cards(metrics)
    return _story_cards(metrics) if tells_story(values) else _chain_cards(values, metrics)


def _chain_cards(values: Values, metrics: Metrics) -> tuple[Card, ...]:
    factor, size = metrics["factor"], metrics["bytes_per_token"]
    cosine, bits = metrics["fidelity"], metrics["bits_effective"]
    why = None
    if cosine is None:
        why = why_no_fidelity(STEPS[int(values["step"])], sizes_of(values))
    elif cosine < 1:
        why = msg("TogetherLab", "1 − cosine = {gap}", gap=units.number(1 - cosine, 3))
    return (
        Card("factor", _or_dash(factor, units.ratio),
             msg("TogetherLab", "smaller than MHA in 16 bits"), "good", _made_of(metrics)),
        Card("bytes_per_token", _or_dash(size, units.gigabytes),
             msg("TogetherLab", "stored per token"), sub=size and verbatim(exact_bytes(size))),
        Card("fidelity", _or_dash(cosine, units.cosine),
             msg("TogetherLab", "output cosine"), "muted" if cosine is None else "ink", why),
        Card("bits_effective", _or_dash(bits, units.trimmed),
             msg("TogetherLab", "effective bits per number"), sub=_numbers(values)),
    )  # fmt: skip


def _numbers(values: Values) -> Msg | None:
    cache = sizes_of(values).caches[int(values["step"])]
    if cache is None:
        return None
    return msg("TogetherLab", "{count} numbers per token",
               count=units.integer(cache.elements / cache.tokens))  # fmt: skip


def _or_dash(value: float | None, write: Callable[[float], str]) -> str:
    return "—" if value is None else write(value)


def _made_of(metrics: Metrics) -> Msg | None:
    """Return how a factor is made up, where both parts are there."""
    numbers, bits = metrics["factor_by_numbers"], metrics["factor_by_bits"]
    if numbers is None or bits is None or numbers == 1 or bits == 1:
        return None
    return msg("TogetherLab", "{numbers} fewer numbers, {bits} fewer bits",
               numbers=units.ratio(numbers), bits=units.ratio(bits))  # fmt: skip


def _story_cards(metrics: Metrics) -> tuple[Card, ...]:
    return (
        Card("saving", units.percent(metrics["saving"]),
             msg("TogetherLab", "less per token, as the paper says"), "good"),
        Card("saving_by_numbers", units.percent(metrics["saving_by_numbers"]),
             msg("TogetherLab", "of it by fewer numbers: both in 16 bits"), "good"),
        Card("saving_by_bits", units.percent(metrics["saving_by_bits"]),
             msg("TogetherLab", "the rest: 6 bits instead of 16"), "accent"),
        Card("deepseek_v2_bytes_per_token_6_bits",
             units.gigabytes(metrics["deepseek_v2_bytes_per_token_6_bits"]),
             msg("TogetherLab", "per token, instead of {size}",
                 size=units.gigabytes(metrics["deepseek_67b_bytes_per_token"]))),
    )  # fmt: skip


def _challenge_cards(values: Values, metrics: Metrics) -> tuple[Card, ...]:
    failing, cosine = metrics["failing_constraint"], metrics["setting_fidelity"]
    fits, within = metrics["fits"], metrics["within_budget"]
    return (
        Card("failing_constraint", verdict(failing), msg("TogetherLab", "this setting"),
             verdict_tone(failing)),
        Card("total_bytes", units.gigabytes(metrics["total_bytes"]),
             msg("TogetherLab", "of {size}", size=units.gigabytes(metrics["capacity_bytes"])),
             "good" if fits else "bad"),
        Card("fit_count", units.integer(metrics["fit_count"]),
             msg("TogetherLab", "fit, {users} wanted; weights not counted",
                 users=values["users"]), "good" if fits else "bad"),
        Card("setting_fidelity", _or_dash(cosine, units.cosine),
             msg("TogetherLab", "mean output cosine, at least {budget} wanted",
                 budget=budget_text(float(values["budget"]))),
             "muted" if within is None else "good" if within else "bad"),
        Card("setting_bits_effective", units.trimmed(metrics["setting_bits_effective"]),
             msg("TogetherLab", "effective bits per number")),
    )  # fmt: skip


def _measured_cards(metrics: Metrics) -> tuple[Card, ...]:
    found = []
    for curve in CURVES:
        loss, kept = metrics[f"{curve}_loss_change"], metrics[f"{curve}_top1_kept"]
        text = "—" if loss is None else signed(loss)
        sub = msg("TogetherLab", "not measured")
        if kept is not None:
            sub = msg("TogetherLab", "likeliest word kept: {share}", share=units.percent(kept))
        found.append(Card(f"{curve}_loss_change", text,
                          msg("TogetherLab", "loss, {curve}", curve=curve_name(curve)),
                          "good" if curve == "protected" else "bad", sub))  # fmt: skip
    return tuple(found)


# --- where the numbers are from


def footer(values: Values, source: Tensors) -> Msg:
    """Return the sentence that says where the view's numbers come from."""
    if values["view"] == MEASURED:
        lengths = [units.integer(tokens) for tokens in measurements().texts.values()]
        return msg("TogetherLab", "Measured beforehand on {model}, {count} ways of storing, texts "
                   "of {first} and {second} tokens", model=measurements().model,
                   count=len(measurements().rows), first=lengths[0],
                   second=lengths[1])  # fmt: skip
    if tells_story(values):
        return msg("TogetherLab", "93.3%: DeepSeek-V2, arXiv 2405.04434; 95 layers: DeepSeek LLM, "
                   "arXiv 2401.02954")  # fmt: skip
    where = msg("TogetherLab", "layers {layers}; bytes of {name}",
                layers=", ".join(str(layer) for layer in source.layers),
                name=model(str(values["model"])).name)  # fmt: skip
    return tensor_source(source, where)
