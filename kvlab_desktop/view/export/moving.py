"""A series as an animated GIF.

Imports Pillow, a tenth of a second: import this module only when a GIF is wanted.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image

from .look import Look, Subject
from .paint import picture

_STEP_MS = 900  # how long each step is seen


def moving(steps: Sequence[Subject], look: Look) -> bytes:
    """Return a GIF that shows the subjects one after the other, for ever."""
    frames = []
    for shown in steps:
        image = picture(shown, look)
        size, across = (image.width(), image.height()), image.bytesPerLine()
        frame = Image.frombuffer("RGB", size, bytes(image.constBits()), "raw", "BGRX", across, 1)
        frames.append(frame.quantize(255, dither=Image.Dither.NONE))
    out = io.BytesIO()
    first, *others = frames
    first.save(out, "GIF", save_all=True, append_images=others, duration=_STEP_MS, loop=0)
    return out.getvalue()
