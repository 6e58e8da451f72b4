"""The export dialog, used as a person does: opened, chosen in, written with, and read back."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import zipfile
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QLabel,
    QPushButton,
    QWidget,
)

from kvlab_desktop.core.params import Slider, Value
from kvlab_desktop.labs import all_labs
from kvlab_desktop.view import preferences
from kvlab_desktop.view.documents import load
from kvlab_desktop.view.export import picture
from kvlab_desktop.view.exportchoices import ALLOWED, ExportChoices, understood
from kvlab_desktop.view.exportdialog import ExportDialog
from kvlab_desktop.view.exportform import Picker
from kvlab_desktop.view.language import Languages
from kvlab_desktop.view.preferences import Preferences
from kvlab_desktop.view.theme import apply
from kvlab_desktop.view.window import Window
from tests.conftest import MakeWindow
from tests.driving import process_all, process_until
from tests.view.fit import dialog_faults
from tests.view.pseudo import doubled, spoken_as
from tests.view.using import click

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]
LABS = [lab.id for lab in all_labs()]
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
Key = Qt.Key
OpenDialog = Callable[..., tuple[Window, ExportDialog]]


@pytest.fixture
def open_dialog(make_window: MakeWindow, tmp_path: Path) -> OpenDialog:
    """Return a function that opens the dialog by Ctrl+E, with choices of before."""

    def make(
        *, wanted: Preferences | None = None, at: dict[str, Value] | None = None, **chosen: Any
    ) -> tuple[Window, ExportDialog]:
        choices = ExportChoices(**{"folder": str(tmp_path / "out"), **chosen})
        usual = Preferences(language="en", theme="light")
        window = make_window(wanted=replace(wanted or usual, export=choices))
        window.page().set_values(at or {})
        process_all()
        QTest.keyClick(window, Key.Key_E, CTRL)
        dialog = window.findChild(ExportDialog)
        assert dialog is not None
        process_until(dialog.isVisible)
        process_all()
        return window, dialog

    return make


def written(window: Window, dialog: ExportDialog, act: Callable[[], object]) -> list[Path]:
    """Do what writes, wait for it, and return the files, of which the page's bar has to tell."""
    paths: list[Path] = []
    dialog.written.connect(paths.extend)
    act()
    process_until(lambda: bool(paths))
    process_all()
    bar = window.page().problem_words.text()
    assert window.page().problem.isVisible()
    assert all(path.name in bar for path in paths)
    assert str(paths[0].parent) in bar
    return paths


def choose(picker: Picker, key: str) -> None:
    """Choose from a list by the keyboard."""
    picker.setFocus()
    QTest.keyClick(picker, Key.Key_Home)
    for _option in range(picker.findData(key)):
        QTest.keyClick(picker, Key.Key_Down)
    assert picker.key() == key


def retype(dialog: ExportDialog, name: str) -> None:
    """Type another name, as an input method does: keys have no Chinese on them."""
    dialog.place.file_name.selectAll()
    typed = QInputMethodEvent()
    typed.setCommitString(name)
    QApplication.sendEvent(dialog.place.file_name, typed)
    process_all()


# --- writing


def test_ctrl_e_and_enter_write_a_slide_that_opens_again(open_dialog: OpenDialog) -> None:
    window, dialog = open_dialog(at={"bits": 3})
    assert dialog.form.pixels.text() == "2560 × 1440 pixels"
    (path,) = written(window, dialog, lambda: QTest.keyClick(dialog, Key.Key_Return))
    image = QImage(str(path))
    assert (image.width(), image.height()) == (2560, 1440)
    assert path.name == f"kvlab-{LABS[0]}.png"
    assert load(path).labs[LABS[0]] == {"bits": 3}
    assert window.findChild(ExportDialog) is None


