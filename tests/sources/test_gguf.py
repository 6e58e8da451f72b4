"""GGUF headers: what each architecture keeps, bounded reading, and every damage refused."""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kvlab_desktop.numerics.cache import size
from kvlab_desktop.sources.errors import SourceError
from kvlab_desktop.sources.gguf import read_gguf
from kvlab_desktop.sources.gguf_header import HEADER_BYTES, KEPT_TEXT, Skipped, read_header
from tests.sources.fixtures.gguf_bytes import LLAMA, Value, damaged, header, text, typed

LONG = 2**40  # every window is full


def written(folder: Path, data: bytes) -> Path:
    path = folder / "model.gguf"
    path.write_bytes(data)
    return path


def described(folder: Path, arch: str, **fields: Value) -> Path:
    """Write a header of an architecture; ``attention__head_count`` stands for a dot."""
    named = {f"{arch}.{key.replace('__', '.')}": value for key, value in fields.items()}
    return written(folder, header({"general.architecture": ("text", arch), **named}))


def u32(value: int) -> Value:
    return ("u32", value)


def refusal(path: Path) -> str:
    with pytest.raises(SourceError) as caught:
        read_gguf(path)
    said = str(caught.value)
    assert path.name in said
    assert said.isprintable()  # so it is one line, too
    return said


# --- what is read


@pytest.mark.parametrize("version", [2, 3])
def test_a_plain_model(tmp_path: Path, version: int) -> None:
    reading = read_gguf(written(tmp_path, header(LLAMA, version=version)))
    shape = reading.shape
    assert size(shape, LONG).bytes_per_token == 131_072
    assert (shape.name, shape.context, shape.num_layers) == ("Tiny Llama", 131_072, 32)
    assert (shape.hidden_size, shape.query_heads, shape.kv_heads) == (4096, 32, 8)
    fields = {field.name: field for field in reading.fields}
    assert fields["llama.attention.head_count_kv"].used
    assert fields["llama.attention.head_count_kv"].value == "8"
    assert not fields["llama.rope.freq_base"].used
    assert not fields["general.name"].used
    assert all(str(field.because) for field in reading.fields)


def test_without_kv_heads_there_are_as_many_as_query_heads(tmp_path: Path) -> None:
    fields = {key: v for key, v in LLAMA.items() if not key.endswith("head_count_kv")}
    shape = read_gguf(written(tmp_path, header(fields))).shape
    assert size(shape, LONG).bytes_per_token == 524_288


def test_the_number_of_parameters_is_taken_when_it_is_stated(tmp_path: Path) -> None:
    fields = {**LLAMA, "general.parameter_count": ("u64", 8 * 10**9)}
    assert read_gguf(written(tmp_path, header(fields))).shape.parameters == 8 * 10**9


def test_head_widths_given_outright_and_unequal(tmp_path: Path) -> None:
    path = described(
        tmp_path, "qwen3", block_count=u32(28), embedding_length=u32(1024),
        attention__head_count=u32(16), attention__head_count_kv=u32(8),
        attention__key_length=u32(192), attention__value_length=u32(128),
    )  # fmt: skip
    reading = read_gguf(path)
    (group,) = reading.shape.groups
    assert (group.n_kv, group.widths) == (8, (192, 128))
    ignored = {field.name for field in reading.fields if not field.used}
    assert {"qwen3.embedding_length", "qwen3.attention.head_count"} <= ignored


