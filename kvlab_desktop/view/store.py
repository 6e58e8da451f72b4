"""Small files of the user's: the last session, preferences, and what is opened and saved.

Files are written whole and then renamed, so that a killed program leaves the old one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..core.places import config_dir, state_dir
from ..core.state import LARGEST, State, StateError, read, write
from ..core.text import Msg, msg

ENDING = ".kvlab"


def session_file() -> Path:
    """Return the file of the last session."""
    return state_dir() / f"last{ENDING}"


def progress_file() -> Path:
    """Return the file of the user's progress."""
    return state_dir() / "progress.json"


def preferences_file() -> Path:
    """Return the file of the preferences."""
    return config_dir() / "preferences.json"


def write_whole(path: Path, write_part: Callable[[Path], object]) -> None:
    """Let ``write_part`` write beside the file, then put it in the file's place; OSError passes."""
    part = path.with_name(f".{path.name}-{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_part(part)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def save_text(text: str, path: Path) -> Msg | None:
    """Write a text; return what went wrong, if anything did."""
    # half a character that was read from a JSON file becomes the escape that it was there
    return save_bytes(text.encode("utf-8", "backslashreplace"), path)


def save_bytes(data: bytes, path: Path) -> Msg | None:
    """Write a file; return what went wrong, if anything did."""
    try:
        write_whole(path, lambda part: part.write_bytes(data))
    except OSError as error:
        return refusal(path, error)
    return None


def load_text(path: Path) -> str:
    """Read a text; raises :class:`StateError` with a sentence that names file and cause."""
    try:
        with path.open("rb") as file:
            data = file.read(4 * LARGEST + 1)
        return data.decode("utf-8-sig")
    except OSError as error:
        raise StateError(refusal(path, error)) from error
    except UnicodeDecodeError:
        raise StateError(named(path, msg("State", "it is no text"))) from None


def load_state(path: Path) -> State:
    """Read a state; raises :class:`StateError` with a sentence that names file and cause."""
    text = load_text(path)
    try:
        return read(text)
    except StateError as error:
        raise StateError(named(path, error.msg)) from None


def save_state(state: State, path: Path) -> Msg | None:
    """Write a state; return what went wrong, if anything did."""
    return save_text(write(state), path)


def load_object(path: Path) -> dict[str, Any]:
    """Read a JSON object; raises :class:`StateError` with a sentence that names file and cause."""
    try:
        data = json.loads(load_text(path))
    except (ValueError, RecursionError) as error:
        if isinstance(error, StateError):
            raise
        raise StateError(named(path, msg("State", "it is damaged"))) from None
    if not isinstance(data, dict):
        raise StateError(named(path, msg("State", "it is damaged")))
    return data


def set_aside(path: Path) -> Path:
    """Rename a damaged file, so that nothing is lost and the next start is clean.

    Returns where it is now: its old place when it could not be moved.
    """
    spare = path.with_name(f"{path.name}.damaged")
    try:
        path.replace(spare)
    except OSError:
        return path
    return spare


def refusal(path: Path, error: OSError) -> Msg:
    """Return a sentence that names a file and what the system says of it."""
    return msg("State", "{file}: {cause}", file=str(path), cause=error.strerror or str(error))


def named(path: Path, cause: Msg) -> Msg:
    """Return a sentence that names a file and what is wrong with it."""
    return msg("State", "{file}: {cause}", file=path.name, cause=cause)
