"""The picture of the chain: bytes of each step as bars, and beside them its error."""

from __future__ import annotations

import math

import numpy as np

from ..core import units
from ..core.figure import Axis, Bars, Figure, Floats, Mark, Note, Panel, Rule, Tick, Tone
from ..core.lab import Metrics
from ..core.params import Values
from ..core.text import Msg, msg
from ..numerics.ledger import FULL_BITS
from ._memory_formula import exact_bytes
from ._together_names import ghost_name, step_name, why_no_fidelity
from ._together_steps import STEPS, Sizes, StepId, ghost, sizes_of

THICK, THIN, BESIDE = 0.62, 0.28, 0.17  # of a bar, of one of two, and how far those are apart
GAP = 0.2  # between the chain and the model below it
ROOM_FOR_TEXT = 1.28  # of the longest bar
GHOSTS = ("ghost_16", "ghost")
#: powers of ten of 1 - cosine, and room right of them for a column of cosines
LEAST_GAP, MOST_GAP, ROOM_FOR_COSINE = -5, 0, 1.9
_TONES: dict[StepId, Tone] = {
    "mha": "ghost", "gqa": "accent", "per_token": "accent", "kivi": "accent",
    "mla": "good", "mla_quantized": "good",
}  # fmt: skip


def chain_figure(values: Values, metrics: Metrics) -> Figure:
    """Return the bars of bytes beside the bars of error; a click on a step chooses it."""
    return Figure(
        (_bytes_panel(values), _error_panel(values, metrics)), _description(values, metrics)
    )


def _places() -> Floats:
    """Return the rows of the steps and, a little apart, of DeepSeek-V3."""
    return np.array([*range(len(STEPS)), len(STEPS) + GAP], dtype=np.float64)


def _rows_axis(labels: tuple[Tick, ...], *, shown: bool = True) -> Axis:
    last = float(_places()[-1])
    return Axis(-0.5, last + 0.5, ticks=labels, flipped=True, shown=shown)


# --- bytes


def _bytes_panel(values: Values) -> Panel:
    found, rows = sizes_of(values), _places()
    ends = [found.bytes_per_token(index) for index in range(len(STEPS))]
    ghosts = ghost(int(values["bits"]), int(values["context"]))
    known = [index for index, end in enumerate(ends) if end is not None]
    # a small model's bars, or none at all, may be shorter than those of the model beside it
    longest = float(max([ghosts[0], *(end for end in ends if end is not None)]))
    first = longest if ends[0] is None else float(ends[0])
    marks: list[Mark] = [_tracks(ends, rows, known, first, int(values["step"]))]
    for tone in ("ghost", "accent", "good"):
        marks.append(_steps(ends, rows, [i for i in known if _TONES[STEPS[i]] == tone], tone))
    marks += [
        Bars(id="ghosts", keys=GHOSTS, tone="ghost", at=rows[-1] + np.array([-BESIDE, BESIDE]),
             size=np.array(ghosts, dtype=np.float64), width=THIN, lying=True),
        Note(id="ghost_bytes", x=ghosts[0] + 0.015 * longest, y=float(rows[-1]),
             anchor=(0, 0.5), text=f"{kilobytes(ghosts[0])} → {kilobytes(ghosts[1])}"),
        *_no_bytes(rows, known, at=0.015 * longest),
    ]  # fmt: skip
    if ends[0] is not None:
        marks.append(Rule(id="whole", way="v", tone="bad", at=first))
    return Panel(
        "bytes", tuple(marks), span=7,
        title=_title(found),
        x=Axis(0, ROOM_FOR_TEXT * longest, ticks=(Tick(0, "0"),)),
        y=_rows_axis(_labels(values, found)),
    )  # fmt: skip


def kilobytes(size: float) -> str:
    """Write bytes in KB, so that all bars of a picture share one unit."""
    return f"{units.trimmed(size / 1000, 4 if size < 1e6 else 5)}{units.NBSP}KB"


def _title(found: Sizes) -> Msg:
    """Return whose bytes these are: the model is the same at every step."""
    name, layers = found.shape.name, found.shape.num_layers
    if layers is None:
        return msg("TogetherLab", "Bytes of a token, {name}", name=name)
    return msg("TogetherLab", "Bytes of a token, {name}, {layers} layers", name=name,
               layers=layers)  # fmt: skip


def _tracks(
    ends: list[int | float | None], rows: Floats, known: list[int], longest: float, step: int
) -> Bars:
    """Return the full rows: they take the clicks and carry the numbers."""
    return Bars(
        id="steps",
        keys=tuple(known),
        sets="step",
        picked=known.index(step) if step in known else None,
        tone="line",
        at=rows[known],
        size=np.full(len(known), longest),
        width=THICK,
        lying=True,
        texts=tuple(kilobytes(float(ends[index] or 0)) for index in known),
    )


def _steps(ends: list[int | float | None], rows: Floats, which: list[int], tone: Tone) -> Bars:
    return Bars(
        id=f"steps_{tone}",
        keys=tuple(which),
        sets="step",
        tone=tone,
        at=rows[which],
        size=np.array([ends[index] for index in which], dtype=np.float64),
        width=THICK,
        lying=True,
    )


def _no_bytes(rows: Floats, known: list[int], *, at: float) -> list[Mark]:
    """Return the words that stand where a model cannot have a step."""
    return [
        Note(id=f"no_{STEPS[index]}", x=at, y=float(rows[index]), anchor=(0, 0.5), tone="muted",
             text=msg("TogetherLab", "no KV heads in this model"))
        for index in range(len(STEPS)) if index not in known
    ]  # fmt: skip


