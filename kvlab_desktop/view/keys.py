"""What the keys that go somewhere mean in a row of items."""

from __future__ import annotations

from PySide6.QtCore import Qt


def item_step(key: Qt.Key, count: int) -> int:
    """Return how many items a key goes on in a row of ``count``; 0 for a key that goes nowhere."""
    page = max(2, count // 4)
    return {
        Qt.Key.Key_Left: -1,
        Qt.Key.Key_Up: -1,
        Qt.Key.Key_Right: 1,
        Qt.Key.Key_Down: 1,
        Qt.Key.Key_PageUp: -page,
        Qt.Key.Key_PageDown: page,
        Qt.Key.Key_Home: -count,
        Qt.Key.Key_End: count,
    }.get(key, 0)
