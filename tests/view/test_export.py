"""Exported files, read back by programs that know nothing of this one."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import pytest
import resvg_py
from PIL import Image
from PySide6.QtGui import QGuiApplication, QImage

from kvlab_desktop.__main__ import open_source
from kvlab_desktop.core.figure import Figure, Line, Panel, as_data
from kvlab_desktop.core.text import msg, plain
from kvlab_desktop.labs import all_labs
from kvlab_desktop.view import preferences
from kvlab_desktop.view.export import ExportError, Look, Subject, encode, picture, subject
from tests.conftest import MakeWindow
from tests.seventh_lab import LAB as SEVENTH

pytestmark = pytest.mark.usefixtures("qapp")

LABS = (*all_labs(), SEVENTH)
FONTS = [str(p) for p in (Path(__file__).resolve().parents[2] / "resources/fonts").glob("*.otf")]
LOOK = Look(size=(1280, 720), language="zh")


def shown(lab: str, source: str = "sample", **values: Any) -> Subject:
    found = next(known for known in LABS if known.id == lab)
    return subject(found, open_source(found, source), values)


def opened(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data)).convert("L"), float)


def rendered_svg(data: bytes, **more: Any) -> np.ndarray:
    """An SVG by another renderer, with no fonts but ours."""
    fonts = {"skip_system_fonts": True, "font_files": FONTS, **more}
    return opened(bytes(resvg_py.svg_to_bytes(svg_string=data.decode(), **fonts)))


def rendered_pdf(data: bytes) -> tuple[np.ndarray, str, tuple[float, float]]:
    """A PDF by another renderer, its text, and the size of its page in points."""
    document = pdfium.PdfDocument(data)
    assert len(document) == 1
    page = document[0]
    image = page.render(scale=96 / 72).to_pil().convert("L")
    return np.asarray(image, float), page.get_textpage().get_text_bounded(), page.get_size()


def difference(one: np.ndarray, other: np.ndarray) -> float:
    """Return how much of the picture differs, in parts of its ink, blurred over some pixels."""
    assert one.shape == other.shape
    small = [np.asarray(Image.fromarray(a.astype("u1")).reduce(8), float) for a in (one, other)]
    ink = np.abs(small[0] - np.median(small[0])).sum()
    return float(np.abs(small[0] - small[1]).sum() / ink)


def svg_text(what: Subject, look: Look) -> str:
    """Return all texts of a subject's SVG."""
    root = ElementTree.fromstring(encode(what, look, "svg"))
    return "".join(e.text or "" for e in root.iter() if e.tag.endswith("}text"))


def letters(words: str) -> str:
    """Only what every font has, without spaces: renderers cut texts into pieces of their own."""
    return re.sub(r"[\s·•√|^_{}]", "", plain(words))


# --- the same figure in every format


def texts_of(part: Any, name: str = "") -> Iterator[str]:
    """Yield every text of a figure, in English."""
    if isinstance(part, str):
        if name in ("title", "label", "text", "texts", "end", "head", "note", "meaning"):
            yield part
    elif isinstance(part, dict):
        for key, inner in part.items():
            yield from texts_of(inner, key)
    elif isinstance(part, list):
        for inner in part:
            yield from texts_of(inner, name)


@pytest.mark.parametrize("lab", [lab.id for lab in LABS])
def test_other_renderers_draw_the_same_figure(lab: str) -> None:
    what = shown(lab)
    pixels = opened(encode(what, LOOK, "png"))
    assert pixels.shape == (720, 1280)
    assert difference(pixels, rendered_svg(encode(what, LOOK, "svg"))) < 0.08
    outlined = encode(what, replace(LOOK, outlines=True), "svg")
    assert b"<text" not in outlined
    assert difference(pixels, rendered_svg(outlined, font_files=[])) < 0.08
    page, _words, size = rendered_pdf(encode(what, LOOK, "pdf"))
    assert size == pytest.approx((960, 540), abs=0.1)
    assert difference(pixels, page) < 0.08


@pytest.mark.parametrize("lab", [lab.id for lab in LABS])
def test_no_text_is_missing_and_every_text_is_text(lab: str) -> None:
    what, look = shown(lab), replace(LOOK, language="en")
    expected = {letters(words) for words in texts_of(as_data(what.outcome.figure))}
    assert len(expected) > 5
    in_svg = letters(svg_text(what, look))
    assert not [words for words in expected if words not in in_svg]
    in_pdf = letters(rendered_pdf(encode(what, look, "pdf"))[1])
    assert not [words for words in expected if words not in in_pdf]


def test_a_page_is_the_same_in_every_format_too() -> None:
    what, look = shown("memory"), Look(what="page", size=(1200, 800), language="en")
    pixels = opened(encode(what, look, "png"))
    svg = encode(what, look, "svg")
    assert difference(pixels, rendered_svg(svg)) < 0.1  # its side column ends a little later
    assert b">Llama-3.1 70B" in svg
    assert difference(pixels, rendered_pdf(encode(what, look, "pdf"))[0]) < 0.08


