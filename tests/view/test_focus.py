"""What has the focus can be told at a glance, in every theme and for every kind of control."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QCheckBox, QComboBox, QPushButton, QSpinBox, QWidget

from kvlab_desktop.core.lab import Lab
from kvlab_desktop.labs import all_labs
from kvlab_desktop.view.choices import Choices
from kvlab_desktop.view.edits import ValueBox
from kvlab_desktop.view.export import figure_image
from kvlab_desktop.view.page import Page
from kvlab_desktop.view.searchlist import SearchList
from kvlab_desktop.view.segments import Segments
from kvlab_desktop.view.story import Option
from kvlab_desktop.view.table import TableView
from kvlab_desktop.view.theme import TABLES
from kvlab_desktop.view.track import Track
from kvlab_desktop.view.window import Window
from tests.conftest import MakeWindow
from tests.driving import process_all, process_until
from tests.view.using import change, click

pytestmark = pytest.mark.usefixtures("qapp")
AROUND = 4  # pixels round a widget in which its mark may lie
LEAST = 60  # pixels that look different
SEEN = 48  # difference in one colour from 0 to 255 that is seen


def picture(widget: QWidget) -> np.ndarray:
    """The pixels of a widget and of what is right round it."""
    window = widget.window()
    area = QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size())
    image = window.grab(area.adjusted(-AROUND, -AROUND, AROUND, AROUND)).toImage()
    image = image.convertToFormat(QImage.Format.Format_RGBA8888)
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1, 4).astype(int)


def difference(widget: QWidget) -> int:
    """How many pixels tell that the widget has the focus."""
    other = QWidget(widget.window())
    other.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    other.show()
    other.setFocus()
    process_all()
    widget.window().setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)  # as Tab does
    without = picture(widget)
    widget.setFocus(Qt.FocusReason.TabFocusReason)
    assert widget.hasFocus()
    process_all()
    differs = np.abs(picture(widget) - without).max(axis=2) >= SEEN
    other.deleteLater()
    return int(differs.sum())


def page_of(window: Window, lab: Lab) -> Page:
    window.show_lab(lab.id)
    page = window.page()
    process_until(lambda: page.session.outcome is not None)
    process_all()
    return page


def first(root: QWidget, kind: type[QWidget]) -> QWidget | None:
    """The first widget of a kind that can have the focus."""
    found = (w for w in root.findChildren(kind) if w.isVisible() and w.isEnabled())
    return next(found, None)


def kinds(window: Window) -> Iterator[tuple[str, QWidget]]:
    """One widget of each kind that there is in the window, with what is behind "More"."""
    yield from {"tabs": window.tabs, "language": window.header.language}.items()
    wanted: dict[str, type[QWidget]] = {
        "slider": Track, "value": ValueBox, "search": SearchList, "list": QComboBox,
        "table": TableView, "answer": Option, "check box": QCheckBox,
    }  # fmt: skip
    for lab in all_labs():
        page = page_of(window, lab)
        for root in (page.main, page.story, page.strip.more):
            if root is page.strip.more and page.strip.more_button.isVisible():
                click(page.strip.more_button)
                process_until(root.isVisible)
            for name, kind in list(wanted.items()):
                if (widget := first(root, kind)) is not None:
                    yield name, widget
                    del wanted[name]
        page.strip.more.hide()
        window.activateWindow()
    assert not wanted
    page = page_of(window, all_labs()[0])
    row = first(page, Segments)
    assert isinstance(row, Segments)
    yield "segment", row.button(row.current())
    yield "chip", page._chips[0]
    yield "button", page.copy_button
    yield "checked button", page.side_button
    yield "figure", page.picture
    yield "notes", page.story


@pytest.mark.parametrize("name", TABLES)
def test_every_kind_of_control_shows_the_focus(make_window: MakeWindow, name: str) -> None:
    window = make_window()
    window.prefer(replace(window.preferences, theme=name))
    process_all()
    seen = {name: difference(widget) for name, widget in kinds(window)}
    dialog = Choices(window.preferences, window)
    dialog.show()
    process_until(dialog.isActiveWindow)
    for kind in (QComboBox, QSpinBox, QPushButton):
        widget = first(dialog, kind)
        assert widget is not None
        seen[f"dialog's {kind.__name__}"] = difference(widget)
    print(seen)
    assert {name: n for name, n in seen.items() if n < LEAST} == {}


def test_a_picture_of_the_figure_does_not_show_the_focus(make_window: MakeWindow) -> None:
    window = make_window()
    page = next(p for p in (page_of(window, lab) for lab in all_labs())
                if first(p.picture, TableView))  # fmt: skip
    table = first(page.picture, TableView)
    assert table is not None
    page.copy_button.setFocus()
    process_all()
    without = figure_image(page)
    for widget in (page.picture, table):
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        process_all()
        assert figure_image(page) == without
        assert difference(widget) > LEAST  # it is shown again


@pytest.mark.parametrize("name", TABLES)
def test_the_picked_item_of_the_figure_is_seen(make_window: MakeWindow, name: str) -> None:
    window = make_window()
    window.prefer(replace(window.preferences, theme=name))
    page = page_of(window, all_labs()[0])
    pictures = []
    for picked in (3, 9):
        change(page, lambda p=picked: page.set_values({"picked": p}))  # type: ignore[misc]
        pictures.append(picture(page.picture))
    differs = np.abs(pictures[0] - pictures[1]).max(axis=2) >= SEEN
    assert differs.sum() > 2 * LEAST
