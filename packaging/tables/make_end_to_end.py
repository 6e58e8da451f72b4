"""Make the shipped table of whole-model measurements from the file they were collected in.

    python packaging/tables/make_end_to_end.py FACTS/end_to_end.json resources/tables

The facts name each way of storing the cache in a line of shorthand (``KV ch32/tok32 +sink+res32``).
The shipped table says it in fields, so that the program can count its bits and put it into words.
A line that cannot be read, or that says the same as another, stops the script.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

Entry = dict[str, Any]

#: what the facts say in a sentence, and what was measured
HEAD: Entry = {
    "as_of": "2026-11-29",
    "model": "SmolLM2-135M-Instruct",
    "weights": "GGUF Q4_1, dequantized to float32",
    "measured": "whole model, teacher forced: K and V of all layers quantized and read back, "
    "compared with the same model and an fp16 cache. loss_change and kl_nats in nats per token; "
    "scale and zero point exact, counted as 16 bits each.",
    "layers": 30,
    "kv_heads": 3,
    "head_dim": 64,
    "texts": {"libraries": 574, "longtext": 1024},
}
FULL = "fp16 cache"
MEASURES = ("loss_change", "kl_nats", "top1_kept")
SCHEME = re.compile(
    r"(?P<which>KV|K|V) (?P<first>[\w-]+?)(?:/(?P<second>\w+))?(?: \(KIVI\))?"
    r"(?P<mean> mean-removed)?(?: (?P<sink>\+sink)?(?: fp16)?(?:\+res(?P<recent>\d+))?)?"
)
GROUPING = re.compile(
    r"(?P<pre>pre-)?(?P<rotated>had_)?(?P<way>ch|tok)(?P<size>\d+|_all)(?P<sparse>_o1)?"
)


def main() -> None:
    """Write end_to_end.json into the folder given last."""
    facts, target = (Path(argument) for argument in sys.argv[1:3])
    found: Entry = json.loads(facts.read_text(encoding="utf-8"))
    for claim in (HEAD["model"], *(f"{text} = {count}" for text, count in HEAD["texts"].items())):
        if claim not in found["about"]:
            raise SystemExit(f"the facts do not say {claim!r}")
    rows = [_row(entry) for entry in found["rows"]]
    settings = [json.dumps({k: v for k, v in row.items() if k not in MEASURES}) for row in rows]
    if len(set(settings)) < len(rows):
        raise SystemExit("two lines of the facts say the same")
    head = json.dumps(HEAD, ensure_ascii=False)[1:-1]
    lines = ",\n".join(json.dumps(row) for row in rows)
    path = target / "end_to_end.json"
    path.write_text(f'{{{head}, "rows": [\n{lines}\n]}}\n', encoding="utf-8")


def _row(entry: Entry) -> Entry:
    return {
        "text": entry["text"],
        "bits": entry["bits"],
        **_stored(entry["scheme"]),
        "loss_change": entry["delta_nll"],
        "kl_nats": entry["kl_nats"],
        "top1_kept": entry["top1_agreement"],
    }


def _stored(scheme: str) -> Entry:
    """Return how K and V are stored; what is left out stays in fp16."""
    if scheme == FULL:
        return {}
    match = SCHEME.fullmatch(scheme)
    if match is None:
        raise SystemExit(f"cannot read {scheme!r}")
    first, second = match["first"], match["second"] or match["first"]
    parts: Entry = {}
    if "K" in match["which"]:
        parts["k"] = _grouping(first) | ({"mean_removed": True} if match["mean"] else {})
    if "V" in match["which"]:
        parts["v"] = _grouping(second if "K" in match["which"] else first)
    if match["sink"]:
        parts["sink"] = True
    if match["recent"]:
        parts["recent"] = int(match["recent"])
    return parts


def _grouping(text: str) -> Entry:
    match = GROUPING.fullmatch(text)
    if match is None:
        raise SystemExit(f"cannot read {text!r}")
    size = None if match["size"] == "_all" else int(match["size"])
    grouping: Entry = {"axis": "per_channel" if match["way"] == "ch" else "per_token"}
    grouping["group"] = size
    if match["pre"]:
        grouping["before_rope"] = True
    if match["rotated"]:
        grouping["rotated"] = True
    if match["sparse"]:
        grouping["sparse_percent"] = 1
    return grouping


if __name__ == "__main__":
    main()
