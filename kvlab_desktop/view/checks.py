"""Does this copy of the program work on this machine? ``kvlab self-check`` and the Help menu ask.

Every check is one function in ``CHECKS`` that returns what it found or raises. Nothing of a
running window is touched: no language, theme or setting changes.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory

import numpy as np
from PySide6 import __version__ as qt_version
from PySide6.QtCore import QTranslator
from PySide6.QtGui import QFontDatabase, QGuiApplication, QImage, QRawFont

from .. import APP_NAME, __version__
from ..core.places import config_dir, log_dir, state_dir, translation
from ..core.text import Msg, msg, verbatim
from ..labs import all_labs
from ..numerics import cache, grid, latent, ledger
from ..sources.catalog import open_tensors
from ..sources.models import model, models
from ..sources.sample import load_sample
from . import qm, richtext, theme
from .export import Look, Subject, encode, save, subject
from .language import LANGUAGES


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: its name, whether it is in order, and what was found."""

    name: Msg
    ok: bool
    found: Msg


class Fault(Exception):
    """A check's finding that something is wrong."""

    def __init__(self, found: Msg) -> None:
        super().__init__(str(found))
        self.found = found


def run_checks() -> Iterator[Check]:
    """Yield the checks one by one as they are made; needs a running application, raises nothing."""
    for name, look in CHECKS:
        try:
            yield Check(name(), True, look())
        except Fault as fault:
            yield Check(name(), False, fault.found)
        except Exception as error:  # whatever it is, it is what this check was to find
            yield Check(name(), False, verbatim(f"{type(error).__name__}: {error}"))


def versions() -> str:
    """Return the versions that a report of a fault should name; the same in every language."""
    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    screen = QGuiApplication.platformName()
    return (
        f"{APP_NAME} {__version__}, Python {platform.python_version()}, Qt {qt_version}, "
        f"NumPy {np.__version__}, {system}, {screen}"
    )


# -- the checks ---------------------------------------------------------------------------------


def _numbers() -> Msg:
    """Compute what was once computed elsewhere, and what is published."""
    right = {**_grid_and_bytes(), **_absorption()}
    wrong = [name for name, agrees in right.items() if not agrees]
    if wrong:
        raise Fault(msg("Checks", "wrong results: {names}", names=", ".join(wrong)))
    return msg("Checks", "%n result(s) agree with their references", n=len(right))


def _grid_and_bytes() -> dict[str, bool]:
    """The first lab's figures from another implementation; KIVI's bits; Llama-3.1-70B's 40 GiB."""
    values = load_sample().grid_values()
    on_grid = grid.quantize(values, 4)
    llama = cache.size(model("llama-3.1-70b").shape, 131_072)
    return {
        "rel_mse": abs(grid.rel_mse(values, on_grid.values) / 0.0029224688 - 1) < 1e-5,
        "used_levels": grid.used_levels(on_grid.codes) == 12,
        "bits_effective": ledger.kivi(4096, 128, 2, 64, 0, tensor="k").bits_effective == 2.5,
        "bytes_per_token": llama.bytes_per_token == 327_680,
        "total_bytes": llama.total_bytes == 40 * 2**30,
    }


def _absorption() -> dict[str, bool]:
    """Two orders of one product, which differ by rounding alone: matrix products work."""
    sizes = latent.Sizes(heads=4, head_dim=128, kv_heads=4, d_c=512, rope=64)
    rng = np.random.default_rng(1)
    weights = latent.gaussian_weights(sizes, 512, rng)
    states = rng.standard_normal((12, 512))
    asked, stored = latent.ask(weights, states[-1], 11), latent.compress(weights, states)
    expanded = latent.attend_expanded(weights, asked, stored)
    absorbed = latent.attend_absorbed(weights, asked, stored)
    return {"absorption": latent.max_rel_diff(expanded, absorbed) < 1e-10}


