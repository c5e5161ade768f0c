"""Loads a server's quest book from disk.

One unreadable file costs its own content and is one problem; everything else loads. The parsed
trees are dropped chapter by chapter, so that loading takes little more memory than the book.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bridge.quests import era12, era34
from bridge.quests.consistency import repeated_ids
from bridge.quests.filereading import FileReading
from bridge.quests.folder import PLACE, find_book
from bridge.quests.langfiles import language_files, read_language
from bridge.quests.lexicon import DEFAULT_LOCALE, Lexicon, no_names, text_sources
from bridge.quests.model import Book, Era
from bridge.quests.phrases import phrases_for
from bridge.quests.sharing import share_chapter

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from bridge.quests.fields import Tree
    from bridge.quests.filereading import Problem, Stamp
    from bridge.quests.folder import BookFolder
    from bridge.quests.lexicon import Names
    from bridge.quests.model import Chapter


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How much a book holds."""

    chapters: int = 0
    quests: int = 0
    tasks: int = 0
    rewards: int = 0
    links: int = 0
    tables: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedBook:
    """A book as it was on disk; names of files are paths under the server's directory.

    `book` is None where FTB Quests is not present at all.
    """

    book: Book | None
    localised: Mapping[str, Book] = field(default_factory=dict[str, Book])
    """The book in further locales: those that the pack has words for."""
    problems: tuple[Problem, ...] = ()
    counts: Counts = field(default_factory=Counts)
    stamps: Mapping[str, Stamp] = field(default_factory=dict[str, "Stamp"])

    def in_locale(self, locale: str) -> Book | None:
        """The book for a player of this language; the main one where it has no words in it."""
        return self.localised.get(locale, self.book)


def load_book(
    server_directory: Path,
    *,
    locale: str = DEFAULT_LOCALE,
    others: Sequence[str] = (),
    names: Names = no_names,
) -> LoadedBook:
    """Load the book in `locale`, and in each of `others` that the pack has words for.

    Never raises for what lies there; a folder that cannot be listed is one problem too.
    """
    reading = FileReading(server_directory)
    try:
        folder = find_book(server_directory)
        if folder is None:
            return LoadedBook(book=None)
        books = _books(folder, reading, (locale, *others), names)
        place = folder.root.relative_to(server_directory).as_posix()
        for file, text in repeated_ids(books[0]):
            reading.report(f"{place}/{file}", f"{place}/{file}: {text}")
    except OSError as error:
        reading.report(str(error.filename), f"{error.filename}: {error.strerror}")
        books = [_empty(Era.INLINE, locale)]
    return LoadedBook(
        book=books[0],
        localised={book.locale: book for book in books[1:]},
        problems=tuple(reading.problems),
        counts=count(books[0]),
        stamps=reading.stamps,
    )


def count(book: Book) -> Counts:
    """How much a book holds."""
    quests = list(book.quests())
    return Counts(
        chapters=len(book.chapters),
        quests=len(quests),
        tasks=sum(len(quest.tasks) for quest in quests),
        rewards=sum(len(quest.rewards) for quest in quests),
        links=sum(len(chapter.links) for chapter in book.chapters),
        tables=len(book.tables),
    )


def _books(
    folder: BookFolder, reading: FileReading, locales: Sequence[str], names: Names
) -> list[Book]:
    if folder.era is Era.JSON5:
        reading.report(PLACE, f"{PLACE}: JSON5 quest books are not read yet")
        return [_empty(folder.era, locales[0])]
    if not folder.frame and not folder.chapters:
        reading.report(PLACE, f"{PLACE}: there is no quest book in it")
    era = era12 if folder.era in {Era.BINARY, Era.EARLY} else era34
    frame = reading.trees(folder.root, folder.frame)
    lexicons = list(_lexicons(folder, reading, frame, locales, names))
    tables = [era.tables(frame, lexicon) for lexicon in lexicons]
    chapters: list[list[Chapter]] = [[] for _ in lexicons]
    for unit in folder.chapters:
        trees = reading.trees(folder.root, unit.files)
        if not trees:
            continue
        for words, known, read in zip(lexicons, tables, chapters, strict=True):
            chapter = era.chapter(unit.file, trees, words, known)
            read.append(
                share_chapter(chapter, chapters[0][-1]) if read is not chapters[0] else chapter
            )
    return [
        era.book(folder.era, frame, words, read, known)
        for words, known, read in zip(lexicons, tables, chapters, strict=True)
    ]


def _lexicons(
    folder: BookFolder,
    reading: FileReading,
    frame: Mapping[str, Tree],
    locales: Sequence[str],
    names: Names,
) -> Iterator[Lexicon]:
    """The words in the first locale, and in each other one that there are words in."""
    fallback = era34.fallback_locale(frame)
    keys = {each: _pack_keys(reading, each) for each in dict.fromkeys((*locales, DEFAULT_LOCALE))}
    texts: dict[str, Tree] = {}
    if folder.era is Era.LANG:
        wanted = dict.fromkeys((*locales, fallback, DEFAULT_LOCALE))
        files = {f"lang/{each}.snbt": each for each in wanted}
        trees = reading.trees(folder.root, [file for file in files if file in folder.languages])
        texts = {files[file]: tree for file, tree in trees.items()}
    for locale in dict.fromkeys(locales):
        if locale == locales[0] or locale in texts or keys[locale] or names is not no_names:
            yield Lexicon(
                locale=locale,
                keys=tuple(filter(None, (keys[locale], keys[DEFAULT_LOCALE]))),
                texts=text_sources(locale, fallback, texts) if folder.era is Era.LANG else (None,),
                names=names,
            )


def _pack_keys(reading: FileReading, locale: str) -> Mapping[str, str]:
    merged: dict[str, str] = {}
    for path in language_files(reading.server_directory, locale):
        merged |= reading.read(path, read_language) or {}
    return merged


def _empty(era: Era, locale: str) -> Book:
    return Book(era=era, locale=locale, title=phrases_for(locale)["book"])
