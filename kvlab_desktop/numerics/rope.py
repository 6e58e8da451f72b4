"""Rotary position embedding in float64, for keys that are quantized before it."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

Convention = Literal["half", "interleaved"]


def apply(
    x: npt.ArrayLike,
    positions: npt.ArrayLike,
    theta: float,
    convention: Convention = "half",
) -> npt.NDArray[np.float64]:
    """Rotate the channel pairs of x [..., T, D] by ``position * theta**(-2j / D)``, in float64.

    ``half`` pairs channel j with j + D/2 (Hugging Face's Llama), ``interleaved`` 2j with 2j + 1
    (the paper, GPT-J). `positions` is [T]; negative positions undo the rotation.
    Raises ValueError for an odd D or a wrong number of positions.
    Source: RoFormer, arXiv 2104.09864 equation 34; transformers modeling_llama.py rotate_half.
    """
    values = np.asarray(x, dtype=np.float64)
    places = np.asarray(positions, dtype=np.float64)
    tokens, width = values.shape[-2:]
    if width % 2:
        raise ValueError(f"RoPE rotates pairs of channels; {width} is odd")
    if places.shape != (tokens,):
        raise ValueError(f"{tokens} tokens need {tokens} positions, not shape {places.shape}")
    half = width // 2
    angle = places[:, None] * theta ** (-2.0 * np.arange(half) / width)
    cos, sin = np.cos(angle), np.sin(angle)
    if convention == "half":
        first, second = slice(0, half), slice(half, None)
    else:
        first, second = slice(0, None, 2), slice(1, None, 2)
    rotated = np.empty_like(values)
    a, b = values[..., first], values[..., second]
    rotated[..., first] = a * cos - b * sin
    rotated[..., second] = b * cos + a * sin
    return rotated
