"""The scripts behind `make run` and `make test`, on systems that are made up of a few commands."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the scripts are for a POSIX shell")


def run(
    script: str, cwd: Path, *arguments: str, **commands: str
) -> subprocess.CompletedProcess[str]:
    """Run a script where the named commands do what their shell text says."""
    folder = cwd / "bin"
    folder.mkdir()
    for name, text in commands.items():
        command = folder / name
        command.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        command.chmod(0o755)
    return subprocess.run(
        ["sh", PACKAGING / script, *arguments],
        cwd=cwd,
        env={"PATH": f"{folder}{os.pathsep}/usr/bin{os.pathsep}/bin"},
        capture_output=True,
        text=True,
        check=False,
    )


def listing(*libraries: str) -> str:
    """A command that prints what `ldconfig -p` prints."""
    return "\n".join(f"echo '\t{name} (libc6,x86-64) => /lib/{name}'" for name in libraries)


DRAWING = (
    *("libglib-2.0.so.0", "libGL.so.1", "libEGL.so.1", "libxkbcommon.so.0"),
    *("libfreetype.so.6", "libfontconfig.so.1", "libdbus-1.so.3"),
)


def test_missing_libraries_are_named_to_a_user_who_is_not_root(tmp_path: Path) -> None:
    known = listing(*(name for name in DRAWING if name not in ("libGL.so.1", "libEGL.so.1")))
    done = run("system_libraries.sh", tmp_path, ldconfig=known, id="echo 1000", uname="echo Linux")
    assert done.returncode == 1
    assert "sudo apt-get install --no-install-recommends libgl1 libegl1 \n" in done.stderr


def test_a_window_needs_more_than_drawing(tmp_path: Path) -> None:
    commands = {"ldconfig": listing(*DRAWING), "id": "echo 1000", "uname": "echo Linux"}
    for name in ("drawing", "window"):
        (tmp_path / name).mkdir()
    drawing = run("system_libraries.sh", tmp_path / "drawing", **commands)
    assert (drawing.returncode, drawing.stdout, drawing.stderr) == (0, "", "")
    window = run("system_libraries.sh", tmp_path / "window", "window", **commands)
    assert window.returncode == 1
    assert "libxcb-cursor0" in window.stderr


def test_root_on_debian_installs_what_is_missing(tmp_path: Path) -> None:
    done = run(
        "system_libraries.sh",
        tmp_path,
        ldconfig=f"if [ -e installed ]; then\n{listing(*DRAWING)}\nfi",
        id="echo 0",
        uname="echo Linux",
        **{"apt-get": '[ "$1" = update ] || echo "$@" >installed'},
    )
    assert done.returncode == 0, done.stderr
    installed = (tmp_path / "installed").read_text(encoding="utf-8").split()
    assert {"libglib2.0-0", "libgl1", "libegl1", "libfontconfig1"} <= set(installed)


def test_without_a_new_enough_python_nothing_is_made(tmp_path: Path) -> None:
    names = ("python3.13", "python3.12", "python3.11", "python3", "python")
    done = run("make_venv.sh", tmp_path, **dict.fromkeys(names, "exit 1"), id="echo 1000")
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed" in done.stderr
    assert not (tmp_path / ".venv").exists()
