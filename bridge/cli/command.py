"""What a command is: values that say what it takes, and the function that carries it out.

Each word of `system-bridge` has a module in `bridge.cli.commands` with such a value as `COMMAND`;
the table of the words is in `bridge.cli.app`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bridge.cli.options import Option, Options


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What stood on the command line: the common options, the words, the command's own options."""

    options: Options
    words: tuple[str, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict[str, str])
    """By the option's name; "" for a flag."""

    @property
    def text(self) -> str:
        """The words as one."""
        return " ".join(self.words)

    @property
    def word(self) -> str | None:
        """The first word, if there is one."""
        return self.words[0] if self.words else None


@dataclass(frozen=True, slots=True)
class Words:
    """What follows a command: `usage` as help shows it, and how many words it may be."""

    usage: str
    help: str
    least: int = 0
    most: int | None = None


NO_WORDS = Words("", "", most=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """`run` returns the exit code, and raises BridgeErrors.

    The words of a `free` command are not ours to read: from the first one on nothing is an option.
    """

    summary: str
    run: Callable[[Given], int]
    words: Words = NO_WORDS
    options: tuple[Option, ...] = ()
    free: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Commands behind a common word."""

    summary: str
    commands: Mapping[str, Command]
