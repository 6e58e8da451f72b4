"""Lab 06: the chain, the story of the 93.3%, the challenge, what was measured, tasks and words."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kvlab_desktop.core.figure import Bars, Figure, Line, Mark, Note, Table, as_data
from kvlab_desktop.core.lab import Outcome, Paragraph, defaults, parse_settings
from kvlab_desktop.core.params import Choice, ParamError, Slider, Value, Values
from kvlab_desktop.core.text import Msg, placeholders
from kvlab_desktop.labs import find_lab
from kvlab_desktop.labs._together_fidelity import fidelity
from kvlab_desktop.labs._together_measured import CURVES, measured_for
from kvlab_desktop.labs._together_steps import STEPS
from kvlab_desktop.labs.together import LAB
from kvlab_desktop.numerics.attention import attend, causal_mask
from kvlab_desktop.sources.models import accelerators, models
from kvlab_desktop.sources.sample import load_sample
from kvlab_desktop.sources.stored import StoredTensors, grid_sample
from kvlab_desktop.sources.synthetic import synthetic
from kvlab_desktop.sources.tensors import GRID_VALUES, GridOrigin, Layer, Tensors
from tests.labs.using import Using, panels

K = 2**10
CHALLENGE: dict[str, Value] = {"view": "challenge", "users": 16, "context": 32 * K}
VIEWS: tuple[dict[str, Value], ...] = (
    {}, {"story": "deepseek"}, CHALLENGE, {"view": "measured"},
)  # fmt: skip
#: one model of every kind: GQA, MHA, MQA, MLA, MLA + index keys, MLA + linear, windows, chunks,
#: linear layers, shared layers, compressed entries, index keys beside heads, blocks without any
KINDS = (
    "llama-3.1-70b", "llama-2-7b", "falcon-7b", "deepseek-v3", "deepseek-v3.2", "kimi-linear-48b",
    "gemma-3-27b", "llama-4-scout", "qwen3-next-80b-a3b", "gemma-4-e4b", "deepseek-v4-pro",
    "minimax-m3", "nemotron-3-nano-30b-a3b", "smollm2-135m", "mistral-7b-v0.1",
)  # fmt: skip
SETTINGS = {
    "view": st.sampled_from(("chain", "challenge", "measured")),
    "story": st.sampled_from(("model", "deepseek")),
    "step": st.integers(0, 5),
    "bits": st.sampled_from((2, 3, 4, 8, 16)),
    "grouping": st.sampled_from(("per_token", "kivi")),
    "model": st.sampled_from([m.id for m in models()]),
    "users": st.sampled_from([1 << i for i in range(9)]),
    "context": st.sampled_from([K << i for i in range(11)]),
    "gpu": st.sampled_from([card.id for card in accelerators()]),
    "budget": st.integers(0, 99).map(lambda i: 0.9 + i / 1000),
    "rows": st.sampled_from(("both", "k", "v", "all")),
    "text": st.sampled_from(("libraries", "longtext", "all")),
}


@pytest.fixture(scope="module")
def sample() -> Tensors:
    return load_sample()


USE = Using(LAB)
at, run, complete = USE.at, USE.run, USE.complete


def steps(outcome: Outcome, name: str) -> list[Any]:
    return [step[name] for step in outcome.metrics["steps"]]


def marks(figure: Figure) -> dict[str, Mark]:
    return {mark.id: mark for panel in figure.panels for mark in panel.marks}


def bars(outcome: Outcome, name: str) -> Bars:
    mark = marks(outcome.figure)[name]
    assert isinstance(mark, Bars)
    return mark


def texts(thing: object) -> Iterator[str]:
    """Every text in a figure's data."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for value in thing.values():
            yield from texts(value)
    elif isinstance(thing, list):
        for value in thing:
            yield from texts(value)


# --- the chain -----------------------------------------------------------------------------------


def test_the_bytes_of_the_six_steps(sample: Tensors) -> None:
    found = run(sample)
    assert steps(found, "id") == list(STEPS)
    assert steps(found, "bytes_per_token") == [2621440, 327680, 92160, 92160, 92160, 33280]
    assert all(isinstance(size, int) for size in steps(found, "bytes_per_token"))
    factors = [1, 8, 256 / 9, 256 / 9, 256 / 9, 2621440 / 33280]
    assert steps(found, "factor") == pytest.approx(factors)
    assert found.metrics["deepseek_v3_bytes_per_token"] == 70272
    assert found.metrics["deepseek_v3_bytes_per_token_quantized"] == 25376


@pytest.mark.parametrize("context", [K, 32 * K, 1024 * K])
def test_a_token_costs_the_same_at_any_length(sample: Tensors, context: int) -> None:
    found = run(sample, context=context)
    assert steps(found, "bytes_per_token") == [2621440, 327680, 92160, 92160, 92160, 33280]


