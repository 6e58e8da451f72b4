"""Whether everything on a shown page has the room it needs; each finding is one line of text.

A page that fits shows every text whole, keeps its widgets apart and inside the window, and leaves
the figure its least height, without scroll bars around it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QAbstractSlider,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollBar,
    QStyleOptionViewItem,
    QTabBar,
    QWidget,
)

from kvlab_desktop.view.label import RichLabel
from kvlab_desktop.view.language import text
from kvlab_desktop.view.page import Page
from kvlab_desktop.view.richtext import Block, Words
from kvlab_desktop.view.story import Story
from kvlab_desktop.view.table import TableView

LEAST_HEIGHT = 200  # of the figure
LEAST_TYPE = 0.7  # of a text's own size, when it is made smaller to fit
_PADDING = 4  # on each side of a button's text, at the very least
_SLACK = 1.5  # pixels lost in rounding
_LEADING = 0.15  # of a line's height, free above and below its letters


@dataclass(frozen=True)
class FigureText:
    """A text of the figure: its panel, where its letters stand, the pixels of its type."""

    panel: str
    words: str
    place: QRectF
    size: int

    def __str__(self) -> str:
        x, y, w, h = (round(v) for v in self.place.getRect())
        return f"{self.panel}: {self.words!r} at {x}, {y}, {w} × {h}"


def faults(page: Page, *, may_cut: bool = False) -> list[str]:
    """Return everything on a page that does not fit, and in the window around it.

    With ``may_cut`` a text on one line may end in three dots, as long as it is whole elsewhere,
    and a name that is chosen from a list may be longer than its field.
    """
    window = page.window()
    found = [
        *_labels(window),
        *_buttons(window),
        *_fields(window),
        *_places(window),
        *_figure(page),
        *_tables(page),
    ]
    return found if may_cut else [*found, *_cut(page)]


def dialog_faults(dialog: QWidget) -> Iterator[str]:
    """Yield everything in a dialog that does not fit."""
    yield from (*_buttons(dialog), *_fields(dialog), *_places(dialog))
    for label in _shown(dialog, QLabel):
        if _advance(label.font(), label.text()) > label.width():
            yield f"{_named(label)}: has {label.width()}"
    for combo in _shown(dialog, QComboBox):
        for i in range(combo.count()):
            need = _advance(combo.font(), combo.itemText(i)) + 2 * _PADDING + combo.height() // 2
            if need > combo.width():
                yield f"{_named(combo)}: has {combo.width()}, needs {need}"
    for area in _shown(dialog, QAbstractScrollArea):
        if area.horizontalScrollBar().maximum() > 0:
            yield "a dialog scrolls sideways"


def _named(widget: QWidget) -> str:
    words = getattr(widget, "text", lambda: "")()
    return f"{type(widget).__name__} {words or widget.accessibleName() or widget.objectName()!r}"


def _shown(root: QWidget, kind: type[Any]) -> list[Any]:
    return [w for w in (root, *root.findChildren(kind)) if isinstance(w, kind) and w.isVisible()]


# --- words


def _labels(root: QWidget) -> Iterator[str]:
    for label in _shown(root, RichLabel):
        need = label.needed_size()
        if label.text() and (
            need.width() > label.width() + _SLACK or need.height() > label.height() + _SLACK
        ):
            yield f"{_named(label)}: has {label.size()}, needs {need}"


def _cut(page: Page) -> Iterator[str]:
    for label in _shown(page.window(), RichLabel):
        if label.elided():
            yield f"{_named(label)}: is cut short"
    for combo in _shown(page.window(), QComboBox):
        arrow = combo.height() // 2
        need = _advance(combo.font(), combo.currentText()) + 2 * _PADDING + arrow
        if need > combo.width():
            yield f"{_named(combo)}: has {combo.width()}, needs {need}"
    drawn = {found.words for found in figure_texts(page)}
    for panel in page.picture.seen_panels():
        axes = [axis.label for axis in (panel.x, panel.y) if axis.shown]
        own = [getattr(mark, "text", None) for mark in panel.marks]
        for message in filter(None, [panel.title, *axes, *own]):
            if text(message) not in drawn:
                yield f"{panel.id}: {text(message)!r} is not drawn whole"


def _advance(font: QFont, words: str) -> int:
    return QFontMetrics(font).horizontalAdvance(words)


def _buttons(root: QWidget) -> Iterator[str]:
    for button in _shown(root, QPushButton):
        need = _advance(button.font(), button.text()) + 2 * _PADDING
        if need > button.width() or button.fontMetrics().height() > button.height():
            yield f"{_named(button)}: has {button.size()}, needs {need}"
    for bar in _shown(root, QTabBar):
        bold = QFont(bar.font())
        bold.setBold(True)
        for i in range(bar.count()):
            place = bar.tabRect(i)
            if _advance(bold, bar.tabText(i)) + 2 * _PADDING > place.width():
                yield f"tab {bar.tabText(i)!r}: has {place.width()}"
            if not bar.rect().contains(place) or not bar.visibleRegion().contains(place):
                yield f"tab {bar.tabText(i)!r}: is not all in sight"


def _fields(root: QWidget) -> Iterator[str]:
    for field in _shown(root, QLineEdit):
        need = _advance(field.font(), field.text()) + _PADDING
        if not isinstance(field.parent(), QComboBox) and need > field.width():
            yield f"{_named(field)}: has {field.width()}, needs {need}"


# --- places


def _scrolled(widget: QWidget) -> bool:
    """Whether a widget's place is that of a scroll area, whose content may be larger."""
    return isinstance(widget.parent().parent(), QAbstractScrollArea)


