"""Make the bundled fonts: the part of Noto Sans CJK SC that the program and its users write with.

    python packaging/fonts/subset_fonts.py /usr/share/fonts/opentype/noto

The argument is the folder with ``NotoSansCJK-Regular.ttc`` and ``NotoSansCJK-Bold.ttc`` (on
Debian: the package fonts-noto-cjk). The results in ``resources/fonts`` are committed, so nobody
needs the originals to build or to test; the same originals give the same bytes. Needs fonttools.
"""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Iterator
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont

ROOT = Path(__file__).resolve().parents[2]
FAMILY = "Noto Sans CJK SC"
# Not the original's name (its licence reserves none): where the whole font is installed as well,
# Qt takes glyph numbers of one for the other's.
NEW_FAMILY = "KV Lab Sans"
WEIGHTS = ("Regular", "Bold")

# Unicode blocks taken whole, as far as the font has them: a name, a unit or a formula that a
# later sentence needs should not need a new font.
BLOCKS = (
    range(0x0020, 0x007F),  # ASCII
    range(0x00A0, 0x0100),  # Latin-1: × · ± ° ½ and the no-break space in grouped integers
    range(0x0100, 0x0180),  # Latin Extended-A: names of people
    range(0x0370, 0x0400),  # Greek
    range(0x2010, 0x205F),  # dashes, quotes, ellipsis, ‖, primes
    range(0x2070, 0x20C0),  # superscripts, subscripts, currency
    range(0x2100, 0x2190),  # letterlike, fractions, Roman numerals
    range(0x2190, 0x2400),  # arrows, operators, technical (⌘)
    range(0x2460, 0x2500),  # enclosed numbers
    range(0x2500, 0x2600),  # boxes and geometric shapes
    range(0x2600, 0x27C0),  # ★ ✓
)


def gb2312() -> Iterator[str]:
    """Yield the characters of GB/T 2312-1980: 6 763 hanzi and 682 symbols."""
    for row in range(0xA1, 0xFE):
        for cell in range(0xA1, 0xFF):
            try:
                yield bytes((row, cell)).decode("gb2312")
            except UnicodeDecodeError:
                continue


def wanted() -> set[int]:
    """Return the code points asked for; the font lacks some of them."""
    return {ord(character) for character in gb2312()}.union(*BLOCKS)


def find_face(collection: Path) -> TTFont:
    """Open the face of a collection that is named :data:`FAMILY`.

    Raises
    ------
    LookupError
        The collection has no such face.
    """
    for font in TTCollection(collection, lazy=True).fonts:
        if font["name"].getDebugName(1) == FAMILY:
            font.recalcTimestamp = False  # the same source gives the same bytes
            return font
    raise LookupError(f"{collection} has no face named {FAMILY}")


def subset(font: TTFont) -> TTFont:
    """Reduce a face in place to :func:`wanted` and return it.

    The family's digits are all one width, so it has no ``tnum`` feature to keep. ``locl`` would
    draw digits beside Latin letters with glyphs of their own, which no character leads to: a PDF
    with them can be neither searched nor copied from. Hints, a sixth of the size, are dropped.
    """
    options = Options()
    options.layout_features = ["kern", "ccmp", "mark", "mkmk"]
    options.drop_tables += ["vhea", "vmtx", "VORG", "BASE"]  # vertical setting
    options.hinting = False
    options.name_IDs = ["*"]  # the copyright and licence texts stay inside
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=wanted())
    subsetter.subset(font)
    return font


def rename(font: TTFont, weight: str) -> TTFont:
    """Give a face the family name :data:`NEW_FAMILY`, in place, and return it."""
    names = {
        1: NEW_FAMILY, 2: weight, 3: f"{NEW_FAMILY} {weight}", 4: f"{NEW_FAMILY} {weight}",
        6: f"{NEW_FAMILY}-{weight}".replace(" ", ""),
    }  # fmt: skip
    table = font["name"]
    for record in list(table.names):
        if record.nameID in (16, 17, 21, 22):
            table.removeNames(record.nameID)
        elif record.nameID in names:
            record.string = names[record.nameID]
    cff = font["CFF "].cff
    cff.fontNames = [names[6]]
    cff.topDictIndex[0].FamilyName = NEW_FAMILY
    cff.topDictIndex[0].FullName = names[4]
    return font


def main() -> int:
    """Write one OTF per weight and say how large each is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=Path, help="folder with the NotoSansCJK-*.ttc files")
    parser.add_argument("--out", type=Path, default=ROOT / "resources" / "fonts")
    arguments = parser.parse_args()
    logging.getLogger("fontTools").setLevel(logging.ERROR)
    for weight in WEIGHTS:
        face = find_face(arguments.source / f"NotoSansCJK-{weight}.ttc")
        font = rename(subset(face), weight)
        path = arguments.out / f"NotoSansCJKsc-{weight}.otf"
        font.save(path)
        print(f"{path}: {len(font.getBestCmap())} characters, {path.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