@pytest.mark.parametrize(
    ("step", "size", "numbers", "bits", "effective"),
    [
        (0, 2621440, 1, 1, 16),
        (1, 327680, 8, 1, 16),
        (3, 92160, 8, 32 / 9, 4.5),
        (4, 92160, 256 / 9, 1, 16),
        # 512 numbers at 4.5 bits and 64 at 16
        (5, 33280, 256 / 9, 9216 / 3328, 3328 / 576),
    ],
)
def test_a_factor_is_numbers_times_bits(
    sample: Tensors, step: int, size: int, numbers: float, bits: float, effective: float
) -> None:
    metrics = run(sample, step=step).metrics
    assert metrics["bytes_per_token"] == size
    assert metrics["factor_by_numbers"] == pytest.approx(numbers)
    assert metrics["factor_by_bits"] == pytest.approx(bits)
    assert metrics["factor"] == pytest.approx(numbers * bits)
    assert metrics["bits_effective"] == pytest.approx(effective)


def test_a_note_says_why_two_bars_are_equal(sample: Tensors) -> None:
    heading = "Why two bars are equal"
    body = next(str(n.body) for n in notes(sample) if str(n.heading) == heading)
    assert "2\u00a0048 × 4.5 / 16 = 576" in body
    assert heading not in [str(n.heading) for n in notes(sample, bits=8)]


def test_the_same_bytes_with_kivi_groups_keep_more(sample: Tensors) -> None:
    found = run(sample)
    assert steps(found, "fidelity") == [
        None, 1.0, pytest.approx(0.970347, abs=1e-6), pytest.approx(0.991812, abs=1e-6), None, None,
    ]  # fmt: skip
    for bits in (2, 3, 4, 8):
        _, _, rows, kivi, _, _ = steps(run(sample, bits=bits), "fidelity")
        assert rows < kivi < 1


def reread(x: np.ndarray, bits: int, axis: int) -> np.ndarray:
    """Quantize a matrix [T, D] in groups of 64 along an axis, written down once more."""
    parts = np.split(x.astype(np.float64), range(64, x.shape[axis], 64), axis=axis)
    levels = 2**bits - 1
    read = []
    for part in parts:
        low, high = part.min(axis=axis, keepdims=True), part.max(axis=axis, keepdims=True)
        step = (high - low) / levels
        read.append(np.rint((part - low) / step) * step + low)
    return np.concatenate(read, axis=axis)


@pytest.mark.parametrize(("bits", "grouping"), [(4, "kivi"), (4, "per_token"), (2, "kivi")])
def test_the_fidelity_is_the_mean_over_every_head_and_query(
    sample: Tensors, bits: int, grouping: Any
) -> None:
    mask = causal_mask(sample.query_positions, sample.n_tokens)
    cosines = []
    for layer in sample.layers:
        for head in range(sample.query_heads):
            kv, q = sample.kv_head_of(head), sample.queries(layer, head)
            k, v = sample.keys(layer, kv), sample.values(layer, kv)
            _, exact = attend(q, k, v, sample.scale, mask)
            read = reread(k, bits, 0 if grouping == "kivi" else 1), reread(v, bits, 1)
            _, moved = attend(q, *read, sample.scale, mask)
            lengths = np.linalg.norm(exact, axis=1) * np.linalg.norm(moved, axis=1)
            cosines.append((exact * moved).sum(axis=1) / lengths)
    every = np.concatenate(cosines)
    found = fidelity(sample, bits, grouping)
    assert found.outputs == every.size == 4 * 9 * 32
    assert found.cosine == pytest.approx(every.mean(), abs=2e-4)
    assert found.lowest == pytest.approx(every.min(), abs=0.02)
    assert found.share_over_099 == pytest.approx((every > 0.99).mean(), abs=0.01)


def test_sixteen_bits_change_nothing(sample: Tensors) -> None:
    found = run(sample, bits=16)
    assert steps(found, "fidelity") == [None, 1.0, 1.0, 1.0, None, None]
    assert steps(found, "bytes_per_token") == [2621440, 327680, 327680, 327680, 92160, 92160]


def test_what_cannot_be_had_after_the_fact_has_its_reason(sample: Tensors) -> None:
    found = run(sample)
    for name in ("steps.mla.fidelity", "steps.mla_quantized.fidelity", "fidelity"):
        assert "after the fact" in str(found.reasons[name])
    assert "another model" in str(found.reasons["steps.mha.fidelity"])
    assert "steps.kivi.fidelity" not in found.reasons
    card = next(card for card in LAB.cards(at(sample), found.metrics) if card.metric == "fidelity")
    assert str(card.value) == "—"
    assert "after the fact" in str(card.sub)


def test_a_model_with_mla_has_no_steps_with_kv_heads(sample: Tensors) -> None:
    found = run(sample, model="deepseek-v3", step=2)
    assert steps(found, "bytes_per_token") == [4997120, None, None, None, 70272, 25376]
    assert steps(found, "fidelity") == [None, None, None, None, 1.0, None]
    assert "trained with MLA" in str(found.reasons["steps.gqa.bytes_per_token"])
    assert "no latent" in str(found.reasons["steps.mla_quantized.fidelity"])
    assert bars(found, "steps").keys == (0, 4, 5)
    assert bars(found, "steps").picked is None
    words = [m for name, m in marks(found.figure).items() if name.startswith("no_")]
    assert len(words) == 3


