"""Every colour, font and distance of the program, in one table per theme.

Colour means one thing (see ``Tone``): K and V keep theirs in every lab, the family is Okabe and
Ito's, which deuteranopes can tell apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from types import MappingProxyType

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from ..core.places import resource

FAMILY = "KV Lab Sans"
#: sizes in device-independent pixels at 100 %
SIZES = MappingProxyType(
    {
        "small": 12,
        "body": 14,
        "strong": 14,
        "heading": 15,
        "title": 24,
        "value": 26,
        "figure": 13,
        "tick": 12,
        "panel": 14,
    }
)
_BOLD = frozenset({"strong", "heading", "title", "value", "panel"})

# What is data, and what is read, keeps the floors of contrast in tests/view/test_theme.py, and
# the data colours stay apart for every kind of colour blindness. Quiet on purpose are line, faint,
# ghost and track: a number or a word stands beside what they draw.
# fmt: off
_LIGHT = {
    "ink": "#1f2430", "muted": "#5b6475", "line": "#e4e7ec", "faint": "#98a2b3",
    "paper": "#ffffff", "ground": "#f6f7f9", "ghost": "#c9d3ee", "track": "#eceef3",
    "k": "#0072b2", "v": "#e69f00", "good": "#009e73", "bad": "#d55e00", "accent": "#3b5bdb",
    "good_text": "#007857", "bad_text": "#b33f00", "v_text": "#8a5d00", "on_accent": "#ffffff",
    "hover": "#eef1fb", "notice": "#fff4e5", "off": "#7f8898", "edge": "#7f8898",
    "rim": "#c3c9d4", "tip": "#1f2430", "tip_text": "#ffffff",
}
_DARK = {
    "ink": "#e8eaf0", "muted": "#a9b1c0", "line": "#2f3541", "faint": "#5d6779",
    "paper": "#1b1e26", "ground": "#13151b", "ghost": "#46527d", "track": "#2a2f3a",
    "k": "#56b4e9", "v": "#f7c948", "good": "#3ddc9f", "bad": "#ee6a35", "accent": "#8f90ff",
    "good_text": "#3ddc9f", "bad_text": "#ff8a5c", "v_text": "#f7c948", "on_accent": "#10131a",
    "hover": "#272c38", "notice": "#3a2c17", "off": "#8a93a3", "edge": "#7d8799",
    "rim": "#454d5d", "tip": "#363d4b", "tip_text": "#f2f4f8",
}
_PROJECTOR = {
    "ink": "#000000", "muted": "#2f3642", "line": "#c4cad4", "faint": "#6b7482",
    "paper": "#ffffff", "ground": "#ffffff", "ghost": "#7f92d6", "track": "#dde1ea",
    "k": "#0064a0", "v": "#b87400", "good": "#00855f", "bad": "#9c2f00", "accent": "#3d35c0",
    "good_text": "#006349", "bad_text": "#8a2a00", "v_text": "#7a4a00", "on_accent": "#ffffff",
    "hover": "#eef1fb", "notice": "#fff4e5", "off": "#5a6270", "edge": "#5a6270",
    "rim": "#6b7482", "tip": "#000000", "tip_text": "#ffffff",
}
_NIGHT = _DARK | {
    "ink": "#ffffff", "muted": "#d3d9e4", "line": "#454d5d", "faint": "#8d98ab",
    "paper": "#0c0e13", "ground": "#000000", "ghost": "#5a69a0", "track": "#333a48",
    "off": "#a2abbb", "edge": "#a2abbb", "rim": "#8d98ab",
}
# fmt: on
TABLES = MappingProxyType(
    {"light": _LIGHT, "dark": _DARK, "projector": _PROJECTOR, "night": _NIGHT}
)
#: those that can be chosen; the table on a projector's wall is another one
CHOICES = ("light", "dark", "projector")
ON_THE_WALL = MappingProxyType({"light": "projector", "dark": "night", "projector": "projector"})


ENLARGED = 1.5  # how much larger type is when it is presented
LEAST = 18  # pixels of the smallest type then
WALL = (853, 480)  # the least room for a page that is presented, in pixels at 100 %


@dataclass(frozen=True)
class Theme:
    """Colours by name, the factor of all text sizes (1.0 is 100 %), and the least size in pixels.

    Texts that are set smaller to fit stop at the least size.
    """

    name: str
    colours: Mapping[str, str] = field(compare=False)
    text_size: float = 1.0
    least: int = 1

    def colour(self, tone: str) -> QColor:
        """Return the colour of a tone."""
        return _colour(self.colours[tone])

    def text_colour(self, tone: str) -> QColor:
        """Return the colour of text in a tone: dark enough to read where the area colour is not."""
        return _colour(self.colours.get(f"{tone}_text", self.colours[tone]))

    def text_on(self, tone: str) -> QColor:
        """Return the colour of text on an area of a tone: the one that is easier to read there."""
        area = self.colour(tone)
        own = self.colour("ink"), self.colour("on_accent")
        return max(*own, _colour("#000000"), key=partial(contrast, area))

    def px(self, pixels: float) -> int:
        """Return a distance that grows with the text."""
        return round(pixels * self.text_size)

    def font(self, role: str) -> QFont:
        """Return the font of a role in ``SIZES``."""
        return _font(role, max(self.least, round(SIZES[role] * self.text_size)))


def contrast(one: QColor, other: QColor) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2, relative luminance of sRGB)."""
    dark, bright = sorted((_luminance(one.rgb()), _luminance(other.rgb())))
    return (bright + 0.05) / (dark + 0.05)


