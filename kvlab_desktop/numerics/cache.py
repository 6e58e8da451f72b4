"""The size of a KV cache: one loop over a model's layer groups.

Every figure about memory comes from :func:`size`. A model is a :class:`ModelShape`, a list of
:class:`LayerGroup`; a way of storing numbers is a ``cache_format.CacheFormat``. Arithmetic is
exact (integers and fractions), so a published byte count is met to the byte.

Sources of the formulas: DeepSeek-V2 (arXiv 2405.04434) section 2.1 for MHA, GQA, MQA and MLA;
vllm-project/vllm ``vllm/v1/kv_cache_interface.py`` for windows, unequal K and V widths and state
layers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from .cache_format import GROUP_SIZE, CacheFormat, as_format
from .ledger import FULL_BITS

Kind = Literal[
    "full",  # keeps every token
    "sliding",  # keeps the newest cap_tokens
    "chunked",  # keeps at most the current chunk of cap_tokens
    "latent",  # MLA: one vector for all heads
    "compressed",  # keeps one entry for every tokens_per_entry tokens
    "indexer",  # the keys a sparse-attention indexer searches
    "linear",  # keeps a fixed state instead of tokens
    "shared",  # reads the cache of an earlier layer, keeps nothing
    "none",  # a block without attention (a feed-forward block counted as a layer)
]

_LATENT_KINDS = ("latent", "indexer", "linear", "shared", "none")


def exact(value: Fraction) -> int | float:
    """Return a whole number as int, any other as the nearest float."""
    return value.numerator if value.denominator == 1 else float(value)


def quotient(total: int, parts: int) -> int | float:
    """Return ``total / parts``, as int where that is whole; what :func:`exact` says, sooner."""
    whole, rest = divmod(total, parts)
    return total / parts if rest else whole


@dataclass(frozen=True, slots=True)
class LayerGroup:
    """Layers that keep the same thing.

    ``widths`` are the vectors of one KV head that quantization applies to: ``(head_dim,
    v_head_dim)`` for K and V, ``(kv_lora_rank,)`` for a latent, ``(index_head_dim,)`` for index
    keys. ``fixed16_elements`` per token and layer stay 16 bits whatever the format (the RoPE part
    of MLA). ``n_kv`` is None for one vector that all heads share. ``reading_layers`` counts the
    layers that read this cache in a decoding step (None: the layers that keep it);
    ``read_entries`` is the most entries of it one step reads (None: all). ``state_bytes`` is the
    fixed state of one layer and sequence. ``expanded`` are the K and V widths a latent stands for.
    """

    id: str
    kind: Kind
    layers: int
    n_kv: int | None = None
    widths: tuple[int, ...] = ()
    fixed16_elements: int = 0
    cap_tokens: int | None = None
    tokens_per_entry: int = 1
    reading_layers: int | None = None
    read_entries: int | None = None
    state_bytes: int = 0
    expanded: tuple[int, int] | None = None

    @property
    def quantizable_elements(self) -> int:
        """Elements of one entry and layer that a format below 16 bits applies to."""
        return (self.n_kv or 1) * sum(self.widths)

    @property
    def elements_per_token(self) -> int:
        """Elements of one entry and layer (an entry is a token unless compressed)."""
        return self.quantizable_elements + self.fixed16_elements

    def entries(self, tokens: int) -> int:
        """Return the entries one layer keeps after ``tokens`` tokens."""
        kept = tokens // self.tokens_per_entry
        return kept if self.cap_tokens is None else min(kept, self.cap_tokens)

    def grows(self, tokens: int) -> bool:
        """Whether the next token still makes this cache longer."""
        return self.cap_tokens is None or tokens < self.cap_tokens

    def entry_bits(self, form: CacheFormat) -> int:
        """Return the bits of one entry in one layer."""
        if form.latent_only and self.kind not in _LATENT_KINDS:
            raise ValueError(f"the format {form.id} is a layout of MLA caches only")
        vectors = sum(form.vector(width).total for width in self.widths)
        return (self.n_kv or 1) * vectors + FULL_BITS * self.fixed16_elements


@dataclass(frozen=True, slots=True)
class ModelShape:
    """What the size of a model's cache depends on.

    ``num_layers``, ``hidden_size``, ``query_heads`` and ``kv_heads`` are the model's own
    statements, kept for what naive calculators do with them; the size comes from ``groups``.
    """

    id: str
    name: str
    groups: tuple[LayerGroup, ...]
    context: int | None = None
    parameters: int | None = None
    active_parameters: int | None = None
    num_layers: int | None = None
    hidden_size: int | None = None
    query_heads: int | None = None
    kv_heads: int | None = None

    @property
    def fixed_state_bytes(self) -> int:
        """Bytes per sequence that do not depend on its length."""
        return sum(group.layers * group.state_bytes for group in self.groups)


@dataclass(frozen=True, slots=True)
class GroupSize:
    """One line of the layers view: a group, its entries, and the bits of an entry in one layer."""

    group: LayerGroup
    entries: int
    entry_bits: int

    @property
    def elements(self) -> int:
        """Numbers kept by all layers of the group."""
        return self.group.layers * self.entries * self.group.elements_per_token

    @property
    def bits_effective(self) -> float | None:
        """Stored bits per number; None when the group keeps no numbers of tokens."""
        width = self.group.elements_per_token
        return self.entry_bits / width if width else None

    @property
    def bits_total(self) -> int:
        """Bits of one sequence, fixed state included."""
        group = self.group
        return group.layers * (self.entries * self.entry_bits + 8 * group.state_bytes)

    @property
    def bits_read(self) -> int:
        """Bits that one decoding step reads for one sequence."""
        group = self.group
        layers = group.layers if group.reading_layers is None else group.reading_layers
        seen = self.entries if group.read_entries is None else min(self.entries, group.read_entries)
        return layers * seen * self.entry_bits + 8 * group.layers * group.state_bytes

    @property
    def bytes_total(self) -> int | float:
        """Bytes of one sequence, fixed state included."""
        return quotient(self.bits_total, 8)

    @property
    def bytes_read(self) -> int | float:
        """Bytes that one decoding step reads for one sequence."""
        return quotient(self.bits_read, 8)

    @property
    def slope(self) -> Fraction:
        """Bytes that a token adds while the group grows, averaged over a compressed entry."""
        return Fraction(self.group.layers * self.entry_bits, 8 * self.group.tokens_per_entry)


@dataclass(frozen=True, slots=True)
class CacheSize:
    """The cache of one sequence of ``tokens`` tokens in one format."""

    tokens: int
    format: CacheFormat
    groups: tuple[GroupSize, ...]

    @property
    def total_bytes(self) -> int | float:
        """Bytes of the sequence, fixed state included."""
        return quotient(self.total_bits, 8)

    @property
    def total_bits(self) -> int:
        """Bits of the sequence, fixed state included."""
        return sum(line.bits_total for line in self.groups)

    @property
    def read_bytes(self) -> int | float:
        """Bytes that one decoding step reads: less than is stored for a sparse-attention indexer,
        more for layers that share a cache."""
        return quotient(sum(line.bits_read for line in self.groups), 8)

    @property
    def elements(self) -> int:
        """Numbers that stand for tokens (the fixed state is not counted)."""
        return sum(line.elements for line in self.groups)

    @property
    def bits_effective(self) -> float | None:
        """Stored bits per number, all groups together; None when no token is kept."""
        bits = sum(line.group.layers * line.entries * line.entry_bits for line in self.groups)
        return bits / self.elements if self.elements else None

    @property
    def bytes_per_token(self) -> int | float:
        """Bytes the next token adds at this length: a window that is full adds nothing.

        Equal to total / tokens for a model without windows and without fixed state.
        """
        growing = (line.slope for line in self.groups if line.group.grows(self.tokens))
        return exact(sum(growing, Fraction(0)))

    @property
    def bytes_per_token_all_layers(self) -> int | float:
        """Bytes one of the first tokens adds, while every window still grows."""
        return exact(sum((line.slope for line in self.groups), Fraction(0)))


def size(
    shape: ModelShape,
    tokens: int,
    bits: int | CacheFormat = FULL_BITS,
    group_size: int = GROUP_SIZE,
) -> CacheSize:
    """Return the cache of one sequence of ``tokens`` tokens, group by group.

    ``bytes = sum over groups of layers * (entries * bits of an entry / 8 + fixed state)``; the
    fixed state is never scaled by ``bits``.

    Raises
    ------
    ValueError
        If ``tokens`` is not positive, or the format does not exist for one of the groups.
    """
    if tokens < 1:
        raise ValueError(f"tokens must be positive, not {tokens}")
    form = as_format(bits, group_size)
    lines = (GroupSize(g, g.entries(tokens), g.entry_bits(form)) for g in shape.groups)
    return CacheSize(tokens, form, tuple(lines))


def merged(layers: Sequence[LayerGroup]) -> tuple[LayerGroup, ...]:
    """Join equal groups of single layers, in order of first appearance, under unique ids.

    A layer that reads another's cache is given as that cache with ``layers=0`` and
    ``reading_layers=1``; counts of layers and of reading layers are summed.
    """
    found: dict[LayerGroup, list[int]] = {}
    for layer in layers:
        counts = found.setdefault(replace(layer, layers=0, reading_layers=None), [0, 0])
        counts[0] += layer.layers
        counts[1] += layer.layers if layer.reading_layers is None else layer.reading_layers
    taken: dict[str, int] = {}
    groups = []
    for group, (stored, reading) in found.items():
        taken[group.id] = taken.get(group.id, 0) + 1
        name = group.id if taken[group.id] == 1 else f"{group.id}_{taken[group.id]}"
        readers = None if reading == stored else reading
        groups.append(replace(group, id=name, layers=stored, reading_layers=readers))
    return tuple(groups)