def test_a_model_with_mha_is_its_own_yardstick(sample: Tensors) -> None:
    found = run(sample, model="llama-2-7b")
    assert steps(found, "bytes_per_token")[:2] == [524288, 524288]
    assert steps(found, "fidelity")[:2] == [1.0, 1.0]


def test_a_model_of_compressed_entries_has_no_chain(sample: Tensors) -> None:
    found = run(sample, model="deepseek-v4-pro", step=3)
    assert steps(found, "bytes_per_token") == [None] * 6
    assert found.metrics["factor"] is None
    assert "compressed entries" in str(found.reasons["factor"])
    assert bars(found, "ghosts").keys == ("ghost_16", "ghost")


def test_windows_make_an_average(sample: Tensors) -> None:
    short, long = (run(sample, model="gemma-3-27b", context=c) for c in (K, 128 * K))
    # within the window of 1024 every layer keeps every token
    assert short.metrics["steps"][1]["bytes_per_token"] == 507904
    assert long.metrics["steps"][1]["bytes_per_token"] == 81920 + 52 * 1024 * 8192 / (128 * K)
    assert "An average" in [str(n.heading) for n in notes(sample, model="gemma-3-27b")]
    assert "An average" not in [str(n.heading) for n in notes(sample)]


# --- the picture of the chain --------------------------------------------------------------------


def test_a_click_on_a_row_goes_to_its_step(sample: Tensors) -> None:
    found = run(sample, step=3)
    rows = bars(found, "steps")
    assert (rows.sets, rows.keys, rows.picked, rows.lying) == ("step", (0, 1, 2, 3, 4, 5), 3, True)
    own = [bars(found, f"steps_{tone}") for tone in ("ghost", "accent", "good")]
    assert [mark.keys for mark in own] == [(0,), (1, 2, 3), (4, 5)]
    assert [mark.tone for mark in own] == ["ghost", "accent", "good"]
    assert {mark.sets for mark in own} == {"step"}
    drawn = {key: x for m in own for key, x in zip(m.keys, m.size, strict=True)}
    assert [drawn[i] for i in range(6)] == steps(found, "bytes_per_token")


def test_values_are_in_kilobytes_and_the_current_name_is_strong(sample: Tensors) -> None:
    found = run(sample, step=3)
    shown = [str(text).replace("\u00a0", " ") for text in bars(found, "steps").texts]
    assert shown == ["2621.4 KB", "327.7 KB", "92.16 KB", "92.16 KB", "92.16 KB", "33.28 KB"]
    ticks = panels(found)["bytes"].y.ticks or ()
    assert [tick.strong for tick in ticks].index(True) == 3
    assert str(ticks[3].label) == "4 bits, KIVI groups"
    assert str(ticks[1].label) == "GQA, 8 KV heads · 16 bits"


def test_errors_stand_beside_their_rows(sample: Tensors) -> None:
    found = run(sample, step=3)
    errors = bars(found, "errors")
    assert errors.keys == (2, 3)
    assert errors.sets == "step"
    assert errors.picked == 1
    gaps = [1 - cosine for cosine in steps(found, "fidelity")[2:4]]
    assert list(errors.size) == pytest.approx([math.log10(gap) for gap in gaps])
    assert list(errors.at) == list(bars(found, "steps").at[2:4])
    words = {name: m for name, m in marks(found.figure).items() if isinstance(m, Note)}
    assert str(words["words_mla"].text) == "only by training"
    assert str(words["cosine_kivi"].text) == "0.9918"


@pytest.mark.parametrize("base", [{}, CHALLENGE])
def test_axes_stay_put_while_sliders_move(sample: Tensors, base: dict[str, Value]) -> None:
    ends = {
        tuple((p.x.low, p.x.high, p.y.low, p.y.high) for p in run(sample, **values).figure.panels)
        for bits in (2, 4, 16)
        for step in (0, 5)
        for values in [{**base, "bits": bits, "step": step}]
    }
    assert len(ends) == 1


def test_the_bars_of_a_small_model_stay_inside(sample: Tensors) -> None:
    found = run(sample, model="smollm2-135m")
    assert max(bars(found, "ghosts").size) > found.metrics["steps"][0]["bytes_per_token"]
    assert max(bars(found, "ghosts").size) < panels(found)["bytes"].x.high


# --- the 93.3% -----------------------------------------------------------------------------------


def preset(name: str) -> dict[str, Value]:
    return dict(next(p.values for p in LAB.presets() if p.id == name))


