"""What fits on a card and how fast it can be read: capacity, bandwidth, tensor parallelism.

Sources: vllm-project/vllm ``vllm/config/model.py`` for how KV heads are split over ranks and
replicated beyond (``max(1, heads // tp)``, MLA on every rank); the ceiling is the roofline of a
memory-bound decoding step (Williams et al., CACM 2009).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from .cache import CacheSize, LayerGroup, ModelShape, exact, size
from .cache_format import BIT_WIDTHS, GROUP_SIZE, CacheFormat

TP_CHOICES = (2, 4, 8, 16, 32)
WEIGHT_BITS = (16, 8, 4)


class TensorParallelError(ValueError):
    """``tp`` ranks neither divide a layer group's KV heads nor are divided by them."""

    def __init__(self, tp: int, n_kv: int, group: str) -> None:
        super().__init__(f"{tp} ranks cannot share {n_kv} KV heads evenly (layer group {group})")
        self.tp = tp
        self.n_kv = n_kv
        self.group = group


class WeightsUnknownError(ValueError):
    """Weights were asked for, but the model's number of parameters is not known."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A model served on ``tp`` equal cards.

    ``weight_bits`` None leaves the weights out. ``capacity_bytes`` and ``bandwidth`` (bytes per
    second) are those of one card; ``utilization`` is the share of the capacity that may be used.
    """

    shape: ModelShape
    tokens: int
    capacity_bytes: int
    bandwidth: int
    requests: int = 1
    bits: int | CacheFormat = 16
    group_size: int = GROUP_SIZE
    tp: int = 1
    weight_bits: int | None = None
    utilization: float = 1.0

    def __post_init__(self) -> None:
        if min(self.requests, self.tp, self.capacity_bytes, self.bandwidth) < 1:
            raise ValueError("requests, tp, capacity and bandwidth must be positive")
        if not 0 < self.utilization <= 1:
            raise ValueError(f"utilization must be above 0 and at most 1, not {self.utilization}")

    def cache(self) -> CacheSize:
        """Return the cache of one sequence, unsharded."""
        return size(self.shape, self.tokens, self.bits, self.group_size)


