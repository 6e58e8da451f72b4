"""Lab 03: its table against an independent computation, its maps, tasks and words."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kvlab_desktop.core.figure import Cell, Heat, Table, Tick, as_data
from kvlab_desktop.core.lab import Outcome, defaults, parse_settings
from kvlab_desktop.core.params import Choice, ParamError, Slider, Value
from kvlab_desktop.core.text import Msg
from kvlab_desktop.labs import find_lab
from kvlab_desktop.labs._outliers_measure import better, chosen_head, measure
from kvlab_desktop.labs.outliers import LAB
from kvlab_desktop.numerics import rope
from kvlab_desktop.numerics.grid import quantize
from kvlab_desktop.sources.sample import load_sample
from kvlab_desktop.sources.stored import StoredTensors, grid_sample
from kvlab_desktop.sources.synthetic import synthetic
from kvlab_desktop.sources.tensors import GRID_VALUES, GridOrigin, Layer, Rope, Tensors
from tests.labs.using import Using, assert_plain, panels

GOLDEN = Path(__file__).parents[1] / "numerics" / "golden" / "outliers.json"
SIDES, AXES = ("k", "v"), ("per_token", "per_channel")
MEASURES = (
    "rel_mse", "output_rel_err", "cosine", "kl_nats", "top1_share", "top1_share_without_token0",
    "bits_effective",
)  # fmt: skip
IDS = {f"{side}_{axis}_{name}" for side in SIDES for axis in AXES for name in MEASURES} | {
    f"{side}_better_by_{kind}" for side in SIDES for kind in ("error", "output")
}


@pytest.fixture(scope="module")
def sample() -> Tensors:
    return load_sample()


USE = Using(LAB)
at, run = USE.at, USE.run


def heat(outcome: Outcome, name: str) -> Heat:
    mark = panels(outcome)[name].marks[0]
    assert isinstance(mark, Heat)
    return mark


def table(outcome: Outcome) -> dict[str, dict[str, Cell]]:
    mark = panels(outcome)["table"].marks[0]
    assert isinstance(mark, Table)
    names = [column.id for column in mark.columns]
    return {
        str(key): dict(zip(names, row, strict=True))
        for key, row in zip(mark.keys, mark.rows, strict=True)
    }


def stored(
    k: Any, v: Any, *, query_heads: int = 1, k_pre: Any = None, rope: Rope | None = None
) -> Tensors:
    """A source of one layer from K and V [heads, T, D]; the last two tokens ask."""
    tokens, width = k.shape[1:]
    rng = np.random.default_rng(0)
    queries = rng.standard_normal((query_heads, 2, width)).astype(np.float32)
    data = {5: Layer(k.astype(np.float32), v.astype(np.float32), queries, k_pre)}
    place = GridOrigin(
        layer=5, head=0, token=0, token_text="t", first_channel=0, channels=GRID_VALUES,
        outlier_channel=1, replaced_channel=0,
    )  # fmt: skip
    return StoredTensors(
        id="sample",
        name="small",
        data=data,
        tokens=tuple(f"t{i}" for i in range(tokens)),
        query_positions=range(tokens - 2, tokens),
        scale=width**-0.5,
        rope=rope,
        grid=grid_sample(data, place),
    )


def small(tokens: int = 20, width: int = 16) -> Tensors:
    rng = np.random.default_rng(1)
    return stored(*rng.standard_normal((2, 1, tokens, width)))


# --- the numbers ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("group", "token_name"), [("32", "32"), ("64", "64"), ("all", "64")])
def test_every_number_of_the_table_is_the_independent_one(
    sample: Tensors, group: str, token_name: str
) -> None:
    golden = json.loads(GOLDEN.read_text("utf-8"))["values"]
    compared = 0
    for layer, head in [(14, 0), (14, 1), (14, 2), (19, 0), (23, 0), (23, 1), (23, 2)]:
        for bits in (2, 4, 8):
            metrics = run(sample, layer=layer, head=head, bits=bits, group=group).metrics
            for axis, size in (("per_token", token_name), ("per_channel", group)):
                for side in SIDES:
                    wanted = golden[f"L{layer}.h{head}.b{bits}.{axis}_{size}"][side]
                    ours = f"{side}_{axis}_"
                    for name in ("output_rel_err", "cosine", "kl_nats"):
                        assert metrics[ours + name] == pytest.approx(
                            wanted[f"{name}_mean"], rel=1e-4, abs=1e-12
                        )
                    assert metrics[ours + "rel_mse"] == pytest.approx(wanted["rel_mse"], rel=1e-4)
                    # one query of 96 may sit on the fence in float32
                    assert abs(metrics[ours + "top1_share"] - wanted["top1_kept"]) < 1.5 / 96
                    compared += 1
    assert compared == 84


@pytest.mark.parametrize("bits", [2, 4, 8])
def test_keys_before_rope_are_measured_before_rope(sample: Tensors, bits: int) -> None:
    golden = json.loads(GOLDEN.read_text("utf-8"))["values"]
    metrics = run(sample, keys="pre", bits=bits).metrics
    for axis in AXES:
        wanted = golden[f"L19.h0.b{bits}.{axis}_64"]["k_pre_rel_mse"]
        assert metrics[f"k_{axis}_rel_mse"] == pytest.approx(wanted, rel=1e-4)


@pytest.mark.parametrize(
    ("bits", "rows", "columns"), [(2, 1.858013, 0.230037), (4, 0.255311, 0.0506421)]
)
def test_keys_before_rope_have_the_independent_output_error(
    sample: Tensors, bits: int, rows: float, columns: float
) -> None:
    # computed apart from the package: quantize the unrotated keys, rotate, attend, in plain numpy
    metrics = run(sample, keys="pre", bits=bits).metrics
    assert metrics["k_per_token_output_rel_err"] == pytest.approx(rows, rel=1e-4)
    assert metrics["k_per_channel_output_rel_err"] == pytest.approx(columns, rel=1e-4)


def test_keys_before_rope_are_read_through_the_same_rotation(sample: Tensors) -> None:
    head = chosen_head(at(sample, keys="pre"), sample)
    raw, turn = sample.keys(19, 0, "pre"), sample.rope
    assert turn is not None
    exact = rope.apply(raw, np.arange(sample.n_tokens), turn.theta, turn.convention)
    found = head.reference.means(k=exact)
    assert (found.output_rel_err, found.kl_nats, found.top1_share) == (0.0, 0.0, 1.0)
    # the stored keys after RoPE are rounded to fp16 and therefore not the reference
    rounded = head.reference.means(k=sample.keys(19, 0)).output_rel_err
    assert rounded is not None
    assert 0 < rounded < 1e-2


def test_the_table_at_the_defaults(sample: Tensors) -> None:
    metrics = run(sample).metrics
    shown = {f"{s}_{a}_{m}": metrics[f"{s}_{a}_{m}"] for s in SIDES for a in AXES
             for m in ("rel_mse", "output_rel_err")}  # fmt: skip
    wanted = {
        "k_per_token_rel_mse": 0.769, "k_per_channel_rel_mse": 0.0283,
        "k_per_token_output_rel_err": 1.561, "k_per_channel_output_rel_err": 0.226,
        "v_per_token_rel_mse": 0.205, "v_per_channel_rel_mse": 0.175,
        "v_per_token_output_rel_err": 0.215, "v_per_channel_output_rel_err": 0.428,
    }  # fmt: skip
    assert shown == pytest.approx(wanted, abs=6e-4)
    assert {name: metrics[name] for name in sorted(IDS) if "better" in name} == {
        "k_better_by_error": "per_channel", "k_better_by_output": "per_channel",
        "v_better_by_error": "per_channel", "v_better_by_output": "per_token",
    }  # fmt: skip
    assert {metrics[f"{s}_{a}_bits_effective"] for s in SIDES for a in AXES} == {2.5}


def test_stripes_and_the_quiet_sink_are_measured(sample: Tensors) -> None:
    metrics = run(sample).metrics
    assert metrics["k_channel_ratio_pre"] == pytest.approx(6.66, abs=0.01)
    assert metrics["k_channel_ratio_post"] == pytest.approx(6.43, abs=0.01)
    assert metrics["v_channel_ratio"] < 3
    assert metrics["token0_weight"] == pytest.approx(0.262, abs=1e-3)
    assert metrics["v_token0_norm_ratio"] == pytest.approx(0.202, abs=1e-3)


def test_quantizing_only_v_never_moves_the_weights(sample: Tensors) -> None:
    metrics = run(sample, bits=1, layer=23, head=1).metrics
    for axis in AXES:
        assert metrics[f"v_{axis}_kl_nats"] == 0
        assert metrics[f"v_{axis}_top1_share"] == 1
        assert metrics[f"v_{axis}_top1_share_without_token0"] == 1
        assert metrics[f"k_{axis}_kl_nats"] > 0


def test_a_length_can_exceed_the_whole_and_a_power_too(sample: Tensors) -> None:
    assert run(sample).metrics["k_per_token_output_rel_err"] > 1
    assert run(sample, bits=1).metrics["v_per_token_rel_mse"] > 1


@pytest.mark.parametrize(
    ("group", "rows", "columns"), [("32", 3, 3), ("64", 2.5, 2.5), ("128", 2.5, 2.25),
                                   ("all", 2.5, 2.125)]
)  # fmt: skip
def test_a_group_longer_than_the_matrix_is_cut_and_costs_that(
    sample: Tensors, group: str, rows: float, columns: float
) -> None:
    outcome = run(sample, group=group)
    metrics = outcome.metrics
    for side in SIDES:
        assert metrics[f"{side}_per_token_bits_effective"] == rows
        assert metrics[f"{side}_per_channel_bits_effective"] == columns
    headings = [str(n.heading) for n in LAB.notes(at(sample, group=group), metrics)]
    assert ("Group cut to the matrix" in headings) == (rows != columns)


def test_sparse_outliers_are_exact_counted_and_help(sample: Tensors) -> None:
    plain, kept = run(sample).metrics, run(sample, sparse_percent=1.0).metrics
    # one value at each end of a 64-wide row, rint(256 / 200) = 1 at each end of a column
    assert kept["k_per_token_bits_effective"] == 2.5 + 2 / 64 * 32
    assert kept["v_per_channel_bits_effective"] == 2.5 + 2 / 256 * 32
    for side in SIDES:
        for axis in AXES:
            assert kept[f"{side}_{axis}_rel_mse"] < plain[f"{side}_{axis}_rel_mse"]
    for (side, _), variant in measure(at(sample, sparse_percent=1.0), sample).items():
        exact = sample.keys(19, 0) if side == "k" else sample.values(19, 0)
        assert variant.keep is not None
        assert (variant.quantized.values == exact)[variant.keep].all()


def test_metadata_in_fp16_changes_the_numbers_and_not_the_bits(sample: Tensors) -> None:
    ideal, engine = run(sample, bits=8).metrics, run(sample, bits=8, metadata="fp16").metrics
    assert engine["k_per_channel_rel_mse"] != ideal["k_per_channel_rel_mse"]
    assert engine["k_per_channel_bits_effective"] == ideal["k_per_channel_bits_effective"]


def test_more_bits_lower_every_error(sample: Tensors) -> None:
    runs = [run(sample, bits=bits).metrics for bits in range(2, 9)]
    for name in (
        f"{s}_{a}_{m}" for s in SIDES for a in AXES for m in ("rel_mse", "output_rel_err")
    ):
        errors = [metrics[name] for metrics in runs]
        assert errors == sorted(errors, reverse=True), name


@pytest.mark.parametrize(
    ("rows", "columns", "word"),
    [(1.0, 2.0, "per_token"), (2.0, 1.0, "per_channel"), (0.0, 0.0, "tie"), (None, 1.0, None)],
)
def test_the_verdict(rows: float | None, columns: float | None, word: str | None) -> None:
    assert better(rows, columns) == word


# --- one click away ------------------------------------------------------------------------------


def preset(sample: Tensors, name: str) -> dict[str, Value]:
    found = {p.id: p.values for p in LAB.presets()}[name]
    return at(sample, **found)


def test_presets_hold_allowed_values(sample: Tensors) -> None:
    assert 1 <= len(LAB.presets()) <= 9
    assert preset(sample, "default") == defaults(LAB, sample)
    for one in LAB.presets():
        assert {k: at(sample, **one.values)[k] for k in one.values} == dict(one.values)


def test_the_trap_has_equal_errors_and_far_outputs(sample: Tensors) -> None:
    values = preset(sample, "sink")
    metrics = LAB.compute(values, sample).metrics
    assert metrics["v_per_token_rel_mse"] == pytest.approx(0.200, abs=1e-3)
    assert metrics["v_per_channel_rel_mse"] == pytest.approx(0.233, abs=1e-3)
    assert metrics["v_per_token_output_rel_err"] == pytest.approx(0.468, abs=1e-3)
    assert metrics["v_per_channel_output_rel_err"] == pytest.approx(2.092, abs=1e-3)
    assert "The trap" in [str(note.heading) for note in LAB.notes(values, metrics)]
    default = defaults(LAB, sample)
    headings = [str(note.heading) for note in LAB.notes(default, run(sample).metrics)]
    assert "The trap" not in headings
    assert "An exception" not in headings


def test_the_exception_is_v_with_stripes_and_without_a_sink(sample: Tensors) -> None:
    values = preset(sample, "exception")
    metrics = LAB.compute(values, sample).metrics
    assert metrics["v_better_by_error"] == metrics["v_better_by_output"] == "per_channel"
    assert metrics["v_channel_ratio"] > 3
    assert metrics["token0_weight"] < 0.01
    assert "An exception" in [str(note.heading) for note in LAB.notes(values, metrics)]


def test_int2_with_care_states_what_was_measured_beforehand(sample: Tensors) -> None:
    values = preset(sample, "careful")
    first = LAB.notes(values, LAB.compute(values, sample).metrics)[0]
    for text in (str(first.body), str(LAB.claim(values))):
        assert all(number in text for number in ("2.93", "0.574", "0.047"))
    assert str(LAB.claim(defaults(LAB, sample))).startswith("K has stripes; V has none")


def test_before_rope_per_channel_gets_better_and_per_token_does_not(sample: Tensors) -> None:
    after = run(sample).metrics
    before = LAB.compute(preset(sample, "pre"), sample).metrics
    assert before["k_per_channel_rel_mse"] < after["k_per_channel_rel_mse"]
    assert before["k_per_token_rel_mse"] > after["k_per_token_rel_mse"]
    assert {n: before[n] for n in before if n.startswith("v_per")} == {
        n: pytest.approx(after[n], rel=1e-2) for n in after if n.startswith("v_per")
    }


def test_the_rule_about_rope_stands_with_measurement_and_reason(sample: Tensors) -> None:
    notes = LAB.notes(defaults(LAB, sample), run(sample).metrics)
    text = str(next(n.body for n in notes if "RoPE" in str(n.heading)))
    for part in ("Rule of thumb", "6.66 before", "6.43 after", "Reason"):
        assert part in text


# --- the picture ---------------------------------------------------------------------------------


def test_six_maps_in_two_rows_over_the_table(sample: Tensors) -> None:
    outcome = run(sample)
    places = {name: (panel.row, panel.col, panel.span) for name, panel in panels(outcome).items()}
    assert places == {
        "k_values": (0, 0, 1), "k_per_token": (0, 1, 1), "k_per_channel": (0, 2, 1),
        "v_values": (1, 0, 1), "v_per_token": (1, 1, 1), "v_per_channel": (1, 2, 1),
        "table": (2, 0, 3),
    }  # fmt: skip
    shares = {name: panel.share for name, panel in panels(outcome).items()}
    assert {shares[name] for name in shares if name != "table"} == {"k", "v"}
    assert [key for key, _ in outcome.figure.shares] == ["k", "v"]
    assert shares["table"] is None


def test_the_maps_show_the_window_and_the_errors_of_it(sample: Tensors) -> None:
    outcome = run(sample, first_token=40, first_channel=3)
    x = sample.values(19, 0)
    sizes = heat(outcome, "v_values")
    assert sizes.values.shape == (32, 48)
    np.testing.assert_array_equal(sizes.values, np.abs(x)[40:72, 3:51])
    assert (sizes.x0, sizes.y0, sizes.colours) == (3, 40, "viridis")
    errors = heat(outcome, "v_per_channel")
    read = quantize(x, 2, axis="per_channel", group=64).values
    np.testing.assert_array_equal(errors.values**2, np.sqrt(np.abs(x - read)[40:72, 3:51]) ** 2)
    assert errors.colours == "inferno"
    across, down = panels(outcome)["v_per_channel"].x, panels(outcome)["v_per_channel"].y
    assert (across.low, across.high, down.low, down.high) == (3, 51, 40, 72)
    assert down.flipped


def test_colour_scales_stay_while_the_bits_move_and_errors_share_theirs(sample: Tensors) -> None:
    scales = set()
    for bits in range(1, 9):
        outcome = run(sample, bits=bits)
        marks = {name: heat(outcome, name) for name in panels(outcome) if name != "table"}
        for side in SIDES:
            assert marks[f"{side}_per_token"].high == marks[f"{side}_per_channel"].high
        scales.add(tuple((name, mark.low, mark.high) for name, mark in marks.items()))
    assert len(scales) == 1


def test_each_bit_visibly_darkens_the_error_maps(sample: Tensors) -> None:
    for name in ("k_per_token", "k_per_channel", "v_per_token", "v_per_channel"):
        marks = [heat(run(sample, bits=bits), name) for bits in range(1, 9)]
        levels = [float(np.clip(m.values / m.high, 0, 1).mean()) for m in marks]
        steps = np.array(levels[1:]) / np.array(levels[:-1])
        assert (steps < 0.95).all(), (name, levels)
        # eight bits are dark, but more than nothing on a scale of 256 colours
        assert 2 / 255 < levels[-1] < 0.2


def test_the_axis_points_at_the_stripe_and_at_the_sink(sample: Tensors) -> None:
    def strong(outcome: Outcome, name: str, axis: str) -> list[Tick]:
        ticks = getattr(panels(outcome)[name], axis).ticks
        return [tick for tick in ticks if tick.strong]

    outcome = run(sample)
    assert strong(outcome, "k_values", "x") == [Tick(23.5, "23", strong=True)]
    assert strong(outcome, "v_values", "x") == []
    assert [tick.at for tick in strong(outcome, "v_values", "y")] == [0.5]
    assert "quiet sink" in str(panels(outcome)["v_values"].title)
    elsewhere = run(sample, first_token=1)
    assert strong(elsewhere, "v_values", "y") == []
    assert "sink" not in str(panels(elsewhere)["v_values"].title)
    assert "sink" not in str(panels(run(sample, layer=0, head=2))["v_values"].title)


def test_the_table_marks_the_better_one_and_says_it(sample: Tensors) -> None:
    rows = table(run(sample))
    assert set(rows) == {"k", "v"}
    best = {key: [name for name, cell in row.items() if cell.best] for key, row in rows.items()}
    assert best == {
        "k": ["error_per_channel", "output_per_channel"],
        "v": ["error_per_channel", "output_per_token"],
    }
    assert str(rows["v"]["error_per_token"].text) == "20.5%"
    assert str(rows["v"]["output_per_channel"].text) == "42.8%"
    words = {key: str(rows["v"][f"better_by_{key}"].text) for key in ("error", "output")}
    assert words == {"error": "per channel", "output": "per token"}
    assert str(rows["v"]["matrix"].note) == "2.5 bits"
    assert str(table(run(sample, group="all"))["v"]["matrix"].note) == "2.5 | 2.125 bits"
    assert (rows["k"]["matrix"].tone, rows["v"]["matrix"].tone) == ("k", "v")


def test_hovering_a_cell_gives_its_exact_numbers(sample: Tensors) -> None:
    values = at(sample, first_token=4, first_channel=8, bits=3)
    cell = 2 * 48 + 5  # token 6, channel 13
    x = sample.keys(19, 0)
    stored_key = quantize(x, 3, axis="per_channel", group=64)
    found = LAB.describe(values, sample, "k_per_channel", cell)
    assert found is not None
    args = dict(found.args)
    assert args["code"] == int(stored_key.codes[6, 13])
    assert float(str(args["value"]).replace("−", "-")) == pytest.approx(float(x[6, 13]), rel=1e-3)
    assert float(str(args["read"]).replace("−", "-")) == pytest.approx(
        float(stored_key.values[6, 13]), rel=1e-3
    )
    assert str(found).startswith(f"Token 6 '{sample.tokens[6]}', channel 13")
    assert "K = " in str(LAB.describe(values, sample, "k_values", cell))


def test_hovering_a_kept_value_says_so(sample: Tensors) -> None:
    values = at(sample, sparse_percent=1.0)
    keep = measure(values, sample)["k", "per_token"].keep
    assert keep is not None
    window = keep[:32, 16:64]
    said = [
        "kept exactly" in str(LAB.describe(values, sample, "k_per_token", cell))
        for cell in range(0, window.size, 7)
    ]
    assert said == window.ravel()[::7].tolist()
    assert any(said)


def test_hovering_a_row_gives_the_other_measures(sample: Tensors) -> None:
    text = str(LAB.describe(at(sample), sample, "table", "k"))
    for part in ("0.6482", "0.9807", "4.410 nats", "1.04%"):
        assert part in text


@pytest.mark.parametrize(
    ("mark", "key"), [("k_values", -1), ("k_values", 32 * 48), ("k_values", "a"), ("table", "x"),
                      ("nothing", 0)]
)  # fmt: skip
def test_hovering_nothing_says_nothing(sample: Tensors, mark: str, key: Value) -> None:
    assert LAB.describe(at(sample), sample, mark, key) is None


def test_a_line_break_in_a_token_is_shown_as_one(sample: Tensors) -> None:
    token = sample.tokens.index("\n")
    text = str(LAB.describe(at(sample, first_token=token), sample, "v_values", 0))
    assert "'\\n'" in text
    assert "\n" not in text


# --- teaching ------------------------------------------------------------------------------------


def ticked(sample: Tensors, *visited: Mapping[str, Value]) -> set[str]:
    seen = [at(sample, **values) for values in visited]
    metrics = LAB.compute(seen[-1], sample).metrics
    return {task.id for task in LAB.tasks() if task.done(seen[-1], metrics, seen)}


def test_no_task_is_done_at_the_start(sample: Tensors) -> None:
    assert len(LAB.tasks()) == 3
    assert ticked(sample, {}) == set()


def test_five_bits_per_token_match_two_per_channel_by_output(sample: Tensors) -> None:
    goal = run(sample, bits=2).metrics["k_per_channel_output_rel_err"]
    enough = [
        bits for bits in range(1, 9)
        if run(sample, bits=bits).metrics["k_per_token_output_rel_err"] <= goal
    ]  # fmt: skip
    assert enough == [5, 6, 7, 8]
    assert ticked(sample, {}, {"bits": 4}, {"bits": 5}) == {"match"}
    assert ticked(sample, {}, {"bits": 5}) == set()
    assert ticked(sample, {"bits": 4}, {"bits": 5}) == set()
    assert ticked(sample, {}, {"bits": 4}, {"bits": 6}) == set()
    there = {"layer": 14}
    assert ticked(sample, {**there}, {**there, "bits": 4}, {**there, "bits": 5}) == set()


def test_the_head_where_per_channel_wins_most_clearly_is_the_exception(sample: Tensors) -> None:
    gains = {}
    for layer in sample.layers:
        for head in range(sample.kv_heads):
            metrics = run(sample, layer=layer, head=head).metrics
            rows, columns = (metrics[f"v_{axis}_output_rel_err"] for axis in AXES)
            gains[layer, head] = rows / columns
            done = "exception" in ticked(sample, {}, {"layer": layer, "head": head})
            assert done == ((layer, head) == (0, 2))
    assert max(gains, key=lambda place: gains[place]) == (0, 2)
    assert {place for place, gain in gains.items() if gain > 1} == {(0, 0), (0, 1), (0, 2)}


def test_rope_is_compared_at_two_bits_and_one_head(sample: Tensors) -> None:
    assert ticked(sample, {}, {"keys": "pre"}) == {"rope"}
    assert ticked(sample, {}, {"keys": "pre"}, {"keys": "pre", "first_token": 9}) == {"rope"}
    assert ticked(sample, {"bits": 3}, {"bits": 3, "keys": "pre"}) == set()
    assert ticked(sample, {}, {"keys": "pre", "layer": 14}) == set()


def test_the_answer_to_the_question_is_what_the_page_computes(sample: Tensors) -> None:
    asked = LAB.prediction()
    setting = at(sample, **asked.at)
    outcome = LAB.compute(setting, sample)
    assert outcome.metrics["v_better_by_error"] == "per_channel"
    assert outcome.metrics["v_better_by_output"] == asked.answer
    assert asked.answer in dict(asked.options)
    assert set(asked.hides) == {"output_per_token", "output_per_channel", "better_by_output"}
    assert set(asked.hides) <= set(table(outcome)["v"])
    # what is hidden is not given away by the sentence for the screen reader
    assert "42.8%" not in str(outcome.figure.description)


# --- the contract --------------------------------------------------------------------------------


def sound(outcome: Outcome) -> None:
    """Everything a page or a command line needs: complete, finite, serialisable."""
    assert set(outcome.metrics) >= IDS
    for name, value in outcome.metrics.items():
        if value is None:
            assert isinstance(outcome.reasons[name], Msg)
        else:
            assert isinstance(value, (int, float, str)), name
            assert isinstance(value, str) or math.isfinite(value), name
    assert_plain(outcome)
    assert str(outcome.figure.description)


def test_the_lab_is_found_and_has_no_cards(sample: Tensors) -> None:
    assert find_lab("outliers") is LAB
    assert LAB.cards(defaults(LAB, sample), run(sample).metrics) == ()
    strip = [param.id for param in LAB.params(sample) if param.tier == "strip"]
    assert strip == ["bits", "keys", "sparse_percent"]
    assert defaults(LAB, sample) == {
        "bits": 2, "keys": "post", "sparse_percent": 0.0, "group": "64", "layer": 19, "head": 0,
        "first_token": 0, "first_channel": 16, "metadata": "ideal",
    }  # fmt: skip


def extremes(source: Tensors) -> list[dict[str, Value]]:
    found: list[dict[str, Value]] = []
    for param in LAB.params(source):
        if isinstance(param, Slider):
            found += [{param.id: param.at(place)} for place in (0, param.positions)]
        if isinstance(param, Choice):
            found += [{param.id: key} for key in param.keys]
    return found


@pytest.mark.parametrize("kind", ["sample", "synthetic"])
def test_extremes_of_every_parameter_are_sound(kind: str) -> None:
    source = load_sample() if kind == "sample" else synthetic(7)
    for changed in extremes(source):
        outcome = run(source, **changed)
        sound(outcome)
        assert all(None is not value for value in outcome.metrics.values())


@settings(max_examples=25, deadline=None)
@given(
    bits=st.integers(1, 8),
    keys=st.sampled_from(["pre", "post"]),
    percent=st.integers(0, 10),
    group=st.sampled_from(["all", "32", "64", "128"]),
    place=st.tuples(st.integers(0, 3), st.integers(0, 2)),
    corner=st.tuples(st.integers(0, 224), st.integers(0, 16)),
    seed=st.sampled_from([None, 0, 9999]),
)
def test_any_setting_is_sound_and_repeats(
    bits: int, keys: str, percent: int, group: str, place: tuple[int, int],
    corner: tuple[int, int], seed: int | None,
) -> None:  # fmt: skip
    source = load_sample() if seed is None else synthetic(seed)
    values = at(
        source, bits=bits, keys=keys, sparse_percent=percent / 2, group=group,
        layer=source.layers[place[0]], head=place[1],
        first_token=corner[0], first_channel=corner[1],
    )  # fmt: skip
    once, again = LAB.compute(values, source), LAB.compute(dict(values), source)
    sound(once)
    assert once.metrics == again.metrics
    assert as_data(once.figure) == as_data(again.figure)
    for note in LAB.notes(values, once.metrics):
        assert str(note.heading)
        assert "{" not in str(note.body).replace("\\hat{", "").replace("^{", "")


def test_computing_leaves_the_source_as_it_was(sample: Tensors) -> None:
    arrays = (sample.keys(19, 0), sample.keys(19, 0, "pre"), sample.values(19, 0))
    before = [x.copy() for x in arrays]
    run(sample)
    run(sample, keys="pre", sparse_percent=5.0)
    run(sample, metadata="fp16")
    for old, new in zip(before, arrays, strict=True):
        np.testing.assert_array_equal(old, new)


def test_synthetic_tensors_are_the_textbook(sample: Tensors) -> None:
    metrics = run(synthetic(7)).metrics
    assert metrics["k_better_by_error"] == metrics["k_better_by_output"] == "per_channel"
    assert metrics["v_better_by_error"] == metrics["v_better_by_output"] == "per_token"
    assert "seed 7" in str(LAB.footer(defaults(LAB, synthetic(7)), synthetic(7)))


def test_the_footer_names_source_layer_head_and_tokens(sample: Tensors) -> None:
    text = str(LAB.footer(at(sample, layer=23, head=1, first_token=9), sample))
    for part in ("SmolLM2", "layer 23", "head 1", "9–40", "256"):
        assert part in text


def test_a_source_smaller_than_the_window_without_keys_before_rope() -> None:
    source = small()
    values = at(source, keys="pre", first_token=7, layer=19)
    assert (values["keys"], values["first_token"], values["layer"]) == ("post", 0, 5)
    outcome = LAB.compute(values, source)
    sound(outcome)
    assert heat(outcome, "k_values").values.shape == (20, 16)
    assert outcome.metrics["k_channel_ratio_pre"] is None
    assert outcome.metrics["group_per_token"] == 16
    assert outcome.metrics["group_per_channel"] == 20
    with pytest.raises(ParamError):
        parse_settings(LAB, source, ["keys=pre"])
    assert LAB.notes(values, outcome.metrics)


def test_empty_values_have_no_output_error_but_a_reason() -> None:
    rng = np.random.default_rng(2)
    source = stored(rng.standard_normal((1, 20, 16)), np.zeros((1, 20, 16)))
    outcome = run(source)
    sound(outcome)
    assert outcome.metrics["k_per_token_output_rel_err"] is None
    assert outcome.metrics["k_better_by_output"] is None
    assert outcome.metrics["v_better_by_error"] == "tie"
    assert str(table(outcome)["v"]["output_per_token"].text) == "—"
    assert LAB.notes(at(source), outcome.metrics)
    assert LAB.describe(at(source), source, "table", "v") is not None


def test_numbers_beyond_fp16_are_counted_as_32_bits_and_said() -> None:
    rng = np.random.default_rng(3)
    source = stored(1e6 * rng.standard_normal((1, 64, 64)), rng.standard_normal((1, 64, 64)))
    outcome = run(source)
    assert outcome.problem is not None
    assert outcome.metrics["k_per_token_bits_effective"] > 2.5
    assert outcome.metrics["v_per_token_bits_effective"] == 2.5
    assert run(load_sample()).problem is None


def test_a_cache_of_one_head_reads_all_query_heads() -> None:
    rng = np.random.default_rng(4)
    source = stored(*rng.standard_normal((2, 1, 24, 32)), query_heads=4)
    assert chosen_head(at(source), source).reference.weights.shape == (4, 2, 24)
