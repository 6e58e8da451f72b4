"""Draw the program's icon in all its sizes, from ``resources/icons/kvlab.svg``.

    QT_QPA_PLATFORM=offscreen python packaging/icons/make_icons.py

Writes ``kvlab-SIZE.png`` beside it (for the window and for Linux), ``packaging/windows/kvlab.ico``
and ``packaging/macos/kvlab.icns``. The results are committed: building needs nothing of this.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, Qt
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgRenderer

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "resources" / "icons"
SHIPPED = (16, 24, 32, 48, 64, 128, 256)
#: the types of Apple's icon file that hold PNG, by size
APPLE = {32: b"ic11", 64: b"ic12", 128: b"ic07", 256: b"ic08", 512: b"ic09", 1024: b"ic10"}


def drawn(renderer: QSvgRenderer, size: int) -> bytes:
    """Return the icon as PNG, ``size`` pixels wide."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(content.data())


def windows_icon(pictures: dict[int, bytes]) -> bytes:
    """Return an .ico file of PNG pictures, each at most 256 pixels wide."""
    offset = 6 + 16 * len(pictures)
    entries, contents = b"", b""
    for size, content in sorted(pictures.items()):
        side = size % 256  # 0 stands for 256
        place = offset + len(contents)
        entries += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(content), place)
        contents += content
    return struct.pack("<HHH", 0, 1, len(pictures)) + entries + contents


def apple_icon(pictures: dict[int, bytes]) -> bytes:
    """Return an .icns file of PNG pictures whose sizes are in ``APPLE``."""
    parts = [
        APPLE[size] + struct.pack(">I", 8 + len(content)) + content
        for size, content in sorted(pictures.items())
    ]
    return b"icns" + struct.pack(">I", 8 + sum(map(len, parts))) + b"".join(parts)


def main() -> int:
    """Draw everything."""
    renderer = QSvgRenderer(str(FOLDER / "kvlab.svg"))
    if not renderer.isValid():
        print(f"{FOLDER / 'kvlab.svg'} cannot be drawn", file=sys.stderr)
        return 1
    pictures = {size: drawn(renderer, size) for size in {*SHIPPED, *APPLE}}
    for size in SHIPPED:
        (FOLDER / f"kvlab-{size}.png").write_bytes(pictures[size])
    ico = windows_icon({size: pictures[size] for size in SHIPPED})
    (ROOT / "packaging/windows/kvlab.ico").write_bytes(ico)
    icns = apple_icon({size: pictures[size] for size in APPLE})
    (ROOT / "packaging/macos/kvlab.icns").write_bytes(icns)
    return 0


if __name__ == "__main__":
    sys.exit(main())