def _files() -> Msg:
    """Read the shipped activations and tables."""
    tokens = load_sample().n_tokens
    return msg(
        "Checks", "sample of {tokens} tokens, {models} models", tokens=tokens, models=len(models())
    )


def _fonts() -> Msg:
    """Look for every character of every text in the bundled font itself, not in a fallback."""
    wanted: set[str] = set()
    for code in LANGUAGES.values():
        for entry in qm.entries(translation(f"kvlab_{code}.qm")):
            for text in (entry.source, *entry.translations):
                wanted.update(richtext.parse(text)[0])
    wanted = {character for character in wanted if character.isprintable()}
    if theme.FAMILY not in QFontDatabase.families():
        raise Fault(msg("Checks", "the font {family} is not loaded", family=theme.FAMILY))
    for role in ("body", "title"):  # one for each weight
        font = QRawFont.fromFont(theme.light().font(role))
        lacking = "".join(c for c in sorted(wanted) if not font.supportsCharacter(ord(c)))
        if font.familyName() != theme.FAMILY or lacking:
            family = font.familyName()
            fault = msg("Checks", "{family} lacks: {signs}", family=family, signs=lacking[:20])
            raise Fault(fault)
    return msg("Checks", "%n character(s), all there", n=len(wanted))


def _translations() -> Msg:
    """Load each language and compare what Qt finds with what is in the file."""
    count = 0
    for code in LANGUAGES.values():
        path = translation(f"kvlab_{code}.qm")
        translator = QTranslator()
        if not translator.load(str(path)):
            raise Fault(msg("Checks", "{file} cannot be loaded", file=path.name))
        for entry in qm.entries(path):
            count += 1
            if len(entry.translations) == 1 and entry.translations[0] != translator.translate(
                entry.context, entry.source
            ):
                raise Fault(msg("Checks", "{file} is damaged", file=path.name))
    return msg("Checks", "%n text(s) in two languages", n=count)


def _shown() -> Subject:
    lab = all_labs()[0]
    source = open_tensors(lab.sources[0]) if lab.sources else None
    return subject(lab, source, {})


def _picture() -> Msg:
    """Draw a lab's figure into a file and look at what came out."""
    with TemporaryDirectory(prefix="kvlab-") as folder:
        path = Path(folder, "picture.png")
        save(encode(_shown(), Look(size=(1200, 800)), "png"), path)
        image = QImage(str(path))
    width, height = image.width(), image.height()
    colours = {image.pixel(x, y) for x in range(0, width, 2) for y in range(0, height, 8)}
    if len(colours) < 8:
        raise Fault(msg("Checks", "the exported picture is empty"))
    return msg("Checks", "{width} × {height} pixels", width=width, height=height)


def _slides() -> Msg:
    """Make a presentation of one slide: the library's template must have been shipped too."""
    from .export.deck import deck

    return msg("Checks", "{size} bytes", size=len(deck([_shown()], Look())))


def _folders() -> Msg:
    """Write into the places where settings, state and log are kept."""
    for folder in sorted({config_dir(), state_dir(), log_dir()}):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=folder, prefix=".check-"):
                pass
        except OSError as error:
            why = error.strerror or str(error)
            raise Fault(
                msg("Checks", "{folder} cannot be written: {why}", folder=str(folder), why=why)
            ) from error
    return verbatim(str(config_dir()))


CHECKS: tuple[tuple[Callable[[], Msg], Callable[[], Msg]], ...] = (
    (lambda: msg("Checks", "Numbers"), _numbers),
    (lambda: msg("Checks", "Sample and tables"), _files),
    (lambda: msg("Checks", "Fonts"), _fonts),
    (lambda: msg("Checks", "Translations"), _translations),
    (lambda: msg("Checks", "Export of a picture"), _picture),
    (lambda: msg("Checks", "Export of slides"), _slides),
    (lambda: msg("Checks", "Folder for settings"), _folders),
)
