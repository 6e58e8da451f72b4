"""What the files around the program promise: fonts, dependencies, documents, no network."""

from __future__ import annotations

import ast
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from packaging.requirements import Requirement

import kvlab_desktop
from kvlab_desktop.__main__ import main, make_parser

ROOT = Path(__file__).resolve().parents[1]
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = CONFIG["project"]
REQUIREMENTS = {r.name: r for r in map(Requirement, PROJECT["dependencies"])}
READMES = ("README.md", "README.zh-CN.md")
MANUALS = ("docs/administrator.md", "docs/administrator.zh-CN.md")
DOCUMENTS = (*READMES, *MANUALS, "CONTRIBUTING.md", "resources/fonts/README.md")


@pytest.fixture(scope="module", params=["Regular", "Bold"])
def font(request: pytest.FixtureRequest) -> Iterator[TTFont]:
    with TTFont(ROOT / f"resources/fonts/NotoSansCJKsc-{request.param}.otf") as opened:
        yield opened


def imported_modules() -> set[str]:
    """The full names of all modules that the package imports, wherever in a file it does so."""
    names: set[str] = set()
    for path in (ROOT / "kvlab_desktop").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def project_texts() -> Iterator[tuple[Path, str]]:
    """Every text file of the project, with its content."""
    made = {".git", ".venv", "build", "dist", "__pycache__"}
    for path in ROOT.rglob("*"):
        folders = path.relative_to(ROOT).parts
        if path.is_dir() or made & set(folders) or any("_cache" in part for part in folders):
            continue
        try:
            yield path, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


# --- fonts


def test_font_has_all_of_gb2312(font: TTFont) -> None:
    pairs = (bytes((row, cell)) for row in range(0xA1, 0xFE) for cell in range(0xA1, 0xFF))
    characters = {pair.decode("gb2312", errors="ignore") for pair in pairs} - {""}
    assert len(characters) == 6763 + 682
    assert not {c for c in characters if ord(c) not in font.getBestCmap()}


def test_font_has_latin_greek_and_the_signs_of_the_formulas(font: TTFont) -> None:
    latin = {chr(code) for code in (*range(0x20, 0x7F), *range(0xA0, 0x100))}
    greek = set("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρςστυφχψω")
    signs = set("×·−…–—±≤≥≈≠∞√Σ→←↑↓↔•▲▼°‖∈∑½²³✓\u00a0")
    assert not {c for c in latin | greek | signs if ord(c) not in font.getBestCmap()}


def test_font_digits_are_all_one_width(font: TTFont) -> None:
    names, widths = font.getBestCmap(), font["hmtx"]
    assert len({widths[names[ord(digit)]][0] for digit in "0123456789"}) == 1


def test_both_weights_are_one_family_under_the_open_font_licence(font: TTFont) -> None:
    name = font["name"]
    assert name.getDebugName(1) == "KV Lab Sans"
    assert "SIL Open Font License, Version 1.1" in name.getDebugName(13)
    licence = (ROOT / "resources/fonts/OFL.txt").read_text(encoding="utf-8")
    assert licence.startswith(name.getDebugName(0))
    assert "PERMISSION & CONDITIONS" in licence


# --- pyproject


def test_the_version_is_written_once() -> None:
    assert "version" not in PROJECT
    place = ROOT / CONFIG["tool"]["hatch"]["version"]["path"]
    written = re.findall(
        r'(?m)^__version__ = "(\d+\.\d+\.\d+)"$', place.read_text(encoding="utf-8")
    )
    assert written == [kvlab_desktop.__version__]


@pytest.mark.parametrize(
    ("name", "number", "allowed"),
    [
        ("PySide6-Essentials", "6.8.3", True),
        ("PySide6-Essentials", "6.11.3", True),
        ("PySide6-Essentials", "6.9.1", False),  # blank plots
        ("PySide6-Essentials", "6.12.0", False),  # aborts Python 3.11
        ("numpy", "2.5.5", True),
        ("numpy", "1.26.4", False),
    ],
)
def test_versions_known_to_work_are_allowed_and_broken_ones_are_not(
    name: str, number: str, allowed: bool
) -> None:
    assert REQUIREMENTS[name].specifier.contains(number) is allowed


def test_dependencies_are_exactly_what_the_package_imports() -> None:
    top = {name.partition(".")[0] for name in imported_modules()}
    # shiboken6 is the part of PySide6 that every version of it brings along
    third_party = top - sys.stdlib_module_names - {"kvlab_desktop", "shiboken6"}
    modules = {"PySide6-Essentials": "PySide6", "python-pptx": "pptx", "Pillow": "PIL"}
    assert third_party == {modules.get(name, name) for name in REQUIREMENTS}


