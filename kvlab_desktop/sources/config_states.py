"""The fixed state that linear layers keep for each sequence, in bytes.

The recurrent part is fp32 unless the config says otherwise (the default of SGLang), the
convolution keeps its last ``kernel - 1`` columns in 16 bits (sgl-project/sglang
``srt/mem_cache/kv_cache_configurator.py``; huggingface/transformers ``models/*/modeling_*.py``).
"""

from __future__ import annotations

from collections.abc import Callable

from ..core.text import msg
from .errors import printable
from .reading import MAX_HEADS, Facts

State = Callable[[Facts], int]

CONV_BYTES = 2
MAX_KERNEL = 1024
_BYTES = {"float32": 4, "bfloat16": 2, "float16": 2}


def _recurrent_bytes(facts: Facts) -> int:
    because = msg("Models", "the precision of the recurrent state")
    for name in ("mamba_ssm_dtype", "mamba_ssm_cache_dtype"):
        dtype = facts.text(name, because)
        if dtype is not None:
            if dtype not in _BYTES:
                said = msg(
                    "Models",
                    "{name} is not known here: '{value}'",
                    name=name,
                    value=printable(dtype),
                )
                raise facts.refuse(said)
            return _BYTES[dtype]
    facts.assume(
        "mamba_ssm_dtype", msg("Models", "absent: the recurrent state is taken as 32 bits")
    )
    return 4


def state_bytes(recurrent: int, recurrent_bytes: int, channels: int, kernel: int) -> int:
    """Return the bytes of one layer's state: its matrix and its convolution's last columns."""
    return recurrent * recurrent_bytes + channels * (kernel - 1) * CONV_BYTES


def gated_delta(facts: Facts) -> int:
    """Gated DeltaNet (Qwen3-Next, 3.5): a matrix per value head, a convolution over Q, K and V."""
    width = msg("Models", "a width of the linear layers' state")
    heads = msg("Models", "heads of the linear layers' state")
    keys = facts.need(("linear_num_key_heads",), heads, most=MAX_HEADS)
    values = facts.need(("linear_num_value_heads",), heads, most=MAX_HEADS)
    key_width = facts.need(("linear_key_head_dim",), width)
    value_width = facts.need(("linear_value_head_dim",), width)
    return state_bytes(
        values * key_width * value_width,
        _recurrent_bytes(facts),
        2 * keys * key_width + values * value_width,
        _kernel(facts, "linear_conv_kernel_dim"),
    )


def kimi_delta(facts: Facts) -> int:
    """Kimi Delta Attention: a square matrix per head, a convolution over Q, K and V each."""
    inside = facts.inner("linear_attn_config")
    heads = inside.need(("num_heads",), msg("Models", "heads of the linear layers' state"))
    width = inside.need(("head_dim",), msg("Models", "a width of the linear layers' state"))
    kernel = _kernel(inside, "short_conv_kernel_size")
    return state_bytes(heads * width**2, _recurrent_bytes(facts), 3 * heads * width, kernel)


def mamba(facts: Facts) -> int:
    """Mamba (Jamba): ``expand * hidden`` channels with ``d_state`` numbers each."""
    because = msg("Models", "a width of the linear layers' state")
    hidden = facts.need(("hidden_size",), because)
    inner = hidden * facts.need(("mamba_expand",), because, most=64)
    depth = facts.need(("mamba_d_state",), because)
    return state_bytes(
        inner * depth, _recurrent_bytes(facts), inner, _kernel(facts, "mamba_d_conv")
    )


def mamba2(facts: Facts) -> int:
    """Mamba-2 (Nemotron-H, Bamba, Granite 4): heads of a width, and groups of B and C."""
    because = msg("Models", "a width of the linear layers' state")
    heads = facts.need(
        ("mamba_num_heads", "mamba_n_heads"),
        msg("Models", "heads of the linear layers' state"),
        most=MAX_HEADS,
    )
    depth = facts.need(("ssm_state_size", "mamba_d_state"), because)
    groups = facts.need(("n_groups", "mamba_n_groups"), because, most=MAX_HEADS)
    inner = heads * _mamba2_width(facts, heads)
    kernel = _kernel(facts, "conv_kernel", "mamba_d_conv")
    return state_bytes(inner * depth, _recurrent_bytes(facts), inner + 2 * groups * depth, kernel)


def _mamba2_width(facts: Facts, heads: int) -> int:
    because = msg("Models", "a width of the linear layers' state")
    if facts.values.get("mamba_d_head") != "auto":
        return facts.need(("mamba_head_dim", "mamba_d_head"), because)
    facts.use("mamba_d_head", msg("Models", "the inner width divided by the heads"))
    expand = facts.need(("mamba_expand",), because, most=64)
    return facts.need(("hidden_size",), because) * expand // heads


def lightning(facts: Facts) -> int:
    """Lightning attention (MiniMax-Text-01): a square matrix per head, no convolution."""
    heads = facts.need(("num_attention_heads",), msg("Models", "heads of the linear layers' state"))
    width = facts.count("head_dim", msg("Models", "a width of the linear layers' state"))
    if width is None:
        width = facts.need(("hidden_size",), msg("Models", "the hidden width")) // heads
    return state_bytes(heads * width**2, _recurrent_bytes(facts), 0, 1)


def _kernel(facts: Facts, *names: str) -> int:
    because = msg("Models", "columns of the linear layers' convolution")
    return facts.need(names, because, most=MAX_KERNEL)
