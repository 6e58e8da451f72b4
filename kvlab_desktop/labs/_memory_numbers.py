"""Lab 04's numbers, the same for the page and for the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from ..core.params import Value, Values
from ..core.text import Msg, msg
from ..numerics.cache import CacheSize, GroupSize
from ..numerics.cache_naive import Naive, naive
from ..numerics.cache_plan import (
    Plan,
    TensorParallelError,
    WeightsUnknownError,
    bytes_read_per_generated_token,
    fit_count,
    per_rank,
    tokens_per_second_ceiling,
    ways_to_fit,
    weight_bytes,
)
from ..sources.models import Accelerator, accelerator
from ._memory_models import Chosen, chosen, rivals

_KEPT = 8  # settings worked out: page, notes and hover ask for the same one


@dataclass(frozen=True, slots=True, eq=False)
class Load:
    """One setting worked out: a model on a card, its numbers, and why some could not be had.

    ``trouble`` is the reason that keeps the plan from being carried out, if there is one.
    """

    chosen: Chosen
    card: Accelerator
    plan: Plan
    cache: CacheSize
    naive: Naive | None
    metrics: Mapping[str, Any]
    reasons: Mapping[str, Msg]
    trouble: Msg | None


def load_of(values: Values) -> Load:
    """Return the setting of the page worked out; the last few are kept for notes and hover."""
    terms = tuple(sorted(_terms(values).items()))
    return _kept(chosen(str(values["model"])), card_of(values), terms)


@lru_cache(maxsize=_KEPT)
def _kept(model: Chosen, card: Accelerator, terms: tuple[tuple[str, Any], ...]) -> Load:
    return work_out(model, card, dict(terms))


def card_of(values: Values) -> Accelerator:
    """Return the card of the page."""
    return accelerator(str(values["gpu"]))


def _terms(values: Values) -> dict[str, Any]:
    return {
        "tokens": int(values["context"]),
        "requests": int(values["requests"]),
        "bits": int(values["bits"]),
        "group_size": int(values["group_size"]),
        "tp": int(values["tp"]),
        "weight_bits": int(values["weight_bits"]) if values["weights"] else None,
        "utilization": float(values["utilization"]),
    }


def work_out(model: Chosen, card: Accelerator, terms: Mapping[str, Any]) -> Load:
    """Return a plan's numbers; ``terms`` are the other fields of ``cache_plan.Plan``.

    Raises ValueError for terms that make no plan or a format the model's cache does not have.
    """
    plan = Plan(model.shape, capacity_bytes=card.capacity_bytes, bandwidth=card.bandwidth, **terms)
    cache = plan.cache()
    sheet = _Sheet()
    _sizes(sheet, plan, cache)
    _what_fits(sheet, plan, cache)
    said = _naive(replace(plan, requests=1, weight_bits=None, utilization=1.0), card)
    _mistakes(sheet, said)
    sheet.put("layers", [_layer(line) for line in cache.groups])
    if not wants_ways(sheet.metrics):
        sheet.put("ways_to_fit", [])
    return Load(model, card, plan, cache, said, sheet.metrics, sheet.reasons, sheet.trouble)


class _Sheet:
    """Metrics as they are worked out, with the reason for each that could not be had."""

    def __init__(self) -> None:
        self.metrics: dict[str, Any] = {}
        self.reasons: dict[str, Msg] = {}
        self.trouble: Msg | None = None

    def put(self, name: str, value: Any, otherwise: Msg | None = None) -> None:
        """Add a metric, and if it is None the reason."""
        self.metrics[name] = value
        if value is None and otherwise is not None:
            self.reasons[name] = otherwise

    def attempt(self, name: str, get: Callable[[], Any]) -> None:
        """Add what ``get`` returns, or None where the plan cannot be carried out."""
        try:
            self.put(name, get())
        except ValueError as refusal:
            reason = _reason(refusal)
            self.put(name, None, reason)
            self.trouble = self.trouble or reason

    def derive(self, name: str, other: str, rule: Callable[[Any], Any]) -> None:
        """Add what follows from another metric, or None for the same reason."""
        value = self.metrics[other]
        self.put(name, None if value is None else rule(value), self.reasons.get(other))


def _reason(refusal: ValueError) -> Msg:
    if isinstance(refusal, TensorParallelError):
        return msg(
            "MemoryLab",
            "{cards} cards cannot share {heads} KV heads evenly: one number must divide the other.",
            cards=refusal.tp,
            heads=refusal.n_kv,
        )
    if isinstance(refusal, WeightsUnknownError):
        return msg(
            "MemoryLab",
            "The number of parameters is not known here, so the weights cannot be counted.",
        )
    return msg("MemoryLab", "At this length the model keeps nothing.")


def _sizes(sheet: _Sheet, plan: Plan, cache: CacheSize) -> None:
    sheet.put("bytes_per_token", cache.bytes_per_token)
    sheet.put("bytes_per_token_all_layers", cache.bytes_per_token_all_layers)
    sheet.put("fixed_state_bytes", plan.shape.fixed_state_bytes)
    sheet.put("bytes_per_sequence", cache.total_bytes)
    sheet.put("total_bytes", plan.requests * cache.total_bytes)
    keeps_none = msg("MemoryLab", "At this length the model keeps nothing.")
    sheet.put("bits_effective", cache.bits_effective, keeps_none)
    sheet.put("capacity_bytes", plan.capacity_bytes)


def _what_fits(sheet: _Sheet, plan: Plan, cache: CacheSize) -> None:
    """Add what depends on the cards and the weights."""
    if plan.weight_bits is None:
        sheet.put("weights_bytes", None, msg("MemoryLab", "The weights are not counted."))
    else:
        sheet.attempt("weights_bytes", lambda: weight_bytes(plan))
    sheet.attempt("bytes_per_card", lambda: plan.requests * per_rank(cache, plan.tp))
    sheet.attempt("bytes_read_per_generated_token", lambda: bytes_read_per_generated_token(plan))
    sheet.attempt("tokens_per_second_ceiling", lambda: tokens_per_second_ceiling(plan))
    sheet.derive(
        "tokens_per_second_per_request",
        "tokens_per_second_ceiling",
        lambda ceiling: ceiling / plan.requests,
    )
    sheet.attempt("fit_count", lambda: fit_count(plan))
    sheet.derive("fits", "fit_count", lambda count: count >= plan.requests)


@lru_cache(maxsize=_KEPT)
def _naive(plan: Plan, card: Accelerator) -> Naive | None:
    """Return the naive answer for one request, None when the cards cannot share the heads."""
    try:
        return naive(plan, card.label_gigabytes)
    except TensorParallelError:
        return None


def _mistakes(sheet: _Sheet, said: Naive | None) -> None:
    absent = msg("MemoryLab", "The numbers that the short formula needs are not there.")
    sheet.put("naive_bytes_per_token", said and said.bytes_per_token, absent)
    sheet.put("naive_total_bytes", said and said.total_bytes, absent)
    sheet.put("naive_fit_count", said and said.fit_count, absent)
    listed = said.mistakes if said is not None else ()
    sheet.put(
        "mistakes",
        [
            {"id": one.id, "naive_bytes": one.naive_bytes, "right_bytes": one.right_bytes}
            for one in listed
        ],
    )


def _layer(line: GroupSize) -> dict[str, Value | None]:
    return {
        "id": line.group.id,
        "kind": line.group.kind,
        "layers": line.group.layers,
        "elements_per_token": line.group.elements_per_token,
        "tokens_kept": line.entries,
        "bits_effective": line.bits_effective,
        "bytes": line.bytes_total,
        "bytes_read": line.bytes_read,
    }


def wants_ways(metrics: Mapping[str, Any]) -> bool:
    """Whether the requests do not fit, so that there are ways to look for."""
    return metrics["fits"] is False


def ways(plan: Plan, card: Accelerator) -> dict[str, Any]:
    """Return the metric of the ways to make the requests fit; takes some milliseconds."""
    return {
        "ways_to_fit": [
            {"change": way.change, "value": way.value, "card": way.card, "fit_count": way.fit_count}
            for way in ways_to_fit(plan, rivals(card))
        ]
    }


def on_each_card(cache: CacheSize, plan: Plan) -> int | float:
    """Return the bytes that a plan's requests take on one card, on a single one if they must.

    Cards that cannot share the heads evenly are refused elsewhere; the cache itself has a size.
    """
    try:
        return plan.requests * per_rank(cache, plan.tp)
    except TensorParallelError:
        return plan.requests * cache.total_bytes
