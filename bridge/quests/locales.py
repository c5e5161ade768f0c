"""The words of a book in each wanted language, out of all the places where they can stand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.quests import era34
from bridge.quests.langfiles import language_files, read_language
from bridge.quests.lexicon import DEFAULT_LOCALE, Lexicon, no_names, text_sources
from bridge.quests.model import Era

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bridge.quests.fields import Tree
    from bridge.quests.filereading import FileReading
    from bridge.quests.folder import BookFolder
    from bridge.quests.jarwords import JarWords
    from bridge.quests.lexicon import Keys, Names


_LOWER: Final = re.compile(r"(?<=\.)(?=[0-9A-F]*[a-f])[0-9A-Fa-f]{16}(?=\.)")
"""An id in a key that the mod would have written in upper case."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The languages that are wanted, and names beyond the pack's own."""

    locales: tuple[str, ...]
    names: Names


def lexicons_of(
    folder: BookFolder,
    reading: FileReading,
    frame: Mapping[str, Tree],
    wanted: Wanted,
    mods: Mapping[str, JarWords],
) -> Iterator[Lexicon]:
    """The words in the first locale, and in each other one that there are words in."""
    fallback = era34.fallback_locale(frame)
    locales, names = wanted.locales, wanted.names
    keys = {each: _pack_keys(reading, each) for each in dict.fromkeys((*locales, DEFAULT_LOCALE))}
    texts: dict[str, Tree] = {}
    in_files = folder.era >= Era.LANG
    if in_files:
        sources = dict.fromkeys((*locales, fallback, DEFAULT_LOCALE))
        texts = {each: tree for each in sources if (tree := _texts(folder, reading, each))}
    for locale in dict.fromkeys(locales):
        if (
            locale == locales[0]
            or locale in texts
            or keys[locale]
            or mods.get(locale)
            or names is not no_names
        ):
            yield Lexicon(
                locale=locale,
                keys=_keys(locale, keys, mods),
                texts=text_sources(locale, fallback, texts) if in_files else (None,),
                names=names,
            )


def _keys(
    locale: str, pack: Mapping[str, Mapping[str, str]], mods: Mapping[str, JarWords]
) -> tuple[Keys, ...]:
    """Best first: the pack's own words stand above those of the mods, in each language."""
    found: list[Keys] = []
    for each in dict.fromkeys((locale, DEFAULT_LOCALE)):
        if pack[each]:
            found.append(pack[each])
        if each in mods:
            found.append(mods[each])
    return tuple(found)


def _texts(folder: BookFolder, reading: FileReading, locale: str) -> dict[str, object]:
    """The book's own texts in a locale: of one file, or (era 5) of all in a folder."""
    names = [
        name
        for name in folder.languages
        if name.startswith(f"lang/{locale}/") or name.rpartition(".")[0] == f"lang/{locale}"
    ]
    found: dict[str, object] = {}
    for tree in reading.trees(folder.root, names).values():
        found |= tree
    if _LOWER.search("\n".join(found)):
        return {_LOWER.sub(lambda match: match[0].upper(), key): found[key] for key in found}
    return found


def _pack_keys(reading: FileReading, locale: str) -> Mapping[str, str]:
    merged: dict[str, str] = {}
    for path in language_files(reading.server_directory, locale):
        merged |= reading.read(path, read_language) or {}
    return merged
