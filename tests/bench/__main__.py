"""Prints the table; see the package's docstring."""

from __future__ import annotations

import argparse
import cProfile
import os
import platform
import pstats
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import mean, median
from time import thread_time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# first, since it sets what numpy reads when it is imported
from kvlab_desktop.__main__ import open_source  # isort: skip

import numpy
import PySide6

from kvlab_desktop.core.lab import Lab
from kvlab_desktop.core.params import Values
from kvlab_desktop.labs import all_labs
from kvlab_desktop.view import theme
from kvlab_desktop.view.app import make_application, settle_memory
from kvlab_desktop.view.language import Languages
from kvlab_desktop.view.page import Page
from kvlab_desktop.view.preferences import Preferences
from kvlab_desktop.view.window import Window
from tests.bench.drag import REPEATS, Drag, Parts, drag, p99, parts
from tests.bench.startup import first_paints
from tests.driving import shown

FRAME = 1e3 / 120  # ms
MEAN_RATIO, LEAST_RATIO = 20, 10


@dataclass(frozen=True)
class Row:
    """What was measured for one lab; ``mpl`` is the processor's time for a move in matplotlib.

    ``ratio`` is figure against figure, both with computing; ``page_ratio`` sets the whole page
    (controls, cards and all) against matplotlib's figure alone.
    """

    lab: str
    drag: Drag
    parts: Parts
    mpl: float

    @property
    def busy(self) -> float:
        """The middle of the processor's times of a move."""
        return median(self.drag.busy)

    @property
    def ratio(self) -> float:
        """How many times less work than in matplotlib the figure is."""
        return self.mpl / (self.parts.compute + self.parts.figure)

    @property
    def page_ratio(self) -> float:
        """How many times less work the whole page is than matplotlib's figure."""
        return self.mpl / self.busy


def matplotlib_moves(page: Page, settings: Sequence[Values]) -> float:
    """Return the median of computing and drawing the same settings in matplotlib, in ms."""
    from tests.bench.mpl_figure import MplPicture

    lab, source = page.session.lab, page.session.source
    picture = MplPicture(page)
    picture.canvas.show()
    times = []
    for values in settings[: REPEATS + 1]:
        start = thread_time()
        picture.feed(lab.compute(values, source).figure)
        picture.draw()
        times.append(thread_time() - start)
    picture.canvas.close()
    return 1e3 * median(times[1:])  # the first makes the artists


def open_window(labs: Sequence[Lab]) -> Window:
    """Show the program's window, 1440 × 900, in English."""
    app = make_application()
    theme.apply(theme.light(), app)
    languages = Languages()
    languages.switch("en")
    sources = {lab.id: open_source(lab, "sample") for lab in labs}
    window = Window(labs, sources, languages, Preferences("en", "light"))
    window.resize(1440, 900)
    window.show()
    window.open_first()
    settle_memory()
    return window


def visit(window: Window, lab: Lab) -> Page:
    """Go to the page of a lab and return it once it is painted."""
    window.show_lab(lab.id)
    return shown(window.page())


def measure(window: Window, lab: Lab, moves: int) -> Row:
    """Measure one lab, after a warm-up over its settings."""
    page = visit(window, lab)
    drag(page, 40)
    dragged = drag(page, moves)
    step = max(1, len(dragged.settings) // REPEATS)
    some = dragged.settings[::step]
    return Row(lab.id, dragged, parts(page, some), matplotlib_moves(page, some))


def table(rows: Sequence[Row]) -> list[str]:
    """Return the lines of the table."""
    heads = (
        *("lab", "median", "p99", "busy", "busy p99", "whole"),
        *("compute", "figure", "paints", "mpl", "ratio", "page"),
    )
    lines = ["".join(f"{head:>10}" for head in heads)]
    for row in rows:
        drag, parts = row.drag, row.parts
        numbers = (
            *(drag.median, p99(drag.moves), row.busy, p99(drag.busy), median(drag.whole)),
            *(parts.compute, parts.figure, drag.paints / len(drag.moves), row.mpl),
        )
        cells = "".join(f"{number:10.2f}" for number in numbers)
        lines.append(f"{row.lab:>10}{cells}{row.ratio:9.1f}×{row.page_ratio:9.1f}×")
    return lines


def verdict(rows: Sequence[Row]) -> list[str]:
    """Compare with the bars."""
    ratio = exp(mean(log(row.ratio) for row in rows))
    slow = [f"{row.lab} {p99(row.drag.moves):.1f}" for row in rows if p99(row.drag.moves) >= FRAME]
    near = [f"{row.lab} {row.ratio:.1f}×" for row in rows if row.ratio < LEAST_RATIO]
    return [
        f"p99 under {FRAME:.1f} ms: {'no: ' + ', '.join(slow) if slow else 'yes'}",
        f"geometric mean of the ratios at least {MEAN_RATIO}×: "
        f"{'yes' if ratio >= MEAN_RATIO else 'no'}, {ratio:.1f}×",
        f"none under {LEAST_RATIO}×: {'no: ' + ', '.join(near) if near else 'yes'}",
    ]


def profile(window: Window, lab: Lab, moves: int) -> None:
    """Print where the time of a drag goes, by time in each function itself."""
    page = visit(window, lab)
    drag(page, 40)
    profiler = cProfile.Profile()
    profiler.runcall(drag, page, moves)
    print(f"\n{lab.id}: {moves} moves")
    pstats.Stats(profiler).strip_dirs().sort_stats("tottime").print_stats(16)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("labs", nargs="*", metavar="LAB")
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--profile", action="store_true")
    args = parser.parse_args()
    labs = [lab for lab in all_labs() if not args.labs or lab.id in args.labs]
    print(
        f"Python {platform.python_version()}, PySide6 {PySide6.__version__}, "
        f"numpy {numpy.__version__}, {platform.machine()}, {os.cpu_count()} processors"
    )
    with tempfile.TemporaryDirectory() as folder:
        # not the user's own preferences, window and progress
        os.environ |= {"XDG_CONFIG_HOME": folder, "XDG_STATE_HOME": folder}
        window = open_window(labs)
        if args.profile:
            for lab in labs:
                profile(window, lab, args.moves)
        else:
            print(f"slider to painted, 1440 × 900, {args.moves} moves a lab, milliseconds")
            print("busy, whole, mpl, ratio: the processor's time, whatever else the machine does")
            rows = [measure(window, lab, args.moves) for lab in labs]
            print("\n".join([*table(rows), *verdict(rows)]))
        window.close()
        if args.starts and not args.profile:
            seen, figure = first_paints(args.starts)
            print(f"start to window {seen:.2f} s, to its figure {figure:.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
