"""``kvlab export``: pictures as files, all of them or none."""

from __future__ import annotations

import csv
import errno
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QImage

from kvlab_desktop.__main__ import OK, main
from kvlab_desktop.labs import all_labs
from kvlab_desktop.view.theme import CHOICES, make
from tests.commands import refusal, run

LABS = [lab.id for lab in all_labs()]


def ink(path: Path) -> tuple[tuple[int, int], int]:
    """The size of a picture and how many of its pixels are not of its commonest colour."""
    image = QImage(str(path)).convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint32)
    _colours, counts = np.unique(pixels, return_counts=True)
    return (image.width(), image.height()), pixels.size - int(counts.max())


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    ("size", "scale", "pixels"),
    [
        ("1200x800", "1", (1200, 800)),
        ("1024x640", "1.5", (1536, 960)),
        ("640x400", "2", (1280, 800)),
    ],
)
def test_export_writes_pictures_of_the_asked_size(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], size: str, scale: str, pixels: Any
) -> None:
    folder = tmp_path / "new" / "folder"
    words = ["export", "all", "--out", str(folder), "--size", size, "--scale", scale]
    assert main([*words, "--lang", "zh"]) == OK
    files = [folder / f"{lab}-zh.png" for lab in LABS]
    assert capsys.readouterr().out.splitlines() == [str(file) for file in files]
    assert sorted(folder.iterdir()) == sorted(files)
    for file in files:
        found, painted = ink(file)
        assert found == pixels
        assert painted > 0.05 * found[0] * found[1]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("name", CHOICES)
def test_a_theme_gives_the_picture_its_paper(tmp_path: Path, name: str) -> None:
    assert main(["export", "grid", "--out", str(tmp_path), "--theme", name]) == OK
    image = QImage(str(tmp_path / "grid-en.png"))
    assert image.pixelColor(image.width() // 3, image.height() // 3) == make(name).colour("paper")


@pytest.mark.usefixtures("qapp")
def test_a_setting_and_the_language_change_the_picture(tmp_path: Path) -> None:
    written = []
    for name, words in (("a", []), ("b", ["--set", "bits=2"]), ("c", ["--lang", "zh"])):
        assert main(["export", "grid", "--out", str(tmp_path / name), *words]) == OK
        written.append(next((tmp_path / name).iterdir()).read_bytes())
    assert main(["export", "grid", "--out", str(tmp_path / "again")]) == OK
    assert next((tmp_path / "again").iterdir()).read_bytes() == written[0]
    assert len(set(written)) == 3


@pytest.mark.usefixtures("qapp")
def test_a_file_where_the_folder_should_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "taken"
    file.write_text("mine")
    line = refusal(capsys, "export", "grid", "--out", str(file))
    assert str(file) in line
    assert "cannot be written" in line
    assert file.read_text() == "mine"


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS, errno.ENOSPC])
def test_a_folder_that_refuses(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    number: int,
) -> None:
    def refuse(*_args: object, **_options: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path, "replace", refuse)  # whatever is written whole ends with it
    line = refusal(capsys, "export", "grid", "--out", str(tmp_path))
    assert str(tmp_path) in line
    assert os.strerror(number) in line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("qapp")
