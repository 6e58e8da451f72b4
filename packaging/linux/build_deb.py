"""Make the Debian package from a bundle that was built for it.

    python packaging/linux/build_deb.py BUNDLE OUTPUT

BUNDLE is the folder that ``KVLAB_FOR=deb pyinstaller packaging/kvlab.spec`` has made; the package
goes into the folder OUTPUT. Needs dpkg-dev. The same bundle gives the same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

from kvlab_desktop import __version__ as VERSION  # noqa: E402

NAME, APP = "kvlab", "org.kvlab.KVLab"
ICONS = (16, 24, 32, 48, 64, 128, 256)
CONTROL = """\
Package: {name}
Version: {version}
Architecture: {architecture}
Maintainer: KV Lab contributors <kvlab@example.org>
Installed-Size: {size}
Depends: {depends}
Section: education
Priority: optional
Description: labs about compressing the KV cache of a language model
 Five labs and a closing page lead from how a number becomes 4 bits to where
 the 93.3 % of DeepSeek-V2 come from. Every number and picture is computed when
 a slider moves; two labs work on real activations of a small language model.
 .
 The program is in Chinese and English and never uses the network.
"""
#: a self-contained program: its libraries are private copies, as their wheels brought them
OVERRIDES = (
    *("custom-library-search-path", "embedded-library", "hardening-no-pie"),
    *("library-not-linked-against-libc", "shared-library-lacks-prerequisites"),
    *("unstripped-binary-or-object", "hardening-no-fortify-functions"),
)


def stamp() -> int:
    """Return the time, in seconds, that all files get: of the last commit where there is one."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    asked = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return (
        int(asked.stdout) if asked.returncode == 0 else int((ROOT / "CHANGELOG.md").stat().st_mtime)
    )


def is_elf(path: Path) -> bool:
    """Return whether a file is a program or a library."""
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def lay_out(root: Path, bundle: Path, when: datetime) -> None:
    """Put every file of the package in its place below ``root``."""
    program = root / "usr/lib" / NAME
    shutil.copytree(bundle, program, symlinks=True)
    for path in program.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path == program / NAME else 0o644)
    place(HERE / f"{APP}.desktop", root / "usr/share/applications")
    place(HERE / f"{APP}.xml", root / "usr/share/mime/packages")
    icons = root / "usr/share/icons/hicolor"
    place(ROOT / "resources/icons/kvlab.svg", icons / "scalable/apps", f"{APP}.svg")
    for size in ICONS:
        picture = ROOT / f"resources/icons/kvlab-{size}.png"
        place(picture, icons / f"{size}x{size}/apps", f"{APP}.png")
    about = (HERE / f"{APP}.metainfo.xml.in").read_text(encoding="utf-8")
    about = about.replace("@VERSION@", VERSION).replace("@DATE@", f"{when:%Y-%m-%d}")
    write(root / f"usr/share/metainfo/{APP}.metainfo.xml", about.encode())
    write(root / "usr/share/man/man1/kvlab.1.gz", packed((HERE / "kvlab.1").read_bytes()))
    documents(root / "usr/share/doc" / NAME, when)
    overrides = "".join(f"{NAME}: {tag}\n" for tag in OVERRIDES)
    write(root / "usr/share/lintian/overrides" / NAME, overrides.encode())
    (root / "usr/bin").mkdir()
    (root / "usr/bin" / NAME).symlink_to(f"../lib/{NAME}/{NAME}")


def documents(folder: Path, when: datetime) -> None:
    """Write copyright and changelog where Debian looks for them."""
    licence = (HERE / "copyright").read_bytes()
    write(folder / "copyright", licence)
    entry = (
        f"{NAME} ({VERSION}) stable; urgency=low\n\n  * See CHANGELOG.md.gz.\n\n"
        f" -- KV Lab contributors <kvlab@example.org>  {when:%a, %d %b %Y %H:%M:%S +0000}\n"
    )
    write(folder / "changelog.gz", packed(entry.encode()))
    write(folder / "CHANGELOG.md.gz", packed((ROOT / "CHANGELOG.md").read_bytes()))


def place(source: Path, folder: Path, name: str = "") -> None:
    """Copy a file into a folder of the package."""
    write(folder / (name or source.name), source.read_bytes())


def write(path: Path, content: bytes) -> None:
    """Write a file of the package that all may read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(0o644)


def packed(content: bytes) -> bytes:
    """Return gzip that does not tell when it was made."""
    return gzip.compress(content, 9, mtime=0)


def depends(root: Path) -> str:
    """Return the packages that the programs and libraries below ``root`` need, by their symbols."""
    files = sorted(path for path in root.rglob("*") if is_elf(path))
    folders = sorted({f"-l{path.parent}" for path in files})
    with tempfile.TemporaryDirectory() as place_of_control:
        control = Path(place_of_control, "debian", "control")
        write(control, f"Source: {NAME}\n\nPackage: {NAME}\nArchitecture: any\n".encode())
        found = subprocess.run(
            ["dpkg-shlibdeps", "-O", "--ignore-missing-info", *folders, *map(str, files)],
            cwd=place_of_control, capture_output=True, text=True, check=False,
        )  # fmt: skip
    if found.returncode:
        raise SystemExit(f"dpkg-shlibdeps: {found.stderr.strip().splitlines()[-1]}")
    return found.stdout.strip().removeprefix("shlibs:Depends=")


def sums(root: Path) -> Iterator[str]:
    """Yield the lines of ``md5sums``: what ``dpkg --verify`` compares with."""
    for path in sorted((root / "usr").rglob("*")):
        if path.is_file() and not path.is_symlink():
            digest = hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()
            yield f"{digest}  {path.relative_to(root)}\n"


def build(bundle: Path, output: Path) -> Path:
    """Build the package and return its file."""
    seconds = stamp()
    architecture = subprocess.check_output(["dpkg", "--print-architecture"], text=True).strip()
    output.mkdir(parents=True, exist_ok=True)
    made = output / f"{NAME}_{VERSION}_{architecture}.deb"
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "root")
        root.mkdir(mode=0o755)
        lay_out(root, bundle, datetime.fromtimestamp(seconds, UTC))
        size = sum(path.lstat().st_size for path in root.rglob("*")) // 1024
        control = CONTROL.format(
            name=NAME, version=VERSION, architecture=architecture, size=size, depends=depends(root)
        )
        write(root / "DEBIAN/control", control.encode())
        write(root / "DEBIAN/md5sums", "".join(sums(root)).encode())
        for path in [root, *root.rglob("*")]:
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o755)
            os.utime(path, (seconds, seconds), follow_symlinks=False)
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(made)],
            check=True,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "SOURCE_DATE_EPOCH": str(seconds)},
        )
    return made


def main() -> int:
    """Build the package that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bundle", type=Path)
    parser.add_argument("output", type=Path)
    args = parser.parse_args()
    made = build(args.bundle, args.output)
    print(f"{made}: {made.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
