"""A paper as HTML: one file that needs no other, every text escaped."""

from __future__ import annotations

import re
from base64 import b64encode
from html import escape

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage

from .. import APP_NAME, __version__
from .paper import Fields, Figure, Heading, Paper, Para, Part
from .theme import light

_MARKUP = re.compile(r"(\^|_|\\hat)\{([^{}]*)\}")
_TAGS = {"^": "<sup>{}</sup>", "_": "<sub>{}</sub>", "\\hat": "{}&#770;"}
_STYLE = """
body { max-width: 46em; margin: 2em auto; padding: 0 1em; color: @ink; background: @paper;
  font: 15px/1.55 "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "Segoe UI", sans-serif; }
h1 { font-size: 1.7em; } h2 { margin-top: 2em; border-top: 1px solid @line; padding-top: 1em; }
h1, h2, h3, tr, figure { break-inside: avoid; } h1, h2, h3 { break-after: avoid; }
h3 { margin: 1.4em 0 0.2em; color: @accent; } p { margin: 0.4em 0; }
table { border-collapse: collapse; margin: 0.4em 0; }
th { text-align: left; font-weight: normal; color: @muted; vertical-align: top;
  padding: 0.1em 1.2em 0.1em 0; white-space: nowrap; }
td { padding: 0.1em 0; } .muted { color: @muted; }
.good { color: @good_text; } .bad { color: @bad_text; }
figure { margin: 0.8em 0; } img { max-width: 100%; border: 1px solid @line; border-radius: 6px; }
sup, sub { line-height: 0; }
"""


def page(paper: Paper) -> str:
    """Return a paper as a whole HTML page."""
    style, title = _STYLE, escape(paper.title)
    colours = light().colours
    for name in sorted(colours, key=len, reverse=True):
        style = style.replace(f"@{name}", colours[name])
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(paper.language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="generator" content="{escape(APP_NAME)} {__version__}">\n'
        f"<title>{title}</title>\n<style>{style}</style>\n</head>\n"
        f"<body>\n{body(paper)}</body>\n</html>\n"
    )


def body(paper: Paper, *, links: bool = False) -> str:
    """Return what stands in the page's body; with ``links`` its headings can be clicked."""
    parts = "".join(_part(part, links) for part in paper.parts)
    return f"<h1>{marked(paper.title)}</h1>\n{parts}"


def marked(markup: str) -> str:
    """Return a text with markup as HTML."""
    text, found = escape(markup), 1
    while found:
        text, found = _MARKUP.subn(lambda match: _TAGS[match[1]].format(match[2]), text)
    return text.replace("\n", "<br>")


def _part(part: Part, links: bool) -> str:
    if isinstance(part, Heading):
        text = marked(part.text)
        if links and part.link:
            text = f'<a href="{escape(part.link)}">{text}</a>'
        return f"<h{part.level}>{text}</h{part.level}>\n"
    if isinstance(part, Para):
        return f'<p class="{part.tone}">{marked(part.text)}</p>\n'
    if isinstance(part, Fields):
        rows = (
            f'<tr><th scope="row">{marked(name)}</th><td>{marked(value)}</td></tr>\n'
            for name, value in part.rows
        )
        return f"<table>\n{''.join(rows)}</table>\n"
    return f'<figure><img alt="{escape(part.words)}" src="{_data(part)}"></figure>\n'


def _data(figure: Figure) -> str:
    return f"data:image/png;base64,{b64encode(png(figure.image)).decode('ascii')}"


def png(image: QImage) -> bytes:
    """Return an image as the bytes of a PNG file."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    buffer.close()
    return bytes(data.data())
