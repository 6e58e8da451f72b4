"""What the program is, what it is made of, and where its numbers come from."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib import metadata

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QTabWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from .. import APP_NAME, __version__
from ..core.places import licences, resource
from ..core.text import Msg, msg
from .language import spoken
from .theme import Theme

_PROGRAM = "kvlab-desktop"


def program() -> list[Msg]:
    """Return what the program is, a paragraph each."""
    return [
        msg("About", "{name} {version}", name=APP_NAME, version=__version__),
        msg("About", "Hands-on labs about compressing the KV cache of a language model."),
        msg("About", "Every number is computed on this machine when a slider moves."),
        msg("About", "It opens no network connection, ever."),
        msg("About", "Licence: Apache License 2.0."),
    ]


def data() -> list[Msg]:
    """Return where the shipped numbers come from, a paragraph each."""
    as_of = {
        name: json.loads(resource("tables", f"{name}.json").read_text(encoding="utf-8"))["as_of"]
        for name in ("models", "accelerators", "end_to_end")
    }
    return [
        msg(
            "About",
            "Real activations: keys, values and queries of SmolLM2-135M-Instruct (Apache-2.0).",
        ),
        msg(
            "About",
            "Models: sizes read from the configurations their makers publish, as of {date}."
            " The lab names the source of each; a value from memory is marked.",
            date=as_of["models"],
        ),
        msg(
            "About",
            "Accelerators: memory as the driver reports it, and bandwidth, as of {date}.",
            date=as_of["accelerators"],
        ),
        msg(
            "About",
            "Change of loss end to end: measured beforehand on the same model, as of {date}.",
            date=as_of["end_to_end"],
        ),
    ]


def components() -> Iterator[tuple[str, str]]:
    """Yield name and licence text of everything that is bundled.

    A built program carries the texts; else they are what the installed packages say themselves.
    """
    yield APP_NAME, "Apache License 2.0"
    yield "Noto Sans CJK SC", resource("fonts", "OFL.txt").read_text(encoding="utf-8")
    if licences().is_dir():
        for path in sorted(licences().glob("*.txt")):
            yield path.stem, path.read_text(encoding="utf-8", errors="replace")
        return
    for name in sorted(_needed(_PROGRAM) - {_PROGRAM}):
        about = metadata.metadata(name)
        said = next((about[key] for key in ("License-Expression", "License") if key in about), "")
        yield f"{about['Name']} {about['Version']}", said


def _needed(program: str) -> set[str]:
    """Return the names of the installed packages that one leads to, itself included."""
    found: set[str] = set()
    waiting = [program]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        try:
            needs = metadata.requires(name) or []
        except metadata.PackageNotFoundError:  # run from a folder that is not installed
            continue
        found.add(name)
        always = (need for need in needs if "extra ==" not in need)
        waiting += [re.split(r"[^A-Za-z0-9._-]", need, maxsplit=1)[0] for need in always]
    return found


class About(QDialog):
    """Three pages of text: the program, its data, its licences."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(spoken(msg("Actions", "About KV Lab")))
        self.pages = QTabWidget()
        parts = "\n\n".join(f"{name}\n{text}".strip() for name, text in components())
        for title, words in (
            (msg("About", "Program"), "\n\n".join(map(spoken, program()))),
            (msg("About", "Data"), "\n\n".join(map(spoken, data()))),
            (msg("About", "Licences"), parts),
        ):
            page = QTextBrowser()
            page.setPlainText(words)
            page.setAccessibleName(spoken(title))
            self.pages.addTab(page, spoken(title))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.pages)
        column.addWidget(buttons)
        self.resize(theme.px(620), theme.px(420))
