"""Lab 01: its numbers against an independent computation, its picture, tasks and words."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kvlab_desktop.core.figure import Axis, Bars, Bits, Dots, Mark, Note, Panel, Rule, as_data
from kvlab_desktop.core.figure import Segments as Lines
from kvlab_desktop.core.lab import Outcome, defaults, parse_settings
from kvlab_desktop.core.params import Choice, ParamError, Slider, Value
from kvlab_desktop.core.text import Msg, placeholders
from kvlab_desktop.labs import find_lab
from kvlab_desktop.labs._grid_figure import fp16_line, shown_codes
from kvlab_desktop.labs._grid_words import RESTORED
from kvlab_desktop.labs.grid import LAB
from kvlab_desktop.sources.sample import load_sample
from kvlab_desktop.sources.synthetic import synthetic
from kvlab_desktop.sources.tensors import Tensors
from tests.labs.using import Using, assert_plain, mark

METRICS = {
    "levels", "used_levels", "used_levels_others", "scale", "zero", "rel_mse", "rel_mse_others",
    "ratio_nominal", "ratio", "bits_effective", "codes",
}  # fmt: skip

# outlier, bits, used levels, scale, relative MSE, codes; computed in float64 with torch
GOLDEN = [
    ("none", 2, 4, 1.2929688, 0.092032727, "2 0 3 2 2 0 0 1 1 2 1 2 1 2 2 0"),
    ("none", 3, 8, 0.55412946, 0.020750861, "4 0 7 4 5 0 0 1 3 5 3 5 2 6 4 1"),
    ("none", 4, 12, 0.25859375, 0.002922468, "9 1 15 9 10 1 0 3 6 12 7 11 4 12 9 2"),
    ("none", 8, 16, 0.015211397, 8.820012e-06,
     "161 17 255 147 170 15 0 47 105 197 126 190 62 206 156 33"),
    ("x12", 2, 2, 8.508138, 0.10143602, "0 0 3 0 0 0 0 0 0 0 0 0 0 0 0 0"),
    ("x12", 3, 3, 3.6463449, 0.025590311, "1 0 7 1 1 0 0 0 0 1 1 1 0 1 1 0"),
    ("x12", 4, 4, 1.7016276, 0.0069112079, "1 0 15 1 2 0 0 0 1 2 1 2 1 2 1 0"),
    ("x12", 8, 16, 0.10009574, 2.05703e-05, "25 3 255 22 26 2 0 7 16 30 19 29 9 31 24 5"),
    ("real", 2, 3, 5.2542318, 0.20897681, "0 0 1 0 0 0 0 0 0 1 3 1 0 1 0 0"),
    ("real", 3, 4, 2.2518136, 0.020940713, "1 0 2 1 1 0 0 0 1 1 7 1 0 1 1 0"),
    ("real", 4, 6, 1.0508464, 0.0065274399, "2 0 4 2 2 0 0 1 2 3 15 3 1 3 2 0"),
    ("real", 8, 15, 0.061814491, 2.1786162e-05, "40 4 63 36 42 4 0 12 26 48 255 47 15 51 38 8"),
]  # fmt: skip


@pytest.fixture(scope="module")
def sample() -> Tensors:
    return load_sample()


USE = Using(LAB)
at, run = USE.at, USE.run


def panel(outcome: Outcome, name: str) -> Panel:
    return next(p for p in outcome.figure.panels if p.id == name)


@st.composite
def settings(draw: st.DrawFn) -> dict[str, Value]:
    """Any allowed setting of the lab."""
    values: dict[str, Value] = {}
    for param in LAB.params(load_sample()):
        if isinstance(param, Slider):
            values[param.id] = param.at(draw(st.integers(0, param.positions)))
        elif isinstance(param, Choice):
            values[param.id] = draw(st.sampled_from(param.keys))
    return values


# --- numbers


@pytest.mark.parametrize(("outlier", "bits", "used", "scale", "error", "codes"), GOLDEN)
def test_numbers_agree_with_an_independent_computation(
    sample: Tensors, outlier: str, bits: int, used: int, scale: float, error: float, codes: str
) -> None:
    metrics = run(sample, outlier=outlier, bits=bits).metrics
    assert metrics["codes"] == [int(code) for code in codes.split()]
    assert metrics["used_levels"] == used
    assert metrics["levels"] == 2**bits
    assert metrics["scale"] == pytest.approx(scale, rel=1e-6)
    assert metrics["zero"] == pytest.approx(-1.9111328, rel=1e-6)
    assert metrics["rel_mse"] == pytest.approx(error, rel=1e-4)


@pytest.mark.parametrize(
    ("outlier", "levels", "error"),
    [("none", 11, 0.0035392), ("x12", 3, 0.216937), ("real", 5, 0.0628899)],
)
def test_the_other_15_at_4_bits(sample: Tensors, outlier: str, levels: int, error: float) -> None:
    metrics = run(sample, outlier=outlier).metrics
    assert metrics["used_levels_others"] == levels
    assert metrics["rel_mse_others"] == pytest.approx(error, rel=1e-4)


@pytest.mark.parametrize("bits", range(1, 9))
def test_compression_counts_scale_and_zero(sample: Tensors, bits: int) -> None:
    metrics = run(sample, bits=bits).metrics
    assert metrics["bits_effective"] == bits + 32 / 16
    assert metrics["ratio"] == pytest.approx(16 / (bits + 2))
    assert metrics["ratio_nominal"] == 16 / bits


def test_metrics_are_the_documented_ones_and_plain(sample: Tensors) -> None:
    outcome = run(sample)
    assert set(outcome.metrics) == METRICS
    assert_plain(outcome)


def test_fp16_metadata_rounds_scale_and_zero(sample: Tensors) -> None:
    metrics = run(sample, metadata="fp16", bits=3).metrics
    assert metrics["scale"] == float(np.float16(0.55412946))
    assert metrics["zero"] == float(np.float16(-1.9111328))
    assert metrics["scale"] != run(sample, bits=3).metrics["scale"]
    assert metrics["bits_effective"] == 5.0


def test_random_values_follow_the_seed(sample: Tensors) -> None:
    drawn = np.random.Generator(np.random.PCG64(3)).standard_normal(16)
    shown = mark(run(sample, values="random", seed=3), "originals").x
    np.testing.assert_array_equal(shown, drawn.astype(np.float16).astype(np.float32))
    other = mark(run(sample, values="random", seed=4), "originals").x
    assert not np.array_equal(shown, other)


def test_x12_multiplies_the_largest_magnitude_only(sample: Tensors) -> None:
    for seed in range(6):
        plain = mark(run(sample, values="random", seed=seed), "originals").x
        out = mark(run(sample, values="random", seed=seed, outlier="x12", outlier_factor=20),
                   "originals").x  # fmt: skip
        largest = int(np.abs(plain).argmax())
        assert out[largest] == pytest.approx(20 * plain[largest])
        np.testing.assert_array_equal(np.delete(out, largest), np.delete(plain, largest))


@pytest.mark.parametrize("values", ["shipped", "random"])
def test_the_real_outlier_takes_its_own_place(sample: Tensors, values: str) -> None:
    plain = mark(run(sample, values=values), "originals").x
    out = mark(run(sample, values=values, outlier="real"), "originals").x
    assert np.flatnonzero(plain != out).tolist() == [34 - 24]
    assert out[10] == pytest.approx(13.85, abs=0.01)


# --- picture


@pytest.mark.parametrize("bits", range(1, 9))
def test_each_level_is_a_line_with_the_value_of_its_code(sample: Tensors, bits: int) -> None:
    outcome = run(sample, bits=bits)
    lines: Lines = mark(outcome, "levels")
    metrics = outcome.metrics
    assert lines.x0.size == 2**bits
    np.testing.assert_allclose(np.diff(lines.x0), metrics["scale"], rtol=1e-9)
    landed: Dots = mark(outcome, "landed")
    np.testing.assert_allclose(landed.x, lines.x0[metrics["codes"]], atol=1e-6)


def test_two_bits_draw_four_lines(sample: Tensors) -> None:
    outcome = run(sample, bits=2)
    assert mark(outcome, "levels").keys == (0, 1, 2, 3)
    codes = [m.text for m in panel(outcome, "values").marks if isinstance(m, Note)]
    assert codes == ["0", "1", "2", "3"]


def test_codes_stay_readable_and_name_both_ends() -> None:
    for bits in range(1, 9):
        codes = shown_codes(2**bits)
        assert codes == sorted(set(codes))
        assert (codes[0], codes[-1]) == (0, 2**bits - 1)
        assert len(codes) == min(2**bits, 16)
        if bits > 1:
            assert min(np.diff(codes)) == max(1, 2**bits // 16)


@given(settings())
def test_bars_are_the_errors_under_their_bound(values: dict[str, Value]) -> None:
    outcome = LAB.compute(values, load_sample())
    bars: Bars = mark(outcome, "errors")
    x, landed = mark(outcome, "originals").x, mark(outcome, "landed").x
    np.testing.assert_array_equal(bars.size, np.abs(x.astype(float) - landed))
    bound: Rule = mark(outcome, "bound")
    assert bound.at == outcome.metrics["scale"] / 2
    # float32 arithmetic on values up to 300 may miss a tie by a few units in the last place
    assert bars.size.max() <= bound.at * (1 + 1e-3)
    assert bound.at < panel(outcome, "errors").y.high


@given(settings())
def test_any_setting_has_finite_numbers_and_a_picture(values: dict[str, Value]) -> None:
    source = load_sample()
    outcome = LAB.compute(values, source)
    assert_plain(outcome)
    assert outcome.problem is None
    assert not outcome.reasons
    for text in _texts(values, outcome, source):
        assert not placeholders(str(text)), text
    axis = panel(outcome, "values").x
    for name in ("originals", "landed"):
        assert _inside(mark(outcome, name), axis)


def _inside(dots: Dots, axis: Axis) -> bool:
    return bool((dots.x >= axis.low).all() and (dots.x <= axis.high).all())


def _texts(values: Mapping[str, Value], outcome: Outcome, source: Tensors) -> list[object]:
    cards = LAB.cards(values, outcome.metrics)
    notes = LAB.notes(values, outcome.metrics)
    described = [
        LAB.describe(values, source, m.id, m.keys[-1])
        for p in outcome.figure.panels
        for m in p.marks
        if m.keys
    ]
    assert None not in described
    return [
        LAB.title(), LAB.tab(), LAB.claim(values), LAB.footer(values, source),
        outcome.figure.description, *described,
        *(text for card in cards for text in (card.value, card.label, card.sub)),
        *(text for note in notes for text in (note.heading, note.body)),
    ]  # fmt: skip


def test_axes_stay_put_while_bars_shrink(sample: Tensors) -> None:
    runs = [run(sample, bits=bits) for bits in range(3, 9)]
    assert len({panel(r, "errors").y.high for r in runs}) == 1
    assert len({panel(r, "values").x.low for r in runs}) == 1
    bounds = [mark(r, "bound").at for r in runs]
    assert bounds == sorted(bounds, reverse=True)
    # the outlier's bars at 7 bits can be held against those of 4 bits without one
    rescued = run(sample, outlier="x12", bits=7)
    assert panel(rescued, "errors").y.high == panel(runs[1], "errors").y.high


def test_nothing_is_picked_at_first(sample: Tensors) -> None:
    outcome = run(sample)
    assert [p.id for p in outcome.figure.panels] == ["values", "errors"]
    assert all(m.picked is None for p in outcome.figure.panels for m in p.marks)


def test_a_pick_shows_the_bits_of_the_value(sample: Tensors) -> None:
    outcome = run(sample, picked=1)
    pickable: list[Mark] = [m for p in outcome.figure.panels for m in p.marks if m.sets == "picked"]
    assert {m.id for m in pickable} == {"originals", "landed", "errors"}
    assert all(m.picked == 1 and m.keys == tuple(range(16)) for m in pickable)
    bits = panel(outcome, "bits")
    number: Bits = next(m for m in bits.marks if isinstance(m, Bits))
    (_, fp16, _), (_, code, made) = number.lines
    x = float(mark(outcome, "originals").x[1])
    assert "".join(group.bits for group in fp16) == f"{int(np.float16(x).view(np.uint16)):016b}"
    assert [group.bits for group in code] == ["0001"]
    assert str(made) == "1 × 0.2586 − 1.911 = −1.653"
    strong = [tick.label for tick in panel(outcome, "errors").x.ticks or () if tick.strong]
    assert strong == ["2"]
    assert str(bits.title) == "x = −1.653 ↦ \\hat{x} = −1.653, error 0.0007813"


@pytest.mark.parametrize(
    ("x", "bits", "sign", "power", "fraction"),
    [
        (1.0, "0 01111 0000000000", "+", "2^{0}", "1.000"),
        (-1.5, "1 01111 1000000000", "−", "2^{0}", "1.500"),
        (65504.0, "0 11110 1111111111", "+", "2^{15}", "1.999"),
        (2.0**-24, "0 00000 0000000001", "+", "2^{−14}", "0.0009766"),
        (0.0, "0 00000 0000000000", "+", "2^{−14}", "0"),
    ],
)
def test_fp16_bits(x: float, bits: str, sign: str, power: str, fraction: str) -> None:
    _, groups, _ = fp16_line(x)
    assert " ".join(group.bits for group in groups) == bits
    assert tuple(str(group.meaning) for group in groups) == (sign, power, fraction)


@given(st.floats(-65504, 65504, width=16))
def test_the_three_groups_make_the_number(x: float) -> None:
    _, (sign, exponent, mantissa), _ = fp16_line(x)
    e, m = int(exponent.bits, 2), int(mantissa.bits, 2)
    size = 2.0 ** (e - 15) * (1 + m / 1024) if e else 2.0**-14 * m / 1024
    assert (-size if sign.bits == "1" else size) == x


def test_hover_text_is_exact(sample: Tensors) -> None:
    values = at(sample)
    told = str(LAB.describe(values, sample, "errors", 0))
    assert told == "value 1: x = 0.5415039, code 9, \\hat{x} = 0.4162109, error 0.1252930"
    assert "−1.911133" in str(LAB.describe(values, sample, "levels", 0))
    assert LAB.describe(values, sample, "bound", 0) is None


# --- tasks, question, presets


def done(
    source: Tensors, task: str, before: tuple[dict[str, Value], ...] = (), **changed: Value
) -> bool:
    values = at(source, **changed)
    chosen = next(t for t in LAB.tasks() if t.id == task)
    seen = [*(at(source, **past) for past in before), values]
    return chosen.done(values, LAB.compute(values, source).metrics, seen)


def test_no_task_is_done_at_first(sample: Tensors) -> None:
    assert len(LAB.tasks()) == 3
    assert not any(done(sample, task.id) for task in LAB.tasks())


def test_counting_the_lines(sample: Tensors) -> None:
    assert done(sample, "count_lines", bits=2)
    assert not done(sample, "count_lines", bits=2, outlier="x12")
    assert not done(sample, "count_lines", bits=3)


def test_squeezing(sample: Tensors) -> None:
    assert done(sample, "squeeze", outlier="x12")
    assert not done(sample, "squeeze", outlier="x12", bits=3)
    assert not done(sample, "squeeze", outlier="real")


def test_rescuing_needs_six_and_seven_bits(sample: Tensors) -> None:
    six = ({"outlier": "x12", "bits": 6},)
    assert done(sample, "rescue", six, outlier="x12", bits=7)
    assert done(sample, "rescue", ({**six[0], "picked": 3},), outlier="x12", bits=7)
    assert not done(sample, "rescue", outlier="x12", bits=7)
    assert not done(sample, "rescue", ({"bits": 6},), outlier="x12", bits=7)
    assert not done(sample, "rescue", six, outlier="x12", bits=8)
    assert not done(sample, "rescue", six, outlier="real", bits=7)
    gentle = {"outlier": "x12", "outlier_factor": 3}
    assert not done(sample, "rescue", ({**gentle, "bits": 6},), **gentle, bits=7)


def test_seven_is_the_smallest_number_of_bits_that_rescues(sample: Tensors) -> None:
    errors = {b: run(sample, outlier="x12", bits=b).metrics["rel_mse_others"] for b in range(1, 9)}
    assert min(b for b, error in errors.items() if error < RESTORED) == 7
    assert run(sample).metrics["rel_mse_others"] == pytest.approx(RESTORED, rel=1e-3)


def test_the_question_has_its_answer(sample: Tensors) -> None:
    question = LAB.prediction()
    assert [key for key, _ in question.options] == ["15", "8", "3", "1"]
    metrics = LAB.compute(at(sample, **question.at), sample).metrics
    assert str(metrics["used_levels_others"]) == question.answer
    assert set(question.hides) <= {card.metric for card in LAB.cards(at(sample), metrics)}


def test_presets_are_allowed_values_and_reach_what_must_be_shown(sample: Tensors) -> None:
    params = {p.id: p for p in LAB.params(sample)}
    shown = {}
    for preset in LAB.presets():
        assert all(params[name].clamp(value) == value for name, value in preset.values.items())
        shown[preset.id] = run(sample, **preset.values).metrics
    assert shown["two_bits"]["levels"] == 4
    assert shown["four_bits"]["levels"] == 16
    assert shown["eight_bits"]["levels"] == 256
    assert shown["x12"]["used_levels_others"] == 3
    assert shown["real"]["used_levels_others"] == 5


# --- the contract


def test_found_by_name_and_first(sample: Tensors) -> None:
    assert find_lab("grid") is LAB
    assert LAB.order == 1
    assert defaults(LAB, sample) == {
        "bits": 4, "outlier": "none", "values": "shipped", "outlier_factor": 12, "seed": 7,
        "metadata": "ideal", "picked": -1,
    }  # fmt: skip


def test_strip_and_what_can_be_used_when(sample: Tensors) -> None:
    params = {p.id: p for p in LAB.params(sample)}
    strip = [p.id for p in params.values() if p.tier == "strip"]
    assert strip == ["bits", "outlier", "values"]
    assert params["picked"].tier == "hidden"
    seed, factor = params["seed"].enabled, params["outlier_factor"].enabled
    assert seed is not None
    assert factor is not None
    assert (seed(at(sample)), seed(at(sample, values="random"))) == (False, True)
    assert (factor(at(sample)), factor(at(sample, outlier="x12"))) == (False, True)


def test_settings_from_the_command_line(sample: Tensors) -> None:
    values = parse_settings(LAB, sample, ["outlier=x12", "bits=7", "picked=3"])
    assert (values["outlier"], values["bits"], values["picked"]) == ("x12", 7, 3)
    with pytest.raises(ParamError, match="outlier_factor must be a number from 2 to 64"):
        parse_settings(LAB, sample, ["outlier_factor=65"])


def test_compute_is_pure(sample: Tensors) -> None:
    before = sample.grid_values().copy()
    values = at(sample, outlier="x12", picked=2)
    kept = dict(values)
    first, second = LAB.compute(values, sample), LAB.compute(values, sample)
    assert first.metrics == second.metrics
    assert as_data(first.figure) == as_data(second.figure)
    assert values == kept
    np.testing.assert_array_equal(sample.grid_values(), before)


@pytest.mark.parametrize("outlier", ["none", "x12", "real"])
def test_synthetic_tensors_work_too(outlier: str) -> None:
    source = synthetic(1)
    outcome = run(source, outlier=outlier, picked=15)
    assert outcome.metrics["levels"] == 16
    assert "synthetic tensors, seed 1" in str(LAB.footer(at(source, outlier=outlier), source))


def test_footer_says_where_the_values_come_from(sample: Tensors) -> None:
    shipped = str(LAB.footer(at(sample, outlier="x12"), sample))
    assert "layer 14, KV head 2, key of token 128 'and', channels 24–39" in shipped
    assert shipped.endswith("largest value ×12")
    drawn = str(LAB.footer(at(sample, values="random", seed=42, outlier="real"), sample))
    assert "seed 42" in drawn
    assert drawn.endswith("channel 55")


def test_notes_follow_the_numbers(sample: Tensors) -> None:
    def body(heading: str, **changed: Value) -> str:
        values = at(sample, **changed)
        notes = LAB.notes(values, LAB.compute(values, sample).metrics)
        return str(next(n.body for n in notes if str(n.heading).startswith(heading)))

    assert "(1.968 − (−1.911)) / 15 = 0.2586" in body("scale")
    assert "left with 3 of 16 levels" in body("Why an outlier", outlier="x12")
    assert "0.691% in all, 21.7% for them" in body("The total", outlier="x12")
    assert "6 effective bits" in body("What is really stored")
    assert isinstance(LAB.claim(at(sample)), Msg)
    assert str(LAB.claim(at(sample))) != str(LAB.claim(at(sample, outlier="real")))
