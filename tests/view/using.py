"""Hands and eyes for the tests of the view: what a user does, and what a user can read."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLineEdit,
    QPushButton,
    QSlider,
    QStyle,
    QStyleOptionSlider,
    QTabBar,
    QToolTip,
    QWidget,
)

from kvlab_desktop.core.figure import Bars, Dots, Mark
from kvlab_desktop.core.params import Value
from kvlab_desktop.view.controls import SliderControl
from kvlab_desktop.view.label import RichLabel
from kvlab_desktop.view.page import Page
from kvlab_desktop.view.table import TableView
from tests.driving import process_all, process_until
from tests.view.aloud import aloud
from tests.view.fit import figure_texts

LEFT = Qt.MouseButton.LeftButton


def change(page: Page, act: Callable[[], object]) -> dict[str, Value]:
    """Do something, wait until the page has drawn, and return the values that are different."""
    before, drawn = dict(page.session.values), []
    connection = page.drawn.connect(lambda: drawn.append(True))
    act()
    process_until(lambda: bool(drawn))
    page.drawn.disconnect(connection)
    process_all()
    return {name: v for name, v in page.session.values.items() if v != before[name]}


def at_rest(page: Page) -> None:
    """Wait until the page has judged the present values."""
    process_until(lambda: bool(page.session.seen) and page.session.seen[-1] == page.session.values)
    process_all()


def slider(page: Page, param: str) -> SliderControl:
    """Return the control of a slider."""
    control = page.control(param)
    assert isinstance(control, SliderControl)
    return control


# --- the mouse


def handle(track: QSlider, position: int | None = None) -> QPoint:
    """Return the middle of a slider's handle, or where it would be at a position."""
    option = QStyleOptionSlider()
    track.initStyleOption(option)
    if position is not None:
        option.sliderPosition = position  # type: ignore[attr-defined]
    part = QStyle.SubControl.SC_SliderHandle
    kind = QStyle.ComplexControl.CC_Slider
    return track.style().subControlRect(kind, option, part, track).center()


class Drag:
    """A handle that is held by the mouse until ``let_go``."""

    def __init__(self, track: QSlider) -> None:
        self._track = track
        QTest.mousePress(track, LEFT, pos=handle(track))

    def to(self, position: int) -> None:
        """Move the handle to a position."""
        QTest.mouseMove(self._track, handle(self._track, position))

    def let_go(self) -> None:
        """Let the handle go where it is."""
        QTest.mouseRelease(self._track, LEFT, pos=handle(self._track))


def click(widget: QWidget, at: QPoint | None = None) -> None:
    """Click with the left button in the middle of a widget, or at a place in it."""
    QTest.mouseClick(widget, LEFT, pos=widget.rect().center() if at is None else at)


def place_of(page: Page, mark_id: str, index: int) -> QPoint:
    """Return the pixel of the picture where an item of a mark is."""
    for item in page.picture.panel_items():
        assert item.panel is not None
        assert item.scales is not None
        for mark in item.panel.marks:
            if mark.id == mark_id:
                at = item.scales.to_point(*_middle(mark, index))
                return (at + item.rect.topLeft()).toPoint()
    raise LookupError(mark_id)


def _middle(mark: Mark, index: int) -> tuple[float, float]:
    if isinstance(mark, Dots):
        return float(mark.x[index]), float(mark.y[index])
    assert isinstance(mark, Bars)
    return float(mark.at[index]), (mark.base + float(mark.size[index])) / 2


def hover(widget: QWidget, at: QPoint) -> str:
    """Rest the mouse over a place of a widget and return what its tool tip says."""
    QToolTip.hideText()
    QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, at, widget.mapToGlobal(at)))
    words = QToolTip.text()
    QToolTip.hideText()
    return words


# --- the eyes


def read(page: Page) -> list[str]:
    """Return every text that can be seen on a page: of its widgets, its figure and its tables."""
    return [text for text in (*_widgets(page), *_figure(page)) if text.strip()]


def heard(page: Page) -> list[str]:
    """Return what a screen reader says, and what tool tips show."""
    widgets = [w for w in (page, *page.findChildren(QWidget)) if w.isVisible()]
    mine = [w for w in widgets if not w.objectName().startswith("qt_")]
    texts = (
        text
        for w, said in ((w, aloud(w)) for w in mine)
        for text in (said.name, said.value, said.description, w.toolTip())
    )
    return [text for text in texts if text.strip()]


def _widgets(page: Page) -> Iterator[str]:
    for widget in page.findChildren(QWidget):
        if not widget.isVisible():
            continue
        if isinstance(widget, RichLabel | QPushButton | QLineEdit):
            yield widget.text()
        elif isinstance(widget, QComboBox):
            yield from (widget.itemText(i) for i in range(widget.count()))
        elif isinstance(widget, QTabBar):
            yield from (widget.tabText(i) for i in range(widget.count()))
        elif isinstance(widget, TableView):
            yield from cells(widget)


def cells(table: TableView) -> Iterator[str]:
    """Yield heads and cells of a table."""
    model = table.model()
    for column in range(model.columnCount()):
        yield model.headerData(column, Qt.Orientation.Horizontal)
        yield from (str(model.index(row, column).data()) for row in range(model.rowCount()))


def _figure(page: Page) -> Iterator[str]:
    yield from (text.words for text in figure_texts(page))


def card_values(page: Page) -> dict[str, str]:
    """Return what the cards show, by the name of the metric."""
    session = page.session
    assert session.outcome is not None
    cards = session.lab.cards(session.values, session.outcome.metrics)
    return {card.metric: page._cards[i].value.text() for i, card in enumerate(cards)}
