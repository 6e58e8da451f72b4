"""Lab 04: published byte counts, what fits, the picture beside the card, files of the user's."""

from __future__ import annotations

import json
import math
import os
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kvlab_desktop.core.figure import Axis, Bars, Cell, Note, Table, as_data
from kvlab_desktop.core.lab import Outcome, defaults, parse_settings
from kvlab_desktop.core.params import Choice, ParamError, Slider, Toggle, Value
from kvlab_desktop.core.text import Msg, placeholders
from kvlab_desktop.labs import find_lab
from kvlab_desktop.labs._memory_figure import AXIS, LONGEST
from kvlab_desktop.labs._memory_models import chosen, kind, short_name
from kvlab_desktop.labs.memory import LAB
from kvlab_desktop.sources.models import accelerator, accelerators, model, models
from tests.labs.using import Using, assert_sound, panels
from tests.sources.fixtures import damage, gguf_bytes

K = 1024
H100 = 81_559 * 2**20
CONFIGS = Path(__file__).parents[1] / "sources" / "fixtures" / "configs"
IDS = ("bytes_per_token", "total_bytes", "bytes_read_per_generated_token", "fit_count",
       "tokens_per_second_ceiling", "capacity_bytes", "layers")  # fmt: skip
TRAINED_SHORTER = "llama-2-7b"


USE = Using(LAB)
at, run = partial(USE.at, None), partial(USE.run, None)


def bars(outcome: Outcome, name: str, panel: str = "bars") -> Bars:
    found = next(m for m in panels(outcome)[panel].marks if m.id == name)
    assert isinstance(found, Bars)
    return found


def table(outcome: Outcome, name: str) -> Table:
    found = panels(outcome)[name].marks[0]
    assert isinstance(found, Table)
    return found


def cells(found: Table, column: str) -> list[Cell]:
    names = [one.id for one in found.columns]
    return [row[names.index(column)] for row in found.rows]


def notes(**changed: Value) -> dict[str, str]:
    values = at(**changed)
    metrics = LAB.compute(values, None).metrics
    if LAB.later_key(values) is not None:
        metrics = {**metrics, **LAB.later(values, None, lambda: False)}
    return {str(p.heading): str(p.body) for p in LAB.notes(values, metrics)}


# --- published figures


@pytest.mark.parametrize(
    ("name", "growing", "first"),
    [
        ("llama-2-7b", 524_288, 524_288),
        ("llama-3.1-8b", 131_072, 131_072),
        ("llama-3.1-70b", 327_680, 327_680),
        ("llama-3.1-405b", 516_096, 516_096),
        ("qwen2.5-72b", 327_680, 327_680),
        ("qwen3-0.6b", 114_688, 114_688),  # 57 344 with hidden / heads for the width of a head
        ("qwen3-4b", 147_456, 147_456),
        ("gpt-oss-120b", 36_864, 73_728),
        ("gemma-3-27b", 81_920, 507_904),
        ("deepseek-v2", 69_120, 69_120),
        ("deepseek-v3", 70_272, 70_272),
        ("deepseek-v3.2", 85_888, 85_888),  # with index keys
        ("gpt-3-175b", 4_718_592, 4_718_592),
    ],
)
def test_bytes_of_a_token_at_16_bits(name: str, growing: int, first: int) -> None:
    metrics = run(model=name).metrics
    assert metrics["bytes_per_token"] == growing
    assert metrics["bytes_per_token_all_layers"] == first


@pytest.mark.parametrize(
    ("name", "gib"), [("llama-3.1-8b", 32), ("llama-3.1-70b", 80), ("mistral-large-2", 88)]
)
def test_caches_at_256k_as_the_jamba_paper_prints_them(name: str, gib: int) -> None:
    assert run(model=name, context=256 * K).metrics["total_bytes"] == gib * 2**30


def test_a_latent_at_4_bits_keeps_its_rope_part() -> None:
    metrics = run(model="deepseek-v3", bits=4).metrics
    assert metrics["bytes_per_token"] == 25_376
    assert metrics["bits_effective"] == 25_376 * 8 / 61 / 576


# --- must show, each one click away


