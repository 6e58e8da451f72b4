"""The notes of the low-rank view, and why MLA is trained in."""

from __future__ import annotations

from ..core import units
from ..core.lab import Metrics, Paragraph
from ..core.params import Values
from ..core.text import Msg, msg
from ._latent_rank import ALL, GROUP
from ._latent_rank_figure import share_text
from ._shared import data_note

SINK, QUIET = 0.1, 0.7  # of the attention, and of the median length: a sink whose V is short


def low_rank_notes(values: Values, metrics: Metrics) -> tuple[Paragraph, ...]:
    """Return what the view does and what it shows at the present rank."""
    return (
        _cut(values, metrics), _energy(metrics), _token0(metrics), _against(metrics),
        _kind(values, metrics), _is_k_low_rank(), data_note(),
    )  # fmt: skip


def after_training() -> tuple[Paragraph, ...]:
    """Return what a cut after training costs a whole model, and what follows from it."""
    return (_whole_model(), _trained_in())


def _cut(values: Values, metrics: Metrics) -> Paragraph:
    return Paragraph(
        msg("LatentLab", "What is cut here"),
        msg("LatentLab", "K and V side by side are a matrix: a row per token, {width} numbers "
            "wide. The singular value decomposition gives the best matrix of every rank. A row "
            "then needs only {rank} numbers: that is its rank. Low rank means few. {rope} Click "
            "a bar to choose a rank.",
            width=metrics["low_rank_width"], rank=values["rank"], rope=_where(metrics)),
    )  # fmt: skip


def _where(metrics: Metrics) -> Msg:
    if metrics["cut_before_rope"]:
        return msg(
            "LatentLab", "K is cut before RoPE, the position encoding, and rotated when it is read."
        )
    return msg("LatentLab", "This source has K only after RoPE, which raises its rank.")


def _energy(metrics: Metrics) -> Paragraph:
    cosine = metrics["low_rank_cosine"]
    return Paragraph(
        msg("LatentLab", "Energy is not attention"),
        msg("LatentLab", "Energy is the sum of squares. The cut keeps as much of it as this rank "
            "can, {energy}. Attention asks for something else. Its output has a mean cosine of "
            "{cosine}; 1 is unchanged. It depends on how tokens differ, and on the few that get "
            "the weight.",
            energy=share_text(metrics["energy_kept"]),
            cosine="—" if cosine is None else units.cosine(cosine)),
    )  # fmt: skip


def _token0(metrics: Metrics) -> Paragraph:
    weight, length = metrics["token0_weight"], metrics["v_token0_norm_ratio"]
    facts = msg("LatentLab", "Token 0 gets {weight} of the attention; its V has {length} of the "
                "median length. At this rank it is off by {token0} of its length, the median "
                "token's V by {median}.", weight=units.percent(weight),
                length="—" if length is None else units.percent(length),
                token0=units.percent(metrics["v_token0_error"]),
                median=units.percent(metrics["v_median_error"]))  # fmt: skip
    if weight < SINK or length is None or length > QUIET:
        return Paragraph(msg("LatentLab", "Token 0"), facts)
    return Paragraph(
        msg("LatentLab", "The quiet sink"),
        msg("LatentLab", "{facts} It is the attention sink, and quiet: its V is short. A short "
            "row adds little to the squares, so the cut spoils it first. Then the largest weight "
            "multiplies its error.", facts=facts),
    )  # fmt: skip


def _against(metrics: Metrics) -> Paragraph:
    said = {bits: "—" if cosine is None else units.cosine(cosine)
            for bits, _rank, cosine in metrics["quantized_cosines"]}  # fmt: skip
    return Paragraph(
        msg("LatentLab", "Against quantization"),
        msg("LatentLab", "The hollow dots are K and V quantized instead. K is grouped per "
            "channel, V per token, {group} values a group. Each dot stands at the rank that "
            "takes as much room. int8: {int8}, int4: {int4}, int2: {int2}.",
            group=GROUP, int8=said[8], int4=said[4], int2=said[2]),
    )  # fmt: skip


def _kind(values: Values, metrics: Metrics) -> Paragraph:
    heading = msg("LatentLab", "A lenient test")
    if values["head"] == ALL:
        text = msg("LatentLab", "The cut is fitted to the very tokens it is tested on. "
                   "And {tokens} tokens have at most {most} directions of {width}. "
                   "Other text would lose more: see the whole model.", tokens=metrics["tokens"],
                   most=metrics["rank_most"], width=metrics["low_rank_width"])  # fmt: skip
    else:
        text = msg("LatentLab", "The cut is fitted to the very tokens it is tested on. "
                   "Other text would lose more.")  # fmt: skip
    return Paragraph(heading, text)


def _is_k_low_rank() -> Paragraph:
    return Paragraph(
        msg("LatentLab", "Is K of low rank and V not?"),
        msg("LatentLab", "Measured beforehand on SmolLM2-135M, median over its layers. At which "
            "rank do 192 numbers keep 99% of their energy? K before RoPE at 67, after it at 112; "
            "V at 152. Reason: mostly K's mean. Without it K needs 123."),
    )  # fmt: skip


def _whole_model() -> Paragraph:
    return Paragraph(
        msg("LatentLab", "The whole model at half the cache"),
        msg("LatentLab", "Measured beforehand: SmolLM2-135M, each layer at rank 192 of 384. "
            "Perplexity: among how many words the model wavers. A plain decomposition makes it "
            "5.7 times as large. One fitted to other text (calibrated) makes it 1.14 times. With "
            "the sink weighted a thousandfold it is 1.003 times. KL, how far the next word's "
            "odds move, is then 0.042. int8 at that size has 0.0003."),
    )  # fmt: skip


def _trained_in() -> Paragraph:
    return Paragraph(
        msg("LatentLab", "Why MLA is trained in"),
        msg("LatentLab", "Rule of thumb: MLA has to be trained in; quantization can be added "
            "later. Measured: a cut after training costs more than int8 of the same size. "
            "Reason: K and V never learned to share a vector. And RoPE inside K forbids "
            "absorption. Turning a model into MLA needs further training, not a new model."),
    )  # fmt: skip