def _places(root: QWidget) -> Iterator[str]:
    """Widgets lie inside their parents, and beside their siblings."""
    for widget in _shown(root, QWidget):
        if widget is root or widget.isWindow() or _inside_of_qt(widget):
            continue
        parent = widget.parentWidget()
        if not _scrolled(widget) and not parent.rect().contains(widget.geometry()):
            yield f"{_named(widget)}: {widget.geometry()} is not inside {parent.rect()}"
    for parent in _shown(root, QWidget):
        if _inside_of_qt(parent) or parent.layout() is None:
            continue
        seats = [w for w in _seated(parent) if w.isVisible()]
        for one, other in itertools.combinations(seats, 2):
            if one.geometry().intersects(other.geometry()):
                yield f"{_named(one)} lies over {_named(other)}"


def _seated(parent: QWidget) -> list[QWidget]:
    """The children that a layout has put where they are."""
    children = parent.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return [w for w in children if not w.isWindow()]


def _inside_of_qt(widget: QWidget) -> bool:
    """Whether a widget is a part that Qt arranges by itself."""
    kinds = (QAbstractScrollArea, QTabBar, QComboBox, QLineEdit, QAbstractSlider, QHeaderView)
    parent = widget.parent()
    while isinstance(parent, QWidget):
        if isinstance(parent, kinds) and not isinstance(parent, Story):
            return True
        parent = parent.parent()
    return isinstance(widget, QScrollBar)


# --- the figure


def _figure(page: Page) -> Iterator[str]:
    picture = page.picture
    if picture.height() < LEAST_HEIGHT:
        yield f"the figure is {picture.height()} px high"
    if page.main.geometry().bottom() >= page.height():
        yield "the page is higher than its place"
    above = picture.parentWidget()
    while above is not None:
        if isinstance(above, QAbstractScrollArea):
            yield "the figure stands in a scroll area"
        above = above.parentWidget()
    for bar in _shown(picture, QScrollBar):
        table = bar.parent().parent()
        long = isinstance(table, TableView) and not table.source.table.compact
        if bar.maximum() > 0 and not (long and bar.orientation() == Qt.Orientation.Vertical):
            yield "the figure has a scroll bar"
    yield from _figure_texts(page)


@contextmanager
def _drawn() -> Iterator[list[tuple[Block | Words, QRectF]]]:
    """Collect the texts that are drawn meanwhile, with their places."""
    found: list[tuple[Block | Words, QRectF]] = []
    originals = {kind: kind.draw for kind in (Block, Words)}

    def recorder(kind: type[Any]) -> Any:
        def draw(self: Any, painter: QPainter, x: float, y: float, colour: object) -> None:
            found.append((self, QRectF(QPointF(x, y), self.size)))

        return draw

    for kind in originals:
        kind.draw = recorder(kind)  # type: ignore[method-assign]
    try:
        yield found
    finally:
        for kind, draw in originals.items():
            kind.draw = draw  # type: ignore[method-assign]


def _ink(place: QRectF, turned: bool) -> QRectF:
    """A text's place without the room between lines, which may be shared."""
    side, end = (_LEADING * place.width(), 0.0) if turned else (0.0, _LEADING * place.height())
    return place.adjusted(side, end, -side, -end)