def test_what_lies_outside_of_a_plot_is_clipped() -> None:
    figure = Figure(
        (Panel("a", (Line(id="l", x=np.array([0.5, 0.5]), y=np.array([-50.0, 50.0]), width=9),)),),
        msg("Test", "a line far longer than its plot"),
    )
    what = shown("seventh")
    what = replace(what, outcome=replace(what.outcome, figure=figure))
    svg = rendered_svg(encode(what, LOOK, "svg"))
    edge = 8
    assert svg[:edge].min() == 255
    assert svg[300:400].min() < 100
    assert difference(opened(encode(what, LOOK, "png")), svg) < 0.05


# --- size, theme, caption


def test_pixels_density_and_composition() -> None:
    what = shown("grid")
    for scale, pixels in ((1, (1600, 900)), (1.5, (2400, 1350)), (4, (6400, 3600))):
        look = Look(size=(1600, 900), scale=scale)
        image = Image.open(io.BytesIO(encode(what, look, "png")))
        assert image.size == pixels
        assert image.info["dpi"] == pytest.approx((96 * scale, 96 * scale), rel=1e-3)
    with pytest.raises(ExportError, match="too large"):
        picture(what, Look(size=(16_000, 9000), scale=4))


def test_letters_grow_with_the_slide_and_the_figure_is_composed_for_it() -> None:
    assert (Look().text_size, Look(what="page").text_size) == (1.5, 1)
    assert Look(size=(2000, 720)).units == (2000, 720)
    assert Look(size=(640, 400)).units == (1280, 800)
    half = opened(encode(shown("grid"), Look(size=(1280, 720), scale=2), "png"))
    whole = opened(encode(shown("grid"), Look(size=(2560, 1440)), "png"))
    assert difference(half, whole) < 0.05


@pytest.mark.parametrize(
    ("theme", "paper"), [("light", "#ffffff"), ("dark", "#1b1e26"), ("projector", "#ffffff")]
)
def test_the_paper_is_light_unless_asked_otherwise(theme: str, paper: str) -> None:
    assert Look().theme == "light"
    image = picture(shown("outliers"), replace(LOOK, theme=theme))
    corners = {image.pixelColor(x, y).name() for x in (0, 1279) for y in (0, 719)}
    assert corners == {paper}


@pytest.mark.parametrize(("language", "words"), [("zh", "默认设置"), ("en", "default settings")])
def test_the_caption_tells_the_setting(language: str, words: str) -> None:
    look = replace(LOOK, language=language)
    assert words in svg_text(shown("grid"), look)
    changed = svg_text(shown("grid", "synthetic:11", bits=3, outlier="x12"), look)
    assert words not in changed
    assert "bits = 3" in changed
    assert "11" in changed
    assert "KV Lab 0." in changed
    assert "KV Lab 0." not in svg_text(shown("grid"), replace(look, caption=False))


def test_the_caption_names_a_file_but_no_folder(tmp_path: Path) -> None:
    path = tmp_path / "private" / "config.json"
    what = shown("memory")
    told = svg_text(replace(what, values={**what.values, "model": str(path)}), LOOK)
    assert "config.json" in told
    assert "private" not in told


# --- the state comes back


@pytest.mark.parametrize("ending", ["png", "svg", "pdf", "json"])
def test_a_window_reopens_what_a_file_shows(
    make_window: MakeWindow, tmp_path: Path, ending: str
) -> None:
    path = tmp_path / f"课件 图.{ending}"
    path.write_bytes(encode(shown("attention", "synthetic:9", bits=2), LOOK, ending))
    window = make_window()
    window.documents.open(path)
    state = window.documents.state()
    assert (state.open, state.source) == ("attention", "synthetic:9")
    assert state.labs["attention"] == {"bits": 2}
    assert not window.page().problem.isVisible()


def test_a_stranger_s_picture_is_told_in_the_bar(make_window: MakeWindow, tmp_path: Path) -> None:
    path = tmp_path / "photo.png"
    Image.new("RGB", (4, 4)).save(path)
    window = make_window()
    before = window.documents.state()
    window.documents.open(path)
    assert "photo.png" in window.page().problem_words.text()
    assert window.documents.state() == before


# --- the clipboard


def test_copying_puts_pixels_and_vectors_on_the_clipboard(make_window: MakeWindow) -> None:
    window = make_window(wanted=replace(preferences.load()[0], theme="dark", language="en"))
    assert window.pages.theme.name == "dark"
    figure = window.page().picture.size()
    window.figures.copy()
    data = QGuiApplication.clipboard().mimeData()
    image: QImage = data.imageData()
    assert image.size() == 2 * figure
    assert image.pixelColor(0, 0).name() == "#ffffff"  # paper, whatever the window's theme
    svg = bytes(data.data("image/svg+xml").data())
    assert rendered_svg(svg).shape == (figure.height(), figure.width())