def _labels(values: Values, found: Sizes) -> tuple[Tick, ...]:
    rows, bits, step = _places(), int(values["bits"]), int(values["step"])
    names = [step_name(name, bits, found) for name in STEPS]
    names.append(msg("TogetherLab", "DeepSeek-V3 · 16 → {bits} bits", bits=bits))
    return tuple(Tick(float(row), name, strong=i == step)
                 for i, (row, name) in enumerate(zip(rows, names, strict=True)))  # fmt: skip


# --- error


def _error_panel(values: Values, metrics: Metrics) -> Panel:
    rows = _places()
    cosines = [step["fidelity"] for step in metrics["steps"]]
    lossy = [i for i, cosine in enumerate(cosines) if cosine is not None and cosine < 1]
    step = int(values["step"])
    marks: list[Mark] = [
        Bars(id="errors", keys=tuple(lossy), sets="step",
             picked=lossy.index(step) if step in lossy else None, tone="bad", at=rows[lossy],
             size=np.array([log_gap(cosines[i]) for i in lossy], dtype=np.float64),
             base=LEAST_GAP, width=THICK, lying=True),
        *(cosine_note(STEPS[i], cosines[i], float(rows[i]), strong=i == step) for i in lossy),
    ]  # fmt: skip
    found, beside = sizes_of(values), msg("TogetherLab", "trained with MLA")
    said: list[tuple[str, float, Msg]] = [
        (STEPS[i], float(rows[i]), _in_words(STEPS[i], cosine, found))
        for i, cosine in enumerate(cosines) if i not in lossy and found.caches[i] is not None
    ]  # fmt: skip
    marks += [
        Note(id=f"words_{name}", x=LEAST_GAP + 0.1, y=row, anchor=(0, 0.5), tone="muted",
             text=text)
        for name, row, text in [*said, ("beside", float(rows[-1]), beside)]
    ]  # fmt: skip
    return Panel(
        "errors", tuple(marks), col=7, span=4,
        title=msg("TogetherLab", "Error of the output: 1 − cosine"),
        x=Axis(LEAST_GAP, MOST_GAP + ROOM_FOR_COSINE, ticks=gap_ticks()),
        y=_rows_axis((), shown=False),
    )  # fmt: skip


def gap_ticks() -> tuple[Tick, ...]:
    """Return the ticks of an axis of 1 - cosine."""
    return tuple(Tick(p, f"10^{{{p}}}" if p else "1") for p in range(LEAST_GAP, MOST_GAP + 1))


def cosine_note(name: object, cosine: float, row: float, *, strong: bool) -> Note:
    """Return a cosine in the column right of the bars."""
    return Note(id=f"cosine_{name}", x=MOST_GAP + 0.2, y=row, anchor=(0, 0.5),
                text=units.cosine(cosine), size="strong" if strong else "body")  # fmt: skip


def log_gap(cosine: float) -> float:
    """Return log10(1 - cosine), kept within the axis."""
    return min(max(math.log10(max(1 - cosine, 1e-300)), LEAST_GAP), MOST_GAP)


def _in_words(name: StepId, cosine: float | None, found: Sizes) -> Msg:
    if cosine is not None:
        return msg("TogetherLab", "1: nothing is changed")
    if name == "mha":
        return msg("TogetherLab", "another model")
    if found.own == "mla":
        return msg("TogetherLab", "no latent to measure on")
    return msg("TogetherLab", "only by training")


# --- in words


def _description(values: Values, metrics: Metrics) -> Msg:
    steps = metrics["steps"]
    first, here = steps[0]["bytes_per_token"], steps[int(values["step"])]["bytes_per_token"]
    return msg(
        "TogetherLab",
        "Bars of the bytes of one token in six steps, from {first} to {last}; the chosen step: "
        "{here}. Beside them the error of the attention output: 1 − cosine per token {rows}, with "
        "KIVI groups {kivi}.",
        first=_bytes(first),
        last=_bytes(steps[-1]["bytes_per_token"]),
        here=_bytes(here),
        rows=_gap(steps[2]["fidelity"]),
        kivi=_gap(steps[3]["fidelity"]),
    )


def _bytes(size: float | None) -> str:
    return "—" if size is None else units.gigabytes(size)


def _gap(cosine: float | None) -> str:
    return "—" if cosine is None else units.number(1 - cosine, 3)


def step_hover(index: int, values: Values, metrics: Metrics) -> Msg | None:
    """Return the exact figures of a step."""
    step, found = metrics["steps"][index], sizes_of(values)
    cache = found.caches[index]
    if cache is None:
        return None
    text = msg(
        "TogetherLab",
        "{name}: {size} per token, {numbers} numbers at {bits} bits",
        name=step_name(STEPS[index], int(values["bits"]), found),
        size=exact_bytes(step["bytes_per_token"]),
        numbers=units.integer(cache.elements / cache.tokens),
        bits=units.trimmed(cache.bits_effective or 0),
    )
    cosine = step["fidelity"]
    if cosine is None:
        return msg("TogetherLab", "{text}. {reason}", text=text,
                   reason=why_no_fidelity(STEPS[index], found))  # fmt: skip
    return msg("TogetherLab", "{text}; cosine {cosine}, 1 − cosine = {gap}", text=text,
               cosine=units.cosine(cosine), gap=units.number(1 - cosine))  # fmt: skip


def ghost_hover(key: str, values: Values) -> Msg | None:
    """Return the exact bytes of the model beside the chain."""
    if key not in GHOSTS:
        return None
    index, bits = GHOSTS.index(key), int(values["bits"])
    return msg("TogetherLab", "{name}: {size} B per token; it was trained with MLA",
               name=ghost_name((FULL_BITS, bits)[index]),
               size=units.integer(ghost(bits, int(values["context"]))[index]))  # fmt: skip
