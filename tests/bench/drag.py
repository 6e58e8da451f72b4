"""Dragging the sliders of a page and timing each move until its picture is painted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from time import perf_counter, thread_time

import numpy as np
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QSlider

from kvlab_desktop.core.params import Values
from kvlab_desktop.view.page import Page
from tests.driving import canvas, process_all, sliders, to_and_fro
from tests.paints import Paints

REPEATS = 60


@dataclass(frozen=True)
class Drag:
    """The settings a drag went through and what each move took, in milliseconds.

    ``moves`` are the times that passed until the figure was painted, ``busy`` how much of them the
    processor worked: on a machine that does other things as well this says more. ``whole`` is the
    processor's time with all that follows the figure, such as the notes.
    """

    settings: tuple[Values, ...]
    moves: tuple[float, ...]
    busy: tuple[float, ...]
    whole: tuple[float, ...]
    paints: int

    @property
    def median(self) -> float:
        """The middle of the moves."""
        return median(self.moves)


def p99(times: tuple[float, ...]) -> float:
    """What 99 of 100 moves stay within."""
    return float(np.percentile(times, 99))


@dataclass(frozen=True)
class Parts:
    """The figure alone: computing it, and bringing it to the screen; medians in milliseconds."""

    compute: float
    figure: float


def moves_of(page: Page, count: int) -> Iterator[tuple[QSlider, int]]:
    """Yield moves over the whole range of each slider in the strip, one slider after the other."""
    tracks = sliders(page)
    for track in tracks:
        start = track.value()
        positions = to_and_fro(track.maximum())
        for _move in range(count // len(tracks)):
            position = next(positions)
            yield track, next(positions) if position == track.value() else position
        track.setValue(start)
        process_all()


class Clocks:
    """Reads both clocks whenever a page has drawn a figure, which paints it at once.

    A paint that follows by an event (the page was laid out anew) is read when it is done.
    """

    def __init__(self, page: Page) -> None:
        self._paints = Paints(canvas(page))
        self.end = (0.0, 0.0)
        page.drawn.connect(self._read)
        self._seen = 0

    @property
    def count(self) -> int:
        """How many times the figure was painted."""
        return self._paints.count

    def _read(self) -> None:
        self.end, self._seen = (perf_counter(), thread_time()), self._paints.count

    def until_painted(self) -> tuple[float, float]:
        """Run the event loop until nothing is left to do at once.

        Return the two clocks (the wall's, the processor's) after the figure's last paint.
        """
        before = seen = self.count
        while self.count == before or self.count != seen:
            seen = self.count
            QCoreApplication.processEvents()
            if self.count != self._seen:  # not by a drawn figure
                self._read()
        return self.end


def drag(page: Page, count: int) -> Drag:
    """Move the sliders of a page ``count`` times, held as by a mouse, and time every move."""
    clocks = Clocks(page)
    page.held.emit(True)
    passed: list[float] = []
    busy: list[float] = []
    whole: list[float] = []
    settings: list[Values] = []
    painted = 0
    for track, position in moves_of(page, count):
        before, start, worked = clocks.count, perf_counter(), thread_time()
        track.setValue(position)
        painted_at = clocks.until_painted()
        passed.append(1e3 * (painted_at[0] - start))
        busy.append(1e3 * (painted_at[1] - worked))
        whole.append(1e3 * (thread_time() - worked))
        painted += clocks.count - before
        settings.append(dict(page.session.values))
    page.held.emit(False)
    return Drag(tuple(settings), tuple(passed), tuple(busy), tuple(whole), painted)


def parts(page: Page, settings: tuple[Values, ...]) -> Parts:
    """Compute and paint the figure without the page round it, in the processor's time."""
    lab, source = page.session.lab, page.session.source
    times: list[tuple[float, float]] = []
    for values in settings[:REPEATS]:
        start = thread_time()
        outcome = lab.compute(values, source)
        computed = thread_time()
        page.picture.set_figure(outcome.figure, page.theme)  # paints at once
        times.append((computed - start, thread_time() - computed))
    page.redraw()
    process_all()
    return Parts(*(1e3 * median(column) for column in zip(*times, strict=True)))
