"""Numbers as JSON and CSV, and the way back to the setting they are of."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest

from kvlab_desktop.__main__ import main
from kvlab_desktop.core.report import as_csv, flat, reported
from kvlab_desktop.core.state import State


def flattened(found: Any, place: str = "") -> dict[str, Any]:
    """Every single value by its place: written apart from the program's own."""
    if isinstance(found, dict):
        parts = found.items()
    elif isinstance(found, list):
        parts = enumerate(found)
    else:
        return {place: found}
    return {
        name: value
        for key, part in parts
        for name, value in flattened(part, f"{place}.{key}".lstrip(".")).items()
    }


@pytest.mark.parametrize("lab", ["grid", "memory", "together"])
def test_the_csv_is_the_json_flattened(lab: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compute", lab, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    names, cells = csv.reader(io.StringIO(as_csv([found])))
    expected = flattened(found)
    assert names == list(expected)
    assert expected == dict(flat(found))
    for cell, value in zip(cells, expected.values(), strict=True):
        assert cell == (
            "" if value is None else value if isinstance(value, str) else json.dumps(value)
        )


def test_several_reports_are_one_table() -> None:
    table = as_csv([{"a": 1, "b": [1.5, True]}, {"a": "x, y", "b": [None], "c": "中文"}])
    assert table.splitlines() == ["a,b.0,b.1,c", "1,1.5,true,", '"x, y",,,中文']


def test_a_report_leads_back_to_its_setting(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compute", "grid", "--json", "--set", "bits=3", "--source", "synthetic:5"]
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert reported(found) == State("grid", "synthetic:5", {"grid": found["params"]})
    assert main(["compute", "memory", "--json"]) == 0
    state = reported(json.loads(capsys.readouterr().out))
    assert state is not None
    assert (state.open, state.source) == ("memory", "sample")


@pytest.mark.parametrize("stranger", [{}, {"lab": 3}, {"model_type": "llama"}, {"source": {}}])
def test_other_objects_are_no_reports(stranger: dict[str, Any]) -> None:
    assert reported(stranger) is None
