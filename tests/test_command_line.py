"""The command line: numbers as JSON, and one line for whatever is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

import kvlab_desktop
from kvlab_desktop.__main__ import OK, main
from kvlab_desktop.labs import all_labs, find_lab
from tests.commands import refusal, run

LABS = [lab.id for lab in all_labs()]


def compute(capsys: pytest.CaptureFixture[str], lab: str, *settings: str, **more: str) -> Any:
    """Run ``kvlab compute --json`` and return its object."""
    words = [word for setting in settings for word in ("--set", setting)]
    words += [word for name, value in more.items() for word in (f"--{name}", value)]
    assert main(["compute", lab, "--json", *words]) == OK
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out, parse_constant=lambda name: pytest.fail(f"{name} in the JSON"))


# --- compute: golden numbers, obtained in float64 with torch, apart from the program


@pytest.mark.parametrize(
    ("lab", "settings", "golden"),
    [
        ("grid", "", {"levels": 16, "used_levels": 12, "scale": 0.25859375,
                      "rel_mse": 0.0029224688, "rel_mse_others": 0.0035392, "ratio_nominal": 4}),
        ("grid", "outlier=x12", {"used_levels": 4, "used_levels_others": 3, "scale": 1.7016276,
                                 "rel_mse": 0.006911208, "rel_mse_others": 0.216937}),
        ("grid", "outlier=real", {"used_levels_others": 5, "rel_mse_others": 0.0628899}),
        ("grid", "bits=2", {"levels": 4, "rel_mse": 0.092032727}),
        ("attention", "", {"cosine": 0.9918263, "top1_kept": True, "kl_nats": 0.0970964,
                           "output_rel_err": 0.12960434, "k_bits_effective": 4.5}),
        ("attention", "bits=2", {"cosine": 0.7693539, "top1_kept": False, "kl_nats": 2.071891}),
        ("attention", "target=v", {"cosine": 0.99751136, "top1_kept": True, "kl_nats": 0}),
        ("attention", "grouping=kivi", {"k_bits_effective": 20 / 3, "v_bits_effective": 4.5}),
        ("attention", "bits=8", {"cosine": 0.99995866}),
        ("outliers", "", {"k_per_token_rel_mse": 0.76902081, "k_per_channel_rel_mse": 0.028306306,
                          "v_per_token_rel_mse": 0.20534568, "v_per_channel_rel_mse": 0.17493431,
                          "v_per_token_output_rel_err": 0.21515362,
                          "v_per_channel_output_rel_err": 0.42836241,
                          "k_per_token_cosine": 0.6482068, "k_per_channel_kl_nats": 0.11590485}),
    ],
)  # fmt: skip
def test_golden_numbers(
    capsys: pytest.CaptureFixture[str], lab: str, settings: str, golden: dict[str, Any]
) -> None:
    metrics = compute(capsys, lab, *settings.split())["metrics"]
    assert {name: metrics[name] for name in golden} == pytest.approx(golden, rel=1e-5, abs=1e-12)


@pytest.mark.parametrize(
    ("grouping", "near", "v_better"),
    [("per_token", 0.3307, 0.7309), ("per_token_equal", 0.7300, None), ("kivi", 0.9288, 0.0729)],
)
def test_compute_waits_for_the_metrics_that_come_later(
    capsys: pytest.CaptureFixture[str], grouping: str, near: float, v_better: float | None
) -> None:
    found = compute(capsys, "attention", f"grouping={grouping}")
    assert found["metrics"]["share_cosine_over_099"] == pytest.approx(near, abs=5e-5)
    if v_better is not None:
        assert found["metrics"]["share_v_better_than_k"] == pytest.approx(v_better, abs=5e-5)
    assert found["reasons"] == {}


def test_the_table_of_lab_03_says_which_is_better(capsys: pytest.CaptureFixture[str]) -> None:
    metrics = compute(capsys, "outliers")["metrics"]
    better = {name: metrics[name] for name in metrics if "_better_by_" in name}
    assert better == {
        "k_better_by_error": "per_channel", "k_better_by_output": "per_channel",
        "v_better_by_error": "per_channel", "v_better_by_output": "per_token",
    }  # fmt: skip


@pytest.mark.parametrize("lab", LABS)
@pytest.mark.parametrize("source", ["sample", "synthetic"])
def test_one_object_says_everything(
    capsys: pytest.CaptureFixture[str], lab: str, source: str
) -> None:
    found = compute(capsys, lab, source=source)
    assert list(found) == ["kvlab", "lab", "source", "params", "metrics", "reasons"]
    assert found["kvlab"] == kvlab_desktop.__version__
    assert found["lab"] == lab
    kind = source if source in find_lab(lab).sources else "none"
    assert found["source"]["id"] == kind
    assert ("seed" in found["source"]) is (kind == "synthetic")
    undefined = {name for name, value in found["metrics"].items() if value is None}
    assert undefined <= set(found["reasons"])
    assert {name.partition(".")[0] for name in found["reasons"]} <= set(found["metrics"])


@pytest.mark.parametrize("lab", LABS)
def test_settings_are_echoed_with_all_defaults(
    capsys: pytest.CaptureFixture[str], lab: str
) -> None:
    plain, changed = compute(capsys, lab)["params"], compute(capsys, lab, "bits=3")["params"]
    assert changed == {**plain, "bits": 3}


@pytest.mark.parametrize("lab", LABS)
def test_the_plain_form_is_one_line_per_metric(
    capsys: pytest.CaptureFixture[str], lab: str
) -> None:
    metrics = compute(capsys, lab)["metrics"]
    assert main(["compute", lab]) == OK
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("\t")[0] for line in lines] == list(metrics)


# --- refusals


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("compute grid --set bits=99", "bits must be a number from 1 to 8 in steps of 1"),
        ("compute grid --set bits=abc", "not 'abc'"),
        ("compute grid --set bits=nan", "not 'nan'"),
        ("compute grid --set outlier=x13", "outlier must be one of none, x12, real, not 'x13'"),
        ("compute grid --set nosuch=1", "grid has no parameter nosuch"),
        ("compute grid --set bits", "bits is not of the form id=value"),
        ("compute nosuch", "there is no lab 'nosuch'"),
        ("compute grid --source nosuch", "source 'nosuch' is not one of sample, synthetic"),
        ("compute", "LAB"),
        ("compute grid --nosuch", "--nosuch"),
        ("nosuch", "nosuch"),
        ("export nosuch", "there is no lab 'nosuch'"),
        ("export grid --set bits=99", "bits must be a number from 1 to 8"),
        ("export all --set bits=4", "--set goes with one lab"),
        ("export grid --size 10x10", "'10x10' is not a size"),
        ("export grid --size 1600", "'1600' is not a size"),
        ("export grid --size 99999x900", "'99999x900' is not a size"),
        ("export grid --scale 0", "'0' is not a scale from 0.25 to 8"),
        ("export grid --scale nan", "'nan' is not a scale from 0.25 to 8"),
        ("export grid --scale big", "'big' is not a scale from 0.25 to 8"),
        ("export grid --lang fr", "fr"),
        ("export grid --format bmp", "bmp"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_line(
    capsys: pytest.CaptureFixture[str], words: str, reason: str
) -> None:
    assert reason in refusal(capsys, *words.split())


@pytest.mark.parametrize(
    "words",
    [
        ["compute", "grid\nline"],
        ["compute", "grid", "--set", "bits=1\nline"],
        ["compute", "grid", "--set", "two\nlines"],
        ["compute", "grid", "--set", "two\nlines=3"],
        ["compute", "grid", "two\nlines"],
        ["export", "grid", "--format", "two\nlines"],
    ],
)
def test_a_line_stays_one_line_whatever_was_typed(
    capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert refusal(capsys, *words)


@pytest.mark.parametrize("lab", [*LABS, "nosuch"])
def test_an_unknown_lab_is_told_which_there_are(
    capsys: pytest.CaptureFixture[str], lab: str
) -> None:
    assert lab in refusal(capsys, "compute", "nosuch")


# --- in a process of its own


@pytest.mark.parametrize("lab", LABS)
def test_compute_loads_no_qt(lab: str) -> None:
    code = (
        "import runpy, sys\n"
        "sys.argv[0] = 'kvlab'\n"
        "try:\n"
        "    runpy.run_module('kvlab_desktop', run_name='__main__')\n"
        "except SystemExit as end:\n"
        "    print('code', end.code)\n"
        "print(*sys.modules)\n"
    )
    done = run("compute", lab, "--json", code=code)
    numbers, status, modules = done.stdout.splitlines()
    assert status == "code 0"
    assert json.loads(numbers)["lab"] == lab
    assert "kvlab_desktop.labs" in modules
    assert not [m for m in ("PySide6", "pyqtgraph", "shiboken6") if m in modules]


def test_the_version() -> None:
    done = run("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"kvlab {kvlab_desktop.__version__}\n"


def test_a_refusal_ends_the_process_with_2() -> None:
    done = run("compute", "grid", "--set", "bits=99")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [
        "kvlab: bits must be a number from 1 to 8 in steps of 1, not '99'"
    ]


def test_a_pipe_that_cannot_say_a_character_gets_a_question_mark() -> None:
    done = run("self-check", "--lang", "zh", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "??\t" in done.stdout
