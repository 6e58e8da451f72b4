"""Golden numbers and the shipped sample, for every test of the numerics."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kvlab_desktop.sources.sample import load_sample
from kvlab_desktop.sources.tensors import Tensors

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(scope="session")
def sample() -> Tensors:
    return load_sample()


@pytest.fixture(scope="session")
def golden() -> Callable[[str], dict[str, Any]]:
    def read(name: str) -> dict[str, Any]:
        numbers: dict[str, Any] = json.loads((GOLDEN / f"{name}.json").read_text("utf-8"))
        return numbers

    return read
