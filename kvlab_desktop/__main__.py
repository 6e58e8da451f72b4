"""One command line: the window, or one of the commands that need none. Qt is imported last."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import Any

# Our matrices are small: a second BLAS thread gains nothing, and on a busy machine each product
# waits for it. Must be set before numpy is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from . import __version__
from .asked import UsageError, asked_lab, asked_values, open_source
from .commands import add_inspect, add_memory, inspect_command, memory_command
from .core.report import as_json, report
from .exporting import add_export, export_command
from .handing import add_handout, handout_command
from .labs import all_labs

OK, BAD_INPUT = 0, 2
FAILED = 1  # also what Python itself returns for a defect of ours


class _Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one line."""

    def error(self, message: str) -> Any:
        raise UsageError(message)


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
    compute.add_argument("--set", action="append", default=[], metavar="ID=VALUE")
    compute.add_argument("--source", default="sample", metavar="sample|synthetic[:SEED]")
    compute.add_argument("--json", action="store_true", help="one JSON object with full precision")
    add_export(commands)
    add_handout(commands)
    paper = commands.add_parser("report", help="write a report of the last session")
    paper.add_argument("--out", type=Path, required=True, metavar="FILE.pdf|FILE.html")
    paper.add_argument("--lang", choices=["zh", "en"], default="en")
    paper.add_argument("--name", default="", help="whose report it is")
    check = commands.add_parser("self-check", help="does this copy work on this machine?")
    check.add_argument("--lang", choices=["zh", "en"], default=None)
    return parser


def compute(args: argparse.Namespace) -> int:
    """Run ``kvlab compute``."""
    lab = asked_lab(args.lab)
    source = open_source(lab, args.source)
    values = asked_values(lab, source, args.set)
    outcome = lab.compute(values, source)
    if lab.later_key(values) is not None:
        outcome = outcome.joined(lab.later(values, source, lambda: False))
    if args.json:
        print(as_json(report(lab, source, values, outcome)))
        return OK
    for key, value in outcome.metrics.items():
        print(
            f"{key}\t{value}" if value is not None else f"{key}\t-\t{outcome.reasons.get(key, '')}"
        )
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
    "export": export_command,
    "handout": handout_command,
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


def _forgive_encodings() -> None:
    """Let a pipe or console that lacks a character show a question mark, never a traceback."""
    for stream in (sys.stdout, sys.stderr):  # None in a program that has no console
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program; return 0, 2 for bad usage or input, 1 for a defect of ours."""
    _forgive_encodings()
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
