"""The picture of the areas view: what is stored as squares, and the work of one decoded token."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ..core import units
from ..core.figure import Axis, Bars, Boxes, Figure, Mark, Note, Panel, Tick, Tone
from ..core.lab import Metrics
from ..core.params import Values
from ..core.text import Msg, msg, verbatim
from ..numerics.latent import Sizes
from ..numerics.ledger import FULL_BITS
from ._latent_measure import sizes_of
from ._shared import both

MOST_HEADS, MOST_D_C = 128, 2048
FORMS = ("expanded", "absorbed", "cached")

# in sides of the largest square: the least room of each one, which its name needs, and the gaps
SLOTS, GAP, EDGE = (0.72, 0.42, 0.3), 0.1, 0.08
#: of the panel: GQA with at most 32, 64, and all 128 heads; a large d_c may need more
WIDTHS = (1.93, 2.22, 2.51)
ROOM_FOR_TEXT = 1.9  # powers of ten right of the longest bar


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the picture; its area is the numbers it stands for."""

    key: str
    x: float
    y: float
    w: float
    h: float
    tone: Tone


def picture(values: Values, metrics: Metrics) -> Figure:
    """Return the figure: squares of true area beside bars of multiplications and reads."""
    return Figure((_areas(values, metrics), _work(values, metrics)), _description(metrics))


# --- what is stored


def boxes(values: Values, metrics: Metrics) -> tuple[Box, ...]:
    """Return the squares from left to right; MLA's has its RoPE part as a strip on top.

    Below 16 bits the latent covers what it then needs, in numbers of 16 bits, in front of the
    pale square of all its numbers.
    """
    sizes = sizes_of(values)
    mha, gqa, mla = _sides(sizes)
    at = [middle - side / 2 for middle, side in zip(_middles(sizes), (mha, gqa, mla), strict=True)]
    latent_room = metrics["mla_bits_per_token"] / FULL_BITS - sizes.rope
    latent, strip = latent_room / mla, sizes.rope / mla
    tone: Tone = "good" if pays(sizes) else "bad"
    parts = [
        Box("mha", at[0], 0, mha, mha, "ghost"),
        Box("gqa", at[1], 0, gqa, gqa, "accent"),
        Box("mla", at[2], 0, mla, mla, "ghost"),
        Box("latent", at[2], 0, mla, latent, tone),
        Box("rope", at[2], latent, mla, strip, "ink"),
    ]
    return tuple(part for part in parts if part.h)


def pays(sizes: Sizes) -> bool:
    """Return whether MLA stores less than GQA."""
    return sizes.mla_elements < sizes.gqa_elements


def _largest_side(sizes: Sizes) -> float:
    """The side of the largest square that any number of heads makes."""
    return math.sqrt(2 * MOST_HEADS * sizes.head_dim)


def _sides(sizes: Sizes) -> tuple[float, float, float]:
    return (
        math.sqrt(sizes.mha_elements),
        math.sqrt(sizes.gqa_elements),
        math.sqrt(sizes.mla_elements),
    )


def _slots(sizes: Sizes) -> tuple[tuple[float, float], ...]:
    """Return left edge and width of the room of each square."""
    unit, left, slots = _largest_side(sizes), 0.0, []
    for side, least in zip(_sides(sizes), SLOTS, strict=True):
        slots.append((left, max(side, least * unit)))
        left += slots[-1][1] + GAP * unit
    return tuple(slots)


def _middles(sizes: Sizes) -> tuple[float, ...]:
    return tuple(left + width / 2 for left, width in _slots(sizes))


def _areas(values: Values, metrics: Metrics) -> Panel:
    sizes, shown = sizes_of(values), boxes(values, metrics)
    unit, last = _largest_side(sizes), _slots(sizes)[-1]
    needed = sum(last) / unit
    width = next((w for w in WIDTHS if needed <= w), needed)
    x, y, w, h = np.array([(box.x, box.y, box.w, box.h) for box in shown]).T
    squares = Boxes(id="areas", keys=tuple(box.key for box in shown), x=x, y=y, w=w, h=h,
                    tones=tuple(box.tone for box in shown), true_area=True)  # fmt: skip
    sums = Note(id="sums", x=last[0], y=unit, anchor=(0.01, 0), size="small", tone="muted",
                text=_sums(sizes))  # fmt: skip
    return Panel(
        "areas",
        (squares, sums, *_verdict(values, metrics, last[0])),
        span=7,
        title=msg("LatentLab", "Numbers per layer and token, as areas"),
        x=Axis(-EDGE * unit, width * unit, ticks=_names(sizes)),
        y=Axis(0, 1.01 * unit, shown=False),
    )


def _names(sizes: Sizes) -> tuple[Tick, ...]:
    """Return name and count under the middle of each square."""
    counts = (sizes.mha_elements, sizes.gqa_elements, sizes.mla_elements)
    return tuple(
        Tick(at, f"{name} {units.integer(count)}", strong=True)
        for at, name, count in zip(_middles(sizes), ("MHA", "GQA", "MLA"), counts, strict=True)
    )