@pytest.mark.parametrize(
    ("arch", "layers", "sliding", "pattern"),
    [
        ("gemma2", 42, 21, None),
        ("gemma3", 62, 52, None),
        ("gpt-oss", 36, 18, None),
        ("cohere2", 40, 30, None),
        ("phi3", 32, 32, None),
        ("brand-new", 8, 7, u32(8)),
        ("brand-new", 8, 8, u32(0)),
        ("brand-new", 8, 0, u32(1)),
        ("brand-new", 4, 1, ("[bool]", [False, True, False, False])),
        ("brand-new", 4, 3, ("[u32]", [1, 1, 1, 0])),
    ],
)
def test_which_layers_slide(
    tmp_path: Path, arch: str, layers: int, sliding: int, pattern: Value | None
) -> None:
    fields: dict[str, Any] = (
        {} if pattern is None else {"attention__sliding_window_pattern": pattern}
    )
    path = described(
        tmp_path, arch, block_count=u32(layers), embedding_length=u32(512),
        attention__head_count=u32(8), attention__head_count_kv=u32(4),
        attention__sliding_window=u32(128), context_length=u32(8192), **fields,
    )  # fmt: skip
    found = {g.kind: g for g in read_gguf(path).shape.groups}
    assert {kind: g.layers for kind, g in found.items()} == {
        kind: n for kind, n in (("sliding", sliding), ("full", layers - sliding)) if n
    }
    assert all(g.cap_tokens == (128 if g.kind == "sliding" else None) for g in found.values())


def test_a_window_as_long_as_the_context_has_no_effect(tmp_path: Path) -> None:
    fields = {**LLAMA, "llama.attention.sliding_window": u32(131_072)}
    assert [g.kind for g in read_gguf(written(tmp_path, header(fields))).shape.groups] == ["full"]


def test_widths_and_heads_of_sliding_layers_and_shared_caches(tmp_path: Path) -> None:
    kinds = [True] * 4 + [False]
    path = described(
        tmp_path, "gemma4", block_count=u32(35), embedding_length=u32(1536),
        attention__head_count=u32(8), attention__head_count_kv=("[u32]", [1] * 35),
        attention__key_length=u32(512), attention__value_length=u32(512),
        attention__key_length_swa=u32(256), attention__value_length_swa=u32(256),
        attention__sliding_window=u32(512), attention__shared_kv_layers=u32(20),
        attention__sliding_window_pattern=("[bool]", kinds * 7), context_length=u32(131072),
    )  # fmt: skip
    shape = read_gguf(path).shape
    assert size(shape, LONG).bytes_per_token == 6_144
    assert size(shape, LONG).bytes_per_token_all_layers == 18_432
    assert [(g.id, g.layers, g.reading_layers) for g in shape.groups] == [
        ("sliding", 12, 28),
        ("full", 3, 7),
        ("shared", 20, None),
    ]


def test_chunks_of_llama_4(tmp_path: Path) -> None:
    path = described(
        tmp_path, "llama4", block_count=u32(48), embedding_length=u32(5120),
        attention__head_count=u32(40), attention__head_count_kv=u32(8),
        attention__key_length=u32(128), attention__value_length=u32(128),
    )  # fmt: skip
    at = size(read_gguf(path).shape, LONG)
    assert (at.bytes_per_token, at.bytes_per_token_all_layers) == (49_152, 196_608)


def test_a_latent_and_its_index(tmp_path: Path) -> None:
    latent: dict[str, Value] = {
        "block_count": u32(62),
        "nextn_predict_layers": u32(1),
        "embedding_length": u32(7168),
        "attention__head_count": u32(128),
        "attention__head_count_kv": u32(1),
        "attention__kv_lora_rank": u32(512),
        "attention__q_lora_rank": u32(1536),
        "attention__key_length": u32(576),
        "attention__value_length": u32(512),
        "attention__key_length_mla": u32(192),
        "attention__value_length_mla": u32(128),
        "rope__dimension_count": u32(64),
    }
    shape = read_gguf(described(tmp_path, "deepseek2", **latent)).shape
    assert size(shape, LONG).bytes_per_token == 70_272
    indexed: dict[str, Value] = {
        "attention__indexer__key_length": u32(128),
        "attention__indexer__head_count": u32(64),
        "attention__indexer__top_k": u32(2048),
    }
    shape = read_gguf(described(tmp_path, "deepseek32", **latent, **indexed)).shape
    assert size(shape, LONG).bytes_per_token == 85_888
    assert [g.read_entries for g in shape.groups] == [2048, None]