def test_the_split_of_the_93_percent_is_a_preset(sample: Tensors) -> None:
    found = run(sample, **preset("deepseek"))
    metrics = found.metrics
    assert metrics["deepseek_67b_bytes_per_token"] == 95 * 2 * 8 * 128 * 2 == 389120
    assert metrics["deepseek_v2_bytes_per_token"] == 60 * 576 * 2
    assert metrics["deepseek_v2_bytes_per_token_6_bits"] == 60 * 576 * 6 / 8 == 25920
    assert metrics["saving"] == pytest.approx(0.9334, abs=5e-5)
    assert metrics["saving_by_numbers"] == pytest.approx(0.8224, abs=5e-5)
    assert metrics["saving_by_bits"] == pytest.approx(0.9334 - 0.8224, abs=5e-5)
    shown = {
        card.metric: str(card.value) for card in LAB.cards(at(sample, story="deepseek"), metrics)
    }
    assert shown["saving"] == "93.3%"
    assert shown["saving_by_numbers"] == "82.2%"
    source = str(LAB.footer(at(sample, story="deepseek"), sample))
    assert "2405.04434" in source
    assert "95 layers" in source


def test_each_bar_shows_what_made_it_shorter(sample: Tensors) -> None:
    found = run(sample, story="deepseek")
    numbers, bits = bars(found, "by_numbers"), bars(found, "by_bits")
    assert (numbers.base, *numbers.size) == (69120, 389120)
    assert (bits.base, *bits.size) == (25920, 69120)
    assert numbers.hatched
    assert bits.hatched
    assert list(bars(found, "latent").size) == [69120, 25920]


def test_the_question_hides_its_answer_everywhere_on_the_page(sample: Tensors) -> None:
    question = LAB.prediction()
    here = at(sample, **question.at)
    assert here == at(sample, **preset("deepseek"))
    assert question.answer == "82"
    assert {key for key, _ in question.options} == {"93", "82", "50"}
    found = LAB.compute(here, sample)
    cards = {card.metric: card for card in LAB.cards(here, found.metrics)}
    assert set(question.hides) <= set(cards)
    open_to_all = [
        *(str(card.value) for name, card in cards.items() if name not in question.hides),
        *texts(as_data(found.figure)),
        *(str(note.body) for note in LAB.notes(here, found.metrics)),
        str(LAB.claim(here)), str(LAB.footer(here, sample)),
    ]  # fmt: skip
    assert not [text for text in open_to_all if "82." in text or "11.1" in text]
    assert "82.2%" in str(question.reveal)


def test_the_story_leaves_the_strip_alone(sample: Tensors) -> None:
    params = {p.id: p for p in LAB.params(sample)}
    told, chain = at(sample, story="deepseek"), at(sample)
    for name in ("step", "bits", "model"):
        enabled = params[name].enabled
        assert enabled is not None
        assert enabled(chain)
        assert not enabled(told)


# --- the challenge -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "failing"),
    [
        ({"bits": 16}, "memory"),
        ({"bits": 8}, "memory"),
        ({"bits": 4}, "none"),
        ({"bits": 3}, "fidelity"),
        ({"bits": 2}, "fidelity"),
        ({"bits": 4, "grouping": "per_token"}, "fidelity"),
        ({"bits": 4, "budget": 0.992}, "fidelity"),
        ({"bits": 3, "budget": 0.966}, "none"),
        ({"bits": 4, "users": 32}, "memory"),
        ({"bits": 3, "users": 64}, "both"),
        ({"bits": 8, "gpu": "h200-sxm"}, "none"),
    ],
)
def test_which_constraint_fails(sample: Tensors, changed: dict[str, Value], failing: str) -> None:
    found = run(sample, **{**CHALLENGE, **changed})
    assert found.metrics["failing_constraint"] == failing
    assert found.metrics["fits"] is (failing in ("none", "fidelity"))
    assert found.metrics["within_budget"] is (failing in ("none", "memory"))
    card = LAB.cards(at(sample, **{**CHALLENGE, **changed}), found.metrics)[0]
    assert str(card.value).startswith("✓" if failing == "none" else "✗")


def test_the_bytes_of_everyone(sample: Tensors) -> None:
    metrics = run(sample, **CHALLENGE).metrics
    assert metrics["total_bytes"] == 16 * 32 * K * 92160
    assert metrics["capacity_bytes"] == 81559 * 2**20
    assert metrics["fit_count"] == 81559 * 2**20 // (32 * K * 92160)


def test_a_latent_cannot_be_judged_by_the_sample(sample: Tensors) -> None:
    few = run(sample, **{**CHALLENGE, "model": "deepseek-v3"})
    assert few.metrics["failing_constraint"] is None
    assert few.metrics["setting_fidelity"] is None
    assert few.metrics["fits"] is True
    assert "sample" in str(few.reasons["failing_constraint"])
    many = run(sample, **{**CHALLENGE, "model": "deepseek-v3", "users": 256})
    assert many.metrics["failing_constraint"] == "memory"
    plain = run(sample, **{**CHALLENGE, "model": "deepseek-v3", "bits": 16})
    assert plain.metrics["failing_constraint"] == "none"


