"""What fits and how fast it can be read: the lab's figures, tensor parallelism, ways to fit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kvlab_desktop.numerics.cache import LayerGroup, ModelShape, size
from kvlab_desktop.numerics.cache_format import NAMED_FORMATS
from kvlab_desktop.numerics.cache_plan import (
    Plan,
    TensorParallelError,
    WeightsUnknownError,
    bytes_read_per_generated_token,
    fit_count,
    per_rank,
    replication,
    room_per_rank,
    tokens_per_second_ceiling,
    ways_to_fit,
    weight_bytes,
)

K = 1024
H100 = 81_559 * 2**20
H100_BANDWIDTH = 3350 * 10**9
H200 = ("h200-sxm", 143_771 * 2**20, 4800 * 10**9)


def gqa(layers: int, n_kv: int, parameters: int | None = None) -> ModelShape:
    groups = (LayerGroup("full", "full", layers, n_kv, (128, 128)),)
    return ModelShape("test", "Test", groups, parameters=parameters)


LLAMA_70B = gqa(80, 8, 70 * 10**9)
DEEPSEEK_V3 = ModelShape(
    "v3",
    "DeepSeek-V3",
    (LayerGroup("latent", "latent", 61, None, (512,), fixed16_elements=64),),
    parameters=671 * 10**9,
    active_parameters=37 * 10**9,
)
LLAMA = Plan(LLAMA_70B, 128 * K, H100, H100_BANDWIDTH)
DEEPSEEK = replace(LLAMA, shape=DEEPSEEK_V3)


def test_the_capacity_is_what_the_driver_reports() -> None:
    assert H100 == 85_520_809_984
    assert LLAMA.capacity_bytes / 2**30 == pytest.approx(79.65, abs=0.005)


def test_two_caches_of_40_gib_do_not_fit_on_80_gb() -> None:
    assert LLAMA.cache().total_bytes == 40 * 2**30
    assert fit_count(LLAMA) == 1
    assert fit_count(replace(LLAMA, capacity_bytes=80 * 2**30)) == 2


def test_what_fits_at_128k() -> None:
    assert fit_count(replace(LLAMA, bits=4)) == 7
    assert fit_count(DEEPSEEK) == 9


def test_32_users_of_32k_fit_at_3_bits_not_at_4() -> None:
    four = replace(LLAMA, tokens=32 * K, requests=32, bits=4)
    three = replace(four, bits=3)
    assert four.requests * four.cache().total_bytes == pytest.approx(96.6e9, rel=1e-3)
    assert three.requests * three.cache().total_bytes == pytest.approx(75.2e9, rel=1e-3)
    assert fit_count(four) < 32 <= fit_count(three)


def test_the_ceiling_of_70b_at_128k_is_78_tokens_a_second() -> None:
    assert bytes_read_per_generated_token(LLAMA) == 42_949_672_960
    assert tokens_per_second_ceiling(LLAMA) == pytest.approx(78.0, abs=0.05)


def test_without_weights_a_batch_is_no_faster() -> None:
    eight = replace(LLAMA, tokens=8 * K, requests=8)
    assert tokens_per_second_ceiling(eight) == tokens_per_second_ceiling(replace(eight, requests=1))


def test_a_batch_reads_the_weights_once() -> None:
    one = replace(LLAMA, tokens=8 * K, weight_bits=16)
    eight = replace(one, requests=8)
    cache = one.cache().total_bytes
    assert bytes_read_per_generated_token(one) == 140 * 10**9 + cache
    assert bytes_read_per_generated_token(eight) == 140 * 10**9 / 8 + cache
    assert tokens_per_second_ceiling(eight) == pytest.approx(
        8 * H100_BANDWIDTH / (140e9 + 8 * cache)
    )


def test_the_weights_of_70b_alone_do_not_fit() -> None:
    plan = replace(LLAMA, weight_bits=16)
    assert room_per_rank(plan) < 0
    assert fit_count(plan) == 0


def test_capacity_takes_all_experts_a_step_reads_the_active_ones() -> None:
    plan = replace(DEEPSEEK, weight_bits=8)
    assert weight_bytes(plan) == 671 * 10**9
    assert weight_bytes(plan, active=True) == 37 * 10**9
    assert weight_bytes(DEEPSEEK) == 0


def test_unknown_weights_are_not_guessed() -> None:
    plan = replace(LLAMA, shape=gqa(80, 8), weight_bits=4)
    with pytest.raises(WeightsUnknownError, match="parameters"):
        fit_count(plan)
    with pytest.raises(WeightsUnknownError):
        tokens_per_second_ceiling(plan)


@pytest.mark.parametrize(("tp", "share"), [(1, 1.0), (2, 1 / 2), (8, 1 / 8), (16, 1 / 8)])
def test_kv_heads_are_split_then_replicated(tp: int, share: float) -> None:
    cache = LLAMA.cache()
    assert per_rank(cache, tp) == share * cache.total_bytes
    assert fit_count(replace(LLAMA, tp=tp)) == int(H100 / (share * cache.total_bytes))


def test_a_latent_is_on_every_rank() -> None:
    cache = DEEPSEEK.cache()
    assert per_rank(cache, 8) == cache.total_bytes
    assert fit_count(replace(DEEPSEEK, tp=8)) == 9


def test_a_state_is_split_over_the_ranks() -> None:
    state = LayerGroup("linear", "linear", 48, state_bytes=1 << 20)
    shape = replace(LLAMA_70B, groups=(*LLAMA_70B.groups, state))
    at = size(shape, K)
    assert per_rank(at, 8) == at.total_bytes / 8


def test_each_group_is_replicated_by_its_own_heads() -> None:
    few, many = LLAMA_70B.groups[0], LayerGroup("s", "sliding", 8, 16, (128, 128), cap_tokens=128)
    assert (replication(few, 16), replication(many, 16)) == (2, 1)
    at = size(replace(LLAMA_70B, groups=(few, many)), K)
    wanted = at.groups[0].bytes_total / 8 + at.groups[1].bytes_total / 16
    assert per_rank(at, 16) == wanted


@pytest.mark.parametrize(("n_kv", "tp"), [(8, 3), (10, 4), (3, 2), (8, 12)])
def test_ranks_that_share_heads_unevenly_are_refused(n_kv: int, tp: int) -> None:
    plan = replace(LLAMA, shape=gqa(40, n_kv), tp=tp)
    with pytest.raises(TensorParallelError) as refusal:
        fit_count(plan)
    assert (refusal.value.tp, refusal.value.n_kv, refusal.value.group) == (tp, n_kv, "full")
    with pytest.raises(TensorParallelError):
        tokens_per_second_ceiling(plan)


def test_ranks_multiply_the_bandwidth_unless_they_replicate() -> None:
    assert tokens_per_second_ceiling(replace(LLAMA, tp=8)) == 8 * tokens_per_second_ceiling(LLAMA)
    assert tokens_per_second_ceiling(replace(LLAMA, tp=16)) == 8 * tokens_per_second_ceiling(LLAMA)
    assert tokens_per_second_ceiling(replace(DEEPSEEK, tp=8)) == tokens_per_second_ceiling(DEEPSEEK)


def test_utilization_is_the_decimal_that_was_typed() -> None:
    """0.29 of 100 equal parts holds 29, though 0.29 * 100 is 28.999… in binary."""
    cache = int(LLAMA.cache().total_bytes)
    plan = replace(LLAMA, capacity_bytes=100 * cache, utilization=0.29)
    assert 0.29 * 100 < 29
    assert fit_count(plan) == 29


@pytest.mark.parametrize(
    "wrong", [{"requests": 0}, {"tp": 0}, {"capacity_bytes": 0}, {"utilization": 1.5}]
)
def test_impossible_plans_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"must be"):
        replace(LLAMA, **wrong)


def test_a_model_that_keeps_nothing_yet_has_no_count() -> None:
    entry = LayerGroup("c", "compressed", 2, None, (448,), 64, tokens_per_entry=128)
    plan = replace(LLAMA, shape=ModelShape("c", "C", (entry,)), tokens=5)
    with pytest.raises(ValueError, match="keeps nothing"):
        fit_count(plan)
    with pytest.raises(ValueError, match="reads nothing"):
        tokens_per_second_ceiling(plan)


# --- what would make it fit


def test_a_plan_that_fits_needs_no_change() -> None:
    assert ways_to_fit(LLAMA) == ()


def test_ways_to_fit_two_users_of_70b() -> None:
    ways = {way.change: way for way in ways_to_fit(replace(LLAMA, requests=2), [H200])}
    assert {name: way.value for name, way in ways.items()} == {
        "bits": 8,
        "tokens": H100 // (2 * 327_680),
        "requests": 1,
        "tp": 2,
        "capacity_bytes": H200[1],
    }
    assert ways["capacity_bytes"].card == "h200-sxm"
    assert ways["tokens"].plan.requests == 2


def test_lighter_weights_are_a_way_when_weights_are_counted() -> None:
    plan = replace(LLAMA, tokens=8 * K, weight_bits=16)
    ways = {way.change: way.value for way in ways_to_fit(plan)}
    assert ways == {"weight_bits": 8, "tp": 2}


def test_ranks_that_do_not_divide_are_not_offered() -> None:
    ways = {way.change for way in ways_to_fit(replace(LLAMA, shape=gqa(240, 3), requests=2))}
    assert ways == {"bits", "tokens", "requests"}


def test_the_nearest_larger_card_is_offered() -> None:
    cards = [("huge", 10**12, 1), H200, ("small", 10**9, 1)]
    ways = {way.change: way for way in ways_to_fit(replace(LLAMA, requests=2), cards)}
    assert ways["capacity_bytes"].card == "h200-sxm"
    assert ways["capacity_bytes"].plan.bandwidth == H200[2]


def test_from_a_named_format_only_fewer_bits_are_offered() -> None:
    fp8 = next(form for form in NAMED_FORMATS if form.id == "fp8")
    ways = {way.change: way for way in ways_to_fit(replace(LLAMA, requests=5, bits=fp8))}
    assert ways["bits"].value == 4


@given(
    requests=st.integers(1, 300),
    tokens=st.integers(1, 2**21),
    bits=st.sampled_from((16, 8, 4)),
    weight_bits=st.sampled_from((None, 16, 4)),
)
def test_every_way_fits_and_the_longest_context_is_the_longest(
    requests: int, tokens: int, bits: int, weight_bits: int | None
) -> None:
    plan = replace(LLAMA, requests=requests, tokens=tokens, bits=bits, weight_bits=weight_bits)
    ways = ways_to_fit(plan, [H200])
    assert bool(ways) <= (fit_count(plan) < requests)
    for way in ways:
        assert way.fit_count == fit_count(way.plan) >= way.plan.requests
        changed = {
            f
            for f in ("bits", "weight_bits", "tokens", "requests", "tp", "capacity_bytes")
            if getattr(way.plan, f) != getattr(plan, f)
        }
        assert changed == {way.change}
        if way.change == "tokens":
            assert fit_count(replace(plan, tokens=way.value + 1)) < requests
