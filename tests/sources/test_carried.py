"""Pictures carry a text; nothing that others made, damaged or blew up does harm."""

from __future__ import annotations

import io
import random
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, PngImagePlugin

from kvlab_desktop.core.pngfile import png
from kvlab_desktop.sources.carried import SVG_ELEMENT, read_carried, xmp
from kvlab_desktop.sources.errors import SourceError

TEXT = '{"kvlab": 1, "open": "grid", "é": "量化 <&> \\" \'"}\n'


def write_png(texts: dict[str, str]) -> bytes:
    return png(np.zeros((3, 3, 3), np.uint8), 3780, texts)


def write_pdf(text: str) -> bytes:
    return b"%PDF-1.6\n1 0 obj\nstream\n" + xmp(text, "a <title>") + b"\nendstream\n%%EOF"


def write_svg(inside: str, before: str = "") -> bytes:
    return f'<?xml version="1.0"?>{before}<svg><metadata>{inside}</metadata></svg>'.encode()


def refusal(path: Path, data: bytes) -> str:
    """Write a file that carries nothing and return the line that says so."""
    path.write_bytes(data)
    with pytest.raises(SourceError) as caught:
        read_carried(path)
    line = str(caught.value)
    assert path.name in line
    assert "\n" not in line
    return line


def test_what_was_put_in_comes_out(tmp_path: Path) -> None:
    path = tmp_path / "量化 图.PNG"
    path.write_bytes(write_png({"Title": "kvlab", "kvlab": TEXT}))
    assert read_carried(path) == TEXT
    path = tmp_path / "a.pdf"
    path.write_bytes(write_pdf(TEXT))
    assert read_carried(path) == TEXT


@pytest.mark.parametrize("deflated", [False, True])
def test_another_program_may_have_saved_the_png_anew(tmp_path: Path, deflated: bool) -> None:
    info = PngImagePlugin.PngInfo()
    info.add_itxt("kvlab", TEXT, "zh", "状态", zip=deflated)
    Image.new("RGB", (4, 4)).save(tmp_path / "a.png", pnginfo=info)
    assert read_carried(tmp_path / "a.png") == TEXT


def test_pictures_of_others_carry_nothing(tmp_path: Path) -> None:
    out = io.BytesIO()
    Image.new("RGB", (4, 4)).save(out, "PNG")
    for name, data in (
        ("a.png", out.getvalue()),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
        ("a.pdf", b"%PDF-1.4\n%%EOF"),
    ):
        assert "not made by KV Lab" in refusal(tmp_path / name, data)


@pytest.mark.parametrize(("name", "kind"), [("a.png", "PNG"), ("a.svg", "SVG"), ("a.pdf", "PDF")])
@pytest.mark.parametrize("data", [b"", b"{}", b"\xff" * 100])
def test_other_files_under_its_name(tmp_path: Path, name: str, kind: str, data: bytes) -> None:
    assert f"it is no {kind}" in refusal(tmp_path / name, data)


def test_what_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "too large" in refusal(tmp_path / "a.png", write_png({"kvlab": "x" * (5 << 20)}))
    bomb = b"kvlab\0\1\0\0\0" + zlib.compress(bytes(32 << 20), 9)
    chunk = struct.pack(">I", len(bomb)) + b"iTXt" + bomb + bytes(4)
    assert "too large" in refusal(tmp_path / "b.png", b"\x89PNG\r\n\x1a\n" + chunk)
    monkeypatch.setattr("kvlab_desktop.sources.carried._LARGEST_FILE", 1000)
    assert "larger than" in refusal(tmp_path / "c.svg", bytes(1001))


def test_entities_of_an_svg_are_never_expanded(tmp_path: Path) -> None:
    levels = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 12))
    before = f'<!DOCTYPE svg [<!ENTITY e0 "lol">{levels}<!ENTITY f SYSTEM "file:///etc/passwd">]>'
    path = tmp_path / "a.svg"
    path.write_bytes(write_svg(f"<{SVG_ELEMENT}>&e11; &f;</{SVG_ELEMENT}>", before))
    assert read_carried(path) == "&e11; &f;"


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_damage_is_told_in_one_line(tmp_path: Path, ending: str) -> None:
    whole = {
        "png": write_png({"kvlab": TEXT}),
        "svg": write_svg(f"<{SVG_ELEMENT}>{TEXT}</{SVG_ELEMENT}>"),
        "pdf": write_pdf(TEXT),
    }[ending]
    dice = random.Random(7)
    path, lines = tmp_path / f"a.{ending}", []
    for _try in range(300):
        data = bytearray(whole[: dice.randrange(len(whole))] if dice.random() < 0.5 else whole)
        for _byte in range(dice.randrange(8) if data else 0):
            data[dice.randrange(len(data))] = dice.randrange(256)
        path.write_bytes(data)
        try:
            read_carried(path)
        except SourceError as error:
            lines.append(str(error))
    assert lines
    assert not [line for line in lines if "\n" in line or path.name not in line]


def test_a_file_that_is_not_there_and_a_folder(tmp_path: Path) -> None:
    (tmp_path / "b.png").mkdir()
    for name in ("a.png", "b.png"):
        with pytest.raises(SourceError, match=name):
            read_carried(tmp_path / name)
