"""The shipped activations: SmolLM2-135M-Instruct reading a text written for this project."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core.places import resource
from .stored import StoredTensors, freeze
from .tensors import GridOrigin, GridSample, Layer, Rope, Tensors, Window

FILE = ("sample", "smollm2_kv.npz")
KV_HEADS, QUERY_HEADS, TOKENS, HEAD_DIM = 3, 9, 256, 64

Arrays = Mapping[str, npt.NDArray[Any]]


@cache
def load_sample() -> Tensors:
    """Load the shipped tensors, once; arrays come back as read-only float32.

    Raises OSError when the file is missing and ValueError when its contents are not as expected.
    """
    return read_sample(resource(*FILE))


def read_sample(path: Path) -> Tensors:
    """Read a file of the shipped layout: ``L{i}_{k_pre,k_post,v,q_post}``, lab slices, meta_json.

    Pickles are refused. Raises OSError, or ValueError for missing arrays or other sizes.
    """
    with np.load(path, allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files}
    try:
        meta = json.loads(str(arrays["meta_json"]))
        return _tensors(arrays, meta)
    except KeyError as missing:
        raise ValueError(f"{path.name}: {missing.args[0]} is missing") from missing


def _tensors(arrays: Arrays, meta: Mapping[str, Any]) -> Tensors:
    tokens = tuple(str(text) for text in arrays["tokens"])
    queries = range(*meta["q_positions"])
    cache_shape = (KV_HEADS, TOKENS, HEAD_DIM)
    layers = {
        number: Layer(
            k_post=_float32(arrays, f"L{number}_k_post", cache_shape),
            v=_float32(arrays, f"L{number}_v", cache_shape),
            q_post=_float32(arrays, f"L{number}_q_post", (QUERY_HEADS, len(queries), HEAD_DIM)),
            k_pre=_float32(arrays, f"L{number}_k_pre", cache_shape),
        )
        for number in meta["layers"]
    }
    return StoredTensors(
        id="sample",
        name=str(meta["model"]).partition(" (")[0],
        data=layers,
        tokens=tokens,
        query_positions=queries,
        scale=meta["scale"],
        rope=Rope(theta=meta["rope"]["theta"], convention="half"),
        grid=_grid(arrays, meta["labs"]["lab16"]),
        hard=_hard(arrays, meta["labs"]["lab12"]),
    )


def _grid(arrays: Arrays, facts: Mapping[str, Any]) -> GridSample:
    first, stop = facts["channels"]
    origin = GridOrigin(
        layer=facts["layer"],
        head=facts["kv_head"],
        token=facts["token"],
        token_text=facts["token_text"],
        first_channel=first,
        channels=stop - first,
        outlier_channel=facts["outlier_channel"],
        replaced_channel=facts["replaces_channel"],
    )
    shape = (stop - first,)
    values = _float32(arrays, "lab16_values", shape)
    return GridSample(values, _float32(arrays, "lab16_with_outlier", shape), origin)


def _hard(arrays: Arrays, facts: Mapping[str, Any]) -> Window:
    shape = (len(facts["token_texts"]), HEAD_DIM)
    window = Window(
        layer=facts["layer"],
        query_head=facts["q_head"],
        query=facts["query_token"],
        q=_float32(arrays, "lab12_q", (HEAD_DIM,)),
        k=_float32(arrays, "lab12_k", shape),
        v=_float32(arrays, "lab12_v", shape),
        tokens=tuple(facts["token_texts"]),
    )
    freeze(window.q, window.k, window.v)
    return window


def _float32(arrays: Arrays, name: str, shape: tuple[int, ...]) -> npt.NDArray[np.float32]:
    array = arrays[name]
    if array.shape != shape:
        raise ValueError(f"{name}: shape {array.shape}, expected {shape}")
    return array.astype(np.float32)
