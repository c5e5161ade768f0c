"""The line that is being typed at the administrator's terminal: keys in, whole lines out. Pure.

An editor of our own, for the standard library's `readline` draws the line itself and waits in a
thread of its own: lines of the server would be written into what is typed.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.commands.system_ai import Completion

LONGEST: Final = 16_384
"""Characters of a line; what is typed or pasted beyond is left out."""
MOST_REMEMBERED: Final = 200

_KEY: Final = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1bO[@-~]|\x1b[^\[O]|[^\x1b]", re.DOTALL)
_HALF: Final = re.compile(r"\x1b(?:\[[0-?]{0,30}[ -/]{0,30}|O)?")
_WORD_BEHIND: Final = re.compile(r"\S*\s*\Z")


@dataclass(frozen=True, slots=True)
class Entered:
    """A line was finished."""

    line: str


@dataclass(frozen=True, slots=True)
class Offered:
    """The word at the cursor may become any of these."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EndTyped:
    """Ctrl-D on an empty line."""


Happening = Entered | Offered | EndTyped


class Editor:
    """One line with a cursor, and the lines before it. `complete` is asked at Tab."""

    def __init__(self, complete: Callable[[str, int], Completion]) -> None:
        self.text = ""
        self.cursor = 0
        self._complete = complete
        self._past: list[str] = []
        self._place = 0
        self._kept = ""
        self._pending = ""

    def feed(self, typed: str) -> list[Happening]:
        """What keys did, in their order; half an escape sequence waits for its other half."""
        typed = self._pending + typed
        self._pending = ""
        happened: list[Happening] = []
        place = 0
        while place < len(typed):
            match = _KEY.match(typed, place)
            if match is None and _HALF.fullmatch(typed, place):
                self._pending = typed[place:]
                break
            key = match[0] if match else typed[place]
            place += len(key)
            if (happening := self._press(key)) is not None:
                happened.append(happening)
        return happened

    def window(self, columns: int) -> tuple[str, int]:
        """The part of the text that fits so many columns, and the column of the cursor in it."""
        begin = 0
        while begin < self.cursor and width(self.text[begin : self.cursor]) >= columns:
            begin += 1
        end = begin
        used = 0
        while end < len(self.text) and used + width(self.text[end]) < columns:
            used += width(self.text[end])
            end += 1
        return self.text[begin:end], width(self.text[begin : self.cursor])

    def _press(self, key: str) -> Happening | None:
        match key:
            case "\r" | "\n":
                return self._enter()
            case "\t":
                return self._tab()
            case "\x04" if not self.text:
                return EndTyped()
            case _ if key in _EDITS:
                _EDITS[key](self)
            case _ if key.isprintable() and len(self.text) < LONGEST:
                self._replace(self.cursor, self.cursor, key)
            case _:
                pass
        return None

    def _enter(self) -> Entered:
        line = self.text
        if line.strip() and self._past[-1:] != [line]:
            self._past.append(line)
            del self._past[:-MOST_REMEMBERED]
        self._place = len(self._past)
        self._show("")
        return Entered(line)

    def _tab(self) -> Offered | None:
        """Put in what is certain; what is not is offered."""
        completion = self._complete(self.text, self.cursor)
        items = completion.items
        if not items:
            return None
        sure = f"{items[0]} " if len(items) == 1 else items[0][: _in_common(items)]
        if len(sure) <= self.cursor - completion.start:
            return Offered(items)
        self._replace(completion.start, self.cursor, sure)
        return None

    def _replace(self, begin: int, end: int, text: str) -> None:
        self.text = self.text[:begin] + text + self.text[end:]
        self.cursor = begin + len(text)

    def _show(self, line: str) -> None:
        self.text = line
        self.cursor = len(line)

    def _delete(self, begin: int, end: int) -> None:
        self._replace(max(begin, 0), end, "")

    def _go(self, place: int) -> None:
        self.cursor = min(max(place, 0), len(self.text))

    def _turn(self, step: int) -> None:
        """To an older or a newer line; what is being typed is the newest."""
        place = self._place + step
        if not 0 <= place <= len(self._past):
            return
        if self._place == len(self._past):
            self._kept = self.text
        self._place = place
        self._show(self._kept if place == len(self._past) else self._past[place])

    def _word_begin(self) -> int:
        found = _WORD_BEHIND.search(self.text[: self.cursor])
        return found.start() if found else 0

    def backspace(self) -> None:
        """The character before the cursor goes."""
        self._delete(self.cursor - 1, self.cursor)

    def delete(self) -> None:
        """The character at the cursor goes."""
        if self.cursor < len(self.text):
            self._replace(self.cursor, self.cursor + 1, "")

    def delete_word(self) -> None:
        """The word before the cursor goes."""
        self._delete(self._word_begin(), self.cursor)

    def delete_to_begin(self) -> None:
        """All before the cursor goes."""
        self._delete(0, self.cursor)

    def delete_to_end(self) -> None:
        """All behind the cursor goes."""
        self.text = self.text[: self.cursor]

    def left(self) -> None:
        """One character to the left."""
        self._go(self.cursor - 1)

    def right(self) -> None:
        """One character to the right."""
        self._go(self.cursor + 1)

    def begin(self) -> None:
        """To the begin of the line."""
        self._go(0)

    def end(self) -> None:
        """To the end of the line."""
        self._go(len(self.text))

    def older(self) -> None:
        """The line before."""
        self._turn(-1)

    def newer(self) -> None:
        """The line after."""
        self._turn(1)


_EDITS: Final[dict[str, Callable[[Editor], None]]] = {
    "\x7f": Editor.backspace,
    "\x08": Editor.backspace,
    "\x04": Editor.delete,
    "\x1b[3~": Editor.delete,
    "\x17": Editor.delete_word,
    "\x1b\x7f": Editor.delete_word,
    "\x15": Editor.delete_to_begin,
    "\x0b": Editor.delete_to_end,
    "\x02": Editor.left,
    "\x06": Editor.right,
    "\x01": Editor.begin,
    "\x05": Editor.end,
    "\x10": Editor.older,
    "\x0e": Editor.newer,
    **{f"\x1b{kind}D": Editor.left for kind in "[O"},
    **{f"\x1b{kind}C": Editor.right for kind in "[O"},
    **{f"\x1b{kind}H": Editor.begin for kind in "[O"},
    **{f"\x1b{kind}F": Editor.end for kind in "[O"},
    **{f"\x1b{kind}A": Editor.older for kind in "[O"},
    **{f"\x1b{kind}B": Editor.newer for kind in "[O"},
    "\x1b[1~": Editor.begin,
    "\x1b[4~": Editor.end,
}


def _in_common(items: tuple[str, ...]) -> int:
    """How many characters all of them begin with, whatever their case."""
    columns = zip(*(item.lower() for item in items), strict=False)
    return sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, columns))


def width(text: str) -> int:
    """Columns that a terminal takes for it."""
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
