"""``kvlab export``: pictures as files, all of them or none."""

from __future__ import annotations

import errno
import os
from collections import Counter
from pathlib import Path
from typing import Any

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
    data = memoryview(image.constBits()).cast("I")
    return (image.width(), image.height()), len(data) - Counter(data).most_common(1)[0][1]


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
