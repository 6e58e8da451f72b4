"""What a screen reader hears: of every control, the cards, the figures, and what it is told."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QLineEdit,
    QSpinBox,
    QTabBar,
    QWidget,
)

from kvlab_desktop.core.lab import Lab
from kvlab_desktop.core.params import Choice, Slider, Values
from kvlab_desktop.core.text import placeholders
from kvlab_desktop.labs import all_labs
from kvlab_desktop.view import cards, frame, hearing, problem, story
from kvlab_desktop.view import picture as picture_module
from kvlab_desktop.view.about import About
from kvlab_desktop.view.cards import CardView
from kvlab_desktop.view.choices import Choices
from kvlab_desktop.view.controls import ChoiceControl, SliderControl
from kvlab_desktop.view.crash import CrashDialog
from kvlab_desktop.view.keysheet import KeySheet
from kvlab_desktop.view.language import Languages, spoken
from kvlab_desktop.view.page import Page
from kvlab_desktop.view.table import TableView
from kvlab_desktop.view.window import Window
from tests.conftest import MakePage, MakeWindow
from tests.driving import process_all, process_until
from tests.seventh_lab import LAB as SEVENTH
from tests.view.aloud import aloud, interface
from tests.view.using import at_rest, change, click, slider

pytestmark = pytest.mark.usefixtures("qapp")
LABS = all_labs()
HANZI = re.compile(r"[\u4e00-\u9fff]")
#: names that are the same in both languages
SAME = re.compile(r"[\d\s.,·×%/…+−–-]*|\S+|[A-Z\d][\w .·×/+-]*")
CONTROLS = (QAbstractButton, QAbstractSlider, QComboBox, QLineEdit, QSpinBox, QTabBar, TableView)


def controls(root: QWidget) -> list[QWidget]:
    """Everything that can be used, in the window or a dialog; not what Qt makes inside it."""
    found = [w for w in root.findChildren(QWidget) if isinstance(w, CONTROLS) and w.isVisible()]
    found = [w for w in found if w.focusPolicy() != Qt.FocusPolicy.NoFocus]
    inside = (QComboBox, QSpinBox, QTabBar)
    return [w for w in found if not isinstance(w.parent(), inside)
            and not w.objectName().startswith("qt_")]  # fmt: skip


def said(widgets: list[QWidget]) -> list[str]:
    """Name and description of widgets, as one text for each."""
    heard = (aloud(w) for w in widgets)
    return [f"{h.name} | {h.description}" for h in heard]


def with_more(window: Window) -> Iterator[list[QWidget]]:
    """The controls of the window, then those behind "More"."""
    yield controls(window)
    page = window.page()
    if page.strip.more_button.isVisible():
        click(page.strip.more_button)
        process_until(page.strip.more.isVisible)
        yield controls(page.strip.more)
        page.strip.more.hide()


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_every_control_has_a_name_in_the_language_that_is_spoken(
    make_window: MakeWindow, lab: Lab
) -> None:
    window = make_window(language="en")
    window.show_lab(lab.id)
    page = window.page()
    process_until(lambda: page.session.outcome is not None)
    process_all()
    english = [text for part in with_more(window) for text in said(part)]
    window.switch_language()
    process_all()
    chinese = [text for part in with_more(window) for text in said(part)]
    assert len(english) == len(chinese) > 12
    for one, other in zip(english, chinese, strict=True):
        assert one.split(" | ")[0].strip()
        assert not HANZI.search(one)
        assert HANZI.search(other) or all(SAME.fullmatch(part) for part in other.split(" | "))
    window.switch_language()
    process_all()
    assert [text for part in with_more(window) for text in said(part)] == english


def test_the_preferences_have_names_too(make_window: MakeWindow) -> None:
    window = make_window(language="en")
    dialog = Choices(window.preferences, window)
    dialog.chosen.connect(window.prefer)
    dialog.show()
    process_all()
    boxes = (dialog.language, dialog.theme, dialog.percent)
    names = [box.accessibleName() for box in boxes]
    assert all(names)
    assert not any(map(HANZI.search, names))
    dialog.language.setCurrentIndex(dialog.language.findData("zh"))
    dialog.language.activated.emit(dialog.language.currentIndex())
    process_all()
    assert all(HANZI.search(box.accessibleName()) for box in boxes)


# --- values


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_a_slider_says_its_value_and_not_its_position(make_page: MakePage, lab: Lab) -> None:
    page = make_page(lab)
    for param in page.session.params:
        if not isinstance(param, Slider) or param.tier == "hidden":
            continue
        control = page.control(param.id)
        assert isinstance(control, SliderControl)
        value, heard = page.session.values[param.id], aloud(control.track)
        assert heard.role == QAccessible.Role.Slider
        assert heard.name == spoken(param.label)
        assert param.text(value) in heard.value
        number = QAccessibleInterface.valueInterface(interface(control.track))
        assert number.currentValue() == float(value)
        assert number.minimumValue() == float(param.at(0))
        assert number.maximumValue() == float(param.at(param.positions))


def test_values_are_said_with_their_unit(make_page: MakePage, languages: Languages) -> None:
    grid, memory = make_page(LABS[0]), make_page(next(la for la in LABS if la.id == "memory"))
    languages.switch("en")
    assert aloud(slider(grid, "bits").track).value == "4 bits"
    assert aloud(slider(memory, "context").track).value == "128K tokens"
    change(grid, lambda: grid.set_values({"bits": 1}))
    assert aloud(slider(grid, "bits").track).value == "1 bit"
    languages.switch("zh")
    process_all()
    assert aloud(slider(memory, "context").track).value == "128K 个 token"


def test_a_screen_reader_can_set_a_slider(make_page: MakePage) -> None:
    page = make_page(LABS[0])
    number = QAccessibleInterface.valueInterface(interface(slider(page, "bits").track))
    assert change(page, lambda: number.setCurrentValue(7.0)) == {"bits": 7}


def test_what_a_slider_is_not_is_answered_without_harm(make_page: MakePage) -> None:
    asked = interface(slider(make_page(LABS[0]), "bits").track)
    for kind in ("action", "text", "editableText", "selection", "tableCell", "attributes"):
        assert getattr(QAccessibleInterface, f"{kind}Interface")(asked) is None


def test_a_row_of_buttons_says_what_it_chooses_and_what_is_on(make_page: MakePage) -> None:
    page = make_page(LABS[0])
    control = page.control("outlier")
    assert isinstance(control, ChoiceControl)
    row = control.segments
    assert aloud(row).role == QAccessible.Role.Grouping
    assert aloud(row).name == "outlier"
    on = interface(row.button("none"))
    assert on.state().checked  # type: ignore[attr-defined]
    assert not interface(row.button("x12")).state().checked  # type: ignore[attr-defined]
    assert aloud(row.button("x12")).description == "outlier"


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_a_card_is_heard_as_one_text_with_its_value(make_page: MakePage, lab: Lab) -> None:
    page = make_page(lab)
    for card in (c for c in page.cards.findChildren(CardView) if c.isVisible()):
        heard = aloud(card)
        assert heard.role == QAccessible.Role.StaticText
        assert heard.name.endswith(f": {heard.value}")
        assert len(heard.name) > len(heard.value) + 3
        assert interface(card).childCount() == 0


# --- what is told without being asked for


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is announced while a screen reader seems to listen."""
    found: list[str] = []

    def announce(_widget: QWidget, words: str, *, urgent: bool = False) -> None:
        found.append(f"{'! ' if urgent else ''}{words}")

    for module in (cards, problem, story, picture_module):
        monkeypatch.setattr(module, "announce", announce)
    monkeypatch.setattr(frame, "is_heard", lambda: True)
    return found


