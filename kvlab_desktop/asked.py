"""What a command line asks for: a lab, a source of tensors, a setting; refusals in one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .core.lab import Lab, parse_settings
from .core.params import ParamError, Value
from .labs import all_labs, find_lab


class UsageError(Exception):
    """Bad usage or bad input: one line for stderr, exit code 2."""


def asked_lab(name: str) -> Lab:
    """Return a lab by its id; raises :class:`UsageError` when there is none."""
    lab = find_lab(name)
    if lab is None:
        known = ", ".join(known.id for known in all_labs())
        raise UsageError(f"there is no lab {name!r}; the labs are {known}")
    return lab


def open_source(lab: Lab, text: str) -> Any:
    """Return the source of tensors that a lab reads; labs without one get ``None``.

    Raises :class:`UsageError` when there is no such source.
    """
    if not lab.sources:
        return None
    from .sources.catalog import open_tensors, parse_source

    try:
        return open_tensors(*parse_source(text))
    except ValueError:
        raise UsageError(
            f"source {text!r} is not one of sample, synthetic, synthetic:SEED"
        ) from None


def asked_values(lab: Lab, source: Any, settings: Sequence[str]) -> dict[str, Value]:
    """Return complete values from ``id=value`` texts; raises :class:`UsageError` for bad ones."""
    try:
        return parse_settings(lab, source, settings)
    except ParamError as error:
        raise UsageError(str(error.msg)) from None
