"""What a window can be told to do."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QKeySequence

from ..core.text import msg
from .actions import Deed
from .dialogs import (
    ask_preferences,
    ask_report,
    show_about,
    show_checkup,
    show_keys,
    show_log_folder,
    show_plan,
)

if TYPE_CHECKING:
    from .window import Window

_Keys = QKeySequence.StandardKey


def deeds(window: Window) -> list[Deed]:
    """Return everything a window can be told to do, in the order of its menus."""
    return [*_file(window), *_edit(window), *_view(window), *_moves(window), *_help(window)]


# fmt: off
def _file(window: Window) -> list[Deed]:
    documents, figures = window.documents, window.figures
    return [
        Deed("open", msg("Actions", "Open…"), (_Keys.Open,), documents.ask_open, "file"),
        Deed("save", msg("Actions", "Save…"), (_Keys.Save,), documents.ask_save, "file"),
        Deed("export", msg("Actions", "Export…"), ("Ctrl+E",), figures.export, "file"),
        Deed("again", msg("Actions", "Export as last time"), ("Ctrl+Shift+E",),
             figures.export_again, "file"),
        Deed("copy", msg("Actions", "Copy figure"), (_Keys.Copy,), figures.copy, "file"),
        Deed("print", msg("Actions", "Print…"), (_Keys.Print,), figures.print, "file"),
        Deed("handout", msg("Actions", "Handout…"), (), figures.handout, "file"),
        Deed("report", msg("Actions", "Report…"), (), partial(ask_report, window), "file"),
        Deed("quit", msg("Actions", "Quit"), (_Keys.Quit,), window.close, "file"),
    ]


def _edit(window: Window) -> list[Deed]:
    history = window.history
    return [
        Deed("undo", msg("Actions", "Undo"), (_Keys.Undo,), history.undo, "edit"),
        Deed("redo", msg("Actions", "Redo"), (_Keys.Redo, "Ctrl+Shift+Z", "Ctrl+Y"),
             history.redo, "edit"),
        Deed("reset", msg("Actions", "Reset this lab"), ("Ctrl+R",),
             lambda: window.page().reset(), "edit"),
        Deed("reset_all", msg("Actions", "Reset all labs"), (), history.reset_all, "edit"),
        Deed("start_over", msg("Actions", "Start over (forget my progress)"), (),
             window.progress.start_over, "edit"),
        Deed("prefer", msg("Actions", "Preferences…"), (_Keys.Preferences, "Ctrl+,"),
             partial(ask_preferences, window), "edit"),
    ]


def _view(window: Window) -> list[Deed]:
    return [
        Deed("present", msg("Actions", "Present"), (_Keys.FullScreen, "F11"),
             window.toggle_presenting, "view"),
        Deed("leave", msg("Actions", "Leave the presentation"), ("Esc",),
             window.leave_presenting, "view", in_menu=False),
        Deed("next_step", msg("Actions", "Next step of the lecture (while presenting)"),
             ("PgDown",), window.walk.next, "view", in_menu=False),
        Deed("previous_step", msg("Actions", "Step before (while presenting)"), ("PgUp",),
             window.walk.previous, "view", in_menu=False),
        Deed("plan", msg("Actions", "Lecture plan…"), (), partial(show_plan, window), "view"),
        Deed("notes", msg("Actions", "Notes"), ("N",), lambda: window.page().toggle_side(), "view"),
        Deed("question", msg("Actions", "Question"), ("P",), lambda: window.page().ask(), "view"),
        Deed("language", msg("Actions", "Chinese / English"), (), window.switch_language, "view"),
    ]


def _help(window: Window) -> list[Deed]:
    return [
        Deed("keys", msg("Actions", "Shortcuts"), ("F1",), partial(show_keys, window), "help"),
        Deed("check", msg("Actions", "Self-check"), (), partial(show_checkup, window), "help"),
        Deed("log", msg("Actions", "Open the log folder"), (), show_log_folder, "help"),
        Deed("about", msg("Actions", "About KV Lab"), (), partial(show_about, window), "help"),
    ]


def _moves(window: Window) -> list[Deed]:
    labs = [
        Deed(f"lab{lab.order}", msg("Actions", "Go to {lab}", lab=lab.tab()), (f"Ctrl+{i + 1}",),
             partial(window.show_lab, lab.id), "labs")
        for i, lab in enumerate(window.labs)
    ]
    presets = [
        Deed(f"preset{i + 1}", msg("Actions", "Preset {number}", number=i + 1), (str(i + 1),),
             partial(window.go_to_preset, i), "presets", in_menu=False)
        for i in range(9)
    ]
    return labs + presets
