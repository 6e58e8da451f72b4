"""The shipped tables: models with the shape of their caches, and accelerators.

Each entry names its sources and says which of its facts were only recalled, not read.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from ..core.places import resource
from ..numerics.cache import LayerGroup, ModelShape

Confidence = Literal["read", "mixed", "recalled"]

MIB, GIB = 2**20, 2**30
# what firmware and driver keep of a card whose nvidia-smi figure is not known: 1.5 %
RESERVE_PER_MILLE = 15


@dataclass(frozen=True, slots=True)
class Model:
    """A model of the shipped table.

    ``confidence`` is "read" when every number was seen in a source, "mixed" when those named in
    ``recalled_fields`` were not. ``attention`` is a short technical term (GQA, MLA, …).
    """

    shape: ModelShape
    family: str
    attention: str
    sources: tuple[str, ...]
    confidence: Confidence
    recalled_fields: tuple[str, ...]

    @property
    def id(self) -> str:
        """The id that ``--model`` takes."""
        return self.shape.id

    @property
    def name(self) -> str:
        """The name to show."""
        return self.shape.name


@dataclass(frozen=True, slots=True)
class Accelerator:
    """A card of the shipped table, capacity in bytes and bandwidth in bytes per second.

    ``capacity_from`` is "driver" when the capacity is what nvidia-smi reports, "label" when it is
    the label in GiB (in GB for one whose label is decimal) less 1.5 %. ``label_gigabytes`` is the
    number in the name.
    """

    id: str
    name: str
    vendor: str
    kind: str
    label_gigabytes: int
    capacity_bytes: int
    capacity_from: Literal["driver", "label"]
    bandwidth: int
    sources: tuple[str, ...]
    confidence: Confidence
    recalled_fields: tuple[str, ...]


@cache
def models() -> tuple[Model, ...]:
    """Return the shipped models, in the order of the table."""
    return tuple(_model(entry) for entry in _table("models.json"))


def model(model_id: str) -> Model:
    """Return a shipped model by its id; KeyError when there is none."""
    return _models_by_id()[model_id]


@cache
def accelerators() -> tuple[Accelerator, ...]:
    """Return the shipped accelerators, in the order of the table."""
    return tuple(_accelerator(entry) for entry in _table("accelerators.json"))


def accelerator(accelerator_id: str) -> Accelerator:
    """Return a shipped accelerator by its id; KeyError when there is none."""
    return _accelerators_by_id()[accelerator_id]


@cache
def _models_by_id() -> dict[str, Model]:
    return {found.id: found for found in models()}


@cache
def _accelerators_by_id() -> dict[str, Accelerator]:
    return {found.id: found for found in accelerators()}


def _table(name: str) -> list[dict[str, Any]]:
    path: Path = resource("tables", name)
    entries: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["entries"]
    return entries


def _model(entry: dict[str, Any]) -> Model:
    shape = ModelShape(
        id=entry["id"],
        name=entry["name"],
        groups=tuple(_group(group) for group in entry["groups"]),
        context=entry["context"],
        parameters=entry["parameters"],
        active_parameters=entry["active_parameters"],
        num_layers=entry["layers"],
        hidden_size=entry["hidden_size"],
        query_heads=entry["query_heads"],
        kv_heads=entry["kv_heads"],
    )
    return Model(
        shape,
        entry["family"],
        entry["attention"],
        tuple(entry["sources"]),
        entry["confidence"],
        tuple(entry["recalled_fields"]),
    )


def _group(entry: dict[str, Any]) -> LayerGroup:
    """Make a layer group of a table entry, which leaves out what is at its default."""
    fields = dict(entry)
    for name in ("widths", "expanded"):
        if name in fields:
            fields[name] = tuple(fields[name])
    return LayerGroup(**fields)


def _accelerator(entry: dict[str, Any]) -> Accelerator:
    driver = entry["driver_mebibytes"]
    unit = GIB if entry["label_is_binary"] else 10**9
    labelled = entry["label_gigabytes"] * unit * (1000 - RESERVE_PER_MILLE) // 1000
    return Accelerator(
        id=entry["id"],
        name=entry["name"],
        vendor=entry["vendor"],
        kind=entry["kind"],
        label_gigabytes=entry["label_gigabytes"],
        capacity_bytes=labelled if driver is None else driver * MIB,
        capacity_from="label" if driver is None else "driver",
        bandwidth=entry["bandwidth"],
        sources=tuple(entry["sources"]),
        confidence=entry["confidence"],
        recalled_fields=tuple(entry["recalled_fields"]),
    )
