"""What goes wrong is told in one quiet bar, and the last good picture stays."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QTextBrowser

from kvlab_desktop import __version__
from kvlab_desktop.core.lab import Outcome
from kvlab_desktop.core.params import Values
from kvlab_desktop.core.text import verbatim
from kvlab_desktop.view.about import About
from kvlab_desktop.view.checkup import Checkup
from kvlab_desktop.view.crash import CrashDialog
from kvlab_desktop.view.errors import Hook, log, open_log
from kvlab_desktop.view.export import figure_image
from kvlab_desktop.view.language import Languages
from kvlab_desktop.view.page import Page
from tests.conftest import MakePage, MakeWindow
from tests.driving import process_all, process_until
from tests.seventh_lab import SeventhLab
from tests.view.using import card_values, change, click

pytestmark = pytest.mark.usefixtures("qapp")


class FragileLab(SeventhLab):
    """Cannot compute 8 bits."""

    id = "fragile"

    def compute(self, values: Values, source: Any) -> Outcome:
        if values["bits"] == 8:
            raise ZeroDivisionError("eight")
        return super().compute(values, source)


@pytest.fixture
def page(make_page: MakePage) -> Page:
    return make_page(FragileLab())


def fail(page: Page) -> list[object]:
    errors: list[object] = []
    page.failed.connect(errors.append)
    page.set_values({"bits": 8})
    process_until(lambda: bool(errors))
    process_all()
    return errors


def test_an_expected_problem_is_told_while_the_numbers_stay(page: Page) -> None:
    assert not page.problem.isVisible()
    change(page, lambda: page.set_values({"trouble": True}))
    assert page.problem.isVisible()
    assert page.problem_words.text() == "The file a.json cannot be read."
    assert card_values(page)["levels"] == "16"
    change(page, lambda: page.set_values({"trouble": False}))
    assert not page.problem.isVisible()


def test_the_bar_takes_its_room_from_the_figure_and_gives_it_back(page: Page) -> None:
    height = page.picture.height()
    change(page, lambda: page.set_values({"trouble": True}))
    assert page.picture.height() < height
    assert page.problem.geometry().bottom() < page.figure_frame.geometry().top()
    change(page, lambda: page.set_values({"trouble": False}))
    assert page.picture.height() == height


def test_a_defect_keeps_the_last_picture_and_shows_the_bar(page: Page) -> None:
    change(page, lambda: page.set_values({"bits": 7}))
    outcome, cards = page.session.outcome, card_values(page)
    picture = figure_image(page)
    errors = fail(page)
    assert [type(error) for error in errors] == [ZeroDivisionError]
    assert page.problem.isVisible()
    assert "could not be computed" in page.problem_words.text()
    assert page.session.outcome is outcome
    assert card_values(page) == cards
    page.picture.resize(picture.width() // 2, picture.height() // 2)
    assert figure_image(page) == picture


def test_after_a_defect_the_page_goes_on(page: Page) -> None:
    fail(page)
    assert change(page, lambda: page.set_values({"bits": 3})) == {"bits": 3}
    assert not page.problem.isVisible()
    assert card_values(page)["levels"] == "8"


def test_nothing_is_judged_on_a_setting_that_failed(page: Page) -> None:
    rested: list[bool] = []
    change(page, lambda: page.set_values({"bits": 3}))
    page._rest.timeout.connect(lambda: rested.append(True))
    fail(page)
    page.set_values({"bits": 3})
    process_until(lambda: bool(rested))
    process_all()
    assert 8 not in {seen["bits"] for seen in page.session.seen}


def test_the_bar_speaks_the_language_of_the_page(page: Page, languages: Languages) -> None:
    languages.switch("zh")
    process_all()
    fail(page)
    assert "这组设置" in page.problem_words.text()


def test_the_window_hands_defects_on(make_window: MakeWindow) -> None:
    window = make_window((FragileLab(),))
    told: list[object] = []
    window.page_failed.connect(told.append)
    window.page().set_values({"bits": 8})
    process_until(lambda: bool(told))
    assert isinstance(told[0], ZeroDivisionError)


def test_a_page_that_comes_to_rest_after_its_window_closed_asks_for_nothing(
    make_window: MakeWindow,
) -> None:
    window = make_window((FragileLab(),))
    page = window.page()
    window.close()
    page.set_values({"bits": 5})
    page._at_rest()
    page._ask_later()
    process_all()


def test_an_error_nobody_caught_is_logged_each_time_and_told_once(user_folder: Any) -> None:
    open_log()
    hook = Hook()
    told: list[str] = []
    hook.caught.connect(told.append)
    for error in (ValueError("a"), ValueError("a"), ValueError("b")):
        hook.handle(type(error), error, None)
    assert told == ["ValueError: a", "ValueError: b"]
    written = next(user_folder.rglob("kvlab.log")).read_text("utf-8")
    assert written.count("ValueError: a") == 2
    assert log.level == logging.INFO


def test_the_log_does_not_grow_without_end(user_folder: Any) -> None:
    open_log()
    for _line in range(300):
        log.error("x" * 10_000)
    sizes = [path.stat().st_size for path in user_folder.rglob("kvlab.log*")]
    assert len(sizes) == 2
    assert max(sizes) <= 1 << 20


def test_defects_are_told_in_one_window_whose_details_can_be_copied(
    make_window: MakeWindow,
) -> None:
    window = make_window((FragileLab(),))
    for i in range(60):
        window.show_crash(f"ValueError: {i}")
    dialogs = window.findChildren(CrashDialog)
    assert len(dialogs) == 1
    assert dialogs[0].isVisible()
    assert not dialogs[0].isModal()
    click(dialogs[0].copy)
    copied = QGuiApplication.clipboard().text()
    assert "Python" in copied.splitlines()[0]
    assert copied.count("ValueError") == 20
    dialogs[0].reject()
    window.show_crash("ValueError: once more")
    assert not dialogs[0].isVisible()  # enough is known


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_program_says_what_it_is_made_of(make_window: MakeWindow, language: str) -> None:
    window = make_window((FragileLab(),), language=language)
    about = About(window.pages.theme, window)
    pages = [about.pages.widget(i) for i in range(about.pages.count())]
    words = [page.toPlainText() for page in pages if isinstance(page, QTextBrowser)]
    assert __version__ in words[0]
    assert "SmolLM2" in words[1]
    for part in ("PySide6", "numpy", "platformdirs", "SIL OPEN FONT LICENSE"):
        assert part in words[2]
    titles = [about.pages.tabText(i) for i in range(about.pages.count())]
    assert (
        titles
        == {"en": ["Program", "Data", "Licences"], "zh": ["程序", "数据", "许可证"]}[language]
    )


def test_the_self_check_can_be_watched(make_window: MakeWindow) -> None:
    window = make_window((FragileLab(),))
    checkup = Checkup(window.pages.theme, window)
    process_until(lambda: "Everything is in order." in checkup.lines.toPlainText())
    assert checkup.lines.toPlainText().count("✓") >= 5


def test_a_problem_with_markup_and_long_words_wraps(make_page: MakePage) -> None:
    page = make_page(FragileLab(), size=(1000, 700))
    page.show_problem(verbatim("2^{16} " + "a-very-long-file-name" * 20))
    process_all()
    need = page.problem_words.needed_size()
    assert need.height() <= page.problem_words.height()
    assert need.width() <= page.problem_words.width() + 1
