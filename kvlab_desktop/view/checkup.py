"""The window of the self-check: what was looked at, line by line as it is found."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ..core.text import msg
from .checks import Check, run_checks, versions
from .language import spoken
from .theme import Theme


class Checkup(QDialog):
    """Makes one check after the other and lets the program go on between them."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(spoken(msg("Checks", "Self-check")))
        self.lines = QPlainTextEdit(versions())
        self.lines.setReadOnly(True)
        self.lines.setAccessibleName(self.windowTitle())
        copy = QPushButton(spoken(msg("Crash", "Copy details")))
        copy.clicked.connect(self._copy)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(copy, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.lines)
        column.addWidget(buttons)
        self.resize(theme.px(680), theme.px(340))
        self._checks: Iterator[Check] = run_checks()
        self._bad = 0
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._go_on)
        self._next.start()

    def _go_on(self) -> None:
        check = next(self._checks, None)
        if check is None:
            done = (
                msg("Checks", "Everything is in order.")
                if not self._bad
                else msg("Checks", "%n check(s) failed.", n=self._bad)
            )
            self.lines.appendPlainText(f"\n{spoken(done)}")
            return
        self._bad += not check.ok
        sign = "✓" if check.ok else "✗"
        self.lines.appendPlainText(f"{sign} {spoken(check.name)}: {spoken(check.found)}")
        self._next.start()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.lines.toPlainText())