def test_cards_are_told_at_rest_and_not_during_a_drag(make_page: MakePage, told: list[str]) -> None:
    page = make_page(LABS[0])
    at_rest(page)
    assert told == []
    page._on_held(True)
    for bits in (5, 6, 7):
        change(page, lambda b=bits: page.set_values({"bits": b}))  # type: ignore[misc]
    assert told == []
    page._on_held(False)
    process_until(lambda: bool(told))
    assert len(told) == 1
    assert "128" in told[0]
    assert "32" not in told[0]


def test_a_task_that_is_done_and_a_problem_are_told(make_page: MakePage, told: list[str]) -> None:
    page = make_page(SEVENTH)
    change(page, lambda: page.set_values({"bits": 1}))
    process_until(lambda: any("(done)" in words for words in told))
    assert "Go down to 1 bit (done)" in told
    change(page, lambda: page.set_values({"trouble": True}))
    assert "! The file a.json cannot be read." in told


def test_the_item_that_is_picked_by_key_is_told(make_page: MakePage, told: list[str]) -> None:
    page = make_page(LABS[0])
    at_rest(page)
    page.picture.setFocus()
    change(page, lambda: page.set_values({"picked": 3}))
    at_rest(page)
    words = aloud(page.picture).description.split("\n")[-1]
    assert words in told
    assert re.search(r"\d", words)


