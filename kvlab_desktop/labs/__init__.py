"""The labs, found by name: every module here that has a ``LAB`` is one."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from ..core.lab import Lab


@cache
def all_labs() -> tuple[Lab, ...]:
    """Return the labs in the order of their pages."""
    names = (info.name for info in pkgutil.iter_modules(__path__) if not info.name.startswith("_"))
    modules = (importlib.import_module(f"{__name__}.{name}") for name in names)
    found = (module.LAB for module in modules if hasattr(module, "LAB"))
    return tuple(sorted(found, key=lambda lab: lab.order))


def find_lab(lab_id: str) -> Lab | None:
    """Return the lab with this id, or ``None``."""
    return next((lab for lab in all_labs() if lab.id == lab_id), None)
