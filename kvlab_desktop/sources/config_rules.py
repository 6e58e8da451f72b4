"""What a ``model_type`` of a Hugging Face config.json means for the cache.

Source: huggingface/transformers 5.24 ``models/*/configuration_*.py``, and for types that ship
their own code (baichuan, chatglm, deepseek, internlm2, qwen) the configs beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from . import config_layers as layers
from . import config_layouts as layouts
from . import config_states as states


@dataclass(frozen=True, slots=True)
class Rule:
    """How one model type is read.

    ``layout`` gives the layers when the config lists none. ``latent`` says that full layers keep
    an MLA latent, ``value_width`` that ``v_head_dim`` is the width of V, ``shared_kv`` that one
    vector serves as key and value (DeepSeek-V4), ``sharing`` that the last layers may reuse the
    cache of earlier ones. ``full_keys`` and
    ``sliding_keys`` name fields (KV heads, K width, V width) that replace the common ones in such
    layers. ``defaults`` are the class defaults of fields that published configs leave out.
    ``heads_default`` says that a missing number of KV heads means as many as query heads.
    """

    layout: layers.Layout = layers.all_full
    latent: bool = False
    state: states.State | None = None
    value_width: bool = False
    shared_kv: bool = False
    sharing: bool = False
    full_keys: tuple[str, ...] = ()
    sliding_keys: tuple[str, ...] = ()
    defaults: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    heads_default: bool = False


UNKNOWN = Rule()


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_PLAIN = _words("""
    aya_vision command-r deepseek ernie4_5 ernie4_5_moe glm glm4 glm4_moe glm4v glm4v_moe helium
    internlm3 internvl phimoe seed_oss smollm3 smolvlm solar_open yi
""")
_HEADS_DEFAULT = _words("""
    apertus aquila arcee baichuan biogpt bloom chatglm codegen cohere dbrx deepseek_vl exaone
    falcon flex_olmo gpt2 gpt_bigcode gpt_neox gpt_neox_japanese gptj granite granitemoe
    granitemoeshared hunyuan_v1_dense hunyuan_v1_moe internlm internlm2 jais llama minicpm mpt
    nemotron olmo olmo2 olmoe opt persimmon phi qwen refinedweb refinedwebmodel stablelm
""")
_LATENT = _words("""
    deepseek_v2 deepseek_v3 deepseek_v32 glm4_moe_lite glm_moe_dsa kimi_k2 kimi_k25 minicpm3
    mistral4
""")
_GEMMA3 = {"num_attention_heads": 8, "num_key_value_heads": 4, "head_dim": 256}

RULES: Mapping[str, Rule] = {
    **dict.fromkeys(_PLAIN, Rule()),
    **dict.fromkeys(_HEADS_DEFAULT, Rule(heads_default=True)),
    **dict.fromkeys(_LATENT, Rule(latent=True)),
    "minimax_m2": Rule(layouts.minimax_m2),
    # a window in every layer, when it is set
    "mistral": Rule(layers.windowed_unless_null, defaults={"sliding_window": 4096}),
    **dict.fromkeys(("mixtral", "ministral3", "starcoder2"), Rule(layers.windowed)),
    "phi3": Rule(layers.windowed, heads_default=True),
    # a window behind a switch
    **dict.fromkeys(
        _words("qwen2 qwen2_moe qwen2_vl qwen2_5_vl qwen3_moe qwen3_vl_moe"),
        Rule(layers.late_window),
    ),
    **dict.fromkeys(("qwen3", "qwen3_vl"), Rule(layers.late_window, defaults={"head_dim": 128})),
    # a window in all but each n-th layer
    "gemma": Rule(defaults={"head_dim": 256}),
    "gemma2": Rule(layers.every(2), defaults={"head_dim": 256, "sliding_window": 4096}),
    "gemma3": Rule(layers.every(6), defaults=_GEMMA3),
    "gemma3n": Rule(
        layers.every(5), sharing=True, defaults={"head_dim": 256, "sliding_window": 512}
    ),
    "gemma4": Rule(
        layers.every(6),
        sharing=True,
        full_keys=("num_global_key_value_heads", "global_head_dim"),
        defaults={"head_dim": 256, "global_head_dim": 512, "sliding_window": 512},
    ),
    "gpt_oss": Rule(layers.every(2), defaults={"head_dim": 64}),
    **dict.fromkeys(("cohere2", "olmo3"), Rule(layers.every(4), heads_default=True)),
    "exaone4": Rule(layers.every(4)),
    "mimo_v2_flash": Rule(
        layouts.mimo,
        value_width=True,
        sliding_keys=("swa_num_key_value_heads", "swa_head_dim", "swa_v_head_dim"),
    ),
    "llama4": Rule(layers.llama4, defaults={"attention_chunk_size": 8192}),
    # layers with a fixed state
    **dict.fromkeys(
        ("qwen3_next", "qwen3_5", "qwen3_5_moe"),
        Rule(layers.linear_every, state=states.gated_delta, defaults={"head_dim": 256}),
    ),
    **dict.fromkeys(
        ("kimi_linear", "kimi_k3"), Rule(layouts.kimi, latent=True, state=states.kimi_delta)
    ),
    "jamba": Rule(layouts.jamba, state=states.mamba),
    "bamba": Rule(layouts.bamba, state=states.mamba2),
    "granitemoehybrid": Rule(state=states.mamba2, heads_default=True),
    "nemotron_h": Rule(layouts.nemotron_h, state=states.mamba2),
    **dict.fromkeys(("minimax", "minimax_text_01"), Rule(layouts.minimax, state=states.lightning)),
    # caches of their own
    **dict.fromkeys(("minimax_m3", "minimax_m3_vl"), Rule(layouts.minimax_m3)),
    "deepseek_v4": Rule(layouts.deepseek_v4, shared_kv=True),
}

# they read a whole text at once and keep no cache, or keep a second one for an encoder
ENCODERS = frozenset(
    _words("""
    albert bert camembert canine clip convbert deberta deberta-v2 distilbert electra ernie
    eurobert flaubert funnel ibert longformer megatron-bert mobilebert modernbert mpnet nomic_bert
    roberta rembert siglip squeezebert vit xlm xlm-roberta xlm-roberta-xl xlnet
    """)
)


def normal_type(model_type: str | None) -> str:
    """Return a model type without the suffix of a nested text part, in lower case."""
    return (model_type or "").lower().removesuffix("_text")
