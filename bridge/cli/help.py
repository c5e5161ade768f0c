"""The pages of `--help`, as wide as the terminal and with a little colour where it shows any."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from typing import TYPE_CHECKING, Final

from bridge.cli.arguments import Tree
from bridge.cli.command import Command, Group
from bridge.cli.options import COMMON, Option

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bridge.cli.arguments import Help

PROGRAM: Final = "system-bridge"
WIDEST: Final = 100
"""Longer lines are hard to read, however wide the terminal is."""
_HELP: Final = Option("--help", "this page; after a command, that command's")
_VERSION: Final = Option("--version", "by itself: the version of this program")
_ABOUT: Final = "An assistant beside a Minecraft server."
_ANYWHERE: Final = "Options, in any place; for ai and ask before their words"


def page(asked: Help, sections: Mapping[str, Sequence[str]]) -> str:
    """The page on a node; `sections` are the headings under which the tree's words stand."""
    return "\n".join(_lines(asked, sections))


def _lines(asked: Help, sections: Mapping[str, Sequence[str]]) -> Iterator[str]:
    name = " ".join((PROGRAM, *asked.path))
    match asked.node:
        case Tree(load=load):
            yield f"{_bold('Usage:')} {name} COMMAND ..."
            yield from ("", _ABOUT)
            for heading, words in sections.items():
                yield from _part(heading, [(word, load(word).summary) for word in words])
            yield from _part(_ANYWHERE, _rows((*COMMON, _HELP, _VERSION)))
        case Group(summary=summary, commands=commands):
            yield f"{_bold('Usage:')} {name} COMMAND ..."
            yield from ("", *textwrap.wrap(summary, _width()))
            rows = [(f"{word} {each.words.usage}", each.summary) for word, each in commands.items()]
            yield from _part("Commands", rows)
            yield from _part("Options", _rows((*COMMON, _HELP)))
        case Command(summary=summary, words=words, options=options):
            yield f"{_bold('Usage:')} {' '.join(filter(None, (name, '[OPTIONS]', words.usage)))}"
            yield from ("", *textwrap.wrap(summary, _width()))
            if words.usage:
                yield from _part("Words", [(words.usage, words.help)])
            yield from _part("Options", _rows((*options, *COMMON, _HELP)))


def _rows(options: Iterable[Option]) -> list[tuple[str, str]]:
    return [(f"{each.name} {each.value}".strip(), each.help) for each in options]


def _part(heading: str, rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    yield from ("", _bold(f"{heading}:"))
    left = max(len(name.strip()) for name, _ in rows)
    for name, text in rows:
        first, *more = textwrap.wrap(text, max(_width() - left - 4, 20)) or [""]
        yield f"  {_colour(name.strip())}{' ' * (left - len(name.strip()))}  {first}"
        yield from (" " * (left + 4) + line for line in more)


def _width() -> int:
    return min(shutil.get_terminal_size().columns, WIDEST)


def _bold(text: str) -> str:
    return f"\x1b[1m{text}\x1b[0m" if _shows_colour() else text


def _colour(text: str) -> str:
    return f"\x1b[36m{text}\x1b[0m" if _shows_colour() else text


def _shows_colour() -> bool:
    """By the conventions of terminals and no-color.org."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain
