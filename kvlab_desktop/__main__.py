"""One command line: the window, or one of the commands that need none. Qt is imported last."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

# Our matrices are small: a second BLAS thread gains nothing, and on a busy machine each product
# waits for it. Must be set before numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from . import __version__
from .commands import add_inspect, add_memory, inspect_command, memory_command
from .core.lab import Lab, Outcome, parse_settings
from .core.params import ParamError
from .labs import all_labs, find_lab

OK, BAD_INPUT = 0, 2
FAILED = 1  # also what Python itself returns for a defect of ours


class UsageError(Exception):
    """Bad usage or bad input: one line for stderr, exit code 2."""


class _Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one line."""

    def error(self, message: str) -> Any:
        raise UsageError(message)


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


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser = _Parser(
        prog="kvlab",
        usage="kvlab [-h] [--version] [FILE ... | COMMAND ...]",
        description="Hands-on labs about compressing the KV cache of a language model. "
        "Without a command: the window, with the files open in it.",
    )
    parser.add_argument("--version", action="version", version=f"kvlab {__version__}")
    commands = parser.add_subparsers(dest="command", parser_class=_Parser)
    add_memory(commands)
    add_inspect(commands)
    compute = commands.add_parser("compute", help="compute a lab's numbers without a window")
    compute.add_argument("lab", metavar="LAB")
    export = commands.add_parser("export", help="write pictures of a lab, or of all")
    export.add_argument("lab", metavar="LAB|all")
    for command in (compute, export):
        command.add_argument("--set", action="append", default=[], metavar="ID=VALUE")
        command.add_argument("--source", default="sample", metavar="sample|synthetic[:SEED]")
    compute.add_argument("--json", action="store_true", help="one JSON object with full precision")
    export.add_argument("--out", type=Path, default=Path(), metavar="DIR")
    export.add_argument("--format", choices=["png"], default="png")
    export.add_argument("--lang", choices=["zh", "en"], default="en")
    export.add_argument("--theme", choices=["light", "dark", "projector"], default="light")
    export.add_argument("--size", type=_size, default=(1440, 900), metavar="WxH")
    export.add_argument("--scale", type=_scale, default=1.0)
    report = commands.add_parser("report", help="write a report of the last session")
    report.add_argument("--out", type=Path, required=True, metavar="FILE.pdf|FILE.html")
    report.add_argument("--lang", choices=["zh", "en"], default="en")
    report.add_argument("--name", default="", help="whose report it is")
    check = commands.add_parser("self-check", help="does this copy work on this machine?")
    check.add_argument("--lang", choices=["zh", "en"], default=None)
    return parser


def open_source(lab: Lab, text: str) -> Any:
    """Return the source of tensors that a lab reads; labs without one get ``None``."""
    if not lab.sources:
        return None
    from .sources.catalog import open_tensors, parse_source

    try:
        return open_tensors(*parse_source(text))
    except ValueError:
        raise UsageError(
            f"source {text!r} is not one of sample, synthetic, synthetic:SEED"
        ) from None


def _lab(name: str) -> Lab:
    lab = find_lab(name)
    if lab is None:
        known = ", ".join(known.id for known in all_labs())
        raise UsageError(f"there is no lab {name!r}; the labs are {known}")
    return lab


def _settings(lab: Lab, source: Any, texts: Sequence[str]) -> dict[str, Any]:
    try:
        return parse_settings(lab, source, texts)
    except ParamError as error:
        raise UsageError(str(error.msg)) from None


def report(lab: Lab, source: Any, values: dict[str, Any], outcome: Outcome) -> dict[str, Any]:
    """Return what ``compute --json`` prints."""
    about = {"id": getattr(source, "id", "none"), "name": getattr(source, "name", lab.id)}
    if getattr(source, "seed", None) is not None:
        about["seed"] = source.seed
    return {
        "kvlab": __version__,
        "lab": lab.id,
        "source": about,
        "params": values,
        "metrics": dict(outcome.metrics),
        "reasons": {key: str(reason) for key, reason in outcome.reasons.items()},
    }


