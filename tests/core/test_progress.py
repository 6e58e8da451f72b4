"""Progress as a file: what is understood, what is kept although it is not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kvlab_desktop.core.progress import LabProgress, Progress, read, write
from kvlab_desktop.core.state import StateError
from kvlab_desktop.labs import all_labs

LAB = next(lab for lab in all_labs() if lab.prediction() is not None)
TASKS = [task.id for task in LAB.tasks()]


def test_what_is_written_is_read_again() -> None:
    progress = Progress({LAB.id: LabProgress(frozenset(TASKS[:2]), "")})
    assert read(json.loads(write(progress))) == progress


def test_a_lab_takes_what_it_knows_and_leaves_the_rest() -> None:
    kept = Progress({LAB.id: LabProgress(frozenset({TASKS[0], "of_a_newer_one"}), "no_answer")})
    assert kept.of(LAB) == LabProgress(frozenset({TASKS[0]}))
    now = kept.put(LAB, LabProgress(frozenset({TASKS[1]})))
    assert now.labs[LAB.id] == LabProgress(frozenset({TASKS[1], "of_a_newer_one"}), "no_answer")


def test_labs_that_are_not_known_stay() -> None:
    kept = Progress({"of_a_newer_one": LabProgress(frozenset({"x"}), "y")})
    assert kept.put(LAB, LabProgress()) == kept


def test_nothing_done_is_nothing_written() -> None:
    known = Progress({LAB.id: LabProgress(frozenset(TASKS), None)})
    assert known.put(LAB, LabProgress()) == Progress()


@pytest.mark.parametrize("data", [{}, {"kvlab_progress": True}, {"kvlab_progress": 0}])
def test_what_is_no_progress_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(StateError, match="damaged"):
        read(data)


def test_a_newer_format_is_refused() -> None:
    with pytest.raises(StateError, match="newer"):
        read({"kvlab_progress": 2})


@pytest.mark.parametrize(
    "labs",
    [7, {"grid": 7}, {"grid": {"done": "x"}}, {"grid": {"done": [1]}}, {"grid": {"guess": 1}},
     {"grid": {"more": 1}}, {"grid": {"done": ["x" * 201]}}],
)  # fmt: skip
def test_what_is_not_understood_is_written_again(labs: object) -> None:
    data = {"kvlab_progress": 1, "labs": labs, "besides": [None]}
    again = json.loads(write(read(data)))
    assert again == data


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["labs", "x"]), JSON))
def test_nothing_of_a_file_is_lost(data: dict[str, Any]) -> None:
    data = {**data, "kvlab_progress": 1}
    progress = read(data)
    assert read(json.loads(write(progress))) == progress
