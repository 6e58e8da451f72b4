"""Every colour, font and distance of the program, in one table per theme.

Colour means one thing (see ``Tone``): K and V keep theirs in every lab, the family is Okabe and
Ito's, which deuteranopes can tell apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

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

# fmt: off
_LIGHT = {
    "ink": "#1f2430", "muted": "#5b6475", "line": "#e4e7ec", "faint": "#c3c9d4",
    "paper": "#ffffff", "ground": "#f6f7f9", "ghost": "#c9d3ee", "track": "#eceef3",
    "k": "#0072b2", "v": "#e69f00", "good": "#009e73", "bad": "#d55e00", "accent": "#3b5bdb",
    "good_text": "#00805d", "bad_text": "#b84f00", "v_text": "#8f6200", "on_accent": "#ffffff",
    "hover": "#eef1fb", "notice": "#fff4e5", "off": "#8a93a3",
}
_DARK = _LIGHT | {
    "ink": "#e8eaf0", "muted": "#a9b1c0", "line": "#2f3541", "faint": "#6b7588",
    "paper": "#1b1e26", "ground": "#13151b", "ghost": "#46527d", "track": "#2a2f3a",
    "k": "#56b4e9", "v": "#f0b53a", "good": "#2cc79a", "bad": "#ff8c42", "accent": "#8ea6ff",
    "good_text": "#2cc79a", "bad_text": "#ff9a5a", "v_text": "#f0b53a", "on_accent": "#10131a",
    "hover": "#272c38", "notice": "#3a2c17", "off": "#8a93a3",
}
_PROJECTOR = _LIGHT | {
    "ink": "#000000", "muted": "#2f3642", "line": "#98a1b0", "faint": "#6b7482",
    "ground": "#ffffff", "ghost": "#a9b7e6", "track": "#dde1ea",
    "k": "#005f96", "v": "#c77700", "good": "#007a59", "bad": "#b84a00", "accent": "#2a46c4",
    "good_text": "#006349", "bad_text": "#9a3f00", "v_text": "#7a4a00", "off": "#5a6270",
}
# fmt: on
TABLES = MappingProxyType({"light": _LIGHT, "dark": _DARK, "projector": _PROJECTOR})


@dataclass(frozen=True)
class Theme:
    """Colours by name, and the factor of all text sizes (1.0 is 100 %)."""

    name: str
    colours: Mapping[str, str] = field(compare=False)
    text_size: float = 1.0

    def colour(self, tone: str) -> QColor:
        """Return the colour of a tone."""
        return _colour(self.colours[tone])

    def text_colour(self, tone: str) -> QColor:
        """Return the colour of text in a tone: dark enough to read where the area colour is not."""
        return _colour(self.colours.get(f"{tone}_text", self.colours[tone]))

    def px(self, pixels: float) -> int:
        """Return a distance that grows with the text."""
        return round(pixels * self.text_size)

    def font(self, role: str) -> QFont:
        """Return the font of a role in ``SIZES``."""
        return _font(role, self.text_size)


@cache
def _colour(name: str) -> QColor:
    return QColor(name)


@cache
def _font(role: str, text_size: float) -> QFont:
    font = QFont()
    font.setFamilies(
        [FAMILY, QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()]
    )
    font.setPixelSize(max(1, round(SIZES[role] * text_size)))
    font.setBold(role in _BOLD)
    return font


@cache
def make(name: str = "light", text_size: float = 1.0) -> Theme:
    """Return a theme of ``TABLES`` with a factor for all text sizes."""
    return Theme(name, MappingProxyType(TABLES[name]), text_size)


def light(text_size: float = 1.0) -> Theme:
    """Return the light theme."""
    return make("light", text_size)


def system_theme() -> str:
    """Return ``dark`` on a dark desktop, else ``light``."""
    dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return "dark" if dark else "light"


def load_fonts() -> None:
    """Register the bundled fonts; a missing file is left to the system's fonts."""
    for path in sorted(resource("fonts").glob("*.otf")):
        QFontDatabase.addApplicationFont(str(path))


def apply(theme: Theme, app: QApplication) -> None:
    """Set the application's palette, font and style sheet."""
    palette = QPalette()
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
        (roles.ToolTipBase, "ink"),
        (roles.ToolTipText, "paper"),
        (roles.Mid, "faint"),
        (roles.Light, "line"),
        (roles.Accent, "accent"),
    ):
        palette.setColor(role, theme.colour(tone))
    for role in (roles.Text, roles.WindowText, roles.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, theme.colour("off"))
    app.setPalette(palette)
    app.setFont(theme.font("body"))
    app.setStyleSheet(style_sheet(theme))


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
