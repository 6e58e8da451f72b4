"""Text, fonts and vectors in a slide, where python-pptx has no call for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pptx.dml.color import RGBColor
from pptx.opc.constants import RELATIONSHIP_TYPE
from pptx.opc.oxml import serialize_part_xml
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI
from pptx.oxml import parse_xml
from pptx.presentation import Presentation
from pptx.slide import Slide
from pptx.util import Pt

from ..richtext import parse
from ..theme import Theme

#: what every machine with PowerPoint has; Chinese letters have a font of their own
LATIN, CHINESE = "Calibri", "Microsoft YaHei"
_RAISED = {"super": 30_000, "sub": -25_000}  # thousandths of a percent of the letters' height
_HAT = chr(0x0302)  # over the letter before it; PowerPoint's fonts have it, ours does not
_SVG_EXTENSION = (
    '<a:extLst xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">'
    '<a:ext uri="{{96DAC541-7B7A-43D3-8B79-37D633B846F1}}">'
    '<asvg:svgBlip xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main"'
    ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    ' r:embed="{relation}"/></a:ext></a:extLst>'
)


def set_fonts(made: Presentation) -> None:
    """Name the fonts in the theme, so that every text follows when the user changes them."""
    part: Any = made.slide_master.part.part_related_by(RELATIONSHIP_TYPE.THEME)
    root: Any = parse_xml(part.blob)
    for kind in ("majorFont", "minorFont"):
        for script, name in (("latin", LATIN), ("ea", CHINESE)):
            (font,) = root.xpath(f".//*[local-name()='{kind}']/*[local-name()='{script}']")
            font.set("typeface", name)
    part._blob = serialize_part_xml(root)


def colour(theme: Theme, tone: str) -> RGBColor:
    """Return the colour of text in a tone."""
    return RGBColor.from_string(theme.text_colour(tone).name()[1:].upper())


def write_paragraph(
    paragraph: Any, markup: str, theme: Theme, *, points: float, tone: str, bold: bool
) -> None:
    """Write a text with markup into an empty paragraph."""
    for run in add_runs(paragraph, markup):
        run.font.size, run.font.bold = Pt(points), bold
        run.font.color.rgb = colour(theme, tone)


def add_runs(paragraph: Any, markup: str) -> list[Any]:
    """Add a text with markup to a paragraph; return its pieces."""
    added = []
    for style, letters in runs(markup):
        run = paragraph.add_run()
        run.text = letters
        if style:
            run.font._element.set("baseline", str(_RAISED[style]))
        added.append(run)
    return added


def runs(markup: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a text with markup: ``super``, ``sub`` or no style, and the letters."""
    letters, styled = parse(markup)
    out, styles = list(letters), [""] * len(letters)
    for run in styled:
        for i in range(run.start, run.start + run.length):
            if run.style in _RAISED:
                styles[i] = run.style
            elif run.style == "hat":
                out[i] += _HAT
            else:
                out[i] = run.style  # a sign that the bundled font lacks
    start = 0
    for i in range(1, len(out) + 1):
        if i == len(out) or styles[i] != styles[start]:
            yield styles[start], "".join(out[start:i])
            start = i


def add_vectors(slide: Slide, image: Any, svg: bytes) -> None:
    """Put an SVG over a picture: PowerPoint since 2016 draws it, other programs the picture."""
    package = slide.part.package
    number = 1 + sum(part.content_type == "image/svg+xml" for part in package.iter_parts())
    part = Part(PackURI(f"/ppt/media/figure{number}.svg"), "image/svg+xml", package, svg)
    relation = slide.part.relate_to(part, RELATIONSHIP_TYPE.IMAGE)
    (blip,) = image._element.xpath(".//a:blip")
    blip.append(parse_xml(_SVG_EXTENSION.format(relation=relation)))
