"""Where the shipped files are found, and where the program keeps what is the user's."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kvlab_desktop.core import places


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package folder without files beside or in it."""
    folder = tmp_path / "kvlab_desktop"
    folder.mkdir()
    monkeypatch.setattr(places, "_PACKAGE", folder)
    places._root.cache_clear()
    yield folder
    places._root.cache_clear()


def test_the_shipped_files_are_there() -> None:
    assert places.resource("sample", "smollm2_kv.npz").is_file()
    assert places.resource("style", "kvlab.qss").is_file()
    assert places.translation("kvlab_zh_CN.qm").is_file()


def test_an_installed_package_looks_inside_itself(package: Path) -> None:
    for folder in ("resources", "i18n"):
        (package / folder).mkdir()
    assert places.resource("fonts", "a.otf") == package / "resources" / "fonts" / "a.otf"
    assert places.translation("kvlab_en.qm") == package / "i18n" / "kvlab_en.qm"


def test_a_checkout_looks_beside_the_package(package: Path) -> None:
    assert places.resource("fonts") == package.parent / "resources" / "fonts"
    assert places.translation("kvlab_en.qm") == package.parent / "i18n" / "kvlab_en.qm"


# --- what is kept for the user


def places_of_the_user() -> list[Path]:
    return [places.config_dir(), places.state_dir(), places.log_dir()]


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The executable of a built program in a folder of its own."""
    executable = tmp_path / "program" / "kvlab"
    executable.parent.mkdir()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(executable))
    monkeypatch.delenv("APPIMAGE", raising=False)
    return executable


def test_a_user_has_places_of_their_own(user_folder: Path) -> None:
    assert all(place.is_relative_to(user_folder) for place in places_of_the_user())
    assert places.program_folder() is None


def test_a_built_program_keeps_to_them_too(user_folder: Path, program: Path) -> None:
    assert places.program_folder() == program.parent
    assert all(place.is_relative_to(user_folder) for place in places_of_the_user())


def test_a_file_named_portable_keeps_everything_beside_the_program(program: Path) -> None:
    program.with_name("portable").touch()
    assert set(places_of_the_user()) == {program.parent / "kvlab-data"}


def test_an_appimage_is_portable_beside_its_file(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("APPIMAGE", str(tmp_path / "KV_Lab.AppImage"))
    (tmp_path / "portable").touch()
    assert places.config_dir() == tmp_path / "kvlab-data"


def test_a_macos_program_is_portable_beside_its_bundle(
    tmp_path: Path, program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = tmp_path / "KV Lab.app" / "Contents" / "MacOS" / "kvlab"
    monkeypatch.setattr(sys, "executable", str(inside))
    (tmp_path / "portable").touch()
    assert places.state_dir() == tmp_path / "kvlab-data"
