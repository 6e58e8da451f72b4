"""The commands ``kvlab memory`` and ``kvlab inspect``: no window, no Qt."""

from __future__ import annotations

import argparse
import difflib
import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .core.text import plain
from .labs._memory_models import (
    DEFAULT_CARD,
    DEFAULT_MODEL,
    ENDINGS,
    Chosen,
    chosen,
    is_file,
    kind,
    read_model,
)
from .labs._memory_numbers import Load, wants_ways, ways, work_out
from .labs._models_report import (
    aligned,
    inspect_lines,
    inspect_object,
    memory_csv,
    memory_lines,
    memory_object,
)
from .numerics.cache_format import GROUP_SIZE, NAMED_FORMATS, CacheFormat
from .numerics.cache_plan import WEIGHT_BITS
from .sources.errors import SourceError, printable
from .sources.models import accelerators, models

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[Any]

OK, BAD_INPUT = 0, 2
MOST_TOKENS, MOST_REQUESTS, MOST_CARDS, MOST_PARAMETERS = 2**40, 10**6, 4096, 10**15
_BINARY = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30}
_DECIMAL = {"": 1, "K": 10**3, "M": 10**6, "B": 10**9, "T": 10**12}


class Refusal(Exception):
    """Bad input: one line for stderr, exit code 2."""


def add_memory(commands: Commands) -> None:
    """Add ``memory`` to the commands of the program."""
    parser = commands.add_parser(
        "memory", help="plan a KV cache: its bytes, and what fits on a card"
    )
    parser.add_argument("--model", default=DEFAULT_MODEL, metavar="ID|config.json|FILE.gguf")
    parser.add_argument("--context", type=_tokens, default=128 * 2**10, metavar="TOKENS",
                        help="tokens of one request; 128K is 131072")  # fmt: skip
    parser.add_argument("--requests", type=_requests, default=1, metavar="N")
    parser.add_argument("--bits", type=_bits, default=16, metavar="N|FORMAT",
                        help=f"1 to 16, or one of {', '.join(_formats())}")  # fmt: skip
    parser.add_argument("--group-size", type=_group, default=GROUP_SIZE, metavar="N")
    parser.add_argument("--gpu", default=DEFAULT_CARD, metavar="ID")
    parser.add_argument("--tp", type=_cards, default=1, metavar="CARDS",
                        help="cards that share the model (tensor parallel)")  # fmt: skip
    parser.add_argument("--weights", type=int, choices=WEIGHT_BITS, default=None,
                        help="count the weights, at so many bits")  # fmt: skip
    parser.add_argument("--parameters", type=_parameters, default=None, metavar="N",
                        help="how many the model has, such as 70B")  # fmt: skip
    parser.add_argument("--utilization", type=_share, default=1.0, metavar="SHARE",
                        help="the share of a card that may be used, such as 0.9")  # fmt: skip
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object with full precision")
    form.add_argument("--csv", action="store_true", help="a line of names and a line of values")
    form.add_argument("--list", choices=["models", "gpus"], help="the known ids, and no plan")


def add_inspect(commands: Commands) -> None:
    """Add ``inspect`` to the commands of the program."""
    parser = commands.add_parser(
        "inspect", help="what a config.json or .gguf says about the cache, field by field"
    )
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def memory_command(args: argparse.Namespace) -> int:
    """Run ``kvlab memory``; return 0, or 2 after one line that says what is wrong."""
    try:
        print(_memory(args))
    except (Refusal, SourceError) as refusal:
        return _refuse(refusal)
    return OK


def inspect_command(args: argparse.Namespace) -> int:
    """Run ``kvlab inspect``; return 0, or 2 after one line that says what is wrong."""
    try:
        print(_inspect(args))
    except (Refusal, SourceError) as refusal:
        return _refuse(refusal)
    return OK


def _refuse(refusal: Exception) -> int:
    line = " ".join(plain(str(refusal)).split())
    print(f"kvlab: {line}", file=sys.stderr)
    return BAD_INPUT


def _memory(args: argparse.Namespace) -> str:
    if args.list:
        return "\n".join(aligned(_known(args.list)))
    load = _load(args)
    found = ways(load.plan, load.card)["ways_to_fit"] if wants_ways(load.metrics) else []
    if args.json:
        return json.dumps(memory_object(load, found), ensure_ascii=False, allow_nan=False)
    if args.csv:
        return memory_csv(load).rstrip("\n")
    return "\n".join(memory_lines(load, found))


