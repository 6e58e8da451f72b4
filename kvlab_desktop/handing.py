"""The command ``kvlab handout``: a PDF with a sheet for each lab. Qt comes last."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .asked import UsageError, open_source
from .labs import all_labs

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[Any]


def add_handout(commands: Commands) -> None:
    """Add ``handout`` to the commands of the program."""
    parser = commands.add_parser("handout", help="write the sheets for a class, one for each lab")
    parser.add_argument("--out", type=Path, default=None, metavar="FILE.pdf")
    parser.add_argument("--lang", choices=["zh", "en"], default="en")
    parser.add_argument("--source", default="sample", metavar="sample|synthetic[:SEED]")


def handout_command(args: argparse.Namespace) -> int:
    """Run ``kvlab handout``: write the file and print its path.

    Raises :class:`UsageError` when it cannot be written.
    """
    path: Path = args.out or Path(f"kvlab-handout-{args.lang}.pdf")
    settings = [(lab, open_source(lab, args.source)) for lab in all_labs()]
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from .view import theme
    from .view.app import make_application
    from .view.export import ExportError, save, subject
    from .view.handout import handout

    theme.apply(theme.light(), make_application())
    subjects = [subject(lab, source, lab.clamp({}, source)) for lab, source in settings]
    try:
        save(handout(subjects, args.lang), path)
    except ExportError as error:
        raise UsageError(str(error.msg)) from None
    print(path)
    return 0
