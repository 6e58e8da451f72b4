"""A lab that the program has never heard of is shown, driven and exported.

Nothing of the view may have to change for a new lab; this is the test of it.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from kvlab_desktop.core import figure as fig
from kvlab_desktop.core import params
from kvlab_desktop.core.figure import Figure, Mark, as_data
from kvlab_desktop.core.lab import defaults
from kvlab_desktop.view.controls import ChoiceControl, ListControl, SliderControl, ToggleControl
from kvlab_desktop.view.export import Look, Order, figure_image, write_all
from kvlab_desktop.view.page import Page
from kvlab_desktop.view.picture import Picture
from kvlab_desktop.view.segments import Segments
from kvlab_desktop.view.table import TableView
from kvlab_desktop.view.theme import Theme
from tests.conftest import MakePage, MakeWindow
from tests.driving import card_texts, process_all, process_until
from tests.seventh_figure import everything
from tests.seventh_lab import LAB
from tests.view.aloud import aloud
from tests.view.using import change

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def page(make_page: MakePage) -> Page:
    return make_page(LAB)


def kinds_in(module: Any, base: type) -> set[type]:
    """The kinds of a module that can be made; the base of all is none of them."""
    own = (
        k for k in vars(module).values() if isinstance(k, type) and k.__module__ == module.__name__
    )
    return {k for k in own if issubclass(k, base)} - {base}


def pixels(image: QImage) -> NDArray[np.uint8]:
    """An image as an array [height, width, 4] of bytes."""
    image = image.convertToFormat(QImage.Format.Format_RGBA8888)
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1, 4).copy()


def place_of(page: Page, mark_id: str, index: int) -> QPointF:
    """The pixel of the picture where an item of a mark is."""
    for item in page.picture.panel_items():
        assert item.panel is not None
        assert item.scales is not None
        for mark in item.panel.marks:
            if mark.id == mark_id and isinstance(mark, fig.Dots):
                at = item.scales.to_point(float(mark.x[index]), float(mark.y[index]))
                return at + item.rect.topLeft()
    raise LookupError(mark_id)


# --- the lab uses everything there is


def test_it_has_every_kind_of_mark_and_of_parameter() -> None:
    values = defaults(LAB, None)
    marks = [m for panel in everything(values).panels for m in panel.marks]
    assert {type(m) for m in marks} == kinds_in(fig, Mark)
    assert {type(p) for p in LAB.params(None)} == kinds_in(params, params.Param)
    assert {p.tier for p in LAB.params(None)} == {"strip", "more", "hidden"}


def test_it_can_be_written_as_data() -> None:
    for values in (defaults(LAB, None), LAB.clamp({"view": "few"}, None)):
        assert json.dumps(as_data(LAB.compute(values, None).figure), allow_nan=False)


# --- showing


def drawn(figure: Figure, theme: Theme) -> NDArray[np.uint8]:
    picture = Picture()
    picture.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    picture.resize(1000, 700)
    picture.show()
    picture.set_figure(figure, theme)
    process_all()
    image = picture.grab().toImage()
    picture.close()
    return pixels(image)


def mark_ids() -> list[str]:
    figure = everything(defaults(LAB, None))
    return [m.id for panel in figure.panels for m in panel.marks]


@pytest.mark.parametrize("mark_id", mark_ids())
def test_every_mark_can_be_seen(mark_id: str, theme: Theme) -> None:
    figure = everything(defaults(LAB, None))
    without = tuple(
        replace(p, marks=tuple(m for m in p.marks if m.id != mark_id)) for p in figure.panels
    )
    difference = drawn(figure, theme) != drawn(replace(figure, panels=without), theme)
    assert difference.any(axis=2).sum() > 20


def test_a_page_shows_what_the_lab_says(page: Page) -> None:
    assert page.title.text() == "Everything at once: 2^{4} and \\hat{x}"
    assert page.claim.text() == "A lab the view has never heard of, at 4 bits."
    assert page.source_words.text() == "The numbers are made up; model: small"
    assert aloud(page.picture).description == "Every mark at 4 bits"
    seen = [panel.id for panel in page.picture.seen_panels()]
    assert seen == ["marks", "maps", "areas", "bits", "table"]


def test_a_hidden_parameter_has_no_control_and_a_view_has_tabs(page: Page) -> None:
    assert page.views.isVisible()
    assert page.views.current() == "all"
    for param in ("picked", "view"):
        with pytest.raises(KeyError):
            page.control(param)


def test_the_trouble_is_one_bar_and_the_numbers_stay(page: Page) -> None:
    assert not page.problem.isVisible()
    change(page, lambda: page.set_values({"trouble": True}))
    assert page.problem.isVisible()
    assert page.problem_words.text() == "The file a.json cannot be read."
    assert card_texts(page)[0] == "16"


# --- driving


def test_a_slider_sets_and_switches_others_off(page: Page) -> None:
    bits, shrink = page.control("bits"), page.control("shrink")
    assert isinstance(bits, SliderControl)
    assert change(page, lambda: bits.track.setValue(0)) == {"bits": 1}
    assert not shrink.isEnabled()
    assert change(page, lambda: bits.track.setValue(7)) == {"bits": 8}
    assert shrink.isEnabled()


def test_an_exact_value_can_be_typed(page: Page, qtbot: QtBot) -> None:
    control = page.control("shrink")
    assert isinstance(control, SliderControl)
    control.box.setFocus()
    control.box.selectAll()
    qtbot.keyClicks(control.box, "0.3")
    changed = change(page, lambda: qtbot.keyClick(control.box, Qt.Key.Key_Return))
    assert changed == {"shrink": 0.25}
    assert control.box.text() == "0.25"


def test_a_toggle_and_choices_set_their_values(page: Page, qtbot: QtBot) -> None:
    toggle, colours = page.control("trouble"), page.control("colours")
    place, model = page.control("place"), page.control("model")
    assert isinstance(toggle, ToggleControl)
    assert isinstance(colours, ChoiceControl)
    assert isinstance(place, ListControl)
    assert isinstance(model, ListControl)
    assert change(page, toggle.box.click) == {"trouble": True}
    assert change(page, colours.segments.button("inferno").click) == {"colours": "inferno"}
    place.combo.setCurrentIndex(3)
    assert change(page, lambda: place.combo.activated.emit(3)) == {"place": "p3"}
    assert change(page, lambda: model.tell("my/config.json")) == {"model": "my/config.json"}
    assert model.combo.currentText() == "config.json"


def test_a_tab_changes_the_marks_and_back(page: Page) -> None:
    before = pixels(figure_image(page, 1))
    assert change(page, page.views.button("few").click) == {"view": "few"}
    assert [panel.id for panel in page.picture.seen_panels()] == ["marks"]
    assert change(page, page.views.button("all").click) == {"view": "all"}
    process_all()
    assert np.array_equal(pixels(figure_image(page, 1)), before)


def test_a_click_on_a_dot_picks_it(page: Page, qtbot: QtBot) -> None:
    at = place_of(page, "dots", 3).toPoint()
    left = Qt.MouseButton.LeftButton
    assert change(page, lambda: qtbot.mouseClick(page.picture, left, pos=at)) == {"picked": 3}
    onward = lambda: qtbot.keyClick(page.picture, Qt.Key.Key_Right)  # noqa: E731
    assert change(page, onward) == {"picked": 4}


def test_a_drag_over_the_dots_picks_one_after_the_other(page: Page) -> None:
    left = Qt.MouseButton.LeftButton
    first, second = (place_of(page, "dots", i).toPoint() for i in (1, 2))
    assert change(page, lambda: QTest.mousePress(page.picture, left, pos=first)) == {"picked": 1}
    assert change(page, lambda: QTest.mouseMove(page.picture, second)) == {"picked": 2}
    QTest.mouseRelease(page.picture, left, pos=second)
    QTest.mouseMove(page.picture, first)
    process_all()
    assert page.session.values["picked"] == 2


def test_a_row_of_a_table_picks_its_key_however_it_is_sorted(page: Page) -> None:
    table = page.picture.findChild(TableView)
    assert table is not None
    table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    assert change(page, lambda: table.clicked.emit(table.model().index(0, 0))) == {"picked": 2}


@pytest.mark.qt_log_ignore("This plugin does not support raise", extend=True)
def test_hovering_says_what_is_under_the_mouse(page: Page) -> None:
    at = place_of(page, "dots", 2).toPoint()
    hover = QHelpEvent(QEvent.Type.ToolTip, at, page.picture.mapToGlobal(at))
    QApplication.sendEvent(page.picture, hover)
    assert QToolTip.text() == "dots number 2"
    QToolTip.hideText()
    off = QHelpEvent(QEvent.Type.ToolTip, QPoint(1, 1), page.picture.mapToGlobal(QPoint(1, 1)))
    QApplication.sendEvent(page.picture, off)


def test_presets_go_by_their_number(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window((LAB,))
    page = window.page()
    assert change(page, lambda: qtbot.keyClick(window, Qt.Key.Key_2)) == {"view": "few", "bits": 8}
    assert change(page, lambda: qtbot.keyClick(window, Qt.Key.Key_1)) == {"view": "all", "bits": 2}


# --- what comes later


def test_the_answer_is_hidden_in_card_and_column_until_a_guess(page: Page) -> None:
    table = page.picture.findChild(TableView)
    assert table is not None

    def seen() -> tuple[str, str, str]:
        better, size = (table.model().index(1, c).data() for c in (2, 1))
        return card_texts(page)[1], better, size

    assert seen() == ("?", "?", "8")
    change(page, lambda: page.set_values({"bits": 5}))
    assert seen() == ("47", "✓ yes", "8")
    change(page, lambda: page.story.question.guessed.emit("7"))
    assert page.session.values["bits"] == 4
    assert seen() == ("46", "✓ yes", "8")
    assert "It is 42 + 4." in page.story.question.reveal.text()


def test_slow_metrics_arrive_at_rest(page: Page) -> None:
    process_until(lambda: card_texts(page)[2] == "1004")
    assert page.session.computed == 1
    change(page, lambda: page.set_values({"bits": 6}))
    assert card_texts(page)[2] == "…"
    process_until(lambda: card_texts(page)[2] == "1006")


def test_tasks_tick_at_rest_and_not_on_values_passed_over(page: Page) -> None:
    control = page.control("bits")
    assert isinstance(control, SliderControl)
    control.track.setSliderDown(True)
    for position in (0, 1, 7):
        change(page, lambda p=position: control.track.setValue(p))  # type: ignore[misc]
    control.track.setSliderDown(False)
    process_until(lambda: [s["bits"] for s in page.session.seen][-1:] == [8])
    assert page.session.done == frozenset()
    change(page, lambda: page.set_values({"bits": 2}))
    process_until(lambda: page.session.done == {"slow"})
    change(page, lambda: page.set_values({"bits": 1}))
    process_until(lambda: page.session.done == {"slow", "low"})


# --- low, narrow, and exported


def test_a_low_figure_shows_one_half_and_a_switch(page: Page) -> None:
    switch = page.picture.findChild(Segments)
    assert switch is not None
    assert not switch.isVisible()
    page.picture.setFixedHeight(280)
    process_all()
    assert {p.id for p in page.picture.seen_panels()} == {"marks", "areas", "bits", "table"}
    switch.button("right").click()
    assert {p.id for p in page.picture.seen_panels()} == {"maps", "areas", "bits", "table"}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_it_is_exported_in_any_size(tmp_path: Path, language: str) -> None:
    values = LAB.clamp({"bits": 7, "picked": 2}, None)
    look = Look(what="page", size=(1200, 800), scale=1.5)
    written = list(write_all([[(LAB, None, values)]], Order(tmp_path, ["png"], [language], look)))
    assert [path.name for path in written] == [f"seventh-{language}.png"]
    image = QImage(str(written[0]))
    assert (image.width(), image.height()) == (1800, 1200)
    assert np.unique(pixels(image).view(np.uint32)).size > 100
