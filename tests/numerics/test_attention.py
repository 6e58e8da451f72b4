"""Attention and its fidelity: golden windows and heads, invariances, undefined figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from kvlab_desktop.numerics import attention as at
from kvlab_desktop.numerics.grid import Axis, quantize, rel_mse
from kvlab_desktop.sources.tensors import Tensors, Window

relaxed = settings(deadline=None, max_examples=80)
rows = hnp.arrays(
    np.float64, hnp.array_shapes(min_dims=1, max_dims=3, min_side=2, max_side=8),
    elements=st.floats(-600, 600),
)  # fmt: skip
REL = 1e-4
GROUPS: dict[str, tuple[Axis, int | None]] = {
    "per_token_64": ("per_token", 64),
    "per_token_32": ("per_token", 32),
    "per_channel_all": ("per_channel", None),
    "per_channel_64": ("per_channel", 64),
    "per_channel_32": ("per_channel", 32),
}


def heads(sample: Tensors, layer: int, head: int) -> np.ndarray:
    readers = [h for h in range(sample.query_heads) if sample.kv_head_of(h) == head]
    return np.stack([sample.queries(layer, h) for h in readers])


# ------------------------------------------------------------------ golden numbers


def windows(sample: Tensors) -> dict[str, Window]:
    hard = sample.hard_window()
    assert hard is not None
    return {"typical": sample.window(14, 4, 247), "hard": hard}


@pytest.mark.parametrize("name", ["typical", "hard"])
def test_golden_windows(name: str, golden: Callable[[str], Any], sample: Tensors) -> None:
    w = windows(sample)[name]
    wanted = golden("attention")[name]
    weights, output = at.attend(w.q[None], w.k, w.v, sample.scale)
    assert weights[0] == pytest.approx(wanted.pop("weights"), rel=REL)
    for setting, figures in wanted.items():
        grouping, bits, target = setting.split(".")
        axis: Axis = "per_channel" if grouping == "kivi" else "per_token"
        k = quantize(w.k, int(bits[1:]), axis=axis).values if "k" in target else w.k
        v = quantize(w.v, int(bits[1:])).values if "v" in target else w.v
        weights_q, output_q = at.attend(w.q[None], k, v, sample.scale)
        found = at.fidelity(weights, output, weights_q, output_q)
        assert found.cosine[0] == pytest.approx(figures["cosine"], rel=REL), setting
        assert found.top1_kept[0] == figures["top1_kept"], setting
        assert found.kl_nats[0] == pytest.approx(figures["kl_nats"], rel=REL, abs=1e-12), setting
        rel_err = figures["output_rel_err"]
        assert found.output_rel_err[0] == pytest.approx(rel_err, rel=REL), setting


def check_means(found: at.HeadFidelity, wanted: dict[str, float], where: str) -> None:
    assert found.output_rel_err == pytest.approx(wanted["output_rel_err_mean"], rel=REL), where
    assert found.cosine == pytest.approx(wanted["cosine_mean"], rel=REL), where
    assert found.share_cosine_over_099 == pytest.approx(wanted["cosine_over_099"], rel=REL), where
    assert found.kl_nats == pytest.approx(wanted["kl_nats_mean"], rel=REL, abs=1e-12), where
    assert found.top1_share == pytest.approx(wanted["top1_kept"], rel=REL), where


@pytest.mark.parametrize(
    ("layer", "head"), [(14, 0), (14, 1), (14, 2), (19, 0), (23, 0), (23, 1), (23, 2)]
)
def test_golden_heads(layer: int, head: int, golden: Callable[[str], Any], sample: Tensors) -> None:
    k, v, pre = (
        sample.keys(layer, head),
        sample.values(layer, head),
        sample.keys(layer, head, "pre"),
    )
    mask = at.causal_mask(sample.query_positions, sample.n_tokens)
    reference = at.Reference.of(heads(sample, layer, head), k, v, sample.scale, mask)
    seen = 0
    for where, wanted in golden("outliers")["values"].items():
        name, number, bits, grouping = where.split(".")
        if (name, number) != (f"L{layer}", f"h{head}"):
            continue
        axis, group = GROUPS[grouping]
        k_hat, v_hat, pre_hat = (
            quantize(x, int(bits[1:]), axis=axis, group=group).values for x in (k, v, pre)
        )
        assert rel_mse(k, k_hat) == pytest.approx(wanted["k"].pop("rel_mse"), rel=REL), where
        assert rel_mse(v, v_hat) == pytest.approx(wanted["v"].pop("rel_mse"), rel=REL), where
        assert rel_mse(pre, pre_hat) == pytest.approx(wanted["k_pre_rel_mse"], rel=REL), where
        check_means(reference.means(k=k_hat), wanted["k"], f"{where}.k")
        check_means(reference.means(v=v_hat), wanted["v"], f"{where}.v")
        seen += 1
    assert seen == 15


# ------------------------------------------------------------------ softmax


@given(rows, st.floats(-300, 300))
@relaxed
def test_softmax_sums_to_one_and_ignores_a_shift(logits: np.ndarray, shift: float) -> None:
    weights = at.softmax(logits)
    assert np.allclose(weights.sum(axis=-1), 1)
    assert (weights >= 0).all()
    assert np.allclose(at.softmax(logits + shift), weights, rtol=1e-9, atol=1e-12)


@given(rows)
@relaxed
def test_softmax_follows_the_order_of_the_tokens(logits: np.ndarray) -> None:
    assert np.allclose(at.softmax(logits)[..., ::-1], at.softmax(logits[..., ::-1]))


@given(rows)
@relaxed
def test_log_softmax_does_not_underflow(logits: np.ndarray) -> None:
    log_weights = at.log_softmax(logits)
    assert np.isfinite(log_weights).all()
    assert np.allclose(np.exp(log_weights), at.softmax(logits), atol=1e-12)


def test_huge_logits_do_not_overflow() -> None:
    assert at.softmax(np.array([1e300, 1e300, -1e300])).tolist() == [0.5, 0.5, 0]


def test_masked_tokens_get_nothing() -> None:
    mask = np.array([[True, False, True], [True, True, False]])
    weights = at.softmax(np.zeros((2, 3)), mask)
    assert weights.tolist() == [[0.5, 0, 0.5], [0.5, 0.5, 0]]
    assert at.log_softmax(np.zeros((2, 3)), mask)[0, 1] == -np.inf


def test_the_logits_given_are_left_alone() -> None:
    logits = np.arange(3.0)
    at.softmax(logits, np.array([True, True, False]))
    at.log_softmax(logits)
    assert logits.tolist() == [0, 1, 2]


def test_a_query_that_sees_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="no token"):
        at.softmax(np.zeros(3), np.zeros(3, bool))
    with pytest.raises(ValueError, match="not finite"):
        at.softmax(np.array([0.0, np.nan]))


def test_a_causal_mask_ends_at_the_query() -> None:
    mask = at.causal_mask(range(1, 4), 4)
    assert mask.sum(axis=1).tolist() == [2, 3, 4]
    assert mask[0].tolist() == [True, True, False, False]


# ------------------------------------------------------------------ attention


def test_attention_by_hand() -> None:
    q, k = np.array([[1.0, 0.0]]), np.array([[np.log(3) * 2, 5.0], [0.0, -5.0]])
    v = np.array([[4.0], [8.0]])
    weights, output = at.attend(q, k, v, 0.5)
    assert weights[0] == pytest.approx([0.75, 0.25])
    assert output[0] == pytest.approx([5.0])


def test_batches_of_queries_and_caches() -> None:
    rng = np.random.default_rng(3)
    q, k, v = (
        rng.standard_normal((3, 4, 8)),
        rng.standard_normal((6, 8)),
        rng.standard_normal((6, 5)),
    )
    weights, output = at.attend(q, k, v, 0.3)
    assert (weights.shape, output.shape) == ((3, 4, 6), (3, 4, 5))
    for head in range(3):
        alone = at.attend(q[head], k, v, 0.3)
        assert np.allclose(weights[head], alone[0])
        assert np.allclose(output[head], alone[1])
    many = at.attend(q, np.stack([k] * 3), np.stack([v] * 3), 0.3)
    assert np.allclose(many[1], output)


def test_margin_is_the_lead_of_the_winner() -> None:
    assert at.margin(np.array([[1.0, 5.0, 3.5], [2.0, 2.0, 0.0]])).tolist() == [1.5, 0.0]
    with pytest.raises(ValueError, match="two"):
        at.margin(np.array([1.0]))


@given(rows)
@relaxed
def test_an_error_of_less_than_half_the_margin_cannot_flip(logits: np.ndarray) -> None:
    lead = at.margin(logits)
    worst = np.full(logits.shape, 0.49) * lead[..., None]
    top = logits.argmax(axis=-1, keepdims=True)
    np.put_along_axis(worst, top, -np.take_along_axis(worst, top, axis=-1), axis=-1)
    assert ((logits + worst).argmax(axis=-1) == logits.argmax(axis=-1)).all()


# ------------------------------------------------------------------ fidelity


@given(hnp.arrays(np.float64, (2, 3, 5), elements=st.floats(-30, 30)))
@relaxed
def test_kl_is_never_negative(logits: np.ndarray) -> None:
    log_p, log_q = at.log_softmax(logits[0]), at.log_softmax(logits[1])
    p = np.exp(log_p)
    assert (at.kl_nats(p, log_p, log_q) >= 0).all()
    assert not at.kl_nats(p, log_p, log_p).any()


def test_kl_by_hand() -> None:
    p, q = np.array([0.5, 0.5]), np.array([0.25, 0.75])
    wanted = 0.5 * np.log(2) + 0.5 * np.log(2 / 3)
    assert at.kl_nats(p, np.log(p), np.log(q)) == pytest.approx(wanted)


def test_kl_counts_the_unmasked_tokens() -> None:
    mask = np.array([True, True, False])
    log_p = at.log_softmax(np.array([0.0, 1.0, 9.0]), mask)
    log_q = at.log_softmax(np.array([1.0, 0.0, 9.0]), mask)
    short = at.kl_nats(np.exp(log_p[:2]), log_p[:2], log_q[:2])
    assert at.kl_nats(np.exp(log_p), log_p, log_q, mask) == pytest.approx(short)
    p, q = np.array([0.5, 0.5]), np.array([0.25, 0.75])
    first = at.kl_nats(p, np.log(p), np.log(q), np.array([True, False]))
    assert first == pytest.approx(0.5 * np.log(2))


def test_kl_from_weights_alone_stays_finite() -> None:
    p, q = np.array([0.5, 0.5]), np.array([1.0, 0.0])
    found = at.fidelity(p, np.ones(2), q, np.ones(2))
    assert 300 < found.kl_nats < 400


def test_an_equal_attention_is_exactly_equal(sample: Tensors) -> None:
    k, v = sample.keys(14, 0), sample.values(14, 0)
    mask = at.causal_mask(sample.query_positions, sample.n_tokens)
    reference = at.Reference.of(heads(sample, 14, 0), k, v, sample.scale, mask)
    for found in (reference.fidelity(), reference.fidelity(k, v)):
        assert (found.cosine == 1.0).all()
        assert not found.output_rel_err.any()
        assert not found.kl_nats.any()
        assert found.top1_kept.all()


def test_keys_before_rope_in_full_precision_lose_nothing(sample: Tensors) -> None:
    keys = sample.rotated_keys(19, 0)
    means = at.head_fidelity(
        heads(sample, 19, 0),
        keys,
        sample.rotated_keys(19, 0),
        sample.values(19, 0),
        sample.values(19, 0),
        sample.scale,
        sample.query_positions,
    )
    assert (means.output_rel_err, means.kl_nats, means.cosine) == (0.0, 0.0, 1.0)
    assert means.top1_share == means.top1_share_without_token0 == 1.0


def test_a_zero_output_has_no_cosine_and_no_relative_error() -> None:
    weights = np.full((2, 2), 0.5)
    output, output_q = np.array([[0.0, 0.0], [3.0, 4.0]]), np.array([[1.0, 0.0], [0.0, 0.0]])
    found = at.fidelity(weights, output, weights.copy(), output_q)
    assert found.cosine_defined.tolist() == [False, False]
    assert found.rel_err_defined.tolist() == [False, True]
    assert found.output_rel_err.tolist() == [0.0, 1.0]
    assert found.mean_cosine() is None
    assert found.share_cosine_over() is None
    assert found.mean_rel_err() == 1.0


def test_means_leave_out_what_is_undefined() -> None:
    q, k = np.zeros((1, 2, 1)), np.zeros((2, 1))
    v = np.array([[0.0], [2.0]])
    mask = at.causal_mask([0, 1], 2)
    found = at.Reference.of(q, k, v, 1.0, mask).means(v=v / 2)
    assert found.output_rel_err == 0.5
    assert found.cosine == 1.0


def test_the_first_of_equal_weights_is_the_top() -> None:
    even, second = np.array([0.4, 0.4, 0.2]), np.array([0.3, 0.4, 0.3])
    ones = np.ones(1)
    assert not at.fidelity(even, ones, second, ones).top1_kept
    assert at.fidelity(even, ones, even.copy(), ones).top1_kept


def test_top_1_without_the_sink_looks_past_token_0() -> None:
    q, v = np.ones((1, 1, 1)), np.ones((3, 1))
    reference = at.Reference.of(q, np.array([[9.0], [2.0], [1.0]]), v, 1.0)
    swapped = reference.means(k=np.array([[9.0], [1.0], [2.0]]))
    assert swapped.top1_share == 1.0
    assert swapped.top1_share_without_token0 == 0.0
    alone = at.Reference.of(q, np.ones((1, 1)), np.ones((1, 1)), 1.0)
    assert alone.means().top1_share_without_token0 is None


def test_values_only_change_neither_weights_nor_kl(sample: Tensors) -> None:
    w = sample.window(14, 4, 247)
    reference = at.Reference.of(w.q[None], w.k, w.v, sample.scale)
    found = reference.fidelity(v=quantize(w.v, 1).values)
    assert found.kl_nats.tolist() == [0.0]
    assert found.top1_kept.tolist() == [True]
    assert found.cosine[0] == pytest.approx(0.74, abs=0.01)
