"""The form of the export dialog: what, how large, in which format and colours, of which labs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from ..core.text import Msg, msg, verbatim
from .exportchoices import CUSTOM, LEAST, MOST, OUTLINES, SCALES, ExportChoices
from .language import spoken
from .segments import Segments
from .theme import Theme

Named = Sequence[tuple[str, Msg]]


# fmt: off
def _whats() -> Named:
    return (("figure", msg("Export", "Figure")), ("page", msg("Export", "Whole page")))


def _sizes() -> Named:
    return (
        ("slide", msg("Export", "Slide 16:9")),
        ("half", msg("Export", "Half a slide")),
        ("a4", msg("Export", "A4 report")),
        ("square", msg("Export", "Square")),
        (CUSTOM, msg("Export", "Custom size")),
    )


def _forms() -> Named:
    return (
        ("png", msg("Export", "PNG picture")),
        ("svg", msg("Export", "SVG, letters as text")),
        (OUTLINES, msg("Export", "SVG, letters as shapes")),
        ("pdf", msg("Export", "PDF")),
        ("pptx", msg("Export", "PowerPoint slides")),
        ("gif", msg("Export", "GIF, a slider moves")),
        ("csv", msg("Export", "CSV, numbers")),
        ("json", msg("Export", "JSON, numbers")),
    )


def _themes() -> Named:
    return (
        ("light", msg("Export", "Paper")),
        ("dark", msg("Export", "Dark")),
        ("projector", msg("Export", "Projector")),
    )


def _languages() -> Named:
    return (
        ("", msg("Export", "As the window")),
        ("zh", verbatim("中文")),
        ("en", verbatim("English")),
        ("both", msg("Export", "Both, a file each")),
    )


def _labs() -> Named:
    return (("one", msg("Export", "This lab")), ("every", msg("Export", "All labs")))
# fmt: on


class Picker(QComboBox):
    """A list of named options that is as wide as the form lets it be."""

    def __init__(self, named: Named) -> None:
        super().__init__()
        self._named = named
        for key, _name in named:
            self.addItem("", key)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the wheel scrolls the form past it

    def rename(self) -> None:
        """Write the options in the current language."""
        for i, (_key, name) in enumerate(self._named):
            self.setItemText(i, spoken(name))

    def key(self) -> str:
        """Return the key of the option that is chosen."""
        return str(self.currentData() or "")

    def set_key(self, key: str) -> None:
        """Choose an option without telling."""
        self.setCurrentIndex(max(0, self.findData(key)))


class _Sides(QWidget):
    """Two boxes for a size that is typed."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.width_box, self.height_box = QSpinBox(), QSpinBox()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.px(6))
        row.addWidget(self.width_box)
        row.addWidget(QLabel("×"))
        row.addWidget(self.height_box)
        row.addStretch(1)
        for box, least in zip((self.width_box, self.height_box), LEAST, strict=True):
            box.setRange(least, MOST)
            box.setSingleStep(10)
            box.setKeyboardTracking(False)


