"""``kvlab memory`` and ``kvlab inspect``: golden numbers, three forms, one line for refusals."""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

import pytest

import kvlab_desktop
from kvlab_desktop.__main__ import main
from kvlab_desktop.commands import (
    BAD_INPUT,
    OK,
    add_inspect,
    add_memory,
    inspect_command,
    memory_command,
)
from kvlab_desktop.labs.memory import LAB
from kvlab_desktop.sources.models import Model, accelerators, models
from tests.sources.fixtures import damage, gguf_bytes

ROOT = Path(kvlab_desktop.__file__).resolve().parents[1]
CONFIGS = Path(__file__).parent / "sources" / "fixtures" / "configs"
K = 1024


class BadUsage(Exception):
    """What the program's own parser turns into one line."""


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BadUsage(message)


def kvlab(*words: str) -> int:
    parser = Parser()
    commands = parser.add_subparsers(dest="command", parser_class=Parser)
    add_memory(commands)
    add_inspect(commands)
    args = parser.parse_args(words)
    run = {"memory": memory_command, "inspect": inspect_command}[args.command]
    return run(args)


def plan(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """Run ``kvlab memory --json`` and return its object."""
    assert kvlab("memory", "--json", *words) == OK
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out, parse_constant=lambda name: pytest.fail(f"{name} in the JSON"))


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert kvlab(*words) == BAD_INPUT
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert err.startswith("kvlab: ")
    return err.removeprefix("kvlab: ").rstrip("\n")


# --- golden numbers


@pytest.mark.parametrize(
    ("words", "per_token", "sequence"),
    [
        ("--model llama-2-7b --context 4K", 524_288, 2 * 2**30),
        ("--model llama-3.1-8b", 131_072, 16 * 2**30),
        ("--model llama-3.1-70b", 327_680, 42_949_672_960),
        ("--model llama-3.1-70b --bits 4", 92_160, 12_079_595_520),
        ("--model llama-3.1-405b", 516_096, 63 * 2**30),
        ("--model qwen2.5-72b", 327_680, 40 * 2**30),
        ("--model qwen3-0.6b --context 40960", 114_688, 4_697_620_480),
        ("--model qwen3-4b --context 83522", 147_456, 83_522 * 147_456),
        ("--model gpt-oss-120b", 36_864, 36_864 * 131_072 + 36_864 * 128),
        ("--model gemma-3-27b", 81_920, 81_920 * 131_072 + 425_984 * 1024),
        ("--model deepseek-v2", 69_120, 69_120 * 131_072),
        ("--model deepseek-v3", 70_272, 9_210_691_584),
        ("--model deepseek-v3 --bits fp8_ds_mla", 40_016, 40_016 * 131_072),
        ("--model deepseek-v3 --bits 4", 25_376, 25_376 * 131_072),
        ("--model deepseek-v3.2", 85_888, 85_888 * 131_072),
        ("--model gpt-3-175b --context 2K", 4_718_592, 9 * 2**30),
        ("--model llama-3.1-70b --bits 8 --group-size 128", 327_680 * 8.25 / 16, 22_145_925_120),
        ("--model llama-3.1-70b --bits q8_0", 174_080, 174_080 * 131_072),
        ("--model llama-3.1-70b --bits nvfp4", 92_160, 12_079_595_520),
        ("--model mistral-large-2 --context 256K", 360_448, 88 * 2**30),
    ],
)
def test_bytes(
    capsys: pytest.CaptureFixture[str], words: str, per_token: float, sequence: int
) -> None:
    metrics = plan(capsys, *words.split())["metrics"]
    assert metrics["bytes_per_token"] == per_token
    assert metrics["bytes_per_sequence"] == sequence


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("", 1),
        ("--bits 4", 7),
        ("--model deepseek-v3", 9),
        ("--weights 16", 0),
        ("--weights 16 --tp 2", 0),
        ("--weights 16 --tp 4", 4),
        ("--model deepseek-v3 --tp 8", 9),
        ("--bits 3 --context 32K --requests 32", 36),
        ("--utilization 0.5", 0),
        ("--gpu h200-sxm", 3),
    ],
)
def test_how_many_fit(capsys: pytest.CaptureFixture[str], words: str, count: int) -> None:
    assert plan(capsys, *words.split())["metrics"]["fit_count"] == count


