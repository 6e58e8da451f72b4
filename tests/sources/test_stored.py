"""A source in memory refuses tensors that do not fit together, and says which."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kvlab_desktop.numerics.grid import BadValues
from kvlab_desktop.sources.stored import StoredTensors, grid_sample
from kvlab_desktop.sources.tensors import GridOrigin, Layer, Rope, Tensors


def layer(kv_heads: int = 2, tokens: int = 20, queries: int = 3, width: int = 16) -> Layer:
    rng = np.random.default_rng(0)

    def draw(*shape: int) -> Any:
        return rng.standard_normal(shape).astype(np.float32)

    cache = (kv_heads, tokens, width)
    return Layer(draw(*cache), draw(*cache), draw(4, queries, width))


ORIGIN = GridOrigin(
    layer=5,
    head=1,
    token=2,
    token_text="t2",
    first_channel=0,
    channels=16,
    outlier_channel=3,
    replaced_channel=1,
)


def source(data: dict[int, Layer], **changes: Any) -> StoredTensors:
    given: dict[str, Any] = {
        "id": "file",
        "name": "mine.npz",
        "data": data,
        "tokens": tuple(f"t{n}" for n in range(20)),
        "query_positions": range(17, 20),
        "scale": 0.25,
        "rope": None,
        "grid": grid_sample({5: layer()}, ORIGIN),
    }
    return StoredTensors(**{**given, **changes})


def test_it_is_a_source_of_tensors() -> None:
    made: Tensors = source({5: layer()})
    assert (made.layers, made.kv_heads, made.query_heads) == ((5,), 2, 4)
    assert (made.head_dim, made.n_tokens, made.kv_head_of(3)) == (16, 20, 1)
    assert made.seed is None
    assert made.hard_window() is None
    assert made.grid_origin() == ORIGIN


def test_the_outlier_takes_the_place_of_one_value() -> None:
    stored = layer()
    key = stored.k_post[1, 2]
    grid = grid_sample({5: stored}, ORIGIN)
    assert np.array_equal(grid.values, key)
    assert grid.with_outlier[1] == key[3]
    assert np.array_equal(np.delete(grid.with_outlier, 1), np.delete(key, 1))


def test_without_keys_before_rope_they_are_refused() -> None:
    made = source({5: layer()}, rope=Rope(1e4, "half"))
    assert not made.has_pre_rope
    with pytest.raises(ValueError, match="no keys before RoPE"):
        made.keys(5, 0, "pre")
    with pytest.raises(ValueError, match="no keys before RoPE"):
        made.rotated_keys(5, 0)


def test_without_a_rotation_there_are_no_rotated_keys() -> None:
    stored = layer()
    made = source({5: replace(stored, k_pre=stored.k_post.copy())})
    assert not made.has_pre_rope
    assert np.array_equal(made.keys(5, 0, "pre"), made.keys(5, 0))
    with pytest.raises(ValueError, match="rotated"):
        made.rotated_keys(5, 0)


def test_interleaved_rotations_are_applied() -> None:
    stored = layer()
    made = source({5: replace(stored, k_pre=stored.k_post.copy())}, rope=Rope(1e4, "interleaved"))
    turned = made.rotated_keys(5, 0)
    assert np.array_equal(turned[0], stored.k_post[0, 0])
    first = stored.k_post[0, 1, :2].astype(np.float64)
    wanted = [
        first[0] * np.cos(1) - first[1] * np.sin(1),
        first[1] * np.cos(1) + first[0] * np.sin(1),
    ]
    assert turned[1, :2] == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("data", "changes", "message"),
    [
        ({}, {}, "at least one layer"),
        ({5: layer(kv_heads=3)}, {}, "4 query heads"),
        ({5: layer()}, {"query_positions": range(18, 21)}, "20 tokens"),
        ({5: layer()}, {"tokens": ("a", "b")}, "tokens"),
        ({5: layer(queries=2)}, {}, "layer 5 q_post"),
        ({5: layer(), 6: layer(width=8)}, {}, "layer 6 k_post"),
    ],
)
def test_tensors_that_do_not_fit_are_refused(
    data: dict[int, Layer], changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        source(data, **changes)


def test_nan_is_refused_with_its_layer_and_place() -> None:
    stored = layer()
    stored.v[1, 4, 2] = np.nan
    with pytest.raises(BadValues, match=r"layer 5 v: 1 NaN .* \(1, 4, 2\)"):
        source({5: stored})
