"""The size of a cache: published bytes per token, windows, states, a count done by hand."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kvlab_desktop.numerics.cache import LayerGroup, ModelShape, exact, merged, size
from kvlab_desktop.numerics.cache_format import (
    NAMED_FORMATS,
    CacheFormat,
    as_format,
    effective_bits,
    plain_format,
)

K = 1024
FORMATS = {form.id: form for form in NAMED_FORMATS}


def shape(*groups: LayerGroup) -> ModelShape:
    return ModelShape("test", "Test", groups)


def heads(layers: int, n_kv: int, width: int, cap: int | None = None) -> LayerGroup:
    if cap is None:
        return LayerGroup("full", "full", layers, n_kv, (width, width))
    return LayerGroup("sliding", "sliding", layers, n_kv, (width, width), cap_tokens=cap)


def latent(layers: int) -> LayerGroup:
    return LayerGroup("latent", "latent", layers, None, (512,), fixed16_elements=64)


def index_keys(layers: int) -> LayerGroup:
    return LayerGroup("index_keys", "indexer", layers, None, (128,))


LLAMA_70B = shape(heads(80, 8, 128))
DEEPSEEK_V3 = shape(latent(61))
GPT_OSS_120B = shape(heads(18, 8, 64), heads(18, 8, 64, cap=128))
GEMMA_3_27B = shape(heads(10, 16, 128), heads(52, 16, 128, cap=1024))


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        (shape(heads(32, 32, 128)), 524_288),  # Llama-2-7B
        (shape(heads(32, 8, 128)), 131_072),  # Llama-3.1-8B
        (LLAMA_70B, 327_680),  # also Qwen2.5-72B
        (shape(heads(126, 8, 128)), 516_096),  # Llama-3.1-405B
        (shape(heads(28, 8, 128)), 114_688),  # Qwen3-0.6B, head_dim given outright
        (shape(heads(28, 8, 64)), 57_344),  # the same with hidden / heads: the trap
        (shape(heads(36, 8, 128)), 147_456),  # Qwen3-4B
        (shape(latent(60)), 69_120),  # DeepSeek-V2
        (DEEPSEEK_V3, 70_272),
        (shape(latent(61), index_keys(61)), 85_888),  # DeepSeek-V3.2
        (shape(heads(96, 96, 128)), 4_718_592),  # GPT-3
        (shape(heads(40, 40, 128)), 800 * K),  # OPT-13B: PagedAttention, section 3
    ],
)
def test_bytes_per_token_at_16_bits(model: ModelShape, expected: int) -> None:
    at = size(model, 128 * K)
    assert at.bytes_per_token == at.bytes_per_token_all_layers == expected
    assert at.total_bytes == expected * 128 * K
    assert isinstance(at.total_bytes, int)


@pytest.mark.parametrize(
    ("model", "growing", "all_layers"),
    [(GPT_OSS_120B, 36_864, 73_728), (GEMMA_3_27B, 81_920, 507_904)],
)
def test_a_full_window_adds_nothing_per_token(
    model: ModelShape, growing: int, all_layers: int
) -> None:
    long, short = size(model, 128 * K), size(model, 100)
    assert (long.bytes_per_token, long.bytes_per_token_all_layers) == (growing, all_layers)
    assert short.bytes_per_token == short.bytes_per_token_all_layers == all_layers
    assert short.total_bytes == 100 * all_layers


def test_bytes_per_token_is_the_difference_to_one_token_more() -> None:
    for tokens in (127, 128, 129):
        step = size(GPT_OSS_120B, tokens + 1).total_bytes - size(GPT_OSS_120B, tokens).total_bytes
        assert size(GPT_OSS_120B, tokens).bytes_per_token == step


def test_70b_at_128k() -> None:
    assert size(LLAMA_70B, 128 * K).total_bytes == 42_949_672_960 == 40 * 2**30
    quarter = size(LLAMA_70B, 128 * K, 4)
    assert quarter.total_bytes == 12_079_595_520 == 11.25 * 2**30
    assert quarter.bytes_per_token == 92_160
    assert quarter.bits_effective == 4.5


@pytest.mark.parametrize(
    ("layers", "n_kv", "gib"),
    [(32, 8, 32), (80, 8, 80), (88, 8, 88), (56, 8, 56)],  # 8B, 70B, Mistral-Large-2, 8x22B
)
def test_jamba_1_5_table_1_at_256k(layers: int, n_kv: int, gib: int) -> None:
    assert size(shape(heads(layers, n_kv, 128)), 256 * K).total_bytes == gib * 2**30


def test_latent_quantization_leaves_the_rope_part_at_16_bits() -> None:
    assert size(DEEPSEEK_V3, 1, 4).bytes_per_token == 25_376
    assert size(DEEPSEEK_V3, 1, FORMATS["fp8_ds_mla"]).bytes_per_token == 40_016
    all_rope = shape(replace(latent(61), widths=(), fixed16_elements=576))
    assert size(all_rope, 1, 2).bytes_per_token == 70_272


@pytest.mark.parametrize(
    ("bits", "effective"), [(16, 16.0), (8, 8.5), (4, 4.5), (3, 3.5), (2, 2.5)]
)
def test_effective_bits_of_groups_of_64(bits: int, effective: float) -> None:
    assert effective_bits(bits, 64, 128) == effective
    assert effective_bits(bits, 64, 64) == effective
    assert size(LLAMA_70B, K, bits).bits_effective == effective


@pytest.mark.parametrize(
    ("group", "width", "effective"),
    [
        (128, 64, 4.5),  # a group never crosses a head: min(group, head_dim)
        (32, 128, 5.0),
        (128, 128, 4.25),
        (64, 96, 4 + 2 * 32 / 96),  # the tail of 32 is a group of its own
        (64, 16, 6.0),
    ],
)
def test_groups_are_clamped_to_the_vector(group: int, width: int, effective: float) -> None:
    assert effective_bits(4, group, width) == pytest.approx(effective, rel=1e-15)


@pytest.mark.parametrize(
    ("name", "effective"),
    [
        ("fp8", 8.0),
        ("fp8_per_token_head", 8.25),
        ("q8_0", 8.5),
        ("q4_0", 4.5),
        ("nvfp4", 4.5),
        ("mxfp4", 4.25),
    ],
)
def test_named_formats_at_width_128(name: str, effective: float) -> None:
    assert effective_bits(FORMATS[name], 64, 128) == effective


def test_a_block_format_pays_for_its_padding() -> None:
    assert FORMATS["q4_0"].vector(40).total == 2 * 18 * 8


def test_a_layout_of_latents_is_refused_for_heads() -> None:
    with pytest.raises(ValueError, match="MLA"):
        size(LLAMA_70B, 1, FORMATS["fp8_ds_mla"])


def test_unequal_widths_of_k_and_v() -> None:
    mimo = shape(
        LayerGroup("full", "full", 9, 4, (192, 128)),
        LayerGroup("sliding", "sliding", 39, 8, (192, 128), cap_tokens=128),
    )
    assert size(mimo, 128 * K).bytes_per_token == 23_040
    assert size(mimo, 128 * K).total_bytes == 23_040 * 128 * K + 25_559_040


def test_compressed_entries_are_counted_when_they_are_complete() -> None:
    group = LayerGroup("c", "compressed", 2, None, (448,), 64, tokens_per_entry=4)
    sizes = [size(shape(group), tokens).total_bytes for tokens in (3, 4, 7, 8)]
    assert sizes == [0, 2 * 1024, 2 * 1024, 2 * 2048]
    assert size(shape(group), 3).bytes_per_token == 512
    assert size(shape(group), 3).bits_effective is None


def test_a_state_is_counted_once_and_never_scaled() -> None:
    linear = LayerGroup("linear", "linear", 48, state_bytes=3_207_168)
    model = shape(heads(16, 4, 256), linear)  # Qwen3.5-27B
    assert model.fixed_state_bytes == 153_944_064
    for bits, per_token in ((16, 65_536), (4, 18_432)):
        at = size(model, 32 * K, bits)
        assert at.total_bytes == per_token * 32 * K + 153_944_064
        assert at.bytes_per_token == per_token
        assert at.groups[1].bits_effective is None


def test_an_indexer_reads_less_than_is_stored() -> None:
    sparse = replace(latent(61), read_entries=2048)
    at = size(shape(sparse, index_keys(61)), 128 * K)
    assert at.read_bytes == 61 * 2 * (2048 * 576 + 128 * K * 128)
    assert size(shape(sparse), 1000).read_bytes == size(shape(latent(61)), 1000).read_bytes


def test_a_shared_cache_is_read_by_every_layer_that_uses_it() -> None:
    own = heads(3, 1, 512)
    shared = LayerGroup("shared", "shared", 4)
    model = shape(replace(own, reading_layers=7), shared)
    assert size(model, K).total_bytes == size(shape(own), K).total_bytes
    assert size(model, K).read_bytes * 3 == size(model, K).total_bytes * 7
    assert size(model, K).groups[1].bytes_total == 0


@pytest.mark.parametrize("bits", [0, 17, -1])
def test_impossible_bits_are_refused(bits: int) -> None:
    with pytest.raises(ValueError, match="bits"):
        plain_format(bits)


def test_impossible_groups_and_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="group_size"):
        plain_format(4, 0)
    with pytest.raises(ValueError, match="tokens"):
        size(LLAMA_70B, 0)


def test_a_format_stands_for_itself() -> None:
    own = CacheFormat("own", 5)
    assert as_format(own) is own
    assert as_format(4, 32) == plain_format(4, 32)


def test_merged_joins_equal_layers_and_counts_readers() -> None:
    full, slides = heads(1, 4, 64), heads(1, 4, 64, cap=512)
    reader = replace(full, layers=0, reading_layers=1)
    shared = LayerGroup("shared", "shared", 1)
    groups = merged([slides, full, slides, full, shared, reader])
    assert [(g.id, g.layers, g.reading_layers) for g in groups] == [
        ("sliding", 2, None),
        ("full", 2, 3),
        ("shared", 1, None),
    ]


def test_merged_gives_groups_of_one_kind_ids_of_their_own() -> None:
    groups = merged([heads(1, 4, 64), heads(1, 2, 64), heads(1, 4, 64)])
    assert [(g.id, g.layers) for g in groups] == [("full", 2), ("full_2", 1)]


layer_groups = st.builds(
    LayerGroup,
    id=st.just("group"),
    kind=st.just("full"),
    layers=st.integers(0, 4),
    n_kv=st.one_of(st.none(), st.integers(1, 4)),
    widths=st.lists(st.integers(1, 130), max_size=2).map(tuple),
    fixed16_elements=st.integers(0, 64),
    cap_tokens=st.one_of(st.none(), st.integers(1, 60)),
    tokens_per_entry=st.integers(1, 5),
    state_bytes=st.integers(0, 1000),
)
bit_widths = st.sampled_from((16, 8, 4, 3, 2))


def by_hand(group: LayerGroup, tokens: int, bits: int, group_size: int) -> Fraction:
    """Bytes of a group, appending token by token and value by value."""
    vectors = [width for width in group.widths for _ in range(group.n_kv or 1)]
    entry_bits = 16 * group.fixed16_elements
    for width in vectors:
        if bits == 16:
            entry_bits += 16 * width
            continue
        for start in range(0, width, group_size):
            entry_bits += bits * len(range(start, min(start + group_size, width))) + 32
    kept: deque[int] = deque(maxlen=group.cap_tokens)
    for token in range(1, tokens + 1):
        if token % group.tokens_per_entry == 0:
            kept.append(token)
    return group.layers * (Fraction(len(kept) * entry_bits, 8) + group.state_bytes)


@given(
    groups=st.lists(layer_groups, min_size=1, max_size=3),
    tokens=st.integers(1, 100),
    bits=bit_widths,
    group_size=st.sampled_from((16, 64, 128)),
)
def test_size_equals_a_count_token_by_token(
    groups: list[LayerGroup], tokens: int, bits: int, group_size: int
) -> None:
    counted = size(shape(*groups), tokens, bits, group_size)
    wanted = sum((by_hand(g, tokens, bits, group_size) for g in groups), Fraction(0))
    assert counted.total_bytes == exact(wanted)
    assert sum(line.bytes_total for line in counted.groups) == counted.total_bytes


@given(groups=st.lists(layer_groups, min_size=1, max_size=3), tokens=st.integers(1, 100))
def test_more_tokens_or_bits_never_take_less(groups: list[LayerGroup], tokens: int) -> None:
    model = shape(*groups)
    assert size(model, tokens + 1).total_bytes >= size(model, tokens).total_bytes
    assert size(model, tokens, 3).total_bytes >= size(model, tokens, 2).total_bytes
