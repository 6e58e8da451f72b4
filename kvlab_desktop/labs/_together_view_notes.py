"""The notes of the other views: DeepSeek's 93.3%, the challenge, the measured table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..core import units
from ..core.lab import Metrics, Paragraph
from ..core.params import Values
from ..core.text import Msg, msg
from ..sources.measured import measurements
from ..sources.models import accelerator
from ._memory_formula import way_text
from ._memory_models import short_name
from ._shared import cache_note, data_note, lines
from ._together_challenge import BOTH, FIDELITY, MEMORY, NONE
from ._together_measured import KIVI_K, KIVI_V, RECENT, ROW, measured_for
from ._together_notes import kinds_of_attention, kivi, one_sentence, sink
from ._together_story import story

# --- DeepSeek's 93.3%


def story_notes() -> tuple[Paragraph, ...]:
    """Return what the two parts of the 93.3% are, without the answer to the question."""
    return (
        Paragraph(
            msg("TogetherLab", "Fewer numbers"),
            msg("TogetherLab", "Per layer MLA keeps 512 + 64 = 576 numbers. GQA with 8 KV heads "
                "keeps 2 × 8 × 128 = 2\u00a0048. And V2 has 60 layers, DeepSeek-67B 95; those 95 "
                "are the older paper's."),
        ),
        Paragraph(
            msg("TogetherLab", "Fewer bits"),
            msg("TogetherLab", "V2 was served with 6 bits per number on average. DeepSeek-67B is "
                "counted with 16. The cards split the 93.3% into the two."),
        ),
        Paragraph(
            msg("TogetherLab", "The yardstick decides"),
            msg("TogetherLab", "V2 has 128 heads; as MHA they would take {mha} B. Against that, "
                "MLA in 16 bits would save {saving}.", mha=units.integer(story().mha),
                saving=units.percent(1 - story().latent / story().mha)),
        ),
        cache_note(),
        kinds_of_attention(),
        Paragraph(
            msg("TogetherLab", "Sources"),
            msg("TogetherLab", "93.3%, 60 layers, 6 bits on average: DeepSeek-V2, arXiv "
                "2405.04434. 95 layers, 8 KV heads: DeepSeek LLM, arXiv 2401.02954, table 2."),
        ),
    )  # fmt: skip


# --- the challenge


def challenge_notes(values: Values, metrics: Metrics) -> tuple[Paragraph, ...]:
    """Return what fails and what would help, then what is compared."""
    return (
        Paragraph(msg("TogetherLab", "This setting"), _what_fails(values, metrics)),
        *_ways(values, metrics),
        Paragraph(
            msg("TogetherLab", "Two constraints"),
            msg("TogetherLab", "A bit less saves memory and lowers the cosine. Other groups move "
                "the cosine and cost no byte."),
        ),
        *_which_mean(metrics),
        Paragraph(
            msg("TogetherLab", "Weights"),
            msg("TogetherLab", "The model's own weights are not counted here; lab 04 can. "
                "Caches are one per user, weights are there once."),
        ),
        cache_note(),
        kivi(),
        data_note(),
    )  # fmt: skip


def _what_fails(values: Values, metrics: Metrics) -> Msg:
    memory = msg("TogetherLab", "{total} do not go into {capacity}",
                 total=units.gigabytes(metrics["total_bytes"]),
                 capacity=units.gigabytes(metrics["capacity_bytes"]))  # fmt: skip
    cosine = metrics["setting_fidelity"]
    fidelity = msg("TogetherLab", "the mean cosine {cosine} is under {budget}",
                   cosine="—" if cosine is None else units.cosine(cosine),
                   budget=f"{float(values['budget']):.3f}")  # fmt: skip
    return {
        NONE: msg("TogetherLab", "Memory and fidelity both hold."),
        MEMORY: msg("TogetherLab", "Memory fails: {memory}.", memory=memory),
        FIDELITY: msg("TogetherLab", "Fidelity fails: {fidelity}. Memory would do.",
                      fidelity=fidelity),
        BOTH: msg("TogetherLab", "Both fail: {memory}, and {fidelity}.", memory=memory,
                  fidelity=fidelity),
    }.get(metrics["failing_constraint"] or "", msg(
        "TogetherLab", "Memory is enough. The sample has K and V of heads, but nothing like this "
        "model's cache, so the fidelity is not known."))  # fmt: skip


def _ways(values: Values, metrics: Metrics) -> tuple[Paragraph, ...]:
    """Return what alone would make the users fit; it comes a moment later."""
    ways: Sequence[Mapping[str, Any]] | None = metrics["ways_to_fit"]
    if not ways:
        return ()
    said = [way_text(way["change"], way["value"], _card_name(way["card"])) for way in ways]
    return (
        Paragraph(msg("TogetherLab", "What would make them fit"),
                  msg("TogetherLab", "Each of these alone is enough:\n"
                      "{ways}", ways=lines(said))),
    )  # fmt: skip


def _card_name(card: str | None) -> str | None:
    return None if card is None else short_name(accelerator(card))


def _which_mean(metrics: Metrics) -> tuple[Paragraph, ...]:
    lowest, share = metrics["setting_lowest_cosine"], metrics["setting_share_cosine_over_099"]
    if lowest is None or share is None:
        return ()
    return (
        Paragraph(
            msg("TogetherLab", "Which mean?"),
            msg("TogetherLab", "Fidelity is the mean cosine of {outputs} attention outputs; 1 is "
                "unchanged. They are every layer, query head and query of the sample, in groups "
                "of 64. A mean hides its tail: here {share} are above 0.99, the lowest is "
                "{lowest}.",
                outputs=units.integer(metrics["outputs"]), share=units.percent(share),
                lowest=units.cosine(lowest)),
        ),
    )  # fmt: skip


# --- measured beforehand


def measured_notes() -> tuple[Paragraph, ...]:
    """Return what was measured, how the columns are read, and what they say."""
    return (
        _beforehand(),
        Paragraph(
            msg("TogetherLab", "Cost, loss, KL, top-1"),
            msg("TogetherLab", "Cost: effective bits, that is stored bits per value, scale and "
                "zero included.\n"
                "Loss: how many nats dearer the right next word gets.\n"
                "KL: how far the odds of the next word move, in nats.\n"
                "Top-1: how often the likeliest next word stays the same.\n"
                "A loss under 0.03 is noise here: read the KL."),
        ),
        _int2(),
        _sides(),
        one_sentence(),
        sink(),
        kivi(),
        Paragraph(
            msg("TogetherLab", "Row, column, besides"),
            msg("TogetherLab", "Row 64: 64 channels of a token share a scale; row 192 spans the "
                "3 KV heads.\n"
                "Column 32: 32 tokens of a channel share one.\n"
                "Sink: token 0, which most queries attend to, stays in fp16.\n"
                "R=32: the residual window, the last 32 tokens, stays in fp16.\n"
                "Pre: K is quantized before RoPE, the position encoding.\n"
                "1%: the extreme values of each vector stay in fp16.\n"
                "K − mean: K is quantized after its mean is taken off.\n"
                "Hadamard: a rotation that spreads outliers over all channels."),
        ),
        cache_note(),
        Paragraph(
            msg("TogetherLab", "Limits"),
            msg("TogetherLab", "One small model, two short texts of one author. Nothing here "
                "says how a 7B behaves. In so short a text the last 32 tokens get much of the "
                "attention. In a long one they do not, but they cost next to nothing."),
        ),
    )  # fmt: skip


def _beforehand() -> Paragraph:
    first, second = measurements().texts.values()
    return Paragraph(
        msg("TogetherLab", "Measured beforehand"),
        msg("TogetherLab", "{model}, the whole model, texts of {first} and {second} tokens. K "
            "and V of every layer are quantized and read back, then held against fp16. Nothing "
            "of it is computed now.", model=measurements().model, first=units.integer(first),
            second=units.integer(second)),
    )  # fmt: skip


def _int2() -> Paragraph:
    per_token = measured_for(ROW, ROW, bits=2)
    kivi = measured_for(KIVI_K, KIVI_V, bits=2)
    protected = measured_for(KIVI_K, KIVI_V, bits=2, sink=True, recent=RECENT)
    return Paragraph(
        msg("TogetherLab", "Does int2 break?"),
        msg("TogetherLab", "Rule of thumb: yes. Measured, the loss rises: grouped per token by "
            "{rows}, in KIVI groups by {kivi}. With the sink and the last 32 tokens in fp16 it "
            "rises by {kept}. Reason: large channels have their own grid, and the quiet token is "
            "left alone.",
            rows=units.trimmed(per_token.loss_change, 3), kivi=units.trimmed(kivi.loss_change, 3),
            kept=units.trimmed(protected.loss_change, 3)),
    )  # fmt: skip


def _sides() -> Paragraph:
    k, v = (measured_for(*side, bits=4).kl_nats for side in ((ROW, None), (None, ROW)))
    columns = measured_for(KIVI_K, None, bits=4).kl_nats
    small_rows = measured_for(None, KIVI_V, bits=4).kl_nats
    return Paragraph(
        msg("TogetherLab", "Only K, only V"),
        msg("TogetherLab", "4 bits per token: KL {k} for K only, {v} for V only, {factor} less. "
            "With KIVI groups {k_kivi} and {v_kivi}. Once K is grouped well, they differ by a "
            "factor of {kivi}.",
            k=f"{k:.4f}", v=f"{v:.4f}", factor=units.ratio(round(k / v)),
            k_kivi=f"{columns:.4f}", v_kivi=f"{small_rows:.4f}",
            kivi=units.trimmed(columns / small_rows, 2)),
    )  # fmt: skip
