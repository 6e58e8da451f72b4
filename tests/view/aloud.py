"""What a screen reader gets to hear of a widget, asked for as it asks."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QWidget

Text = QAccessible.Text


@dataclass(frozen=True)
class Aloud:
    """Name, value and description of one thing, and what kind of thing it is."""

    role: QAccessible.Role
    name: str
    value: str
    description: str


def interface(widget: QWidget) -> QAccessibleInterface:
    """Return who answers for a widget."""
    found = QAccessible.queryAccessibleInterface(widget)
    assert found is not None
    return found


def aloud(widget: QWidget) -> Aloud:
    """Return what is heard of a widget."""
    asked = interface(widget)
    words = [asked.text(kind) for kind in (Text.Name, Text.Value, Text.Description)]
    return Aloud(asked.role(), *words)
