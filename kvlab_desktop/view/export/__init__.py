"""Figures and pages as files: PNG, SVG, PDF, a deck of slides, and the numbers behind them.

What is shown is a :class:`Subject` (a lab at a setting, computed), how it is to look a
:class:`Look`; both are plain data. With these, everything is one call::

    shown = subject(lab, source, values)          # computes; or Subject(…) of what a page has
    image = picture(shown, look)                  # QImage, for a preview, the clipboard, printing
    data = encode(shown, look, "svg")             # bytes: png, svg, pdf, csv or json
    data = deck.deck([shown, …], look)            # bytes of a .pptx, a slide for each subject
    data = moving.moving([shown, …], look)        # bytes of an animated .gif
    paint(shown, look, painter)                   # on any device, in ``look.units``
    save(data, path)                              # all of it or nothing
    write_all(settings, Order(…))                 # many files: the command line's batch

The modules ``deck`` and ``moving`` are imported by who needs them: they take a tenth of a second.

Nothing of it touches the window: the figure is laid out anew, off the screen, at the size, in the
theme and in the language that the look asks for. What cannot be done or written raises
:class:`ExportError`, whose ``msg`` says so in one line.
"""

from .batch import Order, write_all
from .encode import ENDINGS, encode, save
from .look import ExportError, Look, Subject, subject
from .paint import figure_image, paint, picture

__all__ = [
    "ENDINGS",
    "ExportError",
    "Look",
    "Order",
    "Subject",
    "encode",
    "figure_image",
    "paint",
    "picture",
    "save",
    "subject",
    "write_all",
]