def replication(group: LayerGroup, tp: int) -> int:
    """Return how often ``tp`` ranks keep the same part of a layer group.

    ``max(1, tp / n_kv)`` for KV heads, ``tp`` for what all heads share (MLA, index keys), 1 for
    the state of linear layers, which engines split by its own heads.

    Raises
    ------
    TensorParallelError
        If ``tp`` neither divides ``n_kv`` nor is divided by it.
    """
    if group.kind == "linear":
        return 1
    if group.n_kv is None:
        return tp
    if group.n_kv % tp and tp % group.n_kv:
        raise TensorParallelError(tp, group.n_kv, group.id)
    return max(1, tp // group.n_kv)


def per_rank(cache: CacheSize, tp: int) -> int | float:
    """Return the bytes of one sequence that each of ``tp`` ranks keeps: ``total * r / tp``.

    Raises TensorParallelError as :func:`replication` does.
    """
    return exact(_over_ranks(cache, tp, "bytes_total") / tp)


def _over_ranks(
    cache: CacheSize, tp: int, measure: Literal["bytes_total", "bytes_read"]
) -> Fraction:
    return sum(
        (Fraction(getattr(line, measure)) * replication(line.group, tp) for line in cache.groups),
        Fraction(0),
    )


def weight_bytes(plan: Plan, *, active: bool = False) -> int | float:
    """Return the bytes of the model's weights over all ranks; 0 when they are left out.

    Capacity takes all of them; a decoding step reads at least the ``active`` ones of a
    mixture-of-experts model. Scales of quantized weights are not counted.

    Raises
    ------
    WeightsUnknownError
        If the weights are asked for and the number of parameters is not known.
    """
    if plan.weight_bits is None:
        return 0
    parameters = plan.shape.parameters
    if active and plan.shape.active_parameters is not None:
        parameters = plan.shape.active_parameters
    if parameters is None:
        raise WeightsUnknownError(f"the number of parameters of {plan.shape.name} is not known")
    return exact(Fraction(parameters * plan.weight_bits, 8))


def room_per_rank(plan: Plan) -> int | float:
    """Return the bytes one card has left for caches; negative when the weights do not fit."""
    share = Fraction(str(plan.utilization))  # the decimal that was typed, not its binary neighbour
    return exact(plan.capacity_bytes * share - Fraction(weight_bytes(plan)) / plan.tp)


def fit_count(plan: Plan) -> int:
    """Return how many sequences of the plan's length fit at once.

    ``max(0, floor((capacity * utilization - weights / tp) / bytes per sequence and rank))``.

    Raises
    ------
    TensorParallelError, WeightsUnknownError, ValueError
        As :func:`replication`, :func:`weight_bytes` and ``cache.size`` do.
    """
    needed = Fraction(per_rank(plan.cache(), plan.tp))
    if not needed:
        raise ValueError(f"{plan.shape.name} keeps nothing after {plan.tokens} tokens")
    return max(0, int(Fraction(room_per_rank(plan)) // needed))


def bytes_read_per_generated_token(plan: Plan) -> int | float:
    """Return the bytes one generated token costs: (active weights + N caches) / N sequences.

    Writes of the new entries and copies on other ranks are not counted.
    """
    step = Fraction(weight_bytes(plan, active=True)) + plan.requests * Fraction(
        plan.cache().read_bytes
    )
    return exact(step / plan.requests)


def tokens_per_second_ceiling(plan: Plan) -> float:
    """Return the most tokens per second, of all sequences together, that the bandwidth allows.

    ``tp * N * bandwidth / bytes of one step over all ranks``; what is replicated is read by each
    rank. Divide by ``requests`` for one user's speed.
    """
    caches = plan.requests * _over_ranks(plan.cache(), plan.tp, "bytes_read")
    step = Fraction(weight_bytes(plan, active=True)) + caches
    if not step:
        raise ValueError(f"{plan.shape.name} reads nothing after {plan.tokens} tokens")
    return float(plan.tp * plan.requests * plan.bandwidth / step)


Change = Literal["bits", "weight_bits", "tokens", "requests", "tp", "capacity_bytes"]


@dataclass(frozen=True, slots=True)
class Way:
    """One setting, and its nearest value with which the requests fit.

    ``card`` is the id of the larger card for ``capacity_bytes``; ``plan`` is the changed plan.
    """

    change: Change
    value: int
    fit_count: int
    plan: Plan
    card: str | None = None


def ways_to_fit(plan: Plan, cards: Iterable[tuple[str, int, int]] = ()) -> tuple[Way, ...]:
    """Return, for each setting on its own, the smallest change that makes the requests fit.

    ``cards`` are (id, capacity in bytes, bandwidth in bytes per second). The answers come from
    :func:`fit_count` itself; a setting that cannot do it alone is left out, and a plan that fits
    needs no change.

    Raises
    ------
    TensorParallelError, WeightsUnknownError
        As :func:`fit_count` does for the plan itself.
    """
    fitting = fit_count(plan)
    if fitting >= plan.requests:
        return ()
    ways = [_fewer_bits(plan), _lighter_weights(plan), _shorter(plan)]
    ways.append(_way("requests", fitting, replace(plan, requests=fitting)) if fitting else None)
    ways += [_more_cards(plan), _larger_card(plan, cards)]
    return tuple(way for way in ways if way is not None)


def _way(change: Change, value: int, plan: Plan, card: str | None = None) -> Way | None:
    try:
        fitting = fit_count(plan)
    except TensorParallelError:
        return None
    return Way(change, value, fitting, plan, card) if fitting >= plan.requests else None


def _first(ways: Iterable[Way | None]) -> Way | None:
    return next((way for way in ways if way is not None), None)


def _fewer_bits(plan: Plan) -> Way | None:
    now = plan.bits.code_bits if isinstance(plan.bits, CacheFormat) else plan.bits
    return _first(_way("bits", bits, replace(plan, bits=bits)) for bits in BIT_WIDTHS if bits < now)


def _lighter_weights(plan: Plan) -> Way | None:
    now = plan.weight_bits or 0
    return _first(
        _way("weight_bits", bits, replace(plan, weight_bits=bits))
        for bits in WEIGHT_BITS
        if bits < now
    )


def _shorter(plan: Plan) -> Way | None:
    fits, too_long = 0, plan.tokens
    # a cache never shrinks with more tokens, so the longest that fits can be bisected
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        trial = replace(plan, tokens=middle)
        if not per_rank(trial.cache(), plan.tp) or fit_count(trial) >= plan.requests:
            fits = middle
        else:
            too_long = middle
    return _way("tokens", fits, replace(plan, tokens=fits)) if fits else None


def _more_cards(plan: Plan) -> Way | None:
    return _first(_way("tp", tp, replace(plan, tp=tp)) for tp in TP_CHOICES if tp > plan.tp)


def _larger_card(plan: Plan, cards: Iterable[tuple[str, int, int]]) -> Way | None:
    larger = sorted((c for c in cards if c[1] > plan.capacity_bytes), key=lambda card: card[1])
    return _first(
        _way(
            "capacity_bytes",
            capacity,
            replace(plan, capacity_bytes=capacity, bandwidth=bandwidth),
            name,
        )
        for name, capacity, bandwidth in larger
    )
