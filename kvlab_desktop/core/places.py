"""Where files are: the shipped ones, and what the program keeps for its user.

The shipped files are beside the package in a checkout and inside it once installed. What is kept
goes where the platform wants it, or beside the program when a file ``portable`` stands there.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

from platformdirs import user_config_path, user_log_path, user_state_path

_NAME = "kvlab"
_PACKAGE = Path(__file__).resolve().parents[1]


@cache
def _root(folder: str) -> Path:
    inside = _PACKAGE / folder
    return inside if inside.is_dir() else _PACKAGE.parent / folder


def resource(*parts: str) -> Path:
    """Return the path of a shipped resource.

    Parameters are path parts below ``resources/``; the file need not exist.
    """
    return _root("resources").joinpath(*parts)


def translation(name: str) -> Path:
    """Return the path of a compiled translation below ``i18n/``."""
    return _root("i18n") / name


def licences() -> Path:
    """Return the folder with the licences of everything bundled; only a built program has it."""
    return _root("licences")


# -- what the user's side of the program writes -------------------------------------------------


def config_dir() -> Path:
    """Return the folder of the preferences; it need not exist."""
    return _portable() or user_config_path(_NAME, appauthor=False)


def state_dir() -> Path:
    """Return the folder of what the program remembers by itself; it need not exist."""
    return _portable() or user_state_path(_NAME, appauthor=False)


def log_dir() -> Path:
    """Return the folder of the log; it need not exist."""
    return _portable() or user_log_path(_NAME, appauthor=False)


def _portable() -> Path | None:
    """Return the one folder for everything when a file named ``portable`` stands by the program."""
    folder = program_folder()
    return folder / "kvlab-data" if folder and (folder / "portable").is_file() else None


def program_folder() -> Path | None:
    """Return the folder that a user sees the program in; ``None`` in an installation by pip.

    An AppImage runs from a mounted copy and tells where it lies itself; on macOS the executable
    is inside the folder ``KV Lab.app``, beside which the user can put a file.
    """
    if not getattr(sys, "frozen", False):
        return None
    program = Path(os.environ.get("APPIMAGE") or sys.executable).absolute()
    bundle = next((part for part in program.parents if part.suffix == ".app"), program)
    return bundle.parent
