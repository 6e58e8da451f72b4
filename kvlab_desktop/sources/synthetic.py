"""Seeded tensors that behave as the textbook says: the same shape as the sample, no model.

Recipe, per layer and KV head (D = 64, RoPE half-rotated with theta 100 000):

* keys before RoPE: standard normal, plus three to five *outlier channels* with one constant
  offset of either sign (8 to 14) for all tokens and a small spread. They sit in slowly rotating
  pairs, where real keys have them, so that RoPE leaves the stripes standing.
* values: standard normal without any channel structure; a few *loud* tokens three times as
  large; token 0, the *sink*, is *quiet* (a tenth).
* queries after RoPE: noise, plus a part along the sink's key and parts along the keys of a few
  tokens, mostly recent ones. A part of size c along a key gives that token a logit of about c, so
  a handful of tokens takes most of the weight and most queries look at the sink.

All tensors are rounded to fp16 as a cache would hold them. The structure follows KIVI
(arXiv 2402.02750, section 3), KVQuant (2401.18079, section 3) and, for the sink, 2309.17453.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from ..numerics import rope as rotary
from .stored import StoredTensors, grid_sample
from .tensors import GRID_VALUES, GridOrigin, Layer, Rope, Tensors

LAYERS = (0, 1, 2, 3)
KV_HEADS, QUERY_HEADS, TOKENS, HEAD_DIM = 3, 9, 256, 64
QUERIES = range(224, 256)
ROPE = Rope(theta=100_000.0, convention="half")

OUTLIER_PAIRS = range(20, 30)  # pairs that turn by at most 0.2 rad in 256 tokens
OUTLIER_OFFSET = (8.0, 14.0)
OUTLIER_SPREAD = 0.7
LOUD_TOKENS, LOUD, QUIET = 5, 3.0, 0.1
SINK_LOGIT, SINK_SPREAD = 7.0, (0.8, 1.1)
TARGETS, TARGET_LOGIT, TARGET_DISTANCE = 3, (4.0, 7.0), 12.0
QUERY_NOISE = 0.8
GRID_TOKEN = 128

Float64 = npt.NDArray[np.float64]


@lru_cache(maxsize=4)
def synthetic(seed: int) -> Tensors:
    """Generate the textbook tensors of a seed; the same seed gives the same tensors.

    Raises ValueError for a negative seed.
    """
    rng = np.random.Generator(np.random.PCG64(seed))
    layers: dict[int, Layer] = {}
    offsets: dict[int, Float64] = {}
    for number in LAYERS:
        layers[number], offsets[number] = _layer(rng)
    tokens = tuple(f"t{position}" for position in range(TOKENS))
    place = _grid_place(layers[LAYERS[0]], offsets[LAYERS[0]][0], tokens)
    return StoredTensors(
        id="synthetic",
        name="synthetic",
        data=layers,
        tokens=tokens,
        query_positions=QUERIES,
        scale=HEAD_DIM**-0.5,
        rope=ROPE,
        grid=grid_sample(layers, place),
        seed=seed,
    )


def _layer(rng: np.random.Generator) -> tuple[Layer, Float64]:
    """Tensors of one layer, and the offsets [kv_heads, D] of its key channels."""
    offset = np.stack([_offsets(rng) for _ in range(KV_HEADS)])
    noise = rng.standard_normal((KV_HEADS, TOKENS, HEAD_DIM))
    noise = np.where(offset[:, None] != 0.0, OUTLIER_SPREAD * noise, noise)
    k_pre = _as_stored(noise + offset[:, None])
    positions = np.arange(TOKENS)
    k_post = rotary.apply(k_pre, positions, ROPE.theta, ROPE.convention)
    # What tells tokens apart: attention ignores what all keys have in common.
    telling = rotary.apply(noise, positions, ROPE.theta, ROPE.convention)
    group = QUERY_HEADS // KV_HEADS
    q_post = np.stack([_queries(rng, telling[h // group]) for h in range(QUERY_HEADS)])
    layer = Layer(_as_stored(k_post), _as_stored(_values(rng)), _as_stored(q_post), k_pre)
    return layer, offset


def _offsets(rng: np.random.Generator) -> Float64:
    """Offset [D] of every key channel: 0 but for a few channels of the slow pairs."""
    slow = np.concatenate([np.array(OUTLIER_PAIRS), np.array(OUTLIER_PAIRS) + HEAD_DIM // 2])
    channels = rng.choice(slow, size=int(rng.integers(3, 6)), replace=False)
    offset = np.zeros(HEAD_DIM)
    sign = rng.choice((-1.0, 1.0), size=channels.size)
    offset[channels] = sign * rng.uniform(*OUTLIER_OFFSET, size=channels.size)
    return offset


def _values(rng: np.random.Generator) -> Float64:
    """Values [kv_heads, T, D]: rows differ in loudness, columns do not."""
    v = rng.standard_normal((KV_HEADS, TOKENS, HEAD_DIM))
    for head in v:
        head[rng.choice(np.arange(1, TOKENS), size=LOUD_TOKENS, replace=False)] *= LOUD
        head[0] *= QUIET
    return v


def _queries(rng: np.random.Generator, telling: Float64) -> Float64:
    """Queries [Q, D] that look at the sink and at a few tokens of `telling` keys [T, D]."""
    norm_squared = np.einsum("td,td->t", telling, telling)
    # q = c * sqrt(D) * k / |k|^2 has the logit q.k / sqrt(D) = c
    toward = telling * (HEAD_DIM**0.5 / norm_squared)[:, None]
    q = QUERY_NOISE * rng.standard_normal((len(QUERIES), HEAD_DIM))
    q += SINK_LOGIT * rng.uniform(*SINK_SPREAD, size=(len(QUERIES), 1)) * toward[0]
    back = rng.geometric(1.0 / TARGET_DISTANCE, size=(len(QUERIES), TARGETS)) - 1
    targets = np.maximum(np.array(QUERIES)[:, None] - back, 1)
    logits = rng.uniform(*TARGET_LOGIT, size=targets.shape)
    q += np.einsum("qn,qnd->qd", logits, toward[targets])
    return q


def _grid_place(layer: Layer, offset: Float64, tokens: tuple[str, ...]) -> GridOrigin:
    """16 channels without an outlier; the largest outlier replaces the value nearest zero."""
    key = layer.k_post[0, GRID_TOKEN]
    values = key[:GRID_VALUES]
    return GridOrigin(
        layer=LAYERS[0],
        head=0,
        token=GRID_TOKEN,
        token_text=tokens[GRID_TOKEN],
        first_channel=0,
        channels=GRID_VALUES,
        outlier_channel=int(np.abs(np.where(offset != 0.0, key, 0.0)).argmax()),
        replaced_channel=int(np.abs(values).argmin()),
    )


def _as_stored(x: npt.NDArray[np.floating]) -> npt.NDArray[np.float32]:
    return x.astype(np.float16).astype(np.float32)
