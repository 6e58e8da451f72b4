"""Lab 05: its numbers, the squares, the low-rank view, tasks and words."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kvlab_desktop.core import units
from kvlab_desktop.core.figure import Bars, Boxes, Dots, Figure, Line, Note, as_data
from kvlab_desktop.core.lab import defaults
from kvlab_desktop.core.params import Choice, Slider, Value, Values
from kvlab_desktop.core.text import Msg, placeholders
from kvlab_desktop.labs import _latent_measure as measure
from kvlab_desktop.labs import _latent_rank as ranks
from kvlab_desktop.labs import find_lab
from kvlab_desktop.labs._latent_figure import FORMS
from kvlab_desktop.labs._latent_rank_figure import ROWS, share_text
from kvlab_desktop.labs.latent import LAB
from kvlab_desktop.numerics import rope as rotary
from kvlab_desktop.sources.sample import load_sample
from kvlab_desktop.sources.stored import StoredTensors
from kvlab_desktop.sources.synthetic import synthetic
from kvlab_desktop.sources.tensors import Tensors
from tests.labs.using import Using, assert_sound, mark

# the contract: parameters with their defaults, and the metrics of every view
DEFAULTS = {
    "d_c": 512, "heads": 128, "kv_heads": 8, "bits": 16, "head_dim": 128, "rope": 64,
    "group_size": 64, "tokens": 4096, "seed": 7,
}  # fmt: skip
METRICS = {
    "mha_elements", "gqa_elements", "mla_elements", "ratio", "latent_gain", "ratio_with_bits",
    "break_even_d_c", "absorption_max_rel_diff", "multiplies_expanded", "multiplies_absorbed",
    "multiplies_cached", "latent_cosine",
}  # fmt: skip
LOW_RANK: dict[str, Value] = {"view": "low_rank"}

AREA_SETTINGS = {
    "d_c": st.sampled_from(range(64, 2049, 64)),
    "heads": st.sampled_from((8, 16, 32, 64, 128)),
    "kv_heads": st.sampled_from((1, 2, 4, 8, 16, 32, 64, 128)),
    "bits": st.sampled_from((2, 3, 4, 8, 16)),
    "head_dim": st.sampled_from((64, 96, 128, 192, 256)),
    "rope": st.sampled_from((0, 32, 64, 128)),
    "group_size": st.sampled_from((32, 64, 128)),
    "tokens": st.sampled_from([2**power for power in range(10, 21)]),
}
RANK_SETTINGS = {
    "layer": st.sampled_from((0, 14, 19, 23)),
    "head": st.sampled_from(("0", "1", "2", "all")),
    "rank": st.integers(1, 256),
}


@pytest.fixture(scope="module")
def sample() -> Tensors:
    return load_sample()


USE = Using(LAB)
at, run, complete = USE.at, USE.run, USE.complete


# --- numbers


def test_the_lab_is_found_with_the_promised_ids(sample: Tensors) -> None:
    assert find_lab("latent") is LAB
    assert DEFAULTS.items() <= defaults(LAB, sample).items()
    assert set(run(sample).metrics) >= METRICS
    assert set(run(sample, **LOW_RANK).metrics) >= METRICS
    strip = [p.id for p in LAB.params(sample) if p.tier == "strip"]
    assert strip == ["view", "d_c", "heads", "kv_heads", "bits"]
    views = [p for p in LAB.params(sample) if isinstance(p, Choice) and p.role == "view"]
    assert [view.keys for view in views] == [("areas", "low_rank")]


def test_golden_numbers(sample: Tensors) -> None:
    got = complete(sample).metrics
    assert (got["mha_elements"], got["gqa_elements"], got["mla_elements"]) == (32_768, 2_048, 576)
    assert round(got["ratio"], 2) == 56.89
    assert round(got["ratio_with_rope"], 1) == 71.1
    assert got["break_even_d_c"] == 1_984
    assert got["mla_as_kv_heads"] == 2.25
    assert got["multiplies_expanded"] == 68_887_248_896
    assert got["multiplies_absorbed"] == 587_202_560
    assert got["multiplies_cached"] == 184_549_376
    assert got["absorption_max_rel_diff"] < 1e-10
    assert got["latent_cosine"] == 1
    assert (got["latent_gain"], got["ratio_with_bits"]) == (1, got["ratio"])


def test_golden_numbers_of_a_four_bit_latent(sample: Tensors) -> None:
    got = complete(sample, bits=4).metrics
    assert got["mla_bits_per_token"] == 3_328
    assert round(got["latent_gain"], 2) == 2.77
    assert round(got["ratio_with_bits"], 1) == 157.5
    assert got["latent_gain_cap"] == 9
    assert got["ratio"] == run(sample).metrics["ratio"]
    assert 0.98 < got["latent_cosine"] < 0.999


def test_absorbing_reads_less_and_multiplies_more_than_a_full_cache(sample: Tensors) -> None:
    got = run(sample).metrics
    assert round(got["multiplies_expanded"] / got["multiplies_absorbed"]) == 117
    assert round(got["multiplies_absorbed"] / got["multiplies_cached"], 1) == 3.2
    assert round(got["numbers_read_cached"] / got["numbers_read_latent"]) == 71
    text = " ".join(str(p.body) for p in LAB.notes(at(sample), got))
    assert "117 times fewer" in text
    assert "3.18 times the work, and 71.1 times less reading" in text


def test_the_fewer_the_numbers_the_larger_the_ratio(sample: Tensors) -> None:
    found = [run(sample, d_c=d_c).metrics["ratio"] for d_c in range(64, 2049, 64)]
    assert found == sorted(found, reverse=True)
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("rope", [0, 64, 128])
@pytest.mark.parametrize("d_c", [64, 512, 2048])
def test_both_orders_agree_at_true_size(sample: Tensors, d_c: int, rope: int) -> None:
    values = at(sample, d_c=d_c, rope=rope)
    assert 0 <= LAB.later(values, sample, lambda: False)["absorption_max_rel_diff"] < 1e-10


def test_more_bits_keep_more_and_all_bits_keep_all(sample: Tensors) -> None:
    kept = [complete(sample, bits=bits).metrics["latent_cosine"] for bits in measure.BITS]
    assert kept == sorted(kept)
    assert len(set(kept)) == len(kept)
    assert kept[-1] == 1


def test_nothing_is_multiplied_again_for_what_does_not_touch_it(sample: Tensors) -> None:
    values = at(sample, d_c=128, seed=4242)
    LAB.later(values, sample, lambda: False)
    before = measure.multiplied.cache_info().misses
    for changed in ({"heads": 16}, {"kv_heads": 2}, {"tokens": 2**20}, {"bits": 3}, LOW_RANK):
        LAB.later({**values, **changed}, sample, lambda: False)
        if "bits" not in changed:
            assert LAB.later_key({**values, **changed}) == LAB.later_key(values)
    assert measure.multiplied.cache_info().misses == before
    keys = {LAB.later_key({**values, **changed}) for changed in
            ({}, {"d_c": 192}, {"rope": 0}, {"head_dim": 64}, {"seed": 1}, {"group_size": 32},
             {"bits": 2})}  # fmt: skip
    assert len(keys) == 7


def test_what_comes_later_is_null_with_a_reason_until_it_lands(sample: Tensors) -> None:
    values = at(sample, bits=4)
    before = LAB.compute(values, sample)
    assert {str(before.reasons[name]) for name in measure.LATER} == {"computing…"}
    waiting = LAB.cards(values, before.metrics)[4]
    assert (str(waiting.value), str(waiting.sub)) == ("…", "4 bits: cosine …")
    after = before.joined(LAB.later(values, sample, lambda: False))
    assert not after.reasons
    assert "×10^{−1" in str(LAB.cards(values, after.metrics)[4].value)


@given(st.fixed_dictionaries(AREA_SETTINGS))
def test_any_setting_is_sound_and_pure(setting: dict[str, Value]) -> None:
    source = load_sample()
    values = at(source, **setting)
    first, second = LAB.compute(values, source), LAB.compute(dict(values), source)
    assert_sound(first)
    assert first.metrics == second.metrics
    assert as_data(first.figure) == as_data(second.figure)
    metrics = first.metrics
    even, rope = metrics["break_even_d_c"], int(values["rope"])
    if even is not None:
        assert even + rope <= metrics["gqa_elements"] < even + 1 + rope
    assert 1 <= metrics["latent_gain"] < (metrics["latent_gain_cap"] or 8.001)
    assert metrics["ratio_with_bits"] >= metrics["ratio"]
    assert LAB.notes(values, metrics)


@given(st.sampled_from((8, 16, 32, 64, 128)), st.integers(-3, 300))
def test_kv_heads_are_brought_to_a_divisor(heads: int, kv_heads: int) -> None:
    values = at(load_sample(), heads=heads, kv_heads=kv_heads)
    assert heads % int(values["kv_heads"]) == 0
    assert at(load_sample(), **values) == values


def test_the_break_even_and_deepseek_s_choice_can_be_reached(sample: Tensors) -> None:
    d_c = next(p for p in LAB.params(sample) if p.id == "d_c")
    assert isinstance(d_c, Slider)
    reached = {d_c.at(position) for position in range(d_c.positions + 1)}
    assert {64, 512, 1984, 2048} <= reached


# --- squares and bars


@given(st.fixed_dictionaries(AREA_SETTINGS))
def test_areas_are_exactly_proportional(setting: dict[str, Value]) -> None:
    source = load_sample()
    outcome = run(source, **setting)
    boxes, metrics = mark(outcome.figure, "areas"), outcome.metrics
    assert isinstance(boxes, Boxes)
    assert boxes.true_area
    area = dict(zip(boxes.keys, (boxes.w * boxes.h).tolist(), strict=True))
    for name in ("mha", "gqa", "mla"):
        assert area[name] == pytest.approx(metrics[f"{name}_elements"], rel=1e-12)
    stored = area["latent"] + area.get("rope", 0)
    assert stored == pytest.approx(metrics["mla_bits_per_token"] / 16, rel=1e-12)
    assert area.get("rope", 0) == pytest.approx(int(setting["rope"]))


@given(st.fixed_dictionaries(AREA_SETTINGS))
@example({"d_c": 1600, "heads": 128, "kv_heads": 128, "bits": 2, "head_dim": 64, "rope": 0,
          "group_size": 32, "tokens": 1024})  # fmt: skip
def test_squares_stand_apart_in_a_panel_that_holds_them(setting: dict[str, Value]) -> None:
    panel = run(load_sample(), **setting).figure.panels[0]
    boxes = panel.marks[0]
    assert isinstance(boxes, Boxes)
    place = dict(zip(boxes.keys, zip(boxes.x, boxes.w, strict=True), strict=True))
    assert sum(place["mha"]) < place["gqa"][0]
    assert sum(place["gqa"]) < place["mla"][0]
    assert (boxes.x + boxes.w).max() <= panel.x.high + 1e-9
    assert (boxes.y + boxes.h).max() <= panel.y.high
    assert boxes.y.min() == 0


def test_the_squares_wear_their_meaning(sample: Tensors) -> None:
    def tones(**changed: Value) -> dict[Value, str]:
        boxes = mark(run(sample, **changed).figure, "areas")
        return dict(zip(boxes.keys, boxes.tones, strict=True))

    assert tones() == {
        "mha": "ghost", "gqa": "accent", "mla": "ghost", "latent": "good", "rope": "ink"
    }  # fmt: skip
    assert tones(d_c=1984)["latent"] == "bad"
    assert tones(d_c=1920)["latent"] == "good"
    assert "rope" not in tones(rope=0)


def said(figure: Figure) -> list[str]:
    return [str(m.text) for panel in figure.panels for m in panel.marks if isinstance(m, Note)]


def test_the_squares_are_named_and_their_sums_explained(sample: Tensors) -> None:
    figure = run(sample).figure
    ticks = figure.panels[0].x.ticks
    assert ticks is not None
    assert [t.label for t in ticks] == ["MHA 32\u00a0768", "GQA 2\u00a0048", "MLA 576"]
    boxes = mark(figure, "areas")
    middles = dict(zip(boxes.keys, (boxes.x + boxes.w / 2).tolist(), strict=True))
    assert [t.at for t in ticks] == pytest.approx([middles[k] for k in ("mha", "gqa", "mla")])
    assert said(figure) == ["MHA = 2 × 128 × 128\nGQA = 2 × 8 × 128\nMLA = 512 + 64 RoPE"]


def test_what_stands_above_the_last_square(sample: Tensors) -> None:
    verdicts = {
        "4 bits: as small as 208": {"bits": 4},
        "not less than GQA": {"d_c": 1984},
        "not less than GQA · 4 bits: as small as 622": {"d_c": 1984, "bits": 4},
    }
    for words, setting in verdicts.items():
        assert said(run(sample, **setting).figure)[1:] == [words]
    assert str(LAB.cards(at(sample), run(sample, d_c=1984).metrics)[2].sub) == "not less than GQA"


def test_bars_show_the_counts_on_a_logarithmic_scale(sample: Tensors) -> None:
    outcome = run(sample)
    multiplies, reads = mark(outcome.figure, "multiplies"), mark(outcome.figure, "reads")
    assert isinstance(multiplies, Bars)
    assert multiplies.lying
    assert multiplies.keys == reads.keys == FORMS
    wanted = [outcome.metrics[f"multiplies_{form}"] for form in FORMS]
    assert (10**multiplies.size).tolist() == pytest.approx(wanted)
    assert (10**reads.size).tolist() == pytest.approx([4096 * 576] * 2 + [4096 * 40_960])
    assert "32\u00a0768" in str(outcome.figure.description)
    assert "6.9×10^{10}" in str(outcome.figure.description)


@given(st.fixed_dictionaries(AREA_SETTINGS))
def test_the_axis_of_the_bars_stands_still_and_holds_them(setting: dict[str, Value]) -> None:
    source = load_sample()
    panel = run(source, **setting).figure.panels[1]
    still = {"tokens": setting["tokens"], "head_dim": setting["head_dim"], "rope": setting["rope"]}
    reference = run(source, **still).figure.panels[1]
    assert (panel.x.low, panel.x.high) == (reference.x.low, reference.x.high)
    for bars in panel.marks:
        assert isinstance(bars, Bars)
        assert panel.x.low <= bars.size.min()
        # a text fits beside the longest bar
        assert bars.size.max() < panel.x.high - 1.5


def test_hover_gives_the_exact_numbers(sample: Tensors) -> None:
    values = at(sample, bits=4)

    def hover(name: str, key: Value) -> str:
        return str(LAB.describe(values, sample, name, key)).replace("\u00a0", " ")

    assert hover("areas", "mha") == (
        "MHA: 32 768 numbers per layer and token, 65 536 bytes at 16 bits"
    )
    assert hover("areas", "latent").startswith("latent c: 512 numbers, 2 304 bits")
    assert hover("areas", "rope") == "RoPE part: 64 numbers, always 16 bits"
    assert hover("reads", "cached") == (
        "K, V cached: 184 549 376 multiplications, 167 772 160 numbers read"
    )
    assert LAB.describe(values, sample, "multiplies", "other") is None
    assert LAB.describe(values, sample, "energy", 64) is None


# --- low rank


@pytest.mark.parametrize(("head", "rank"), [("0", 64), ("2", 17), ("all", 192)])
def test_a_cut_against_a_plain_computation(sample: Tensors, head: str, rank: int) -> None:
    """By the eigenvectors of the Gram matrix, and attention query by query."""
    got = run(sample, layer=14, head=head, rank=rank, **LOW_RANK).metrics
    heads = [0, 1, 2] if head == "all" else [int(head)]
    k = [sample.keys(14, h, "pre").astype(float) for h in heads]
    v = [sample.values(14, h).astype(float) for h in heads]
    matrix = np.hstack([*k, *v])
    energies, directions = np.linalg.eigh(matrix.T @ matrix)
    kept = directions[:, -rank:]
    cut = matrix @ kept @ kept.T
    assert got["energy_kept"] == pytest.approx(energies[-rank:].sum() / energies.sum(), rel=1e-9)
    assert got["low_rank_ratio"] == matrix.shape[1] / rank

    def output(k: np.ndarray, v: np.ndarray, q: np.ndarray, position: int) -> np.ndarray:
        turned = rotary.apply(k, np.arange(256), 100_000.0)[: position + 1]
        weights = np.exp(turned @ q / 8)
        return np.asarray(weights @ v[: position + 1] / weights.sum())

    cosines = []
    for i, h in enumerate(heads):
        k_cut, v_cut = (cut[:, 64 * j : 64 * (j + 1)] for j in (i, len(heads) + i))
        for query_head in range(3 * h, 3 * h + 3):
            for q, position in zip(sample.queries(14, query_head), range(224, 256), strict=True):
                a, b = output(k[i], v[i], q, position), output(k_cut, v_cut, q, position)
                cosines.append(a @ b / math.sqrt((a @ a) * (b @ b)))
    assert got["low_rank_cosine"] == pytest.approx(np.mean(cosines), rel=1e-8)
    lost = [np.linalg.norm(x) for x in (np.hstack(v)[0] - cut[0, 64 * len(heads) :],)]
    assert got["v_token0_error"] == pytest.approx(lost[0] / np.linalg.norm(np.hstack(v)[0]))


def test_energy_stays_while_attention_is_lost(sample: Tensors) -> None:
    trap = run(sample, layer=19, head="2", rank=64, **LOW_RANK).metrics
    assert trap["energy_kept"] == pytest.approx(0.9895, abs=5e-5)
    assert trap["low_rank_cosine"] == pytest.approx(0.624, abs=5e-4)
    assert trap["token0_weight"] > 0.6
    assert trap["v_token0_norm_ratio"] < 0.3
    assert trap["v_token0_error"] > 4 * trap["v_median_error"]


@pytest.mark.parametrize("layer", [14, 19, 23])
def test_int8_of_the_same_size_beats_every_cut_to_half(sample: Tensors, layer: int) -> None:
    for head in ("0", "1", "2"):
        got = run(sample, layer=layer, head=head, rank=64, **LOW_RANK).metrics
        bits, same_size, cosine = got["quantized_cosines"][0]
        assert (bits, same_size) == (8, 128 * 8.5 / 16)
        assert got["low_rank_cosine"] < 0.97 < 0.9999 < cosine


def test_the_layer_without_a_sink_is_the_exception(sample: Tensors) -> None:
    for layer, heading in ((14, "The quiet sink"), (0, "Token 0")):
        values = at(sample, layer=layer, **LOW_RANK)
        notes = LAB.notes(values, LAB.compute(values, sample).metrics)
        assert heading in [str(p.heading) for p in notes]
    assert run(sample, layer=0, **LOW_RANK).metrics["low_rank_cosine"] > 0.999


@given(st.fixed_dictionaries(RANK_SETTINGS))
@settings(max_examples=40)
def test_any_cut_is_sound_and_pure(setting: dict[str, Value]) -> None:
    source = load_sample()
    values = at(source, **setting, **LOW_RANK)
    first, second = LAB.compute(values, source), LAB.compute(dict(values), source)
    assert_sound(first)
    assert first.metrics == second.metrics
    assert as_data(first.figure) == as_data(second.figure)
    assert 0 < first.metrics["energy_kept"] <= 1
    assert -1 <= first.metrics["low_rank_cosine"] <= 1
    assert int(values["rank"]) <= first.metrics["rank_most"]


@pytest.mark.parametrize(("head", "most"), [("1", 128), ("all", 256)])
def test_the_full_rank_loses_nothing(sample: Tensors, head: str, most: int) -> None:
    values = at(sample, head=head, rank=256, **LOW_RANK)
    assert values["rank"] == most
    got = LAB.compute(values, sample).metrics
    assert (got["low_rank_cosine"], got["rank_most"]) == (1, most)
    assert got["energy_kept"] == pytest.approx(1)
    assert max(got[f"{row}_error"] for row in ROWS) < 1e-9


def test_more_rank_keeps_more_energy(sample: Tensors) -> None:
    found = [run(sample, rank=rank, **LOW_RANK).metrics for rank in range(1, 129, 9)]
    energies = [m["energy_kept"] for m in found]
    assert energies == sorted(energies)
    most = found[0]["rank_for_99_percent"]
    around = [run(sample, rank=r, **LOW_RANK).metrics["energy_kept"] for r in (most - 1, most)]
    assert around[0] < 0.99 <= around[1]


def test_the_curve_goes_through_the_present_rank(sample: Tensors) -> None:
    outcome = run(sample, rank=61, **LOW_RANK)
    line, now, energy = (mark(outcome.figure, name) for name in ("cosine", "now", "energy"))
    assert isinstance(line, Line)
    assert isinstance(now, Dots)
    assert isinstance(energy, Bars)
    assert line.keys == tuple(sorted({*ranks.curve_ranks(128), 61}))
    assert line.y[line.keys.index(61)] == now.y[0] == outcome.metrics["low_rank_cosine"]
    assert energy.sets == "rank"
    assert energy.picked is None
    on_a_bar = mark(run(sample, rank=64, **LOW_RANK).figure, "energy")
    assert on_a_bar.keys[on_a_bar.picked] == 64
    assert on_a_bar.size[on_a_bar.picked] == pytest.approx(
        run(sample, rank=64, **LOW_RANK).metrics["energy_kept"]
    )


@given(st.fixed_dictionaries(RANK_SETTINGS))
@settings(max_examples=40)
def test_axes_hold_the_curve_and_the_rows(setting: dict[str, Value]) -> None:
    figure = run(load_sample(), **setting, **LOW_RANK).figure
    curve, rows = figure.panels
    assert mark(figure, "cosine").y.max() <= curve.y.high
    assert mark(figure, "cosine").y.min() >= curve.y.low
    assert mark(figure, "quantized").x.max() < curve.x.high
    assert max(mark(figure, row).size[0] for row in ROWS) <= rows.y.high
    ticks = curve.x.ticks
    assert ticks is not None
    assert [t.at for t in ticks if t.strong] == [mark(figure, "now").x[0]]


def test_rows_are_told_apart_by_more_than_colour(sample: Tensors) -> None:
    figure = run(sample, **LOW_RANK).figure
    bars = {row: mark(figure, row) for row in ROWS}
    assert [bars[row].tone for row in ROWS] == ["k", "k", "v", "v"]
    assert [bars[row].hatched for row in ROWS] == [False, True, False, True]


def test_hover_of_the_low_rank_view(sample: Tensors) -> None:
    values = at(sample, **LOW_RANK)
    found = run(sample, **LOW_RANK).metrics
    text = str(LAB.describe(values, sample, "energy", 64))
    assert text == "rank 64: energy 98.43%, output cosine 0.8825"
    assert str(LAB.describe(values, sample, "now", 64)) == text
    assert "as large as rank 68" in str(LAB.describe(values, sample, "quantized", 8))
    assert "164%" in str(LAB.describe(values, sample, "v_token0", "v_token0"))
    assert found["v_token0_error"] == pytest.approx(1.64, abs=0.005)
    assert LAB.describe(values, sample, "energy", 500) is None
    assert LAB.describe(values, sample, "quantized", 5) is None
    assert LAB.describe(values, sample, "areas", "mha") is None


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.9843, "98.43%"), (0.99996515, "99.9965%"), (1.0, "100%"), (0.5, "50.00%")],
)
def test_a_share_near_one_never_reads_one(share: float, text: str) -> None:
    assert share_text(share) == text


@pytest.mark.parametrize("seed", [0, 7])
def test_the_synthetic_source_works_too(seed: int) -> None:
    source = synthetic(seed)
    for view in ("areas", "low_rank"):
        for head in ("1", "all"):
            values = at(source, view=view, head=head, layer=3)
            outcome = LAB.compute(values, source)
            assert_sound(outcome)
            assert LAB.notes(values, outcome.metrics)
    assert f"seed {seed}" in str(LAB.footer(values, source))
    assert outcome.metrics["v_token0_norm_ratio"] < 0.2


def test_a_source_without_keys_before_rope_is_cut_after_it(sample: Tensors) -> None:
    assert isinstance(sample, StoredTensors)
    layers = {n: replace(layer, k_pre=None) for n, layer in sample.data.items()}
    stored = replace(sample, data=layers)
    values = at(stored, **LOW_RANK)
    after, before = run(stored, **LOW_RANK), run(sample, **LOW_RANK)
    assert_sound(after)
    assert not after.metrics["cut_before_rope"]
    # rotation smears the slow pairs' offset: the same energy needs a higher rank
    assert after.metrics["rank_for_99_percent"] > before.metrics["rank_for_99_percent"]
    assert "only after RoPE" in str(LAB.notes(values, after.metrics)[0].body)
    assert run(stored, rank=128, **LOW_RANK).metrics["low_rank_cosine"] == 1


def test_an_output_of_zero_has_no_cosine_and_says_so(sample: Tensors) -> None:
    assert isinstance(sample, StoredTensors)
    layers = {n: replace(layer, v=np.zeros_like(layer.v)) for n, layer in sample.data.items()}
    empty = replace(sample, data=layers)
    values = at(empty, **LOW_RANK)
    outcome = LAB.compute(values, empty)
    assert_sound(outcome)
    assert set(outcome.reasons) == {*measure.LATER, "low_rank_cosine", "v_token0_norm_ratio"}
    assert str(LAB.cards(values, outcome.metrics)[2].value) == "—"
    assert LAB.notes(values, outcome.metrics)
    assert "—" in str(LAB.describe(values, empty, "energy", 64))


def test_the_source_is_left_as_it_was(sample: Tensors) -> None:
    before = [sample.keys(19, 1, "pre").copy(), sample.values(19, 1).copy()]
    run(sample, layer=19, head="all", rank=30, **LOW_RANK)
    after = [sample.keys(19, 1, "pre"), sample.values(19, 1)]
    assert all(np.array_equal(a, b) for a, b in zip(before, after, strict=True))


def test_each_view_can_set_what_it_shows(sample: Tensors) -> None:
    def usable(view: str) -> set[str]:
        values = at(sample, view=view)
        return {p.id for p in LAB.params(sample) if p.enabled and p.enabled(values)}

    assert usable("areas") == {*DEFAULTS} - {"seed"}
    assert usable("low_rank") == {"layer", "head", "rank"}


# --- words


def test_cards_of_both_views(sample: Tensors) -> None:
    cards = LAB.cards(at(sample, bits=4), complete(sample, bits=4).metrics)
    assert [card.metric for card in cards] == [
        "mha_elements", "gqa_elements", "mla_elements", "ratio", "absorption_max_rel_diff"
    ]  # fmt: skip
    assert [str(card.value) for card in cards[:4]] == [
        "32\u00a0768", "2\u00a0048", "576", "56.9×"
    ]  # fmt: skip
    assert str(cards[3].sub) == "4 bits: 2.77× more, 157.5× in all"
    low = LAB.cards(at(sample, **LOW_RANK), run(sample, **LOW_RANK).metrics)
    assert len(low) == 5
    assert [str(card.value) for card in low] == ["2×", "98.43%", "0.8825", "164%", "74"]
    assert all(card.metric in run(sample, **LOW_RANK).metrics for card in low)


@pytest.mark.parametrize("shown", [{}, LOW_RANK])
def test_what_was_computed_can_be_shown_while_the_other_view_is_chosen(
    sample: Tensors, shown: Values
) -> None:
    metrics = run(sample, **shown).metrics
    before, chosen = at(sample, **shown), at(sample, **({} if shown else LOW_RANK))
    cards = [[c.metric for c in LAB.cards(values, metrics)] for values in (before, chosen)]
    assert cards[0] == cards[1]
    assert len(LAB.notes(before, metrics)) == len(LAB.notes(chosen, metrics))


def test_where_the_numbers_come_from(sample: Tensors) -> None:
    areas = str(LAB.footer(at(sample), sample))
    assert "4 heads at true size, 12 tokens, random weights, seed 7" in areas
    low = str(LAB.footer(at(sample, **LOW_RANK), sample))
    assert "SmolLM2" in low
    assert "layer 14, KV head 0, 256 tokens" in low


def test_deepseek_s_ninety_percent_is_taken_apart(sample: Tensors) -> None:
    text = " ".join(str(p.body) for p in LAB.notes(at(sample), run(sample).metrics))
    text = text.replace("\u00a0", " ")
    for part in ("93.3%", "82.2%", "25 920 bytes", "389 120 bytes", "caps the gain at 9×",
                 "71.1×", "up to d_c = 1 984", "nothing about DeepSeek", "Measured beforehand",
                 "5.7 times", "1.14 times", "1.003 times", "0.042", "0.0003",
                 "further training, not a new model"):  # fmt: skip
        assert part in text


def test_where_nothing_can_pay_it_says_so(sample: Tensors) -> None:
    tiny: dict[str, Value] = {"kv_heads": 1, "head_dim": 64, "rope": 128, "heads": 8, "d_c": 2048}
    outcome = run(sample, **tiny)
    assert outcome.metrics["break_even_d_c"] is None
    assert "RoPE part" in str(outcome.reasons["break_even_d_c"])
    text = " ".join(str(p.body) for p in LAB.notes(at(sample, **tiny), outcome.metrics))
    assert "no d_c pays" in text
    assert "no less reading" in text


def done(sample: Tensors, task: str, **changed: Value) -> bool:
    values = at(sample, **changed)
    metrics = LAB.compute(values, sample).metrics
    return next(t for t in LAB.tasks() if t.id == task).done(values, metrics, [values])


def test_the_first_task_is_the_smallest_d_c_that_does_not_pay(sample: Tensors) -> None:
    found = [d_c for d_c in range(64, 2049, 64) if done(sample, "break_even", d_c=d_c)]
    assert found == [1984]
    assert done(sample, "break_even", d_c=448, kv_heads=2)
    assert not done(sample, "break_even", kv_heads=2)


def test_the_second_task_is_the_largest_gqa_not_above(sample: Tensors) -> None:
    heads = (1, 2, 4, 8, 16, 32, 64, 128)
    assert [n for n in heads if done(sample, "gqa", kv_heads=n)] == [2]
    stored = [run(sample, kv_heads=n).metrics["gqa_elements"] <= 576 for n in heads]
    assert stored == [True, True, *[False] * 6]
    assert not done(sample, "gqa", kv_heads=2, d_c=448)
    assert not done(sample, "gqa", kv_heads=2, head_dim=64)


def test_the_third_task_is_the_four_bit_latent(sample: Tensors) -> None:
    assert [b for b in measure.BITS if done(sample, "int4", bits=b)] == [4]
    assert not done(sample, "int4", bits=4, d_c=576)


def test_nothing_is_done_at_the_untouched_defaults(sample: Tensors) -> None:
    assert len(LAB.tasks()) == 3
    assert not any(done(sample, task.id) for task in LAB.tasks())


def test_the_prediction_and_what_it_reveals(sample: Tensors) -> None:
    question = LAB.prediction()
    assert question.answer == "2.8"
    assert question.answer in dict(question.options)
    values = at(sample, **question.at)
    metrics = LAB.compute(values, sample).metrics
    assert f"{metrics['latent_gain']:.2f}" == "2.77"
    assert f"{metrics['latent_gain']:.1f}" == question.answer
    for part in ("2.77", units.integer(3328), units.integer(9216)):
        assert part in str(question.reveal)
    assert metrics["mla_bits_per_token"] == 3328
    hidden = [card for card in LAB.cards(values, metrics) if card.metric in question.hides]
    assert ["2.77×" in str(card.sub) for card in hidden] == [True]


def test_presets_are_settings_that_show_what_they_say(sample: Tensors) -> None:
    presets = {p.id: p for p in LAB.presets()}
    assert len(presets) == len(LAB.presets()) <= 9
    found = {}
    for name, preset in presets.items():
        values = at(sample, **preset.values)
        assert preset.values.items() <= values.items()
        found[name] = (preset, LAB.compute(values, sample).metrics)
    assert found["deepseek"][1]["mla_elements"] == 576
    preset, metrics = found["break_even"]
    assert metrics["mla_elements"] == metrics["gqa_elements"]
    assert units.integer(metrics["break_even_d_c"]) in str(preset.label)
    preset, metrics = found["int4"]
    assert f"{metrics['ratio_with_bits']:.1f}×" in str(preset.label)
    assert found["low_rank"][1]["low_rank_ratio"] == 2
    preset, metrics = found["trap"]
    assert f"{metrics['energy_kept']:.0%} of the energy" in str(preset.label)
    assert f"cosine {metrics['low_rank_cosine']:.2f}" in str(preset.label)


def every_msg(thing: object) -> list[Msg]:
    """All messages in a nest of tuples and dataclasses."""
    if isinstance(thing, Msg):
        return [thing, *(m for _, arg in thing.args for m in every_msg(arg))]
    if isinstance(thing, (tuple, list)):
        return [m for part in thing for m in every_msg(part)]
    names = getattr(thing, "__dataclass_fields__", {})
    return [m for name in names for m in every_msg(getattr(thing, name))]


VIEWS: list[Values] = [{}, {"rope": 0, "bits": 3}, LOW_RANK, {**LOW_RANK, "head": "all"}]


@pytest.mark.parametrize("setting", VIEWS)
def test_every_placeholder_is_filled(sample: Tensors, setting: Values) -> None:
    values = at(sample, **setting)
    outcome = complete(sample, **setting)
    items = [(m.id, key) for panel in outcome.figure.panels for m in panel.marks for key in m.keys]
    hovers = [LAB.describe(values, sample, name, key) for name, key in items]
    messages = every_msg((
        LAB.title(), LAB.tab(), LAB.claim(values), LAB.params(sample), LAB.presets(), LAB.tasks(),
        LAB.prediction(), LAB.cards(values, outcome.metrics), LAB.notes(values, outcome.metrics),
        LAB.footer(values, sample), hovers, outcome.figure,
    ))  # fmt: skip
    assert len(messages) > 60
    assert not [m.source for m in messages if placeholders(m.source) != {n for n, _ in m.args}]
