"""Try a built program: does it work, how large is it, how long until its window is painted?

    python packaging/smoke_test.py FOLDER [--program NAME] [--most-mb 210] [--pictures DIR]

FOLDER holds the program (or is ``KV Lab.app``). Everything is asked of the built program, in a
process of its own; PySide6 of the Python that runs this only looks at the screen. On Linux that is
a private Xvfb where there is one; without a screen the window is started blind. Fails when
something does not work or the folder is larger than allowed; times are only told.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import monotonic, sleep

LABS = 6
#: what must not be in the folder: code that could open a connection, and idle weight
UNWELCOME = (
    "*Qt*Network*",
    "*Qt*Qml*",
    "_socket*",
    "_ssl*",
    "libgtk*",
    "*opengl32sw*",
    "libGL.so*",
)
SCREEN = (1600, 1000)
PATIENCE = 60.0


class Failure(Exception):
    """The built program is not as it must be."""


def megabytes(folder: Path) -> float:
    """Return the size of a folder in units of 10^6 bytes; links count nothing."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files) / 1e6


def unwelcome(folder: Path) -> list[str]:
    """Return what is in a folder and should not be."""
    found = (path for pattern in UNWELCOME for path in folder.rglob(pattern))
    return sorted(str(path.relative_to(folder)) for path in found)


def ask(program: Path, home: Path, *words: str) -> str:
    """Run a command of the program and return what it prints; raises :class:`Failure`."""
    done = subprocess.run(
        [program, *words], env=environment(home), capture_output=True, encoding="utf-8",
        timeout=300, check=False,
    )  # fmt: skip
    if done.returncode:
        raise Failure(f"{' '.join(words)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return the variables of a user who starts the program for the first time."""
    own = {name: str(home / name) for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME")}
    if sys.platform == "win32":
        own |= {"LOCALAPPDATA": str(home), "APPDATA": str(home)}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("QT_")}
    return {**kept, "HOME": str(home), "PYTHONUTF8": "1", **own, **more}


def works(program: Path, home: Path, pictures: Path) -> None:
    """Ask for checks, numbers and Chinese pictures; raises :class:`Failure`."""
    print(ask(program, home, "self-check", "--lang", "en"), end="")
    found = json.loads(ask(program, home, "compute", "grid", "--json"))
    if found["metrics"]["used_levels"] != 12:
        raise Failure(f"compute grid: {found}")
    ask(program, home, "export", "all", "--lang", "zh", "--out", str(pictures))
    drawn = [path for path in pictures.glob("*-zh.png") if path.stat().st_size > 20_000]
    if len(drawn) < LABS:
        raise Failure(f"export all: {len(drawn)} pictures in {pictures}")
    print(f"{len(drawn)} Chinese pictures in {pictures}")


@contextmanager
def own_display() -> Iterator[str | None]:
    """Start an X server of our own where there is one, and give its name."""
    server = shutil.which("Xvfb")
    if server is None:
        yield None
        return
    read, write = os.pipe()
    size = f"{SCREEN[0]}x{SCREEN[1]}x24"
    running = subprocess.Popen(
        [server, "-displayfd", str(write), "-screen", "0", size, "-nolisten", "tcp"],
        pass_fds=[write], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write)
    try:
        with os.fdopen(read) as told:
            yield f":{told.readline().strip()}"
    finally:
        running.terminate()
        running.wait()


def forget(folder: Path) -> None:
    """Drop a folder's files from the system's memory, as after a start of the machine."""
    if not hasattr(os, "posix_fadvise"):
        return
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def seconds_until_painted(program: Path, home: Path, variables: dict[str, str]) -> float:
    """Start the window and watch the middle of the screen; return how long it stayed as it was."""
    from PySide6.QtGui import QGuiApplication

    screen = QGuiApplication.primaryScreen()
    size = screen.size()
    place = (size.width() // 2 - 50, size.height() // 2 - 50, 100, 100)

    def seen() -> object:
        return screen.grabWindow(0, *place).toImage()

    before, start = seen(), monotonic()
    running = subprocess.Popen([program], env=environment(home, **variables))
    try:
        while seen() == before:
            if running.poll() is not None:
                raise Failure(f"the window ended with exit code {running.returncode}")
            if monotonic() - start > PATIENCE:
                raise Failure("nothing was painted")
            sleep(0.002)
        return monotonic() - start
    finally:
        running.kill()
        running.wait()
        sleep(0.2)  # the screen is cleared


def started_blind(program: Path, home: Path) -> None:
    """Start the window without a screen and see that it stays; raises :class:`Failure`."""
    running = subprocess.Popen([program], env=environment(home, QT_QPA_PLATFORM="offscreen"))
    try:
        running.wait(timeout=4)
        raise Failure(f"the window ended with exit code {running.returncode}")
    except subprocess.TimeoutExpired:
        print("the window starts without a screen")
    finally:
        running.kill()
        running.wait()


def time_starts(program: Path, home: Path, folder: Path, times: int) -> None:
    """Tell how long the first paint takes, cold and warm."""
    with own_display() as display:
        if display is None and sys.platform != "win32":
            print("no Xvfb: the first paint is not measured")
            return
        variables = {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"} if display else {}
        os.environ.update(variables)
        from PySide6.QtGui import QGuiApplication

        watcher = QGuiApplication([])
        forget(folder)
        cold = seconds_until_painted(program, home, variables)
        warm = [seconds_until_painted(program, home, variables) for _run in range(times)]
        del watcher
    print(f"first paint: {cold:.2f} s cold, {median(warm):.2f} s warm (median of {times})")


def main() -> int:
    """Try the program; return 1 when something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--program", default="kvlab", help="path of the program in the folder")
    parser.add_argument("--most-mb", type=float, default=210)
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--times", type=int, default=5)
    args = parser.parse_args()
    folder = args.folder.resolve()
    program, size = folder / args.program, megabytes(folder)
    print(f"{folder}: {size:.0f} MB")
    try:
        if size > args.most_mb:
            raise Failure(f"{size:.0f} MB, more than {args.most_mb:.0f}")
        if found := unwelcome(folder):
            raise Failure(f"should not be in the folder: {', '.join(found)}")
        with tempfile.TemporaryDirectory(prefix="kvlab-") as home:
            pictures = (args.pictures or Path(home, "pictures")).resolve()
            works(program, Path(home), pictures)
            started_blind(program, Path(home))
            if args.times:
                time_starts(program, Path(home), folder, args.times)
    except Failure as failure:
        print(f"FAILED: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
