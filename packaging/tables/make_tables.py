"""Make the shipped tables of models and accelerators from lists of collected facts.

    python packaging/tables/make_tables.py FACTS/models.json FACTS/gpus.json resources/tables

The facts give each layer group's elements per token; the shipped table gives heads and widths, so
that quantization groups and tensor parallelism can be computed. An entry whose heads and widths
do not multiply to its elements stops the script.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

Entry = dict[str, Any]

ACCELERATORS = {
    "NVIDIA H100 SXM 80GB": "h100-sxm",
    "NVIDIA H100 PCIe 80GB": "h100-pcie",
    "NVIDIA H100 NVL 94GB": "h100-nvl",
    "NVIDIA H200 SXM 141GB": "h200-sxm",
    "NVIDIA H20 96GB": "h20",
    "NVIDIA H800 SXM 80GB": "h800-sxm",
    "NVIDIA B200 SXM": "b200-sxm",
    "NVIDIA B300 SXM": "b300-sxm",
    "NVIDIA GB200 (per GPU)": "gb200",
    "NVIDIA GB300 (per GPU)": "gb300",
    "NVIDIA A100 40GB (SXM/PCIe)": "a100-40gb",
    "NVIDIA A100 SXM 80GB": "a100-sxm-80gb",
    "NVIDIA A100 PCIe 80GB": "a100-pcie-80gb",
    "NVIDIA A800 SXM 80GB": "a800-sxm-80gb",
    "NVIDIA A10": "a10",
    "NVIDIA L4": "l4",
    "NVIDIA L40S": "l40s",
    "NVIDIA RTX 6000 Ada": "rtx-6000-ada",
    "NVIDIA RTX PRO 6000 Blackwell": "rtx-pro-6000",
    "NVIDIA GeForce RTX 3090": "rtx-3090",
    "NVIDIA GeForce RTX 4090": "rtx-4090",
    "NVIDIA GeForce RTX 5090": "rtx-5090",
    "AMD Instinct MI300X": "mi300x",
    "AMD Instinct MI325X": "mi325x",
    "AMD Instinct MI355X": "mi355x",
    "Huawei Ascend 910B": "ascend-910b",
    "Apple M3 Ultra (unified memory, up to)": "m3-ultra",
    "Apple M4 Max (unified memory, up to)": "m4-max",
    "Google TPU v5e (per chip)": "tpu-v5e",
    "Google TPU v5p (per chip)": "tpu-v5p",
    "Google TPU v6e Trillium (per chip)": "tpu-v6e",
}
KINDS = {
    "full": ("full", "full"),
    "sliding_window": ("sliding", "sliding"),
    "chunked": ("chunked", "chunked"),
    "mla_latent": ("latent", "latent"),
    "linear_state": ("linear", "linear"),
    "sparse_indexer_keys": ("index_keys", "indexer"),
    "compressed": ("compressed", "compressed"),
    "compressed_index_keys": ("index_keys", "indexer"),
}
# the words of the facts for what was not read, by the name of the shipped field
RECALLED = (
    (r"^max_context_tokens$", "context"),
    (r"full_attention_layer_rule|has the GLM", "groups"),
    (r"num_key_value_heads", "kv_heads"),
    (r"state dtype", "state_bytes"),
    (r"^hidden_size$", "hidden_size"),
)
# tokens that one step of a layer with index keys reads, where the facts do not say it
# (transformers 5.24: models/minimax_m3_vl, 16 blocks of 128; models/glm_moe_dsa, index_topk)
SEARCHED_TOKENS = {"minimax-m3": 16 * 128, "glm-5.1": 2048}


def main() -> None:
    """Write models.json and accelerators.json into the folder given last."""
    models, cards, target = (Path(argument) for argument in sys.argv[1:4])
    _write(target / "models.json", [_model(entry) for entry in _load(models)])
    _write(target / "accelerators.json", [_accelerator(entry) for entry in _load(cards)])


def _load(path: Path) -> list[Entry]:
    entries: list[Entry] = json.loads(path.read_text(encoding="utf-8"))
    return entries


def _write(path: Path, entries: list[Entry]) -> None:
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'{{"as_of": "2026-11-29", "entries": [\n{lines}\n]}}\n', encoding="utf-8")


def _model(entry: Entry) -> Entry:
    recalled = [_recalled(words) for words in entry["recalled_fields"]]
    if entry["params_confidence"] == "recalled":
        recalled.append("parameters")
    return {
        "id": entry["id"],
        "name": entry["display_name"],
        "family": entry["family"],
        "attention": entry["attention_kind"],
        "layers": entry["num_hidden_layers"],
        "hidden_size": entry["hidden_size"],
        "query_heads": entry["num_attention_heads"],
        "kv_heads": entry["num_key_value_heads"],
        "context": entry["max_context_tokens"],
        "parameters": _billions(entry["total_params_billion"]),
        "active_parameters": _billions(entry["active_params_billion"]),
        "groups": _groups(entry),
        "sources": [_source(source) for source in entry["sources"]],
        "confidence": "mixed" if recalled else "read",
        "recalled_fields": recalled,
    }


def _recalled(words: str) -> str:
    return next(field for pattern, field in RECALLED if re.search(pattern, words))


def _billions(value: float | None) -> int | None:
    return None if value is None else round(value * 10**9)


def _source(text: str) -> str:
    text = text.replace("HF config page text in the docs corpus: ", "")
    return re.sub(r" \(PyPI (wheel|sdist)[^)]*\)|, text in$| text in the docs corpus", "", text)


def _groups(entry: Entry) -> list[Entry]:
    groups = [_group(entry, group) for group in entry["kv_layer_groups"]]
    if [group["kind"] for group in groups] == ["full", "indexer"]:
        groups = _split_by_index(groups, SEARCHED_TOKENS[entry["id"]])
    names = [group["id"] for group in groups]
    for group in groups:
        if names.count(group["id"]) > 1:
            group["id"] += f"_{group['tokens_per_entry']}"
    idle = entry["num_hidden_layers"] - _layers_with_a_cache(entry)
    if entry.get("num_kv_shared_layers"):
        _check(entry, idle == entry["num_kv_shared_layers"])
        for group in groups:  # sharing layers follow the same pattern of kinds
            readers = (
                group["layers"] * entry["num_hidden_layers"] / (entry["num_hidden_layers"] - idle)
            )
            _check(entry, readers == int(readers))
            group["reading_layers"] = int(readers)
        groups.append({"id": "shared", "kind": "shared", "layers": idle})
    elif idle:
        groups.append({"id": "none", "kind": "none", "layers": idle})
    return groups


def _split_by_index(groups: list[Entry], tokens: int) -> list[Entry]:
    """Tell the layers that search index keys, and read a part, from those that read all."""
    full, keys = groups
    searching = {**full, "id": "searched", "layers": keys["layers"], "read_entries": tokens}
    return [{**full, "layers": full["layers"] - keys["layers"]}, searching, keys]


def _layers_with_a_cache(entry: Entry) -> int:
    """Count layers once: index keys and DeepSeek-V4's windows lie beside another cache."""
    beside = {"sparse_indexer_keys", "compressed_index_keys"}
    groups = [g for g in entry["kv_layer_groups"] if g["kind"] not in beside]
    if any(group["kind"] == "compressed" for group in groups):
        groups = [group for group in groups if group["kind"] == "sliding_window"]
    return sum(int(group["layers"]) for group in groups)