def test_events_reach_qt_while_a_screen_reader_listens(make_page: MakePage) -> None:
    """With everything in Qt's hands: pages come and go, and nothing crashes."""
    QAccessible.setActive(True)
    try:
        for _round in range(3):
            page: Page = make_page(LABS[0])
            at_rest(page)
            page.set_values({"bits": 2, "picked": 1})
            at_rest(page)
            assert hearing.is_heard()
            for widget in page.findChildren(QWidget):
                aloud(widget)
            page.close()
            page.deleteLater()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    finally:
        QAccessible.setActive(False)


# --- the figures


def views(lab: Lab, page: Page) -> list[dict[str, object]]:
    """The settings of each view of a lab."""
    found = [p for p in page.session.params if isinstance(p, Choice) and p.role == "view"]
    return [{p.id: key} for p in found for key in p.keys] or [{}]


def others(page: Page, values: Values) -> Iterator[dict[str, object]]:
    """Single changes of what can be set now."""
    for param in page.session.params:
        if param.enabled is not None and not param.enabled(values):
            continue
        if isinstance(param, Slider) and param.tier != "hidden":
            ends = (param.at(0), param.at(param.positions))
            yield {param.id: next((v for v in ends if v != values[param.id]), ends[0])}
        elif isinstance(param, Choice) and param.role != "view":
            yield {param.id: next((k for k in param.keys if k != values[param.id]), param.keys[0])}


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)
def test_every_figure_is_described_with_its_numbers_in_both_languages(
    make_page: MakePage, languages: Languages, lab: Lab
) -> None:
    page = make_page(lab)
    for view in views(lab, page):
        at = lab.clamp(view, page.session.source)  # type: ignore[arg-type]
        settings = [at, *(lab.clamp({**at, **o}, page.session.source) for o in others(page, at))]
        heard: dict[str, set[str]] = {"en": set(), "zh": set()}
        for values in settings:
            description = lab.compute(values, page.session.source).figure.description
            for code, all_said in heard.items():
                languages.switch(code)
                text = spoken(description)
                assert len(text) > 20
                assert re.search(r"\d", text)
                assert not placeholders(text)
                assert bool(HANZI.search(text)) == (code == "zh")
                all_said.add(text)
        assert len(heard["en"]) > 1
        assert len(heard["zh"]) == len(heard["en"])


# --- the dialogs


@pytest.mark.parametrize("code", ["en", "zh"])
def test_what_takes_the_focus_in_a_dialog_has_a_name(make_window: MakeWindow, code: str) -> None:
    window = make_window(language=code)
    theme = window.pages.theme
    for dialog in (
        Choices(window.preferences, window),
        About(theme, window),
        CrashDialog(theme, "KV Lab", window),
        KeySheet(window.deeds.sheet(), theme, window),
    ):
        dialog.show()
        process_all()
        names = [aloud(w).name for w in dialog.findChildren(QWidget)
                 if w.isVisible() and not w.focusProxy()
                 and w.focusPolicy() & Qt.FocusPolicy.TabFocus
                 and not isinstance(w.parent(), QComboBox | QSpinBox)]  # fmt: skip
        assert names
        assert all(names), type(dialog).__name__
        if code == "zh":
            assert any(map(HANZI.search, names))
        else:
            assert not any(map(HANZI.search, set(names) - {"中文"}))
        dialog.close()
