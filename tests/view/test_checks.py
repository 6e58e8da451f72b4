"""What ``kvlab self-check`` looks at, and that it finds what is wrong."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from kvlab_desktop.__main__ import FAILED, OK, main
from kvlab_desktop.core.places import translation
from kvlab_desktop.core.text import Msg, msg
from kvlab_desktop.sources.sample import load_sample
from kvlab_desktop.view import checks, qm
from kvlab_desktop.view.checks import Check, run_checks

pytestmark = pytest.mark.usefixtures("qapp")
SOURCES = Path(__file__).parents[2] / "i18n"


def failed(name: str) -> Check:
    """Run the checks, of which this one and no other fails."""
    (bad,) = [check for check in run_checks() if not check.ok]
    assert str(bad.name) == name
    return bad


def only(monkeypatch: pytest.MonkeyPatch, look: Callable[[], Msg]) -> None:
    """Make one check and leave the others out."""
    monkeypatch.setattr(checks, "CHECKS", [check for check in checks.CHECKS if check[1] is look])


def test_this_copy_works(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["self-check", "--lang", "en"]) == OK
    out, err = capsys.readouterr()
    assert err == ""
    versions, *lines = out.splitlines()
    assert versions.startswith("KV Lab ")
    assert [line.partition("\t")[0] for line in lines] == ["ok"] * len(checks.CHECKS)


def test_it_speaks_chinese_and_says_what_failed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise OSError("no such disk")

    monkeypatch.setattr(checks, "CHECKS", ((lambda: msg("Checks", "Fonts"), broken),))
    assert main(["self-check", "--lang", "zh"]) == FAILED
    assert capsys.readouterr().out.splitlines()[1:] == ["失败\t字体\tOSError: no such disk"]


def test_a_running_window_is_left_as_it_is(qapp: QApplication) -> None:
    before = qapp.styleSheet(), qapp.font(), qapp.palette(), QApplication.topLevelWidgets()
    assert all(check.ok for check in run_checks())
    assert (qapp.styleSheet(), qapp.font(), qapp.palette()) == before[:3]


def test_a_wrong_number_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch, checks._numbers)
    values = load_sample().grid_values() * 1.01 + 0.01
    monkeypatch.setattr(checks.grid, "rel_mse", lambda _x, _y: float(values.var()))
    assert "rel_mse" in str(failed("Numbers").found)


def test_a_text_that_the_font_cannot_write_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = qm.Entry("Page", "yak", ("犛 and 牦",))
    monkeypatch.setattr(checks.qm, "entries", lambda _path: iter([entry]))
    only(monkeypatch, checks._fonts)
    assert str(failed("Fonts").found) == "KV Lab Sans lacks: 犛"


def test_a_damaged_translation_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cut = tmp_path / "kvlab_zh_CN.qm"
    cut.write_bytes(translation(cut.name).read_bytes()[:-2000])
    monkeypatch.setattr(checks, "translation", lambda _name: cut)
    only(monkeypatch, checks._translations)
    assert "kvlab_zh_CN.qm" in str(failed("Translations").found)


def test_a_folder_that_cannot_be_made_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only(monkeypatch, checks._folders)
    (tmp_path / "file").touch()
    monkeypatch.setattr(checks, "state_dir", lambda: tmp_path / "file" / "kvlab")
    assert str(tmp_path / "file" / "kvlab") in str(failed("Folder for settings").found)


@pytest.mark.parametrize("code", ["zh_CN", "en"])
def test_a_compiled_translation_is_read_to_the_last_text(code: str) -> None:
    written = set()
    for context in ET.parse(SOURCES / f"kvlab_{code}.ts").getroot().iter("context"):
        for message in context.iter("message"):
            found = message.find("translation")
            assert found is not None
            forms = tuple("".join(f.itertext()) for f in found.findall("numerusform") or [found])
            written.add((context.findtext("name"), message.findtext("source"), forms))
    compiled = qm.entries(translation(f"kvlab_{code}.qm"))
    assert {(e.context, e.source, e.translations) for e in compiled} == written


def test_another_file_is_no_translation(tmp_path: Path) -> None:
    path = tmp_path / "other.qm"
    path.write_bytes(b"GIF89a")
    with pytest.raises(ValueError, match=r"other\.qm"):
        list(qm.entries(path))
