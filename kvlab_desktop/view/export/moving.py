"""A series as an animated GIF.

Imports Pillow, a tenth of a second: import this module only when a GIF is wanted.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from PIL import Image

from .look import Look, Subject
from .paint import picture

_STEP_MS = 900  # how long each step is seen


def moving(subjects: Sequence[Subject], look: Look) -> bytes:
    """Return a GIF that shows the subjects one after the other, for ever."""
    *_frames, data = making(subjects, look)
    return data


def making(subjects: Sequence[Subject], look: Look) -> Iterator[bytes]:
    """Make a GIF frame by frame: yields nothing after each, and all of it with the last."""
    frames = []
    for i, shown in enumerate(subjects, 1):
        image = picture(shown, look)
        size, across = (image.width(), image.height()), image.bytesPerLine()
        frame = Image.frombuffer("RGB", size, bytes(image.constBits()), "raw", "BGRX", across, 1)
        frames.append(frame.quantize(255, dither=Image.Dither.NONE))
        if i < len(subjects):
            yield b""
    out = io.BytesIO()
    first, *others = frames
    first.save(out, "GIF", save_all=True, append_images=others, duration=_STEP_MS, loop=0)
    yield out.getvalue()
