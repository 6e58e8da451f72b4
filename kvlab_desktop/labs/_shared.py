"""Parameters and sentences that several labs share, so that they read the same everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.lab import Metrics, Paragraph
from ..core.params import Choice, Option, Slider, Tier
from ..core.text import Msg, msg, verbatim
from ..core.units import tokens


def bits_slider(start: int, *, low: int = 1, high: int = 8) -> Slider:
    """Return the slider for the bits of one code."""
    return Slider("bits", msg("Words", "bits"), low=low, high=high, start=start, page=2,
                  aloud=bits_aloud)  # fmt: skip


def bits_aloud(value: float) -> Msg:
    """Return how a screen reader says a number of bits."""
    return msg("Words", "%n bit(s)", n=round(value))


def tokens_aloud(value: float) -> Msg:
    """Return how a screen reader says a number of tokens."""
    return msg("Words", "{count} tokens", count=tokens(value))


def metadata_choice() -> Choice:
    """Return the choice of how scale and zero point are kept."""
    return Choice(
        "metadata",
        msg("Words", "scale and zero"),
        (
            Option("ideal", msg("Words", "exact, counted as 16 bits")),
            Option("fp16", msg("Words", "rounded to fp16 first")),
        ),
        tier="more",
        help=msg("Words", "Papers simulate with exact numbers; engines store fp16."),
    )


def seed_slider(*, tier: Tier = "more") -> Slider:
    """Return the seed of whatever is drawn at random."""
    return Slider("seed", msg("Words", "seed"), low=0, high=9999, start=7, page=100, tier=tier)


def cache_note() -> Paragraph:
    """Return what K, V and the cache are: any lab may be the first that is opened."""
    return Paragraph(
        msg("Words", "K, V and the cache"),
        msg(
            "Words",
            "A language model writes token by token. A token is a word or a piece of one. Each "
            "token leaves two vectors in every layer and head. K is what later queries are "
            "compared with, V is what they fetch. Both are kept, not computed again: that is the "
            "KV cache.",
        ),
    )


def data_note() -> Paragraph:
    """Return what the two sources in the footer are."""
    return Paragraph(
        msg("Words", "Where the tensors come from"),
        msg(
            "Words",
            "Real activations: what a small language model computed while it read a text.\n"
            "Synthetic: drawn at random from a seed, with the outliers of the textbook.",
        ),
    )


def lines(texts: Sequence[Msg]) -> Msg:
    """Join texts, at least one, each on a line of its own."""
    joined = texts[0]
    for one in texts[1:]:
        joined = msg("Words", "{first}\n{second}", first=joined, second=one)
    return joined


def both(first: Msg, second: Msg) -> Msg:
    """Join two short texts with a middle dot."""
    return msg("Words", "{first} · {second}", first=first, second=second)


def computing(metrics: Metrics, name: str, text: str) -> Msg:
    """Return a metric's text, or "…" while it has not come yet."""
    return verbatim("…") if metrics.get(name) is None else verbatim(text)


def tensor_source(source: Any, where: Msg) -> Msg:
    """Return the footer's sentence for a source of tensors; ``where`` names layer, head, tokens."""
    if source.id == "synthetic":
        return msg(
            "Words", "Data: synthetic tensors, seed {seed} · {where}", seed=source.seed, where=where
        )
    return msg("Words", "Data: {name}, real activations · {where}", name=source.name, where=where)
