"""Paper under what changes with every step of a slider.

Qt paints what lies behind a widget, up to the window, whenever the widget itself is painted, unless
the widget covers it all.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from .theme import Theme


def lay_paper(widget: QWidget, theme: Theme) -> None:
    """Cover a widget that stands on paper; to be called first when it is painted."""
    # only now: a style sheet takes it away whenever it is set
    widget.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
    painter = QPainter(widget)
    painter.fillRect(widget.rect(), theme.colour("paper"))
    painter.end()