def _load(args: argparse.Namespace) -> Load:
    model = _model(args.model)
    if args.parameters is not None:
        model = replace(model, shape=replace(model.shape, parameters=args.parameters))
    card = next((card for card in accelerators() if card.id == args.gpu), None)
    if card is None:
        raise Refusal(_unknown("gpu", args.gpu, [card.id for card in accelerators()]))
    terms = {
        "tokens": args.context,
        "requests": args.requests,
        "bits": args.bits,
        "group_size": args.group_size,
        "tp": args.tp,
        "weight_bits": args.weights,
        "utilization": args.utilization,
    }
    try:
        load = work_out(model, card, terms)
    except ValueError as refusal:  # a format that the cache does not have
        raise Refusal(f"{printable(args.model, 400)}: {refusal}") from None
    if load.trouble is not None:
        raise Refusal(f"{printable(args.model, 400)}: {load.trouble}{_advice(load)}")
    return load


def _advice(load: Load) -> str:
    unknown = load.plan.weight_bits is not None and load.plan.shape.parameters is None
    return " Say how many with --parameters." if unknown else ""


def _model(name: str) -> Chosen:
    if is_file(name):
        reading = read_model(name)  # chosen() would put the default in place of a refused file
        return Chosen(reading.shape, reading=reading)
    try:
        return chosen(name)
    except KeyError:
        raise Refusal(_unknown("model", name, [model.id for model in models()])) from None


def _unknown(what: str, name: str, ids: list[str]) -> str:
    close = difflib.get_close_matches(name, ids, n=4, cutoff=0.5)
    hint = f"; close to it: {', '.join(close)}" if close else ""
    if what == "model":
        hint += "; a file ends in .json or .gguf"
    return f"there is no {what} {printable(name)!r}{hint}; see kvlab memory --list {what}s"


def _known(what: str) -> list[tuple[str, ...]]:
    if what == "gpus":
        return [(card.id, card.name) for card in accelerators()]
    return [(model.id, model.name, str(kind(model.shape))) for model in models()]


def _inspect(args: argparse.Namespace) -> str:
    if not is_file(args.file):
        endings = " or ".join(ENDINGS)
        raise Refusal(
            f"{printable(args.file, 400)}: a model is described by a file ending in {endings}; "
            "other files cannot be inspected"
        )
    reading = read_model(args.file)
    if args.json:
        return json.dumps(inspect_object(reading), ensure_ascii=False, allow_nan=False)
    return "\n".join([str(Path(args.file)), *inspect_lines(reading)])


# -- reading what was typed ---------------------------------------------------------------------


def _number(text: str, units: dict[str, int], most: int) -> int:
    match = re.fullmatch(r"(\d{1,15})(?:\.(\d{1,9}))?([A-Za-z]?)", text)
    unit = units.get(match[3].upper()) if match else None
    if match is None or unit is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number such as 128 or 128K")
    fraction = match[2] or ""
    digits, scale = int(match[1] + fraction), int(10 ** len(fraction))
    value = digits * unit // scale
    if digits * unit % scale or not 1 <= value <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to {most}")
    return value


def _tokens(text: str) -> int:
    return _number(text, _BINARY, MOST_TOKENS)


def _requests(text: str) -> int:
    return _number(text, {"": 1}, MOST_REQUESTS)


def _group(text: str) -> int:
    return _number(text, {"": 1}, 2**20)


def _cards(text: str) -> int:
    return _number(text, {"": 1}, MOST_CARDS)


def _parameters(text: str) -> int:
    return _number(text, _DECIMAL, MOST_PARAMETERS)


def _formats() -> dict[str, CacheFormat]:
    return {form.id: form for form in NAMED_FORMATS}


def _bits(text: str) -> int | CacheFormat:
    if text in _formats():
        return _formats()[text]
    if re.fullmatch(r"\d{1,2}", text) and 1 <= int(text) <= 16:
        return int(text)
    known = ", ".join(_formats())
    raise argparse.ArgumentTypeError(f"{text!r} is not 1 to 16 and not one of {known}")


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share above 0 and at most 1")
    return value
