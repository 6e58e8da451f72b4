"""Everything fits: at every size and size of type that is promised, and in texts twice as long."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from kvlab_desktop.core.figure import Note, Panel
from kvlab_desktop.core.lab import Lab
from kvlab_desktop.core.text import verbatim
from kvlab_desktop.labs import all_labs
from kvlab_desktop.view.choices import Choices
from kvlab_desktop.view.fitting import LEAST_FIGURE, Density
from kvlab_desktop.view.flow import FlowLayout
from kvlab_desktop.view.keysheet import KeySheet
from kvlab_desktop.view.label import RichLabel
from kvlab_desktop.view.language import Languages
from kvlab_desktop.view.page import Page
from kvlab_desktop.view.preferences import Preferences
from kvlab_desktop.view.theme import LEAST, Theme, apply, light
from kvlab_desktop.view.window import Window
from tests.conftest import MakePage, MakeWindow
from tests.driving import process_all, process_until
from tests.view.fit import dialog_faults, faults, type_sizes
from tests.view.pseudo import doubled, spoken_as
from tests.view.using import click

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]
LABS = all_labs()


@dataclass(frozen=True)
class Bar:
    """What the program must pass: a window's size, a size of type, how texts are said."""

    width: int
    height: int
    text_size: float = 1.0
    change: Callable[[str], str] | None = None
    presented: bool = False

    def __str__(self) -> str:
        said = "doubled" if self.change else "presented" if self.presented else "real"
        return f"{self.width}x{self.height}-{self.text_size:.0%}-{said}"


PLAIN = Bar(1440, 900)
BARS = (
    Bar(1024, 640, 1.0, doubled),
    Bar(1024, 640, 1.5),
    Bar(1366, 768, 1.5, doubled),
    PLAIN,
    Bar(1366, 768),
    Bar(1280, 720),  # 2560 × 1440 at a display scaling of 200 %
    Bar(1280, 720, presented=True),
)
#: there is room enough in any language
LARGE = (Bar(3840, 2160), Bar(3840, 2160, 2.0))
at_every_bar = pytest.mark.parametrize(
    ("bar", "language"),
    [*itertools.product(BARS, ("zh", "en")), *itertools.product(LARGE, ("en",))],
    ids=str,
)
at_the_hardest_bars = pytest.mark.parametrize("bar", BARS[:3], ids=str)
in_both_languages = pytest.mark.parametrize("language", ["zh", "en"])
of_every_lab = pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.id)


@pytest.fixture
def bar() -> Bar:
    return PLAIN


@pytest.fixture
def theme(bar: Bar, qapp: QApplication) -> Theme:
    """The theme at the bar's size of type, as the program applies it."""
    made = light(bar.text_size)
    apply(made, qapp)
    return made


def open_window(make_window: MakeWindow, bar: Bar, language: str, lab: Lab) -> Window:
    wanted = Preferences(language, "light", round(100 * bar.text_size))
    window = make_window(size=(bar.width, bar.height), wanted=wanted)
    if bar.presented:
        window.toggle_presenting()
        window.showNormal()  # the screen of the tests has another size
        window.resize(bar.width, bar.height)
    window.show_lab(lab.id)
    page = window.page()
    process_until(lambda: page.session.outcome is not None)
    process_until(lambda: page.session.wanted_later() is None)
    process_all()
    return window


# --- the bars


@at_every_bar
@of_every_lab
def test_everything_fits(
    bar: Bar, lab: Lab, language: str, make_window: MakeWindow, languages: Languages
) -> None:
    languages.switch(language)
    with spoken_as(language, bar.change):
        window = open_window(make_window, bar, language, lab)
        page = window.page()
        found = {"at first": faults(page, may_cut=bar.change is not None)}
        for i, preset in enumerate(lab.presets()):
            page.go_to_preset(i)
            process_until(lambda: not page._dirty)
            process_all()
            found[preset.id] = faults(page, may_cut=bar.change is not None)
            if bar.presented:
                found[preset.id] += [f"{t}: {px}" for t, px in type_sizes(page) if px < LEAST]
    assert {where: what for where, what in found.items() if what} == {}


