"""config.json files: every naming and kind of cache that is read, and every damage refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kvlab_desktop.numerics.cache import LayerGroup, size
from kvlab_desktop.sources.config import read_config
from kvlab_desktop.sources.errors import SourceError
from kvlab_desktop.sources.gguf import read_gguf
from kvlab_desktop.sources.jsonfile import CONFIG_BYTES, read_json
from kvlab_desktop.sources.reading import Field
from tests.sources.fixtures import damage

CONFIGS = Path(__file__).parent / "fixtures" / "configs"
LONG = 2**40  # every window is full
LLAMA = {
    "model_type": "llama",
    "hidden_size": 4096,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "max_position_embeddings": 131072,
}


def written(folder: Path, **fields: Any) -> Path:
    path = folder / "config.json"
    path.write_text(json.dumps(fields), encoding="utf-8")
    return path


def refusal(path: Path) -> str:
    with pytest.raises(SourceError) as caught:
        read_config(path)
    said = str(caught.value)
    assert said == str(caught.value.msg)
    assert path.name in said
    assert said.isprintable()  # so it is one line, too
    assert len(said) < 700
    return said.removeprefix(f"{path}: ")


def field(path: Path, name: str) -> Field:
    (found,) = [f for f in read_config(path).fields if f.name == name]
    return found


# --- what is read


@pytest.mark.parametrize(
    ("name", "growing", "all_layers", "state"),
    [
        ("bloom_names", 4_014_080, 4_014_080, 0),
        ("chatglm_names", 28_672, 28_672, 0),
        ("chunked", 49_152, 196_608, 0),
        ("chunked_listed", 8_192, 32_768, 0),
        ("class_defaults", 20_480, 139_264, 0),
        ("dbrx_names", 163_840, 163_840, 0),
        ("entries", 6_880, 50_912, 0),
        ("falcon_40b", 122_880, 122_880, 0),
        ("falcon_7b", 8_192, 8_192, 0),
        ("gated_delta", 65_536, 65_536, 153_944_064),
        ("gated_delta_interval", 24_576, 24_576, 77_266_944),
        ("global_heads", 20_480, 225_280, 0),
        ("gpt2_names", 36_864, 36_864, 0),
        ("grouped_heads", 327_680, 327_680, 0),
        ("head_dim_given", 114_688, 114_688, 0),
        ("index_beside_heads", 137_472, 137_472, 0),
        ("index_by_frequency", 95_232, 95_232, 0),
        ("index_shared", 95_232, 95_232, 0),
        ("kimi_delta", 8_064, 8_064, 43_417_600),
        ("latent", 70_272, 70_272, 0),
        ("latent_switched_off", 61_440, 61_440, 0),
        ("latent_with_head_dim", 109_824, 109_824, 0),
        ("lightning", 40_960, 40_960, 293_601_280),
        ("mamba", 16_384, 16_384, 16_056_320),
        ("mamba2_indices", 12_288, 12_288, 29 * (8192 * 128 * 4 + (8192 + 256) * 3 * 2)),
        ("mamba2_letters", 6_144, 6_144, 49_082_368),
        ("mamba2_listed", 2_048, 2_048, 3 * (3072 * 128 * 4 + (3072 + 256) * 3 * 2)),
        ("mpt_names", 524_288, 524_288, 0),
        ("no_kv_heads", 524_288, 524_288, 0),
        ("shared_layers", 6_144, 18_432, 0),
        ("starcoder", 20_480, 20_480, 0),
        ("unequal_widths", 23_040, 222_720, 0),
        ("unknown_but_plain", 131_072, 131_072, 0),
        ("unknown_with_window", 40_960, 163_840, 0),
        ("window_as_long_as_context", 393_216, 393_216, 0),
        ("window_everywhere", 0, 131_072, 0),
        ("window_in_a_period", 81_920, 507_904, 0),
        ("window_late", 43_008, 57_344, 0),
        ("window_letters", 65_536, 262_144, 0),
        ("window_listed", 36_864, 73_728, 0),
        ("window_switched_off", 57_344, 57_344, 0),
    ],
)
def test_bytes_per_token_of_every_kind(
    name: str, growing: int, all_layers: int, state: int
) -> None:
    shape = read_config(CONFIGS / f"{name}.json").shape
    at = size(shape, LONG)
    assert (at.bytes_per_token, at.bytes_per_token_all_layers) == (growing, all_layers)
    assert shape.fixed_state_bytes == state


def test_every_fixture_is_tested() -> None:
    marks = test_bytes_per_token_of_every_kind.pytestmark  # type: ignore[attr-defined]
    assert {case[0] for case in marks[0].args[1]} == {path.stem for path in CONFIGS.iterdir()}


def groups(name: str) -> dict[str, LayerGroup]:
    return {g.id: g for g in read_config(CONFIGS / f"{name}.json").shape.groups}


def test_layers_that_share_a_cache_read_that_of_their_own_kind() -> None:
    found = groups("shared_layers")
    assert {name: (g.layers, g.reading_layers) for name, g in found.items()} == {
        "sliding": (12, 28),
        "full": (3, 7),
        "shared": (20, None),
    }
    assert found["full"].widths == (512, 512)
    assert found["full"].n_kv == 1


def test_a_latent_keeps_its_rope_part_apart_and_knows_what_it_stands_for() -> None:
    (latent,) = groups("latent").values()
    assert (latent.widths, latent.fixed16_elements, latent.n_kv) == ((512,), 64, None)
    assert latent.expanded == (192, 128)
    assert latent.read_entries is None


def test_an_index_limits_what_is_read() -> None:
    shared = groups("index_shared")
    assert shared["latent"].read_entries == 2048
    assert (shared["latent"].layers, shared["index_keys"].layers) == (78, 21)
    blocks = groups("index_beside_heads")
    assert [(g.layers, g.read_entries) for g in blocks.values()] == [
        (3, None),
        (57, 16 * 128),
        (57, None),
    ]
    entries = groups("entries")
    assert entries["compressed_4"].read_entries == 512
    assert entries["compressed_128"].read_entries is None
    assert entries["index_keys"].tokens_per_entry == 4
    assert entries["window"].cap_tokens == 128


def test_the_shape_carries_what_the_file_states() -> None:
    shape = read_config(CONFIGS / "grouped_heads.json").shape
    assert (shape.num_layers, shape.hidden_size, shape.query_heads, shape.kv_heads) == (
        80,
        8192,
        64,
        8,
    )
    assert shape.context == 131_072
    assert shape.parameters is None
    assert shape.name == "grouped_heads"


def test_the_name_is_the_one_stated_or_the_folder(tmp_path: Path) -> None:
    path = written(tmp_path, **LLAMA)
    assert read_config(path).shape.name == tmp_path.name
    path = written(tmp_path, **LLAMA, _name_or_path="meta/Llama-X/")
    assert read_config(path).shape.name == "Llama-X"


def test_a_byte_order_mark_is_allowed(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(LLAMA).encode())
    assert read_config(path).shape.num_layers == 32


# --- the reason of every field


@pytest.mark.parametrize("path", sorted(CONFIGS.iterdir()), ids=lambda path: path.stem)
def test_every_field_has_a_reason(path: Path) -> None:
    values = json.loads(path.read_text(encoding="utf-8"))
    reading = read_config(path)
    top = {f.name.partition(".")[0] for f in reading.fields}
    assert set(values) <= top
    assert all(str(f.because) and f.because.context == "Models" for f in reading.fields)
    names = [f.name for f in reading.fields]
    assert len(names) == len(set(names))
    assert [f.used for f in reading.fields] == sorted(
        (f.used for f in reading.fields), reverse=True
    )


def test_reasons_name_the_traps() -> None:
    off = field(CONFIGS / "window_switched_off.json", "sliding_window")
    assert (off.used, off.value) == (False, "131072")
    assert "no effect" in str(off.because)
    assert "multi_query decides" in str(field(CONFIGS / "falcon_7b.json", "num_kv_heads").because)
    head_dim = field(CONFIGS / "latent_with_head_dim.json", "head_dim")
    assert not head_dim.used
    hidden = field(CONFIGS / "head_dim_given.json", "hidden_size")
    assert not hidden.used
    assert field(CONFIGS / "grouped_heads.json", "hidden_size").used
    implied = field(CONFIGS / "grouped_heads.json", "head_dim")
    assert (implied.used, implied.value) == (True, "")
    assert "128" in str(implied.because)
    unknown = field(CONFIGS / "unknown_but_plain.json", "model_type")
    assert "not known here" in str(unknown.because)
    assert field(CONFIGS / "window_in_a_period.json", "text_config.head_dim").used
    assert not field(CONFIGS / "window_in_a_period.json", "vision_config").used


def test_long_lists_are_shown_short() -> None:
    shown = field(CONFIGS / "window_listed.json", "layer_types").value
    assert "36" in shown
    assert len(shown) < 80


# --- what is refused


@pytest.mark.parametrize(
    ("fields", "cause"),
    [
        ({"model_type": "brand_new", "kv_lora_rank": 512}, "kv_lora_rank"),
        ({"model_type": "brand_new", "ssm_state_size": 16}, "ssm_state_size"),
        ({"model_type": "brand_new", "sliding_window": 4096}, "sliding_window"),
        ({"model_type": "brand_new", "compress_ratio": 4}, "compress_ratio"),
        ({"model_type": "brand_new", "cross_attention_layers": [3]}, "cross_attention_layers"),
        ({"model_type": "brand_new", "num_kv_shared_layers": 4}, "num_kv_shared_layers"),
        ({"model_type": "brand_new", "layer_types": ["linear_attention"] * 32}, "linear"),
        ({"model_type": "brand_new", "layer_types": ["conv"] * 32}, "conv"),
        ({"model_type": "brand_new", "num_key_value_heads": None}, "num_key_value_heads"),
        ({"index_head_dim": 128}, "index_head_dim"),
        ({"linear_num_key_heads": 16}, "linear_num_key_heads"),
        ({"v_head_dim": 64}, "v_head_dim"),
        ({"num_key_value_heads": 7}, "cannot share 7"),
        ({"num_attention_heads": 48}, "not a multiple of 48"),
        ({"n_layer": 40}, "disagree"),
        ({"is_encoder_decoder": True}, "encoder-decoder"),
        ({"model_type": "bert"}, "encoder"),
        ({"architectures": ["LlamaForMaskedLM"]}, "encoder"),
        ({"use_bidirectional_attention": True}, "both ways"),
        ({"model_type": 7}, "a text"),
        ({"model_type": "deepseek_v3"}, "kv_lora_rank"),
        ({"model_type": "jamba"}, "attn_layer_period"),
        ({"model_type": "kimi_linear", "kv_lora_rank": 512}, "linear_attn_config"),
        ({"model_type": "kimi_linear", "linear_attn_config": []}, "an object"),
        ({"model_type": "mimo_v2_flash"}, "hybrid_layer_pattern"),
        ({"model_type": "minimax_text_01", "attn_type_list": [2] * 32}, "attn_type_list"),
        ({"model_type": "minimax_m3"}, "sparse_attention_config"),
        ({"model_type": "nemotron_h", "hybrid_override_pattern": "M*X"}, "letters"),
        ({"model_type": "bamba", "attn_layer_indices": [32]}, "attn_layer_indices"),
        ({"model_type": "llama4", "attention_chunk_size": 0}, "attention_chunk_size"),
        ({"model_type": "cohere2"}, "sliding_window"),
        ({"layer_types": ["deepseek_sparse_attention"] * 32}, "indexed"),
        ({"layer_types": ["mamba"] * 32}, "linear"),
        ({"layer_types": ["chunked_attention"] * 32}, "attention_chunk_size"),
        ({"model_type": "bamba"}, "attn_layer_indices"),
        ({"model_type": "nemotron_h"}, "hybrid_override_pattern"),
        ({"model_type": "deepseek_v4", "head_dim": 512}, "compress_ratios"),
        ({"hidden_size": None}, "hidden_size"),
        ({"num_attention_heads": None}, "num_attention_heads"),
    ],
    ids=str,
)
def test_unknown_and_contradictory_caches_are_refused(
    tmp_path: Path, fields: dict[str, Any], cause: str
) -> None:
    assert cause in refusal(written(tmp_path, **{**LLAMA, **fields}))


@pytest.mark.parametrize(
    ("name", "changes", "cause"),
    [
        ("entries", {"compress_ratios": [8] * 43}, "ratio"),
        ("entries", {"qk_rope_head_dim": 1024}, "qk_rope_head_dim"),
        ("entries", {"layer_types": ["full_attention"] * 43}, "full"),
        ("latent", {"layer_types": ["sliding_attention"] * 61}, "sliding"),
        ("index_shared", {"indexer_types": ["half"] * 78}, "indexer_types"),
        ("latent_with_head_dim", {"index_topk": None}, "index_topk"),
        ("kimi_delta", {"num_hidden_layers": 28}, "every layer"),
        ("shared_layers", {"num_kv_shared_layers": 33}, "share a cache"),
        ("shared_layers", {"num_kv_shared_layers": 35}, "between 0 and 34"),
        ("gated_delta_interval", {"mamba_ssm_dtype": "int3"}, "int3"),
        ("unequal_widths", {"sliding_window_size": 64}, "sliding_window_size"),
        ("mamba", {"attn_layer_offset": 8}, "attn_layer_offset"),
        ("chatglm_names", {"multi_query_attention": "yes"}, "true or false"),
    ],
)
def test_known_kinds_with_a_field_that_does_not_fit(
    tmp_path: Path, name: str, changes: dict[str, Any], cause: str
) -> None:
    fields = json.loads((CONFIGS / f"{name}.json").read_text(encoding="utf-8"))
    assert cause in refusal(written(tmp_path, **{**fields, **changes}))


@pytest.mark.parametrize(
    ("name", "changes", "growing", "all_layers"),
    [
        (
            "index_by_frequency",
            {"index_topk_pattern": "F" + "S" * 77},
            78 * 576 * 2 + 128 * 2,
            None,
        ),
        ("window_letters", {"sliding_window": None, "sliding_window_pattern": None}, 262_144, None),
        ("window_letters", {"sliding_window_pattern": 2}, 131_072, 262_144),
        ("window_listed", {"layer_types": None}, 36_864, 73_728),
        ("window_everywhere", {"sliding_window": None}, 131_072, None),
        ("chunked_listed", {"attention_chunk_size": None}, 32_768, None),
        ("chunked_listed", {"no_rope_layers": []}, 8_192, 32_768),
        ("shared_layers", {"num_global_key_value_heads": 2}, 6_144, 18_432),
        ("shared_layers", {"num_kv_shared_layers": 0}, 14_336, 43_008),
        ("chatglm_names", {"multi_query_attention": False}, 458_752, None),
        ("mpt_names", {"attn_config": {"attn_type": "multiquery_attention"}}, 16_384, None),
        ("starcoder", {"multi_query": False}, 983_040, None),
        ("lightning", {"head_dim": None}, 30_720, None),
        ("unknown_but_plain", {"layer_types": ["full_attention"] * 32}, 131_072, None),
        ("grouped_heads", {"model_type": "minimax_m2"}, 327_680, None),
        ("grouped_heads", {"model_type": "minimax_m2", "attn_type_list": [1] * 80}, 327_680, None),
        ("grouped_heads", {"model_type": None}, 327_680, None),
        ("grouped_heads", {"text_config": {"tie_word_embeddings": False}}, 327_680, None),
    ],
    ids=str,
)
def test_changes_that_are_understood(
    tmp_path: Path, name: str, changes: dict[str, Any], growing: int, all_layers: int | None
) -> None:
    fields = json.loads((CONFIGS / f"{name}.json").read_text(encoding="utf-8"))
    shape = read_config(written(tmp_path, **{**fields, **changes})).shape
    at = size(shape, LONG)
    assert at.bytes_per_token == growing
    assert at.bytes_per_token_all_layers == (growing if all_layers is None else all_layers)


@pytest.mark.parametrize("changes", [{}, {"attention_chunk_size": 4096}])
def test_a_chunk_that_is_left_out_has_the_length_of_its_class(
    tmp_path: Path, changes: dict[str, Any]
) -> None:
    fields = json.loads((CONFIGS / "chunked_listed.json").read_text(encoding="utf-8"))
    del fields["attention_chunk_size"]
    shape = read_config(written(tmp_path, **{**fields, **changes})).shape
    caps = {g.cap_tokens for g in shape.groups if g.kind == "chunked"}
    assert caps == {changes.get("attention_chunk_size", 8192)}


@pytest.mark.parametrize(("equal", "n_kv"), [(True, 2), (None, 2), (False, 8)])
def test_global_kv_heads_hold_unless_k_and_v_are_told_apart(
    tmp_path: Path, equal: bool | None, n_kv: int
) -> None:
    fields = json.loads((CONFIGS / "global_heads.json").read_text(encoding="utf-8"))
    fields["text_config"]["attention_k_eq_v"] = equal
    found = {g.kind: g for g in read_config(written(tmp_path, **fields)).shape.groups}
    assert (found["full"].n_kv, found["full"].widths) == (n_kv, (512, 512))
    assert (found["sliding"].n_kv, found["sliding"].widths) == (8, (256, 256))


def test_a_sparse_indexer_that_is_switched_off_keeps_no_index(tmp_path: Path) -> None:
    path = CONFIGS / "index_beside_heads.json"
    fields = json.loads(path.read_text(encoding="utf-8"))
    fields["text_config"]["sparse_attention_config"] = {"use_sparse_attention": False}
    shape = read_config(written(tmp_path, **fields)).shape
    assert [(g.kind, g.layers) for g in shape.groups] == [("full", 60)]


def test_index_values_beside_index_keys_are_refused(tmp_path: Path) -> None:
    path = CONFIGS / "index_beside_heads.json"
    fields = json.loads(path.read_text(encoding="utf-8"))
    inside = fields["text_config"]["sparse_attention_config"]
    inside["sparse_disable_index_value"] = [0] * 60
    assert "index values" in refusal(written(tmp_path, **fields))


DAMAGED = dict(damage.configs())


def test_the_sound_one_is_read(tmp_path: Path) -> None:
    assert read_config(written(tmp_path, **damage.SOUND)).shape.num_layers == 12


def test_there_are_a_hundred_damages() -> None:
    assert len(DAMAGED) >= 100


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    path = tmp_path / "config.json"
    path.write_bytes(DAMAGED[name])
    refusal(path)


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    assert "folder" in refusal(tmp_path)
    assert "cannot be read" in refusal(tmp_path / "missing.json")
    with pytest.raises(SourceError):
        read_config("nul\0byte.json")


def test_a_file_that_may_not_be_opened_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(*_arguments: object, **_named: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = written(tmp_path, **LLAMA)
    monkeypatch.setattr(Path, "open", denied)
    assert refusal(path) == "cannot be read (Permission denied)"
    with pytest.raises(SourceError, match=r"cannot be read \(Permission denied\)"):
        read_gguf(path)


def test_of_an_endless_path_the_end_is_shown(tmp_path: Path) -> None:
    path = tmp_path.joinpath(*["folder"] * 100, "last.json")
    with pytest.raises(SourceError, match=r"last\.json") as caught:
        read_config(path)
    assert len(str(caught.value)) < 600


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_pipe_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "config.json")
    assert "ordinary file" in refusal(tmp_path / "config.json")


def test_a_line_break_in_the_file_name_stays_one_line(tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        read_config(tmp_path / "two\nlines.json")
    assert str(caught.value).isprintable()


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    with path.open("wb") as stream:
        stream.truncate(200 * 2**20)  # sparse: it takes no room
    assert str(CONFIG_BYTES) in refusal(path)


BOMB = """
import resource, sys
from kvlab_desktop.sources.errors import SourceError
from kvlab_desktop.sources.gguf import read_gguf
from kvlab_desktop.sources.jsonfile import read_json
resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
try:
    read_json(sys.argv[1], limit=300 * 2**20)