def figure_texts(page: Page) -> list[FigureText]:
    """Return every text of a page's figure where it stands in the picture."""
    found = []
    image = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
    for item in page.picture.panel_items():
        assert item.panel is not None
        painter = QPainter(image)
        with _drawn() as over:
            item.paint(painter)
        painter.end()
        texts = [(p.laid, _ink(p.rect(), p.turned)) for p in item.surround.texts]
        texts += [(laid, _ink(place, False)) for laid, place in over]
        for laid, place in texts:
            if laid.markup.strip():
                at = place.translated(item.rect.topLeft())
                found.append(FigureText(item.panel.id, laid.markup, at, laid._font.pixelSize()))
    return found


def _figure_texts(page: Page) -> Iterator[str]:
    texts = figure_texts(page)
    room = QRectF(page.picture.rect()).adjusted(-_SLACK, -_SLACK, _SLACK, _SLACK)
    least = int(LEAST_TYPE * page.theme.font("tick").pixelSize())
    for found in texts:
        if not room.contains(found.place):
            yield f"{found}: leaves the picture"
        if found.size < least:
            yield f"{found}: is set in {found.size} px"
    for one, other in itertools.combinations(texts, 2):
        shared = one.place.intersected(other.place)
        if shared.width() > _SLACK and shared.height() > _SLACK:
            yield f"{one} and {other} overlap"


# --- the size of type


def type_sizes(page: Page) -> Iterator[tuple[str, int]]:
    """Yield every text of a page with the pixels of its type, raised and lowered signs aside."""
    for label in _shown(page.window(), RichLabel):
        yield label.text(), label._block(label.width())._font.pixelSize()
    for kind in (QPushButton, QLineEdit, QComboBox, QTabBar, QHeaderView):
        for widget in _shown(page.window(), kind):
            yield _named(widget), widget.font().pixelSize()
    for found in figure_texts(page):
        yield found.words, found.size
    for table in _shown(page.picture, TableView):
        for laid, _room, _place in _drawn_cells(table):
            yield laid.markup, laid._font.pixelSize()


# --- tables


def _tables(page: Page) -> Iterator[str]:
    for table in _shown(page.picture, TableView):
        yield from _heads(table)
        yield from _cells(table)
        low = table.rowViewportPosition(table.model().rowCount() - 1) + table.rowHeight(0)
        if table.source.table.compact and low > table.viewport().height():
            yield f"a table shows {table.viewport().height()} px of {low}"


def _heads(table: TableView) -> Iterator[str]:
    header = table.horizontalHeader()
    metrics = QFontMetrics(header.font())
    for section in range(header.count()):
        words = table.model().headerData(section, Qt.Orientation.Horizontal)
        # the paddings of QHeaderView::section
        room = QRect(0, 0, header.sectionSize(section) - 8, header.height() - 4)
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        need = metrics.boundingRect(room, int(flags), words)
        # a line may end after any hanzi, but not inside of a word
        longest = max(map(metrics.horizontalAdvance, re.findall(r"[!-\u2fff]+|\S", words)))
        if need.height() > room.height() or max(longest, need.width()) > room.width():
            yield f"table head {words!r}: has {room.size()}, needs {need.size()}, {longest}"


def _drawn_cells(table: TableView) -> Iterator[tuple[Block | Words, QRectF, QRectF]]:
    """The cells are drawn as they are, into nothing, to see where their texts go.

    Yields each text with its cell's room and its own place.
    """
    model, delegate = table.model(), table.itemDelegate()
    image = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
    for row, column in itertools.product(range(model.rowCount()), range(model.columnCount())):
        option = QStyleOptionViewItem()
        option.rect = table.visualRect(model.index(row, column))  # type: ignore[attr-defined]
        painter = QPainter(image)
        with _drawn() as texts:
            delegate.paint(painter, option, model.index(row, column))
        painter.end()
        room = QRectF(option.rect)  # type: ignore[attr-defined]
        yield from ((laid, room, place) for laid, place in texts)


def _cells(table: TableView) -> Iterator[str]:
    cells = list(_drawn_cells(table))
    for laid, room, place in cells:
        if not room.contains(_ink(place, False)):
            yield f"table cell {laid.markup!r}: {place} leaves {room}"
    for (one, room, a), (other, same, b) in itertools.pairwise(cells):
        if room == same and a.intersects(b):
            yield f"table cell: {one.markup!r} and {other.markup!r} overlap"
