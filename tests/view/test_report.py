"""The report: what stands in it, in both forms and languages, whole or not at all."""

from __future__ import annotations

import base64
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QDialog, QFileDialog

from kvlab_desktop.__main__ import OK, main
from kvlab_desktop.core.progress import LabProgress, Progress, write
from kvlab_desktop.core.state import State
from kvlab_desktop.core.text import plain
from kvlab_desktop.labs import all_labs
from kvlab_desktop.view import dialogs, reportbox, store
from kvlab_desktop.view import theme as themes
from kvlab_desktop.view.language import text
from kvlab_desktop.view.paper import Fields, Heading, Paper, Para, write_paper
from kvlab_desktop.view.paper_html import marked
from kvlab_desktop.view.report import About, make_report
from tests.commands import refusal
from tests.conftest import MakeWindow
from tests.driving import process_all

pytestmark = pytest.mark.usefixtures("qapp")
LABS = all_labs()
NAME = '李 <b>雷</b> & "{H}" _{x}'
PROGRESS = Progress(
    {
        "grid": LabProgress(frozenset({"count_lines", "squeeze"}), "15"),
        "attention": LabProgress(frozenset(), "zero"),
        "memory": LabProgress(frozenset({"mla"}), ""),
    }
)


class Read(HTMLParser):
    """What a reader of a page sees, and what the page would fetch."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.tags: set[str] = set()
        self.images: list[QImage] = []
        self.fetched: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        given = dict(attrs)
        for value in (given.get("src"), given.get("href")):
            head, comma, data = (value or "").partition(",")
            if head == "data:image/png;base64" and comma:
                self.images.append(QImage.fromData(base64.b64decode(data)))
            elif value:
                self.fetched.append(value)

    def handle_data(self, data: str) -> None:
        self.seen.append(data)

    @property
    def words(self) -> str:
        return " ".join("".join(self.seen).split())


def in_one_line(markup: str) -> str:
    return " ".join(plain(markup).split())


@pytest.fixture
def kept() -> None:
    """A last session and progress, as the window leaves them."""
    labs = {"grid": {"bits": 3, "outlier": "x12"}, "memory": {"bits": 4}}
    assert store.save_state(State("grid", "sample", labs), store.session_file()) is None
    assert store.save_text(write(PROGRESS), store.progress_file()) is None


@pytest.mark.usefixtures("kept")
def test_the_page_has_everything_and_needs_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "new" / "report.html"
    assert main(["report", "--out", str(path), "--lang", "zh", "--name", NAME]) == OK
    assert capsys.readouterr().out == f"{path}\n"
    assert [file.name for file in path.parent.iterdir()] == ["report.html"]
    page = path.read_text("utf-8")
    found = Read(page)
    assert found.fetched == []
    assert "url(" not in page
    assert not found.tags & {"script", "link", "iframe", "b"}
    assert '<html lang="zh">' in page
    assert '李 <b>雷</b> & "(H)" _(x)' in found.words
    wanted = (
        "完成 3 / 18 项", "猜了 2 / 6 题，猜对 1 题", "我猜：15", "跳过了。答案：1", "还没有猜。",
    )  # fmt: skip
    assert [words for words in wanted if words not in found.words] == []
    assert found.words.count("✓") - found.words.count("✗") >= 2
    assert len(found.images) == len(LABS)
    for image in found.images:
        assert image.width() > 1000
        assert QColor(image.pixel(2, 2)) == QColor("white")


@pytest.mark.usefixtures("kept")
def test_nothing_is_given_away_before_a_guess(make_window: MakeWindow) -> None:
    window = make_window()
    sessions = [window.pages.sessions[lab.id] for lab in LABS]
    paper = make_report(sessions, About("", "2025-01-02", "en"))
    whole = in_one_line(" ".join(part.text for part in paper.parts if isinstance(part, Para)))
    for session in sessions:
        assert session.question is not None
        reveal = in_one_line(text(session.question.reveal))
        assert (reveal in whole) == (session.guess is not None)
    head = paper.parts[0]
    assert isinstance(head, Fields)
    assert dict(head.rows)["Date"] == "2025-01-02"
    assert "Name" not in dict(head.rows)
    # the values on the cards are those that the page shows
    grid = window.page().session
    assert grid.outcome is not None
    shown = [row for part in paper.parts if isinstance(part, Fields) for row in part.rows]
    for card in grid.lab.cards(grid.values, grid.outcome.metrics):
        assert any(n == text(card.label) and v.startswith(text(card.value)) for n, v in shown)


def test_figures_are_light_in_a_dark_window(make_window: MakeWindow, qapp: object) -> None:
    window = make_window(labs=tuple(lab for lab in LABS if lab.id == "outliers"))
    before = make_report(list(window.pages.sessions.values()), About("", "", "en"))
    themes.apply(themes.make("dark"), qapp)  # type: ignore[arg-type]
    after = make_report(list(window.pages.sessions.values()), About("", "", "en"))
    assert [p.image for p in after.parts if hasattr(p, "image")] == [
        p.image for p in before.parts if hasattr(p, "image")
    ]


def searchable(pdf: bytes) -> set[str]:
    """The characters that a reader of a PDF can find and copy, by the tables of its fonts."""
    tables = b"".join(re.findall(rb"beginbfrange(.*?)endbfrange", pdf, re.S))
    code = rb"<([0-9A-F]{4})>"
    listed = [c for part in re.findall(rb"\[(.*?)\]", tables, re.S) for c in re.findall(code, part)]
    found = {chr(int(c, 16)) for c in listed}
    for first, last, start in re.findall(rb"%b\s*%b\s*%b" % (code, code, code), tables):
        many = int(last, 16) - int(first, 16) + 1
        found |= {chr(int(start, 16) + i) for i in range(many)}
    return found


@pytest.mark.usefixtures("kept")
def test_the_pdf_has_its_fonts_in_it_and_can_be_searched(tmp_path: Path) -> None:
    path = tmp_path / "report.pdf"
    assert main(["report", "--out", str(path), "--lang", "zh", "--name", "李雷 0123456789"]) == OK
    pdf = path.read_bytes()
    assert pdf.startswith(b"%PDF-")
    assert set(re.findall(rb"/BaseFont /(\S+)", pdf)) == {b"KVLabSans-Regular", b"KVLabSans-Bold"}
    assert pdf.count(b"/FontFile2") == 2
    wanted = set("李雷量化就是把数放到网格上完成猜对0123456789.%×KiB")
    assert wanted <= searchable(pdf)
    assert len(re.findall(rb"/Subtype /Image", pdf)) >= len(LABS)


# --- papers


def test_markup_becomes_html_and_the_rest_is_escaped() -> None:
    assert marked("2^{bits} & W_{uk} <i>") == "2<sup>bits</sup> &amp; W<sub>uk</sub> &lt;i&gt;"
    assert marked("\\hat{x}\n^{a_{b}}") == "x&#770;<br><sup>a<sub>b</sub></sup>"


def test_a_long_paper_takes_several_sheets(tmp_path: Path) -> None:
    path = tmp_path / "long.pdf"
    parts = tuple(Para(f"{i}. " + "数 number " * 60) for i in range(80))
    assert write_paper(Paper("x", "en", (Heading("a"), *parts)), path) is None
    count = re.search(rb"/Count (\d+)", path.read_bytes())
    assert count is not None
    assert int(count[1]) > 3


@pytest.mark.parametrize("ending", [".html", ".pdf"])
def test_a_folder_that_refuses_leaves_nothing(tmp_path: Path, ending: str) -> None:
    (tmp_path / "file").write_text("no folder")
    refused = write_paper(Paper("x", "en", ()), tmp_path / "file" / f"a{ending}")
    assert refused is not None
    assert f"a{ending}" in str(refused)


# --- asking for one


def test_what_cannot_be_read_or_written_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "report.txt: a report is a file ending in .html or .pdf" in refusal(
        capsys, "report", "--out", str(tmp_path / "report.txt")
    )
    store.save_text("{", store.progress_file())
    assert refusal(capsys, "report", "--out", str(tmp_path / "a.html")) == (
        "progress.json: it is damaged"
    )
    assert not (tmp_path / "a.html").exists()


def test_the_menu_asks_for_a_name_and_a_file(
    make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    window = make_window(labs=LABS[:1])

    def accept(box: reportbox.ReportBox) -> int:
        box.name.setText("Mei")
        return QDialog.DialogCode.Accepted

    monkeypatch.setattr(reportbox.ReportBox, "exec", accept)
    chosen = (str(tmp_path / "mine"), "Web page (*.html)")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", staticmethod(lambda *_: chosen))
    dialogs.ask_report(window)
    process_all()
    assert "Mei" in Read((tmp_path / "mine.html").read_text("utf-8")).words
    assert "mine.html" in window.page().problem_words.text()
    written = [p for p in tmp_path.rglob("*") if p.is_file() and p.name != "mine.html"]
    assert not any("Mei" in p.read_text("utf-8") for p in written)  # kept nowhere else
