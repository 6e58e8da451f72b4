"""Actions with names in the current language.

Menus, shortcuts and the sheet of shortcuts are all made from one list of deeds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from ..core.text import Msg, msg
from .language import spoken

Keys = str | QKeySequence.StandardKey


@dataclass(frozen=True)
class Deed:
    """One thing that can be done.

    ``group`` is where it stands on the sheet of shortcuts, and in the menu of that name unless it
    is left out there.
    """

    id: str
    text: Msg
    keys: tuple[Keys, ...]
    act: Callable[[], object]
    group: str
    in_menu: bool = True


@dataclass(frozen=True)
class Keyed:
    """A line of the sheet of shortcuts: keys as the platform writes them, and what they do."""

    keys: tuple[str, ...]
    name: str


def group_name(group: str) -> Msg:
    """Return the title of a group."""
    return {
        "file": msg("Actions", "File"),
        "edit": msg("Actions", "Edit"),
        "view": msg("Actions", "View"),
        "help": msg("Actions", "Help"),
        "labs": msg("Actions", "Labs"),
        "presets": msg("Actions", "Presets"),
    }[group]


def _sequences(keys: tuple[Keys, ...]) -> list[QKeySequence]:
    """Return key sequences, each once: a platform's standard key may be one that is named, too."""
    every = [QKeySequence(key) for key in keys]
    return [s for i, s in enumerate(every) if not s.isEmpty() and s not in every[:i]]


class Actions:
    """The actions of a window, by id."""

    def __init__(self, window: QWidget, deeds: Sequence[Deed]) -> None:
        self._deeds = tuple(deeds)
        self._actions: dict[str, QAction] = {}
        self._menus: dict[str, QMenu] = {}
        for deed in self._deeds:
            action = QAction(window)
            action.setShortcuts(_sequences(deed.keys))
            action.setAutoRepeat(False)
            action.triggered.connect(lambda _checked=False, act=deed.act: act())
            window.addAction(action)
            self._actions[deed.id] = action

    def __getitem__(self, deed: str) -> QAction:
        return self._actions[deed]

    def fill(self, menu: QMenu | QMenuBar) -> None:
        """Put the actions into a menu, a submenu for each group."""
        for deed in self._deeds:
            if not deed.in_menu:
                continue
            if deed.group not in self._menus:
                self._menus[deed.group] = menu.addMenu("")
            self._menus[deed.group].addAction(self._actions[deed.id])

    def menu(self, group: str) -> QMenu:
        """Return the submenu of a group."""
        return self._menus[group]

    def retranslate(self) -> None:
        """Write all names in the current language; actions do not hear of a change themselves."""
        for deed in self._deeds:
            self._actions[deed.id].setText(spoken(deed.text))
        for group, menu in self._menus.items():
            menu.setTitle(spoken(group_name(group)))

    def sheet(self) -> list[tuple[str, list[Keyed]]]:
        """Return title and lines of each group: every action that has keys."""
        native = QKeySequence.SequenceFormat.NativeText
        groups: dict[str, list[Keyed]] = {}
        for deed in self._deeds:
            keys = tuple(k.toString(native) for k in self._actions[deed.id].shortcuts())
            if keys:
                groups.setdefault(deed.group, []).append(Keyed(keys, spoken(deed.text)))
        return [(spoken(group_name(group)), lines) for group, lines in groups.items()]
