"""The grammar of explicit commands (`/quests storage`), contract section 4. Pure; knows no feature.

`/system ai` has a grammar of its own (`commands.system_ai`).
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

SLASHES = "/／"


class Argument(StrEnum):
    """Whether a command takes words after its name."""

    NONE = "none"
    OPTIONAL = "optional"
    REQUIRED = "required"


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One explicit command. `usage` and `summary` are keys of the language files."""

    name: str
    usage: str
    summary: str
    argument: Argument = Argument.NONE
    input: str = "text"
    """The workflow's input that the argument becomes."""
    given: Mapping[str, str] = field(default_factory=dict[str, str])
    """What the command itself gives: what a sentence that means the same does not."""


@dataclass(frozen=True, slots=True)
class Invocation:
    """A well-formed use; `argument` is empty where none was given."""

    command: Command
    argument: str


@dataclass(frozen=True, slots=True)
class Malformed:
    """The command exists; its argument is missing, or it takes none."""

    command: Command


@dataclass(frozen=True, slots=True)
class Unknown:
    """No such command; `similar` are uses of the nearest ones, the best first."""

    name: str
    similar: tuple[Invocation, ...] = ()


def parse(text: str, commands: Mapping[str, Command]) -> Invocation | Malformed | Unknown | None:
    """What `text` means as a command; None when it does not begin with a slash."""
    stripped = text.strip()
    if not stripped or stripped[0] not in SLASHES:
        return None
    word, _, rest = unicodedata.normalize("NFKC", stripped[1:]).strip().partition(" ")
    name = word.casefold()
    argument = " ".join(rest.split())
    if name in commands:
        return _use(commands[name], argument)
    nearest = get_close_matches(name, commands, n=3)
    uses = (_use(commands[other], argument) for other in nearest)
    return Unknown(name, tuple(use for use in uses if isinstance(use, Invocation)))


def _use(command: Command, argument: str) -> Invocation | Malformed:
    match command.argument:
        case Argument.NONE:
            return Malformed(command) if argument else Invocation(command, "")
        case Argument.OPTIONAL:
            return Invocation(command, argument)
        case Argument.REQUIRED:
            return Invocation(command, argument) if argument else Malformed(command)