def test_every_candidate_comes_later_and_agrees_with_the_page(sample: Tensors) -> None:
    first = run(sample, **CHALLENGE)
    assert first.metrics["candidates"] is None
    assert "computing" in str(first.reasons["candidates"])
    found = complete(sample, **CHALLENGE)
    assert "candidates" not in found.reasons
    listed = found.metrics["candidates"]
    assert [(c["bits"], c["grouping"]) for c in listed] == [
        (bits, grouping) for bits in (16, 8, 4, 3, 2) for grouping in ("per_token", "kivi")
    ]
    for one in listed:
        metrics = run(
            sample, **{**CHALLENGE, "bits": one["bits"], "grouping": one["grouping"]}
        ).metrics
        assert metrics["failing_constraint"] == one["failing_constraint"]
        assert metrics["setting_fidelity"] == one["fidelity"]
        assert metrics["total_bytes"] == one["total_bytes"]


def test_ways_to_fit_are_named_where_memory_fails(sample: Tensors) -> None:
    found = complete(sample, **CHALLENGE, bits=8)
    ways = {way["change"]: way["value"] for way in found.metrics["ways_to_fit"]}
    assert ways["bits"] == 4
    assert ways["requests"] == 14
    said = [str(n.body) for n in LAB.notes(at(sample, **CHALLENGE, bits=8), found.metrics)]
    assert any("14 at a time" in text for text in said)
    assert complete(sample, **CHALLENGE).metrics["ways_to_fit"] == []


def test_later_ends_when_it_is_no_longer_wanted(sample: Tensors) -> None:
    assert LAB.later(at(sample, **CHALLENGE), sample, lambda: True) == {}


def test_later_depends_on_what_it_says(sample: Tensors) -> None:
    first = LAB.later_key(at(sample, **CHALLENGE))
    for changed in ({"users": 8}, {"bits": 8}, {"budget": 0.95}, {"model": "llama-3.1-8b"}):
        assert LAB.later_key(at(sample, **{**CHALLENGE, **changed})) != first
    assert LAB.later_key(at(sample, **CHALLENGE, step=2)) == first


def test_bars_against_the_card_and_the_budget(sample: Tensors) -> None:
    found = run(sample, **CHALLENGE)
    memory, capacity = bars(found, "memory"), found.metrics["capacity_bytes"]
    assert (memory.sets, memory.keys, memory.picked) == ("bits", (16, 8, 4, 3, 2), 2)
    assert bars(found, "beyond").keys == (16, 8)
    assert marks(found.figure)["capacity"].at == capacity  # type: ignore[attr-defined]
    assert bars(found, "within").keys == (8, 4)
    assert bars(found, "outside").keys == (3, 2)
    assert bars(found, "others").keys == (8, 4, 3, 2)
    assert marks(found.figure)["budget"].at == pytest.approx(-2)  # type: ignore[attr-defined]
    # 171.8 GB would leave the picture: cut, with slits
    assert capacity < memory.size[0] < 16 * 32 * K * 327680
    assert len(marks(found.figure)["slits"].x0) == 2  # type: ignore[attr-defined]
    labels = [str(tick.label) for tick in panels(found)["memory"].y.ticks or ()]
    assert labels[1:4] == ["8 bits ✗ memory", "4 bits ✓ passes", "3 bits ✗ fidelity"]


def test_the_page_says_which_mean_it_is(sample: Tensors) -> None:
    found = run(sample, **CHALLENGE)
    body = next(
        str(n.body)
        for n in LAB.notes(at(sample, **CHALLENGE), found.metrics)
        if str(n.heading) == "Which mean?"
    )
    assert "1\u00a0152" in body
    assert "77.1%" in body
    assert "0.8826" in body


# --- what was measured beforehand ----------------------------------------------------------------


def measured_table(outcome: Outcome) -> Table:
    mark = marks(outcome.figure)["measured"]
    assert isinstance(mark, Table)
    return mark


@pytest.mark.parametrize(
    ("rows", "text", "count"),
    [("both", "libraries", 46), ("all", "all", 122), ("k", "libraries", 20), ("v", "longtext", 7)],
)
def test_the_rows_can_be_chosen(sample: Tensors, rows: str, text: str, count: int) -> None:
    found = run(sample, view="measured", rows=rows, text=text)
    table = measured_table(found)
    assert len(table.rows) == len(found.metrics["measured"]) == count
    assert all(len(row) == len(table.columns) for row in table.rows)
    assert all(column.sort for column in table.columns)
    assert not table.compact


def test_all_of_the_table_can_be_had(sample: Tensors) -> None:
    parts = [
        len(measured_table(run(sample, view="measured", rows=rows, text="all")).rows)
        for rows in ("both", "k", "v", "all")
    ]
    assert sum(parts[:3]) == parts[3] == 122