@at_the_hardest_bars
@in_both_languages
@of_every_lab
def test_the_side_column_and_more_fit(
    bar: Bar, lab: Lab, language: str, make_window: MakeWindow, languages: Languages
) -> None:
    languages.switch(language)
    with spoken_as(language, bar.change):
        window = open_window(make_window, bar, language, lab)
        page = window.page()
        if not page.story.isVisible():
            page.toggle_side()
        process_all()
        inside = cast(QWidget, page.story.widget())
        assert inside.width() <= page.story.viewport().width()
        short = [
            label.text() for label in inside.findChildren(RichLabel)
            if label.isVisible() and label.needed_size().height() > label.height() + 1
        ]  # fmt: skip
        assert short == []
        for button in inside.findChildren(QPushButton):
            words = button.fontMetrics().horizontalAdvance(button.text())
            assert not button.isVisible() or words < button.width()
        if page.strip.more_button.isVisible():
            click(page.strip.more_button)
            process_all()
            assert page.strip.more.width() <= bar.width
            assert page.strip.more.height() <= bar.height
            assert not [f for f in faults(page, may_cut=True) if "popup" in f]


@at_the_hardest_bars
@in_both_languages
def test_dialogs_fit(
    bar: Bar, language: str, make_window: MakeWindow, languages: Languages
) -> None:
    languages.switch(language)
    with spoken_as(language, bar.change):
        window = open_window(make_window, bar, language, LABS[0])
        for dialog in (
            Choices(window.preferences, window),
            KeySheet(window.deeds.sheet(), window.pages.theme, window),
        ):
            dialog.show()
            process_all()
            assert list(dialog_faults(dialog)) == []
            assert dialog.width() <= bar.width
            assert dialog.height() <= bar.height


# --- how the page goes about it


def test_a_large_window_spares_nothing(make_page: MakePage) -> None:
    page = make_page(LABS[0])
    assert page._fitting.density == Density.ROOMY
    assert page.cards.isVisible()
    assert not page.lines.isVisible()


def test_a_small_window_does_without_more_and_more(make_page: MakePage) -> None:
    page = make_page(LABS[0])
    densities, heights = [], []
    for height in range(860, 300, -20):
        page.resize(1100, height)
        process_all()
        densities.append(page._fitting.density)
        heights.append(page.picture.height())
    assert densities == sorted(densities)
    assert set(densities) == set(Density)
    first_bare = densities.index(Density.BARE)
    assert min(heights[:first_bare]) >= LEAST_FIGURE
    page.resize(1440, 860)
    process_all()
    assert page._fitting.density == Density.ROOMY


@pytest.mark.parametrize(("width", "narrow"), [(1200, False), (1199, True)])
def test_under_1200_the_side_column_is_a_button(
    make_page: MakePage, width: int, narrow: bool
) -> None:
    page = make_page(LABS[0], size=(width, 900))
    assert page.story.isVisible() != narrow


@pytest.mark.parametrize(("width", "compact"), [(900, False), (899, True)])
def test_under_900_cards_are_lines_and_the_claim_is_one(
    make_page: MakePage, width: int, compact: bool
) -> None:
    page = make_page(LABS[0], size=(width, 1100))
    assert page.lines.isVisible() == compact
    assert page.cards.isVisible() != compact
    one_line = page.claim.height() <= page.claim.line_height()
    assert one_line == compact


def test_widths_are_judged_by_the_size_of_type(make_page: MakePage, qapp: QApplication) -> None:
    large = light(1.5)
    apply(large, qapp)
    page = make_page(LABS[0], size=(1300, 1200), text_theme=large)
    assert page.lines.isVisible()
    assert not page.story.isVisible()


def test_numbered_chips_say_their_names_in_tool_tips(make_page: MakePage) -> None:
    page = make_page(LABS[0], size=(1000, 380))
    assert page._fitting.density >= Density.NUMBERED
    chips = page.chips.findChildren(QPushButton)
    names = [str(preset.label) for preset in LABS[0].presets()]
    assert [chip.text() for chip in chips] == [f"{i + 1}" for i in range(len(names))]
    assert [chip.toolTip() for chip in chips] == names
    assert [chip.accessibleName() for chip in chips] == names
    assert page.head.indexOf(page.chips) >= 0
    page.resize(1440, 860)
    process_all()
    assert [chip.text() for chip in chips] == [f"{i + 1}  {n}" for i, n in enumerate(names)]
    assert page.head.indexOf(page.chips) < 0