@pytest.mark.parametrize(
    ("arch", "fields", "growing", "state"),
    [
        (
            "qwen35",
            {"block_count": u32(64), "embedding_length": u32(5120),
             "attention__head_count": u32(24), "attention__head_count_kv": u32(4),
             "attention__key_length": u32(256), "attention__value_length": u32(256),
             "full_attention_interval": u32(4), "ssm__conv_kernel": u32(4),
             "ssm__inner_size": u32(6144), "ssm__state_size": u32(128),
             "ssm__group_count": u32(16), "ssm__time_step_rank": u32(48)},
            65_536, 153_944_064,
        ),
        (
            "jamba",
            {"block_count": u32(32), "embedding_length": u32(4096),
             "attention__head_count": u32(32),
             "attention__head_count_kv": ("[u32]", ([0] * 4 + [8] + [0] * 3) * 4),
             "ssm__conv_kernel": u32(4), "ssm__inner_size": u32(8192),
             "ssm__state_size": u32(16), "ssm__time_step_rank": u32(256)},
            16_384, 16_056_320,
        ),
        (
            "nemotron_h_moe",
            {"block_count": u32(4), "embedding_length": u32(2688),
             "attention__head_count": u32(32),
             "attention__head_count_kv": ("[u32]", [0, 0, 2, 0]),
             "feed_forward_length": ("[u32]", [0, 1856, 0, 0]),
             "attention__key_length": u32(128), "attention__value_length": u32(128),
             "ssm__conv_kernel": u32(4), "ssm__inner_size": u32(4096),
             "ssm__state_size": u32(128), "ssm__group_count": u32(8)},
            1_024, 2 * 2_134_016,
        ),
        (
            "kimi-linear",
            {"block_count": u32(4), "embedding_length": u32(2304),
             "attention__head_count": u32(32),
             "attention__head_count_kv": ("[u32]", [0, 0, 0, 1]),
             "attention__kv_lora_rank": u32(512), "rope__dimension_count": u32(64),
             "kda__head_dim": u32(128), "ssm__conv_kernel": u32(4)},
            1_152, 3 * 2_170_880,
        ),
        (
            "deci",  # a layer without attention
            {"block_count": u32(3), "embedding_length": u32(4096),
             "attention__head_count": ("[u32]", [32, 0, 32]),
             "attention__head_count_kv": ("[u32]", [8, 0, 4])},
            4_096 + 2_048, 0,
        ),
    ],
)  # fmt: skip
def test_layers_that_keep_a_state_or_nothing(
    tmp_path: Path, arch: str, fields: dict[str, Value], growing: int, state: int
) -> None:
    shape = read_gguf(described(tmp_path, arch, **fields)).shape
    assert size(shape, LONG).bytes_per_token == growing
    assert shape.fixed_state_bytes == state
    assert sum(g.layers for g in shape.groups) == shape.num_layers


@pytest.mark.parametrize(
    ("changes", "cause"),
    [
        ({"general.architecture": ("text", "bert")}, "encoder"),
        ({"llama.attention.causal": ("bool", False)}, "encoder"),
        ({"llama.attention.sliding_window": u32(4096)}, "which layers slide"),
        ({"llama.attention.kv_lora_rank": u32(512)}, "kv_lora_rank"),
        ({"llama.ssm.state_size": u32(16)}, "ssm.state_size"),
        ({"llama.shortconv.l_cache": u32(3)}, "shortconv"),
        ({"llama.attention.head_count_kv": u32(5)}, "cannot share 5"),
        ({"llama.attention.head_count": u32(48)}, "cannot share|key_length"),
        ({"llama.nextn_predict_layers": u32(32)}, "draft"),
        ({"llama.attention.head_count": ("[u32]", [0] * 32)}, "head_count is missing"),
        (
            {
                "llama.attention.sliding_window": u32(64),
                "llama.attention.sliding_window_pattern": ("[bool]", []),
            },
            "sliding_window_pattern is missing",
        ),
        ({"llama.attention.head_count_kv": ("[u32]", [8] * 31)}, "31 entries for 32"),
        ({"llama.attention.shared_kv_layers": u32(32)}, "shared_kv_layers"),
    ],
    ids=str,
)
def test_unknown_and_contradictory_caches_are_refused(
    tmp_path: Path, changes: dict[str, Value], cause: str
) -> None:
    fields = {**LLAMA, **changes}
    if changes.get("general.architecture"):
        fields = {k.replace("llama.", "bert."): v for k, v in fields.items()}
    said = refusal(written(tmp_path, header(fields)))
    assert any(part in said for part in cause.split("|"))


