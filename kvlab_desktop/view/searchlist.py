"""A list of many named things that is searched by typing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QCompleter

from .combo import Combo
from .edits import Edit

_FOUND_BY = Qt.ItemDataRole.UserRole + 1


class _Completer(QCompleter):
    """Searches in names and keywords, and writes the names."""

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        return str(index.data(Qt.ItemDataRole.DisplayRole))


class SearchList(Combo):
    """Shows what contains the typed text in its name or keywords; Enter takes the first.

    A text that nothing was chosen by gives way to the present name again.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setEditable(True)
        self._box = Edit()
        self.setLineEdit(self._box)
        self.setInsertPolicy(Combo.InsertPolicy.NoInsert)
        self.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(22)
        self._matches = completer = _Completer(self.model(), self)
        completer.setCompletionRole(_FOUND_BY)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self.setCompleter(completer)
        self._box.returnPressed.connect(self._take_first)

    def set_keywords(self, words: Sequence[str]) -> None:
        """Let each item be found by its name and by these words, one text for each item."""
        for i, more in enumerate(words):
            self.setItemData(i, f"{self.itemText(i)} {more}", _FOUND_BY)

    def found(self, typed: str) -> list[str]:
        """Return the names of what a typed text finds."""
        self._matches.setCompletionPrefix(typed)
        model = self._matches.completionModel()
        return [str(model.index(i, 0).data()) for i in range(model.rowCount())]

    def _take_first(self) -> None:
        typed, popup = self._box.text(), self._matches.popup()
        assert popup is not None
        if typed == self.itemText(self.currentIndex()) or popup.currentIndex().isValid():
            return  # nothing was typed, or the list of matches takes what stands in it
        names = self.found(typed) if typed else []
        popup.hide()
        if names:
            index = self.findText(names[0], Qt.MatchFlag.MatchExactly)
            self.setCurrentIndex(index)
            self.activated.emit(index)
        self._write_present()

    def _write_present(self) -> None:
        self.setEditText(self.itemText(self.currentIndex()))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._write_present()
