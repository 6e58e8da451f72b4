"""Colours: what is read can be read, data stays apart for every eye, nothing stays light."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtWidgets import QWidget

from kvlab_desktop.labs import all_labs
from kvlab_desktop.view import preferences
from kvlab_desktop.view.choices import Choices
from kvlab_desktop.view.preferences import Preferences
from kvlab_desktop.view.theme import (
    CHOICES,
    ENLARGED,
    LEAST,
    ON_THE_WALL,
    TABLES,
    contrast,
    make,
    on_the_wall,
)
from kvlab_desktop.view.window import Window
from tests.conftest import MakeWindow
from tests.driving import process_all

every_table = pytest.mark.parametrize("name", TABLES)

DATA = ("k", "v", "good", "bad", "accent", "ink", "muted")
GROUNDS = ("paper", "ground")
#: areas that a row or a button lies on, or a note about a problem
UNDER_TEXT = (*GROUNDS, "hover", "notice")
DATA_FLOOR, TEXT_FLOOR = 3.0, 4.5  # WCAG 2.2, 1.4.11 and 1.4.3
#: The light theme's orange is the family's own: V is to look in every lecture as it does in print.
#: On white it is below the floor, so it never tells anything alone: its lines are dashed, its areas
#: stand beside a letter, and its words have a darker colour.
BRIGHT = {("light", "v")}
#: of data colours in CIELAB (ΔE*ab, CIE 1976); about 2.3 is just noticed side by side
APART = 10.0


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.48), ("#ff0000", "#ffffff", 4.0)],
)
def test_contrast_is_that_of_wcag(one: str, other: str, ratio: float) -> None:
    assert contrast(QColor(one), QColor(other)) == pytest.approx(ratio, abs=0.005)
    assert contrast(QColor(other), QColor(one)) == contrast(QColor(one), QColor(other))


@every_table
def test_data_is_seen_on_its_grounds(name: str) -> None:
    table = make(name)
    faint = {
        (tone, ground): ratio
        for tone, ground in itertools.product((*DATA, "off", "edge"), GROUNDS)
        if (name, tone) not in BRIGHT
        and (ratio := contrast(table.colour(tone), table.colour(ground))) < DATA_FLOOR
    }
    assert faint == {}


@every_table
def test_text_is_read_on_everything_it_lies_on(name: str) -> None:
    table = make(name)
    faint = {
        (tone, ground): ratio
        for tone, ground in itertools.product(DATA, UNDER_TEXT)
        if (ratio := contrast(table.text_colour(tone), table.colour(ground))) < TEXT_FLOOR
    }
    assert faint == {}
    assert contrast(table.text_colour("tip"), table.colour("tip")) >= TEXT_FLOOR
    assert contrast(table.colour("on_accent"), table.colour("accent")) >= TEXT_FLOOR


@every_table
@pytest.mark.parametrize("tone", [*DATA, "ghost", "faint", "track", "line"])
def test_text_is_read_on_every_area(name: str, tone: str) -> None:
    table = make(name)
    assert contrast(table.text_on(tone), table.colour(tone)) >= TEXT_FLOOR


def test_all_tables_have_the_same_colours() -> None:
    assert len({frozenset(table) for table in TABLES.values()}) == 1
    assert set(CHOICES) <= set(TABLES)
    assert set(ON_THE_WALL) == set(CHOICES)


# --- colour blindness

#: linear sRGB as it is seen at full severity: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes,
#: "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE TVCG 15(6), 2009
SEEN = {
    "all colours": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
         [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
         [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
         [0.004733, 0.691367, 0.303900]]
    ),
}  # fmt: skip
#: linear sRGB to CIE XYZ (IEC 61966-2-1); the white is D65
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
     [0.0193339, 0.1191920, 0.9503041]]
)  # fmt: skip


def lab(colour: QColor, seen: NDArray[Any]) -> NDArray[Any]:
    """Return L*, a*, b* of a colour as it is seen."""
    rgb = np.array(colour.getRgbF()[:3])
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    xyz = XYZ @ np.clip(seen @ linear, 0, 1) / XYZ.sum(axis=1)
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@every_table
@pytest.mark.parametrize("seen", SEEN)
def test_colours_of_data_stay_apart_whatever_the_eye(name: str, seen: str) -> None:
    tones = tuple(tone for tone in DATA if tone != "muted")
    at = {tone: lab(make(name).colour(tone), SEEN[seen]) for tone in tones}
    near = {
        pair: distance
        for pair in itertools.combinations(tones, 2)
        if (distance := float(np.linalg.norm(at[pair[0]] - at[pair[1]]))) < APART
    }
    assert near == {}


# --- on the screen


def colours(widget: QWidget) -> Counter[str]:
    """Count the colours of the pixels of a widget, every second one each way."""
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), -1)[::2, ::2]
    values, counts = np.unique(pixels & 0xFFFFFF, return_counts=True)
    return Counter({f"#{v:06x}": int(n) for v, n in zip(values, counts, strict=True)})


def grounds(table: Mapping[str, str]) -> set[str]:
    """Return the colours of a table that areas are filled with."""
    return {table[tone] for tone in ("paper", "ground", "line", "hover", "track", "notice")}


@pytest.mark.parametrize("name", ["dark", "projector", "light"])
def test_nothing_keeps_the_colours_of_another_theme(make_window: MakeWindow, name: str) -> None:
    window = make_window(wanted=Preferences("en", "light"))
    window.prefer(Preferences("en", name))
    own = grounds(TABLES[name])
    foreign = set().union(*map(grounds, TABLES.values())) - set(TABLES[name].values())
    for one in all_labs():
        window.show_lab(one.id)
        process_all()
        found = colours(window)
        assert found.most_common(1)[0][0] in own
        left = {c: found[c] for c in foreign if found[c] > 40}
        assert left == {}, one.id


def test_dialogs_menus_and_popups_are_as_dark_as_the_page(make_window: MakeWindow) -> None:
    window = make_window(wanted=Preferences("en", "light"))
    window.prefer(Preferences("en", "dark"))
    process_all()
    menu = window.header.menu.menu()
    more = window.page().strip.more
    shown: list[QWidget] = [Choices(window.preferences, window), menu, more]
    for widget in shown:
        widget.show()
        process_all()
        most, count = colours(widget).most_common(1)[0]
        assert most in grounds(TABLES["dark"])
        assert count > 0.4 * widget.width() * widget.height() / 4
        widget.close()


def test_the_system_is_followed_while_the_window_is_open(
    make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = make_window(wanted=Preferences("en"))
    before = dict(window.page().session.values)
    for scheme, name in ((Qt.ColorScheme.Dark, "dark"), (Qt.ColorScheme.Light, "light")):
        monkeypatch.setattr(preferences, "system_theme", lambda name=name: name)
        QGuiApplication.styleHints().colorSchemeChanged.emit(scheme)
        process_all()
        assert colours(window.page()).most_common(1)[0][0] == TABLES[name]["paper"]
        assert colours(window.tabs).most_common(1)[0][0] == TABLES[name]["paper"]
        assert window.page().session.values == before
        assert window.page().session.computed == 1


def test_who_has_chosen_a_theme_keeps_it(
    make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = make_window(wanted=Preferences("en", "light"))
    page = window.page()
    monkeypatch.setattr(preferences, "system_theme", lambda: "dark")
    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert window.page() is page
    assert window.pages.theme.name == "light"


def test_what_is_chosen_in_the_preferences_is_seen_at_once(make_window: MakeWindow) -> None:
    window = make_window(wanted=Preferences("en", "light"))
    dialog = Choices(window.preferences, window)
    dialog.chosen.connect(window.prefer)
    dialog.show()
    dialog.theme.setCurrentIndex(dialog.theme.findData("dark"))
    dialog.theme.activated.emit(dialog.theme.currentIndex())
    process_all()
    assert colours(window.page()).most_common(1)[0][0] == TABLES["dark"]["paper"]
    assert colours(dialog).most_common(1)[0][0] == TABLES["dark"]["ground"]
    own = (window.tabs, window.header.menu, window.header.language, window.header.menu.menu())
    assert {part.font().pixelSize() for part in own} == {14}
    dialog.percent.setValue(150)
    process_all()
    assert {part.font().pixelSize() for part in own} == {21}
    assert window.page().title.height() > 40
    assert preferences.load()[0] == replace(window.preferences, theme="dark", text_size=150)


# --- on the wall


@pytest.mark.parametrize(
    ("text_size", "screen", "factor"),
    [
        (1.0, (1280, 720), 1.5),
        (0.9, (1280, 720), 1.5),
        (2.0, (1280, 720), 1.5),
        (1.25, (1920, 1080), 1.875),
        (2.0, (1920, 1080), 2.25),
        (2.0, (3840, 2160), 3.0),
        (1.0, (800, 600), 1.5),
    ],
)
def test_type_grows_by_half_and_no_more_than_the_screen_has_room_for(
    text_size: float, screen: tuple[int, int], factor: float
) -> None:
    theme = on_the_wall("light", text_size, QSize(*screen))
    assert theme.name == "projector"
    assert theme.text_size == pytest.approx(factor, abs=0.01)
    assert theme.text_size >= ENLARGED
    assert replace(theme, text_size=0.1).font("tick").pixelSize() == LEAST


def window_of(make_window: MakeWindow, theme: str) -> Window:
    return make_window(wanted=Preferences("en", theme))


@pytest.mark.parametrize("name", CHOICES)
def test_lines_on_the_wall_are_no_fainter(make_window: MakeWindow, name: str) -> None:
    window = window_of(make_window, name)
    before = window.pages.theme
    window.toggle_presenting()
    after = window.pages.theme
    for tone in ("ink", "muted", "line", "faint"):
        assert contrast(after.colour(tone), after.colour("paper")) >= contrast(
            before.colour(tone), before.colour("paper")
        )
    window.leave_presenting()
    assert window.pages.theme == before
