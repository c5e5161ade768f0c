"""Vanilla's command text reader (Brigadier) and the two messages of a command that failed.

Shapes of the errors: reference page "Minecraft Java server facts", B1.
"""

from __future__ import annotations

import string
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.demo import utf16

if TYPE_CHECKING:
    from collections.abc import Collection

HERE = "<--[HERE]"

_CONTEXT_UNITS = 10
_UNQUOTED = frozenset(string.ascii_letters + string.digits + "_-.+")
_TRAILING_DATA = "Expected whitespace to end one argument, but found trailing data"
_WRONG_ARGUMENT = "Incorrect argument for command"


class CommandError(Exception):
    """A command that did not run, or ran and failed.

    `cursor` is where in `command` the reader gave up, or None when the text was not to blame.
    """

    def __init__(self, problem: str, command: str = "", cursor: int | None = None) -> None:
        self.problem = problem
        self.command = command
        self.cursor = cursor
        super().__init__(problem)

    def messages(self) -> tuple[str, ...]:
        """What the source of the command is told, each text a message of its own."""
        if self.cursor is None:
            return (self.problem,)
        return (self.problem, context(self.command, self.cursor))


def context(command: str, cursor: int) -> str:
    """At most ten units before the cursor, everything after it, and the mark."""
    before, after = command[:cursor], command[cursor:]
    cut_off = utf16.length(before) - _CONTEXT_UNITS
    if cut_off > 0:
        before = "..." + utf16.without_first(before, cut_off)
    return f"{before}{after}{HERE}"


@dataclass(slots=True)
class Reader:
    """A command and how far it has been read. `unknown` is the version's word for no command."""

    text: str
    unknown: str
    cursor: int = 0

    @property
    def rest(self) -> str:
        """What has not been read."""
        return self.text[self.cursor :]

    def peek(self) -> str:
        """The next character, or an empty string at the end."""
        return self.text[self.cursor : self.cursor + 1]

    def take(self, character: str) -> bool:
        """Go over that character, if it comes next."""
        taken = self.peek() == character
        self.cursor += taken
        return taken

    def error(self, problem: str, cursor: int | None = None) -> CommandError:
        """The error that points at `cursor`, or at where the reader stands."""
        return CommandError(problem, self.text, self.cursor if cursor is None else cursor)

    def word(self) -> str:
        """The text up to the next blank."""
        word = self.rest.split(" ", 1)[0]
        self.cursor += len(word)
        return word

    def quotable(self) -> str:
        """A quoted string or an unquoted one."""
        if self.peek() in {'"', "'"}:
            return self._quoted()
        return self.unquoted()

    def unquoted(self) -> str:
        """A word of letters, digits and `_-.+` (it may be empty)."""
        start = self.cursor
        while self.peek() in _UNQUOTED:
            self.cursor += 1
        return self.text[start : self.cursor]

    def _quoted(self) -> str:
        quote = self.peek()
        self.cursor += 1
        read: list[str] = []
        while character := self.peek():
            self.cursor += 1
            if character == quote:
                return "".join(read)
            if character == "\\":
                character = self.peek()
                if character not in {quote, "\\"}:
                    raise self.error(f"Invalid escape sequence '{character}' in quoted string")
                self.cursor += 1
            read.append(character)
        raise self.error("Unclosed quoted string")

    def integer(self) -> int:
        """A 32-bit integer."""
        start = self.cursor
        while self.peek() in frozenset("0123456789.-"):
            self.cursor += 1
        digits = self.text[start : self.cursor]
        if not digits:
            raise self.error("Expected integer")
        try:
            value = int(digits)
        except ValueError:
            value = 1 << 32
        if not -(1 << 31) <= value < 1 << 31:
            self.cursor = start
            raise self.error(f"Invalid integer '{digits}'")
        return value

    def argument(self) -> None:
        """Go over the one blank to the argument that has to follow.

        Raises CommandError: the command ends here, or something else follows.
        """
        if not self.rest:
            raise self.error(self.unknown)
        self._separator()

    def literal(self, words: Collection[str]) -> str:
        """One of these words, which has to follow the next blank."""
        self.argument()
        start = self.cursor
        word = self.word()
        if word not in words:
            raise self.error(_WRONG_ARGUMENT, start)
        return word

    def end(self) -> None:
        """Nothing may follow."""
        if self.rest:
            self._separator()
            raise self.error(_WRONG_ARGUMENT)

    def _separator(self) -> None:
        if self.rest[0] != " ":
            raise self.error(_TRAILING_DATA)
        if self.rest == " ":
            raise self.error(_WRONG_ARGUMENT)
        self.cursor += 1
