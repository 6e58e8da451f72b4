"""What the MLA lab says: claim, presets, tasks, the question, cards, hover texts."""

from __future__ import annotations

from collections.abc import Sequence

from ..core import units
from ..core.lab import Card, Metrics, Prediction, Preset, Task
from ..core.params import Values
from ..core.text import Msg, msg, verbatim
from ..numerics.ledger import FULL_BITS
from ._latent_figure import form_name, not_less
from ._latent_measure import HEADS_USED, TOKENS_USED
from ._latent_rank import Cut, Quantized
from ._latent_rank_figure import share_text
from ._shared import computing

AREAS, LOW_RANK = "areas", "low_rank"
D_C_STEP, DEEPSEEK_D_C = 64, 512


def claim(values: Values) -> Msg:
    """Return the claim of the view."""
    if values["view"] == LOW_RANK:
        return msg("LatentLab", "Cut after training, K and V keep their energy but not their "
                   "attention: MLA is trained in.")  # fmt: skip
    return msg("LatentLab", "K and V come from one hidden state: store a short latent "
               "vector c, expand it when it is used.")  # fmt: skip


def presets() -> tuple[Preset, ...]:
    """Return the settings that are one click away."""
    return (
        Preset("deepseek", msg("LatentLab", "DeepSeek-V3"), {}),
        Preset("break_even", msg("LatentLab", "Break-even at 1\u00a0984"), {"d_c": 1984}),
        Preset("int4", msg("LatentLab", "int4 on top: 157.5×"), {"bits": 4}),
        Preset("low_rank", msg("LatentLab", "Low rank, half the size"), {"view": LOW_RANK}),
        Preset("trap", msg("LatentLab", "99% of the energy, cosine 0.62"),
               {"view": LOW_RANK, "layer": 19, "head": "2"}),
    )  # fmt: skip


def tasks() -> tuple[Task, ...]:
    """Return the three tasks."""
    return (
        Task("break_even", msg("LatentLab", "Find the smallest d_c at which MLA stops paying. It "
            "then stores no less than GQA."), _stops_paying),
        Task("gqa", msg("LatentLab", "Leave d_c at 512. How many KV heads may GQA have without "
            "storing more than MLA?"), _same_as_gqa),
        Task("int4", msg("LatentLab", "Leave d_c at 512 and put the latent in 4 bits. "
                         "Is the cache 4 times smaller?"), _quantized_too),
    )  # fmt: skip


def _stops_paying(values: Values, metrics: Metrics, seen: Sequence[Values]) -> bool:
    stored = metrics["mla_elements"]
    return bool(stored - D_C_STEP < metrics["gqa_elements"] <= stored)


def _same_as_gqa(values: Values, metrics: Metrics, seen: Sequence[Values]) -> bool:
    # twice the heads are the next choice, and they would be above MLA
    largest = metrics["gqa_elements"] <= metrics["mla_elements"] < 2 * metrics["gqa_elements"]
    return bool(largest and values["d_c"] == DEEPSEEK_D_C and values["kv_heads"] == 2)


def _quantized_too(values: Values, metrics: Metrics, seen: Sequence[Values]) -> bool:
    return values["bits"] == 4 and values["d_c"] == DEEPSEEK_D_C


def prediction() -> Prediction:
    """Return the question about quantizing the latent."""
    return Prediction(
        question=msg("LatentLab", "The latent goes from 16 bits to 4. "
                     "By which factor does the cache shrink?"),
        options=(
            ("4", msg("LatentLab", "4: a quarter of the bits")),
            ("2.8", msg("LatentLab", "2.8: less than the bits say")),
            ("8", msg("LatentLab", "8: both gains multiply")),
        ),
        answer="2.8",
        hides=("ratio",),
        at={"bits": 4},
        reveal=msg("LatentLab", "2.77. Scale and zero make 4 bits 4.5. And the 64 RoPE numbers "
            "stay at 16 bits. 9\u00a0216 bits become 3\u00a0328."),
    )  # fmt: skip


# --- cards


def cards(values: Values, metrics: Metrics) -> tuple[Card, ...]:
    """Return the cards of the view that the metrics are of."""
    return _rank_cards(values, metrics) if of_low_rank(metrics) else _area_cards(values, metrics)


def of_low_rank(metrics: Metrics) -> bool:
    """Return whether metrics are of the low-rank view.

    For a moment after a click the page may still show what it was computed for before.
    """
    return "low_rank_width" in metrics


def _area_cards(values: Values, metrics: Metrics) -> tuple[Card, ...]:
    less = metrics["mla_elements"] < metrics["gqa_elements"]
    return (
        Card("mha_elements", units.integer(metrics["mha_elements"]),
             msg("LatentLab", "MHA: numbers per layer and token")),
        Card("gqa_elements", units.integer(metrics["gqa_elements"]),
             msg("LatentLab", "GQA, %n KV head(s)", n=int(values["kv_heads"]))),
        Card("mla_elements", units.integer(metrics["mla_elements"]),
             msg("LatentLab", "MLA: d_c + {rope} RoPE", rope=values["rope"]),
             tone="good" if less else "bad",
             sub=None if less else not_less()),
        Card("ratio", units.ratio(metrics["ratio"]), msg("LatentLab", "MLA against MHA"),
             tone="good" if metrics["ratio"] > 1 else "bad", sub=_with_bits(values, metrics)),
        _absorption_card(values, metrics),
    )  # fmt: skip


