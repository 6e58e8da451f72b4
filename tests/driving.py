"""Using a page as a person does, without waiting longer than it takes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from time import monotonic

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QTimer
from PySide6.QtWidgets import QSlider, QWidget

from kvlab_desktop.core.params import Slider
from kvlab_desktop.view.canvas import Canvas
from kvlab_desktop.view.cards import CardView
from kvlab_desktop.view.controls import SliderControl
from kvlab_desktop.view.page import Page
from tests.paints import Paints

#: when something that should happen has not, in seconds; never how long it may take
PATIENCE = 30.0


def process_until(happened: Callable[[], bool]) -> None:
    """Run the event loop until something has happened.

    Raises ``TimeoutError`` when it does not.
    """
    end = monotonic() + PATIENCE
    waker = QTimer(interval=20)  # for what is not told by an event
    waker.start()
    while not happened():
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        if monotonic() > end:
            raise TimeoutError("what was waited for did not happen")


def process_all() -> None:
    """Run the event loop until nothing is left to do at once.

    What ``deleteLater`` was called on goes too; Qt does that by itself only inside ``exec``.
    """
    for _round in range(5):
        QCoreApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def canvas(page: Page) -> QWidget:
    """Return the widget that a page's figure is painted on."""
    view = page.picture.findChild(Canvas)
    assert view is not None
    return view


def shown(page: Page) -> Page:
    """Show a page and return it once its figure is painted."""
    paints = Paints(canvas(page))
    page.show()
    process_until(lambda: page.session.outcome is not None and paints.count > 0)
    process_all()
    paints.deleteLater()
    return page


def card_texts(page: Page) -> list[str]:
    """Return the values on the cards of a page, in order."""
    return [card.value.text() for card in page.cards.findChildren(CardView) if card.isVisible()]


def sliders(page: Page) -> list[QSlider]:
    """Return the sliders in the strip of a page."""
    strip = (p for p in page.session.lab.params(page.session.source) if p.tier == "strip")
    controls = (page.control(p.id) for p in strip if isinstance(p, Slider))
    return [control.track for control in controls if isinstance(control, SliderControl)]


def to_and_fro(last: int) -> Iterator[int]:
    """Yield the positions 0…last upward and down again, without end, each unlike the one before."""
    return itertools.cycle([*range(last + 1), *range(last - 1, 0, -1)])
