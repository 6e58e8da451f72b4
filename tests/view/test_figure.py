"""The figure under the mouse and the arrow keys."""

from __future__ import annotations

import re
from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from kvlab_desktop.core.figure import Heat
from kvlab_desktop.core.lab import Lab
from kvlab_desktop.labs import all_labs, find_lab
from kvlab_desktop.view.language import spoken
from kvlab_desktop.view.page import Page
from kvlab_desktop.view.table import TableView
from tests.conftest import MakePage
from tests.driving import process_all, process_until
from tests.view.aloud import aloud
from tests.view.fit import figure_texts
from tests.view.using import change, click, hover, place_of

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]
Key = Qt.Key


def lab_named(lab_id: str) -> Lab:
    lab = find_lab(lab_id)
    assert lab is not None
    return lab


@pytest.fixture
def grid(make_page: MakePage) -> Page:
    return make_page(lab_named("grid"))


@pytest.fixture
def attention(make_page: MakePage) -> Page:
    return make_page(lab_named("attention"))


@pytest.fixture
def outliers(make_page: MakePage) -> Page:
    return make_page(lab_named("outliers"))


def panels(page: Page) -> set[str]:
    return {panel.id for panel in page.picture.seen_panels()}


def bits_shown(page: Page) -> list[str]:
    """The digits in the boxes of the panel with the bits of a number."""
    return [
        text.words for text in figure_texts(page) if text.panel == "bits" and text.words in "01"
    ]


# --- picking


def test_a_click_on_a_dot_shows_its_sixteen_bits(grid: Page) -> None:
    assert panels(grid) == {"values", "errors"}
    at = place_of(grid, "originals", 7)
    assert change(grid, lambda: click(grid.picture, at)) == {"picked": 7}
    assert panels(grid) == {"values", "errors", "bits"}
    number = np.float16(grid.session.source.grid_values()[7])
    code = f"{int(number.view(np.uint16)):016b}"
    assert "".join(bits_shown(grid)).startswith(code)


def test_a_click_on_a_bar_picks_the_same_value(grid: Page) -> None:
    errors = grid.session.lab.compute(grid.session.values, grid.session.source).figure
    bars = next(m for p in errors.panels for m in p.marks if m.id == "errors")
    tallest = int(np.argmax(bars.size))  # type: ignore[attr-defined]
    at = place_of(grid, "errors", tallest)
    assert change(grid, lambda: click(grid.picture, at)) == {"picked": tallest}


def test_the_arrows_go_from_dot_to_dot(grid: Page) -> None:
    change(grid, lambda: click(grid.picture, place_of(grid, "originals", 7)))
    assert grid.picture.hasFocus() or grid.picture.focusPolicy() & Qt.FocusPolicy.ClickFocus
    press = partial(QTest.keyClick, grid.picture)
    for key, picked in (
        (Key.Key_Right, 8), (Key.Key_Down, 9), (Key.Key_Left, 8), (Key.Key_Up, 7)
    ):  # fmt: skip
        assert change(grid, partial(press, key)) == {"picked": picked}
        assert "bits" in panels(grid)


def test_the_arrows_start_at_an_end_and_stop_at_the_ends(grid: Page) -> None:
    press = partial(QTest.keyClick, grid.picture)
    assert change(grid, partial(press, Key.Key_Right)) == {"picked": 0}
    press(Key.Key_Left)
    process_all()
    assert grid.session.values["picked"] == 0
    change(grid, lambda: grid.set_values({"picked": 15}))
    press(Key.Key_Right)
    process_all()
    assert grid.session.values["picked"] == 15


def test_a_click_beside_everything_picks_nothing(grid: Page) -> None:
    click(grid.picture, QPoint(1, 1))
    process_all()
    assert grid.session.values["picked"] == -1
    assert grid.session.computed == 1


def test_a_point_of_a_curve_sets_the_bits(attention: Page) -> None:
    press = partial(QTest.keyClick, attention.picture)
    assert change(attention, partial(press, Key.Key_Right)) == {"bits": 5}
    assert change(attention, partial(press, Key.Key_Left)) == {"bits": 4}


# --- hovering