def _group(entry: Entry, facts: Entry) -> Entry:
    name, kind = KINDS[facts["kind"]]
    group: Entry = {"id": name, "kind": kind, "layers": facts["layers"]}
    per = "entry" if "tokens_per_entry" in facts else "token"
    elements = facts[f"elements_per_{per}_per_layer"]
    if kind == "linear":
        state, rest = divmod(entry["fixed_state_bytes_per_sequence"], facts["layers"])
        _check(entry, rest == 0)
        return {**group, "state_bytes": state}
    group |= _widths(entry, kind, elements)
    found = group.get("n_kv", 1) * sum(group["widths"]) + group.get("fixed16_elements", 0)
    _check(entry, found == elements)
    for field in ("cap_tokens", "tokens_per_entry"):
        if field in facts:
            group[field] = facts[field]
    searched = _read_entries(entry, facts)
    if searched is not None:
        group["read_entries"] = searched
    return group


def _widths(entry: Entry, kind: str, elements: int) -> Entry:
    rope = entry["qk_rope_head_dim"]
    if kind == "indexer":
        return {"widths": [elements]}
    if kind == "latent":
        latent: Entry = {"widths": [entry["kv_lora_rank"]], "fixed16_elements": rope}
        if entry["qk_nope_head_dim"] and entry["v_head_dim"]:
            latent["expanded"] = [entry["qk_nope_head_dim"] + rope, entry["v_head_dim"]]
        return latent
    if _has_entries(entry):
        return {"widths": [elements - rope], "fixed16_elements": rope}
    key = entry["head_dim"]
    if kind == "full":
        key = entry.get("global_head_dim") or key
    value = entry["v_head_dim"] or key
    return {"n_kv": elements // (key + value), "widths": [key, value]}


def _has_entries(entry: Entry) -> bool:
    """Whether one vector serves as key and value (DeepSeek-V4)."""
    return any(group["kind"] == "compressed" for group in entry["kv_layer_groups"])


def _read_entries(entry: Entry, facts: Entry) -> int | None:
    """Return the most entries of a group that one decoding step reads, None for all."""
    if facts["kind"] == "mla_latent":
        return entry.get("index_topk_tokens", SEARCHED_TOKENS.get(entry["id"]))
    if facts["kind"] == "compressed" and facts["tokens_per_entry"] == 4:
        return entry.get("index_topk_entries")
    return None


def _check(entry: Entry, holds: bool) -> None:
    if not holds:
        raise SystemExit(f"the facts of {entry['id']} do not agree with each other")


def _accelerator(entry: Entry) -> Entry:
    recalled = [
        field
        for field, confidence in (
            ("capacity", entry["capacity_confidence"]),
            ("bandwidth", entry["bandwidth_confidence"]),
        )
        if confidence != "read"
    ]
    return {
        "id": ACCELERATORS[entry["name"]],
        "name": entry["name"],
        "vendor": entry["vendor"],
        "kind": entry["kind"],
        "label_gigabytes": entry["memory_marketed_gigabytes_label"],
        "label_is_binary": entry["marketed_label_behaves_as"] != "GB",
        "driver_mebibytes": entry["memory_reported_by_driver_mebibytes"],
        "bandwidth": entry["memory_bandwidth_gigabytes_per_second"] * 10**9,
        "sources": [_source(source) for source in entry["sources"]],
        "confidence": "mixed" if recalled else "read",
        "recalled_fields": recalled,
    }


if __name__ == "__main__":
    main()