def test_cells_carry_the_exact_values(sample: Tensors) -> None:
    table = measured_table(run(sample, view="measured"))
    names = [column.id for column in table.columns]
    first = dict(zip(names, table.rows[0], strict=True))
    assert (first["bits"].value, first["kl_nats"].value) == (16, 0)
    worst = next(row for row in table.rows if row[names.index("kl_nats")].value == 6.7029)
    assert str(worst[names.index("k")].text) == "row 192"
    assert str(worst[names.index("loss_change")].text) == "+6.8139"
    assert worst[names.index("bits_effective")].value == pytest.approx(2 + 32 / 192)
    kinds = {type(row[i].value) for row in table.rows for i in range(4, len(names))}
    assert kinds == {float}


def test_curves_follow_three_ways_of_storing(sample: Tensors) -> None:
    found = run(sample, view="measured", bits=2)
    drawn = marks(found.figure)
    for name, keys in (
        ("per_token", (8, 4, 3, 2)),
        ("kivi", (8, 4, 3, 2)),
        ("protected", (4, 3, 2)),
    ):
        kl, kept = drawn[f"kl_{name}"], drawn[f"top1_{name}"]
        assert isinstance(kl, Line)
        assert isinstance(kept, Line)
        assert kl.keys == kept.keys == keys
        assert kl.sets == "bits"
        assert kl.picked == keys.index(2)
        axis = panels(found)["kl"].y
        assert axis.low <= kl.y.min() <= kl.y.max() <= axis.high
    assert [found.metrics[f"{name}_loss_change"] for name in CURVES] == [2.9297, 0.5739, 0.0466]
    shown = [
        str(card.value) for card in LAB.cards(at(sample, view="measured", bits=2), found.metrics)
    ]
    assert shown == ["+2.9297", "+0.5739", "+0.0466"]


def test_what_was_not_measured_is_said(sample: Tensors) -> None:
    found = run(sample, view="measured", bits=8)
    assert found.metrics["protected_loss_change"] is None
    assert "not measured" in str(found.reasons["protected_kl_nats"])
    card = LAB.cards(at(sample, view="measured", bits=8), found.metrics)[2]
    assert (str(card.value), str(card.sub)) == ("—", "not measured")
    plain = run(sample, view="measured", bits=16).metrics
    assert [plain[f"{name}_loss_change"] for name in CURVES] == [0, 0, 0]


def test_it_is_labelled_as_measured_beforehand(sample: Tensors) -> None:
    values = at(sample, view="measured")
    for text in (LAB.claim(values), LAB.footer(values, sample)):
        assert "beforehand on SmolLM2-135M-Instruct" in str(text)


def test_a_scheme_that_was_not_measured_is_refused() -> None:
    with pytest.raises(LookupError):
        measured_for(None, None, bits=4)


# --- tasks ---------------------------------------------------------------------------------------


def ticked(sample: Tensors, *path: dict[str, Value]) -> set[str]:
    """The tasks done at the end of a path of settings that came to rest."""
    seen: list[Values] = [at(sample, **changed) for changed in path]
    metrics = LAB.compute(dict(seen[-1]), sample).metrics
    return {task.id for task in LAB.tasks() if task.done(seen[-1], metrics, seen)}


def test_nothing_is_done_at_the_start(sample: Tensors) -> None:
    assert ticked(sample, {}) == set()
    assert len(LAB.tasks()) == 3


@pytest.mark.parametrize(
    ("path", "done"),
    [
        ([{"step": 2}], False),
        ([{"step": 2}, {"step": 3}], True),
        ([{"step": 3}, {"step": 5}, {"step": 2}], True),
        ([{"step": 2, "bits": 3}, {"step": 3, "bits": 3}], False),
        ([{"step": 2}, {"step": 3, "model": "llama-3.1-8b"}], False),
        ([{"view": "challenge"}, {"view": "challenge", "grouping": "per_token"}], True),
        ([{"step": 2}, {"view": "challenge"}], True),
        ([{"view": "measured", "step": 2}, {"view": "measured", "step": 3}], False),
        ([{"story": "deepseek", "step": 2}, {"story": "deepseek", "step": 3}], False),
    ],
)
def test_both_groupings_at_4_bits(
    sample: Tensors, path: list[dict[str, Value]], done: bool
) -> None:
    assert ("groups" in ticked(sample, *path)) is done


@pytest.mark.parametrize(
    ("path", "done"),
    [
        ([{"step": 4}], False),
        ([{"step": 3}, {"step": 4}], True),
        ([{"step": 4}, {"step": 2}], True),
        ([{"step": 3, "bits": 8}, {"step": 4, "bits": 8}], False),
        ([{"step": 1}, {"step": 4}], False),
        ([{"step": 3, "model": "llama-2-7b"}, {"step": 4, "model": "llama-2-7b"}], False),
        ([{"step": 3, "model": "llama-3.1-8b"}, {"step": 4}], False),
        ([{"story": "deepseek", "step": 3}, {"step": 4}], False),
    ],
)
def test_two_steps_of_equal_bytes(
    sample: Tensors, path: list[dict[str, Value]], done: bool
) -> None:
    assert ("equal" in ticked(sample, *path)) is done