except SourceError as refused:
    print(refused)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the limit on memory is that of Linux")
def test_200_mb_of_brackets_take_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "bomb.json"
    with path.open("wb") as stream:
        for _ in range(200):
            stream.write(b"[" * 10**6)
    run = subprocess.run(
        [sys.executable, "-c", BOMB, str(path)], capture_output=True, text=True, check=True
    )
    assert run.stdout == f"{path}: nested deeper than 64 levels\n"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
field_names = st.sampled_from(
    sorted({key for path in CONFIGS.iterdir() for key in json.loads(path.read_text("utf-8"))})
)
types = st.sampled_from(
    sorted({json.loads(p.read_text("utf-8"))["model_type"] for p in CONFIGS.iterdir()})
)
quick = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def read_or_refuse(path: Path) -> None:
    """Reading ends in a shape with a size, or in one line; never in another exception."""
    said = ""
    try:
        assert size(read_config(path).shape, 1000).total_bytes >= 0
    except SourceError as refused:
        said = str(refused)
    assert not said or (said.isprintable() and path.name in said)


@quick
@given(
    base=st.sampled_from(sorted(CONFIGS.iterdir())),
    changes=st.dictionaries(field_names, json_values | st.integers(-1, 70), max_size=4),
    model_type=st.none() | types,
)
def test_any_values_are_read_or_refused(
    tmp_path: Path, base: Path, changes: dict[str, Any], model_type: str | None
) -> None:
    fields = {**json.loads(base.read_text(encoding="utf-8")), **changes}
    if model_type is not None:
        fields["model_type"] = model_type
    read_or_refuse(written(tmp_path, **fields))


