"""Where the shipped files are found."""

from __future__ import annotations

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
