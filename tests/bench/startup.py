"""From starting the process to the first paint of the window and of its figure.

Run as a module this is the program itself, which ends after its first figure and prints both times.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import time

ROOT = Path(__file__).resolve().parents[2]


def first_paints(times: int) -> tuple[float, float]:
    """Return the medians, in seconds, of starts until the window and until its figure is seen."""
    runs = [_start_once() for _run in range(times)]
    return median(run[0] for run in runs), median(run[1] for run in runs)


def _start_once() -> tuple[float, float]:
    start = time()
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.startup"],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    window, figure = (float(word) - start for word in done.stdout.split())
    return window, figure


def main() -> int:
    """Run the program and end it after its first figure."""
    from PySide6.QtWidgets import QApplication

    from kvlab_desktop.__main__ import main as program

    run = QApplication.exec

    def watched(*_application: QApplication) -> int:
        watch_window()
        return run()

    QApplication.exec = watched  # type: ignore[method-assign]
    return program([])


def watch_window() -> None:
    """Print when the window and then its figure is first painted, and then end the program."""
    from PySide6.QtCore import QCoreApplication, QTimer
    from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

    from tests.paints import Paints

    window = next(w for w in QApplication.topLevelWidgets() if isinstance(w, QMainWindow))
    paints = {"window": Paints(window)}

    def look() -> None:
        found = None if "figure" in paints else window.findChild(QWidget, "canvas")
        if found is not None:
            paints["figure"] = Paints(found)
        if "figure" in paints and paints["figure"].count:
            print(paints["window"].first, paints["figure"].first)
            QCoreApplication.exit(0)

    timer = QTimer(window, interval=0)
    timer.timeout.connect(look)
    timer.start()


if __name__ == "__main__":
    sys.exit(main())
