"""What is remembered: the last session, files of states, preferences; and what damage does."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu

from kvlab_desktop.core.state import StateError
from kvlab_desktop.labs import all_labs
from kvlab_desktop.view import preferences, store
from kvlab_desktop.view.preferences import Preferences
from kvlab_desktop.view.recent import RecentMenu
from kvlab_desktop.view.window import Window
from tests.conftest import MakeWindow
from tests.driving import process_all, process_until
from tests.view.using import Drag, slider

pytestmark = pytest.mark.usefixtures("qapp")
LABS = all_labs()
FIRST, LAST = LABS[0].id, LABS[-1].id


def told(window: Window) -> str:
    """Return what the bar of the open page says, nothing when it is not seen."""
    page = window.page()
    return page.problem_words.text() if page.problem.isVisible() else ""


def bits(window: Window, lab: str = FIRST) -> object:
    return window.pages.sessions[lab].values["bits"]


def session(text: str) -> Path:
    """Write the file of the last session."""
    store.save_text(text, store.session_file())
    return store.session_file()


# --- the last session


def test_the_last_session_is_there_in_a_new_window(make_window: MakeWindow) -> None:
    window = make_window()
    window.page().set_values({"bits": 2, "outlier": "x12"})
    window.show_lab(LAST)
    process_all()
    window.page().set_values({"bits": 3})
    window.close()
    again = make_window()
    assert again.lab().id == LAST
    assert (bits(again), bits(again, LAST)) == (2, 3)
    assert again.pages.sessions[FIRST].values["outlier"] == "x12"
    assert told(again) == ""
    assert not again.history.canUndo()


def test_the_source_and_its_seed_are_there_again(make_window: MakeWindow) -> None:
    window = make_window()
    window.page().source_asked.emit("synthetic", 31)
    process_all()
    window.close()
    source = make_window().pages.source()
    assert (source.id, source.seed) == ("synthetic", 31)


def test_a_change_is_written_while_the_mouse_still_holds_the_slider(
    make_window: MakeWindow,
) -> None:
    window = make_window()
    drag = Drag(slider(window.page(), "bits").track)
    drag.to(6)
    process_until(lambda: store.session_file().exists() and '"bits": 7' in written())
    drag.let_go()


def written() -> str:
    return store.session_file().read_text(encoding="utf-8")


KILLED = """
from PySide6.QtCore import QTimer
from kvlab_desktop.__main__ import main
from kvlab_desktop.view import app
run = app.open_soon
def open_soon(window, act):
    def drag():
        page = window.page()
        page.held.emit(True)
        page.control("bits").track.setValue(5)
        print("dragging", flush=True)
    run(window, lambda: (act(), QTimer.singleShot(0, lambda: QTimer.singleShot(0, drag))))