def compute(args: argparse.Namespace) -> int:
    """Run ``kvlab compute``."""
    lab = _lab(args.lab)
    source = open_source(lab, args.source)
    values = _settings(lab, source, args.set)
    outcome = lab.compute(values, source)
    if lab.later_key(values) is not None:
        outcome = outcome.joined(lab.later(values, source, lambda: False))
    if args.json:
        print(json.dumps(report(lab, source, values, outcome), ensure_ascii=False, allow_nan=False))
        return OK
    for key, value in outcome.metrics.items():
        print(
            f"{key}\t{value}" if value is not None else f"{key}\t-\t{outcome.reasons.get(key, '')}"
        )
    return OK


def export(args: argparse.Namespace) -> int:
    """Run ``kvlab export``."""
    labs = all_labs() if args.lab == "all" else (_lab(args.lab),)
    if args.set and args.lab == "all":
        raise UsageError("--set goes with one lab, not with all")
    # without a display, and even with one, nothing is to appear on the screen
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    jobs = []
    for lab in labs:
        source = open_source(lab, args.source)
        jobs.append((lab, source, _settings(lab, source, args.set)))
    from .view.app import export_pages
    from .view.export import ExportError

    try:
        looks = args.lang, args.size, args.scale, args.theme
        for path in export_pages(jobs, args.out, *looks):
            print(path)
    except ExportError as error:
        raise UsageError(str(error.msg)) from None
    return OK


def report_command(args: argparse.Namespace) -> int:
    """Run ``kvlab report``."""
    if args.out.suffix.lower() not in (".html", ".pdf"):
        raise UsageError(f"{args.out}: a report is a file ending in .html or .pdf")
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    labs = all_labs()
    sources = {lab.id: open_source(lab, "sample") for lab in labs}
    from .core.state import StateError
    from .view.app import write_report

    try:
        refused = write_report(labs, sources, args.out, args.lang, args.name)
    except StateError as error:
        raise UsageError(str(error.msg)) from None
    if refused is not None:
        raise UsageError(str(refused))
    print(args.out)
    return OK


def self_check(args: argparse.Namespace) -> int:
    """Run ``kvlab self-check``: one line for each check; return 1 when one failed."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        from .view.app import check_all
    except ImportError as error:  # Qt itself, or a library of the system that it needs
        print(f"FAILED\tQt\t{error}")
        return FAILED
    passed = True
    for columns, ok in check_all(args.lang):
        print(*columns, sep="\t", flush=True)
        passed = passed and ok
    return OK if passed else FAILED


def window(files: Sequence[str]) -> int:
    """Run the window and open files in it."""
    labs = all_labs()
    sources = {lab.id: open_source(lab, "sample") for lab in labs}
    from .view.app import run_window

    return run_window(labs, sources, [Path(file) for file in files])


_COMMANDS = {
    "compute": compute,
    "export": export,
    "report": report_command,
    "memory": memory_command,
    "inspect": inspect_command,
    "self-check": self_check,
}


def _files(words: Sequence[str]) -> Sequence[str]:
    """Return the words of a command line that names files; none when it names a command.

    Raises :class:`UsageError` for a word that is neither.
    """
    if not words or words[0] in _COMMANDS or words[0].startswith("-"):
        return ()
    missing = next((word for word in words if not Path(word).exists()), None)
    if missing is not None:
        known = ", ".join(_COMMANDS)
        raise UsageError(f"{missing!r} is no file and no command; the commands are {known}")
    return words


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; return 0, 2 for bad usage or input, 1 for a defect of ours."""
    try:
        words = sys.argv[1:] if argv is None else argv
        if files := _files(words):
            return window(files)
        args = make_parser().parse_args(words)
        return _COMMANDS[args.command](args) if args.command else window(())
    except BrokenPipeError:  # `kvlab … | head` has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except UsageError as error:
        # one line, whatever was typed
        print("kvlab:", " ".join(str(error).split()), file=sys.stderr)
        return BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
