"""The strip of controls: the few that matter most, the view tabs, and the rest behind "More"."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from ..core.params import Choice, Param, Values
from ..core.text import msg
from .controls import Control, make_control
from .flow import FlowLayout
from .language import spoken, text
from .segments import Segments
from .theme import Theme

_WIDEST = 560  # of a control behind "More", before its name goes above it


class Strip(QFrame):
    """Makes the controls of a lab and keeps them; ``views`` are its tabs, wherever they stand."""

    changed = Signal(str, object)
    held = Signal(bool)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self._controls: dict[str, Control] = {}
        self._row = FlowLayout(self, fill=True)
        self._view: Choice | None = None
        self.views = Segments()
        self.views.chosen.connect(self._on_view)
        self.views.hide()
        self.more_button = QPushButton()
        self.more_button.clicked.connect(self.open_more)
        self.more = QFrame(self, Qt.WindowType.Popup)
        self.more.setObjectName("popup")
        self._more_column = QVBoxLayout(self.more)
        self._more_column.setSpacing(theme.px(10))
        self._more_column.setContentsMargins(*[theme.px(14)] * 4)

    def name_controls(self, params: Sequence[Param]) -> None:
        """Write the names of all controls in the current language; makes them the first time."""
        for param in params:
            if param.tier == "hidden":
                continue
            if isinstance(param, Choice) and param.role == "view":
                self._view = param
                self.views.set_name(spoken(param.label))
                self.views.show()
                continue
            if param.id not in self._controls:
                self._add_control(param)
            self._controls[param.id].rename()
        self.more_button.setText(text(msg("Page", "More")))
        self.more_button.setAccessibleName(self.more_button.text())
        self.more_button.setVisible(self._more_column.count() > 0)

    def _add_control(self, param: Param) -> None:
        control = self._controls[param.id] = make_control(param, self._theme)
        control.changed.connect(self.changed)
        control.held.connect(self.held)
        if param.tier == "strip":
            self.add(control)
        else:
            self._more_column.addWidget(control)

    def add(self, widget: QWidget) -> None:
        """Put a widget at the end of the strip, before "More"."""
        self._row.removeWidget(self.more_button)
        self._row.addWidget(widget)
        self._row.addWidget(self.more_button)

    @property
    def is_made(self) -> bool:
        """Whether the controls are there."""
        return bool(self._controls)

    def feed(self, values: Values) -> None:
        """Show the values in the controls."""
        for control in self._controls.values():
            control.feed(values)
        if self._view is not None:
            options = [(o.key, spoken(o.label)) for o in self._view.options]
            self.views.set_options(options, str(values[self._view.id]))

    def control(self, param: str) -> Control:
        """Return the control of a parameter."""
        return self._controls[param]

    def set_narrow(self, narrow: bool) -> None:
        """Leave less room round the controls, or as much as looks best."""
        px = self._theme.px
        side, edge, gap = (px(10), px(4), px(10)) if narrow else (px(14), px(8), px(18))
        self._row.setContentsMargins(side, edge, side, edge)
        self._row.set_gaps(gap, edge)
        self.updateGeometry()

    def open_more(self) -> None:
        """Show the controls behind "More" under its button, as far as the screen allows."""
        for control in self._controls.values():
            if control.param.tier != "strip":
                control.keep_within(self._theme.px(_WIDEST))
        self.more.adjustSize()
        corner = self.more_button.mapToGlobal(self.more_button.rect().bottomLeft())
        place = self.more.rect().translated(corner + QPoint(0, self._theme.px(4)))
        screen = self.screen().availableGeometry()
        place.moveRight(min(place.right(), screen.right()))
        place.moveBottom(min(place.bottom(), screen.bottom()))
        self.more.move(max(place.left(), screen.left()), max(place.top(), screen.top()))
        self.more.show()
        self.more.focusNextChild()

    def _on_view(self, key: str) -> None:
        if self._view is not None:
            self.changed.emit(self._view.id, key)