def test_what_is_chosen_is_written_and_remembered(open_dialog: OpenDialog, tmp_path: Path) -> None:
    window, dialog = open_dialog()
    click(dialog.form.what.button("page"))
    choose(dialog.form.size_box, "custom")
    for box, number in ((dialog.form.sides.width_box, 900), (dialog.form.sides.height_box, 700)):
        box.selectAll()
        QTest.keyClicks(box, str(number))
        QTest.keyClick(box, Key.Key_Tab)
    click(dialog.form.scale.button("3"))
    choose(dialog.form.theme, "dark")
    assert dialog.form.pixels.text() == "2700 × 2100 pixels"
    retype(dialog, "图 1 量化")
    (path,) = written(window, dialog, lambda: click(dialog.write_button))
    assert path == tmp_path / "out" / "图 1 量化.png"
    image = QImage(str(path))
    assert (image.width(), image.height()) == (2700, 2100)
    assert image.pixelColor(5, 2090).lightness() < 60
    kept = preferences.load()[0].export
    assert (kept.what, kept.width, kept.scale, kept.name) == ("page", 900, 3, "图 1 量化")
    window.figures.export()
    process_all()
    again = next(d for d in window.findChildren(ExportDialog) if d.isVisible())
    assert again.choices() == kept
    assert again.write_button.text() == "Replace"


def _check(form: str, data: bytes) -> None:
    if form in ("svg", "outlines"):
        assert data.lstrip().startswith(b"<?xml")
        assert (b"<text" in data) == (form == "svg")
    elif form == "pdf":
        assert len(pdfium.PdfDocument(data)) == 1
    elif form == "pptx":
        names = zipfile.ZipFile(io.BytesIO(data)).namelist()
        assert sum(name.startswith("ppt/slides/slide") for name in names) == 1
    elif form == "gif":
        image: Any = Image.open(io.BytesIO(data))
        assert image.size == (640, 720)
        slider = next(iter(all_labs()[0].params(None)))
        assert isinstance(slider, Slider)
        assert image.n_frames == slider.positions + 1
    elif form == "csv":
        assert len(list(csv.reader(io.StringIO(data.decode())))) == 2
    elif form == "json":
        assert json.loads(data)["lab"] == LABS[0]


@pytest.mark.parametrize("form", [str(f) for f in ALLOWED["form"] if f != "png"])
def test_every_format_is_what_its_name_says(open_dialog: OpenDialog, form: str) -> None:
    window, dialog = open_dialog(size="half", scale=1)
    choose(dialog.form.form, form)
    process_all()
    shows_pixels = dialog.form.scale.isVisible()
    assert shows_pixels == (form == "gif")
    assert dialog.form.theme.isVisible() == (form not in ("csv", "json"))
    (path,) = written(window, dialog, lambda: click(dialog.write_button))
    assert path.suffix == f".{ {'outlines': 'svg'}.get(form, form) }"
    _check(form, path.read_bytes())


def test_all_labs_in_both_languages(open_dialog: OpenDialog, tmp_path: Path) -> None:
    window, dialog = open_dialog(size="half", scale=1)
    click(dialog.form.labs.button("every"))
    choose(dialog.form.language, "both")
    click(dialog.write_button)
    seen, steps = list[int](), dialog.progress.maximum()
    dialog.progress.valueChanged.connect(seen.append)
    assert dialog.progress.isVisible()
    assert not dialog.form.isEnabled()
    paths = written(window, dialog, lambda: None)
    assert [p.name for p in paths] == [
        f"kvlab-{lab}-{language}.png" for lab in LABS for language in ("zh", "en")
    ]
    assert sorted((tmp_path / "out").iterdir()) == sorted(paths)
    assert seen == sorted(seen)
    assert seen[-1] == steps
    assert window.page().export_button.text() == "Export…"  # the window kept its language


def test_cancelling_leaves_no_file(open_dialog: OpenDialog, tmp_path: Path) -> None:
    window, dialog = open_dialog(size="half", scale=1, every_lab=True, form="pptx")
    click(dialog.write_button)
    process_until(lambda: dialog.progress.value() >= len(LABS) + 2)  # among the slides
    QTest.keyClick(dialog, Key.Key_Escape)
    process_all()
    assert dialog.isVisible()
    assert dialog.message.text() == "Cancelled; nothing was written"
    assert not (tmp_path / "out").exists()
    assert not dialog.progress.isVisible()
    (path,) = written(window, dialog, lambda: click(dialog.write_button))
    assert path.name == "kvlab.pptx"


