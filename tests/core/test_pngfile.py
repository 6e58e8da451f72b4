"""PNG files of our own writing, read by Pillow."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image

from kvlab_desktop.core import pngfile
from kvlab_desktop.core.pngfile import png


def read(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()  # checks every sum in the file
    return image


@given(
    rows=arrays(np.uint8, st.tuples(st.integers(1, 5), st.integers(1, 7), st.just(3))),
    repeats=st.lists(st.integers(1, 4), min_size=5, max_size=5),
)
def test_every_pixel_comes_back(rows: np.ndarray, repeats: list[int]) -> None:
    colours = np.repeat(rows, repeats[: len(rows)], axis=0)
    image = read(png(colours, 3780, {}))
    assert image.mode == "RGB"
    assert np.array_equal(np.asarray(image), colours)


def test_it_knows_its_density_and_carries_texts() -> None:
    texts = {"Title": "量化", "kvlab": '{"kvlab": 1}'}
    image = read(png(np.zeros((2, 3, 3), np.uint8), 11811, texts))
    assert image.size == (3, 2)
    assert image.info["dpi"] == pytest.approx((300, 300), rel=1e-4)
    assert image.text == texts


def test_a_long_run_of_different_rows_is_written_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pngfile, "_BAND", 64)
    colours = np.random.default_rng(1).integers(0, 256, (40, 9, 3)).astype(np.uint8)
    colours[11:20] = colours[10]
    assert np.array_equal(np.asarray(read(png(colours, 1, {}))), colours)


def test_rows_may_be_a_view_with_padding() -> None:
    padded = np.arange(4 * 16, dtype=np.uint8).reshape(4, 16)
    colours = padded[:, :15].reshape(4, 5, 3)
    assert np.array_equal(np.asarray(read(png(colours, 1, {}))), colours)