def test_the_feed_forward_widths_tell_states_from_empty_blocks(tmp_path: Path) -> None:
    fields = {key.replace("llama.", "nemotron_h."): value for key, value in LLAMA.items()}
    fields |= {
        "general.architecture": ("text", "nemotron_h"),
        "nemotron_h.attention.head_count_kv": ("[u32]", [8] * 31 + [0]),
        "nemotron_h.feed_forward_length": ("[u32]", []),
    }
    assert "feed_forward_length" in refusal(written(tmp_path, header(fields)))


def test_layers_may_not_share_a_cache_that_none_keeps(tmp_path: Path) -> None:
    kv = [8] * 30 + [4] * 2
    fields = {
        **LLAMA,
        "llama.attention.head_count_kv": ("[u32]", kv),
        "llama.attention.shared_kv_layers": u32(2),
    }
    assert "no layer keeps" in refusal(written(tmp_path, header(fields)))


# --- bounds


def test_a_vocabulary_is_stepped_over_in_little_memory(tmp_path: Path) -> None:
    tokens = [f"token{i:08d}" for i in range(150_000)]
    large: dict[str, Value] = {
        **LLAMA,
        "tokenizer.ggml.tokens": ("[text]", tokens),
        "tokenizer.ggml.scores": ("[f32]", [0.0] * len(tokens)),
        "tokenizer.chat_template": ("text", "x" * 100_000),
    }
    data = header(large)
    path = written(tmp_path, data)
    tracemalloc.start()
    try:
        values = read_header(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 2 * len(data)  # an object for each token would take ten times that
    assert values["llama.block_count"] == 32
    assert len(str(values["tokenizer.chat_template"])) == KEPT_TEXT


def test_long_arrays_and_texts_are_skipped_short_arrays_kept(tmp_path: Path) -> None:
    values = read_header(written(tmp_path, header({
        "a": ("[text]", ["x", "yy", ""]),
        "b": ("[u32]", [1, 2, 3]),
        "c": ("[f32]", [0.5] * 20_000),
        "d": ("text", "ü" * 5000),
        "e": ("i64", -(2**40)),
        "f": ("bool", True),
    })))  # fmt: skip
    assert values["a"] == Skipped(3)
    assert values["b"] == [1, 2, 3]
    assert values["c"] == Skipped(20_000)
    assert str(values["d"]).startswith("ü" * 2048)
    assert (values["e"], values["f"]) == (-(2**40), True)


def test_what_follows_the_metadata_is_not_read(tmp_path: Path) -> None:
    path = written(tmp_path, header(LLAMA))
    with path.open("r+b") as stream:
        stream.truncate(2**40)  # sparse: a terabyte of tensors
    assert read_gguf(path).shape.num_layers == 32


def test_a_header_beyond_the_limit_is_refused(tmp_path: Path) -> None:
    start = header({}, count=1) + text("long") + typed("raw", bytes([8, 0, 0, 0]))
    path = written(tmp_path, start + (2 * HEADER_BYTES).to_bytes(8, "little"))
    with path.open("r+b") as stream:
        stream.truncate(4 * HEADER_BYTES)
    assert str(HEADER_BYTES) in refusal(path)


def test_reading_agrees_with_the_writer_of_llama_cpp(tmp_path: Path) -> None:
    gguf = pytest.importorskip("gguf")
    path = tmp_path / "written.gguf"
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_block_count(32)
    writer.add_context_length(8192)
    writer.add_embedding_length(4096)
    writer.add_head_count(32)
    writer.add_head_count_kv([8] * 32)
    writer.add_token_list(["a", "b", "c"])
    writer.add_token_scores([0.0, 1.0, 2.0])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    shape = read_gguf(path).shape
    assert size(shape, LONG).bytes_per_token == 131_072
    assert shape.context == 8192


# --- damage

DAMAGED = dict(damaged())


def test_there_are_a_hundred_damages() -> None:
    assert len(DAMAGED) >= 100


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    refusal(written(tmp_path, DAMAGED[name]))


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    assert "folder" in refusal(tmp_path)
    assert "cannot be read" in refusal(tmp_path / "missing.gguf")


def test_an_older_and_a_turned_version_are_named(tmp_path: Path) -> None:
    assert "version 1" in refusal(written(tmp_path, DAMAGED["version 1"]))
    assert "big-endian" in refusal(written(tmp_path, DAMAGED[f"version {3 << 24}"]))


quick = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def read_or_refuse(path: Path) -> None:
    """Reading ends in a shape with a size, or in one line; never in another exception."""
    said = ""
    try:
        assert size(read_gguf(path).shape, 1000).total_bytes >= 0
    except SourceError as refused:
        said = str(refused)
    assert not said or (said.isprintable() and path.name in said)


@quick
@given(data=st.binary(max_size=300), sound=st.booleans())
def test_any_bytes_are_read_or_refused(tmp_path: Path, data: bytes, sound: bool) -> None:
    start = header({}, count=3) if sound else b""
    read_or_refuse(written(tmp_path, start + data))


@quick
@given(changes=st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 255)), max_size=3))
def test_changed_bytes_are_read_or_refused(tmp_path: Path, changes: list[tuple[int, int]]) -> None:
    data = bytearray(header(LLAMA))
    for at, byte in changes:
        data[at % len(data)] = byte
    read_or_refuse(written(tmp_path, bytes(data)))


