"""The contract of a lab: complete values, settings as text, outcomes that grow."""

from __future__ import annotations

import pytest

from kvlab_desktop.core.figure import Figure
from kvlab_desktop.core.lab import Lab, Outcome, defaults, parse_settings
from kvlab_desktop.core.params import ParamError
from kvlab_desktop.core.text import msg
from tests.seventh_lab import SeventhLab

LAB = SeventhLab()


# --- settings as text


def test_defaults_are_complete() -> None:
    assert defaults(LAB, None) == {
        "view": "all", "bits": 4, "shrink": 1.0, "trouble": False, "colours": "viridis",
        "place": "p0", "model": "small", "rows": 32, "picked": -1,
    }  # fmt: skip


def test_settings_are_read_by_their_parameters() -> None:
    texts = ["bits=7", "shrink=0.25", "trouble=on", "place=p5", "model=a=b.json", "rows=128"]
    values = parse_settings(LAB, None, texts)
    assert values == defaults(LAB, None) | {
        "bits": 7, "shrink": 0.25, "trouble": True, "place": "p5", "model": "a=b.json",
        "rows": 128,
    }  # fmt: skip


def test_the_last_of_two_settings_counts() -> None:
    assert parse_settings(LAB, None, ["bits=7", "bits=2"])["bits"] == 2
    assert parse_settings(LAB, None, []) == defaults(LAB, None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bits", "bits is not of the form id=value"),
        ("", " is not of the form id=value"),
        ("nosuch=1", "seventh has no parameter nosuch; it has view, bits, shrink, trouble, "
         "colours, place, model, rows, picked"),
        ("bits=99", "bits must be a number from 1 to 8 in steps of 1, not '99'"),
        ("bits=", "bits must be a number from 1 to 8 in steps of 1, not ''"),
        ("trouble=x", "trouble must be on or off, not 'x'"),
        ("place=p9", "place must be one of p0, p1, p2, p3, p4, p5, not 'p9'"),
    ],
)  # fmt: skip
def test_refused_settings_say_why(text: str, message: str) -> None:
    with pytest.raises(ParamError) as caught:
        parse_settings(LAB, None, [text])
    assert str(caught.value) == message


def test_clamp_is_lenient_where_parse_is_strict() -> None:
    values = LAB.clamp({"bits": 99, "place": "p9", "nosuch": 1, "trouble": "on"}, None)
    assert values == defaults(LAB, None) | {"bits": 8}


# --- outcomes


def test_later_metrics_join_and_take_their_reasons_away() -> None:
    figure = Figure((), msg("Test", "nothing"))
    reasons = {name: msg("Test", "computing…") for name in ("slow", "slower")}
    first = Outcome({"fast": 1, "slow": None, "slower": None}, figure, reasons)
    second = first.joined({"slow": 2, "slower": None})
    assert second.metrics == {"fast": 1, "slow": 2, "slower": None}
    assert set(second.reasons) == {"slower"}
    assert second.figure is figure
    assert first.metrics["slow"] is None
    assert set(first.reasons) == {"slow", "slower"}


def test_a_lab_may_leave_out_what_it_has_not() -> None:
    class Bare(SeventhLab):
        presets = Lab.presets
        tasks = Lab.tasks
        prediction = Lab.prediction
        describe = Lab.describe
        later_key = Lab.later_key
        later = Lab.later

    bare = Bare()
    values = defaults(bare, None)
    assert bare.presets() == ()
    assert bare.tasks() == ()
    assert bare.prediction() is None
    assert bare.describe(values, None, "dots", 0) is None
    assert bare.later_key(values) is None
    assert bare.later(values, None, lambda: False) == {}
