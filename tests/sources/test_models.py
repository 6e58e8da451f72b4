"""The shipped tables: the published figures of every kind of model, and their sources."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kvlab_desktop.core.places import resource
from kvlab_desktop.numerics.cache import size
from kvlab_desktop.numerics.cache_format import NAMED_FORMATS
from kvlab_desktop.numerics.cache_naive import as_mha
from kvlab_desktop.numerics.cache_plan import (
    Plan,
    bytes_read_per_generated_token,
    fit_count,
    per_rank,
    tokens_per_second_ceiling,
)
from kvlab_desktop.sources.models import (
    Accelerator,
    Model,
    accelerator,
    accelerators,
    model,
    models,
)

K, M = 2**10, 2**20
GIB = 2**30
SCRIPT = Path(__file__).parents[2] / "packaging" / "tables" / "make_tables.py"


def plan(model_id: str, tokens: int = 128 * K, gpu: str = "h100-sxm") -> Plan:
    card = accelerator(gpu)
    return Plan(model(model_id).shape, tokens, card.capacity_bytes, card.bandwidth)


@pytest.mark.parametrize(
    ("model_id", "growing", "all_layers"),
    [
        ("llama-2-7b", 524_288, 524_288),
        ("llama-3.1-8b", 131_072, 131_072),
        ("llama-3.1-70b", 327_680, 327_680),
        ("llama-3.1-405b", 516_096, 516_096),
        ("qwen2.5-72b", 327_680, 327_680),
        ("qwen3-0.6b", 114_688, 114_688),
        ("qwen3-4b", 147_456, 147_456),
        ("gpt-oss-120b", 36_864, 73_728),
        ("gemma-3-27b", 81_920, 507_904),
        ("gemma-4-31b", 81_920, 901_120),
        ("gemma-4-e2b", 6_144, 18_432),
        ("llama-4-scout", 49_152, 196_608),
        ("mistral-7b-v0.1", 0, 131_072),
        ("deepseek-67b", 389_120, 389_120),
        ("deepseek-v2", 69_120, 69_120),
        ("deepseek-v3", 70_272, 70_272),
        ("deepseek-v3.2", 85_888, 85_888),
        ("deepseek-v4-pro", 9_848, 9_848 + 61 * 1024),
        ("glm-5.1", 89_856 + 19_968, 89_856 + 19_968),
        ("glm-5.2", 95_232, 95_232),
        ("kimi-linear-48b", 8_064, 8_064),
        ("minimax-m2.5", 253_952, 253_952),
        ("minimax-m3", 137_472, 137_472),
        ("mimo-v2-flash", 23_040, 222_720),
        ("falcon-7b", 8_192, 8_192),
        ("command-r-v01", 1_310_720, 1_310_720),
        ("command-r-08-2024", 163_840, 163_840),
        ("gpt-3-175b", 4_718_592, 4_718_592),
        ("opt-13b", 800 * K, 800 * K),
        ("bloom-176b", 4_014_080, 4_014_080),
    ],
)
def test_bytes_per_token(model_id: str, growing: int, all_layers: int) -> None:
    at = size(model(model_id).shape, 10**9)
    assert (at.bytes_per_token, at.bytes_per_token_all_layers) == (growing, all_layers)


@pytest.mark.parametrize(
    ("model_id", "tokens", "gib"),
    [
        # NVIDIA, Mastering LLM Techniques; PagedAttention (arXiv 2309.06180) section 3
        ("llama-2-7b", 4096, 2),
        ("opt-13b", 2048, 1.5625),
        # Jamba-1.5 (arXiv 2408.12570) table 1
        ("llama-3.1-8b", 256 * K, 32),
        ("llama-3.1-70b", 256 * K, 80),
        ("mistral-large-2", 256 * K, 88),
        ("mixtral-8x7b", 256 * K, 32),
        ("mistral-7b-v0.3", 256 * K, 32),
        # the Llama 3.1 post of Hugging Face, 1K = 1024 but 16k and 128k in thousands
        ("llama-3.1-8b", 1024, 0.125),
        ("llama-3.1-8b", 16_000, 1.953),
        ("llama-3.1-8b", 128_000, 15.625),
        ("llama-3.1-70b", 1024, 0.3125),
        ("llama-3.1-70b", 16_000, 4.883),
        ("llama-3.1-70b", 128_000, 39.06),
        # vLLM's breakdown at 1M tokens
        ("deepseek-v3", M, 68.625),
        ("deepseek-v3.2", M, 83.875),
        ("deepseek-v4-pro", M, 9.6246),
        ("deepseek-v4-flash", M, 6.7240),
        # unslothai/unsloth 4757
        ("qwen3-0.6b", 40_960, 4.375),
        ("deepseek-v3", 163_840, 10.72),
    ],
)
def test_published_sizes(model_id: str, tokens: int, gib: float) -> None:
    total = size(model(model_id).shape, tokens).total_bytes
    assert total / GIB == pytest.approx(gib, rel=3e-4)


def test_jamba_keeps_4_gib_and_a_state() -> None:
    shape = model("jamba-v0.1").shape
    assert size(shape, 256 * K).total_bytes == 4 * GIB + 16_056_320
    assert shape.fixed_state_bytes == 16_056_320


def test_kimi_k3_keeps_428_mib_before_the_first_token() -> None:
    state = model("kimi-k3").shape.fixed_state_bytes
    assert state == 449_372_160
    assert state // 27_648 == 16_253


def test_gpt_oss_by_vllm_and_gemma_4_by_vllm() -> None:
    """vLLM counts all layers: 5.38 GiB for 78 384 tokens, about 983 195 B in gemma-4-31B."""
    gpt_oss = size(model("gpt-oss-120b").shape, 1).bytes_per_token_all_layers
    assert gpt_oss * 78_384 / GIB == pytest.approx(5.38, abs=0.005)


def test_deepseek_layouts() -> None:
    shape = model("deepseek-v3").shape
    flash_mla = next(form for form in NAMED_FORMATS if form.id == "fp8_ds_mla")
    assert size(shape, 1, flash_mla).bytes_per_token == 61 * 656 == 40_016
    assert size(shape, 1, 4).bytes_per_token == 25_376
    v2, v67 = (
        size(model(name).shape, 1).bytes_per_token for name in ("deepseek-v2", "deepseek-67b")
    )
    assert 1 - v2 / v67 == pytest.approx(0.822, abs=5e-4)


def test_the_default_of_the_memory_lab() -> None:
    default = plan("llama-3.1-70b")
    assert default.cache().total_bytes == bytes_read_per_generated_token(default) == 42_949_672_960
    assert fit_count(default) == 1
    assert tokens_per_second_ceiling(default) == pytest.approx(78.0, abs=0.05)
    assert fit_count(plan("deepseek-v3")) == 9


def test_a_latent_is_expanded_to_what_transformers_once_kept() -> None:
    ghost = as_mha(model("deepseek-v3").shape)
    assert ghost is not None
    assert size(ghost, 1).bytes_per_token == 4_997_120


def test_phi_4_has_10_heads_so_four_ranks_cannot_share_them() -> None:
    cache = size(model("phi-4").shape, K)
    assert per_rank(cache, 5) == cache.total_bytes / 5
    with pytest.raises(ValueError, match="10 KV heads"):
        per_rank(cache, 4)


# --- the tables themselves


def test_ids_are_unique_and_complete() -> None:
    ids = [entry.id for entry in models()]
    assert len(ids) == len(set(ids)) >= 90
    cards = [entry.id for entry in accelerators()]
    assert len(cards) == len(set(cards)) >= 30
    for name in ("gpt", "H100"):
        with pytest.raises(KeyError):
            model(name)
        with pytest.raises(KeyError):
            accelerator(name)


@pytest.mark.parametrize("entry", models(), ids=lambda entry: entry.id)
def test_every_model_is_whole(entry: Model) -> None:
    found = model(entry.id)
    shape = found.shape
    assert found.name
    assert found.family
    assert found.attention
    assert all(source.strip() for source in found.sources)
    assert found.sources
    assert (found.confidence == "mixed") == bool(found.recalled_fields)
    parameters = shape.parameters or 10**15
    assert parameters > 10**8
    assert shape.active_parameters is None or shape.active_parameters < parameters
    assert shape.context is not None
    assert len({group.id for group in shape.groups}) == len(shape.groups)
    # index keys and compressed entries lie beside another cache of the same layer
    beside = ("indexer", "compressed")
    assert sum(g.layers for g in shape.groups if g.kind not in beside) == shape.num_layers


@pytest.mark.parametrize("entry", accelerators(), ids=lambda entry: entry.id)
def test_every_accelerator_is_whole(entry: Accelerator) -> None:
    found = accelerator(entry.id)
    assert found.sources
    assert (found.confidence == "mixed") == bool(found.recalled_fields)
    # the driver's figure and the label differ by a unit or a reserve, never by more
    assert 0.9 < found.capacity_bytes / (found.label_gigabytes * GIB) < 1.08
    assert 10**11 < found.bandwidth < 10**13


def test_capacity_is_the_drivers_or_the_label_less_a_reserve() -> None:
    h100 = accelerator("h100-sxm")
    assert (h100.capacity_bytes, h100.capacity_from) == (85_520_809_984, "driver")
    assert h100.bandwidth == 3350 * 10**9
    mi300x = accelerator("mi300x")
    assert (mi300x.capacity_bytes, mi300x.capacity_from) == (192 * GIB * 985 // 1000, "label")


def test_what_was_only_recalled_is_marked() -> None:
    assert accelerator("ascend-910b").recalled_fields == ("bandwidth",)
    assert "context" in model("qwen3-next-80b-a3b").recalled_fields
    assert "parameters" in model("minimax-m2").recalled_fields


def test_the_tables_say_when_their_facts_were_collected() -> None:
    for name in ("models.json", "accelerators.json"):
        table = json.loads(resource("tables", name).read_text(encoding="utf-8"))
        assert table["as_of"] >= "2026-11-29"


# --- the script that makes them

FACTS = {
    "id": "tiny",
    "display_name": "Tiny",
    "family": "Tiny",
    "attention_kind": "MLA + index",
    "num_hidden_layers": 4,
    "hidden_size": 64,
    "num_attention_heads": 4,
    "num_key_value_heads": 4,
    "head_dim": None,
    "kv_lora_rank": 32,
    "qk_rope_head_dim": 8,
    "qk_nope_head_dim": 16,
    "v_head_dim": 16,
    "index_topk_tokens": 128,
    "max_context_tokens": 1024,
    "total_params_billion": 0.5,
    "active_params_billion": None,
    "params_confidence": "recalled",
    "recalled_fields": ["max_context_tokens"],
    "sources": ["somebody/repository: config.json"],
    "kv_layer_groups": [
        {"kind": "mla_latent", "layers": 3, "elements_per_token_per_layer": 40},
        {"kind": "sparse_indexer_keys", "layers": 3, "elements_per_token_per_layer": 24},
        {"kind": "linear_state", "layers": 1, "elements_per_token_per_layer": 0},
    ],
    "fixed_state_bytes_per_sequence": 512,
}


def run_script(folder: Path, facts: dict[str, object]) -> subprocess.CompletedProcess[str]:
    (folder / "models.json").write_text(json.dumps([facts]), encoding="utf-8")
    (folder / "gpus.json").write_text("[]", encoding="utf-8")
    arguments = [str(folder / "models.json"), str(folder / "gpus.json"), str(folder / "out")]
    return subprocess.run(
        [sys.executable, str(SCRIPT), *arguments], capture_output=True, text=True, check=False
    )


def test_the_script_splits_elements_into_heads_and_widths(tmp_path: Path) -> None:
    run = run_script(tmp_path, FACTS)
    assert run.returncode == 0, run.stderr
    (entry,) = json.loads((tmp_path / "out" / "models.json").read_text("utf-8"))["entries"]
    assert entry["groups"] == [
        {"id": "latent", "kind": "latent", "layers": 3, "widths": [32], "fixed16_elements": 8,
         "expanded": [24, 16], "read_entries": 128},
        {"id": "index_keys", "kind": "indexer", "layers": 3, "widths": [24]},
        {"id": "linear", "kind": "linear", "layers": 1, "state_bytes": 512},
    ]  # fmt: skip
    assert entry["recalled_fields"] == ["context", "parameters"]
    assert entry["parameters"] == 500_000_000


def test_the_script_stops_at_facts_that_do_not_agree(tmp_path: Path) -> None:
    run = run_script(tmp_path, {**FACTS, "kv_lora_rank": 33})
    assert run.returncode != 0
    assert "tiny" in run.stderr
