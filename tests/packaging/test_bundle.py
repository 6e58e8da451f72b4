"""What goes into the built program, its licences, its icons, and the files around the package."""

from __future__ import annotations

import configparser
import json
import re
import struct
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from kvlab_desktop.core.places import resource
from tests.commands import run
from tests.packaging.scripts import PACKAGING, load

bundle = load("bundle")
licences = load("licences")
LINUX = PACKAGING / "linux"
PNG = b"\x89PNG\r\n\x1a\n"


# --- what is kept


@pytest.mark.parametrize(
    "path",
    [
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/plugins/platforms/libqoffscreen.so",
        "PySide6/Qt/plugins/platforms/libqcocoa.dylib",
        r"PySide6\plugins\platforms\qwindows.dll",
        r"PySide6\plugins\styles\qmodernwindowsstyle.dll",
        "PySide6/Qt/plugins/platforminputcontexts/libibusplatforminputcontextplugin.so",
        "PySide6/Qt/translations/qtbase_zh_CN.qm",
        "PySide6/Qt/lib/libQt6Gui.so.6",
        "PySide6/Qt/lib/QtGui.framework/Versions/A/QtGui",
        "kvlab_desktop/resources/fonts/NotoSansCJKsc-Regular.otf",
        "pptx/templates/default.pptx",
    ],
)
def test_what_the_program_uses_is_kept(path: str) -> None:
    assert bundle.wanted(path)


@pytest.mark.parametrize(
    "path",
    [
        "PySide6/Qt/plugins/platforms/libqvnc.so",
        "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
        "PySide6/Qt/plugins/tls/libqopensslbackend.so",
        r"PySide6\plugins\networkinformation\qnetworklistmanager.dll",
        "PySide6/Qt/translations/qtbase_de.qm",
        "PySide6/Qt/translations/qt_zh_CN.qm",
        r"PySide6\Qt6Network.dll",
        r"PySide6\opengl32sw.dll",
        "PySide6/Qt/lib/libQt6Network.so.6",
        "PySide6/Qt/lib/QtNetwork.framework/Versions/A/QtNetwork",
        "PySide6/QtNetwork.abi3.so",
        "QtNetwork",
        "numpy/lib/tests/test_io.py",
    ],
)
def test_what_it_does_not_use_is_left_out(path: str) -> None:
    assert not bundle.wanted(path)


def test_libraries_that_nothing_kept_asks_for_are_dropped() -> None:
    needs = {
        "/w/QtGui.so": ["libQt6Gui.so.6"],
        "/w/libQt6Gui.so.6": ["libQt6DBus.so.6", "libc.so.6"],
        "/w/libqxcb.so": ["libxcb-cursor.so.0"],
        "/w/libgtk-3.so.0": ["libkrb5.so.3"],
    }
    names = {
        "PySide6/QtGui.abi3.so": ("/w/QtGui.so", "EXTENSION"),
        "PySide6/Qt/lib/libQt6Gui.so.6": ("/w/libQt6Gui.so.6", "BINARY"),
        "PySide6/Qt/lib/libQt6DBus.so.6": ("/w/libQt6DBus.so.6", "BINARY"),
        "PySide6/Qt/plugins/platforms/libqxcb.so": ("/w/libqxcb.so", "BINARY"),
        "libxcb-cursor.so.0": ("/lib/libxcb-cursor.so.0", "BINARY"),
        "libgtk-3.so.0": ("/w/libgtk-3.so.0", "BINARY"),
        "libkrb5.so.3": ("/lib/libkrb5.so.3", "BINARY"),
    }
    entries = [(name, source, kind) for name, (source, kind) in names.items()]
    kept = bundle.reached(entries, lambda source: needs.get(source, []))
    assert [entry[0] for entry in kept] == list(names)[:5]


@pytest.mark.parametrize(
    ("name", "package", "archive"),
    [
        ("libxcb-cursor.so.0", True, False),
        ("libfontconfig.so.1", True, False),
        ("libstdc++.so.6", True, True),
        ("libpython3.13.so.1.0", False, False),
        ("PySide6/Qt/lib/libxcb-own.so.1", False, False),
    ],
)
def test_the_package_manager_brings_the_libraries_of_the_desktop(
    name: str, package: bool, archive: bool
) -> None:
    entry = (name, f"/usr/lib/{name}", "BINARY")
    assert bundle.of_the_system(entry, package=True) is package
    assert bundle.of_the_system(entry, package=False) is archive


def test_links_to_what_was_dropped_are_dropped_too() -> None:
    links = [(name, "x", "SYMLINK") for name in ("libQt6Gui.so.6", "libgone.so.1")]
    data = [("kvlab_desktop/resources/style/kvlab.qss", "x", "DATA")]
    kept = bundle.whole_links([*links, *data], [("PySide6/Qt/lib/libQt6Gui.so.6", "x", "BINARY")])
    assert kept == [links[0], *data]


# --- licences