def test_a_card_on_one_line_keeps_its_second_line_in_the_tool_tip(make_page: MakePage) -> None:
    page = make_page(LABS[0], size=(880, 1000))
    tips = [line.toolTip().splitlines() for line in page._lines]
    assert page.lines.isVisible()
    assert tips[1] == ["the other 15 use 11", "12"]
    assert tips[0] == ["16"]


def test_a_longer_language_finds_its_room_while_the_page_is_open(
    make_page: MakePage, languages: Languages
) -> None:
    page = make_page(LABS[1], size=(1024, 600))
    before = page._fitting.density
    with spoken_as("en", doubled):
        process_all()
        assert page._fitting.density > before
        assert page.picture.height() >= LEAST_FIGURE
    process_all()
    assert page._fitting.density == before


def test_a_text_that_is_cut_short_is_whole_in_the_tool_tip(theme: Theme) -> None:
    label = RichLabel("body", theme)
    label.resize(200, 40)
    label.set_text("word " * 40 + "2^{16}")
    assert not label.elided()
    assert label.toolTip() == ""
    label.set_most_height(label.line_height(), cut=True)
    assert label.elided()
    assert label.toolTip() == "word " * 40 + "2^16"
    assert label.needed_size().height() <= label.line_height()
    label.set_text("short")
    assert not label.elided()
    assert label.toolTip() == ""


def test_a_text_that_is_nearly_too_long_is_set_smaller(theme: Theme) -> None:
    label = RichLabel("body", theme)
    words = "Softmax gives most of the weight to a few tokens."
    label.set_text(words)
    full = label.sizeHint()
    label.resize(full.width() * 8 // 10, full.height())
    assert label.needed_size().height() > full.height()
    label.set_most_height(label.line_height())
    assert label.needed_size().height() <= full.height()
    assert not label.elided()
    label.resize(full.width() // 2, full.height())
    assert label.needed_size().height() > full.height()  # it wraps rather than loses words


def test_the_strip_leaves_no_control_alone_in_a_row(qapp: QApplication) -> None:
    window = QWidget()
    row = FlowLayout(window, 10, fill=True)
    parts = [QWidget() for _ in range(4)]
    for part in parts:
        part.setFixedSize(100, 30)
        row.addWidget(part)
    window.resize(330, 200)
    window.show()
    process_all()
    assert [part.y() for part in parts] == [0, 0, 40, 40]
    window.resize(430, 200)
    process_all()
    assert [part.y() for part in parts] == [0, 0, 0, 0]


# --- the checker itself


def test_the_checker_finds_what_does_not_fit(make_page: MakePage) -> None:
    page = make_page(LABS[0])
    assert faults(page) == []

    def found(word: str) -> bool:
        return any(word in fault for fault in faults(page))

    page.title.setFixedHeight(9)
    page.export_button.setFixedWidth(30)
    process_all()
    assert found("RichLabel 'Quantization")
    assert found("QPushButton 'Export")
    page.claim.setFixedHeight(80)
    page.claim.move(page.claim.x(), page.claim.y() + 60)
    assert found("lies over")


def test_the_checker_finds_texts_over_each_other_and_outside(make_page: MakePage) -> None:
    page: Page = make_page(LABS[0])
    item = page.picture.panel_items()[0]
    panel = item.panel
    assert panel is not None
    low, high = panel.x.low, panel.x.high
    notes = tuple(
        Note(id=f"extra{i}", x=x, y=y, text=verbatim(words), anchor=(0, 0))
        for i, (x, y, words) in enumerate(
            [(low, 0.6, "one"), (low, 0.6, "other"), (high, 0.9, "outside " * 9)]
        )
    )
    crowded = Panel(panel.id, (*panel.marks, *notes), x=panel.x, y=panel.y)
    item.feed(crowded, page.theme)
    assert item.scales is not None
    item.place(item.rect, item.margins(item.rect.width(), item.rect.height()))
    painter = QPainter(image := QImage(10, 10, QImage.Format.Format_RGB32))
    item.paint(painter)
    painter.end()
    assert not image.isNull()
    found = faults(page)
    assert any("'one'" in fault and "'other'" in fault and "overlap" in fault for fault in found)
    assert any("outside" in fault and "leaves the picture" in fault for fault in found)
