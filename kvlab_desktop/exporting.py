"""The command ``kvlab export``: figures, pages, slides and numbers as files. Qt comes last."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .asked import UsageError, asked_lab, asked_values, open_source
from .core.lab import Lab, params_of
from .core.params import Choice, Param, Slider, Toggle, Value
from .labs import all_labs

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[Any]

FORMATS = ("png", "svg", "pdf", "pptx", "gif", "csv", "json")
LANGUAGES = ("zh", "en")
PAGE, FIGURE = (1440, 900), (1280, 720)
_MOST_STEPS = 256


def add_export(commands: Commands) -> None:
    """Add ``export`` to the commands of the program."""
    parser = commands.add_parser(
        "export", help="write pictures, slides or numbers of a lab, or of all"
    )
    parser.add_argument("lab", metavar="LAB|all")
    parser.add_argument("--set", action="append", default=[], metavar="ID=VALUE")
    parser.add_argument("--source", default="sample", metavar="sample|synthetic[:SEED]")
    parser.add_argument(
        "--sweep",
        default=None,
        metavar="ID=FROM..TO|ID=A,B,…",
        help="one picture for each value, as a numbered series or a gif",
    )
    parser.add_argument("--out", type=Path, default=Path(), metavar="DIR")
    parser.add_argument(
        "--format",
        type=_formats,
        action="extend",
        default=None,
        metavar="FORMAT,…",
        help=", ".join(FORMATS),
    )
    parser.add_argument("--lang", choices=[*LANGUAGES, "both"], default="en")
    parser.add_argument("--what", choices=["figure", "page"], default="page")
    parser.add_argument("--theme", choices=["light", "dark", "projector"], default="light")
    parser.add_argument(
        "--size",
        type=_size,
        default=None,
        metavar="WxH",
        help="in pixels at scale 1; of a page 1440x900, of a figure 1280x720",
    )
    parser.add_argument("--scale", type=_scale, default=1.0, help="0.25 to 8; 2 to 4 for print")
    parser.add_argument(
        "--text",
        choices=["text", "outlines"],
        default="text",
        help="the letters of an SVG: text, or shapes that need no font",
    )
    parser.add_argument(
        "--no-caption",
        dest="caption",
        action="store_false",
        help="leave out the line with settings, source and version",
    )


def export_command(args: argparse.Namespace) -> int:
    """Run ``kvlab export``: write the files and print their paths.

    Raises :class:`UsageError` for what cannot be done or written.
    """
    series = list(_series(args))
    formats = tuple(dict.fromkeys(args.format or ("png",)))
    if "gif" in formats and args.sweep is None:
        raise UsageError("a gif shows several values: say which with --sweep, as in bits=2..8")
    # without a display, and even with one, nothing is to appear on the screen
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from .view import theme
    from .view.app import make_application
    from .view.export import ExportError, Look, Order, write_all

    look = Look(
        what=args.what,
        size=args.size or (PAGE if args.what == "page" else FIGURE),
        scale=args.scale,
        theme=args.theme,
        caption=args.caption,
        outlines=args.text == "outlines",
    )
    languages = LANGUAGES if args.lang == "both" else (args.lang,)
    order = Order(args.out, formats, languages, look, numbered=args.sweep is not None)
    theme.apply(theme.make(args.theme), make_application())
    try:
        for path in write_all(series, order):
            print(path)
    except ExportError as error:
        raise UsageError(str(error.msg)) from None
    return 0


def _series(args: argparse.Namespace) -> Iterator[list[tuple[Lab, Any, dict[str, Value]]]]:
    """Yield for each lab the settings to be shown: one, or one for each value of the sweep."""
    labs = all_labs() if args.lab == "all" else (asked_lab(args.lab),)
    for option, given in (("--set", args.set), ("--sweep", args.sweep)):
        if given and args.lab == "all":
            raise UsageError(f"{option} goes with one lab, not with all")
    for lab in labs:
        source = open_source(lab, args.source)
        values = asked_values(lab, source, args.set)
        if args.sweep is None:
            yield [(lab, source, values)]
            continue
        name, steps = _steps(lab, source, args.sweep)
        yield [(lab, source, lab.clamp({**values, name: step}, source)) for step in steps]


def _steps(lab: Lab, source: Any, sweep: str) -> tuple[str, Sequence[Value]]:
    """Return the parameter of a sweep and its values, in the order asked for."""
    name, _equals, wanted = sweep.partition("=")
    param = next((param for param in params_of(lab, source) if param.id == name), None)
    first, dots, last = wanted.partition("..")
    if param is None or not wanted:
        asked_values(lab, source, [sweep])  # which says what is wrong with it
    if not dots:
        words = wanted.split(",")
        steps = [asked_values(lab, source, [f"{name}={word}"])[name] for word in words]
    else:
        ends = [asked_values(lab, source, [f"{name}={end}"])[name] for end in (first, last)]
        steps = _between(param, *ends)
    if len(steps) > _MOST_STEPS:
        raise UsageError(f"{sweep} has {len(steps)} steps; at most {_MOST_STEPS} can be written")
    return name, steps


def _between(param: Param | None, first: Value, last: Value) -> list[Value]:
    """Return all values that a parameter has from the first to the last, which may be smaller."""
    allowed: list[Value]
    if isinstance(param, Slider):
        allowed = [param.at(i) for i in range(param.positions + 1)]
    elif isinstance(param, Choice):
        allowed = list(param.keys)
    else:
        assert isinstance(param, Toggle)
        allowed = [False, True]
    start, end = allowed.index(first), allowed.index(last)
    step = 1 if end >= start else -1
    return allowed[start : end + step if end + step >= 0 else None : step]


# -- reading what was typed ---------------------------------------------------------------------


def _formats(text: str) -> list[str]:
    names = text.lower().split(",")
    for name in names:
        if name not in FORMATS:
            raise argparse.ArgumentTypeError(f"{name!r} is not one of {', '.join(FORMATS)}")
    return names


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{2,5})x(\d{2,5})", text)
    width, height = (int(match[1]), int(match[2])) if match else (0, 0)
    if not (640 <= width <= 16000 and 400 <= height <= 16000):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a size such as 1600x900 (640x400 to 16000x16000)"
        )
    return width, height


def _scale(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0.25 <= value <= 8:
        raise argparse.ArgumentTypeError(f"{text!r} is not a scale from 0.25 to 8")
    return value
