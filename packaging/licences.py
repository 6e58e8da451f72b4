"""What the built program consists of: the licence texts that go along, and the bill of materials.

    python packaging/licences.py --sbom FILE       the bill of materials, CycloneDX 1.5 as JSON
    python packaging/licences.py --texts FOLDER    the licence texts

The packages are those that pyproject.toml leads to, as they are installed in the Python that runs
this; ``kvlab.spec`` writes the same texts into the bundle.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tomllib
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
TEXTS = Path(__file__).resolve().parent / "licence_texts"
_NO_EXTRA = {"extra": ""}
_TEXT_FILE = re.compile(r"(licen[cs]e|copying|notice|copyright|authors)[^/]*$", re.I)
#: packages whose wheels forget their licence, with the texts it consists of
_TEXTS_OF = {
    "pyside6_essentials": ("LGPL-3.0.txt", "GPL-3.0.txt", "Qt-third-party.txt"),
    "shiboken6": ("LGPL-3.0.txt", "GPL-3.0.txt"),
}
#: licences in SPDX's words where a package says them in its own
_SPDX = {
    "pyside6_essentials": "LGPL-3.0-only",
    "shiboken6": "LGPL-3.0-only",
    "python_pptx": "MIT",
    "lxml": "BSD-3-Clause",
    "xlsxwriter": "BSD-2-Clause",
}


class NoLicenceText(RuntimeError):
    """Something would be shipped without its licence."""


@dataclass(frozen=True, slots=True)
class Component:
    """One part that is shipped: name, version, licence, and the files with its text."""

    name: str
    version: str
    licence: str
    texts: tuple[Path, ...]
    purl: str = ""


def _key(name: str) -> str:
    return re.sub(r"[-_.]+", "_", name).lower()


def packages() -> list[Distribution]:
    """Return the installed packages that the program needs to run, and what they need."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        waiting = [Requirement(text) for text in tomllib.load(file)["project"]["dependencies"]]
    found: dict[str, Distribution] = {}
    while waiting:
        need = waiting.pop()
        if _key(need.name) in found or not (need.marker is None or need.marker.evaluate(_NO_EXTRA)):
            continue
        package = found[_key(need.name)] = distribution(need.name)
        waiting += map(Requirement, package.requires or ())
    return [found[key] for key in sorted(found)]


def of_package(package: Distribution) -> Component:
    """Return a package as a component; raises :class:`NoLicenceText`."""
    name, key = package.metadata["Name"], _key(package.metadata["Name"])
    files = [file for file in package.files or () if ".dist-info" in str(file.parent)]
    texts = tuple(Path(str(f.locate())) for f in files if _TEXT_FILE.search(f.as_posix()))
    texts += tuple(TEXTS / text for text in _TEXTS_OF.get(key, ()))
    known = [f for f in ("License-Expression", "License") if f in package.metadata]
    said = package.metadata[known[0]] if known else ""
    licence = _SPDX.get(key) or said.partition("\n")[0].strip()
    if not (texts and licence):
        raise NoLicenceText(f"{name} {package.version} does not come with its licence")
    return Component(
        name, package.version, licence, texts, f"pkg:pypi/{name.lower()}@{package.version}"
    )


def python() -> Component:
    """Return Python itself; its text names what it contains. Raises :class:`NoLicenceText`."""
    short = f"python{sys.version_info.major}.{sys.version_info.minor}"
    places = (
        Path(os.__file__).parent / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE.txt",
        Path(f"/usr/share/doc/{short}/copyright"),
    )
    text = next((place for place in places if place.is_file()), None)
    if text is None:
        raise NoLicenceText(f"{short}: no LICENSE.txt in {', '.join(map(str, places))}")
    return Component("Python", platform.python_version(), "Python-2.0.1", (text,))


def _own() -> list[Component]:
    """Return what of the program itself has another author."""
    fonts, sample = ROOT / "resources/fonts/OFL.txt", ROOT / "resources/sample/NOTICE.md"
    return [
        Component("Noto Sans CJK SC (subset)", "2.004", "OFL-1.1", (fonts,)),
        Component(
            "SmolLM2-135M-Instruct activations", "1", "Apache-2.0", (sample, ROOT / "LICENSE")
        ),
    ]


