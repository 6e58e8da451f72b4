"""Where the 93.3% come from that DeepSeek-V2 says it saves against DeepSeek-67B.

Sources: DeepSeek-V2, arXiv 2405.04434, for the 93.3%, the 60 layers, and 6 bits on average for
each element of the cache; DeepSeek LLM, arXiv 2401.02954 table 2, for the 95 layers of
DeepSeek-67B and its 8 KV heads.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ..core.figure import Axis, Bars, Figure, Mark, Note, Panel, Tick
from ..core.text import Msg, msg
from ..core.units import NBSP, gigabytes, integer
from ..numerics.cache import size
from ..numerics.cache_naive import as_mha
from ..numerics.ledger import FULL_BITS
from ..sources.models import model

V2, DENSE, V2_BITS = "deepseek-v2", "deepseek-67b", 6
ROOM_FOR_TEXT, THICK = 1.3, 0.5


@dataclass(frozen=True, slots=True)
class Story:
    """Bytes of a token: DeepSeek-67B, V2 at the same 16 bits, and V2 at 6 bits on average.

    ``mha`` is V2 with K and V of all its 128 heads.
    """

    dense: float
    latent: float
    latent_quantized: float
    mha: float

    @property
    def saving(self) -> float:
        """The share that V2 saves at 6 bits: the paper's figure."""
        return 1 - self.latent_quantized / self.dense

    @property
    def by_numbers(self) -> float:
        """The share that it saves at equal precision, by keeping fewer numbers."""
        return 1 - self.latent / self.dense

    @property
    def by_bits(self) -> float:
        """The share that 6 bits instead of 16 add."""
        return self.saving - self.by_numbers


@cache
def story() -> Story:
    """Return the bytes, counted from the two models of the shipped table."""
    shapes = (model(DENSE).shape, model(V2).shape, as_mha(model(V2).shape))
    dense, latent, mha = (float(size(shape, 1).total_bytes) for shape in shapes if shape)
    return Story(dense, latent, latent * V2_BITS / FULL_BITS, mha)


def story_metrics() -> dict[str, Any]:
    """Return the figures of the story under their ids."""
    told = story()
    return {
        "deepseek_67b_bytes_per_token": told.dense,
        "deepseek_v2_bytes_per_token": told.latent,
        "deepseek_v2_bytes_per_token_6_bits": told.latent_quantized,
        "saving": told.saving,
        "saving_by_numbers": told.by_numbers,
        "saving_by_bits": told.by_bits,
    }


def story_figure() -> Figure:
    """Return the three bars, and in front of each what made it shorter than the one before."""
    told = story()
    rows = np.arange(3, dtype=np.float64)
    ends = np.array([told.dense, told.latent, told.latent_quantized])
    bars: list[Mark] = [
        Bars(id="dense", keys=("dense",), tone="ghost", at=rows[:1], size=ends[:1], width=THICK,
             lying=True),
        Bars(id="by_numbers", keys=("by_numbers",), tone="good", hatched=True, at=rows[1:2],
             base=told.latent, size=ends[:1], width=THICK, lying=True,
             label=msg("TogetherLab", "saved by fewer numbers")),
        Bars(id="by_bits", keys=("by_bits",), tone="accent", hatched=True, at=rows[2:],
             base=told.latent_quantized, size=ends[1:2], width=THICK, lying=True,
             label=msg("TogetherLab", "saved by fewer bits")),
        Bars(id="latent", keys=("latent", "latent_quantized"), tone="good", at=rows[1:],
             size=ends[1:], width=THICK, lying=True),
    ]  # fmt: skip
    bars += [
        Note(id=f"bytes_{i}", x=1.01 * told.dense, y=float(row), anchor=(0, 0.5), size="strong",
             text=f"{integer(end)}{NBSP}B")
        for i, (row, end) in enumerate(zip(rows, ends, strict=True))
    ]  # fmt: skip
    labels = (_dense_name(), _latent_name(FULL_BITS), _quantized_name())
    ticks = tuple(Tick(float(row), label) for row, label in zip(rows, labels, strict=True))
    panel = Panel(
        "story",
        tuple(bars),
        title=msg("TogetherLab", "Bytes of one token"),
        x=Axis(0, ROOM_FOR_TEXT * told.dense, shown=False),
        y=Axis(-0.6, 2.6, ticks=ticks, flipped=True),
    )
    return Figure((panel,), _description(told))


def _dense_name() -> Msg:
    shape = model(DENSE).shape
    return msg("TogetherLab", "DeepSeek-67B · GQA {heads} · {layers} layers · {bits} bits",
               heads=shape.kv_heads, layers=shape.num_layers, bits=FULL_BITS)  # fmt: skip


def _latent_name(bits: int) -> Msg:
    return msg("TogetherLab", "DeepSeek-V2 · MLA · {layers} layers · {bits} bits",
               layers=model(V2).shape.num_layers, bits=bits)  # fmt: skip


def _quantized_name() -> Msg:
    return msg("TogetherLab", "DeepSeek-V2 · MLA · about {bits} bits", bits=V2_BITS)


def _description(told: Story) -> Msg:
    """What the bars show; the shares are on the cards, where they may wait for a guess."""
    return msg(
        "TogetherLab",
        "Bars of the bytes of one token: DeepSeek-67B {dense}, DeepSeek-V2 {latent} at 16 bits "
        "and {quantized} at 6.",
        dense=gigabytes(told.dense),
        latent=gigabytes(told.latent),
        quantized=gigabytes(told.latent_quantized),
    )


def story_hover(key: str) -> Msg | None:
    """Return how the bytes of a bar are made up."""
    told = story()
    if key == "dense":
        return msg("TogetherLab", "95 layers × 2 × 8 KV heads × 128 × 16 bits = {size} B",
                   size=integer(told.dense))  # fmt: skip
    if key == "latent":
        return msg("TogetherLab", "60 layers × (512 + 64) × 16 bits = {size} B",
                   size=integer(told.latent))  # fmt: skip
    if key == "latent_quantized":
        return msg("TogetherLab", "60 layers × (512 + 64) × 6 bits = {size} B",
                   size=integer(told.latent_quantized))  # fmt: skip
    return None