@pytest.mark.parametrize(
    ("changed", "done"),
    [
        ({"bits": 4}, True),
        ({"bits": 8}, False),
        ({"bits": 3}, False),
        ({"bits": 4, "grouping": "per_token"}, False),
        ({"bits": 4, "users": 8}, False),
        ({"bits": 4, "context": 16 * K}, False),
        ({"bits": 4, "budget": 0.98}, False),
        ({"bits": 8, "gpu": "h200-sxm"}, False),
        ({"bits": 4, "model": "llama-3.1-8b"}, False),
        ({"bits": 4, "view": "chain"}, False),
    ],
)
def test_the_challenge_is_passed(sample: Tensors, changed: dict[str, Value], done: bool) -> None:
    assert ("challenge" in ticked(sample, {**CHALLENGE, **changed})) is done


def test_the_preset_of_the_challenge_is_not_its_answer(sample: Tensors) -> None:
    assert ticked(sample, preset("challenge")) == set()
    assert "challenge" in ticked(sample, {**preset("challenge"), "bits": 4})


# --- the whole page ------------------------------------------------------------------------------


def notes(source: Tensors, **changed: Value) -> tuple[Paragraph, ...]:
    return LAB.notes(at(source, **changed), complete(source, **changed).metrics)


def nothing_is_nan(thing: Any) -> None:
    if isinstance(thing, float):
        assert math.isfinite(thing)
    elif isinstance(thing, dict):
        for value in thing.values():
            nothing_is_nan(value)
    elif isinstance(thing, list):
        for value in thing:
            nothing_is_nan(value)


def check(source: Tensors, **changed: Value) -> None:
    """A setting that computes, draws, explains, and gives a reason for all that is missing."""
    values = at(source, **changed)
    found = complete(source, **changed)
    json.dumps(found.metrics, allow_nan=False)
    missing = {name for name, value in found.metrics.items() if value is None}
    for step in found.metrics["steps"]:
        missing |= {f"steps.{step['id']}.{name}" for name, value in step.items() if value is None}
    assert missing == set(found.reasons)
    drawn = as_data(found.figure)
    nothing_is_nan(drawn)
    said = [*texts(drawn), str(LAB.claim(values)), str(LAB.footer(values, source))]
    said += [str(reason) for reason in found.reasons.values()]
    cards = LAB.cards(values, found.metrics)
    assert 3 <= len(cards) <= 5
    assert {card.metric for card in cards} <= set(found.metrics)
    said += [str(text) for card in cards for text in (card.value, card.label, card.sub)]
    for note in LAB.notes(values, found.metrics):
        said += [str(note.heading), str(note.body)]
    assert not [text for text in said if placeholders(text)]
    for panel in found.figure.panels:
        for mark in panel.marks:
            for key in mark.keys:
                hover = LAB.describe(values, source, mark.id, key)
                assert hover is None or not placeholders(str(hover))


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_model_in_every_view(
    sample: Tensors, name: str, view: dict[str, Value]
) -> None:
    check(sample, **{**view, "model": name, "step": 3})


@pytest.mark.parametrize("step", range(6))
@pytest.mark.parametrize("name", ["llama-3.1-70b", "llama-2-7b", "deepseek-v3", "deepseek-v4-pro"])
def test_every_step_of_the_chain(sample: Tensors, name: str, step: int) -> None:
    check(sample, model=name, step=step)


@pytest.mark.parametrize("view", VIEWS)
def test_the_ends_of_every_parameter(sample: Tensors, view: dict[str, Value]) -> None:
    for param in LAB.params(sample):
        if param.id in ("view", "story", "model"):
            continue
        ends: list[Value] = []
        if isinstance(param, Slider):
            ends = [param.at(0), param.at(param.positions)]
        elif isinstance(param, Choice):
            ends = [param.keys[0], param.keys[-1]]
        for end in ends:
            check(sample, **{**view, param.id: end})


@settings(max_examples=40)
@given(values=st.fixed_dictionaries(SETTINGS))
def test_any_setting(values: dict[str, Value]) -> None:
    check(load_sample(), **values)


@pytest.mark.parametrize("view", VIEWS)
def test_synthetic_tensors_too(view: dict[str, Value]) -> None:
    source = synthetic(7)
    check(source, **view)
    assert "synthetic" in str(LAB.footer(at(source), source))
    _, _, rows, kivi, _, _ = steps(run(source), "fidelity")
    assert rows < kivi


def silent() -> Tensors:
    """A source whose attention outputs are all zero: it has no direction to compare."""
    rng = np.random.default_rng(0)
    k, q = rng.standard_normal((2, 1, 64, GRID_VALUES)).astype(np.float32)
    data = {0: Layer(k, np.zeros_like(k), q[:, -4:], None)}
    place = GridOrigin(
        layer=0, head=0, token=0, token_text="t", first_channel=0, channels=GRID_VALUES,
        outlier_channel=1, replaced_channel=0,
    )  # fmt: skip
    return StoredTensors(
        id="sample", name="silent", data=data, tokens=tuple("t" * 64),
        query_positions=range(60, 64), scale=0.25, rope=None, grid=grid_sample(data, place),
    )  # fmt: skip


