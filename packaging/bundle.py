"""What goes into the built program and what stays out; used by ``kvlab.spec``.

PyInstaller takes every plugin of Qt and whatever those plugins need from the machine that builds:
GTK, Kerberos, OpenSSL, Qt's own network and QML libraries. ``excludes`` does not reach these, so
the finished lists are filtered here. An entry of a list is (path in the bundle, source, kind).
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

Entry = tuple[str, str, str]

#: parts of the standard library and of packages that the program never reaches
UNREACHED = tuple(
    " ".join(
        (
            # without these nothing in the bundle could open a connection even if it wanted to
            "socket _socket ssl _ssl http urllib.request asyncio ftplib smtplib xmlrpc",
            "multiprocessing concurrent.futures.process",
            "PySide6.QtNetwork PySide6.QtQml PySide6.QtQuick PySide6.QtOpenGL PySide6.QtTest",
            "tkinter _tkinter turtle idlelib sqlite3 curses readline pdb unittest lib2to3",
            "ensurepip pip setuptools distutils _hashlib matplotlib scipy IPython",
            "numpy.f2py numpy.testing numpy.distutils",
            # slides hold PNG only; of Pillow they need what tells a picture's kind and size
            "PIL.ImageQt PIL.ImageTk PIL._avif PIL._webp PIL._imagingft PIL._imagingcms",
            "PIL._imagingtk PIL._imagingmath PIL._imagingmorph",
            "lxml.isoschematron lxml.html lxml.objectify",
        )
    ).split()
)

#: the plugins of Qt that are kept, by folder
PLUGINS = {
    "platforms": r"(libqxcb|libqwayland.*|libqoffscreen|libqcocoa|qwindows|qoffscreen)\.",
    # typing Chinese: ibus (which fcitx serves too) and the compose key
    "platforminputcontexts": r"lib(compose|ibus)platforminputcontext",
    # file dialogs of the desktop without its libraries
    "platformthemes": r"libqxdgdesktopportal",
    "imageformats": r"(lib)?q(svg|jpeg)\.",
    "iconengines": r"(lib)?qsvgicon\.",
    "styles": r".",
    # Linux prints into a PDF: the plugin for CUPS brings the network and Kerberos along
    "printsupport": r"(windowsprintersupport|libcocoaprintersupport)\.",
    "wayland-shell-integration": r"libxdg-shell",
    "wayland-decoration-client": r"libbradient",
}

#: libraries of Qt that hooks add without need (on Linux :func:`reached` finds them by itself)
_IDLE_QT = re.compile(
    r"(?:^|[/\\])(?:lib)?Qt6?"
    r"(?:Network|Qml\w*|Quick\w*|Pdf\w*|VirtualKeyboard\w*|OpenGL\w*|Test)(?:[.\d]|$)"
)
_GRAPHICS_DRIVERS = re.compile(r"(opengl32sw|d3dcompiler_\d+|libEGL|libGLESv2)\.dll$", re.I)
_PLUGIN = re.compile(r"PySide6[/\\](?:Qt[/\\])?plugins[/\\]([^/\\]+)[/\\](.+)$")
_QT_TEXTS = re.compile(r"PySide6[/\\](?:Qt[/\\])?translations[/\\](?!qtbase_zh_CN\.qm$)")
_QML = re.compile(r"PySide6[/\\](?:Qt[/\\])?qml[/\\]")
_DEVELOPMENT = re.compile(
    r"([/\\]tests[/\\]|\.pyi$|\.pxd$|\.h$|\.dist-info[/\\](?!.*licen[cs]e))", re.I
)

#: what every desktop Linux has, and the package manager brings: the .deb depends on it
_SYSTEM = re.compile(
    r"lib(X11|X11-xcb|Xau|Xdmcp|Xext|xcb.*|xkbcommon.*|fontconfig|freetype|dbus-1|glib-2\.0"
    r"|gthread-2\.0|gobject-2\.0|expat|png16|z|brotli\w*|pcre2-8|zstd|bsd|md|systemd|gcrypt"
    r"|gpg-error|lz4|lzma|cap|bz2|uuid|ffi|wayland.*|stdc\+\+|gcc_s)\.so"
)
#: an own copy could be older than what the graphics driver of the machine needs
_NEVER = re.compile(r"lib(stdc\+\+|gcc_s|GL|EGL|GLX|GLdispatch)\.so")
_STRIPPED = re.compile(r"^(libpython3|python3\.\d+/lib-dynload/|lib-dynload/)")


def wanted(destination: str) -> bool:
    """Return whether a file belongs into the bundle, by its path there; any system."""
    plugin = _PLUGIN.search(destination)
    if plugin:
        kept = PLUGINS.get(plugin[1])
        return kept is not None and re.match(kept, plugin[2]) is not None
    out = (_IDLE_QT, _GRAPHICS_DRIVERS, _QT_TEXTS, _QML, _DEVELOPMENT)
    return not any(pattern.search(destination) for pattern in out)


def needed_by(library: str) -> list[str]:
    """Return the names of the libraries that an ELF file asks for."""
    shown = subprocess.run(["readelf", "-d", library], capture_output=True, text=True, check=True)
    return re.findall(r"\(NEEDED\).*\[(.+?)\]", shown.stdout)


def reached(
    binaries: Iterable[Entry], needs: Callable[[str], list[str]] = needed_by
) -> list[Entry]:
    """Return the binaries that Python, a module of it or a plugin of Qt leads to.

    The rest came with plugins that :func:`wanted` has dropped. ``needs`` tells the names of the
    libraries that a file asks for.
    """
    entries = list(binaries)
    by_name: dict[str, list[Entry]] = {}
    for entry in entries:
        by_name.setdefault(Path(entry[0]).name, []).append(entry)
    waiting = [
        entry
        for entry in entries
        if entry[2] == "EXTENSION" or "/plugins/" in entry[0] or "libpython" in entry[0]
    ]
    found: set[str] = set()
    while waiting:
        destination, source, _kind = waiting.pop()
        if destination not in found:
            found.add(destination)
            waiting += [entry for name in needs(source) for entry in by_name.get(name, [])]
    return [entry for entry in entries if entry[0] in found]


def of_the_system(entry: Entry, *, package: bool) -> bool:
    """Return whether a Linux library is left to the machine the program runs on.

    With ``package`` the package manager brings the libraries of the desktop; without, in the plain
    archive, only what belongs to the graphics driver is left out.
    """
    destination = entry[0]
    return "/" not in destination and bool((_SYSTEM if package else _NEVER).match(destination))


def from_the_machine(binaries: Iterable[Entry]) -> list[str]:
    """Return the sources of those libraries that come from no Python and no wheel."""
    own = tuple(str(Path(prefix).resolve()) for prefix in (sys.prefix, sys.base_prefix))
    machine = ("/usr/lib", "/lib")
    return [
        source
        for destination, source, _kind in binaries
        if source.startswith(machine)
        and "python" not in destination
        and not any(source.startswith(f"{prefix}/") for prefix in own if prefix != "/usr")
    ]


def stripped(binaries: Iterable[Entry], folder: Path) -> list[Entry]:
    """Return the binaries with Python's own files freed of symbols, written into ``folder``.

    Only these: the libraries of wheels were patched after linking and do not survive it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    done = []
    for destination, source, kind in binaries:
        if _STRIPPED.match(destination) and kind != "SYMLINK":
            small = folder / Path(destination).name
            subprocess.run(["strip", "--strip-unneeded", "-o", small, source], check=True)
            source = str(small)
        done.append((destination, source, kind))
    return done


def whole_links(datas: Iterable[Entry], binaries: Iterable[Entry]) -> list[Entry]:
    """Return the data entries without links to libraries that are not in the bundle."""
    kept = {Path(entry[0]).name for entry in binaries}
    return [
        entry
        for entry in datas
        if not (entry[2] == "SYMLINK" and ".so" in entry[0] and Path(entry[0]).name not in kept)
    ]
