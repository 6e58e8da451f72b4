"""What a screen reader is told of the widgets that Qt knows nothing of.

Qt asks for it only while a screen reader listens, and only of what it reads: nothing is written
anew with each step of a slider. A widget says what it is with a method ``said``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from PySide6.QtCore import QObject
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
    QAccessibleValueInterface,
)
from PySide6.QtWidgets import QAccessibleWidget, QWidget
from shiboken6 import Shiboken

Role = QAccessible.Role


@dataclass(frozen=True, slots=True)
class Scale:
    """The number that a control stands at, the ends, a step, and how to set another one."""

    now: float
    low: float
    high: float
    step: float
    go_to: Callable[[float], object]


@dataclass(frozen=True, slots=True)
class Said:
    """What a widget is, its name, its value in words; with ``whole`` its parts are not read.

    Without a ``description`` the widget's own is read.
    """

    role: Role
    name: str
    value: str = ""
    description: str = ""
    scale: Scale | None = None
    whole: bool = False


class _Value(QAccessibleValueInterface):
    """A number as Qt hands it to screen readers."""

    def __init__(self, scale: Callable[[], Scale]) -> None:
        super().__init__()
        self._scale = scale

    def currentValue(self) -> float:
        return self._scale().now

    def setCurrentValue(self, value: float) -> None:
        self._scale().go_to(float(value))

    def minimumValue(self) -> float:
        return self._scale().low

    def maximumValue(self) -> float:
        return self._scale().high

    def minimumStepSize(self) -> float:
        return self._scale().step


class _Heard(QAccessibleWidget):
    """Answers for a widget with a method ``said``."""

    def __init__(self, widget: QWidget, role: Role) -> None:
        super().__init__(widget, role)

    def _said(self) -> Said:
        return self.object().said()  # type: ignore[attr-defined]

    def text(self, kind: QAccessible.Text) -> str:
        if kind == QAccessible.Text.Name:
            return self._said().name
        if kind == QAccessible.Text.Value:
            return self._said().value
        if kind == QAccessible.Text.Description:
            return self._said().description or super().text(kind)
        return super().text(kind)

    def childCount(self) -> int:
        return 0 if self._said().whole else super().childCount()


class _HeardNumber(_Heard):
    """Answers for a widget that stands at a number."""

    def __init__(self, widget: QWidget, role: Role) -> None:
        super().__init__(widget, role)
        self._number = _Value(self._scale)

    def _scale(self) -> Scale:
        scale = self._said().scale
        assert scale is not None
        return scale

    def interface_cast(self, kind: QAccessible.InterfaceType) -> object:  # type: ignore[override]
        if kind == QAccessible.InterfaceType.ValueInterface:
            return self._number
        return Shiboken.VoidPtr(0)  # Qt wants an address; PySide crashes over None and over 0


def _answer_for(_kind: str, thing: QObject) -> QAccessibleInterface | None:
    """Return who answers for a widget, ``None`` for those that Qt answers for."""
    if not isinstance(thing, QWidget) or not hasattr(thing, "said"):
        return None
    said: Said = thing.said()
    return (_Heard if said.scale is None else _HeardNumber)(thing, said.role)


@cache
def install() -> None:
    """Have Qt ask the program's own widgets what they say; once for the whole program."""
    QAccessible.installFactory(_answer_for)


def is_heard() -> bool:
    """Return whether a screen reader listens."""
    return QAccessible.isActive()


def tell_name(widget: QWidget) -> None:
    """Tell a screen reader that a widget has another name (only numbers may change in value)."""
    QAccessible.updateAccessibility(QAccessibleEvent(widget, QAccessible.Event.NameChanged))


def tell_description(widget: QWidget) -> None:
    """Tell a screen reader that a widget is described anew."""
    QAccessible.updateAccessibility(QAccessibleEvent(widget, QAccessible.Event.DescriptionChanged))


def announce(widget: QWidget, words: str, *, urgent: bool = False) -> None:
    """Have a screen reader say something; what is not urgent waits until it has finished."""
    event = QAccessibleAnnouncementEvent(widget, words)
    how = QAccessible.AnnouncementPoliteness
    event.setPoliteness(how.Assertive if urgent else how.Polite)
    QAccessible.updateAccessibility(event)