@pytest.mark.parametrize("view", VIEWS)
def test_outputs_without_a_direction(view: dict[str, Value]) -> None:
    source = silent()
    found = run(source, **view, step=3)
    assert found.metrics["steps"][3]["fidelity"] is None
    assert "zero" in str(found.reasons["steps.kivi.fidelity"])
    check(source, **view)


def test_compute_is_pure(sample: Tensors) -> None:
    for view in VIEWS:
        values = at(sample, **view)
        kept = dict(values)
        first, second = LAB.compute(values, sample), LAB.compute(values, sample)
        assert values == kept
        assert first.metrics == second.metrics
        assert as_data(first.figure) == as_data(second.figure)
        first.metrics["steps"][0]["bytes_per_token"] = 0
        for row in first.metrics.get("measured", []):
            row["bits"] = 0
        assert LAB.compute(values, sample).metrics == second.metrics
    assert not any(sample.keys(layer, 0).flags.writeable for layer in sample.layers)


def test_it_is_found_as_the_sixth(sample: Tensors) -> None:
    assert find_lab("together") is LAB
    assert LAB.order == 6
    expected = {"step": 5, "bits": 4, "grouping": "kivi", "model": "llama-3.1-70b", "budget": 0.99}
    assert expected.items() <= defaults(LAB, sample).items()
    assert {"steps", "fits", "failing_constraint"} <= set(run(sample).metrics)


def test_at_most_four_controls_stand_in_the_strip(sample: Tensors) -> None:
    params = LAB.params(sample)
    strip = [
        p.id
        for p in params
        if p.tier == "strip" and not (isinstance(p, Choice) and p.role == "view")
    ]
    assert strip == ["step", "bits", "grouping", "model"]
    more = {p.id for p in params if p.tier == "more"}
    assert {"context", "users", "gpu", "budget", "story"} <= more


@pytest.mark.parametrize("text", ["bits=5", "step=6", "budget=1", "users=3", "model=nobody"])
def test_settings_are_strict_on_the_command_line(sample: Tensors, text: str) -> None:
    with pytest.raises(ParamError):
        parse_settings(LAB, sample, [text])


def test_presets_are_settings_of_their_own(sample: Tensors) -> None:
    presets = LAB.presets()
    assert 1 <= len(presets) <= 9
    params = {p.id: p for p in LAB.params(sample)}
    for one in presets:
        for name, value in one.values.items():
            assert params[name].clamp(value) == value
    assert len({tuple(sorted(at(sample, **p.values).items())) for p in presets}) == len(presets)
    assert len({p.id for p in presets}) == len(presets)


def test_the_five_labs_come_to_one_sentence(sample: Tensors) -> None:
    for view in ({}, {"view": "measured"}):
        said = {str(n.heading): str(n.body) for n in notes(sample, **view)}
        assert "is quiet" in said["In one sentence"]
        assert "average error" in said["In one sentence"]
    chain = {str(n.heading): str(n.body) for n in notes(sample)}
    assert {"Where the bits go", "Which errors matter", "What can be done afterwards"} <= set(chain)
    assert "28.4×" in chain["They multiply, but not fully"]
    assert "2.77×" in chain["They multiply, but not fully"]


@pytest.mark.parametrize(
    ("changed", "mark", "key", "said"),
    [
        ({}, "steps", 3, "92\u00a0160\u00a0B"),
        ({}, "steps", 3, "0.9918"),
        ({}, "steps_good", 5, "after the fact"),
        ({}, "ghosts", "ghost", "25\u00a0376 B"),
        ({"story": "deepseek"}, "dense", "dense", "95 layers"),
        ({"story": "deepseek"}, "latent", "latent_quantized", "25\u00a0920 B"),
        (CHALLENGE, "memory", 4, "48.32"),
        (CHALLENGE, "others", 4, "0.9703"),
        ({"view": "measured"}, "measured", 0, "16 bits"),
        ({"view": "measured"}, "kl_kivi", 2, "0.5130"),
    ],
)
def test_hovering_says_the_exact_values(
    sample: Tensors, changed: dict[str, Value], mark: str, key: Value, said: str
) -> None:
    text = LAB.describe(at(sample, **changed), sample, mark, key)
    assert isinstance(text, Msg)
    assert said in str(text)


def test_hovering_over_nothing_says_nothing(sample: Tensors) -> None:
    assert LAB.describe(at(sample), sample, "ghosts", "nobody") is None
    assert LAB.describe(at(sample, story="deepseek"), sample, "by_bits", "by_bits") is None
    assert LAB.describe(at(sample, **CHALLENGE), sample, "memory", 5) is None
    assert LAB.describe(at(sample, view="measured"), sample, "measured", 999) is None
    assert LAB.describe(at(sample, model="deepseek-v3"), sample, "steps", 1) is None