@cache
def _luminance(rgb: int) -> float:
    colour = QColor(rgb)
    parts = colour.redF(), colour.greenF(), colour.blueF()
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@cache
def _colour(name: str) -> QColor:
    return QColor(name)


@cache
def _font(role: str, pixels: int) -> QFont:
    font = QFont()
    font.setFamilies(
        [FAMILY, QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()]
    )
    font.setPixelSize(pixels)
    font.setBold(role in _BOLD)
    return font


@cache
def make(name: str = "light", text_size: float = 1.0) -> Theme:
    """Return a theme of ``TABLES`` with a factor for all text sizes."""
    return Theme(name, MappingProxyType(TABLES[name]), text_size)


def light(text_size: float = 1.0) -> Theme:
    """Return the light theme."""
    return make("light", text_size)


def on_the_wall(name: str, text_size: float, screen: QSize) -> Theme:
    """Return the theme in which a page of theme ``name`` is presented.

    Type grows by half; who has large type already gets as much of that as the screen has room for.
    """
    most = min(screen.width() / WALL[0], screen.height() / WALL[1])
    larger = max(ENLARGED, min(ENLARGED * text_size, most))
    return Theme(ON_THE_WALL[name], MappingProxyType(TABLES[ON_THE_WALL[name]]), larger, LEAST)


def system_theme() -> str:
    """Return ``dark`` on a dark desktop, else ``light``."""
    dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return "dark" if dark else "light"


def load_fonts() -> None:
    """Register the bundled fonts; a missing file is left to the system's fonts."""
    for path in sorted(resource("fonts").glob("*.otf")):
        QFontDatabase.addApplicationFont(str(path))


def apply(theme: Theme, app: QApplication | QWidget) -> None:
    """Set the palette, font and style sheet of the application, or of one widget in it."""
    app.setPalette(palette(theme))
    app.setFont(theme.font("body"))
    app.setStyleSheet(style_sheet(theme))


def palette(theme: Theme) -> QPalette:
    """Return the colours of a theme for Qt's own widgets."""
    made = QPalette()
    roles = QPalette.ColorRole
    for role, tone in (
        (roles.Window, "ground"),
        (roles.Base, "paper"),
        (roles.AlternateBase, "ground"),
        (roles.Button, "paper"),
        (roles.Text, "ink"),
        (roles.WindowText, "ink"),
        (roles.ButtonText, "ink"),
        (roles.Highlight, "accent"),
        (roles.HighlightedText, "on_accent"),
        (roles.PlaceholderText, "muted"),
        (roles.ToolTipBase, "tip"),
        (roles.ToolTipText, "tip_text"),
        (roles.Mid, "faint"),
        (roles.Light, "line"),
        (roles.Accent, "accent"),
    ):
        made.setColor(role, theme.colour(tone))
    for role in (roles.Text, roles.WindowText, roles.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, theme.colour("off"))
    return made


def style_sheet(theme: Theme) -> str:
    """Return the style sheet of a theme from ``resources/style/kvlab.qss``.

    ``@name`` is a colour of the table and ``12px*`` a distance that grows with the text.
    """
    text = resource("style", "kvlab.qss").read_text(encoding="utf-8")
    for name in sorted(theme.colours, key=len, reverse=True):
        text = text.replace(f"@{name}", theme.colours[name])
    parts = text.split("px*")
    scaled = [_scale_last_number(part, theme) for part in parts[:-1]]
    return "px".join([*scaled, parts[-1]])


def _scale_last_number(text: str, theme: Theme) -> str:
    head = text.rstrip("0123456789")
    return f"{head}{theme.px(int(text[len(head) :]))}"