def four_digits(value: float) -> str:
    """Return a factor with four significant digits."""
    return f"{units.trimmed(value)}×"


def _with_bits(values: Values, metrics: Metrics) -> Msg | None:
    if values["bits"] == FULL_BITS:
        return None
    return msg("LatentLab", "{bits} bits: {gain} more, {all} in all", bits=values["bits"],
               gain=units.ratio(metrics["latent_gain"]),
               all=four_digits(metrics["ratio_with_bits"]))  # fmt: skip


def _absorption_card(values: Values, metrics: Metrics) -> Card:
    found = metrics["absorption_max_rel_diff"]
    sub = None
    if values["bits"] != FULL_BITS:
        sub = msg("LatentLab", "{bits} bits: cosine {cosine}", bits=values["bits"],
                  cosine=cosine_text(metrics, "latent_cosine"))  # fmt: skip
    return Card("absorption_max_rel_diff",
                computing(metrics, "absorption_max_rel_diff", units.number(found or 0)),
                msg("LatentLab", "absorbed − expanded, relative"),
                sub=sub)  # fmt: skip


def cosine_text(metrics: Metrics, name: str) -> Msg:
    """Return a cosine that comes later; "…" until then."""
    return computing(metrics, name, units.cosine(metrics.get(name) or 0))


def _rank_cards(values: Values, metrics: Metrics) -> tuple[Card, ...]:
    cosine, int8 = metrics["low_rank_cosine"], metrics["quantized_cosines"][0][2]
    return (
        Card("low_rank_ratio", units.ratio(metrics["low_rank_ratio"]),
             msg("LatentLab", "smaller: {rank} numbers in place of {width}", rank=values["rank"],
                 width=metrics["low_rank_width"])),
        Card("energy_kept", share_text(metrics["energy_kept"]),
             msg("LatentLab", "energy kept"), tone="good"),
        Card("low_rank_cosine", "—" if cosine is None else units.cosine(cosine),
             msg("LatentLab", "output cosine"), tone="bad",
             sub=None if int8 is None else msg("LatentLab", "int8: {cosine}",
                                               cosine=units.cosine(int8))),
        Card("v_token0_error", units.percent(metrics["v_token0_error"]),
             msg("LatentLab", "error of V, token 0"), tone="bad",
             sub=msg("LatentLab", "median {error}",
                     error=units.percent(metrics["v_median_error"]))),
        Card("rank_for_99_percent", units.integer(metrics["rank_for_99_percent"]),
             msg("LatentLab", "rank for 99% of the energy")),
    )  # fmt: skip


# --- footer and hover texts


def multiplied_where(values: Values) -> Msg:
    """Return the footer of the areas view, which has no tensor source."""
    return msg("LatentLab", "Multiplied: {heads} heads at true size, {tokens} tokens, random "
               "weights, seed {seed}",
               heads=HEADS_USED, tokens=TOKENS_USED, seed=values["seed"])  # fmt: skip


def cut_where(values: Values, tokens: int) -> Msg:
    """Return which K and V are cut."""
    return msg("LatentLab", "layer {layer}, KV head {head}, {tokens} tokens",
               layer=values["layer"], head=head_name(str(values["head"])),
               tokens=tokens)  # fmt: skip


def head_name(head: str) -> Msg:
    """Return the name of a choice of heads."""
    return msg("LatentLab", "all") if head == "all" else verbatim(head)


def area(key: str, values: Values, metrics: Metrics) -> Msg:
    """Return the hover text of a square or a part of one."""
    if key in ("mha", "gqa", "mla"):
        count = metrics[f"{key}_elements"]
        return msg("LatentLab", "{name}: {count} numbers per layer and token, {bytes} bytes at "
                   "16 bits", name=key.upper(), count=units.integer(count),
                   bytes=units.integer(2 * count))  # fmt: skip
    if key == "rope":
        return msg("LatentLab", "RoPE part: {count} numbers, always 16 bits",
                   count=values["rope"])  # fmt: skip
    latent_bits = metrics["mla_bits_per_token"] - FULL_BITS * int(values["rope"])
    return msg("LatentLab", "latent c: {count} numbers, {bits} bits with scale and zero",
               count=units.integer(float(values["d_c"])),
               bits=units.integer(latent_bits))  # fmt: skip


def work_of(form: str, multiplies: int, reads: int) -> Msg:
    """Return the hover text of a form's bars."""
    return msg("LatentLab", "{form}: {multiplies} multiplications, {reads} numbers read",
               form=form_name(form), multiplies=units.integer(multiplies),
               reads=units.integer(reads))  # fmt: skip


def cut_text(found: Cut) -> Msg:
    """Return the hover text of a rank."""
    return msg("LatentLab", "rank {rank}: energy {energy}, output cosine {cosine}",
               rank=found.rank, energy=share_text(found.energy),
               cosine="—" if found.cosine is None else units.cosine(found.cosine))  # fmt: skip


def quantized_text(found: Quantized) -> Msg:
    """Return the hover text of a quantized comparison."""
    return msg("LatentLab", "int{bits}: as large as rank {rank}, output cosine {cosine}",
               bits=found.bits, rank=units.trimmed(found.same_size_rank),
               cosine="—" if found.cosine is None else units.cosine(found.cosine))  # fmt: skip


def row_text(row: Msg, error: float) -> Msg:
    """Return the hover text of a row's error."""
    return msg("LatentLab", "{row}: the error is {error} of its length",
               row=row, error=units.percent(error))  # fmt: skip
