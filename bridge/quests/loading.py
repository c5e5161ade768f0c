"""Loads a server's quest book from disk.

One unreadable file costs its own content and is one problem; everything else loads. Every file is
parsed; of a quest that nobody has looked at yet its tree is kept (`chapters.read_quest`).

A book that was loaded before is loaded again by what changed: unchanged chapters are the same
objects, and one that cannot be read now stays as it last was.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from bridge.quests import era12, era34
from bridge.quests.consistency import repeated_ids
from bridge.quests.filereading import FileReading, Problem
from bridge.quests.folder import PLACE, find_book
from bridge.quests.jarwords import JarWords, ModJars, mod_jars
from bridge.quests.langfiles import language_files
from bridge.quests.lexicon import DEFAULT_LOCALE, Lexicon, no_names
from bridge.quests.locales import Wanted, lexicons_of
from bridge.quests.model import Book, Era
from bridge.quests.phrases import phrases_for
from bridge.quests.sharing import share_chapter

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from bridge.quests.fields import Tree
    from bridge.quests.filereading import Stamp
    from bridge.quests.folder import BookFolder, Unit
    from bridge.quests.lexicon import Names
    from bridge.quests.model import Chapter, RewardTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How much a book holds."""

    chapters: int = 0
    quests: int = 0
    tasks: int = 0
    rewards: int = 0
    links: int = 0
    tables: int = 0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Shared:
    """What all chapters of a reading have in common."""

    era: Era
    stamps: Mapping[str, Stamp | None]
    read: Mapping[str, Stamp]
    frame: Mapping[str, Tree]
    mods: tuple[JarWords, ...]
    lexicons: tuple[Lexicon, ...]
    tables: tuple[tuple[RewardTable, ...], ...]
    """For each lexicon."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """One chapter in each language, and the files that it was read from."""

    stamps: Mapping[str, Stamp]
    chapters: tuple[Chapter, ...]

    @property
    def written(self) -> int:
        """When the newest of its files was written, in nanoseconds since 1970."""
        return max(stamp.mtime_ns for stamp in self.stamps.values())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Memory:
    """What a reading leaves to the next."""

    shared: _Shared
    units: Mapping[str, _Read]

    def fits(self, shared: _Shared) -> bool:
        """Whether a chapter of then can stand in a book of now."""
        locales = [lexicon.locale for lexicon in self.shared.lexicons]
        now = [lexicon.locale for lexicon in shared.lexicons]
        return self.shared.era is shared.era and locales == now


@dataclass(frozen=True, kw_only=True)
class LoadedBook:
    """A book as it was on disk; names of files are paths under the server's directory.

    `book` is None where FTB Quests is not present at all. `problems` and `counts` look through
    every quest, when they are first asked for.
    """

    book: Book | None
    localised: Mapping[str, Book] = field(default_factory=dict[str, Book])
    """The book in further locales: those that the pack has words for."""
    place: str = PLACE
    """The book's folder."""
    unread: tuple[Problem, ...] = ()
    """What could not be read."""
    stamps: Mapping[str, Stamp] = field(default_factory=dict[str, "Stamp"])
    memory: Memory | None = field(default=None, repr=False)
    """What the next loading need not do again."""

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """What could not be read, and what is wrong with the book in itself."""
        if self.book is None:
            return self.unread
        repeated = (
            Problem(file=f"{self.place}/{file}", text=f"{self.place}/{file}: {text}")
            for file, text in repeated_ids(self.book)
        )
        return (*self.unread, *repeated)

    @cached_property
    def counts(self) -> Counts:
        """How much the book holds."""
        return count(self.book) if self.book else Counts()

    def in_locale(self, locale: str) -> Book | None:
        """The book for a player of this language; the main one where it has no words in it."""
        return self.localised.get(locale, self.book)