@pytest.mark.parametrize(
    ("preset", "numbers"),
    [
        ("long", {"bytes_per_token": 327_680, "total_bytes": 42_949_672_960, "fit_count": 1,
                  "capacity_bytes": 85_520_809_984}),
        ("four_bits", {"bytes_per_token": 92_160, "total_bytes": 12_079_595_520, "fit_count": 7}),
        ("mla", {"bytes_per_token": 70_272, "total_bytes": 9_210_691_584, "fit_count": 9}),
        ("many", {"total_bytes": 32 * 32 * K * 92_160, "fit_count": 28, "fits": False}),
        ("weights", {"fit_count": 0, "weights_bytes": 140_000_000_000}),
        ("cards", {"fits": True, "fit_count": 50}),
    ],
)  # fmt: skip
def test_what_must_be_seen_is_a_preset(preset: str, numbers: dict[str, Any]) -> None:
    values = next(p.values for p in LAB.presets() if p.id == preset)
    metrics = run(**values).metrics
    assert {name: metrics[name] for name in numbers} == numbers


def test_the_ceiling_of_70b_at_128k() -> None:
    metrics = run().metrics
    assert round(metrics["tokens_per_second_ceiling"], 1) == 78.0
    assert metrics["bytes_read_per_generated_token"] == 42_949_672_960
    many = run(requests=32).metrics
    assert many["tokens_per_second_per_request"] == pytest.approx(78.0 / 32, abs=0.01)


def test_the_cards_say_gb_and_gib_and_what_is_not_counted() -> None:
    values = at()
    shown = {c.metric: c for c in LAB.cards(values, run().metrics)}
    assert list(shown) == [
        "bytes_per_token", "total_bytes", "bytes_read_per_generated_token", "fit_count",
        "tokens_per_second_ceiling",
    ]  # fmt: skip
    assert (str(shown["total_bytes"].value), str(shown["total_bytes"].sub)) == (
        "42.95\u00a0GB", "40\u00a0GiB",
    )  # fmt: skip
    assert str(shown["fit_count"].label) == "fit on one H100 SXM, weights not counted"
    assert str(shown["tokens_per_second_ceiling"].value) == "78.0"
    assert "reading KV only" in str(shown["tokens_per_second_ceiling"].label)
    assert shown["fit_count"].tone == "good"


def test_the_weights_of_70b_alone_do_not_fit() -> None:
    values = at(weights=True)
    card = LAB.cards(values, run(weights=True).metrics)[3]
    assert (card.value, card.tone) == ("0", "bad")
    assert "the weights alone take 140\u00a0GB" in str(card.label)
    lighter = run(weights=True, weight_bits=4)
    assert lighter.metrics["fit_count"] == 1
    beside = LAB.cards(at(weights=True, weight_bits=4), lighter.metrics)[3]
    assert "beside the weights" in str(beside.label)


def test_the_footer_says_what_the_capacity_is() -> None:
    words = str(LAB.footer(at(), None)).replace("\u00a0", " ")
    assert "nominal 80 GB = 85.52 GB by the driver (79.65 GiB)" in words
    assert "recalled" not in words


def test_without_a_drivers_figure_it_says_so() -> None:
    words = str(LAB.footer(at(gpu="h100-pcie"), None))
    assert "1.5% kept back: 84.61\u00a0GB (78.8\u00a0GiB)" in words


# --- what was recalled is marked


@pytest.mark.parametrize("found", [m for m in models() if m.recalled_fields], ids=lambda m: m.id)
def test_what_was_recalled_of_a_model_is_named(found: Any) -> None:
    words = str(LAB.footer(at(model=found.id), None))
    assert "recalled, not read: " in words
    listed = words.split("recalled, not read: ")[1]
    assert len(listed.split(", ")) == len(found.recalled_fields)
    assert not any(name in listed for name in found.recalled_fields if "_" in name)
    marked = [
        cell
        for cell in cells(table(run(model=found.id, view="fields"), "fields"), "because")
        if "recalled" in str(cell.text)
    ]
    assert marked


def test_a_recalled_bandwidth_is_marked_on_the_ceiling() -> None:
    assert "bandwidth" in accelerator("ascend-910b").recalled_fields
    values = at(gpu="ascend-910b")
    card = LAB.cards(values, run(gpu="ascend-910b").metrics)[4]
    assert str(card.sub) == "recalled, not read"


# --- every setting


def corners() -> Iterator[dict[str, Value]]:
    """Yield settings at the ends of every slider, alone and all together."""
    ends: dict[str, tuple[Value, Value]] = {}
    for param in LAB.params(None):
        if isinstance(param, Slider):
            ends[param.id] = (param.at(0), param.at(param.positions))
        elif isinstance(param, Toggle):
            ends[param.id] = (False, True)
    for name, (low, high) in ends.items():
        yield {name: low}
        yield {name: high}
    yield {name: low for name, (low, _high) in ends.items()}
    yield {name: high for name, (_low, high) in ends.items()}


