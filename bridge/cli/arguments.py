"""Reading the command line: which command is meant, and what is given to it. Pure.

Not argparse: beside 14 ms of import it takes options between the words only by a detour on which it
loses what stands after `--`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NoReturn

from bridge.cli.command import Command, Given, Group
from bridge.cli.options import COMMON, Options
from bridge.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bridge.cli.options import Option

HELP: Final = ("--help", "-h")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """Every word that is a command, and how to get at what it does: only one is wanted."""

    words: Sequence[str]
    load: Callable[[str], Command | Group]


@dataclass(frozen=True, slots=True)
class Help:
    """The help on a command, a group, or the whole; `path` are its words."""

    node: Command | Group | Tree
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Invocation:
    """One command, to be carried out."""

    command: Command
    given: Given


def parse(arguments: Sequence[str], tree: Tree) -> Help | Invocation:
    """What is asked for; nothing at all asks for help. Raises UsageError, one line."""
    node: Command | Group | Tree = tree
    path: tuple[str, ...] = ()
    words: list[str] = []
    values: dict[str, str] = {}
    left = iter(arguments if arguments else HELP[:1])
    for argument in left:
        if argument == "--":
            words += left
        elif argument in HELP:
            return Help(node, path)
        elif _is_option(argument):
            name, value = _option(argument, left, _options(node))
            values[name] = value
        elif isinstance(node, Command):
            words.append(argument)
            if node.free:
                words += left
        else:
            node = _below(node, argument)
            path = (*path, argument)
    if not isinstance(node, Command):
        what = f"{' '.join(path)} needs" if path else "a command is needed,"
        raise _wrong(f"{what} one of: {', '.join(_names(node))}")
    _count(node, path, words)
    return Invocation(node, Given(options=Options.of(values), words=tuple(words), values=values))


def _is_option(argument: str) -> bool:
    """A lone dash and a negative number are words."""
    return argument.startswith("-") and argument != "-" and not argument[1:].isdecimal()


def _options(node: Command | Group | Tree) -> Iterable[Option]:
    return (*COMMON, *node.options) if isinstance(node, Command) else COMMON


def _option(argument: str, left: Iterator[str], options: Iterable[Option]) -> tuple[str, str]:
    name, equals, value = argument.partition("=")
    option = next((option for option in options if option.name == name), None)
    if option is None:
        _no_such("option", name, [option.name for option in options])
    if not option.value:
        if equals:
            raise _wrong(f"{name} takes no value")
        return name, ""
    if equals:
        return name, value
    for following in left:
        return name, following
    raise UsageError(f"{name} needs a value")


def _below(node: Group | Tree, word: str) -> Command | Group:
    if word not in _names(node):
        _no_such("command", word, _names(node))
    return node.load(word) if isinstance(node, Tree) else node.commands[word]


def _names(node: Group | Tree) -> Sequence[str]:
    return node.words if isinstance(node, Tree) else list(node.commands)


def _count(command: Command, path: Sequence[str], words: Sequence[str]) -> None:
    takes = command.words
    if len(words) < takes.least:
        raise _wrong(f"{' '.join(path)} needs {takes.usage}")
    if takes.most is not None and len(words) > takes.most:
        raise _wrong(f"{' '.join(path)} does not take {words[takes.most]!r}")


def _no_such(kind: str, word: str, words: Sequence[str]) -> NoReturn:
    from difflib import get_close_matches

    close = get_close_matches(word, words, n=1)
    hint = f"; did you mean {close[0]}?" if close else "."
    raise _wrong(f"there is no {kind} {word!r}{hint}")


def _wrong(problem: str) -> UsageError:
    end = "" if problem.endswith((".", "?")) else "."
    return UsageError(f"{problem}{end} See system-bridge --help")
