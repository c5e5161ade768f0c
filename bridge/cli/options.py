"""The options that every command takes, wherever they stand (contract section 2). Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bridge.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

FREE_WORDS: Final = {"ai": (), "ask": ("--player",)}
"""Commands whose free words are not ours to read, with their own options that take a value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """`--config FILE`, `--directory DIR`, `--server NAME`, `--json`."""

    config: str | None = None
    directory: str | None = None
    server: str | None = None
    json: bool = False


_WITH_VALUE: Final = {"--config": "config", "--directory": "directory", "--server": "server"}


def extract(arguments: Sequence[str]) -> tuple[Options, list[str]]:
    """The options, and the arguments without them.

    For `ai` and `ask` they end where the free words begin. Raises UsageError for an option
    without its value.
    """
    options = Options()
    rest: list[str] = []
    position = 0
    while position < len(arguments):
        argument = arguments[position]
        if argument == "--" or _free_words_begin(rest, argument):
            return options, [*rest, *arguments[position:]]
        name, equals, value = argument.partition("=")
        if argument == "--json":
            options = replace(options, json=True)
        elif name in _WITH_VALUE:
            if not equals:
                position += 1
                if position == len(arguments):
                    problem = f"{name} needs a value"
                    raise UsageError(problem)
                value = arguments[position]
            options = replace(options, **{_WITH_VALUE[name]: value})
        else:
            rest.append(argument)
        position += 1
    return options, rest


def _free_words_begin(rest: Sequence[str], argument: str) -> bool:
    """Whether `argument` is the first free word of a command that has such."""
    if not rest or rest[0] not in FREE_WORDS or argument.startswith("--"):
        return False
    return rest[-1] not in FREE_WORDS[rest[0]]