def test_the_ceiling(capsys: pytest.CaptureFixture[str]) -> None:
    metrics = plan(capsys)["metrics"]
    assert round(metrics["tokens_per_second_ceiling"], 1) == 78.0
    read = plan(capsys, "--weights", "16", "--requests", "8", "--context", "8K")["metrics"]
    assert read["bytes_read_per_generated_token"] == 140_000_000_000 / 8 + 8 * K * 327_680


def test_the_command_and_the_page_say_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    words = "--model gemma-3-27b --context 32K --requests 64 --bits 3 --tp 2 --weights 8"
    values = LAB.clamp(
        {"model": "gemma-3-27b", "context": 32 * K, "requests": 64, "bits": 3, "tp": 2,
         "weights": True, "weight_bits": 8}, None,
    )  # fmt: skip
    found = plan(capsys, *words.split())["metrics"]
    page = dict(LAB.compute(values, None).metrics)
    if LAB.later_key(values) is not None:
        page |= LAB.later(values, None, lambda: False)
    assert found == page


# --- forms


def test_the_object_says_everything(capsys: pytest.CaptureFixture[str]) -> None:
    found = plan(capsys, "--gpu", "ascend-910b", "--model", "deepseek-v3.2")
    assert list(found) == ["kvlab", "model", "gpu", "params", "metrics", "reasons"]
    assert found["kvlab"] == kvlab_desktop.__version__
    assert found["gpu"]["recalled"] == ["bandwidth"]
    assert found["model"]["recalled"] == ["parameters"]
    assert found["params"] == {
        "context": 131_072, "requests": 1, "bits": 16, "group_size": 64, "tp": 1,
        "weight_bits": None, "utilization": 1.0,
    }  # fmt: skip
    undefined = {name for name, value in found["metrics"].items() if value is None}
    assert undefined == set(found["reasons"])


def test_lines_of_csv_can_be_put_together(capsys: pytest.CaptureFixture[str]) -> None:
    lines = []
    for words in ([], ["--model", "deepseek-v3", "--bits", "fp8_ds_mla"]):
        assert kvlab("memory", "--csv", *words) == OK
        lines.append(capsys.readouterr().out.splitlines())
    assert all(len(one) == 2 for one in lines)
    assert lines[0][0] == lines[1][0]
    rows = list(csv.DictReader(io.StringIO("\n".join([lines[0][0], lines[0][1], lines[1][1]]))))
    assert [row["bytes_per_token"] for row in rows] == ["327680", "40016"]
    assert [row["bits"] for row in rows] == ["16", "fp8_ds_mla"]
    assert [row["fit_count"] for row in rows] == ["1", "16"]


def test_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert kvlab("memory", "--requests", "2") == OK
    words = capsys.readouterr().out
    for part in (
        "Llama-3.1 70B, GQA",
        "131 072 tokens for each of 2 requests, 16 bits, on one H100 SXM",
        "42 949 672 960 B",
        "85.9 GB",
        "80 GiB",
        "H100 SXM: nominal 80 GB, really 85.52 GB = 79.65 GiB (by the driver)",
        "1 fit on one H100 SXM, weights not counted: too few for 2 requests",
        "at most 78.0 tokens per second in all, reading KV only",
        "2 × 80 layers × 8 KV heads × 128 × 2 B = 327 680 B",
        "What would make it fit, each alone: 8 bits",
        "It takes the label for the capacity. That gives 80 GB instead of 85.52 GB.",
    ):
        assert part in words
    assert "\u00a0" not in words


def test_what_was_recalled_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert kvlab("memory", "--gpu", "ascend-910b", "--tp", "2", "--weights", "4") == OK
    words = capsys.readouterr().out
    assert "Recalled, not read in a source: bandwidth." in words
    assert "all requests, on one card" in words
    assert "35 GB" in words


