"""Running the command line: what it refuses, and in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import kvlab_desktop
from kvlab_desktop.__main__ import BAD_INPUT, main

ROOT = Path(kvlab_desktop.__file__).resolve().parents[1]


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run what must be refused and return the one line that says why."""
    assert main(words) == BAD_INPUT
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("\n")
    assert len(err.splitlines()) == 1
    assert err.startswith("kvlab: ")
    return err.removeprefix("kvlab: ").rstrip("\n")


def run(*words: str, code: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program, or ``code`` in its place, in a process of its own."""
    command = ["-c", code, *words] if code else ["-m", "kvlab_desktop", *words]
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
