"""The shipped activations: sizes, read-only arrays, and the facts the labs are built on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kvlab_desktop.core.places import resource
from kvlab_desktop.numerics import attention as at
from kvlab_desktop.numerics.grid import Axis, quantize, rel_mse
from kvlab_desktop.sources.sample import FILE, load_sample, read_sample
from kvlab_desktop.sources.tensors import Tensors, Window


@pytest.fixture(scope="module")
def sample() -> Tensors:
    return load_sample()


def test_what_it_is(sample: Tensors) -> None:
    assert (sample.id, sample.name, sample.seed) == ("sample", "SmolLM2-135M-Instruct", None)
    assert sample.layers == (0, 14, 19, 23)
    assert (sample.query_heads, sample.kv_heads, sample.head_dim) == (9, 3, 64)
    assert (sample.n_tokens, sample.query_positions) == (256, range(224, 256))
    assert sample.scale == 1 / 8
    assert sample.rope is not None
    assert (sample.rope.theta, sample.rope.convention) == (100_000.0, "half")
    assert sample.has_pre_rope
    assert [sample.kv_head_of(h) for h in range(9)] == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def test_it_is_loaded_once(sample: Tensors) -> None:
    assert load_sample() is sample


def test_arrays_are_float32_and_cannot_be_written(sample: Tensors) -> None:
    hard = sample.hard_window()
    assert hard is not None
    shapes = {
        (256, 64): [sample.keys(0, 0), sample.keys(0, 0, "pre"), sample.values(23, 2)],
        (32, 64): [sample.queries(19, 8)],
        (16,): [sample.grid_values(), sample.grid_values_with_outlier()],
        (64,): [hard.q],
        (12, 64): [hard.k, hard.v],
    }
    for shape, arrays in shapes.items():
        for array in arrays:
            assert (array.shape, array.dtype) == (shape, np.float32)
            with pytest.raises(ValueError, match="read-only"):
                array[...] = 0
    rotated = sample.rotated_keys(14, 1)
    assert (rotated.dtype, rotated.flags.writeable) == (np.float64, False)
    assert sample.rotated_keys(14, 1) is rotated


def test_layers_and_heads_that_are_not_there(sample: Tensors) -> None:
    with pytest.raises(KeyError):
        sample.keys(1, 0)
    for head in (-1, 3):
        with pytest.raises(IndexError):
            sample.values(0, head)
    for head in (-1, 9):
        with pytest.raises(IndexError):
            sample.kv_head_of(head)


def test_the_16_values_stand_where_they_say(sample: Tensors) -> None:
    origin = sample.grid_origin()
    key = sample.keys(origin["layer"], origin["head"])[origin["token"]]
    first = origin["first_channel"]
    values = sample.grid_values()
    assert np.array_equal(values, key[first : first + origin["channels"]])
    changed = np.flatnonzero(values != sample.grid_values_with_outlier())
    assert changed.tolist() == [origin["replaced_channel"] - first]
    assert sample.grid_values_with_outlier().max() == key[origin["outlier_channel"]]
    assert sample.tokens[origin["token"]] == origin["token_text"] == " and"


def test_the_hard_window_stands_where_it_says(sample: Tensors) -> None:
    hard = sample.hard_window()
    assert hard is not None
    assert (hard.layer, hard.query_head, hard.query) == (14, 8, 119)
    span = slice(hard.query - 11, hard.query + 1)
    head = sample.kv_head_of(hard.query_head)
    assert hard.tokens == sample.tokens[span]
    assert np.array_equal(hard.k, sample.keys(hard.layer, head)[span])
    assert np.array_equal(hard.v, sample.values(hard.layer, head)[span])


def test_a_window_ends_at_its_query(sample: Tensors) -> None:
    window = sample.window(14, 4, 247)
    assert len(window.tokens) == 12
    assert window.tokens == sample.tokens[236:248]
    assert np.array_equal(window.q, sample.queries(14, 4)[247 - 224])
    assert np.array_equal(window.k, sample.keys(14, 1)[236:248])
    assert np.array_equal(window.v, sample.values(14, 1)[236:248])
    assert sample.window(14, 4, 247, length=3).tokens == sample.tokens[245:248]


@pytest.mark.parametrize(("query", "length"), [(223, 12), (256, 12), (240, 0), (240, 242)])
def test_windows_outside_are_refused(query: int, length: int, sample: Tensors) -> None:
    with pytest.raises(ValueError, match=str(query)):
        sample.window(14, 4, query, length)


# ------------------------------------------------------------------ bad files


def stored() -> dict[str, Any]:
    with np.load(resource(*FILE), allow_pickle=False) as arrays:
        return {name: arrays[name] for name in arrays.files}


def test_a_file_without_an_array_is_refused(tmp_path: Path) -> None:
    arrays = stored()
    del arrays["L14_v"]
    np.savez(tmp_path / "short.npz", **arrays)
    with pytest.raises(ValueError, match=r"short\.npz: L14_v is missing"):
        read_sample(tmp_path / "short.npz")


def test_a_file_with_other_sizes_is_refused(tmp_path: Path) -> None:
    arrays = stored()
    arrays["L0_k_post"] = arrays["L0_k_post"][:, :10]
    np.savez(tmp_path / "small.npz", **arrays)
    with pytest.raises(ValueError, match="L0_k_post"):
        read_sample(tmp_path / "small.npz")


def test_pickles_are_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "pickle.npz", meta_json=np.array({"a": 1}, dtype=object))
    with pytest.raises(ValueError, match="allow_pickle"):
        read_sample(tmp_path / "pickle.npz")


# ------------------------------------------------------------------ what the labs say


def every_window(sample: Tensors) -> Iterator[Window]:
    for layer in sample.layers:
        for head in range(sample.query_heads):
            for query in sample.query_positions:
                yield sample.window(layer, head, query)


@pytest.fixture(scope="module")
def windows(sample: Tensors) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    all_windows = list(every_window(sample))
    q, k, v = (np.stack([getattr(w, name) for w in all_windows]) for name in "qkv")
    return q[:, None], k, v


@pytest.mark.parametrize(
    ("axis", "group", "over_099", "v_better"),
    [
        ("per_token", None, 0.3307, 0.7309),
        ("per_token", 12, 0.7300, None),
        ("per_channel", None, 0.9288, 0.0729),
    ],
)
def test_shares_over_all_windows_at_4_bits(
    axis: Axis,
    group: int | None,
    over_099: float,
    v_better: float | None,
    windows: tuple[np.ndarray, np.ndarray, np.ndarray],
    sample: Tensors,
) -> None:
    q, k, v = windows
    k_hat, v_hat = quantize(k, 4, axis=axis, group=group).values, quantize(v, 4).values
    reference = at.Reference.of(q, k, v, sample.scale)
    both = reference.fidelity(k_hat, v_hat)
    assert len(k) == 1152
    assert both.share_cosine_over(0.99) == pytest.approx(over_099, abs=5e-5)
    better = reference.fidelity(v=v_hat).cosine > reference.fidelity(k=k_hat).cosine
    if v_better is not None:
        assert better.mean() == pytest.approx(v_better, abs=5e-5)


def test_the_inversion_of_v(sample: Tensors) -> None:
    """Per channel has the smaller error in V and the larger one in the attention output."""
    q = np.stack([sample.queries(19, h) for h in range(3)])
    v = sample.values(19, 0)
    mask = at.causal_mask(sample.query_positions, sample.n_tokens)
    reference = at.Reference.of(q, sample.keys(19, 0), v, sample.scale, mask)
    rows = quantize(v, 2, axis="per_token", group=64).values
    columns = quantize(v, 2, axis="per_channel", group=64).values
    assert (rel_mse(v, rows), rel_mse(v, columns)) == pytest.approx((0.205, 0.175), abs=5e-4)
    by_row, by_column = reference.means(v=rows), reference.means(v=columns)
    assert by_row.output_rel_err == pytest.approx(0.215, abs=5e-4)
    assert by_column.output_rel_err == pytest.approx(0.428, abs=5e-4)
