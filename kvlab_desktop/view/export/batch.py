"""Many files at once: every lab, language, format and step of a series."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...core.lab import Lab
from ...core.params import Values
from .encode import ENDINGS, NUMBERS, encode, save, table
from .look import Look, Subject, subject

Setting = tuple[Lab, Any, Values]
_ALL = "kvlab"  # the name of a deck of several labs


@dataclass(frozen=True)
class Order:
    """What to write where: formats of ``png svg pdf csv json gif pptx``, languages of the texts.

    ``numbered`` names each picture by its step. Numbers have no language and are written once.
    """

    folder: Path
    formats: Sequence[str]
    languages: Sequence[str]
    look: Look
    numbered: bool = False


def write_all(series: Sequence[Sequence[Setting]], order: Order) -> Iterator[Path]:
    """Write the files, and yield the path of each when it is there.

    ``series`` has the settings of each lab, each a picture. Raises ``ExportError``.
    """
    shown: list[Subject] = []
    for settings in series:
        steps = [subject(*setting) for setting in settings]
        shown += steps
        yield from _write_lab(steps, order)
    if "pptx" in order.formats and shown:
        from .deck import deck  # only when it is wanted: see there

        labs = {step.lab.id for step in shown}
        name = labs.pop() if len(labs) == 1 else _ALL
        for language, look in _looks(order):
            yield _saved(deck(shown, look), order, f"{name}-{language}.pptx")


def _looks(order: Order) -> Iterator[tuple[str, Look]]:
    for language in order.languages:
        yield language, replace(order.look, language=language)


def _write_lab(steps: Sequence[Subject], order: Order) -> Iterator[Path]:
    name = steps[0].lab.id
    for ending in order.formats:
        if ending == "csv":
            yield _saved(table(steps), order, f"{name}.csv")
        elif ending in NUMBERS:
            yield from _write_steps(steps, order.look, order, name, ending)
        elif ending == "gif":
            from .moving import moving  # only when it is wanted: see there

            for language, look in _looks(order):
                yield _saved(moving(steps, look), order, f"{name}-{language}.gif")
        elif ending in ENDINGS:
            for language, look in _looks(order):
                yield from _write_steps(steps, look, order, f"{name}-{language}", ending)


def _write_steps(
    steps: Sequence[Subject], look: Look, order: Order, name: str, ending: str
) -> Iterator[Path]:
    for i, shown in enumerate(steps, 1):
        number = f"-{i:0{len(str(len(steps)))}d}" if order.numbered else ""
        yield _saved(encode(shown, look, ending), order, f"{name}{number}.{ending}")


def _saved(data: bytes, order: Order, name: str) -> Path:
    path = order.folder / name
    save(data, path)
    return path
