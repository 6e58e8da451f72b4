"""Which model and which card lab 04 is about: of the shipped tables, or a file of the user's."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache, lru_cache

from ..core.params import Option, ParamError, Pick, Value
from ..core.text import Msg, msg, verbatim
from ..numerics.cache import LayerGroup, ModelShape
from ..sources.config import read_config
from ..sources.errors import SourceError
from ..sources.gguf import read_gguf
from ..sources.models import Accelerator, Model, accelerators, model, models
from ..sources.reading import ModelReading

DEFAULT_MODEL, DEFAULT_CARD, MLA_MODEL = "llama-3.1-70b", "h100-sxm", "deepseek-v3"
ENDINGS = (".json", ".gguf")
_HEADS = ("full", "sliding", "chunked")
_FILES_KEPT = 16


@dataclass(frozen=True, slots=True)
class Chosen:
    """A model: from the table, from a file, or the default beside a file that is refused."""

    shape: ModelShape
    table: Model | None = None
    reading: ModelReading | None = None
    problem: Msg | None = None

    @property
    def recalled(self) -> tuple[str, ...]:
        """Facts of the model that were recalled, not read."""
        return self.table.recalled_fields if self.table is not None else ()


def chosen(value: str) -> Chosen:
    """Return the model of an id or of a path ending in .json or .gguf; KeyError for neither."""
    if not is_file(value):
        found = model(value)
        return Chosen(found.shape, table=found)
    try:
        reading = read_model(value)
    except SourceError as refusal:
        instead = model(DEFAULT_MODEL)
        return Chosen(instead.shape, table=instead, problem=_refused(refusal, instead))
    return Chosen(reading.shape, reading=reading)


def _refused(refusal: SourceError, instead: Model) -> Msg:
    return msg(
        "MemoryLab",
        "{refusal}. The page shows {name} instead.",
        refusal=refusal.msg,
        name=instead.name,
    )


def is_file(value: str) -> bool:
    """Whether a model is given as a path and not as an id."""
    return value.lower().endswith(ENDINGS)


def read_model(path: str) -> ModelReading:
    """Read a config.json or, by its ending, a .gguf; once as long as the file stays the same.

    Raises SourceError, which names the file and the cause, when it cannot be used.
    """
    found = _read(path, _stamp(path))
    if isinstance(found, SourceError):
        raise SourceError(found.msg)
    return found


def _stamp(path: str) -> tuple[int, ...] | None:
    try:
        status = os.stat(path)
    except (OSError, ValueError):  # ValueError: a NUL in the name
        return None
    # the change time too: a file may become readable without becoming another one
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size


@lru_cache(maxsize=_FILES_KEPT)
def _read(path: str, _unchanged: tuple[int, ...] | None) -> ModelReading | SourceError:
    read = read_gguf if path.lower().endswith(".gguf") else read_config
    try:
        return read(path)
    except SourceError as refusal:
        return refusal


@dataclass(frozen=True, slots=True)
class ModelPick(Pick):
    """A model of the table or a file; a typed file must be one that can be used."""

    def parse(self, text: str) -> Value:
        # zero-argument super() does not work in a slotted dataclass
        value = Pick.parse(self, text)
        if is_file(text):
            try:
                read_model(text)
            except SourceError as refusal:
                raise ParamError(refusal.msg) from None
        return value


def kind(shape: ModelShape) -> Msg:
    """Return what a model keeps in a word or two: "GQA", "MLA + index", "GQA + windows"."""
    kinds = {group.kind for group in shape.groups}
    base = _base(shape)
    if "compressed" in kinds:
        return msg("MemoryLab", "compressed")
    if "linear" in kinds:
        extra = msg("MemoryLab", "linear")
    elif kinds & {"sliding", "chunked"}:
        extra = msg("MemoryLab", "windows")
    elif "indexer" in kinds:
        extra = msg("MemoryLab", "index")
    else:
        return verbatim(base or "—")
    return msg("MemoryLab", "{first} + {second}", first=base, second=extra) if base else extra


def _base(shape: ModelShape) -> str:
    """Return the name of the attention, "" where no heads and no latent are kept."""
    if any(group.kind == "latent" for group in shape.groups):
        return "MLA"
    heads = next((g.n_kv for g in shape.groups if g.kind in _HEADS and g.n_kv is not None), None)
    if heads is None:
        return ""
    if heads == 1:
        return "MQA"
    return "MHA" if heads == shape.query_heads else "GQA"


def heads_group(shape: ModelShape) -> LayerGroup | None:
    """Return the first group of layers that keeps K and V for each head."""
    return next((g for g in shape.groups if g.kind in _HEADS and g.n_kv is not None), None)


def latent_group(shape: ModelShape) -> LayerGroup | None:
    """Return the first group of layers that keeps a latent."""
    return next((g for g in shape.groups if g.kind == "latent"), None)


@cache
def model_options() -> tuple[Option, ...]:
    """Return the models to choose from, each with the words it is found by."""
    return tuple(
        Option(
            found.id,
            msg("MemoryLab", "{name} · {kind}", name=found.name, kind=kind(found.shape)),
            f"{found.id} {found.family} {found.attention}",
        )
        for found in models()
    )


@cache
def card_options() -> tuple[Option, ...]:
    """Return the cards to choose from."""
    return tuple(
        Option(card.id, verbatim(card.name), f"{card.id} {card.kind} {card.vendor}")
        for card in accelerators()
    )


@cache
def short_name(card: Accelerator) -> str:
    """Return a card's name without maker, size and remarks: ``H100 SXM``."""
    bare = card.name.removeprefix(card.vendor).split(" (")[0].strip()
    return bare.removesuffix(f" {card.label_gigabytes}GB")


def rivals(card: Accelerator) -> tuple[tuple[str, int, int], ...]:
    """Return the maker's other cards of the same kind as (id, bytes, bytes per second)."""
    return tuple(
        (other.id, other.capacity_bytes, other.bandwidth)
        for other in accelerators()
        if (other.vendor, other.kind) == (card.vendor, card.kind)
    )
