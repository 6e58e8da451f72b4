"""A parameter as a control; one signal for all of them: ``changed(id, value)``."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QLocale, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QBoxLayout,
    QFileDialog,
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from ..core.params import Choice, Param, Pick, Slider, Toggle, Value, Values
from ..core.text import msg
from .combo import Combo
from .edits import ValueBox
from .label import RichLabel
from .language import spoken
from .searchlist import SearchList
from .segments import Segments
from .theme import Theme
from .tickbox import TickBox
from .track import Track

_MANY = 4  # more options than this go into a list


class Control(QWidget):
    """A label and whatever sets one parameter."""

    changed = Signal(str, object)
    #: the user is moving it (True) or has let go (False)
    held = Signal(bool)

    def __init__(self, param: Param, theme: Theme) -> None:
        super().__init__()
        self.param = param
        self.theme = theme
        self._usable = True
        self._value: Value | None = None
        self.label = RichLabel("body", theme, wrap=False)
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(theme.px(8))
        self.row.addWidget(self.label)

    def feed(self, values: Values) -> None:
        """Show the values; tells nobody."""
        usable = self.param.enabled is None or self.param.enabled(values)
        if usable != self._usable:
            self._usable = usable
            self.setEnabled(usable)
            self.label.set_text(self.label.text(), "ink" if usable else "muted")
        value = values[self.param.id]
        if value != self._value:
            self._value = value
            self.set_value(value)

    def rename(self) -> None:
        """Write the names again, in the current language."""
        self._value = None
        name, help_text = spoken(self.param.label), spoken(self.param.help)
        self.label.set_text(name)
        self.setToolTip(help_text)
        self.set_name(name, help_text)

    def keep_within(self, width: int) -> None:
        """Put the name above what it names where the two side by side are wider than that."""
        self.row.setDirection(QBoxLayout.Direction.LeftToRight)
        if self.row.sizeHint().width() > width:
            self.row.setDirection(QBoxLayout.Direction.TopToBottom)

    def set_name(self, name: str, description: str) -> None:
        """Give the focusable part its accessible name."""
        raise NotImplementedError

    def set_value(self, value: Value) -> None:
        """Show a value without telling."""
        raise NotImplementedError

    def tell(self, value: Value) -> None:
        """Say that the user set a value."""
        self.changed.emit(self.param.id, value)


class SliderControl(Control):
    """A slider and a box in which the exact value can be typed."""

    def __init__(self, param: Slider, theme: Theme) -> None:
        super().__init__(param, theme)
        self.track = Track(param, theme)
        self.track.setMinimumWidth(theme.px(60))
        self.track.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.box = ValueBox(param.page, theme)
        self.row.addWidget(self.track, 1)
        self.row.addWidget(self.box)
        self._widen()
        self.track.valueChanged.connect(self._on_moved)
        self.track.sliderPressed.connect(self._on_pressed)
        self.track.sliderReleased.connect(self._on_released)
        self.box.editingFinished.connect(self._on_typed)
        self.box.stepped.connect(self._on_stepped)

    def _widen(self) -> None:
        """Make the box wide enough for every value."""
        slider = self.slider
        samples = (slider.text(slider.at(i)) for i in (0, slider.positions // 2, slider.positions))
        room = self.box.fontMetrics().horizontalAdvance(max(samples, key=len) + "00")
        self.box.setFixedWidth(room + self.theme.px(10))

    @property
    def slider(self) -> Slider:
        """The parameter as a slider."""
        return cast(Slider, self.param)

    def set_name(self, name: str, description: str) -> None:
        self.track.setAccessibleName(name)
        self.box.setAccessibleName(name)
        self.track.setAccessibleDescription(description)

    def set_value(self, value: Value) -> None:
        position = self.slider.position(float(value))
        if self.track.value() != position:
            blocked = self.track.blockSignals(True)
            self.track.setValue(position)
            self.track.blockSignals(blocked)
        self.box.show_value(self.slider.text(value))

    def _on_moved(self, position: int) -> None:
        self.tell(self.slider.at(position))

    def _on_pressed(self) -> None:
        self.held.emit(True)

    def _on_released(self) -> None:
        self.held.emit(False)

    def _on_stepped(self, steps: int) -> None:
        self.track.setValue(self.track.value() + steps)

    def _on_typed(self) -> None:
        if not self.box.isModified():
            return
        self.box.setModified(False)
        typed = self.box.text().strip().replace("\u00a0", "").replace(",", ".")
        value = self._read(typed)
        if value is None:
            self.box.take_back()
        else:
            self.tell(value)
            self.set_value(value)

    def _read(self, typed: str) -> Value | None:
        """Return a typed value, brought to the nearest allowed one; ``None`` for no number."""
        factor = {"k": 1024.0, "m": 1048576.0}.get(typed[-1:].lower(), 1.0)
        number, right = QLocale.c().toDouble(typed.rstrip("kKmM%×"))
        return self.slider.clamp(number * factor) if right else None


class ToggleControl(Control):
    """A check box."""

    def __init__(self, param: Toggle, theme: Theme) -> None:
        super().__init__(param, theme)
        self.box = TickBox(theme)
        self.row.insertWidget(0, self.box)
        self.box.clicked.connect(self._on_clicked)

    def set_name(self, name: str, description: str) -> None:
        self.box.setAccessibleName(name)
        self.box.setAccessibleDescription(description)

    def set_value(self, value: Value) -> None:
        self.box.setChecked(bool(value))

    def _on_clicked(self, on: bool) -> None:
        self.tell(on)


class ChoiceControl(Control):
    """A few options as buttons side by side."""

    def __init__(self, param: Choice, theme: Theme) -> None:
        super().__init__(param, theme)
        self.segments = Segments()
        self.row.addWidget(self.segments, 0, Qt.AlignmentFlag.AlignLeft)
        self.segments.chosen.connect(self.tell)
        # in the strip the options say what they are; the name is for the screen reader
        self.label.setVisible(param.tier != "strip")

    def set_name(self, name: str, description: str) -> None:
        self.segments.set_name(name, description)

    def set_value(self, value: Value) -> None:
        choice = cast(Choice, self.param)
        self.segments.set_options([(o.key, spoken(o.label)) for o in choice.options], str(value))


class ListControl(Control):
    """Many options in a list that is searched by typing."""

    def __init__(self, param: Choice, theme: Theme) -> None:
        super().__init__(param, theme)
        self.combo = SearchList() if isinstance(param, Pick) else Combo()
        if not isinstance(self.combo, SearchList):
            self.combo.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToContents)
        self.row.addWidget(self.combo, 1)
        self.combo.activated.connect(self._on_chosen)
        self._open: QPushButton | None = None
        if isinstance(param, Pick) and param.accepts:
            self._open = QPushButton("…")
            self._open.clicked.connect(self._on_open)
            self.row.addWidget(self._open)

    def set_name(self, name: str, description: str) -> None:
        self.combo.setAccessibleName(name)
        # on Linux Qt gives the chosen item as a list's name
        self.combo.setAccessibleDescription("\n".join(filter(None, (name, description))))
        if self._open is not None:
            self._open.setAccessibleName(spoken(msg("Controls", "Open a file: {name}", name=name)))
            self._open.setToolTip(self._open.accessibleName())

    def set_value(self, value: Value) -> None:
        choice = cast(Choice, self.param)
        names = [spoken(option.label) for option in choice.options]
        shown = [self.combo.itemText(i) for i in range(len(names))]
        blocked = self.combo.blockSignals(True)
        if names != shown or self.combo.count() < len(names):
            self.combo.clear()
            for option, name in zip(choice.options, names, strict=True):
                self.combo.addItem(name, option.key)
            if isinstance(self.combo, SearchList):
                self.combo.set_keywords([option.keywords for option in choice.options])
        at = self.combo.findData(str(value))
        if at < 0:  # a file of the user's
            self.combo.addItem(str(value).replace("\\", "/").rsplit("/", 1)[-1], str(value))
            at = self.combo.count() - 1
        self.combo.setCurrentIndex(at)
        self.combo.blockSignals(blocked)
        need = self.combo.fontMetrics().horizontalAdvance(self.combo.currentText())
        self.combo.setMinimumWidth(min(need + self.theme.px(40), self.theme.px(320)))

    def _on_chosen(self, index: int) -> None:
        self.tell(self.combo.itemData(index))

    def _on_open(self) -> None:
        endings = " ".join(f"*{ending}" for ending in cast(Pick, self.param).accepts)
        path, _kind = QFileDialog.getOpenFileName(
            self, self.combo.accessibleName(), "", f"({endings})"
        )
        if path:
            self.tell(path)

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(self.theme.px(160), 0))


def make_control(param: Param, theme: Theme) -> Control:
    """Return the control for a parameter."""
    if isinstance(param, Slider):
        return SliderControl(param, theme)
    if isinstance(param, Toggle):
        return ToggleControl(param, theme)
    if isinstance(param, Pick) or (isinstance(param, Choice) and len(param.options) > _MANY):
        return ListControl(param, theme)
    if isinstance(param, Choice):
        return ChoiceControl(param, theme)
    raise TypeError(f"no control for {type(param).__name__}")
