"""Lab 04's notes that a setting calls for: ways to fit, traps of calculators, cards, sources."""

from __future__ import annotations

from ..core.lab import Metrics, Paragraph
from ..core.text import msg, verbatim
from ..core.units import integer
from ..numerics.cache_plan import replication
from ..sources.models import accelerator
from ._memory_formula import mistakes, way_text, with_numbers
from ._memory_models import short_name
from ._memory_numbers import Load
from ._shared import lines

Notes = tuple[Paragraph, ...]


def ways_note(metrics: Metrics) -> Notes:
    """Return what would make the requests fit, once it has been looked for."""
    found = metrics.get("ways_to_fit")
    if not found:
        return ()
    listed = [
        way_text(
            way["change"],
            way["value"],
            None if way["card"] is None else short_name(accelerator(way["card"])),
        )
        for way in found
    ]
    return (
        Paragraph(
            msg("MemoryLab", "What would make it fit"),
            msg("MemoryLab", "Each of these alone is enough:\n{ways}", ways=lines(listed)),
        ),
    )


def too_long_note(load: Load) -> Notes:
    """Return a warning for a context that the model was not made for."""
    longest = load.plan.shape.context
    if longest is None or load.plan.tokens <= longest:
        return ()
    return (
        Paragraph(
            msg("MemoryLab", "Longer than the model can read"),
            msg(
                "MemoryLab",
                "{name} was made for at most {longest} tokens. The page computes {tokens} all "
                "the same.",
                name=load.plan.shape.name,
                longest=integer(longest),
                tokens=integer(load.plan.tokens),
            ),
        ),
    )


def mistakes_note(load: Load) -> Notes:
    """Return what a naive calculator would say of one request, and why it is wrong."""
    listed = mistakes(load)
    if not listed:
        return ()
    return (
        Paragraph(
            msg("MemoryLab", "What a naive calculator would say"),
            msg(
                "MemoryLab",
                "Many calculators know a model only by its headline numbers. Each mistake alone, "
                "for one request:\n"
                "{mistakes}",
                mistakes=lines([with_numbers(one, load) for one in listed]),
            ),
        ),
    )


def parallel_note(load: Load) -> Notes:
    """Return how several cards share the cache."""
    tp = load.plan.tp
    if tp == 1 or load.trouble is not None:
        return ()
    copies = max(replication(group, tp) for group in load.plan.shape.groups)
    now = (
        msg("MemoryLab", "Here each part lies on one card only.")
        if copies == 1
        else msg("MemoryLab", "Here each part lies on {copies} cards.", copies=copies)
    )
    return (
        Paragraph(
            msg("MemoryLab", "Tensor parallel"),
            msg(
                "MemoryLab",
                "{cards} cards share the KV heads. With more cards than heads, the heads are "
                "copied. An MLA latent is copied to every card. {now}",
                cards=tp,
                now=now,
            ),
        ),
    )


def sources_note(load: Load) -> Notes:
    """Return where the facts about model and card were read."""
    table = load.chosen.table
    sources = (*(table.sources if table is not None else ()), *load.card.sources)
    if not sources:
        return ()
    return (Paragraph(msg("MemoryLab", "Sources"), verbatim("; ".join(sources))),)
