"""Where the shipped files are: beside the package in a checkout, inside it once installed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


@cache
def _root(folder: str) -> Path:
    inside = _PACKAGE / folder
    return inside if inside.is_dir() else _PACKAGE.parent / folder


def resource(*parts: str) -> Path:
    """Return the path of a shipped resource.

    Parameters are path parts below ``resources/``; the file need not exist.
    """
    return _root("resources").joinpath(*parts)


def translation(name: str) -> Path:
    """Return the path of a compiled translation below ``i18n/``."""
    return _root("i18n") / name