def load_book(
    server_directory: Path,
    *,
    locale: str = DEFAULT_LOCALE,
    others: Sequence[str] = (),
    names: Names = no_names,
    before: LoadedBook | None = None,
) -> LoadedBook:
    """Load the book in `locale`, and in each of `others` that the pack has words for.

    `before` is what the last call with the same arguments returned. Never raises for what lies
    there; a folder that cannot be listed is one problem too.
    """
    reading = FileReading(server_directory)
    memory = before.memory if before else None
    place = PLACE
    try:
        folder = find_book(server_directory)
        if folder is None:
            return LoadedBook(book=None)
        books, memory = _books(folder, reading, Wanted((locale, *others), names), memory)
        place = folder.place
    except OSError as error:
        reading.report(str(error.filename), f"{error.filename}: {error.strerror}")
        books = [_empty(Era.INLINE, locale)]
    return LoadedBook(
        book=books[0],
        localised={book.locale: book for book in books[1:]},
        place=place,
        unread=tuple(reading.problems),
        stamps=reading.stamps,
        memory=memory,
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
    folder: BookFolder, reading: FileReading, wanted: Wanted, memory: Memory | None
) -> tuple[list[Book], Memory | None]:
    if not folder.frame and not folder.chapters:
        reading.report(PLACE, f"{PLACE}: there is no quest book in it")
    era = era12 if folder.era in {Era.BINARY, Era.EARLY} else era34
    shared = _shared(folder, reading, wanted, memory)
    units: dict[str, _Read] = {}
    for unit in folder.chapters:
        read = _unit(folder, unit, reading, shared, memory)
        if read is not None:
            units[unit.file] = read
    books: list[Book] = []
    for at, words in enumerate(shared.lexicons):
        chapters = [read.chapters[at] for read in units.values()]
        books.append(era.book(folder.era, shared.frame, words, chapters, shared.tables[at]))
    for words in shared.mods:
        words.rest()
    return books, Memory(shared=shared, units=units)


def _unit(
    folder: BookFolder, unit: Unit, reading: FileReading, shared: _Shared, memory: Memory | None
) -> _Read | None:
    """A chapter in every language; as it was where nothing changed, or where it cannot be read."""
    files = [f"{folder.place}/{name}" for name in unit.files]
    stamps = {file: reading.stamp(file) for file in files}
    last = memory.units.get(unit.file) if memory else None
    if last is not None and memory and memory.shared is shared and last.stamps == stamps:
        reading.stamps.update(last.stamps)
        return last
    problems = len(reading.problems)
    trees = reading.trees(folder.root, unit.files)
    if last is not None and len(reading.problems) > problems and memory and memory.fits(shared):
        reading.since(problems, last.written)
        return last
    if not trees:
        return None
    era = era12 if folder.era in {Era.BINARY, Era.EARLY} else era34
    found: list[Chapter] = []
    for words, known in zip(shared.lexicons, shared.tables, strict=True):
        chapter = era.chapter(unit.file, trees, words, known)
        found.append(share_chapter(chapter, found[0]) if found else chapter)
    read = {file: reading.stamps[file] for file in stamps if file in reading.stamps}
    return _Read(stamps=read, chapters=tuple(found))


def _shared(
    folder: BookFolder, reading: FileReading, wanted: Wanted, memory: Memory | None
) -> _Shared:
    """All that is no chapter; as it was where none of its files changed."""
    files = [folder.root / name for name in (*folder.frame, *folder.languages)]
    for locale in dict.fromkeys((*wanted.locales, DEFAULT_LOCALE)):
        files += language_files(reading.server_directory, locale)
    jars = mod_jars(reading.server_directory)
    files += jars
    names = [path.relative_to(reading.server_directory).as_posix() for path in files]
    stamps = {name: reading.stamp(name) for name in names}
    if memory and memory.shared.era is folder.era and memory.shared.stamps == stamps:
        reading.stamps.update(memory.shared.read)
        return memory.shared
    problems = len(reading.problems)
    frame = {
        name.replace(".json5", ".snbt"): tree
        for name, tree in reading.trees(folder.root, folder.frame).items()
    }
    mods = {
        locale: JarWords(listed, locale)
        for listed in [ModJars(jars)]
        for locale in dict.fromkeys((*wanted.locales, DEFAULT_LOCALE))
        if jars
    }
    lexicons = tuple(lexicons_of(folder, reading, frame, wanted, mods))
    era = era12 if folder.era in {Era.BINARY, Era.EARLY} else era34
    return _Shared(
        era=folder.era,
        # With a file that could not be read, it is all read again the next time.
        stamps=stamps if len(reading.problems) == problems else {},
        read=dict(reading.stamps),
        frame=frame,
        mods=tuple(mods.values()),
        lexicons=lexicons,
        tables=tuple(era.tables(frame, lexicon) for lexicon in lexicons),
    )


def _empty(era: Era, locale: str) -> Book:
    return Book(era=era, locale=locale, title=phrases_for(locale)["book"])
