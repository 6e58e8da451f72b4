"""The program opens no connection: Python is asked, and the system is watched."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import ROOT, run

#: ends the process at once at the first use of a socket, whoever catches errors
WATCHED = """
import os, sys

def refuse(event, arguments):
    if event.startswith("socket."):
        os.write(2, f"{event} {arguments}".encode())
        os._exit(9)

sys.addaudithook(refuse)
"""
EVERYTHING = """
from kvlab_desktop.__main__ import main

folder = sys.argv[1]
for words in (
    ["compute", "outliers", "--json"],
    ["memory", "--model", "deepseek-v3"],
    ["export", "outliers", "--out", folder],
    ["self-check"],
):
    assert main(words) == 0, words
maps = "/proc/self/maps"
loaded = open(maps).read() if os.path.exists(maps) else ""
assert "Qt6Network" not in loaded
assert "PySide6.QtNetwork" not in sys.modules
print("done")
"""


def test_python_opens_no_socket(tmp_path: Path) -> None:
    done = run(str(tmp_path), code=WATCHED + EVERYTHING)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("done\n")


def test_a_socket_would_have_been_seen() -> None:
    done = run(code=f"{WATCHED}import socket\nsocket.socket()")
    assert done.returncode == 9
    assert "socket.__new__" in done.stderr


def traced(log: Path, *command: str) -> str:
    """Run a command and return its system calls that have to do with networks."""
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("there is no strace")
    watch = [strace, "-f", "-qq", "-e", "trace=socket,connect,sendto,bind", "-o", str(log)]
    if subprocess.run([*watch, sys.executable, "-c", ""], capture_output=True).returncode:
        pytest.skip("processes cannot be traced here")
    done = subprocess.run([*watch, *command], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    return log.read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform != "linux", reason="Linux shows what a process asks of it")
def test_qt_opens_none_either(tmp_path: Path) -> None:
    """Python does not see what Qt does; a local socket to the desktop would be no network."""
    command = [sys.executable, "-m", "kvlab_desktop", "export", "grid", "--out", str(tmp_path)]
    calls = traced(tmp_path / "calls", *command)
    assert not re.findall(r".*\b(?:AF_INET6?|AF_NETLINK|AF_PACKET)\b.*", calls)
    control = traced(tmp_path / "control", sys.executable, "-c", "import socket; socket.socket()")
    assert "AF_INET" in control