def check(outcome: Outcome) -> None:
    assert set(IDS) <= set(outcome.metrics)
    assert_sound(outcome)
    drawn = json.dumps(as_data(outcome.figure), allow_nan=False)
    assert "{name}" not in drawn
    for panel in outcome.figure.panels:
        for mark in panel.marks:
            if isinstance(mark, Bars):
                assert np.isfinite(mark.size).all()
                assert (mark.size >= mark.base).all()


@pytest.mark.parametrize("view", ["bars", "layers", "fields"])
@pytest.mark.parametrize("changed", list(corners()), ids=str)
def test_the_ends_of_every_parameter(view: str, changed: dict[str, Value]) -> None:
    check(run(view=view, **changed))


@pytest.mark.parametrize("view", ["bars", "layers", "fields"])
@pytest.mark.parametrize("name", [m.id for m in models()])
def test_every_model_can_be_shown(name: str, view: str) -> None:
    outcome = run(model=name, view=view, bits=4)
    check(outcome)
    values = at(model=name, view=view, bits=4)
    assert len(LAB.cards(values, outcome.metrics)) == 5
    for paragraph in LAB.notes(values, outcome.metrics):
        assert not placeholders(str(paragraph.heading)) | placeholders(str(paragraph.body))


@pytest.mark.parametrize("name", [card.id for card in accelerators()])
def test_every_card_can_be_shown(name: str) -> None:
    outcome = run(gpu=name, weights=True)
    check(outcome)
    assert outcome.metrics["capacity_bytes"] == accelerator(name).capacity_bytes
    assert short_name(accelerator(name))


def drawn_values() -> st.SearchStrategy[dict[str, Value]]:
    options: dict[str, st.SearchStrategy[Value]] = {}
    for param in LAB.params(None):
        if isinstance(param, Slider):
            options[param.id] = st.integers(0, param.positions).map(param.at)
        elif isinstance(param, Choice):
            options[param.id] = st.sampled_from(param.keys)
        else:
            options[param.id] = st.booleans()
    return st.fixed_dictionaries(options)


@given(values=drawn_values())
@settings(max_examples=60)
def test_any_setting_gives_finite_numbers(values: dict[str, Value]) -> None:
    outcome = LAB.compute(values, None)
    check(outcome)
    metrics = outcome.metrics
    assert metrics["total_bytes"] == values["requests"] * metrics["bytes_per_sequence"]
    assert math.isclose(sum(line["bytes"] for line in metrics["layers"]),
                        metrics["bytes_per_sequence"])  # fmt: skip
    if metrics["fit_count"]:
        used = metrics["fit_count"] * metrics["bytes_per_card"] / values["requests"]
        weights = (metrics["weights_bytes"] or 0) / values["tp"]
        room = metrics["capacity_bytes"] * values["utilization"]
        assert used + weights <= room * (1 + 1e-12)
    for card in LAB.cards(values, metrics):
        assert str(card.value)


def test_compute_is_pure() -> None:
    values = at(model="gemma-3-27b", bits=3, requests=8)
    before = dict(values)
    first, second = LAB.compute(values, None), LAB.compute(values, None)
    assert first.metrics == second.metrics
    assert as_data(first.figure) == as_data(second.figure)
    assert values == before


def test_it_is_found_and_needs_no_tensors() -> None:
    assert find_lab("memory") is LAB
    assert LAB.sources == ()
    assert defaults(LAB, None) == {
        "view": "bars", "model": "llama-3.1-70b", "context": 131_072, "requests": 1, "bits": 16,
        "group_size": 64, "gpu": "h100-sxm", "tp": 1, "weights": False, "weight_bits": 16,
        "utilization": 1.0,
    }  # fmt: skip


def test_at_most_four_controls_stand_in_the_strip() -> None:
    strip = [p for p in LAB.params(None) if p.tier == "strip"]
    assert [p.id for p in strip if not (isinstance(p, Choice) and p.role == "view")] == [
        "model", "context", "requests", "bits",
    ]  # fmt: skip


def test_the_context_reads_as_in_the_text() -> None:
    context = next(p for p in LAB.params(None) if p.id == "context")
    assert isinstance(context, Slider)
    shown = [context.text(context.at(i)) for i in range(context.positions + 1)]
    assert (shown[0], shown[7], shown[-1]) == ("1K", "128K", "1M")


def test_settings_are_strict_on_the_command_line() -> None:
    assert parse_settings(LAB, None, ["bits=3", "weights=on"])["bits"] == 3
    for refused in ("bits=5", "context=1000", "model=nosuch", "gpu=nosuch", "tp=3"):
        with pytest.raises(ParamError):
            parse_settings(LAB, None, [refused])


