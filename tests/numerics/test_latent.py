"""MLA: its counts, both orders of multiplication, a quantized latent, and low rank."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kvlab_desktop.numerics.grid import BadValues
from kvlab_desktop.numerics.latent import (
    LatentCache,
    LowRank,
    Query,
    Sizes,
    Weights,
    ask,
    attend_absorbed,
    attend_expanded,
    compress,
    cosine,
    gaussian_weights,
    latent_ledger,
    max_rel_diff,
    quantized_latent,
)

DEEPSEEK = Sizes(heads=128, head_dim=128, kv_heads=8, d_c=512, rope=64)
ONE_HEAD = Sizes(heads=1, head_dim=128, kv_heads=1, d_c=512, rope=64)
seeds = st.integers(0, 2**32 - 1)
sizes_of = st.builds(
    Sizes,
    heads=st.integers(1, 128),
    head_dim=st.integers(1, 256),
    kv_heads=st.integers(1, 128),
    d_c=st.integers(1, 2048),
    rope=st.sampled_from((0, 2, 32, 64, 128)),
)
small_sizes = st.builds(
    Sizes,
    heads=st.integers(1, 4),
    head_dim=st.integers(1, 12),
    kv_heads=st.just(1),
    d_c=st.integers(1, 24),
    rope=st.sampled_from((0, 2, 6)),
)


def drawn(
    sizes: Sizes, seed: int, tokens: int, hidden: int = 16
) -> tuple[Weights, Query, LatentCache]:
    rng = np.random.default_rng(seed)
    weights = gaussian_weights(sizes, hidden, rng)
    states = rng.standard_normal((tokens, hidden))
    return weights, ask(weights, states[-1], tokens - 1), compress(weights, states)


# --- counts


def test_counts_of_deepseek_v3_s_sizes() -> None:
    assert DEEPSEEK.mha_elements == 32_768
    assert DEEPSEEK.gqa_elements == 2_048
    assert DEEPSEEK.mla_elements == 576
    assert DEEPSEEK.mha_elements_with_rope == 128 * (192 + 128)
    assert DEEPSEEK.mha_elements / 576 == pytest.approx(56.9, abs=0.05)
    assert DEEPSEEK.mha_elements_with_rope / 576 == pytest.approx(71.1, abs=0.05)
    assert DEEPSEEK.break_even_d_c == 1984


def test_multiplications_of_one_decoded_token() -> None:
    assert DEEPSEEK.multiplies_expanded(4096) == 68_887_248_896
    assert DEEPSEEK.multiplies_absorbed(4096) == 587_202_560
    assert DEEPSEEK.multiplies_cached(4096) == 184_549_376


@given(sizes_of, st.integers(1, 2**20))
def test_multiplications_are_those_of_each_product(sizes: Sizes, tokens: int) -> None:
    h, d_h, d_c, d_r = sizes.heads, sizes.head_dim, sizes.d_c, sizes.rope
    over_k_and_v = h * tokens * (d_h + d_r) + h * tokens * d_h
    k_and_v_of_one = 2 * h * d_h * d_c
    assert sizes.multiplies_expanded(tokens) == tokens * k_and_v_of_one + over_k_and_v
    assert sizes.multiplies_cached(tokens) == k_and_v_of_one + over_k_and_v
    query_in, scores, summed, value_out = h * d_h * d_c, h * (d_c + d_r), h * d_c, h * d_c * d_h
    assert sizes.multiplies_absorbed(tokens) == query_in + tokens * (scores + summed) + value_out


@given(sizes_of)
def test_break_even_is_the_last_d_c_that_is_not_above_gqa(sizes: Sizes) -> None:
    even = sizes.break_even_d_c
    if even is None:
        assert 1 + sizes.rope > sizes.gqa_elements
    else:
        assert even + sizes.rope <= sizes.gqa_elements < even + 1 + sizes.rope


# --- stored bits


def test_a_four_bit_latent_is_not_a_quarter() -> None:
    assert latent_ledger(512, 64, 16, 64).total == 9_216
    assert latent_ledger(512, 64, 4, 64).total == 512 * 4 + 8 * 32 + 64 * 16 == 3_328
    assert round(9_216 / 3_328, 2) == 2.77
    # DeepSeek-V3 in all its 61 layers, in bytes
    assert 61 * latent_ledger(512, 64, 16, 64).total / 8 == 70_272
    assert 61 * latent_ledger(512, 64, 4, 64).total / 8 == 25_376


@given(
    st.integers(1, 2048),
    st.sampled_from((32, 64, 128)),
    st.sampled_from((2, 3, 4, 8)),
    st.sampled_from((32, 64, 128)),
)
def test_the_rope_part_caps_the_gain(d_c: int, rope: int, bits: int, group: int) -> None:
    full, stored = (latent_ledger(d_c, rope, b, group) for b in (16, bits))
    assert stored.count == full.count == d_c + rope
    assert stored.total == d_c * bits + math.ceil(d_c / group) * 32 + 16 * rope
    assert full.total / stored.total < (d_c + rope) / rope


@given(seeds, st.sampled_from((2, 3, 4, 8)), st.sampled_from((32, 64, 128)))
def test_a_quantized_latent_stays_within_half_a_step(seed: int, bits: int, group: int) -> None:
    latent = np.random.default_rng(seed).standard_normal((3, 100))
    read = quantized_latent(latent, bits, group)
    assert read.shape == latent.shape
    for start in range(0, 100, group):
        exact, stored = (x[:, start : start + group] for x in (latent, read))
        step = np.ptp(exact, axis=1, keepdims=True) / (2**bits - 1)
        assert (np.abs(exact - stored) <= step / 2 + 1e-5).all()


def test_sixteen_bits_leave_the_latent_as_it_is() -> None:
    latent = np.random.default_rng(3).standard_normal((2, 5))
    assert quantized_latent(latent, 16, 64) is latent


# --- both orders of multiplication


@given(small_sizes, seeds, st.integers(1, 12))
def test_absorbed_is_expanded_in_another_order(sizes: Sizes, seed: int, tokens: int) -> None:
    setting = drawn(sizes, seed, tokens)
    expanded, absorbed = attend_expanded(*setting), attend_absorbed(*setting)
    assert expanded.shape == absorbed.shape == (16,)
    assert max_rel_diff(expanded, absorbed) < 1e-10


def test_absorbed_is_expanded_at_true_size() -> None:
    setting = drawn(Sizes(4, 128, 4, 512, 64), seed=1, tokens=12, hidden=512)
    difference = max_rel_diff(attend_expanded(*setting), attend_absorbed(*setting))
    assert 0 < difference < 1e-10


@given(small_sizes, seeds, st.integers(1, 8))
def test_expanded_is_the_papers_formula_head_by_head(sizes: Sizes, seed: int, tokens: int) -> None:
    weights, query, cache = drawn(sizes, seed, tokens)
    output = np.zeros(16)
    for h in range(sizes.heads):
        k = np.array([weights.up_k[h] @ c for c in cache.latent])
        v = np.array([weights.up_v[h] @ c for c in cache.latent])
        logits = np.array([query.content[h] @ row for row in k])
        logits += np.array([query.rope[h] @ row for row in cache.rope_key])
        logits /= math.sqrt(sizes.head_dim + sizes.rope)
        share = np.exp(logits - logits.max())
        output += weights.out[:, h] @ (share / share.sum() @ v)
    assert np.allclose(attend_expanded(weights, query, cache), output, rtol=1e-10, atol=1e-12)


@given(small_sizes, seeds)
def test_one_token_gets_all_the_weight(sizes: Sizes, seed: int) -> None:
    weights, query, cache = drawn(sizes, seed, 1)
    value = np.einsum("ehd,hdc,c->e", weights.out, weights.up_v, cache.latent[0])
    assert np.allclose(attend_absorbed(weights, query, cache), value)


def test_only_the_rope_part_knows_positions() -> None:
    for rope, knows in ((0, False), (4, True)):
        weights, _query, cache = drawn(Sizes(2, 8, 2, 12, rope), 5, 6)
        state = np.random.default_rng(9).standard_normal(16)
        near, far = (attend_absorbed(weights, ask(weights, state, at), cache) for at in (5, 500))
        assert (max_rel_diff(near, far) > 1e-3) is knows
        # a rotation keeps every length
        turned = [np.linalg.norm(ask(weights, state, at).rope) for at in (0, 7)]
        assert turned[0] == pytest.approx(turned[1])


def test_what_is_stored_is_the_latent_and_one_rope_part_for_all_heads() -> None:
    _weights, _query, cache = drawn(Sizes(3, 8, 3, 12, 4), 5, 6)
    assert cache.latent.shape == (6, 12)
    assert cache.rope_key.shape == (6, 4)


def test_the_same_generator_draws_the_same_weights() -> None:
    first, second = (gaussian_weights(ONE_HEAD, 8, np.random.default_rng(4)) for _ in "ab")
    assert all(
        np.array_equal(getattr(first, name), getattr(second, name))
        for name in ("down", "up_k", "up_v", "out", "query", "query_rope", "key_rope")
    )


def test_more_bits_keep_more_of_the_output() -> None:
    weights, query, cache = drawn(Sizes(4, 32, 4, 128, 16), 2, 12)
    exact = attend_absorbed(weights, query, cache)
    kept = []
    for bits in (2, 3, 4, 8, 16):
        read = LatentCache(quantized_latent(cache.latent, bits, 64), cache.rope_key)
        kept.append(cosine(exact, attend_absorbed(weights, query, read)))
    assert kept == sorted(kept, key=float)
    assert kept[-1] == 1


def test_differences_of_zeros() -> None:
    zero, one = np.zeros(3), np.ones(3)
    assert max_rel_diff(zero, zero) == 0
    assert max_rel_diff(zero, one) == math.inf
    assert max_rel_diff(2 * one, one) == 0.5
    assert cosine(zero, one) is None
    assert cosine(one, 5 * one) == pytest.approx(1)
    assert cosine(one, -one) == pytest.approx(-1)


# --- low rank


@given(seeds, st.integers(1, 12), st.integers(1, 12))
def test_a_rank_loses_the_energy_of_the_ranks_above_it(seed: int, rows: int, width: int) -> None:
    matrix = np.random.default_rng(seed).standard_normal((rows, width))
    found, total = LowRank.of(matrix), float((matrix**2).sum())
    most = min(rows, width)
    assert len(found.singular) == most
    for rank in range(most + 1):
        left = found.truncated(rank)
        assert np.linalg.matrix_rank(left) <= rank
        kept = found.energy()[rank - 1] if rank else 0.0
        assert ((matrix - left) ** 2).sum() == pytest.approx((1 - kept) * total, abs=1e-9 * total)
    assert np.allclose(found.truncated(most), matrix)
    assert (np.diff(found.energy()) >= 0).all()
    assert found.energy()[-1] == pytest.approx(1)


@given(seeds, st.integers(1, 5))
def test_no_other_matrix_of_the_rank_is_nearer(seed: int, rank: int) -> None:
    rng = np.random.default_rng(seed)
    matrix = rng.standard_normal((8, 6))
    best = ((matrix - LowRank.of(matrix).truncated(rank)) ** 2).sum()
    directions, _ = np.linalg.qr(rng.standard_normal((6, rank)))
    other = matrix @ directions @ directions.T
    assert best <= ((matrix - other) ** 2).sum() + 1e-9


def test_the_rank_for_a_share_of_the_energy() -> None:
    found = LowRank.of(np.diag([3.0, 2.0, 1.0]))  # energies 9, 4 and 1 of 14
    assert found.energy() == pytest.approx([9 / 14, 13 / 14, 1])
    assert [found.rank_for(share) for share in (0.0, 0.6, 0.9, 0.95, 1.0)] == [1, 1, 2, 3, 3]


def test_a_zero_matrix_loses_nothing() -> None:
    found = LowRank.of(np.zeros((3, 2)))
    assert found.energy().tolist() == [1, 1]
    assert found.rank_for(0.99) == 1


def test_what_is_not_finite_is_refused() -> None:
    with pytest.raises(BadValues, match="1 NaN"):
        LowRank.of([[1.0, math.nan], [0.0, 1.0]])
