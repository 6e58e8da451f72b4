"""The sources of tensors by name, for the window and the command line alike."""

from __future__ import annotations

from .sample import load_sample
from .synthetic import synthetic
from .tensors import Tensors

KINDS = ("sample", "synthetic")
DEFAULT_SEED = 7


def open_tensors(kind: str, seed: int = DEFAULT_SEED) -> Tensors:
    """Return the shipped activations (``sample``) or seeded textbook ones (``synthetic``).

    Raises KeyError for another kind.
    """
    if kind == "sample":
        return load_sample()
    if kind == "synthetic":
        return synthetic(seed)
    raise KeyError(kind)


def parse_source(text: str) -> tuple[str, int]:
    """Read ``sample``, ``synthetic`` or ``synthetic:SEED``; raises ValueError for anything else."""
    kind, _colon, seed = text.partition(":")
    if kind not in KINDS or (seed and (kind != "synthetic" or not seed.isdecimal())):
        raise ValueError(text)
    return kind, int(seed) if seed else DEFAULT_SEED


def source_text(source: Tensors | None) -> str:
    """Return the text that :func:`parse_source` reads as this source; ``sample`` for none."""
    if source is None:
        return KINDS[0]
    return source.id if source.seed is None else f"{source.id}:{source.seed}"
