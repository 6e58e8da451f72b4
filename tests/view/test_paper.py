"""What is meant for paper: the handout of a class, and printing; read back by another program."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pytest
from PySide6.QtCore import Qt
from PySide6.QtPrintSupport import QPrinter, QPrintPreviewWidget
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from kvlab_desktop.__main__ import OK, main
from kvlab_desktop.core.text import plain
from kvlab_desktop.labs import all_labs
from kvlab_desktop.sources.carried import read_carried
from kvlab_desktop.view.export import Look
from kvlab_desktop.view.language import speaking, spoken
from kvlab_desktop.view.preferences import Preferences
from kvlab_desktop.view.printing import PrintPreview, make_printer, print_subject
from tests.commands import refusal
from tests.conftest import MakeWindow
from tests.driving import process_all, process_until

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]
LABS = all_labs()
CTRL = Qt.KeyboardModifier.ControlModifier
A4 = (595.3, 841.9)


def letters(words: str) -> str:
    """Only what stays as it is when a renderer cuts texts into pieces."""
    return re.sub(r"[\s·•^_{}✓✗]", "", plain(words))


def text_of(page: pdfium.PdfPage) -> str:
    return letters(page.get_textpage().get_text_bounded())


def ink_outside(page: pdfium.PdfPage, edge: int) -> int:
    """Return how many pixels are not white in the margins of a page."""
    pixels = np.asarray(page.render(scale=1).to_pil().convert("L"))
    inside = pixels[edge:-edge, edge:-edge]
    return int((pixels < 250).sum() - (inside < 250).sum())


# --- the handout


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_sheet_for_each_lab_with_all_that_a_class_needs(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "new" / "讲义 1.pdf"
    assert main(["handout", "--out", str(path), "--lang", language]) == OK
    assert capsys.readouterr().out.strip() == str(path)
    document = pdfium.PdfDocument(path)
    assert len(document) == len(LABS)
    with speaking(language):
        for lab, page in zip(LABS, document, strict=True):
            words = text_of(page)
            assert page.get_size() == pytest.approx(A4, abs=0.5)
            assert ink_outside(page, 28) == 0  # what printers cannot reach
            question = lab.prediction()
            assert question is not None
            for part in (lab.title(), question.question, *(t.text for t in lab.tasks())):
                assert letters(spoken(part)) in words
            for _key, option in question.options:
                assert letters(spoken(option)) in words
            assert len(words) > 400 if language == "zh" else 1200  # the notes, too


def test_a_handout_is_vectors_in_fonts_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "handout.pdf"
    assert main(["handout", "--out", str(path)]) == OK
    data = path.read_bytes()
    fonts = set(re.findall(rb"/FontName /([A-Z]{6}\+\S+)", data))
    assert len(fonts) == data.count(b"/FontFile2") > 0
    kinds = [part.type for page in pdfium.PdfDocument(path) for part in page.get_objects()]
    # heat maps are pictures by their nature; nothing else is
    assert kinds.count(3) <= 12
    assert read_carried(path)


def test_a_handout_that_cannot_be_written_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("not a folder")
    line = refusal(capsys, "handout", "--out", str(tmp_path / "file" / "x.pdf"))
    assert str(tmp_path / "file" / "x.pdf") in line


def test_the_window_writes_a_handout_of_what_it_shows(
    make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    window = make_window(wanted=Preferences(language="zh", theme="dark"))
    window.page().set_values({"bits": 3})
    process_all()
    answers = iter([str(tmp_path / "班级 2"), str(tmp_path / "no" / "x.pdf"), ""])
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_about: (next(answers), ""))
    window.deeds["handout"].trigger()
    (page, *_others) = pdfium.PdfDocument(tmp_path / "班级 2.pdf")
    assert "bits=3" in text_of(page)
    assert str(tmp_path / "班级 2.pdf") in window.page().problem_words.text()

    def full(_path: Path, _data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    window.deeds["handout"].trigger()
    assert os.strerror(errno.ENOSPC) in window.page().problem_words.text()
    window.deeds["handout"].trigger()  # left without an answer
    assert not (tmp_path / "no" / "x.pdf").exists()


# --- printing


@pytest.mark.parametrize("what", ["page", "figure"])
def test_what_is_printed_fills_the_sheet_inside_its_margins(
    make_window: MakeWindow, tmp_path: Path, what: str
) -> None:
    window = make_window(wanted=Preferences(language="en", theme="dark", text_size=150))
    printer = make_printer()
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    look = Look(what="page" if what == "page" else "figure", theme="projector", type_size=1.0)
    print_subject(window.figures.shown(), look, printer)
    (page,) = pdfium.PdfDocument(tmp_path / "printed.pdf")
    assert page.get_size() == pytest.approx(A4[::-1], abs=1.5)
    assert ink_outside(page, 30) == 0
    assert "KVLab" in text_of(page)
    pixels = np.asarray(page.render(scale=1).to_pil().convert("L"))
    assert np.median(pixels) > 240  # paper, whatever the window's colours are
    assert (pixels < 250).any(axis=1).sum() > 0.5 * pixels.shape[0]


def test_ctrl_p_shows_the_page_and_the_figure_alone(make_window: MakeWindow) -> None:
    window = make_window()
    QTest.keyClick(window, Qt.Key.Key_P, CTRL)
    preview = window.findChild(PrintPreview)
    assert preview is not None
    (sheet,) = preview.findChildren(QPrintPreviewWidget)
    printed: list[str] = []
    preview.paintRequested.connect(lambda printer: printed.append(printer.docName()))
    process_until(preview.isVisible)
    sheet.updatePreview()
    assert sheet.pageCount() == 1
    preview.figure_only.trigger()
    assert sheet.pageCount() == 1
    assert len(printed) >= 2
    assert all(spoken(LABS[0].title()) in name for name in printed)
    preview.reject()
    process_all()
    assert window.findChild(PrintPreview) is None


def test_printing_costs_nothing_before_it_is_asked_for() -> None:
    code = (
        "import sys; sys.argv = ['kvlab'];"
        "import kvlab_desktop.view.window, kvlab_desktop.view.page;"
        "print([m for m in sys.modules if 'PrintSupport' in m or m.startswith('pptx')])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