class ExportForm(QWidget):
    """Shows choices and lets them be changed; ``changed`` tells that they were.

    ``movable`` are the sliders that a GIF can move: keys and names.
    """

    changed = Signal()

    def __init__(self, choices: ExportChoices, movable: Named, theme: Theme) -> None:
        super().__init__()
        self._kept = choices
        self.what, self.labs, self.scale = Segments(), Segments(), Segments()
        self.size_box, self.form, self.moving = Picker(_sizes()), Picker(_forms()), Picker(movable)
        self.theme, self.language = Picker(_themes()), Picker(_languages())
        self.sides = _Sides(theme)
        self.pixels = QLabel()
        self.caption = QCheckBox()
        self._rows = QFormLayout(self)
        self._rows.setContentsMargins(0, 0, theme.px(6), 0)
        self._rows.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self._rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self._rows.setVerticalSpacing(theme.px(8))
        self._labels: list[tuple[QLabel, QWidget]] = []
        for field in self._fields():
            label = QLabel()
            label.setBuddy(field)
            self._labels.append((label, field))
            self._rows.addRow(label, field)
        self._rows.insertRow(self._row(self.scale) + 1, "", self.pixels)
        self._rows.addRow("", self.caption)
        self._show(choices)
        self.name()
        self._connect()

    def _fields(self) -> tuple[QWidget, ...]:
        return (
            self.what,
            self.labs,
            self.form,
            self.moving,
            self.size_box,
            self.sides,
            self.scale,
            self.theme,
            self.language,
        )

    def _row(self, field: QWidget) -> int:
        return self._rows.getWidgetPosition(field)[0]  # type: ignore[index]

    def _show(self, choices: ExportChoices) -> None:
        self.size_box.set_key(choices.size)
        self.form.set_key(choices.form)
        self.theme.set_key(choices.theme)
        self.language.set_key(choices.language)
        self.caption.setChecked(choices.caption)
        self.sides.width_box.setValue(choices.width)
        self.sides.height_box.setValue(choices.height)

    def _connect(self) -> None:
        for segments in (self.what, self.labs, self.scale):
            segments.chosen.connect(self._on_changed)
        for picker in (self.form, self.moving, self.size_box, self.theme, self.language):
            picker.activated.connect(self._on_changed)
        for box in (self.sides.width_box, self.sides.height_box):
            box.valueChanged.connect(self._on_changed)
        self.caption.toggled.connect(self._on_changed)

    def _on_changed(self) -> None:
        if self.form.key() == "gif":
            self.labs.set_current("one")
        self._fit()
        self.changed.emit()

    def choices(self) -> ExportChoices:
        """Return what is chosen; name and folder are those it was made with."""
        return replace(
            self._kept,
            what=self.what.current(),
            size=self.size_box.key(),
            width=self.sides.width_box.value(),
            height=self.sides.height_box.value(),
            form=self.form.key(),
            scale=int(self.scale.current()),
            theme=self.theme.key(),
            language=self.language.key(),
            caption=self.caption.isChecked(),
            every_lab=self.labs.current() == "every",
        )

    # -- words --------------------------------------------------------------------------------

    def name(self) -> None:
        """Write everything in the current language."""
        kept = self._kept
        for segments, named, current in (
            (self.what, _whats(), kept.what),
            (self.labs, _labs(), "every" if kept.every_lab and kept.form != "gif" else "one"),
            (self.scale, [(f"{k}", verbatim(f"{k}×")) for k in SCALES], f"{kept.scale}"),
        ):
            options = [(key, spoken(name)) for key, name in named]
            segments.set_options(options, segments.current() or current)
        for picker in (self.form, self.moving, self.size_box, self.theme, self.language):
            picker.rename()
        words = (
            msg("Export", "What"),
            msg("Export", "Labs"),
            msg("Export", "Format"),
            msg("Export", "Moves"),
            msg("Export", "Size"),
            msg("Export", "Width × height"),
            msg("Export", "Resolution"),
            msg("Export", "Colours"),
            msg("Export", "Language"),
        )
        for (label, field), name in zip(self._labels, words, strict=True):
            label.setText(spoken(name))
            field.setAccessibleName(spoken(name))
        self.sides.width_box.setAccessibleName(spoken(msg("Export", "Width")))
        self.sides.height_box.setAccessibleName(spoken(msg("Export", "Height")))
        self.caption.setText(spoken(msg("Export", "Line with setting and source")))
        self.caption.setAccessibleName(self.caption.text())
        self._fit()

    def _fit(self) -> None:
        """Show what counts for the format, and how many pixels there will be."""
        chosen = self.choices()
        sized = chosen.has_look and chosen.form != "pptx"
        for field, counts in (
            (self.what, sized),
            (self.moving, chosen.form == "gif"),
            (self.size_box, sized),
            (self.sides, sized and chosen.size == CUSTOM),
            (self.scale, chosen.in_pixels),
            (self.pixels, sized),
            (self.theme, chosen.has_look),
            (self.language, chosen.has_look),
            (self.caption, chosen.has_look),
        ):
            self._rows.setRowVisible(self._row(field), counts)
        self.labs.setEnabled(chosen.form != "gif")
        self.pixels.setText(spoken(self._size_words(chosen)))

    @staticmethod
    def _size_words(chosen: ExportChoices) -> Msg:
        width, height = chosen.picture_size()
        if chosen.in_pixels:
            width, height = width * chosen.scale, height * chosen.scale
            return msg("Export", "{width} × {height} pixels", width=width, height=height)
        millimetres = [round(side / 96 * 25.4) for side in (width, height)]
        return msg("Export", "{width} × {height} mm", width=millimetres[0], height=millimetres[1])

    def minimumSizeHint(self) -> QSize:
        return self._rows.minimumSize()
