"""Everything can be reached by the keyboard, in the order it is read, and has a name."""

from __future__ import annotations

import itertools
from dataclasses import astuple

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QLineEdit,
    QWidget,
)

from kvlab_desktop.core.lab import Lab
from kvlab_desktop.labs import all_labs
from kvlab_desktop.view.language import Languages
from kvlab_desktop.view.page import Page
from kvlab_desktop.view.window import Window
from tests.conftest import MakePage, MakeWindow
from tests.driving import process_all, process_until
from tests.view.aloud import aloud

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]
LABS = all_labs()
MOST_STOPS = 60


def in_tab_order(window: Window) -> list[QWidget]:
    """The widgets that Tab goes to, from the tabs on, until it comes round."""
    window.activateWindow()
    window.tabs.setFocus()
    found: list[QWidget] = []
    while (focus := QApplication.focusWidget()) not in found:
        assert focus is not None
        found.append(focus)
        assert len(found) < MOST_STOPS
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    return found


def corner(widget: QWidget) -> QPoint:
    return widget.mapTo(widget.window(), QPoint())


def focusable(root: QWidget) -> list[QWidget]:
    """The widgets that take the focus by Tab or by a click."""
    found = [w for w in root.findChildren(QWidget) if w.isVisible() and w.isEnabled()]
    return [w for w in found if w.focusPolicy() != Qt.FocusPolicy.NoFocus and not _of_qt(w)]


def _of_qt(widget: QWidget) -> bool:
    """Parts that Qt makes inside its own widgets."""
    inside = isinstance(widget, QLineEdit) and not widget.objectName()
    inside = inside or isinstance(widget.parent(), QAbstractScrollArea | QAbstractSpinBox)
    return inside or widget.objectName().startswith("qt_")


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_tab_goes_from_top_to_bottom_as_one_reads(make_window: MakeWindow, lab: Lab) -> None:
    window = make_window()
    window.show_lab(lab.id)
    page = window.page()
    process_until(lambda: page.session.outcome is not None)
    process_all()
    stops = in_tab_order(window)
    in_main = [w for w in stops if page.main.isAncestorOf(w)]
    # parts of the page from top to bottom, and inside of a part from left to right
    parts = [page.side_button, page.chips, page.strip, page.views, page.picture, page.copy_button]
    order = [next((i for i, p in enumerate(parts) if p is w or p.isAncestorOf(w)), None)
             for w in in_main]  # fmt: skip
    seen = [i for i in order if i is not None]
    assert seen == sorted(seen)
    for one, other in itertools.pairwise(in_main):
        same_row = abs(corner(one).y() - corner(other).y()) < 20
        assert not same_row or corner(one).x() < corner(other).x()
    beside = [w for w in stops if page.story.isAncestorOf(w)]
    assert stops.index(in_main[0]) < stops.index(in_main[-1])
    assert not beside or stops.index(beside[0]) > stops.index(in_main[-1])


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_tab_reaches_everything_that_can_be_used(make_window: MakeWindow, lab: Lab) -> None:
    window = make_window()
    window.show_lab(lab.id)
    page = window.page()
    process_until(lambda: page.session.outcome is not None)
    process_all()
    stops = in_tab_order(window)
    missed = [
        w for w in focusable(page)
        if w not in stops and w.focusPolicy() & Qt.FocusPolicy.TabFocus and w.window() is window
        and w.focusProxy() is None
    ]  # fmt: skip
    assert missed == []


def test_names_do_not_carry_markup(make_page: MakePage, languages: Languages) -> None:
    for lab in LABS:
        page: Page = make_page(lab)
        for widget in (page, *page.findChildren(QWidget)):
            for said in (*astuple(aloud(widget))[1:], widget.toolTip()):
                assert "^{" not in said
                assert "_{" not in said
                assert "\\hat" not in said
