"""Decks and moving pictures, read back by the libraries that read everybody's."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import replace
from typing import Any

import numpy as np
import pptx
import pytest
from PIL import Image
from pptx.enum.shapes import MSO_SHAPE_TYPE

from kvlab_desktop.__main__ import open_source
from kvlab_desktop.core.text import Msg
from kvlab_desktop.labs import all_labs
from kvlab_desktop.view.export import Look, Subject, subject
from kvlab_desktop.view.export.deck import deck
from kvlab_desktop.view.export.moving import moving
from kvlab_desktop.view.export.slidetype import runs
from kvlab_desktop.view.language import speaking, spoken, text
from tests.seventh_lab import LAB as SEVENTH

pytestmark = pytest.mark.usefixtures("qapp")

LABS = (*all_labs(), SEVENTH)


def typed(message: Msg | str) -> str:
    """Return a sentence in the language in use as a slide has it: markup has become type."""
    return "".join(letters for _style, letters in runs(text(message)))


@pytest.fixture(scope="module")
def subjects() -> list[Subject]:
    return [subject(lab, open_source(lab, "sample"), {}) for lab in LABS]


@pytest.fixture(scope="module", params=["zh", "en"])
def language(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def written(subjects: list[Subject], language: str, qapp: Any) -> bytes:
    return deck(subjects, Look(language=language))


@pytest.fixture(scope="module")
def slides(written: bytes) -> list[Any]:
    made = pptx.Presentation(io.BytesIO(written))
    assert made.slide_width * 9 == made.slide_height * 16
    return list(made.slides)


def test_a_slide_for_each_lab_with_its_title_and_numbers(
    slides: list[Any], subjects: list[Subject], language: str
) -> None:
    assert len(slides) == len(subjects)
    for slide, shown in zip(slides, subjects, strict=True):
        lab = shown.lab
        words = [shape.text_frame.text for shape in slide.shapes if shape.has_text_frame]
        with speaking(language):
            title, cards = typed(lab.title()), lab.cards(shown.values, shown.outcome.metrics)
            values = [typed(card.value) for card in cards]
        assert slide.shapes.title.text_frame.text.endswith(title)
        assert [v for v in values if not any(v in found for found in words)] == []


def test_notes_explain_in_the_language_of_the_deck(
    slides: list[Any], subjects: list[Subject], language: str
) -> None:
    for slide, shown in zip(slides, subjects, strict=True):
        told = slide.notes_slide.notes_text_frame.text
        with speaking(language):
            for paragraph in shown.lab.notes(shown.values, shown.outcome.metrics):
                assert typed(paragraph.heading) in told
                assert typed(paragraph.body).splitlines()[0] in told
        if shown.lab is not SEVENTH:  # which has no Chinese
            assert bool(re.search(r"[\u4e00-\u9fff]", told)) is (language == "zh")


def test_the_figure_is_a_picture_and_vectors_and_is_described(
    slides: list[Any], subjects: list[Subject], language: str
) -> None:
    for slide, shown in zip(slides, subjects, strict=True):
        (image,) = (s for s in slide.shapes if s.shape_type == MSO_SHAPE_TYPE.PICTURE)
        pixels = Image.open(io.BytesIO(image.image.blob))
        assert pixels.width / pixels.height == pytest.approx(image.width / image.height, rel=1e-3)
        assert pixels.width > 2000
        with speaking(language):
            description = spoken(shown.outcome.figure.description)
        assert image._element.nvPicPr.cNvPr.get("descr") == description
        (vectors,) = image._element.xpath(".//*[local-name()='svgBlip']/@*")
        part = slide.part.related_part(vectors)
        assert part.content_type == "image/svg+xml"
        assert part.blob.startswith(b"<?xml")
        assert b"<text" not in part.blob  # its font is on no other machine


def test_every_part_stays_on_the_slide_and_apart(slides: list[Any]) -> None:
    for slide in slides:
        shapes = [s for s in slide.shapes if not s.is_placeholder or s == slide.shapes.title]
        for shape in shapes:
            assert 0 <= shape.left <= shape.left + shape.width <= 1280 * 9525
            assert 0 <= shape.top <= shape.top + shape.height <= 720 * 9525
        for i, one in enumerate(shapes):
            for other in shapes[i + 1 :]:
                across = min(one.left + one.width, other.left + other.width) - max(
                    one.left, other.left
                )
                down = min(one.top + one.height, other.top + other.height) - max(one.top, other.top)
                assert across <= 0 or down <= 0


def test_fonts_are_named_in_the_theme(written: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(written)) as parts:
        theme = parts.read("ppt/theme/theme1.xml").decode()
    assert theme.count('typeface="Microsoft YaHei"') == 2
    assert "KV Lab Sans" not in theme


def test_the_theme_and_the_caption_are_as_asked(subjects: list[Subject]) -> None:
    look = Look(language="en", theme="dark")
    (slide,) = pptx.Presentation(io.BytesIO(deck(subjects[:1], look))).slides
    assert str(slide.background.fill.fore_color.rgb) == "1B1E26"
    assert "default settings" in slide.shapes[-1].text_frame.text
    bare = deck(subjects[:1], replace(look, caption=False))
    (slide,) = pptx.Presentation(io.BytesIO(bare)).slides
    assert slide.shapes[-1].shape_type == MSO_SHAPE_TYPE.PICTURE


def test_markup_becomes_type() -> None:
    assert list(runs("2^{b} levels of \\hat{x} ✓ d_{c}")) == [
        ("", "2"), ("super", "b"), ("", " levels of x\u0302 ✓ d"), ("sub", "c"),
    ]  # fmt: skip
    assert list(runs("")) == []


def test_a_gif_shows_every_step() -> None:
    lab = LABS[0]
    source = open_source(lab, "sample")
    steps = [subject(lab, source, {"bits": bits}) for bits in (2, 4, 8)]
    image = Image.open(io.BytesIO(moving(steps, Look(size=(640, 400), language="en"))))
    assert (image.size, image.n_frames, image.info["loop"]) == ((640, 400), 3, 0)
    frames = []
    for i in range(3):
        image.seek(i)
        frames.append(np.asarray(image.convert("L"), float))
        assert image.info["duration"] >= 500
    assert np.abs(frames[0] - frames[1]).max() > 100
    assert np.abs(frames[1] - frames[2]).max() > 100