def test_a_dialog_that_is_left_writes_nothing(open_dialog: OpenDialog, tmp_path: Path) -> None:
    window, dialog = open_dialog()
    choose(dialog.form.size_box, "square")
    QTest.keyClick(dialog, Key.Key_Escape)
    process_all()
    assert not (tmp_path / "out").exists()
    assert not window.page().problem.isVisible()
    assert preferences.load()[0].export.size == "square"


def test_exporting_as_last_time_asks_nothing_and_replaces_nothing(
    open_dialog: OpenDialog, tmp_path: Path
) -> None:
    window, dialog = open_dialog(size="a4", scale=1)
    (first,) = written(window, dialog, lambda: click(dialog.write_button))
    data = first.read_bytes()
    second = tmp_path / "out" / f"{first.stem}-2.png"
    window.activateWindow()
    process_until(window.isActiveWindow)
    QTest.keyClick(window, Key.Key_E, CTRL | SHIFT)
    process_until(second.exists)
    process_all()
    assert first.read_bytes() == data
    assert QImage(str(second)).width() == 643
    assert window.page().problem_words.text() == f"Written: {second}"


# --- what goes wrong


def test_a_file_that_is_there_is_named_before_it_is_replaced(
    open_dialog: OpenDialog, tmp_path: Path
) -> None:
    window, dialog = open_dialog(form="json")
    path = tmp_path / "out" / "mine.json"
    path.parent.mkdir()
    path.write_text("old")
    assert dialog.write_button.text() == "Write"
    retype(dialog, "mine")
    assert "mine.json" in dialog.message.text()
    assert dialog.write_button.text() == "Replace"
    written(window, dialog, lambda: click(dialog.write_button))
    assert json.loads(path.read_text(encoding="utf-8"))["lab"] == LABS[0]


def test_a_name_that_no_file_can_have_is_refused_as_it_is_typed(open_dialog: OpenDialog) -> None:
    _window, dialog = open_dialog()
    for name in ("a/b", "a:b", "CON", "nul.txt", "dot.", " ", "x\ty?"):
        dialog.place.file_name.setText(name)
        assert not dialog.write_button.isEnabled()
        assert "\n" not in dialog.message.text()
        assert dialog.message.tone == "bad"
        retype(dialog, "fine")
        assert dialog.write_button.isEnabled()


