"""Progress is kept, taken back, forgotten, and is part of no state."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton

from kvlab_desktop.core.text import Msg
from kvlab_desktop.labs import all_labs
from kvlab_desktop.view import store
from kvlab_desktop.view.language import spoken
from kvlab_desktop.view.page import Page
from kvlab_desktop.view.window import Window
from tests.conftest import MakeWindow
from tests.driving import process_all, process_until
from tests.view.using import at_rest, change, click, read

pytestmark = pytest.mark.usefixtures("qapp")
LAB = all_labs()[0]
FIRST, *_OTHERS = (task.id for task in LAB.tasks())


def tick(window: Window) -> Page:
    """Do the first task of the first lab."""
    page = window.page()
    change(page, lambda: page.set_values({"bits": 2}))
    process_until(lambda: FIRST in page.session.done)
    process_all()
    return page


def guess(window: Window) -> str:
    """Guess the first answer of the first lab's question; return its key."""
    page, question = window.page(), LAB.prediction()
    assert question is not None
    key, label = question.options[0]
    buttons = page.story.question.findChildren(QPushButton)
    change(page, lambda: click(next(b for b in buttons if b.accessibleName() == spoken(label))))
    at_rest(page)
    return key


def test_ticks_and_guesses_are_there_after_a_new_start(make_window: MakeWindow) -> None:
    window = make_window()
    tick(window)
    key = guess(window)
    done = window.page().session.done
    window.close()
    page = make_window().page()
    assert page.session.done == done >= {FIRST}
    assert page.session.guess == key
    assert f"Try it · {len(done)} of 3 done" in read(page)
    assert page.story.question.reveal.isVisible()


def test_a_killed_program_has_kept_what_was_ticked(make_window: MakeWindow) -> None:
    tick(make_window())
    kept = json.loads(store.progress_file().read_text("utf-8"))
    assert kept == {"kvlab_progress": 1, "labs": {LAB.id: {"done": [FIRST]}}}


def test_progress_is_no_part_of_a_state(make_window: MakeWindow, tmp_path: Path) -> None:
    window = make_window()
    tick(window)
    window.documents.save(tmp_path / "mine.kvlab")
    assert FIRST not in (tmp_path / "mine.kvlab").read_text("utf-8")
    window.documents.open(tmp_path / "mine.kvlab")
    assert FIRST in window.page().session.done


def test_it_survives_another_source_and_another_theme(make_window: MakeWindow) -> None:
    window = make_window()
    tick(window)
    window.pages.use_source("synthetic", 3)
    window.turn()
    process_all()
    assert window.page().session.done == frozenset({FIRST})
    window.toggle_presenting()
    window.toggle_presenting()
    process_all()
    assert "Try it · 1 of 3 done" in read(window.page())


def test_a_damaged_file_is_set_aside_and_said_so(make_window: MakeWindow) -> None:
    path = store.progress_file()
    path.parent.mkdir(parents=True)
    path.write_text('{"kvlab_progress": ', "utf-8")
    window = make_window()
    words = window.page().problem_words.text()
    assert window.page().problem.isVisible()
    assert "progress.json" in words
    assert "progress.json.damaged" in words
    assert path.with_name("progress.json.damaged").read_text("utf-8") == '{"kvlab_progress": '
    assert window.page().session.done == frozenset()
    tick(window)
    assert path.exists()


def test_what_another_version_wrote_stays_in_the_file(make_window: MakeWindow) -> None:
    path = store.progress_file()
    strange = {"kvlab_progress": 1, "labs": {"a_lab_to_come": {"done": ["x"]}}, "more": 3}
    store.save_text(json.dumps(strange), path)
    tick(make_window())
    kept = json.loads(path.read_text("utf-8"))
    assert kept["labs"] == {**strange["labs"], LAB.id: {"done": [FIRST]}}  # type: ignore[dict-item]
    assert kept["more"] == 3


def test_a_disk_that_refuses_is_told_once(
    make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Msg] = []
    window = make_window()
    monkeypatch.setattr(window.progress, "_tell", told.append)
    monkeypatch.setattr(store, "write_whole", _refuse)
    tick(window)
    window.progress.keep()
    assert [str(message) for message in told] == [f"{store.progress_file()}: No space left"]


def _refuse(*_arguments: object) -> None:
    raise OSError(28, "No space left")


def test_starting_over_forgets_all_and_undo_takes_it_back(make_window: MakeWindow) -> None:
    window = make_window()
    page = tick(window)
    window.deeds["start_over"].trigger()
    process_until(lambda: page.session.is_fresh and not page._dirty)
    process_all()
    assert page.session.done == frozenset()
    assert page.session.values == page.session.defaults
    assert "Undo takes it back" in page.problem_words.text()
    assert "Try it" in read(page)
    assert "labs" not in json.loads(store.progress_file().read_text("utf-8"))
    at_rest(page)
    assert page.session.done == frozenset()  # the settings seen are forgotten, too
    window.history.undo()
    process_until(lambda: page.session.is_fresh and not page._dirty)
    at_rest(page)
    assert page.session.done == frozenset({FIRST})
    assert page.session.values["bits"] == 2
    assert json.loads(store.progress_file().read_text("utf-8"))["labs"]
