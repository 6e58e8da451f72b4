"""The dialog of the preferences; what is chosen is seen at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QWidget,
)

from ..core.text import Msg, msg, verbatim
from .combo import Combo
from .edits import Number
from .language import spoken
from .preferences import FOLLOW, LEAST, MOST, Preferences, theme_name
from .theme import CHOICES as THEMES

Named = Sequence[tuple[str, Msg]]


def _languages() -> Named:
    return (
        (FOLLOW, msg("Preferences", "As the system")),
        ("zh", verbatim("中文")),
        ("en", verbatim("English")),
    )


def _themes() -> Named:
    return (
        (FOLLOW, msg("Preferences", "As the system")),
        *((name, theme_name(name)) for name in THEMES),
    )


class Choices(QDialog):
    """Language, colours and text size; ``chosen`` tells of every change."""

    chosen = Signal(object)

    def __init__(self, preferences: Preferences, parent: QWidget) -> None:
        super().__init__(parent)
        self._now = preferences
        self._form = QFormLayout(self)
        self.language, self.theme, self.percent = Combo(), Combo(), Number()
        self._lists: list[tuple[Combo, Named]] = []
        for box, named, current in (
            (self.language, _languages(), preferences.language),
            (self.theme, _themes(), preferences.theme),
        ):
            for key, _name in named:
                box.addItem("", key)
            box.setCurrentIndex(max(0, box.findData(current)))
            box.activated.connect(self._tell)
            self._lists.append((box, named))
        self.percent.setRange(LEAST, MOST)
        self.percent.setSingleStep(10)
        self.percent.setSuffix("%")
        self.percent.setValue(preferences.text_size)
        self.percent.valueChanged.connect(self._tell)
        self._labels = [QLabel() for _field in range(3)]
        for label, field in zip(self._labels, self._fields(), strict=True):
            label.setBuddy(field)
            self._form.addRow(label, field)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        self._form.addRow(buttons)
        self._name()

    def _fields(self) -> tuple[QWidget, ...]:
        return self.language, self.theme, self.percent

    def _name(self) -> None:
        """Write everything in the current language."""
        self.setWindowTitle(spoken(msg("Preferences", "Preferences")))
        words = (
            msg("Preferences", "Language"),
            msg("Preferences", "Colours"),
            msg("Preferences", "Text size"),
        )
        for label, field, name in zip(self._labels, self._fields(), words, strict=True):
            label.setText(spoken(name))
            field.setAccessibleName(spoken(name))
        for box, named in self._lists:
            for i, (_key, name) in enumerate(named):
                box.setItemText(i, spoken(name))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._name()

    def _tell(self) -> None:
        self._now = replace(
            self._now,
            language=self.language.currentData(),
            theme=self.theme.currentData(),
            text_size=self.percent.value(),
        )
        self.chosen.emit(self._now)