def test_every_package_that_is_needed_to_run_is_listed_with_its_licence() -> None:
    parts = {part.name.lower().replace("_", "-"): part for part in licences.components()}
    assert {"python", "pyside6-essentials", "shiboken6", "numpy", "lxml", "pillow"} <= set(parts)
    assert not {"pytest", "ruff", "fonttools"} & set(parts)
    for part in parts.values():
        assert part.licence, part.name
        assert all(text.stat().st_size > 200 for text in part.texts), part.name


def test_the_texts_go_along_with_a_list_of_what_they_belong_to(tmp_path: Path) -> None:
    licences.write_texts(tmp_path / "texts", licences.components())
    listed = (tmp_path / "texts/README.txt").read_text("utf-8")
    named = set(re.findall(r"[\w.+-]+\.txt", listed))
    assert named == {path.name for path in (tmp_path / "texts").iterdir()} - {"README.txt"}
    for words in ("GNU LESSER GENERAL PUBLIC LICENSE", "SIL OPEN FONT LICENSE", "PYTHON SOFTWARE"):
        texts = (path.read_text("utf-8") for path in (tmp_path / "texts").iterdir())
        assert any(words in text.upper() for text in texts), words


def test_a_part_without_the_text_of_its_licence_stops_the_build(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(licences, "_TEXTS_OF", {})
    with pytest.raises(licences.NoLicenceText, match="PySide6"):
        licences.components()


def test_the_bill_of_materials_is_cyclonedx_and_always_the_same() -> None:
    parts = licences.components()
    made = licences.bill(parts, "1.2.3")
    assert (made["bomFormat"], made["specVersion"]) == ("CycloneDX", "1.5")
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", made["serialNumber"])
    assert [part["name"] for part in made["components"]] == [part.name for part in parts]
    assert json.dumps(made) == json.dumps(licences.bill(parts, "1.2.3"))


# --- icons


@pytest.mark.parametrize("size", [16, 24, 32, 48, 64, 128, 256])
def test_the_icon_is_there_in_the_sizes_of_windows_and_menus(size: int) -> None:
    content = resource("icons", f"kvlab-{size}.png").read_bytes()
    assert content.startswith(PNG)
    assert struct.unpack(">II", content[16:24]) == (size, size)


def test_the_icon_of_windows_holds_the_same_pictures() -> None:
    content = (PACKAGING / "windows/kvlab.ico").read_bytes()
    count = struct.unpack_from("<HHH", content)[2]
    for number in range(count):
        width, *_rest, length, place = struct.unpack_from("<BBBBHHII", content, 6 + 16 * number)
        shipped = resource("icons", f"kvlab-{width or 256}.png").read_bytes()
        assert content[place : place + length] == shipped


def test_the_icon_of_macos_is_whole() -> None:
    content = (PACKAGING / "macos/kvlab.icns").read_bytes()
    assert content[:4] == b"icns"
    assert struct.unpack_from(">I", content, 4) == (len(content),)
    at, kinds = 8, []
    while at < len(content):
        kind, length = struct.unpack_from(">4sI", content, at)
        assert content[at + 8 : at + 16] == PNG
        kinds.append(kind)
        at += length
    assert {b"ic08", b"ic10"} <= set(kinds)


# --- the files of the desktop


def test_lessons_open_with_the_program_on_every_system() -> None:
    desktop = configparser.RawConfigParser(interpolation=None)
    desktop.optionxform = str  # type: ignore[assignment, method-assign]
    desktop.read(LINUX / "org.kvlab.KVLab.desktop", encoding="utf-8")
    entry = desktop["Desktop Entry"]
    assert entry["Exec"] == "kvlab %f"
    assert entry["MimeType"] == "application/x-kvlab;"
    assert {"Name[zh_CN]", "Comment[zh_CN]", "Keywords[zh_CN]"} <= set(entry)
    mime = (LINUX / "org.kvlab.KVLab.xml").read_text("utf-8")
    assert 'type="application/x-kvlab"' in mime
    assert 'pattern="*.kvlab"' in mime
    assert r"Software\Classes" in (PACKAGING / "windows/installer.nsi").read_text("utf-8")
    assert '"CFBundleTypeExtensions": ["kvlab"]' in (PACKAGING / "kvlab.spec").read_text("utf-8")


def test_the_software_centre_is_told_in_both_languages() -> None:
    about = ET.parse(LINUX / "org.kvlab.KVLab.metainfo.xml.in").getroot()
    language = "{http://www.w3.org/XML/1998/namespace}lang"
    for tag in ("name", "summary", "description/p"):
        said = {element.get(language) for element in about.findall(tag)}
        assert said == {None, "zh_CN"}, tag
    assert about.findtext("launchable") == "org.kvlab.KVLab.desktop"


# --- the start


def test_the_built_program_works_without_sockets() -> None:
    """Windows also asks for the name of the machine, by the function that is called here."""
    code = f"""
import platform, runpy, sys
sys.argv = ["kvlab", "self-check"]
try:
    runpy.run_path({str(PACKAGING / "start.py")!r}, run_name="__main__")
except SystemExit as end:
    assert end.code == 0
assert platform._node("unknown") == "unknown"
assert not hasattr(sys.modules["socket"], "socket")
"""
    done = run(code=code)
    assert (done.returncode, done.stderr) == (0, "")