def test_the_oldest_versions_tested_are_the_oldest_allowed() -> None:
    lines = (ROOT / "packaging/oldest.txt").read_text(encoding="utf-8").splitlines()
    oldest = dict(line.split("==") for line in lines if not line.startswith("#"))
    floors = {
        name: bound.version
        for name, requirement in REQUIREMENTS.items()
        for bound in requirement.specifier
        if bound.operator == ">="
    }
    assert oldest.keys() == floors.keys() == REQUIREMENTS.keys()
    assert all(f"{number}.0.0".startswith(f"{floors[name]}.") for name, number in oldest.items())


def test_continuous_integration_covers_every_declared_python() -> None:
    workflow = (ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    listed = re.search(r"python: \[(.*)\]", workflow)
    assert listed is not None
    classified = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
    assert re.findall(r"3\.\d+", listed[1]) == classified
    assert PROJECT["requires-python"] == f">={classified[0]}"


# --- no network, no registry


def test_the_package_has_no_code_that_could_use_the_network() -> None:
    forbidden = {
        *("aiohttp", "asyncio", "ftplib", "http", "httpx", "imaplib", "poplib", "requests"),
        *("smtplib", "socket", "socketserver", "ssl", "telnetlib", "urllib3", "webbrowser"),
        *("xmlrpc", "urllib.request", "PySide6.QtNetwork", "PySide6.QtWebSockets"),
    }
    used = {f"{name}." for name in imported_modules()}
    assert not {name for name in used if any(name.startswith(f"{bad}.") for bad in forbidden)}


def test_no_file_names_a_package_registry() -> None:
    """Where packages come from is for the user's own pip and apt settings to say."""
    hosts = [
        ".".join(parts)
        for parts in (
            ("pypi", "org"),
            ("files", "pythonhosted", "org"),
            ("deb", "debian", "org"),
            ("conda", "anaconda", "org"),
            ("registry", "npmjs", "org"),
        )
    ]
    assert not [
        f"{path.relative_to(ROOT)}: {host}"
        for path, text in project_texts()
        for host in hosts
        if host in text
    ]


# --- documents


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_to_files_lead_somewhere(document: str) -> None:
    path = ROOT / document
    text = path.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)\)", text) + re.findall(r'src="([^"]+)"', text)
    local = [link for link in links if "://" not in link]
    assert local
    assert not [link for link in local if not (path.parent / link).exists()]


@pytest.mark.parametrize("document", [*READMES, "CONTRIBUTING.md"])
def test_every_make_target_a_document_names_is_in_make_help(document: str) -> None:
    explained = re.findall(r"(?m)^([\w-]+):.*##", (ROOT / "Makefile").read_text(encoding="utf-8"))
    named = re.findall(r"(?m)(?:^|`)make ([\w-]+)", (ROOT / document).read_text(encoding="utf-8"))
    assert named
    assert set(named) <= set(explained)


def test_both_readmes_show_the_same_commands() -> None:
    chinese, english = (
        [
            line.partition("#")[0].rstrip()
            for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
            for line in block.splitlines()
        ]
        for text in ((ROOT / name).read_text(encoding="utf-8") for name in READMES)
    )
    assert chinese == english


def test_every_script_that_is_run_is_there() -> None:
    runners = [ROOT / "Makefile", *(ROOT / ".github/workflows").glob("*.yml")]
    runners += (ROOT / "packaging").rglob("*.sh")
    named = {
        name
        for runner in runners
        for name in re.findall(r"\bpackaging/[\w./-]+\.\w+", runner.read_text(encoding="utf-8"))
    }
    assert len(named) > 12
    assert not {name for name in named if not (ROOT / name).is_file()}


def test_both_manuals_name_the_same_files_and_commands() -> None:
    chinese, english = (
        re.findall(r"`([^`\n]*[\\/.-][^`\n]*)`", (ROOT / name).read_text(encoding="utf-8"))
        for name in MANUALS
    )
    assert set(chinese) == set(english)


@pytest.mark.parametrize("readme", READMES)
def test_every_command_line_in_a_readme_works(
    readme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / readme).read_text(encoding="utf-8")
    lines = [shlex.split(line) for line in re.findall(r"(?m)^kvlab (.+)$", text)]
    assert lines
    for words in lines:
        make_parser().parse_args(words)  # raises on a command or an option that is not there
        if words[0] == "compute":
            assert main(words) == 0, words