def test_presets_are_settings() -> None:
    for preset in LAB.presets():
        complete = at(**preset.values)
        assert {name: complete[name] for name in preset.values} == preset.values
    assert len(LAB.presets()) <= 9


# --- the picture of the bars


def test_the_axis_stays_put_while_sliders_move() -> None:
    def axes(**changed: Value) -> tuple[Axis, Axis]:
        panel = panels(run(**changed))["bars"]
        return panel.x, panel.y

    home = axes()
    for changed in ({"bits": 2}, {"context": K}, {"context": 1024 * K}, {"requests": 256}):
        x, y = axes(**changed)
        assert (x.low, x.high, x.ticks) == (home[0].low, home[0].high, home[0].ticks)
        assert (y.low, y.high) == (home[1].low, home[1].high)
    assert home[0].high == AXIS * H100


def test_a_click_on_a_bar_picks_the_width() -> None:
    widths = bars(run(bits=4), "widths")
    assert widths.sets == "bits"
    assert widths.keys == (16, 8, 4, 3, 2)
    assert widths.picked == 2
    bits = next(p for p in LAB.params(None) if p.id == "bits")
    assert all(bits.clamp(key) == key for key in widths.keys)
    assert [str(t) for t in widths.texts][2] == "12.08\u00a0GB = 11.25\u00a0GiB"
    assert widths.size.tolist() == [
        42_949_672_960, 22_817_013_760, 12_079_595_520, 9_395_240_960, 6_710_886_400,
    ]  # fmt: skip


def test_the_labels_say_the_bits_really_stored() -> None:
    ticks = panels(run(bits=4))["bars"].y.ticks or ()
    assert [str(t.label) for t in ticks[:5]] == [
        "16 bits", "8 bits (8.5)", "4 bits (4.5)", "3 bits (3.5)", "2 bits (2.5)",
    ]  # fmt: skip
    assert [t.strong for t in ticks] == [False, False, True, False, False]


def name_of_the_line(**changed: Value) -> str:
    marks = panels(run(**changed))["bars"].marks
    found = next(m for m in marks if m.id == "line_name")
    assert isinstance(found, Note)
    return str(found.text).replace("\u00a0", " ")


def test_the_line_is_the_card() -> None:
    panel = panels(run())["bars"]
    rule = next(m for m in panel.marks if m.id == "line")
    assert rule.at == H100  # type: ignore[attr-defined]
    assert name_of_the_line() == "one H100 SXM: 85.52 GB = 79.65 GiB, sold as 80 GB"
    part = panels(run(utilization=0.9))["bars"]
    assert next(m for m in part.marks if m.id == "line").at == pytest.approx(0.9 * H100)  # type: ignore[attr-defined]
    assert "90.0% of one H100 SXM" in name_of_the_line(utilization=0.9)
    assert name_of_the_line(tp=2) == "each of 2 × H100 SXM: 85.52 GB = 79.65 GiB"
    for panel in (panels(run())["bars"], panels(run())["others"]):
        assert any(m.id == "line" for m in panel.marks)


def test_ghosts_show_mha_and_mla() -> None:
    ghosts = bars(run(), "others", "others")
    assert ghosts.keys == ("mha", "other_16", "other")
    assert str(ghosts.texts[0]).startswith("343.6\u00a0GB · 8×")
    assert ghosts.size.tolist()[1:] == [9_210_691_584, 25_376 * 128 * K]
    assert bars(run(bits=2), "others", "others").size[2] < ghosts.size[2]


def test_beside_a_latent_stands_what_gqa_costs() -> None:
    ticks = panels(run(model="deepseek-v3"))["others"].y.ticks or ()
    assert str(ticks[-2].label) == "Llama-3.1 70B, GQA · 16 bits"
    ghosts = bars(run(model="deepseek-v3"), "others", "others")
    assert ghosts.keys[0] == "mha"
    # K is 192 wide, V 128: (192 + 128) · 128 against 576
    assert str(ghosts.texts[0]).endswith("71.1× as much")


def test_mha_has_no_ghost_of_itself() -> None:
    assert bars(run(model="llama-2-7b"), "others", "others").keys == ("other_16", "other")


