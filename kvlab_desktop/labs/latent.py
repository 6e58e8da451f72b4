"""Lab 05: MLA stores fewer numbers, not smaller ones."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ..core import units
from ..core.lab import Cancelled, Card, Lab, Metrics, Outcome, Paragraph, Prediction, Preset, Task
from ..core.params import Choice, Option, Param, Slider, Value, Values
from ..core.text import Msg, msg, verbatim
from ..sources.tensors import Tensors
from . import _latent_figure as areas
from . import _latent_rank as ranks
from . import _latent_rank_figure as curves
from . import _latent_words as words
from ._latent_measure import BITS, LATER, counts, later_key, later_metrics
from ._latent_notes import notes
from ._latent_words import AREAS, LOW_RANK
from ._shared import bits_aloud, seed_slider, tensor_source

POWERS_OF_TWO = (1, 2, 4, 8, 16, 32, 64, 128)


class LatentLab(Lab):
    """What MHA, GQA and MLA store, absorption really multiplied, and a cut after training."""

    id = "latent"
    order = 5
    sources = ("sample", "synthetic")

    def title(self) -> Msg:
        return msg("LatentLab", "MLA: store fewer numbers, not smaller ones")

    def tab(self) -> Msg:
        return msg("LatentLab", "MLA")

    def claim(self, values: Values) -> Msg:
        return words.claim(values)

    def params(self, source: Tensors) -> tuple[Param, ...]:
        return (_view(), *_strip(), *_more(), *_cut(source))

    def clamp(self, values: Values, source: Tensors) -> dict[str, Value]:
        """Bring KV heads to a divisor of the heads, and the rank to what the head has."""
        whole = super().clamp(values, source)
        heads, kv_heads = int(whole["heads"]), int(whole["kv_heads"])
        whole["kv_heads"] = max(n for n in POWERS_OF_TWO if n <= kv_heads and heads % n == 0)
        whole["rank"] = min(int(whole["rank"]), ranks.most_ranks(source, str(whole["head"])))
        return whole

    def presets(self) -> tuple[Preset, ...]:
        return words.presets()

    def tasks(self) -> tuple[Task, ...]:
        return words.tasks()

    def prediction(self) -> Prediction:
        return words.prediction()

    def compute(self, values: Values, source: Tensors) -> Outcome:
        low_rank = values["view"] == LOW_RANK
        metrics: dict[str, Any] = counts(values) | dict.fromkeys(LATER)
        if low_rank:
            metrics |= _rank_metrics(values, source)
        figure = curves.picture(values, source) if low_rank else areas.picture(values, metrics)
        return Outcome(metrics, figure, _reasons(metrics))

    def later_key(self, values: Values) -> Hashable:
        return later_key(values)

    def later(self, values: Values, source: Tensors, cancelled: Cancelled) -> Metrics:
        return later_metrics(values)

    def cards(self, values: Values, metrics: Metrics) -> tuple[Card, ...]:
        return words.cards(values, metrics)

    def notes(self, values: Values, metrics: Metrics) -> tuple[Paragraph, ...]:
        return notes(values, metrics)

    def footer(self, values: Values, source: Tensors) -> Msg:
        if values["view"] == LOW_RANK:
            return tensor_source(source, words.cut_where(values, source.n_tokens))
        return words.multiplied_where(values)

    def describe(self, values: Values, source: Tensors, mark: str, key: Value) -> Msg | None:
        if values["view"] == LOW_RANK:
            return _describe_cut(values, source, mark, key)
        metrics = counts(values)
        if mark == "areas":
            return words.area(str(key), values, metrics)
        if mark in ("multiplies", "reads") and key in areas.FORMS:
            index = areas.FORMS.index(str(key))
            multiplies, reads = areas.work(metrics)
            return words.work_of(str(key), multiplies[index], reads[index])
        return None


def _in_areas(values: Values) -> bool:
    return values.get("view") == AREAS


def _in_low_rank(values: Values) -> bool:
    return values.get("view") == LOW_RANK


def _view() -> Choice:
    return Choice(
        "view",
        msg("LatentLab", "view"),
        (Option(AREAS, msg("LatentLab", "Areas")), Option(LOW_RANK, msg("LatentLab", "Low rank"))),
        role="view",
    )


def _strip() -> tuple[Param, ...]:
    heads = tuple(n for n in POWERS_OF_TWO if n >= 8)
    return (
        Slider("d_c", msg("LatentLab", "latent d_c"), low=words.D_C_STEP, high=areas.MOST_D_C,
               step=words.D_C_STEP, start=words.DEEPSEEK_D_C, page=4, show=units.integer,
               enabled=_in_areas, help=msg("LatentLab", "Numbers of the latent vector c.")),
        Slider("heads", msg("LatentLab", "heads"), stops=heads, start=areas.MOST_HEADS, page=1,
               enabled=_in_areas, help=msg("LatentLab", "Query heads. MHA has as many KV heads.")),
        Slider("kv_heads", msg("LatentLab", "KV heads"), stops=POWERS_OF_TWO, start=8, page=1,
               enabled=_in_areas, help=msg("LatentLab", "KV heads of GQA; they divide the heads.")),
        Slider("bits", msg("Words", "bits"), stops=BITS, start=16, page=1, enabled=_in_areas,
               aloud=bits_aloud,
               help=msg("LatentLab", "Bits of the latent. The RoPE part always has 16.")),
    )  # fmt: skip


def _more() -> tuple[Param, ...]:
    lengths = tuple(2**power for power in range(10, 21))
    return (
        Slider("head_dim", msg("LatentLab", "head width"), stops=(64, 96, 128, 192, 256),
               start=128, page=1, tier="more", enabled=_in_areas),
        Slider("rope", msg("LatentLab", "RoPE part"), stops=(0, 32, 64, 128), start=64, page=1,
               tier="more", enabled=_in_areas,
               help=msg("LatentLab", "Separate numbers that carry the position.")),
        Slider("group_size", msg("LatentLab", "group size"), stops=(32, 64, 128), start=64, page=1,
               tier="more", enabled=_in_areas,
               help=msg("LatentLab", "Numbers of the latent that share a scale, below 16 bits.")),
        Slider("tokens", msg("LatentLab", "tokens in the cache"), stops=lengths, start=4096,
               page=1, tier="more", show=units.tokens, enabled=_in_areas),
        seed_slider(),
    )  # fmt: skip


def _cut(source: Tensors) -> tuple[Param, ...]:
    layers, most = source.layers, ranks.most_ranks(source, ranks.ALL)
    heads = tuple(Option(str(head), verbatim(str(head))) for head in range(source.kv_heads))
    return (
        Slider("layer", msg("LatentLab", "layer"), stops=layers, page=1, tier="more",
               start=14 if 14 in layers else layers[0], enabled=_in_low_rank),
        Choice("head", msg("LatentLab", "KV head"),
               (*heads, Option(ranks.ALL, words.head_name(ranks.ALL))), tier="more",
               enabled=_in_low_rank,
               help=msg("LatentLab", "All: K and V of all KV heads are cut together.")),
        Slider("rank", msg("LatentLab", "rank"), low=1, high=most, start=min(64, most), page=16,
               tier="more", enabled=_in_low_rank,
               help=msg("LatentLab", "Numbers that are kept per token.")),
    )  # fmt: skip


def _rank_metrics(values: Values, source: Tensors) -> dict[str, Any]:
    layer, head, rank = ranks.chosen(values, source)
    full, found = ranks.whole(source, layer, head), ranks.cut(source, layer, head, rank)
    return {
        "low_rank_width": full.width,
        "rank_most": full.most,
        "low_rank_ratio": full.width / rank,
        "energy_kept": found.energy,
        "low_rank_cosine": found.cosine,
        "k_token0_error": found.k_token0,
        "k_median_error": found.k_median,
        "v_token0_error": found.v_token0,
        "v_median_error": found.v_median,
        "rank_for_99_percent": full.factors.rank_for(0.99),
        "v_token0_norm_ratio": full.v_token0_norm_ratio,
        "token0_weight": float(full.exact.weights[..., 0].mean()),
        "quantized_cosines": [[one.bits, one.same_size_rank, one.cosine]
                              for one in ranks.quantized(source, layer, head)],
        "cut_before_rope": source.has_pre_rope,
        "tokens": source.n_tokens,
    }  # fmt: skip


def _reasons(metrics: Metrics) -> dict[str, Msg]:
    """Return why a figure is missing, under its id."""
    why = dict.fromkeys(LATER, msg("LatentLab", "computing…"))
    why["break_even_d_c"] = msg("LatentLab", "GQA stores no more than the RoPE part alone")
    why["latent_gain_cap"] = msg("LatentLab", "there is no RoPE part")
    why["v_token0_norm_ratio"] = msg("LatentLab", "the median row of V is zero")
    why["low_rank_cosine"] = msg("LatentLab", "the attention output is zero")
    return {name: why[name] for name, value in metrics.items() if value is None}


def _describe_cut(values: Values, source: Tensors, mark: str, key: Value) -> Msg | None:
    layer, head, rank = ranks.chosen(values, source)
    if mark == "quantized":
        found = {one.bits: one for one in ranks.quantized(source, layer, head)}
        return words.quantized_text(found[int(key)]) if key in found else None
    if mark in curves.ROWS:
        now = ranks.cut(source, layer, head, rank)
        return words.row_text(curves.row_name(mark), float(getattr(now, mark)))
    if mark in ("energy", "now") and 1 <= int(key) <= ranks.most_ranks(source, head):
        return words.cut_text(ranks.cut(source, layer, head, int(key)))
    return None


LAB = LatentLab()