def builder() -> list[Component]:
    """Return the loader that starts a built program, if this Python can build one."""
    try:
        package = of_package(distribution("pyinstaller"))
    except PackageNotFoundError:
        return []
    licence = "GPL-2.0-or-later WITH Bootloader-exception"
    return [
        Component("PyInstaller (loader)", package.version, licence, package.texts, package.purl)
    ]


def of_debian(libraries: Iterable[str]) -> list[Component]:
    """Return the Debian packages that libraries of the building machine come from."""
    found: dict[str, Component] = {}
    for library in libraries:
        for path in (library, os.path.realpath(library)):  # links and merged /usr: either is known
            asked = subprocess.run(
                ["dpkg-query", "-S", path.removeprefix("/usr"), f"*{path}"],
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            name = asked.stdout.partition(":")[0]
            if name and name not in found:
                found[name] = _debian(name)
                break
            if name:
                break
        else:
            raise NoLicenceText(f"{library} belongs to no package")
    return [found[name] for name in sorted(found)]


def _debian(name: str) -> Component:
    version = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}\n", name], capture_output=True, text=True, check=True
    ).stdout.split()[0]
    text = Path("/usr/share/doc") / name / "copyright"
    if not text.is_file():
        raise NoLicenceText(f"{name} {version} has no {text}")
    system = platform.freedesktop_os_release()["ID"]
    return Component(name, version, "see its text", (text,), f"pkg:deb/{system}/{name}@{version}")


def components() -> list[Component]:
    """Return everything that is in a built program on any system."""
    return [python(), *map(of_package, packages()), *_own(), *builder()]


def write_texts(folder: Path, parts: Iterable[Component]) -> None:
    """Write the licence texts into a new folder, with a list of what they belong to."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "LICENSE", folder / "KV-Lab.txt")
    lines = ["KV Lab is under the Apache License 2.0 (KV-Lab.txt). It contains:", ""]
    for part in parts:
        names = []
        for number, text in enumerate(part.texts, 1):
            stem = re.sub(r"[^\w.+-]+", "-", part.name).strip("-")
            names.append(f"{stem}{f'-{number}' if len(part.texts) > 1 else ''}.txt")
            shutil.copyfile(text, folder / names[-1])
        lines.append(f"{part.name} {part.version}: {part.licence} ({', '.join(names)})")
    (folder / "README.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def bill(parts: Iterable[Component], version: str) -> dict[str, object]:
    """Return the bill of materials as CycloneDX 1.5; the same parts give the same serial number."""
    listed = []
    for part in parts:
        entry: dict[str, object] = {"type": "library", "name": part.name, "version": part.version}
        kind = "expression" if re.search(r" (OR|AND|WITH) ", part.licence) else "license"
        if part.licence and part.licence != "see its text":
            entry["licenses"] = [
                {kind: part.licence} if kind == "expression" else {kind: {"name": part.licence}}
            ]
        if part.purl:
            entry["purl"] = entry["bom-ref"] = part.purl
        listed.append(entry)
    about = {"type": "application", "name": "KV Lab", "version": version}
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps([about, listed], sort_keys=True))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {"component": about},
        "components": listed,
    }


def version() -> str:
    """Return the version of the program."""
    text = (ROOT / "kvlab_desktop/__init__.py").read_text(encoding="utf-8")
    return text.partition('__version__ = "')[2].partition('"')[0]


def main() -> int:
    """Write what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sbom", type=Path, metavar="FILE")
    parser.add_argument("--texts", type=Path, metavar="FOLDER")
    args = parser.parse_args()
    parts = components()
    if args.sbom:
        text = json.dumps(bill(parts, version()), indent=1, ensure_ascii=False)
        args.sbom.write_text(text + "\n", encoding="utf-8")
    if args.texts:
        write_texts(args.texts, parts)
    return 0


if __name__ == "__main__":
    sys.exit(main())