@pytest.mark.parametrize(("requests", "over", "cut"), [(1, 0, 0), (8, 1, 1), (256, 5, 5)])
def test_what_does_not_fit_is_drawn_beyond_the_line(requests: int, over: int, cut: int) -> None:
    outcome = run(model="llama-3.1-8b", requests=requests)
    sizes = bars(outcome, "widths").size
    assert (sizes > H100).sum() == over
    assert (sizes == LONGEST * H100).sum() == cut
    assert sizes.max() < panels(outcome)["bars"].x.high
    beyond = bars(outcome, "beyond")
    assert beyond.hatched
    assert beyond.tone == "bad"
    assert beyond.base == H100
    # a bar that is cut still says its number
    texts = [str(text) for text in bars(outcome, "widths").texts]
    total = outcome.metrics["total_bytes"]
    assert texts[0].startswith(f"{total / 1e9:.4g}" if total < 1e12 else f"{total / 1e12:.4g}")


def test_weights_stand_before_the_cache() -> None:
    outcome = run(weights=True, tp=8, requests=8)
    weights = bars(outcome, "weights")
    assert weights.size[0] == 140e9 / 8
    assert bars(outcome, "widths").base == 140e9 / 8
    assert bars(outcome, "widths").size[0] == 140e9 / 8 + outcome.metrics["bytes_per_card"]
    assert "weights" not in {m.id for m in panels(run())["bars"].marks}


def test_bars_are_those_of_one_card() -> None:
    assert bars(run(tp=4), "widths").size[0] == 42_949_672_960 / 4
    # a latent is on every card
    assert bars(run(tp=4, model="deepseek-v3"), "widths").size[0] == 9_210_691_584


def test_a_bar_says_its_exact_size() -> None:
    for mark, key in (("widths", 4), ("chosen", 16), ("others", "mha")):
        words = str(LAB.describe(at(), None, mark, key))
        assert "GiB" in words
    assert "12\u00a0079\u00a0595\u00a0520" in str(LAB.describe(at(), None, "widths", 4))
    assert LAB.describe(at(), None, "widths", 5) is None
    assert LAB.describe(at(), None, "line", 0) is None


def sums(**changed: Value) -> list[str]:
    return [str(m.text).replace("\u00a0", " ") for m in panels(run(**changed))["sums"].marks]  # type: ignore[attr-defined]


def test_the_formula_has_its_numbers() -> None:
    assert sums()[0] == "2 × 80 layers × 8 KV heads × 128 × 2 B = 327 680 B"
    assert sums()[1] == "131 072 tokens: 42.95 GB = 40 GiB"
    assert sums(bits=4)[0] == "2 × 80 layers × 8 KV heads × 128 × 4.5/8 B = 92 160 B"
    assert sums(model="deepseek-v3")[0] == "61 layers × (512 + 64) × 2 B = 70 272 B"
    assert sums(model="deepseek-v3", bits=4)[0] == (
        "61 layers × (512 × 4.5 + 64 × 16) / 8 B = 25 376 B"
    )
    assert sums(model="mimo-v2-flash")[0] == (
        "9 layers × 4 KV heads × (192 + 128) × 2 B = 23 040 B"
    )
    assert sums(model="gemma-3-27b")[1].endswith("(at most 1 024 tokens)")
    assert sums(requests=4)[2] == "× 4 requests: 171.8 GB = 160 GiB"
    assert sums(model="qwen3.5-27b")[1] == ("48 layers × a state of 3 207 168 B, at any length")
    assert sums(model="deepseek-v4-pro", bits=4)[:2] == [
        "30 layers × (448 × 4.5 + 64 × 16) / 32 B = 2 850 B (1 entry for 4 tokens)",
        "30 layers × 128 × 4.5/8 B / 4 = 540 B (1 entry for 4 tokens); 2 more under Layers",
    ]


def test_a_naive_calculator_is_answered() -> None:
    assert sums(model="qwen3-0.6b")[2:] == [
        "A naive calculator: 7.516 GB instead of 15.03 GB",
        "It takes hidden width / heads as head width.",
    ]
    assert sums(model="deepseek-v3")[3] == "It counts heads where one latent is kept."
    assert sums()[2:] == [
        "A naive calculator: 80 GB instead of 85.52 GB",
        "It takes the label for the capacity.",
    ]
    every = notes(model="qwen3.5-27b", bits=4)["What a naive calculator would say"]
    for wrong in ("layers that keep no tokens", "heads as head width", "scales and zeros"):
        assert wrong in every
    assert (
        "what stays 16 bits"
        in notes(model="deepseek-v3", bits=4)["What a naive calculator would say"]
    )


# --- layers and fields


