"""The shipped table of whole-model measurements: what a stored cache does to a model's answers.

The cosine of one layer's attention says how far an output moved, not whether the model still says
the same. That takes the whole model, so it was measured beforehand and is read from a table.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..core.places import resource
from ..numerics.grid import Axis
from ..numerics.ledger import FULL_BITS, Ledger, full_precision, uniform
from ..numerics.sparse import outliers_per_tail

FILE = ("tables", "end_to_end.json")


@dataclass(frozen=True, slots=True)
class Stored:
    """How K or V is quantized, and what is done to it before.

    ``group`` is the number of values that share a scale: channels of a row per token (a group
    longer than a head's row goes across the KV heads), tokens of a column per channel, None for
    the whole column. ``rotated`` is a Hadamard rotation of each row; ``sparse_percent`` of each
    vector stays in fp16; ``mean_removed`` takes the mean key away first.
    """

    axis: Axis
    group: int | None
    before_rope: bool = False
    rotated: bool = False
    sparse_percent: float = 0.0
    mean_removed: bool = False

    def ledger(self, tokens: int, width: int, bits: int, kept_tokens: int = 0) -> Ledger:
        """Return the bits of a layer's K or V of ``tokens`` rows of ``width`` values, all heads.

        ``kept_tokens`` rows stay in fp16, whole.
        """
        coded = tokens - kept_tokens
        per_vector, vectors = (width, coded) if self.axis == "per_token" else (coded, width)
        apart = 2 * outliers_per_tail(per_vector, self.sparse_percent) * vectors
        total = uniform((coded, width), bits, axis=self.axis, group=self.group, outliers=apart)
        total += full_precision(kept_tokens * width)
        mean = Ledger(residual=width * FULL_BITS) if self.mean_removed else Ledger()
        return total + mean


@dataclass(frozen=True, slots=True)
class Measured:
    """One way of storing the cache and what the whole model then did on a text of ``tokens``.

    ``k`` and ``v`` are None where that side stays in fp16. ``sink`` keeps token 0, ``recent`` the
    last tokens in fp16 on the sides that are quantized. ``loss_change`` and ``kl_nats`` are nats
    per token, against the same model with an fp16 cache; ``top1_kept`` is the share of tokens for
    which the likeliest next one stays.
    """

    text: str
    tokens: int
    width: int
    bits: int
    k: Stored | None
    v: Stored | None
    sink: bool
    recent: int
    loss_change: float
    kl_nats: float
    top1_kept: float

    @property
    def k_bits(self) -> float:
        """Stored bits per value of K at the text's full length."""
        return self._ledger(self.k).bits_effective

    @property
    def v_bits(self) -> float:
        """Stored bits per value of V at the text's full length."""
        return self._ledger(self.v).bits_effective

    @property
    def bits_effective(self) -> float:
        """Stored bits per value of the whole cache."""
        return (self._ledger(self.k) + self._ledger(self.v)).bits_effective

    def _ledger(self, side: Stored | None) -> Ledger:
        if side is None:
            return full_precision(self.tokens * self.width)
        return side.ledger(self.tokens, self.width, self.bits, self.sink + self.recent)


@dataclass(frozen=True, slots=True)
class Measurements:
    """The table, and what it was measured on; ``texts`` are their lengths in tokens."""

    model: str
    texts: Mapping[str, int]
    rows: tuple[Measured, ...]


@cache
def measurements() -> Measurements:
    """Return the shipped table, read once; OSError when the file is missing."""
    return read_measurements(resource(*FILE))


def read_measurements(path: Path) -> Measurements:
    """Read a table of the shipped form.

    Raises OSError, or ValueError for what is not JSON, for a field that is missing and for one
    that no measurement has.
    """
    table = json.loads(path.read_text(encoding="utf-8"))
    try:
        width = table["kv_heads"] * table["head_dim"]
        rows = tuple(_measured(entry, table["texts"], width) for entry in table["rows"])
        return Measurements(table["model"], dict(table["texts"]), rows)
    except (KeyError, TypeError) as wrong:
        raise ValueError(f"{path.name}: {wrong}") from wrong


def _measured(entry: Mapping[str, Any], texts: Mapping[str, int], width: int) -> Measured:
    """Make a measurement of a table entry, which leaves out what is at its default."""
    fields = {"k": None, "v": None, "sink": False, "recent": 0, **entry}
    for side in ("k", "v"):
        if fields[side] is not None:
            fields[side] = Stored(**fields[side])
    return Measured(tokens=texts[entry["text"]], width=width, **fields)
