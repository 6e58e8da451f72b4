"""Bring the translations up to date, or check that they are.

    python packaging/i18n/update.py            # source -> i18n/*.ts -> i18n/*.qm
    python packaging/i18n/update.py --check    # changes nothing, fails on anything that is owed

Chinese is a full translation. English texts stand in the source; its file holds plural forms only.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import PySide6
from extract import ExtractionError, Text, extract
from PySide6.QtCore import QTranslator

from kvlab_desktop.core.text import placeholders

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "i18n"
PLURALS_ONLY = {"zh_CN": False, "en": True}
# a count that selects each plural form, in the order of the forms in the file
COUNTS = {"zh_CN": (2,), "en": (1, 2)}


@dataclass(frozen=True)
class Entry:
    """One message of a .ts file; ``forms`` has one text, or one for each plural form."""

    key: tuple[str, str, str]
    plural: bool
    finished: bool
    forms: tuple[str, ...]


def read_entries(path: Path) -> list[Entry]:
    """Read the messages of a .ts file."""
    entries = []
    for context in ET.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None, f"{path}: a message without a translation element"
            forms = translation.findall("numerusform") or [translation]
            entries.append(
                Entry(
                    key=(
                        context.findtext("name", ""),
                        message.findtext("source", ""),
                        message.findtext("comment", ""),
                    ),
                    plural=message.get("numerus") == "yes",
                    finished=translation.get("type") is None,
                    forms=tuple("".join(form.itertext()) for form in forms),
                )
            )
    return entries


def source_texts() -> list[Text]:
    """Return the texts of the whole package; raises :class:`ExtractionError`."""
    return extract(sorted((ROOT / "kvlab_desktop").rglob("*.py")))


def run_tool(name: str, *arguments: str | Path) -> None:
    """Run one of the tools inside the PySide6 package.

    Raises
    ------
    subprocess.CalledProcessError
        The tool failed; what it said is in the error.
    """
    tool = Path(PySide6.__file__).parent / (f"{name}.exe" if sys.platform == "win32" else name)
    subprocess.run(
        [tool, *arguments], check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )


def update_ts(language: str, texts: list[Text], path: Path) -> None:
    """Merge texts into a .ts file: new ones unfinished, those no longer used dropped.

    Raises
    ------
    RuntimeError
        lupdate did not read every text, which must never pass unseen.
    """
    wanted = {text.key for text in texts if text.plural or not PLURALS_ONLY[language]}
    with tempfile.TemporaryDirectory() as folder:
        calls = Path(folder, "texts.py")
        calls.write_text("".join(text.call() for text in texts), encoding="utf-8", newline="\n")
        options = ["-silent", "-no-obsolete", "-locations", "none", "-source-language", "en"]
        if PLURALS_ONLY[language]:
            options.append("-pluralonly")
        run_tool("lupdate", *options, "-target-language", language, calls, "-ts", path)
    read = {entry.key for entry in read_entries(path)}
    if read != wanted:
        raise RuntimeError(f"{path.name}: lupdate lost or changed {sorted(read ^ wanted)}")


def owed(language: str, entry: Entry) -> Iterator[str]:
    """Yield what is wrong with one message."""
    source = entry.key[1]
    if not entry.finished or not all(form.strip() for form in entry.forms):
        yield "is not translated"
        return
    if len(entry.forms) != (len(COUNTS[language]) if entry.plural else 1):
        yield "has the wrong number of plural forms"
    for form in entry.forms:
        if not placeholders(form) <= placeholders(source):
            yield f"has a placeholder that the source does not have: {form!r}"
        if form.count("{") != form.count("}"):
            yield f"has unbalanced braces: {form!r}"
    general = entry.forms[-1]  # "one level" may do without its number, "%n levels" may not
    if placeholders(general) != placeholders(source) or ("%n" in general) != ("%n" in source):
        yield f"lacks a placeholder of the source: {general!r}"


def check(language: str, texts: list[Text]) -> Iterator[str]:
    """Yield one line for each thing that is owed in a language."""
    committed = FOLDER / f"kvlab_{language}.ts"
    entries = read_entries(committed)
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder, committed.name)
        shutil.copy(committed, fresh)
        update_ts(language, texts, fresh)
        if read_entries(fresh) != entries:
            yield f"{committed.name}: not up to date with the source, run `make i18n`"
    translator = QTranslator()
    if not translator.load(str(committed.with_suffix(".qm"))):
        yield f"kvlab_{language}.qm: missing or not readable, run `make i18n`"
    for entry in entries:
        name = f"{committed.name}: {entry.key[0]}: {entry.key[1]!r}"
        faults = list(owed(language, entry))
        yield from (f"{name} {fault}" for fault in faults)
        counts = COUNTS[language] if entry.plural else (-1,)
        compiled = tuple(translator.translate(*entry.key, count) for count in counts)
        if not faults and compiled != entry.forms:
            yield f"{name} differs from the .qm, run `make i18n`"


def main() -> int:
    """Update or check both languages; return 0, or 1 when something is owed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say what is owed")
    checking = parser.parse_args().check
    try:
        texts = source_texts()
    except ExtractionError as error:
        print(error, file=sys.stderr)
        return 1
    FOLDER.mkdir(exist_ok=True)
    problems: list[str] = []
    for language in PLURALS_ONLY:
        path = FOLDER / f"kvlab_{language}.ts"
        if checking:
            problems += check(language, texts)
            continue
        update_ts(language, texts, path)
        run_tool("lrelease", "-silent", path, "-qm", path.with_suffix(".qm"))
        entries = read_entries(path)
        unfinished = sum(not entry.finished for entry in entries)
        print(f"{path.relative_to(ROOT)}: {len(entries)} texts, {unfinished} to be translated")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
