"""The shipped measurements: what the table says, the bits they cost, and how it is made."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kvlab_desktop.core.places import resource
from kvlab_desktop.sources.measured import Measured, Stored, measurements, read_measurements

SCRIPT = Path(__file__).parents[2] / "packaging" / "tables" / "make_end_to_end.py"
ROW = Stored("per_token", 64)
KIVI = Stored("per_channel", 32), Stored("per_token", 32)
FACTS: dict[str, Any] = {
    "about": "SmolLM2-135M-Instruct, text libraries = 574 tokens, longtext = 1024",
    "rows": [
        {"text": "libraries", "scheme": "KV pre-ch_all_o1/tok192_o1 +sink", "bits": 2,
         "delta_nll": 0.5, "kl_nats": 0.25, "top1_agreement": 0.75},
    ],
}  # fmt: skip


def one(bits: int, k: Stored | None, v: Stored | None, **others: Any) -> Measured:
    wanted: dict[str, Any] = {
        "text": "libraries", "bits": bits, "k": k, "v": v, "sink": False, "recent": 0, **others,
    }  # fmt: skip
    found = [
        row
        for row in measurements().rows
        if all(getattr(row, name) == value for name, value in wanted.items())
    ]
    assert len(found) == 1
    return found[0]


def test_every_measurement_is_there_once() -> None:
    table = measurements()
    assert table.model == "SmolLM2-135M-Instruct"
    assert dict(table.texts) == {"libraries": 574, "longtext": 1024}
    assert len(table.rows) == 122
    settings = {(m.text, m.bits, m.k, m.v, m.sink, m.recent) for m in table.rows}
    assert len(settings) == len(table.rows)
    assert {m.bits for m in table.rows} == {16, 8, 4, 3, 2}


def test_an_fp16_cache_changes_nothing_and_comes_with_each_text() -> None:
    plain = [m for m in measurements().rows if m.k is None and m.v is None]
    assert {m.text for m in plain} == {"libraries", "longtext"}
    for m in plain:
        assert (m.bits, m.loss_change, m.kl_nats, m.top1_kept) == (16, 0, 0, 1)
        assert m.bits_effective == 16


@pytest.mark.parametrize(
    ("k", "v", "others", "loss", "kl", "kept"),
    [
        (ROW, ROW, {}, 2.9297, 2.784, 0.186),
        (*KIVI, {}, 0.5739, 0.513, 0.559),
        (*KIVI, {"sink": True, "recent": 32}, 0.0466, 0.0708, 0.836),
        (*KIVI, {"sink": True, "recent": 32, "text": "longtext"}, 0.0951, 0.0817, 0.828),
        (ROW, None, {}, 2.1157, 2.0798, 0.225),
        (None, ROW, {}, 0.2292, 0.2007, 0.747),
    ],
)
def test_what_two_bits_do(
    k: Stored | None, v: Stored | None, others: dict[str, Any], loss: float, kl: float, kept: float
) -> None:
    found = one(2, k, v, **others)
    assert (found.loss_change, found.kl_nats, found.top1_kept) == (loss, kl, kept)


@pytest.mark.parametrize(
    ("k", "v", "others", "k_bits", "v_bits"),
    [
        (ROW, ROW, {}, 4.5, 4.5),
        (Stored("per_token", 192), Stored("per_token", 192), {}, 4 + 32 / 192, 4 + 32 / 192),
        # 574 tokens are 18 groups of 32, the last one short
        (*KIVI, {}, 4 + 18 * 32 / 574, 5.0),
        (ROW, None, {}, 4.5, 16.0),
        (None, ROW, {}, 16.0, 4.5),
        # 542 of 574 tokens are coded, in 17 groups; one fewer with the sink
        (*KIVI, {"recent": 32}, (542 * 4 + 17 * 32 + 32 * 16) / 574,
         (542 * 5 + 32 * 16) / 574),
        (*KIVI, {"sink": True, "recent": 32}, (541 * 4 + 17 * 32 + 33 * 16) / 574,
         (541 * 5 + 33 * 16) / 574),
        # 3 of 574 at each end of a column, 1 of 192 at each end of a row, 16 + 16 bits each
        (Stored("per_channel", None, before_rope=True, sparse_percent=1),
         Stored("per_token", 192, sparse_percent=1), {}, 4 + (32 + 6 * 32) / 574,
         4 + (32 + 2 * 32) / 192),
        (Stored("per_token", 64, mean_removed=True), None, {}, 4.5 + 16 / 574, 16.0),
        (Stored("per_token", 64, rotated=True), Stored("per_token", 64, rotated=True), {}, 4.5,
         4.5),
    ],
)  # fmt: skip
def test_the_bits_that_are_really_stored(
    k: Stored | None, v: Stored | None, others: dict[str, Any], k_bits: float, v_bits: float
) -> None:
    found = one(4, k, v, **others)
    assert found.k_bits == pytest.approx(k_bits, rel=1e-12)
    assert found.v_bits == pytest.approx(v_bits, rel=1e-12)
    assert found.bits_effective == pytest.approx((k_bits + v_bits) / 2, rel=1e-12)


def test_it_is_read_once() -> None:
    assert measurements() is measurements()


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.pop("texts"),
        lambda table: table["rows"][0].pop("kl_nats"),
        lambda table: table["rows"][0].update(surprise=1),
        lambda table: table["rows"][0].update(text="another"),
        lambda table: table["rows"][1]["k"].update(shape="round"),
    ],
)
def test_a_table_of_another_form_is_refused_by_name(tmp_path: Path, change: Any) -> None:
    table = json.loads(resource("tables", "end_to_end.json").read_text("utf-8"))
    change(table)
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(table), "utf-8")
    with pytest.raises(ValueError, match=r"mine\.json"):
        read_measurements(path)


def test_a_table_that_is_no_json_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text("{", "utf-8")
    with pytest.raises(ValueError, match="line 1"):
        read_measurements(path)
    with pytest.raises(OSError, match="nowhere"):
        read_measurements(tmp_path / "nowhere.json")


def make(tmp_path: Path, facts: object) -> subprocess.CompletedProcess[str]:
    path = tmp_path / "facts.json"
    path.write_text(json.dumps(facts), "utf-8")
    command = [sys.executable, str(SCRIPT), str(path), str(tmp_path)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_script_makes_the_shipped_form(tmp_path: Path) -> None:
    done = make(tmp_path, FACTS)
    assert done.returncode == 0, done.stderr
    (row,) = read_measurements(tmp_path / "end_to_end.json").rows
    assert row.k == Stored("per_channel", None, before_rope=True, sparse_percent=1)
    assert row.v == Stored("per_token", 192, sparse_percent=1)
    assert (row.bits, row.tokens, row.sink, row.recent) == (2, 574, True, 0)
    assert (row.loss_change, row.kl_nats, row.top1_kept) == (0.5, 0.25, 0.75)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"about": "another model"}, "do not say"),
        ({"rows": [{**FACTS["rows"][0], "scheme": "KV by magic"}]}, "cannot read"),
        ({"rows": [{**FACTS["rows"][0], "scheme": "Q tok64"}]}, "cannot read"),
        ({"rows": 2 * FACTS["rows"]}, "the same"),
    ],
)
def test_the_script_stops_at_what_it_does_not_know(
    tmp_path: Path, changed: dict[str, object], said: str
) -> None:
    done = make(tmp_path, {**FACTS, **changed})
    assert done.returncode == 1
    assert said in done.stderr
    assert not (tmp_path / "end_to_end.json").exists()