def test_a_folder_where_the_file_should_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "grid-en.png" / "mine").mkdir(parents=True)
    assert "grid-en.png" in refusal(capsys, "export", "grid", "--out", str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["grid-en.png"]


def test_export_needs_no_display(tmp_path: Path) -> None:
    environment = {"QT_QPA_PLATFORM": "offscreen", "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    done = run("export", "grid", "--out", str(tmp_path), "--size", "800x600", **environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{tmp_path / 'grid-en.png'}\n"
    assert ink(tmp_path / "grid-en.png")[0] == (800, 600)


# --- formats, languages, series


@pytest.mark.usefixtures("qapp")
def test_every_format_in_both_languages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--format", "png,svg", "--format", "pdf,pptx,csv,json", "--lang", "both"]
    folder = tmp_path / "课件 与 图"
    assert main(["export", "grid", "--out", str(folder), "--what", "figure", *words]) == OK
    told = [Path(line) for line in capsys.readouterr().out.splitlines()]
    pictures = {f"grid-{lang}.{end}" for lang in ("zh", "en") for end in ("png", "svg", "pdf")}
    decks = {"grid-zh.pptx", "grid-en.pptx"}
    assert {path.name for path in told} == pictures | decks | {"grid.csv", "grid.json"}
    assert sorted(folder.iterdir()) == sorted(told)
    assert ink(folder / "grid-zh.png")[0] == (1280, 720)


@pytest.mark.usefixtures("qapp")
def test_numbers_are_those_of_compute(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["attention", "--set", "grouping=kivi", "--source", "synthetic:3"]
    assert main(["compute", "--json", *words]) == OK
    printed = capsys.readouterr().out
    assert main(["export", *words, "--out", str(tmp_path), "--format", "json"]) == OK
    assert (tmp_path / "attention.json").read_text(encoding="utf-8") == printed


@pytest.mark.usefixtures("qapp")
def test_a_sweep_is_a_numbered_series(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--sweep", "bits=8..2", "--format", "json,csv,png", "--size", "640x400"]
    assert main(["export", "grid", "--out", str(tmp_path), *words]) == OK
    steps = [json.loads((tmp_path / f"grid-{i}.json").read_text("utf-8")) for i in range(1, 8)]
    assert [step["params"]["bits"] for step in steps] == [8, 7, 6, 5, 4, 3, 2]
    assert len(list(tmp_path.glob("grid-en-?.png"))) == 7
    names, *rows = csv.reader((tmp_path / "grid.csv").read_text("utf-8").splitlines())
    assert [row[names.index("params.bits")] for row in rows] == list("8765432")
    assert main(["export", "grid", "--out", str(tmp_path), "--sweep", "outlier=none,x12",
                 "--format", "json"]) == OK  # fmt: skip
    second = json.loads((tmp_path / "grid-2.json").read_text("utf-8"))
    assert second["params"]["outlier"] == "x12"


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("grid --format bmp", "'bmp' is not one of png, svg, pdf, pptx, gif, csv, json"),
        ("grid --format gif", "say which with --sweep"),
        ("grid --sweep bits", "bits is not of the form id=value"),
        ("grid --sweep bits=2..99", "bits must be a number from 1 to 8"),
        ("grid --sweep nosuch=1..2", "grid has no parameter nosuch"),
        ("grid --sweep seed=0..9999", "at most 256"),
        ("all --sweep bits=2..4", "--sweep goes with one lab"),
        ("grid --scale 8 --size 16000x9000", "too large"),
    ],
)
def test_what_export_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: str, reason: str
) -> None:
    assert reason in refusal(capsys, "export", *words.split(), "--out", str(tmp_path))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("ending", ["png", "svg", "pdf", "pptx", "csv"])
def test_a_full_disk_leaves_the_old_file(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    ending: str,
) -> None:
    path = tmp_path / ("grid.csv" if ending == "csv" else f"grid-en.{ending}")
    path.write_text("mine")

    def half(part: Path, data: bytes) -> None:
        with part.open("wb") as file:
            file.write(data[: len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", half)
    line = refusal(capsys, "export", "grid", "--out", str(tmp_path), "--format", ending)
    assert path.name in line
    assert os.strerror(errno.ENOSPC) in line
    assert [(p, p.read_text()) for p in tmp_path.iterdir()] == [(path, "mine")]


def test_the_theme_is_light_unless_asked(tmp_path: Path, qapp: object) -> None:
    for theme, ground in (("light", "#f6f7f9"), ("dark", "#13151b")):
        assert main(["export", "grid", "--out", str(tmp_path), "--theme", theme]) == OK
        assert QImage(str(tmp_path / "grid-en.png")).pixelColor(2, 895).name() == ground
