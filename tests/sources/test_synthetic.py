"""The synthetic tensors behave as the textbook says, for any seed."""

from __future__ import annotations

import numpy as np
import pytest

from kvlab_desktop.numerics import attention as at
from kvlab_desktop.numerics.grid import quantize, rel_mse
from kvlab_desktop.sources.sample import load_sample
from kvlab_desktop.sources.synthetic import synthetic
from kvlab_desktop.sources.tensors import Tensors

SEEDS = (0, 7, 2026, 9999)


@pytest.fixture(params=SEEDS)
def source(request: pytest.FixtureRequest) -> Tensors:
    return synthetic(request.param)


def every_head(source: Tensors) -> list[tuple[int, int]]:
    return [(layer, head) for layer in source.layers for head in range(source.kv_heads)]


def reference(source: Tensors, layer: int, head: int) -> at.Reference:
    readers = [h for h in range(source.query_heads) if source.kv_head_of(h) == head]
    q = np.stack([source.queries(layer, h) for h in readers])
    mask = at.causal_mask(source.query_positions, source.n_tokens)
    return at.Reference.of(
        q, source.keys(layer, head), source.values(layer, head), source.scale, mask
    )


def test_it_has_the_sample_s_shape(source: Tensors) -> None:
    sample = load_sample()
    for name in ("kv_heads", "query_heads", "head_dim", "n_tokens", "query_positions", "scale"):
        assert getattr(source, name) == getattr(sample, name)
    assert source.layers == (0, 1, 2, 3)
    assert source.id == "synthetic"
    assert source.hard_window() is None
    assert source.window(0, 4, 247).k.shape == (12, 64)


def test_a_seed_always_gives_the_same_tensors() -> None:
    first = synthetic(7)
    synthetic.cache_clear()
    again = synthetic(7)
    assert again is not first
    assert again.seed == 7
    for layer, head in every_head(first):
        assert np.array_equal(first.keys(layer, head), again.keys(layer, head))
        assert np.array_equal(first.values(layer, head), again.values(layer, head))
        assert np.array_equal(first.queries(layer, head), again.queries(layer, head))
    assert not np.array_equal(first.keys(0, 0), synthetic(8).keys(0, 0))


def test_a_negative_seed_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        synthetic(-1)


def test_values_are_those_of_an_fp16_cache(source: Tensors) -> None:
    for array in (source.keys(1, 2), source.values(1, 2), source.queries(1, 8)):
        assert np.array_equal(array, array.astype(np.float16))
        assert not array.flags.writeable


def test_keys_after_rope_are_the_rotated_keys(source: Tensors) -> None:
    after = source.keys(2, 1)
    assert np.abs(source.rotated_keys(2, 1) - after).max() < 1e-3 * np.abs(after).max()


def test_keys_have_stripes_and_values_have_none(source: Tensors) -> None:
    for layer, head in every_head(source):
        k = np.abs(source.keys(layer, head)).max(axis=0)
        v = np.abs(source.values(layer, head)).mean(axis=0)
        loud = k > 2.5 * np.median(k)
        assert 2 <= loud.sum() <= 8
        assert v.max() < 1.5 * np.median(v)
        signs = np.sign(source.keys(layer, head, "pre")[:, k.argmax()])
        assert abs(signs.sum()) == source.n_tokens


def test_the_sink_is_quiet_and_looked_at(source: Tensors) -> None:
    top_weights = []
    for layer, head in every_head(source):
        norms = np.linalg.norm(source.values(layer, head), axis=1)
        assert norms[0] < 0.2 * np.median(norms)
        assert norms.max() > 2 * np.median(norms)
        weights = reference(source, layer, head).weights
        assert (weights.argmax(axis=-1) == 0).mean() > 0.2
        top_weights.append(weights.max(axis=-1))
        assert np.median(np.sort(weights, axis=-1)[..., -5:].sum(axis=-1)) > 0.7
    assert 0.3 < np.median(top_weights) < 0.8


@pytest.mark.parametrize("bits", [2, 4])
def test_the_textbook_holds(bits: int, source: Tensors) -> None:
    """K is better per channel, V per token, by error and by attention output."""
    for layer, head in every_head(source):
        known = reference(source, layer, head)
        k, v = source.keys(layer, head), source.values(layer, head)
        rows = [quantize(x, bits, axis="per_token", group=64).values for x in (k, v)]
        columns = [quantize(x, bits, axis="per_channel", group=64).values for x in (k, v)]
        assert rel_mse(k, columns[0]) < rel_mse(k, rows[0]) / 2
        assert rel_mse(v, rows[1]) < rel_mse(v, columns[1])
        errors = [
            known.means(**change).output_rel_err
            for change in ({"k": columns[0]}, {"k": rows[0]}, {"v": rows[1]}, {"v": columns[1]})
        ]
        assert None not in errors
        assert errors[0] < errors[1]
        assert errors[2] < errors[3]


def test_the_16_values_have_an_outlier_only_when_asked(source: Tensors) -> None:
    origin = source.grid_origin()
    values, spoiled = source.grid_values(), source.grid_values_with_outlier()
    key = source.keys(origin["layer"], origin["head"])[origin["token"]]
    first = origin["first_channel"]
    assert np.array_equal(values, key[first : first + 16])
    changed = np.flatnonzero(values != spoiled)
    assert changed.tolist() == [origin["replaced_channel"] - first]
    assert spoiled[changed] == key[origin["outlier_channel"]]
    assert np.abs(spoiled).max() > 2 * np.abs(values).max()
    assert source.tokens[origin["token"]] == origin["token_text"]
