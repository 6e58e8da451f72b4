"""What is said about the fields that the size of a cache was not computed from.

A field that hints at another kind of cache, and that no rule has taken, refuses the file: a
wrong figure is worse than none.
"""

from __future__ import annotations

import re

from ..core.text import Msg, msg
from .errors import printable
from .reading import Facts

# words of fields that could make a cache larger or smaller
_SUSPICIOUS = re.compile(
    r"latent|lora_rank|ssm|mamba|linear|lightning|delta|retention|recurrent|rwkv|state|memory"
    r"|compress|window|sliding|swa|chunk|index|sparse|conv|cache|kv|key_value|head_dim|head_size"
    r"|value_dim|key_dim|heads|layer_type|block_type|attn_type|attention_type|attn_layer"
    r"|attention_layer|pattern|interval|local|global|shared|share_|hybrid|cross|multi_query"
    r"|bidirectional|per_layer|encoder|block_size|skip|reuse"
)


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_LAYOUT = re.compile(r"pattern|interval|max_window_layers|use_sliding_window")
_HARMLESS = frozenset(
    _words("""
    add_full_attention_sink_bias add_swa_attention_sink_bias attention_k_eq_v
    attention_value_scale attn_res_block_size cache_implementation chunk_size
    chunk_size_feed_forward decoder_sparse_step full_attn_alpha_factor full_attn_beta_factor
    hidden_size_per_layer_input index_n_heads interleave_moe_layer_step
    keys_to_ignore_at_inference laurel_rank linear_attn_alpha_factor linear_attn_beta_factor
    mamba_chunk_size mamba_conv_bias mamba_d_head mamba_dt_rank mamba_expand mamba_hidden_act
    mamba_proj_bias mlp_only_layers no_rope_layer_interval no_rope_layers
    num_attention_heads_per_layer num_logits_to_keep o_lora_rank output_hidden_states
    pad_head_dim pruned_heads q_lora_rank rescale_prenorm_residual residual_in_fp32
    scale_attention_softmax_in_fp32 seq_aux shared_intermediate_size sparse_init_block
    sparse_local_block sparse_num_index_heads sparse_score_type swa_num_attention_heads
    swa_rope_theta time_step_floor time_step_limit time_step_max time_step_min use_cache
    use_conv_bias use_gemma_norm use_mamba_kernels vocab_size_per_layer_input
    """)
)


def _topics() -> tuple[tuple[str, Msg], ...]:
    """Words of fields that never change a cache, with what such fields are about."""
    return (
        (
            r"expert|moe|router|routed|mlp|ffn|feed_forward|intermediate|top_?k_|^n_group$|topk_group"
            r"|topk_method|scoring_func|norm_topk|activation_sparsity|altup|laurel",
            msg("Models", "about the feed-forward part, which keeps no cache"),
        ),
        (
            r"rope|rotary|yarn|alibi|position_embedding|partial_rot",
            msg("Models", "about positions: they change values, not how many are kept"),
        ),
        (
            r"token_id|token_index|_tokens?$|tokenizer|vocab|embedding",
            msg("Models", "about tokens and embeddings"),
        ),
        (r"mtp|nextn|draft", msg("Models", "about draft layers, which are not counted")),
        (
            r"dropout|initializer|pdrop|aux_loss|z_loss|pretraining|summary_",
            msg("Models", "about training"),
        ),
        (
            r"norm|eps$|activation|hidden_act|softcap|bias|scale|scaling|multiplier|clip",
            msg("Models", "about arithmetic inside a layer"),
        ),
        (
            r"quantization|dtype",
            msg("Models", "about stored precision: the bits of the cache are chosen here"),
        ),
        (
            r"vision|audio|image|video|speech|projector|^mm_",
            msg("Models", "about other inputs than text"),
        ),
        (
            r"architectures|auto_map|transformers_version|_name_or_path|^_|model_type",
            msg("Models", "names the model and its code"),
        ),
    )


def settle(facts: Facts) -> None:
    """Say why each remaining field is ignored, or refuse the file because of one.

    Objects inside that were opened are settled too. Raises SourceError for a field that hints at
    a kind of cache that is not understood.
    """
    topics = _topics()
    listed = facts.claimed("layer_types") or facts.claimed("layers_block_type")
    for name in facts.unclaimed():
        low = name.lower()
        if listed and _LAYOUT.search(low):
            reason = msg("Models", "has no effect: layer_types names the kind of each layer")
        elif low in _HARMLESS:
            reason = msg("Models", "changes nothing that is kept for a token")
        else:
            about = (said for words, said in topics if re.search(words, low))
            reason = next(about, None) or _other(facts, name)
        facts.ignore(name, reason)
    for section in facts.sections():
        settle(section)


def _other(facts: Facts, name: str) -> Msg:
    value = facts.values[name]
    if not value or value == "none":  # null, false, 0, empty
        return msg("Models", "switched off or empty")
    if _SUSPICIOUS.search(name.lower()):
        said = msg(
            "Models",
            "the field '{name}' hints at a kind of cache that is not known here",
            name=printable(facts.prefix + name),
        )
        raise facts.refuse(said)
    return msg("Models", "nothing in its name is about the cache")
