"""Printing what a page shows: a preview, then paper or a PDF, by the painting that exports use.

Imports QtPrintSupport: import this module only when something is printed.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QMarginsF
from PySide6.QtGui import QAction, QPageLayout, QPageSize, QPainter, QPicture
from PySide6.QtPrintSupport import QPrinter, QPrintPreviewDialog, QPrintPreviewWidget
from PySide6.QtWidgets import QToolBar, QWidget

from .. import APP_NAME
from ..core.text import msg
from .export import Look, Subject, paint
from .language import spoken

_DOTS = 96  # units of a look's size in an inch
_EDGE = 12  # millimetres of white round the page


def make_printer() -> QPrinter:
    """Return the user's printer with an A4 sheet across; without one it makes a PDF."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    margins = QMarginsF(_EDGE, _EDGE, _EDGE, _EDGE)
    sheet = QPageSize(QPageSize.PageSizeId.A4)
    unit = QPageLayout.Unit.Millimeter
    printer.setPageLayout(QPageLayout(sheet, QPageLayout.Orientation.Landscape, margins, unit))
    printer.setCreator(APP_NAME)
    return printer


def print_subject(shown: Subject, look: Look, printer: QPrinter) -> None:
    """Print a subject over the whole sheet, whatever its size and orientation are by now."""
    room = printer.pageLayout().paintRect(QPageLayout.Unit.Point).size() * _DOTS / 72
    size = (round(room.width()), round(room.height()))
    recorded = QPicture()  # widgets drawn on a printer itself become pixels, and that takes long
    recorder = QPainter(recorded)
    paint(shown, replace(look, size=size), recorder)
    recorder.end()
    printer.setDocName(f"{APP_NAME} {shown.lab.order:02d} {spoken(shown.lab.title())}")
    painter = QPainter(printer)
    if not painter.isActive():  # the file or the printer refuses; Qt's dialog tells
        return
    try:
        # a record is replayed as large as it was on a device of its own resolution
        scale = recorded.logicalDpiX() / _DOTS
        painter.scale(scale, scale)
        painter.drawPicture(0, 0, recorded)
    finally:
        painter.end()


class PrintPreview(QPrintPreviewDialog):
    """Qt's preview with a choice between the page and its figure; always on paper colours."""

    def __init__(self, shown: Subject, printer: QPrinter, parent: QWidget) -> None:
        super().__init__(printer, parent)
        self._shown = shown
        self._printer = printer  # which the dialog uses but does not keep
        self.figure_only = QAction(spoken(msg("Export", "Figure only")), self)
        self.figure_only.setCheckable(True)
        for bar in self.findChildren(QToolBar):
            bar.addAction(self.figure_only)
        self.figure_only.toggled.connect(self._renew)
        self.paintRequested.connect(self._print)

    def _look(self) -> Look:
        # a sheet is read from near, so letters have the page's own size; for the projector the
        # page's ground is white, too
        if self.figure_only.isChecked():
            return Look(theme="light", edge=0, type_size=1.0)
        return Look(what="page", theme="projector")

    def _print(self, printer: QPrinter) -> None:
        # laying out runs events, and the old pages, which a repaint would draw, are gone by now
        self.setUpdatesEnabled(False)
        try:
            print_subject(self._shown, self._look(), printer)
        finally:
            self.setUpdatesEnabled(True)

    def _renew(self) -> None:
        for sheet in self.findChildren(QPrintPreviewWidget):
            sheet.updatePreview()