app.open_soon = open_soon
main([])
"""


def test_a_program_that_is_killed_in_a_drag_has_its_state_back(make_window: MakeWindow) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True, cwd=Path.cwd()
    ) as program:
        try:
            process_until(lambda: store.session_file().exists() and '"bits": 6' in written())
        finally:
            program.kill()  # SIGKILL: it cannot do anything about it
        assert program.stdout is not None
        assert program.stdout.read() == "dragging\n"
    window = make_window()
    assert bits(window) == 6
    assert told(window) == ""


def damaged() -> Iterator[bytes]:
    """Yield fifty damaged files: cut short, with bytes changed, and with other things in them."""
    labs = {"grid": {"bits": 2, "outlier": "x12"}, LAST: {"bits": 3}}
    whole = json.dumps(
        {"kvlab": 1, "open": LAST, "source": "synthetic:5", "labs": labs}, indent=1
    ).encode()
    chance = random.Random(4)
    for i in range(12):
        yield whole[: i * len(whole) // 12]
    for _i in range(12):
        changed = bytearray(whole)
        for _byte in range(3):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        yield bytes(changed)
    for value in (None, [], {}, 7, "x", True, [[]], {"a": {}}, -1, 1e300, "\ud800"):
        yield json.dumps({"kvlab": 1, "labs": value}).encode()
        yield json.dumps({"kvlab": 1, "labs": {"grid": {"bits": value}, "zoo": value}}).encode()
    yield b"\xff\xfe\x00" * 9
    yield b"[" * 70_000
    yield b'{"kvlab": 1, "source": "pickle:/etc"}'
    yield b'{"kvlab": 99}'


FIFTY = list(damaged())


def test_there_are_fifty_damaged_files() -> None:
    assert len(FIFTY) == 50


def is_state(path: Path) -> bool:
    try:
        store.load_state(path)
    except StateError as error:
        assert path.name in str(error)  # noqa: PT017
        return False
    return True


@pytest.fixture
def opened(make_window: MakeWindow) -> Window:
    return make_window()


def test_every_damaged_file_opens_and_the_window_says_what_it_left_out(
    opened: Window, tmp_path: Path
) -> None:
    path = tmp_path / "lesson.kvlab"
    for data in FIFTY:
        path.write_bytes(data)
        opened.documents.open(path)
        process_all()
        said = opened.documents.state().aside if is_state(path) else True
        assert bool(told(opened)) == bool(said), data
        for lab in LABS:
            values = opened.pages.sessions[lab.id].values
            assert values == lab.clamp(values, opened.pages.sessions[lab.id].source)
        opened.page().set_values({"bits": 4} if bits(opened) != 4 else {"bits": 5})
        process_all()


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b'{"kvlab": 99}'])
def test_a_last_session_that_cannot_be_read_is_set_aside(
    make_window: MakeWindow, data: bytes
) -> None:
    path = session("")
    path.write_bytes(data)
    window = make_window()
    spare = path.with_name("last.kvlab.damaged")
    assert spare.read_bytes() == data
    assert str(spare) in told(window)
    window.close()
    assert told(make_window()) == ""


def test_what_a_newer_program_wrote_is_not_lost(make_window: MakeWindow) -> None:
    session('{"kvlab": 1, "open": "", "labs": {"grid": {"bits": 3, "sparkle": 2}}, "tour": [4]}')
    window = make_window()
    assert bits(window) == 3
    assert "labs.grid.sparkle" in told(window)
    assert "tour" in told(window)
    window.page().set_values({"bits": 5})
    window.close()
    data = json.loads(written())
    assert data["tour"] == [4]
    assert data["labs"]["grid"] == {"bits": 5, "sparkle": 2}


def test_a_folder_that_cannot_be_written_disturbs_nobody(
    make_window: MakeWindow, user_folder: Path
) -> None:
    user_folder.mkdir(exist_ok=True)
    (user_folder / "state").write_text("in the way")
    (user_folder / "config").write_text("in the way")
    window = make_window()
    window.page().set_values({"bits": 2})
    window.close()
    assert told(window) == ""


# --- preferences


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"\xff", b"[" * 70_000])
def test_damaged_preferences_are_set_aside_and_said_so(data: bytes) -> None:
    path = store.preferences_file()
    path.parent.mkdir(parents=True)
    path.write_bytes(data)
    kept, problem = preferences.load()
    assert kept == Preferences()
    assert str(path.with_name("preferences.json.damaged")) in str(problem)
    assert preferences.load() == (Preferences(), None)


def test_preferences_come_back() -> None:
    wanted = Preferences("zh", "dark", 150, "/a b", ("/a b/中文.kvlab",), "AAAA")
    assert preferences.save(wanted) is None
    assert preferences.load() == (wanted, None)


@pytest.mark.parametrize(("size", "used"), [(10, 90), (90, 90), (200, 200), (10**9, 200)])
def test_text_size_stays_between_90_and_200_per_cent(size: int, used: int) -> None:
    assert preferences.understood({"text_size": size}).text_size == used


# --- files


def answer(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, staticmethod(lambda *_a: (str(path), "")))


def test_a_state_is_saved_opened_and_listed(
    opened: Window, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    answer(monkeypatch, tmp_path / "第 1 课")
    opened.page().set_values({"bits": 2})
    opened.deeds["save"].trigger()
    file = tmp_path / "第 1 课.kvlab"
    assert file.exists()
    opened.page().set_values({"bits": 7})
    answer(monkeypatch, file)
    opened.deeds["open"].trigger()
    process_all()
    assert bits(opened) == 2
    opened.page().set_values({"bits": 6})
    opened.recent.aboutToShow.emit()
    actions = opened.recent.actions()
    assert [action.text() for action in actions] == ["第 1 课.kvlab"]
    actions[0].trigger()
    process_all()
    assert bits(opened) == 2


def test_files_of_the_same_name_are_told_apart(qapp: QApplication) -> None:
    names = (str(Path("/a/x.kvlab")), str(Path("/b/x.kvlab")), str(Path("/b/y.kvlab")))
    window = QMenu()
    menu = RecentMenu(lambda: names, lambda _path: None, window)
    menu.list()
    texts = [action.text() for action in menu.actions()]
    assert len(set(texts)) == 3
    assert texts[2] == "y.kvlab"


def test_a_missing_file_is_told_in_the_bar(opened: Window, tmp_path: Path) -> None:
    opened.documents.open(tmp_path / "gone.kvlab")
    process_all()
    assert "gone.kvlab" in told(opened)
    assert opened.preferences.recent == ()


def test_a_place_that_cannot_be_written_is_told_in_the_bar(opened: Window, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    opened.documents.save(tmp_path / "file" / "x.kvlab")
    process_all()
    assert "x.kvlab" in told(opened)
    assert opened.preferences.recent == ()


def test_a_dropped_file_is_opened(opened: Window, tmp_path: Path) -> None:
    path = tmp_path / "lesson.kvlab"
    path.write_text(json.dumps({"kvlab": 1, "open": LAST, "labs": {"grid": {"bits": 3}}}))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    how = Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entering = QDragEnterEvent(QPoint(9, 9), *how)
    QApplication.sendEvent(opened, entering)
    assert entering.isAccepted()
    QApplication.sendEvent(opened, QDropEvent(QPointF(9, 9), *how))
    process_all()
    assert opened.lab().id == LAST
    assert bits(opened) == 3


def test_a_models_file_goes_to_the_lab_that_takes_one(opened: Window, tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_text('{"model_type": "made-up"}')
    opened.documents.open(path)
    process_all()
    assert opened.lab().id not in (FIRST,)
    assert str(path) in opened.page().session.values.values()
    assert "config.json" in told(opened)