def test_parameters_can_be_said(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(CONFIGS / "latent.json")
    assert "--parameters" in refusal(capsys, "memory", "--model", path, "--weights", "8")
    found = plan(capsys, "--model", path, "--weights", "8", "--parameters", "1.5B")
    assert found["metrics"]["weights_bytes"] == 1_500_000_000
    assert found["model"]["file"] == path


def test_the_known_ids(capsys: pytest.CaptureFixture[str]) -> None:
    assert kvlab("memory", "--list", "models") == OK
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert listed == [model.id for model in models()]
    assert kvlab("memory", "--list", "gpus") == OK
    assert len(capsys.readouterr().out.splitlines()) == len(accelerators())


@pytest.mark.parametrize("model", models(), ids=lambda model: model.id)
def test_every_model_has_a_plan_in_words(capsys: pytest.CaptureFixture[str], model: Model) -> None:
    assert kvlab("memory", "--model", model.id, "--bits", "4", "--requests", "256") == OK
    words = capsys.readouterr().out
    assert words.startswith(f"{model.name}, ")
    assert ("Recalled, not read" in words) is bool(model.recalled_fields)


@pytest.mark.parametrize("card", [card.id for card in accelerators()])
def test_every_card_has_a_plan(capsys: pytest.CaptureFixture[str], card: str) -> None:
    assert plan(capsys, "--gpu", card)["gpu"]["id"] == card


# --- files


def test_a_config(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(CONFIGS / "latent.json")
    found = plan(capsys, "--model", path)
    assert found["metrics"]["bytes_per_token"] == 70_272
    assert found["model"]["file"] == path


def test_a_gguf(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "tiny.gguf"
    path.write_bytes(gguf_bytes.header(gguf_bytes.LLAMA))
    assert plan(capsys, "--model", str(path))["metrics"]["bytes_per_token"] == 131_072
    assert kvlab("inspect", str(path)) == OK
    words = capsys.readouterr().out
    assert "Tiny Llama, GQA; longest context: 131 072 tokens" in words
    assert "llama.attention.head_count_kv" in words


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.json")), ids=lambda path: path.stem)
def test_every_layout_can_be_inspected(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    assert kvlab("inspect", str(path)) == OK
    words = capsys.readouterr().out
    assert kvlab("inspect", "--json", str(path)) == OK
    found = json.loads(capsys.readouterr().out)
    assert list(found) == [
        "kvlab", "file", "name", "kind", "context", "parameters", "layers", "fields",
    ]  # fmt: skip
    stated = set(json.loads(path.read_text("utf-8")))
    said = {field["name"].split(".")[0] for field in found["fields"]}
    assert stated <= said  # every field of the file is accounted for
    for field in found["fields"]:
        assert field["because"]
        assert field["name"] in words
    assert sum(group["layers"] for group in found["layers"] if group["kind"] != "indexer") > 0


def test_inspect_says_what_counts_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert kvlab("inspect", str(CONFIGS / "latent.json")) == OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("latent.json")
    assert "61 layers × (512 + 64) × 2 B = 70 272 B" in lines
    used = next(line for line in lines if " kv_lora_rank " in line)
    assert used.startswith("used ")
    assert "512" in used
    assert next(line for line in lines if " q_lora_rank " in line).startswith("ignored ")


# --- refusals


@pytest.mark.parametrize(
    ("name", "data"),
    [*list(damage.configs())[::5], ("empty", b""), ("text", b"hello")],
    ids=lambda value: value if isinstance(value, str) else "",
)
@pytest.mark.parametrize("command", [["memory", "--model"], ["inspect"]], ids=lambda c: c[0])
def test_a_damaged_config_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: list[str], name: str, data: bytes
) -> None:
    path = tmp_path / "config.json"
    path.write_bytes(data)
    assert str(path) in refusal(capsys, *command, str(path))


@pytest.mark.parametrize(
    ("name", "data"), list(gguf_bytes.damaged())[::3], ids=lambda v: v if isinstance(v, str) else ""
)
@pytest.mark.parametrize("command", [["memory", "--model"], ["inspect"]], ids=lambda c: c[0])
def test_a_damaged_gguf_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: list[str], name: str, data: bytes
) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(data)
    assert str(path) in refusal(capsys, *command, str(path))


@pytest.mark.parametrize("command", ["compute", "export"])
def test_the_other_commands_refuse_a_damaged_file_too(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    path = tmp_path / "config.json"
    path.write_text("{}", "utf-8")
    assert main([command, "memory", "--set", f"model={path}"]) == BAD_INPUT
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"kvlab: {path}: num_hidden_layers is missing\n"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("memory --model llama-3.1-70", "close to it: llama-3.1-70b"),
        ("memory --model zzz", "there is no model 'zzz'"),
        ("memory --gpu h100", "close to it: h100-sxm"),
        ("memory --model missing.json", "missing.json: cannot be read"),
        ("memory --model phi-4 --tp 4", "phi-4: 4 cards cannot share 10 KV heads evenly"),
        ("memory --bits fp8_ds_mla", "a layout of MLA caches only"),
        ("memory --model inkling --weights 8", "--parameters"),
        ("inspect missing.gguf", "missing.gguf: cannot be read"),
        ("inspect dump.npz", "dump.npz: a model is described by a file ending in .json or .gguf"),
        ("inspect dump.safetensors", "cannot be inspected"),
        ("inspect .", "cannot be inspected"),
    ],
)
def test_what_is_wrong_is_one_line(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: str,
    reason: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert reason in refusal(capsys, *words.split())


@pytest.mark.parametrize(
    "name", ["two\nlines", "two\nlines.json", "\x1b[31mred.gguf", "nul\0.json"]
)
@pytest.mark.parametrize("command", [["memory", "--model"], ["memory", "--gpu"], ["inspect"]])
def test_a_line_stays_one_line_whatever_was_typed(
    capsys: pytest.CaptureFixture[str], command: list[str], name: str
) -> None:
    line = refusal(capsys, *command, name)
    assert line.isprintable()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("--bits 17", "'17' is not 1 to 16 and not one of fp8,"),
        ("--bits 0", "'0' is not 1 to 16"),
        ("--bits q9_0", "'q9_0'"),
        ("--context 0", "'0' is not a whole number from 1 to"),
        ("--context 1.3", "'1.3' is not a whole number"),
        ("--context -5", "-5"),
        ("--context 128KB", "'128KB' is not a number such as 128 or 128K"),
        ("--context 9999999G", "'9999999G' is not a whole number from 1 to"),
        ("--requests 1K", "'1K' is not a number"),
        ("--requests nan", "'nan' is not a number"),
        ("--tp 0", "'0' is not a whole number"),
        ("--weights 5", "5"),
        ("--parameters 0.0000000001", "is not a number"),
        ("--utilization 0", "'0' is not a share"),
        ("--utilization 1.1", "'1.1' is not a share"),
        ("--utilization nan", "'nan' is not a share"),
        ("--json --csv", "not allowed with"),
    ],
)
def test_values_that_no_plan_has(words: str, reason: str) -> None:
    with pytest.raises(BadUsage) as caught:
        kvlab("memory", *words.split())
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("typed", "tokens"),
    [("131072", 131_072), ("128K", 131_072), ("1m", 1_048_576), ("0.5K", 512), ("100000", 100_000)],
)
def test_a_context_as_people_write_it(
    capsys: pytest.CaptureFixture[str], typed: str, tokens: int
) -> None:
    assert plan(capsys, "--context", typed)["params"]["context"] == tokens


@pytest.mark.parametrize("extremes", ["--context 1T", "--context 1024G --requests 1000000 --tp 16"])
def test_extremes(capsys: pytest.CaptureFixture[str], extremes: str) -> None:
    words = extremes.replace("1T", "1024G").split()
    found = plan(capsys, *words)["metrics"]
    assert found["fit_count"] == 0
    assert found["total_bytes"] > 10**17


def test_it_loads_no_qt() -> None:
    code = (
        "import argparse, sys\n"
        "from kvlab_desktop.commands import add_memory, memory_command\n"
        "parser = argparse.ArgumentParser()\n"
        "add_memory(parser.add_subparsers())\n"
        "print(memory_command(parser.parse_args(['memory', '--csv'])))\n"
        "print(*sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    _names, _values, status, modules = done.stdout.splitlines()
    assert status == "0"
    assert not [name for name in ("PySide6", "pyqtgraph", "shiboken6") if name in modules]
