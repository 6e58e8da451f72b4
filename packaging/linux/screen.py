"""Make a PNG of what an X server with ``-fbdir`` shows, and fail when it shows nothing.

python packaging/linux/screen.py Xvfb_screen0 PICTURE.png
"""

from __future__ import annotations

import os
import struct
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QImage

_FIELDS = 25  # of 4 bytes each; X11/XWDFile.h
_HEADER, _WIDTH, _HEIGHT, _STRIDE, _COLOURS = 0, 4, 5, 12, 19


def picture(content: bytes) -> QImage:
    """Return the picture in an X window dump of 32 bits per pixel; raises ValueError."""
    fields = struct.unpack_from(f">{_FIELDS}I", content)
    start = fields[_HEADER] + 12 * fields[_COLOURS]
    width, height, stride = fields[_WIDTH], fields[_HEIGHT], fields[_STRIDE]
    pixels = content[start : start + stride * height]
    if len(pixels) < stride * height or stride < 4 * width:
        raise ValueError("not a whole window dump of 32 bits per pixel")
    return QImage(pixels, width, height, stride, QImage.Format.Format_RGB32).copy()


def main() -> int:
    """Convert; return 1 when the picture has next to no colours."""
    dump, made = map(Path, sys.argv[1:])
    image = picture(dump.read_bytes())
    image.save(str(made))
    places = ((x, y) for y in range(0, image.height(), 5) for x in range(0, image.width(), 5))
    colours = len({image.pixel(*place) for place in places})
    print(f"{made}: {image.width()} × {image.height()}, {colours} colours")
    return 0 if colours > 20 else 1


if __name__ == "__main__":
    sys.exit(main())
