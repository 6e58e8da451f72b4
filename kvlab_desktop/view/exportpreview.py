"""What an export will look like: painted by the code that makes the file, only smaller."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QPlainTextEdit,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from .export import Look, Subject, encode, picture
from .theme import Theme

_LONGEST = 20_000  # characters of numbers that are shown


class Sheet(QWidget):
    """A picture as large as its place allows, in the middle."""

    resized = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        #: what is shown; ``None`` before it is painted
        self.image: QImage | None = None
        self._size = (1, 1)

    def show_picture(self, shown: Subject, look: Look) -> None:
        """Paint a subject anew for the room there is."""
        self._size = look.size
        ratio = self.devicePixelRatioF()
        scale = self._place().width() / look.size[0]
        self.image = picture(shown, replace(look, scale=max(scale * ratio, 1e-3)))
        self.update()

    def _place(self) -> QRectF:
        """Return where the picture stands."""
        width, height = self._size
        scale = min((self.width() - 2) / width, (self.height() - 2) / height, 1.0)
        size = QSize(max(1, round(width * scale)), max(1, round(height * scale)))
        left, top = (self.width() - size.width()) / 2, (self.height() - size.height()) / 2
        return QRectF(round(left), round(top), size.width(), size.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self.image is None:
            return
        place = self._place()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(place, self.image, QRectF(self.image.rect()))
        painter.setPen(QPen(self._theme.colour("faint"), 1))
        painter.drawRect(place.adjusted(-0.5, -0.5, 0.5, 0.5))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()


class Preview(QStackedWidget):
    """A picture, or the first of the numbers. ``resized`` asks for a picture of another size."""

    resized = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.sheet = Sheet(theme)
        self.sheet.resized.connect(self.resized)
        self.numbers = QPlainTextEdit()
        self.numbers.setReadOnly(True)
        self.numbers.setFrameShape(QFrame.Shape.NoFrame)
        self.numbers.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.nothing = QWidget()
        for part in (self.sheet, self.numbers, self.nothing):
            self.addWidget(part)
        self.setCurrentWidget(self.nothing)
        self.setMinimumSize(theme.px(200), theme.px(150))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_picture(self, shown: Subject, look: Look) -> None:
        """Show a picture."""
        self.setCurrentWidget(self.sheet)
        self.sheet.show_picture(shown, look)

    def show_numbers(self, shown: Subject, look: Look, ending: str) -> None:
        """Show how a file of numbers begins."""
        self.setCurrentWidget(self.numbers)
        self.numbers.setPlainText(encode(shown, look, ending).decode()[:_LONGEST])

    def show_nothing(self) -> None:
        """Show that there is nothing to be seen."""
        self.setCurrentWidget(self.nothing)

    def set_name(self, name: str) -> None:
        """Say what this is, for a screen reader."""
        for part in (self, self.sheet, self.numbers):
            part.setAccessibleName(name)