numbers = st.integers(0, 70).map(u32)
values = (
    numbers
    | st.integers(-(2**31), 2**31 - 1).map(lambda v: ("i32", v))
    | st.floats(width=32).map(lambda v: ("f32", v))
    | st.text(max_size=5).map(lambda v: ("text", v))
    | st.lists(st.integers(0, 9), max_size=40).map(lambda v: ("[u32]", v))
    | st.lists(st.booleans(), min_size=30, max_size=34).map(lambda v: ("[bool]", v))
)  # fmt: skip
KEYS = """
    block_count embedding_length context_length attention.head_count attention.head_count_kv
    attention.key_length attention.value_length attention.sliding_window feed_forward_length
    attention.sliding_window_pattern attention.shared_kv_layers attention.kv_lora_rank
    rope.dimension_count ssm.conv_kernel ssm.inner_size ssm.state_size ssm.group_count
    kda.head_dim full_attention_interval nextn_predict_layers attention.indexer.key_length
    attention.indexer.top_k attention.key_length_swa attention.chunk_size
"""
ARCHS = "llama gemma3 gpt-oss llama4 deepseek2 kimi-linear jamba nemotron_h qwen35 other"
keys, archs = (st.sampled_from(names.split()) for names in (KEYS, ARCHS))


@quick
@given(arch=archs, changes=st.dictionaries(keys, values, max_size=6))
def test_any_values_are_read_or_refused(
    tmp_path: Path, arch: str, changes: dict[str, Value]
) -> None:
    base = {key.replace("llama.", f"{arch}."): value for key, value in LLAMA.items()}
    fields = {**base, **{f"{arch}.{key}": value for key, value in changes.items()}}
    read_or_refuse(written(tmp_path, header({**fields, "general.architecture": ("text", arch)})))
