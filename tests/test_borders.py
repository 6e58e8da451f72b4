"""The borders between the rooms, read from the source of the program."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import kvlab_desktop
from kvlab_desktop.labs import all_labs

PACKAGE = Path(kvlab_desktop.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))
ROOMS = ("core", "numerics", "sources", "labs", "view")
MAY_IMPORT = {
    "core": {"core"},
    "numerics": {"numerics"},
    "sources": {"sources", "numerics", "core"},
    "labs": {"labs", "core", "numerics", "sources"},
    "view": set(ROOMS),
}
QT = ("PySide6", "shiboken6", "pyqtgraph")
MOST_LINES, LONGEST_FUNCTION = 300, 50
TEXT_MAKERS = {"msg", "translate", "QT_TRANSLATE_NOOP", "tr"}

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def name_of(path: Path) -> str:
    """The path as a reader knows it: ``view/page.py``."""
    return path.relative_to(PACKAGE).as_posix()


def room_of(path: Path) -> str:
    """The room that a file is in; files of no room are ``""``."""
    first = path.relative_to(PACKAGE).parts[0]
    return first if first in ROOMS else ""


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), name_of(path))


def imports(path: Path, tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and full name of everything imported, relative imports resolved."""
    package = ["kvlab_desktop", *path.relative_to(PACKAGE).parent.parts]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def at_import_time(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run when the module is imported: all outside of function bodies.

    Default values and decorators of functions run then too.
    """
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Function):
            outside: list[ast.AST] = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
            outside += getattr(node, "decorator_list", [])
            for part in outside:
                yield part
                yield from at_import_time(part)
            continue
        yield node
        yield from at_import_time(node)


def called(node: ast.AST) -> str:
    """The last part of the name that a node calls, ``""`` for other nodes."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def run_python(code: str) -> str:
    """Run a program in another process and return what it prints."""
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# --- who may import whom


def test_there_is_something_to_check() -> None:
    assert {room_of(path) for path in FILES} == {*ROOMS, ""}
    assert len(FILES) > 40


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_the_rooms_it_may(room: str) -> None:
    allowed = {*(f"kvlab_desktop.{other}." for other in MAY_IMPORT[room])}
    own_names = {"kvlab_desktop.__version__", "kvlab_desktop.APP_NAME"}
    wrong = [
        f"{name_of(path)}:{line} imports {name}"
        for path in FILES
        if room_of(path) == room
        for line, name in imports(path, tree_of(path))
        if name.startswith("kvlab_desktop")
        and name not in own_names
        and not any(f"{name}.".startswith(start) for start in allowed)
    ]
    assert not wrong


def test_only_the_view_knows_qt() -> None:
    wrong = [
        f"{name_of(path)}:{line} imports {name}"
        for path in FILES
        if room_of(path) != "view"
        for line, name in imports(path, tree_of(path))
        if name.partition(".")[0] in QT
    ]
    assert not wrong


def test_numerics_can_be_used_from_a_notebook_without_anything_of_ours() -> None:
    tops = {
        name.partition(".")[0]
        for path in FILES
        if room_of(path) == "numerics"
        for _line, name in imports(path, tree_of(path))
    }
    assert tops - sys.stdlib_module_names <= {"kvlab_desktop", "numpy", "ml_dtypes"}


def test_only_the_command_line_imports_the_view_and_only_inside_functions() -> None:
    users = [
        name_of(path)
        for path in FILES
        if room_of(path) != "view"
        for _line, name in imports(path, tree_of(path))
        if name.startswith("kvlab_desktop.view")
    ]
    assert set(users) == {"__main__.py", "exporting.py", "handing.py"}
    for path in (PACKAGE / user for user in set(users)):
        now = at_import_time(tree_of(path))
        top = ast.Module([n for n in now if isinstance(n, ast.Import | ast.ImportFrom)], [])
        assert not [name for _line, name in imports(path, top) if ".view" in name]


@pytest.mark.parametrize("module", ["labs", "__main__"])
def test_importing_it_loads_no_qt(module: str) -> None:
    loaded = run_python(
        f"import kvlab_desktop.{module}, sys\n"
        "from kvlab_desktop.labs import all_labs\n"
        "assert all_labs()\n"
        "print(*sorted(sys.modules))"
    ).split()
    assert "kvlab_desktop.core.lab" in loaded
    assert not [name for name in loaded if name.partition(".")[0] in QT]
    assert not [name for name in loaded if name.startswith("kvlab_desktop.view")]


def test_the_view_knows_no_lab_by_name() -> None:
    ids = {lab.id for lab in all_labs()}
    assert len(ids) > 1
    named = [
        f"{name_of(path)}:{node.lineno} says {node.value!r}"
        for path in FILES
        if room_of(path) == "view"
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and node.value in ids
    ]
    assert not named


# --- texts can change their language while the program runs


def test_no_text_is_made_when_a_module_is_imported() -> None:
    early = [
        f"{name_of(path)}:{node.lineno} calls {called(node)}"
        for path in FILES
        for node in at_import_time(tree_of(path))
        if isinstance(node, ast.Call) and called(node) in TEXT_MAKERS
    ]
    assert not early


def test_the_check_for_early_texts_finds_them() -> None:
    early = """
A = msg("C", "1")
class B:
    b = msg("C", "2")
    def method(self, text=msg("C", "3")):
        return msg("C", "late")
    @decorate(msg("C", "4"))
    def other(self): ...
D = [msg("C", "5") for _ in range(3)]
E = lambda: msg("C", "late")
"""
    found = [node for node in at_import_time(ast.parse(early)) if called(node) == "msg"]
    assert sorted(ast.literal_eval(node.args[1]) for node in found) == list("12345")  # type: ignore[attr-defined]


# --- no file and no function that cannot be read at once


def test_files_are_not_long() -> None:
    lines = {name_of(path): len(path.read_text("utf-8").splitlines()) for path in FILES}
    assert not {name: count for name, count in lines.items() if count > MOST_LINES}


def test_functions_are_not_long() -> None:
    long = {}
    for path in FILES:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = node.end_lineno - node.lineno + 1 if node.end_lineno else 0
                if length > LONGEST_FUNCTION:
                    long[f"{name_of(path)}: {node.name}"] = length
    assert not long