def test_the_layers_add_up() -> None:
    found = table(run(view="layers", model="gemma-3-27b"), "table")
    assert [c.value for c in cells(found, "kind")] == ["full", "sliding"]
    assert [c.value for c in cells(found, "layers")] == [10, 52]
    assert [c.value for c in cells(found, "elements")] == [4096, 4096]
    assert [c.value for c in cells(found, "entries")] == [131_072, 1024]
    assert str(cells(found, "entries")[1].note) == "full"
    assert sum(float(c.value or 0) for c in cells(found, "share")) == pytest.approx(1)
    shares = bars(run(view="layers", model="gemma-3-27b"), "shares", "shares")
    assert shares.size.sum() == pytest.approx(1)
    assert "one step reads" in str(LAB.describe(at(model="gemma-3-27b"), None, "groups", "full"))
    assert LAB.describe(at(), None, "groups", "nosuch") is None


@pytest.mark.parametrize("name", ["llama-3.1-70b", "gemma-3-27b", "qwen3.5-27b", "deepseek-v4-pro"])
def test_growth_stays_within_its_axes(name: str) -> None:
    for bits in (16, 2):
        panel = panels(run(view="layers", model=name, bits=bits))["growth"]
        curves = [m for m in panel.marks if m.id.startswith("growth_")]
        assert curves
        for curve in curves:
            top = curve.y.max()  # type: ignore[attr-defined]
            assert panel.y.low <= top <= panel.y.high
    other = panels(run(view="layers", model=name, bits=2))["growth"].y
    assert (other.low, other.high) == (panel.y.low, panel.y.high)


def counted(**changed: Value) -> dict[Value, bool]:
    found = table(run(view="fields", **changed), "fields")
    return dict(zip(found.keys, [c.best for c in cells(found, "name")], strict=True))


def test_the_facts_of_the_table_say_what_counts() -> None:
    facts = counted()
    assert facts["full"]
    assert facts["capacity"]
    assert facts["bandwidth"]
    assert not facts["query_heads"]
    assert not facts["parameters"]
    assert counted(weights=True)["parameters"]
    values = {str(c.text): str(c.note) for c in cells(table(run(view="fields"), "fields"), "name")}
    assert values["layers: every token"] == "80 × 8 × (128 + 128)"
    assert "aiconfigurator" in next(iter(notes(view="fields").values()))


@pytest.mark.parametrize(
    ("name", "claim"),
    [
        ("llama-3.1-70b", "2 × layers × KV heads"), ("llama-2-7b", "2 × layers × KV heads"),
        ("deepseek-v3", "one latent of 512 numbers and 64"), ("glm-5", "one latent of 512"),
        ("kimi-k3", "Not every layer"), ("gemma-3-27b", "Not every layer"),
        ("mistral-7b-v0.1", "Not every layer"),
    ],
)  # fmt: skip
def test_the_claim_fits_the_model(name: str, claim: str) -> None:
    assert claim in str(LAB.claim(at(model=name)))


# --- files


def test_a_config_of_the_users_own() -> None:
    path = str(CONFIGS / "latent.json")
    outcome = run(model=path)
    assert outcome.problem is None
    assert outcome.metrics["bytes_per_token"] == 70_272
    assert outcome.metrics["fit_count"] == 9
    assert counted(model=path)["kv_lora_rank"]
    assert not counted(model=path)["q_lora_rank"]
    assert "latent.json" in str(LAB.footer(at(model=path), None))


def test_a_gguf_of_the_users_own(tmp_path: Path) -> None:
    path = tmp_path / "Tiny.GGUF"
    path.write_bytes(gguf_bytes.header(gguf_bytes.LLAMA))
    outcome = run(model=str(path))
    assert outcome.problem is None
    assert outcome.metrics["bytes_per_token"] == 131_072


