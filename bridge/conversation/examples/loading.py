"""Reads the built-in files: TOML whose values are lines of examples or lists of words."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from bridge.conversation.matcher import Example, Kind, Vocabulary, WordList

if TYPE_CHECKING:
    from collections.abc import Iterator

_Table = dict[str, dict[str, str]]
"""Table of a word file -> concept -> its words."""

FOLDER: Final = Path(__file__).parent
LANGUAGES: Final = ("en", "zh")


def built_in_examples() -> list[Example]:
    """All examples of all languages, in the order of the files."""
    return [
        example
        for language in LANGUAGES
        for head, lines in _lines(language).items()
        for example in _examples(head, lines)
    ]


def built_in_vocabulary() -> Vocabulary:
    """The word lists of all languages as one: a concept has one name in all of them."""
    tables = [_table(language, name) for language in LANGUAGES for name in ("words", "world")]
    lists = [each for table in tables for each in _word_lists(table)]
    endings = [table["endings"]["ingame"] for table in tables if "endings" in table]
    return Vocabulary(lists, endings=[end for words in endings for end in _listed(words)])


def _lines(language: str) -> dict[str, str]:
    return cast("dict[str, str]", tomllib.loads(_text(language, "examples")))


def _table(language: str, name: str) -> _Table:
    return cast("_Table", tomllib.loads(_text(language, name)))


def _text(language: str, name: str) -> str:
    return (FOLDER / language / f"{name}.toml").read_text(encoding="utf-8")


def _examples(head: str, lines: str) -> Iterator[Example]:
    """A section's head is a capability and what its lines set: `system:history state=on`."""
    capability, *settings = head.split()
    given = dict(setting.split("=", 1) for setting in settings)
    for line in lines.splitlines():
        if line.strip():
            yield Example(capability=capability, text=line.strip(), input=given)


def _word_lists(table: _Table) -> Iterator[WordList]:
    for kind, lists in table.items():
        if kind == "endings":
            continue
        for concept, words in lists.items():
            yield WordList(kind=Kind(kind), concept=concept, phrases=_listed(words))


def _listed(words: str) -> tuple[str, ...]:
    return tuple(each for word in words.split(",") if (each := word.strip()))
