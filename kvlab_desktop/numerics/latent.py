"""Multi-head latent attention (MLA): what it stores, what it multiplies, and low rank.

Names are the paper's: a hidden state h is projected down to a latent ``c = W_down h`` of d_c
numbers, K and V are ``W_uk c`` and ``W_uv c``, and a few separate values carry the position (the
RoPE part). Source: DeepSeek-V2, arXiv 2405.04434, section 2.1; everything is float64.

Shapes: T tokens, E numbers of a hidden state, H heads of d_h numbers, d_r RoPE values.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from . import rope as rotary
from .attention import softmax
from .fidelity import Float64
from .grid import check_finite, quantize
from .ledger import FULL_BITS, Ledger, full_precision, uniform

THETA = 10_000.0


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of one attention layer, for MHA, GQA and MLA alike.

    ``heads`` query heads of ``head_dim``, ``kv_heads`` of GQA, a latent of ``d_c`` numbers and
    ``rope`` separate ones that carry the position.
    """

    heads: int
    head_dim: int
    kv_heads: int
    d_c: int
    rope: int

    @property
    def mha_elements(self) -> int:
        """Numbers per token and layer that MHA stores: K and V of every head."""
        return 2 * self.heads * self.head_dim

    @property
    def gqa_elements(self) -> int:
        """Numbers per token and layer that GQA stores: K and V of every KV head."""
        return 2 * self.kv_heads * self.head_dim

    @property
    def mla_elements(self) -> int:
        """Numbers per token and layer that MLA stores: the latent and the RoPE part, once."""
        return self.d_c + self.rope

    @property
    def mha_elements_with_rope(self) -> int:
        """What MHA would store with MLA's own widths: K of d_h + d_r and V of d_h numbers."""
        return self.heads * (2 * self.head_dim + self.rope)

    @property
    def break_even_d_c(self) -> int | None:
        """The largest d_c with which MLA stores no more than GQA; None when there is none."""
        found = self.gqa_elements - self.rope
        return found if found >= 1 else None

    def multiplies_expanded(self, tokens: int) -> int:
        """Multiplications per layer and decoded token when K and V of all tokens are expanded.

        The projections of the new token's hidden state are left out here and below: every form
        has them.
        """
        return tokens * self._expansion + tokens * self.mha_elements_with_rope

    def multiplies_absorbed(self, tokens: int) -> int:
        """Multiplications per layer and decoded token over the latents, with W_uk in the query."""
        return self._expansion + tokens * self.heads * (2 * self.d_c + self.rope)

    def multiplies_cached(self, tokens: int) -> int:
        """Multiplications per layer and decoded token when the expanded K and V are cached."""
        return self._expansion + tokens * self.mha_elements_with_rope

    @property
    def _expansion(self) -> int:
        """Multiplications that expand one token, or take one query in and one output back."""
        return self.heads * self.d_c * 2 * self.head_dim


def latent_ledger(d_c: int, rope: int, bits: int, group: int) -> Ledger:
    """Bits of one token in one layer: the latent at `bits`, the RoPE part always at 16.

    Below 16 bits the latent is in groups of `group` along d_c, each with a 16-bit scale and zero
    point; a shorter rest is a group of its own.
    """
    if bits == FULL_BITS:
        return full_precision(d_c + rope)
    return uniform((d_c,), bits, axis="per_token", group=group) + full_precision(rope)


def quantized_latent(latent: Float64, bits: int, group: int) -> Float64:
    """Put latents [T, d_c] on a grid of `bits` bits and read them back; 16 leaves them exact.

    Groups as in :func:`latent_ledger`; raises what :func:`~.grid.quantize` raises.
    """
    if bits == FULL_BITS:
        return latent
    return quantize(latent, bits, axis="per_token", group=group).values.astype(np.float64)


# --- the mechanism: both orders of multiplication


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """The projections of one MLA layer.

    ``down`` [d_c, E], ``up_k`` and ``up_v`` [H, d_h, d_c], ``out`` [E, H, d_h], ``query``
    [H, d_h, E], ``query_rope`` [H, d_r, E], and ``key_rope`` [d_r, E], shared by all heads.
    """

    down: Float64
    up_k: Float64
    up_v: Float64
    out: Float64
    query: Float64
    query_rope: Float64
    key_rope: Float64

    @property
    def scale(self) -> float:
        """Factor of the attention logits, 1/sqrt(d_h + d_r) (equation 18)."""
        return 1 / math.sqrt(self.query.shape[1] + self.query_rope.shape[1])


def gaussian_weights(sizes: Sizes, hidden: int, rng: np.random.Generator) -> Weights:
    """Draw weights for hidden states of `hidden` numbers; outputs keep the scale of inputs.

    Normal with variance 1 / (numbers that are summed), so that latents, keys and values of unit
    normal hidden states are about unit normal too.
    """

    def draw(*shape: int, summed: int) -> Float64:
        return rng.standard_normal(shape) / math.sqrt(summed)

    heads, width = sizes.heads, sizes.head_dim
    return Weights(
        down=draw(sizes.d_c, hidden, summed=hidden),
        up_k=draw(heads, width, sizes.d_c, summed=sizes.d_c),
        up_v=draw(heads, width, sizes.d_c, summed=sizes.d_c),
        out=draw(hidden, heads, width, summed=heads * width),
        query=draw(heads, width, hidden, summed=hidden),
        query_rope=draw(heads, sizes.rope, hidden, summed=hidden),
        key_rope=draw(sizes.rope, hidden, summed=hidden),
    )


