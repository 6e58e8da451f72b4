"""The challenge: so many users with so many tokens on one card, within a budget of fidelity."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from ..core.lab import Cancelled
from ..core.params import Values
from ..numerics.cache_format import BIT_WIDTHS
from ..numerics.cache_plan import Plan, fit_count, ways_to_fit
from ..numerics.ledger import FULL_BITS
from ..sources.models import accelerator, model
from ..sources.tensors import Tensors
from ._memory_models import heads_group, rivals
from ._together_fidelity import GROUPINGS, Grouping, fidelity

NONE, MEMORY, FIDELITY, BOTH = "none", "memory", "fidelity", "both"


@dataclass(frozen=True, slots=True)
class Candidate:
    """One way of storing the cache: what all users take, and what it does to the attention.

    ``fidelity`` is None where the sample has nothing to measure it on.
    """

    bits: int
    grouping: Grouping
    total_bytes: int | float
    fits: bool
    fidelity: float | None
    budget: float

    @property
    def within_budget(self) -> bool | None:
        """Whether the fidelity is at least the budget; None when it is not known."""
        return None if self.fidelity is None else self.fidelity >= self.budget

    @property
    def failing(self) -> str | None:
        """The constraint that fails: "memory", "fidelity", "both" or "none".

        None when memory is enough and the fidelity is not known.
        """
        if self.within_budget is None:
            return None if self.fits else MEMORY
        if self.fits:
            return NONE if self.within_budget else FIDELITY
        return MEMORY if self.within_budget else BOTH


def plan_of(values: Values) -> Plan:
    """Return the plan that the values describe: one card, weights not counted."""
    card = accelerator(str(values["gpu"]))
    return Plan(
        model(str(values["model"])).shape,
        tokens=int(values["context"]),
        capacity_bytes=card.capacity_bytes,
        bandwidth=card.bandwidth,
        requests=int(values["users"]),
        bits=int(values["bits"]),
    )


def chosen(values: Values, source: Tensors) -> Candidate:
    """Return the way of storing that is chosen."""
    both = _candidates(plan_of(values), int(values["bits"]), float(values["budget"]), source)
    return next(one for one in both if one.grouping == values["grouping"])


def candidates(values: Values, source: Tensors) -> tuple[Candidate, ...]:
    """Return every bit width in both groupings, the widest first."""
    plan, budget = plan_of(values), float(values["budget"])
    return tuple(one for bits in BIT_WIDTHS for one in _candidates(plan, bits, budget, source))


def _candidates(plan: Plan, bits: int, budget: float, source: Tensors) -> tuple[Candidate, ...]:
    """Return both groupings of a bit width: they differ in fidelity alone."""
    plan = replace(plan, bits=bits)
    total, fits = plan.requests * plan.cache().total_bytes, fit_count(plan) >= plan.requests
    # the sample has K and V: it says nothing about a latent or a compressed entry
    known = bits == FULL_BITS or heads_group(plan.shape) is not None
    return tuple(
        Candidate(
            bits,
            grouping,
            total,
            fits,
            fidelity(source, bits, grouping).cosine if known else None,
            budget,
        )
        for grouping in GROUPINGS
    )


def challenge_metrics(values: Values, source: Tensors) -> dict[str, Any]:
    """Return what becomes of the setting that is chosen."""
    plan, found = plan_of(values), chosen(values, source)
    sample = fidelity(source, found.bits, found.grouping)
    known = found.fidelity is not None
    return {
        "total_bytes": found.total_bytes,
        "capacity_bytes": plan.capacity_bytes,
        "fit_count": fit_count(plan),
        "fits": found.fits,
        "setting_fidelity": found.fidelity,
        "within_budget": found.within_budget,
        "failing_constraint": found.failing,
        "setting_bits_effective": plan.cache().bits_effective,
        "setting_lowest_cosine": sample.lowest if known else None,
        "setting_share_cosine_over_099": sample.share_over_099 if known else None,
        "outputs": sample.outputs,
    }


def later_metrics(values: Values, source: Tensors, cancelled: Cancelled) -> dict[str, Any]:
    """Return every candidate, and what alone would make the users fit; nothing once cancelled.

    The fidelities are kept, so the sliders meet them ready made.
    """
    for bits, grouping in product(BIT_WIDTHS, GROUPINGS):
        if cancelled():
            return {}
        fidelity(source, bits, grouping)
    plan = plan_of(values)
    return {
        "candidates": [
            {
                "bits": one.bits,
                "grouping": one.grouping,
                "total_bytes": one.total_bytes,
                "fits": one.fits,
                "fidelity": one.fidelity,
                "failing_constraint": one.failing,
            }
            for one in candidates(values, source)
        ],
        "ways_to_fit": [
            {"change": way.change, "value": way.value, "card": way.card, "fit_count": way.fit_count}
            for way in ways_to_fit(plan, rivals(accelerator(str(values["gpu"]))))
        ],
    }


def wanted(values: Values) -> tuple[Any, ...]:
    """Return what :func:`later_metrics` depends on."""
    return tuple(values[name] for name in ("model", "context", "users", "gpu", "bits", "budget"))