@quick
@given(data=st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "config.json"
    path.write_bytes(data)
    read_or_refuse(path)


@quick
@given(at=st.integers(0, 2000), byte=st.integers(0, 255), cut=st.booleans())
def test_a_changed_byte_is_read_or_refused(tmp_path: Path, at: int, byte: int, cut: bool) -> None:
    data = bytearray((CONFIGS / "gated_delta.json").read_bytes())
    at %= len(data)
    data[at] = byte
    path = tmp_path / "config.json"
    path.write_bytes(data[:at] if cut else data)
    read_or_refuse(path)


def test_json_strings_may_hold_brackets_and_the_names_of_numbers(tmp_path: Path) -> None:
    value = {"[" * 100: "NaN", "Infinity": '\\"{', "last": "\\"}
    path = tmp_path / "any.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    assert read_json(path) == value


@quick
@given(value=st.dictionaries(st.text(), json_values))
def test_json_is_read_as_the_standard_library_reads_it(
    tmp_path: Path, value: dict[str, Any]
) -> None:
    path = tmp_path / "any.json"
    try:
        path.write_text(json.dumps(value, allow_nan=False), encoding="utf-8")
    except ValueError:  # NaN or an infinity somewhere inside
        path.write_text(json.dumps(value), encoding="utf-8")
        with pytest.raises(SourceError):
            read_json(path)
    else:
        assert read_json(path) == value