@dataclass(frozen=True, slots=True, eq=False)
class LatentCache:
    """What MLA stores of T tokens: ``latent`` [T, d_c] and ``rope_key`` [T, d_r], rotated."""

    latent: Float64
    rope_key: Float64


@dataclass(frozen=True, slots=True, eq=False)
class Query:
    """The query of one token: ``content`` [H, d_h] and ``rope`` [H, d_r], rotated."""

    content: Float64
    rope: Float64


def compress(weights: Weights, hidden: Float64) -> LatentCache:
    """Project hidden states [T, E], tokens 0 to T - 1, to what is stored (equations 9 and 15)."""
    places = np.arange(len(hidden))
    return LatentCache(hidden @ weights.down.T, _rotated(hidden @ weights.key_rope.T, places))


def ask(weights: Weights, hidden: Float64, position: int) -> Query:
    """Project the hidden state [E] of the token at `position` to its query (equations 1 and 14).

    Without the low-rank compression of the query: it saves training memory, not cache.
    """
    places = np.full(len(weights.query), position)
    return Query(weights.query @ hidden, _rotated(weights.query_rope @ hidden, places))


def _rotated(x: Float64, places: npt.NDArray[np.int_]) -> Float64:
    return rotary.apply(x, places, THETA, "interleaved") if x.shape[-1] else x


def attend_expanded(weights: Weights, query: Query, cache: LatentCache) -> Float64:
    """Attention output [E] with K and V restored from the latents (equations 10, 11, 17 to 19)."""
    k = cache.latent @ weights.up_k.swapaxes(1, 2)
    v = cache.latent @ weights.up_v.swapaxes(1, 2)
    content = (k @ query.content[..., None])[..., 0]
    attention = softmax(weights.scale * (content + query.rope @ cache.rope_key.T))
    heads = (attention[:, None] @ v)[:, 0]
    return np.tensordot(weights.out, heads, axes=2)


def attend_absorbed(weights: Weights, query: Query, cache: LatentCache) -> Float64:
    """The same output [E] without restoring K or V: W_uk acts on the query, W_uv on the sum.

    ``q . (W_uk c) = (W_uk^T q) . c`` and ``sum(w W_uv c) = W_uv sum(w c)``: matrix products are
    associative. The RoPE part is not in K and so does not stand between W_uk and q.
    """
    latent_query = (query.content[:, None] @ weights.up_k)[:, 0]
    content = latent_query @ cache.latent.T
    attention = softmax(weights.scale * (content + query.rope @ cache.rope_key.T))
    summed = attention @ cache.latent
    heads = (weights.up_v @ summed[..., None])[..., 0]
    return np.tensordot(weights.out, heads, axes=2)


def max_rel_diff(a: Float64, b: Float64) -> float:
    """Largest absolute difference over the largest magnitude of `a`; 0 for equal zeros."""
    difference, size = float(np.abs(a - b).max()), float(np.abs(a).max())
    if difference == 0:
        return 0.0
    return difference / size if size else math.inf


def cosine(a: Float64, b: Float64) -> float | None:
    """Cosine of the angle between two vectors; None when one of them is zero."""
    square = float(a @ a) * float(b @ b)
    return min(1.0, max(-1.0, float(a @ b) / math.sqrt(square))) if square > 0 else None


# --- the low rank of a trained model's K and V


@dataclass(frozen=True, slots=True, eq=False)
class LowRank:
    """The singular value decomposition of a matrix [T, W]: the best approximation of every rank.

    ``left`` [T, n], ``singular`` [n] in falling order, ``right`` [n, W], n = min(T, W).
    Best in the sum of squared errors (Eckart and Young, 1936), which is not attention's measure.
    """

    left: Float64
    singular: Float64
    right: Float64

    @classmethod
    def of(cls, matrix: npt.ArrayLike) -> LowRank:
        """Decompose a matrix [T, W]; raises :class:`~.grid.BadValues` for NaN or infinity."""
        check_finite(matrix, "matrix")
        parts = np.linalg.svd(np.asarray(matrix, dtype=np.float64), full_matrices=False)
        return cls(*parts)

    def truncated(self, rank: int) -> Float64:
        """Return the approximation [T, W] of a rank, 0 to n: `rank` numbers per row are kept."""
        kept: Float64 = (self.left[:, :rank] * self.singular[:rank]) @ self.right[:rank]
        return kept

    def energy(self) -> Float64:
        """Share of the sum of squares that ranks 1 to n keep, [n]; all ones for a zero matrix."""
        summed = np.cumsum(self.singular**2)
        return summed / summed[-1] if summed[-1] > 0 else np.ones_like(summed)

    def rank_for(self, share: float) -> int:
        """Return the smallest rank that keeps at least `share` (0 to 1) of the energy."""
        return min(int(np.searchsorted(self.energy(), share)) + 1, len(self.singular))