def test_a_folder_that_refuses_is_told_in_the_dialog(
    open_dialog: OpenDialog, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("not a folder")
    window, dialog = open_dialog(folder=str(tmp_path / "file"), form="csv")
    click(dialog.write_button)
    process_until(lambda: dialog.message.tone == "bad")
    assert str(tmp_path / "file" / f"kvlab-{LABS[0]}.csv") in dialog.message.text()
    dialog.place.folder.setText(str(tmp_path / "other"))
    (path,) = written(window, dialog, lambda: click(dialog.write_button))
    assert path.parent == tmp_path / "other"


def test_a_disk_that_fills_up_is_told_with_what_was_written(
    open_dialog: OpenDialog, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _window, dialog = open_dialog(form="csv", every_lab=True)
    real, count = Path.write_bytes, []

    def write(self: Path, data: bytes) -> int:
        count.append(self)
        if len(count) > 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(self, data)

    monkeypatch.setattr(Path, "write_bytes", write)
    click(dialog.write_button)
    process_until(lambda: dialog.message.tone == "bad")
    words = dialog.message.text()
    assert os.strerror(errno.ENOSPC) in words
    there = [f"kvlab-{lab}.csv" for lab in LABS[:2]]
    assert ", ".join(there) in words
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == sorted(there)


def test_a_picture_of_too_many_pixels_is_refused(open_dialog: OpenDialog) -> None:
    _window, dialog = open_dialog(size="custom", width=4096, height=4096, scale=4)
    assert not dialog.write_button.isEnabled()
    assert "16384" in dialog.message.text()
    click(dialog.form.scale.button("2"))
    assert dialog.write_button.isEnabled()


def test_the_folder_can_be_looked_for(
    open_dialog: OpenDialog, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _window, dialog = open_dialog()
    found = tmp_path / "找到 it"
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_about: str(found))
    click(dialog.place.folder_button)
    assert dialog.place.folder.text() == str(found)


# --- what is seen


def test_the_preview_is_the_picture_that_is_written(open_dialog: OpenDialog) -> None:
    _window, dialog = open_dialog(size="square")
    sheet = dialog.preview.sheet
    process_until(lambda: sheet.image is not None)
    plan = dialog.plan()
    assert sheet.image is not None
    scale = sheet.image.width() / plan.look().size[0]
    assert sheet.image == picture(plan.sample(), replace(plan.look(), scale=scale))
    before = sheet.image
    choose(dialog.form.theme, "dark")
    process_until(lambda: sheet.image != before)
    assert sheet.image.pixelColor(2, 2).lightness() < 60


def test_numbers_are_previewed_as_text(open_dialog: OpenDialog) -> None:
    _window, dialog = open_dialog(form="json")
    process_until(dialog.preview.numbers.isVisible)
    assert json.loads(dialog.preview.numbers.toPlainText())["lab"] == LABS[0]


def test_the_language_changes_while_the_dialog_is_open(
    open_dialog: OpenDialog, languages: Languages
) -> None:
    _window, dialog = open_dialog()
    for language, title, slide in (("zh", "导出", "幻灯片 16:9"), ("en", "Export", "Slide 16:9")):
        languages.switch(language)
        process_all()
        assert dialog.windowTitle() == title
        assert dialog.form.size_box.currentText() == slide
        assert dialog.write_button.text() in ("写入", "Write")
        for part in dialog.findChildren(QWidget):
            stops = part.isVisible() and part.focusPolicy() != Qt.FocusPolicy.NoFocus
            inside = isinstance(part.parent(), QComboBox) or part.objectName().startswith("qt_")
            if stops and not inside:
                assert part.accessibleName(), part


def test_tab_goes_through_everything_and_comes_back(open_dialog: OpenDialog) -> None:
    _window, dialog = open_dialog()
    dialog.activateWindow()
    dialog.form.what.setFocus()
    found: list[QWidget] = []
    while (focus := QApplication.focusWidget()) not in found:
        assert focus is not None
        found.append(focus)
        QTest.keyClick(focus, Key.Key_Tab)
    form = dialog.form
    assert found == [
        form.what,
        form.labs,
        form.form,
        form.size_box,
        form.scale,
        form.theme,
        form.language,
        form.caption,
        dialog.place.file_name,
        dialog.place.folder,
        dialog.place.folder_button,
        dialog.write_button,
        dialog.close_button,
    ]


@pytest.mark.parametrize(
    ("language", "size", "form"), [("zh", 100, "gif"), ("zh", 150, "png"), ("en", 150, "gif")]
)
def test_doubled_texts_fit(open_dialog: OpenDialog, language: str, size: int, form: str) -> None:
    wanted = Preferences(language=language, theme="light", text_size=size)
    window, dialog = open_dialog(wanted=wanted, size="custom", form=form, folder="~")
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    apply(window.pages.theme, application)
    with spoken_as(language, doubled):
        dialog.resize(1346, 708)
        process_all()
        assert dialog.width() == 1346
        assert dialog.height() == 708
        assert list(dialog_faults(dialog)) == []
        for part in dialog.findChildren(QWidget):
            if part.isVisible() and isinstance(part, QLabel | QCheckBox | QComboBox | QPushButton):
                assert part.width() >= part.minimumSizeHint().width(), part


# --- what is remembered


def test_choices_are_kept_as_they_are() -> None:
    chosen = ExportChoices(
        what="page", size="custom", width=800, form="gif", scale=4, language="both", name="图"
    )
    assert understood(json.loads(json.dumps(asdict(chosen)))) == chosen


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "png",
        {"scale": True, "form": "exe", "what": 3, "caption": "no", "folder": None},
        {"width": 1, "height": 10**9, "theme": "", "size": []},
        {"scale": 7, "language": "fr", "unknown": {}},
    ],
)
def test_damaged_choices_are_the_usual_ones(data: object) -> None:
    found = understood(data)
    assert replace(found, width=1280, height=720) == ExportChoices()
    assert 640 <= found.width <= 4096
    assert 400 <= found.height <= 4096