def _sums(sizes: Sizes) -> Msg:
    """Return how the three counts are made up, a line for each."""
    width = sizes.head_dim
    return verbatim(
        f"MHA = 2 × {sizes.heads} × {width}\n"
        f"GQA = 2 × {sizes.kv_heads} × {width}\n"
        f"MLA = {units.integer(sizes.d_c)} + {sizes.rope} RoPE"
    )


def not_less() -> Msg:
    """Return what is said of an MLA that does not pay."""
    return msg("LatentLab", "not less than GQA")


def _verdict(values: Values, metrics: Metrics, x: float) -> tuple[Mark, ...]:
    """Return what stands above MLA's square: that it no longer pays, or its size in bits."""
    sizes, bits = sizes_of(values), int(values["bits"])
    like = units.trimmed(metrics["mla_bits_per_token"] / FULL_BITS)
    fewer_bits = msg("LatentLab", "{bits} bits: as small as {like}", bits=bits, like=like)
    tone: Tone = "good" if pays(sizes) else "bad"
    if bits == FULL_BITS and pays(sizes):
        return ()
    text = fewer_bits if pays(sizes) else not_less()
    if bits < FULL_BITS and not pays(sizes):
        text = both(not_less(), fewer_bits)
    return (Note(id="verdict", x=x, y=1.04 * math.sqrt(sizes.mla_elements), anchor=(0.01, 1),
                 size="small", tone=tone, text=text),)  # fmt: skip


# --- what one decoded token costs


def form_name(form: str) -> Msg:
    """Return the name of a form of the attention."""
    return {
        "expanded": msg("LatentLab", "expanded"),
        "absorbed": msg("LatentLab", "absorbed"),
        "cached": msg("LatentLab", "K, V cached"),
    }[form]


def work(metrics: Metrics) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return multiplications and numbers read of each form, in the order of ``FORMS``."""
    multiplies = tuple(int(metrics[f"multiplies_{form}"]) for form in FORMS)
    latent, cached = int(metrics["numbers_read_latent"]), int(metrics["numbers_read_cached"])
    return multiplies, (latent, latent, cached)


def _work(values: Values, metrics: Metrics) -> Panel:
    sizes, tokens = sizes_of(values), int(values["tokens"])
    multiplies, reads = work(metrics)
    rows = np.arange(len(FORMS), dtype=np.float64)
    # from the smallest latent to the largest, so that no slider but the tokens' moves the axis
    low = math.floor(math.log10(64 * tokens))
    most = Sizes(MOST_HEADS, sizes.head_dim, MOST_HEADS, MOST_D_C, sizes.rope)
    high = math.ceil(math.log10(most.multiplies_expanded(tokens)))
    bars = (
        _bars("multiplies", rows - 0.25, multiplies, low, "ink",
              msg("LatentLab", "multiplies")),
        _bars("reads", rows + 0.25, reads, low, "accent", msg("LatentLab", "numbers read")),
    )  # fmt: skip
    ticks = tuple(Tick(p, f"10^{{{p}}}") for p in range(low, high + 1, 2))
    return Panel(
        "work",
        bars,
        col=7,
        span=5,
        x=Axis(low, high + ROOM_FOR_TEXT, ticks=ticks,
               label=msg("LatentLab", "per token, {tokens} cached",
                         tokens=units.tokens(tokens))),
        y=Axis(-0.55, len(FORMS) - 0.45, flipped=True,
               ticks=tuple(Tick(i, form_name(form)) for i, form in enumerate(FORMS))),
    )  # fmt: skip


def _bars(
    name: str, at: np.ndarray, counts: tuple[int, ...], low: int, tone: Tone, label: Msg
) -> Bars:
    return Bars(
        id=name,
        keys=FORMS,
        at=at,
        size=np.log10(np.array(counts, dtype=np.float64)),
        width=0.4,
        base=low,
        lying=True,
        texts=tuple(verbatim(units.number(count)) for count in counts),
        tone=tone,
        label=label,
    )


def _description(metrics: Metrics) -> Msg:
    return msg(
        "LatentLab",
        "Squares whose areas are the numbers stored per layer and token: MHA {mha}, GQA {gqa}, "
        "MLA {mla}. Bars, on a logarithmic scale: multiplications of one decoded token, {expanded} "
        "expanded, {absorbed} absorbed, {cached} with K and V cached.",
        mha=units.integer(metrics["mha_elements"]),
        gqa=units.integer(metrics["gqa_elements"]),
        mla=units.integer(metrics["mla_elements"]),
        expanded=units.number(metrics["multiplies_expanded"]),
        absorbed=units.number(metrics["multiplies_absorbed"]),
        cached=units.number(metrics["multiplies_cached"]),
    )