@pytest.mark.parametrize(
    ("name", "data"),
    [
        *((name, data) for name, data in list(damage.configs())[::7]),
        ("empty", b""),
        ("text", b"hello"),
        ("list", b"[1, 2]"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_damaged_config_shows_the_default_beside_the_reason(
    tmp_path: Path, name: str, data: bytes
) -> None:
    path = tmp_path / "config.json"
    path.write_bytes(data)
    outcome = run(model=str(path))
    assert outcome.metrics == run().metrics
    assert isinstance(outcome.problem, Msg)
    assert str(path) in str(outcome.problem)
    assert "Llama-3.1 70B" in str(outcome.problem)
    check(run(model=str(path), view="fields"))


@pytest.mark.parametrize(
    ("name", "data"), list(gguf_bytes.damaged())[::4], ids=lambda v: v if isinstance(v, str) else ""
)
def test_a_damaged_gguf_shows_the_default_beside_the_reason(
    tmp_path: Path, name: str, data: bytes
) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(data)
    outcome = run(model=str(path))
    assert outcome.metrics == run().metrics
    assert str(path) in str(outcome.problem)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(data=st.binary(max_size=200), ending=st.sampled_from([".json", ".gguf"]))
def test_any_bytes_at_all(tmp_path: Path, data: bytes, ending: str) -> None:
    path = tmp_path / f"any{ending}"
    path.write_bytes(data)
    check(run(model=str(path)))


@pytest.mark.parametrize("name", ["missing.json", "missing.gguf", "a\0b.json"])
def test_a_file_that_is_not_there(tmp_path: Path, name: str) -> None:
    outcome = run(model=str(tmp_path / name))
    assert outcome.problem is not None
    assert outcome.metrics["fit_count"] == 1


def test_a_typed_file_must_be_one_that_can_be_used(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_text("{}", "utf-8")
    with pytest.raises(ParamError) as refused:
        parse_settings(LAB, None, [f"model={path}"])
    assert str(path) in str(refused.value)
    shutil.copy(CONFIGS / "latent.json", path)
    assert parse_settings(LAB, None, [f"model={path}"])["model"] == str(path)


def test_a_folder_is_not_a_model(tmp_path: Path) -> None:
    folder = tmp_path / "model.json"
    folder.mkdir()
    assert "folder" in str(run(model=str(folder)).problem)


def test_a_file_is_read_again_when_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    shutil.copy(CONFIGS / "latent.json", path)
    assert run(model=str(path)).metrics["bytes_per_token"] == 70_272
    changed = json.loads(path.read_text("utf-8"))
    changed["num_hidden_layers"] = 60
    path.write_text(json.dumps(changed), "utf-8")
    os.utime(path, ns=(1, 1))
    assert run(model=str(path)).metrics["bytes_per_token"] == 69_120
    path.unlink()
    assert run(model=str(path)).problem is not None


def test_a_file_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "config.json"
    shutil.copy(CONFIGS / "latent.json", path)
    assert run(model=str(path)).problem is None
    monkeypatch.setattr(
        "kvlab_desktop.labs._memory_models.read_config",
        lambda _path: pytest.fail("read a second time"),
    )
    assert run(model=str(path), bits=2).problem is None


# --- what cannot be had


def test_cards_that_cannot_share_the_heads() -> None:
    outcome = run(model="phi-4", tp=4)
    assert "4 cards cannot share 10 KV heads" in str(outcome.problem)
    assert outcome.metrics["fit_count"] is None
    assert outcome.metrics["total_bytes"] == 204_800 * 128 * K
    check(outcome)
    assert [c.value for c in LAB.cards(at(model="phi-4", tp=4), outcome.metrics)][3:] == ["—", "—"]


def test_weights_of_unknown_number() -> None:
    path = str(CONFIGS / "latent.json")
    outcome = run(model=path, weights=True)
    assert "number of parameters is not known" in str(outcome.problem)
    assert outcome.metrics["fit_count"] is None
    assert outcome.metrics["bytes_per_token"] == 70_272
    check(outcome)


# --- what would make it fit


def test_ways_to_fit_come_later_and_only_where_needed() -> None:
    assert LAB.later_key(at()) is None
    assert run().metrics["ways_to_fit"] == []
    values = at(requests=32, context=32 * K, bits=4)
    assert LAB.later_key(values) is not None
    assert "ways_to_fit" not in LAB.compute(values, None).metrics
    found = {way["change"]: way for way in LAB.later(values, None, lambda: False)["ways_to_fit"]}
    assert found["bits"]["value"] == 3
    assert found["requests"]["value"] == 28
    assert accelerator(found["capacity_bytes"]["card"]).vendor == "NVIDIA"
    words = notes(requests=32, context=32 * K, bits=4)["What would make it fit"]
    assert "3 bits" in words
    assert "28 at a time" in words
    assert "one H100 NVL" in words
    assert LAB.later(values, None, lambda: True) == {}


def test_ways_really_fit() -> None:
    values = at(requests=32, context=32 * K, bits=4)
    for way in LAB.later(values, None, lambda: False)["ways_to_fit"]:
        if way["change"] in ("bits", "requests", "tp"):
            changed = LAB.clamp({**values, way["change"]: way["value"]}, None)
            assert changed[way["change"]] == way["value"] or way["change"] == "requests"
            fitting = LAB.compute({**values, way["change"]: way["value"]}, None).metrics
            assert fitting["fits"]


# --- notes


def test_the_notes_follow_the_setting() -> None:
    said = notes(bits=4, group_size=32)
    assert "adds 1 bits to each number, so 4 bits are really 5." in said["4 bits are more than 4"]
    assert "Longer than the model can read" not in said
    assert "4\u00a0096" in notes(model=TRAINED_SHORTER)["Longer than the model can read"]
    assert "hatched" in said["How to read the figure"]
    assert "dashed line is a window" in notes(view="layers")["How to read the figure"]
    assert "2 cards" in notes(tp=16)["Tensor parallel"]
    assert "one card only" in notes(tp=8)["Tensor parallel"]
    assert "8×" in said["GQA is a compression already"]
    gemma = notes(model="gemma-3-27b")["GQA is a compression already"]
    assert "16 KV heads for 32 query heads: 2×" in gemma


def test_the_trap_is_told_once_the_question_is_over() -> None:
    assert "80 / 40 = 2" not in notes()["GB and GiB"]
    assert "80 / 40 = 2" in notes(bits=8)["GB and GiB"]
    assert "80 / 40 = 2" in str(LAB.prediction().reveal)


# --- tasks and the question


def done(task: str, **changed: Value) -> bool:
    values = at(**changed)
    found = next(t for t in LAB.tasks() if t.id == task)
    return found.done(values, LAB.compute(values, None).metrics, [values])


def test_nothing_is_done_at_the_start() -> None:
    assert not any(done(task.id) for task in LAB.tasks())
    assert len(LAB.tasks()) == 3


def test_seven_at_four_bits() -> None:
    assert done("four_bits", bits=4)
    for other in ({"bits": 3}, {"context": 64 * K}, {"requests": 2}, {"model": "llama-2-70b"},
                  {"gpu": "h200-sxm"}, {"tp": 2}, {"weights": True}):  # fmt: skip
        assert not done("four_bits", **{"bits": 4, **other})


def test_nine_with_mla() -> None:
    assert done("mla", model="deepseek-v3")
    for other in ({"bits": 4}, {"context": 64 * K}, {"model": "kimi-k2"}, {"gpu": "h200-sxm"}):
        assert not done("mla", **{"model": "deepseek-v3", **other})


@pytest.mark.parametrize(
    ("bits", "requests", "context", "fits"),
    [(4, 32, 32, False), (3, 32, 32, True), (2, 32, 32, True), (3, 64, 32, False),
     (3, 16, 32, False), (3, 32, 16, False), (2, 32, 64, False)],
)  # fmt: skip
def test_everyone_on_one_card(bits: int, requests: int, context: int, fits: bool) -> None:
    assert done("many", bits=bits, requests=requests, context=context * K) is fits


def test_everyone_on_one_card_means_one_h100() -> None:
    both = {"requests": 32, "context": 32 * K, "bits": 3}
    for other in ({"tp": 2}, {"gpu": "h200-sxm"}, {"model": "deepseek-v3"}):
        assert not done("many", **{**both, **other})


def test_the_question_is_about_the_default() -> None:
    question = LAB.prediction()
    assert question.at == {}
    assert question.hides == ("fit_count",)
    assert [key for key, _label in question.options] == ["0", "1", "2"]
    assert question.answer == str(run().metrics["fit_count"])
    reveal = str(question.reveal)
    for number in (2 * 40 * 2**30 / 1e9, H100 / 1e9, H100 / 2**30):
        assert f"{number:.2f}" in reveal


# --- models


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("llama-2-7b", "MHA"), ("llama-3.1-70b", "GQA"), ("falcon-7b", "MQA"),
        ("deepseek-v3", "MLA"), ("deepseek-v3.2", "MLA + index"),
        ("gemma-3-27b", "GQA + windows"), ("llama-4-scout", "GQA + windows"),
        ("qwen3.5-27b", "GQA + linear"), ("kimi-k3", "MLA + linear"),
        ("deepseek-v4-pro", "compressed"),
        ("gemma-4-e4b", "GQA + windows"),
    ],
)  # fmt: skip
def test_the_kind_of_a_model(name: str, words: str) -> None:
    assert str(kind(model(name).shape)) == words


@pytest.mark.parametrize("view", ["bars", "layers", "fields"])
@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.json")), ids=lambda path: path.stem)
def test_every_layout_of_a_config_can_be_shown(path: Path, view: str) -> None:
    outcome = run(model=str(path), view=view, bits=4)
    assert outcome.problem is None
    check(outcome)
    assert str(kind(chosen(str(path)).shape)) != "—"


def test_cards_have_short_names() -> None:
    assert short_name(accelerator("h100-sxm")) == "H100 SXM"
    assert short_name(accelerator("gb200")) == "GB200"
    assert len({short_name(card) for card in accelerators()}) == len(accelerators())