def test_hovering_over_a_dot_says_its_exact_value(grid: Page) -> None:
    words = hover(grid.picture, place_of(grid, "originals", 3))
    assert words.startswith("value 4: x = ")
    exact = float(grid.session.source.grid_values()[3])
    shown = float(words.split("x = ")[1].split(",")[0].replace("\u2212", "-"))
    assert shown == pytest.approx(exact, rel=1e-6)


def test_hovering_over_a_bar_names_the_token_and_both_weights(attention: Page) -> None:
    assert attention.session.outcome is not None
    metrics = attention.session.outcome.metrics
    for i in (0, int(np.argmax(metrics["weights"]))):
        words = hover(attention.picture, place_of(attention, "original", i))
        assert f"'{metrics['tokens'][i].strip()}'" in words
        told = [float(n) for n in re.findall(r"weight (\S+) → (\S+),", words)[0]]
        exact = [metrics["weights"][i], metrics["weights_quantized"][i]]
        assert told == pytest.approx(exact, rel=1e-4)


@pytest.mark.parametrize("where", [(0, 0), (31, 47), (8, 7)])
def test_hovering_over_a_map_says_the_cells_exact_value(
    outliers: Page, where: tuple[int, int]
) -> None:
    row, column = where
    item = next(i for i in outliers.picture.panel_items() if i.panel and i.panel.id == "k_values")
    assert item.panel is not None
    assert item.scales is not None
    heat = next(m for m in item.panel.marks if isinstance(m, Heat))
    cell = item.scales.to_point(heat.x0 + column + 0.5, heat.y0 + row + 0.5)
    words = hover(outliers.picture, (cell + item.rect.topLeft()).toPoint())
    session = outliers.session
    key = row * heat.values.shape[1] + column
    told = session.lab.describe(session.values, session.source, heat.id, key)
    assert words == spoken(told)
    assert words != ""


def test_hovering_over_a_row_of_the_table_says_more(outliers: Page) -> None:
    outliers.story.question.skipped.emit()  # an open question keeps the row's numbers back
    process_until(lambda: not outliers.session.hidden() and outliers.picture.isVisible())
    process_all()
    table = outliers.picture.findChild(TableView)
    assert table is not None
    first = table.visualRect(table.model().index(0, 1)).center()
    words = hover(table.viewport(), first)
    session = outliers.session
    told = session.lab.describe(session.values, session.source, "table", "k")
    assert words == spoken(told)
    assert "cosine" in words


def test_hovering_does_not_tell_what_a_question_hides(outliers: Page) -> None:
    table = outliers.picture.findChild(TableView)
    assert table is not None
    hidden = [
        column for column in range(table.model().columnCount())
        if table.model().index(0, column).data() == "?"
    ]  # fmt: skip
    assert hidden
    for column in hidden:
        at = table.visualRect(table.model().index(0, column)).center()
        said = hover(table.viewport(), at)
        assert "156" not in said
        assert "1.56" not in said


def test_hovering_beside_everything_says_nothing(grid: Page) -> None:
    assert hover(grid.picture, QPoint(1, 1)) == ""


# --- what is said of it


@pytest.mark.parametrize("lab", all_labs(), ids=lambda lab: lab.id)
def test_the_figure_is_described_anew_with_each_setting(make_page: MakePage, lab: Lab) -> None:
    page = make_page(lab)
    first = aloud(page.picture).description
    assert len(first) > 20
    said = {first}
    for i in range(len(lab.presets())):
        page.go_to_preset(i)
        process_all()
        said.add(aloud(page.picture).description)
    assert len(said) > 1


def test_what_stands_in_a_figure_is_kept_while_a_slider_moves(grid: Page) -> None:
    items = grid.picture.panel_items()
    for bits in (1, 8, 3):
        change(grid, lambda b=bits: grid.set_values({"bits": b}))  # type: ignore[misc]
        assert grid.picture.panel_items() == items


def test_a_row_does_not_give_away_what_its_question_hides(outliers: Page) -> None:
    view = outliers.picture.findChild(TableView)
    assert view is not None
    seen = view.model().index(1, 1)
    assert outliers.session.hidden()
    hidden = view.hover_text(seen)
    outliers.story.question.skipped.emit()
    process_until(lambda: not view.source.hidden)
    assert "cos" in view.hover_text(seen)
    assert "cos" not in hidden
