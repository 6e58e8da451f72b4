"""What naive calculators say, and the ghosts drawn beside the bars."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kvlab_desktop.numerics.cache import LayerGroup, ModelShape, size
from kvlab_desktop.numerics.cache_format import NAMED_FORMATS
from kvlab_desktop.numerics.cache_naive import Naive, as_mha, as_mla, naive
from kvlab_desktop.numerics.cache_plan import Plan, TensorParallelError

K = 1024
FULL = LayerGroup("full", "full", 80, 8, (128, 128))
LLAMA_70B = ModelShape(
    "70b", "70B", (FULL,), num_layers=80, hidden_size=8192, query_heads=64, kv_heads=8
)
LATENT = LayerGroup("latent", "latent", 61, None, (512,), fixed16_elements=64, expanded=(192, 128))
DEEPSEEK_V3 = ModelShape(
    "v3", "V3", (LATENT,), num_layers=61, hidden_size=7168, query_heads=128, kv_heads=128
)
PLAN = Plan(LLAMA_70B, 128 * K, 81_559 * 2**20, 3350 * 10**9)


def shape(*groups: LayerGroup, **facts: int) -> ModelShape:
    return ModelShape("test", "Test", groups, **facts)


def mistakes(said: Naive) -> dict[str, tuple[float, float]]:
    return {m.id: (m.naive_bytes, m.right_bytes) for m in said.mistakes}


def test_for_a_plain_model_at_16_bits_only_the_capacity_is_mistaken() -> None:
    said = naive(PLAN, 80)
    assert said.bytes_per_token == 327_680
    assert said.fit_count == 1
    assert mistakes(said) == {"label_as_capacity": (80 * 10**9, 81_559 * 2**20)}


def test_nominal_bits_leave_out_scales_and_zero_points() -> None:
    said = naive(replace(PLAN, bits=4), 80)
    assert said.bytes_per_token == 81_920
    right = 12_079_595_520
    assert mistakes(said)["bits_nominal"] == (right * 4 / 4.5, right)


def test_head_dim_from_hidden_halves_qwen3_0_6b() -> None:
    qwen = shape(
        LayerGroup("full", "full", 28, 8, (128, 128)),
        num_layers=28,
        hidden_size=1024,
        query_heads=16,
        kv_heads=8,
    )
    said = naive(replace(PLAN, shape=qwen), 80)
    assert said.bytes_per_token == 57_344
    wrong, right = mistakes(said)["head_dim_from_hidden"]
    assert wrong * 2 == right == 114_688 * 128 * K


def test_a_latent_taken_for_heads_is_about_50_times_too_large() -> None:
    said = naive(replace(PLAN, shape=DEEPSEEK_V3, bits=next(iter(NAMED_FORMATS))), 80)
    assert said.bytes_per_token == 2 * 61 * 128 * 56
    wrong, _ = mistakes(said)["latent_as_heads"]
    assert wrong == 2 * 61 * 128 * 56 * 128 * K


def test_ignored_windows_give_the_all_layers_figure() -> None:
    gpt_oss = shape(
        LayerGroup("full", "full", 18, 8, (64, 64)),
        LayerGroup("sliding", "sliding", 18, 8, (64, 64), cap_tokens=128),
    )
    wrong, _ = mistakes(naive(replace(PLAN, shape=gpt_oss), 80))["window_ignored"]
    assert wrong == 73_728 * 128 * K


def test_counting_every_layer_of_a_hybrid_is_four_times_too_much() -> None:
    qwen = shape(
        LayerGroup("full", "full", 16, 4, (256, 256)),
        LayerGroup("linear", "linear", 48, state_bytes=1000),
    )
    said = mistakes(naive(replace(PLAN, shape=qwen), 80))
    growing = 65_536 * 128 * K
    assert said["every_layer_counted"] == (4 * growing + 48_000, growing + 48_000)
    assert said["state_ignored"] == (growing, growing + 48_000)


def test_shared_layers_counted_as_if_they_kept_their_own() -> None:
    model = shape(replace(FULL, layers=20), LayerGroup("shared", "shared", 20))
    wrong, right = mistakes(naive(replace(PLAN, shape=model), 80))["every_layer_counted"]
    assert wrong == 2 * right


def test_widths_indexes_and_compression_ignored() -> None:
    model = shape(
        LayerGroup("full", "full", 9, 4, (192, 128)),
        LayerGroup("index_keys", "indexer", 9, None, (128,)),
        LayerGroup("c", "compressed", 9, None, (448,), 64, tokens_per_entry=4),
    )
    said = mistakes(naive(replace(PLAN, shape=model), 80))
    tokens, bytes_each = 128 * K, 2
    assert said["value_as_wide_as_key"][0] - said["value_as_wide_as_key"][1] == (
        9 * 4 * 64 * bytes_each * tokens
    )
    assert said["index_keys_ignored"][1] - said["index_keys_ignored"][0] == (
        9 * 128 * bytes_each * tokens
    )
    assert said["compression_ignored"][0] - said["compression_ignored"][1] == (
        9 * 512 * bytes_each * tokens * 3 / 4
    )


def test_ranks_that_replicate_are_not_an_even_split() -> None:
    said = mistakes(naive(replace(PLAN, shape=DEEPSEEK_V3, tp=8), 80))
    total = 70_272 * 128 * K
    assert said["replication_ignored"] == (total / 8, total)
    with pytest.raises(TensorParallelError):
        naive(replace(PLAN, tp=3), 80)


def test_a_model_without_headline_numbers_gets_no_naive_figure() -> None:
    said = naive(replace(PLAN, shape=shape(FULL)), 80)
    assert (said.bytes_per_token, said.total_bytes, said.fit_count) == (None, None, None)


# --- ghosts


def test_mha_is_eight_times_the_70b() -> None:
    ghost = as_mha(LLAMA_70B)
    assert ghost is not None
    assert size(ghost, 1).bytes_per_token == 2_621_440 == 8 * 327_680


def test_mha_of_a_latent_is_what_it_stands_for() -> None:
    ghost = as_mha(DEEPSEEK_V3)
    assert ghost is not None
    expanded = size(ghost, 1).bytes_per_token
    assert expanded == 4_997_120
    assert expanded / size(DEEPSEEK_V3, 1).bytes_per_token == pytest.approx(71.1, abs=0.05)


def test_mha_drops_index_keys_and_keeps_states() -> None:
    index = LayerGroup("index_keys", "indexer", 61, None, (128,))
    linear = LayerGroup("linear", "linear", 3, state_bytes=5)
    ghost = as_mha(replace(DEEPSEEK_V3, groups=(LATENT, index, linear)))
    assert ghost is not None
    assert [group.kind for group in ghost.groups] == ["full", "linear"]


def test_there_is_no_mha_of_shared_entries_or_unknown_heads() -> None:
    entries = LayerGroup("c", "compressed", 9, None, (448,), 64, tokens_per_entry=4)
    assert as_mha(replace(LLAMA_70B, groups=(entries,))) is None
    assert as_mha(replace(LLAMA_70B, query_heads=None)) is None


def test_mla_on_the_layers_of_the_70b() -> None:
    assert size(as_mla(LLAMA_70B), 1).bytes_per_token == 92_160
    assert size(as_mla(LLAMA_70B), 1, 4).bytes_per_token == 33_280
    assert as_mla(DEEPSEEK_V3) == DEEPSEEK_V3
