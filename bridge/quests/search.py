"""Finds quests by words, in one book and so in one language (F10).

One index serves all who look at a book: `parts` tells which fields of each quest somebody may read,
and neither a match nor a count comes from any other.

Each field of a chapter is one string of its tokens, and a word is looked for in it whole. That is
quicker than it sounds and needs little more memory than the text. Best first: the id, the title,
then by how rare a word is and how telling the field.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum
from heapq import nsmallest
from itertools import islice
from math import log
from typing import TYPE_CHECKING, Final

from bridge.quests import words
from bridge.quests.visibility import ALL, DETAILS, NAME, TEXT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bridge.quests.model import Book, Chapter, Quest


class Field(StrEnum):
    """Where a quest matched."""

    ID = "id"
    TITLE = "title"
    SUBTITLE = "subtitle"
    TASK = "task"
    CHAPTER = "chapter"
    DESCRIPTION = "description"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A quest that was found, its place in the book, and the field that told most.

    `score`: how well it fits; more is better.
    """

    quest: Quest
    row: int
    field: Field
    score: float


_PARTS: Final = {Field.TASK: DETAILS, Field.DESCRIPTION: TEXT}
_WEIGHTS: Final = {
    Field.TITLE: 12.0,
    Field.SUBTITLE: 9.0,
    Field.TASK: 7.0,
    Field.CHAPTER: 5.0,
    Field.DESCRIPTION: 3.0,
}
# Up to so much more for a title that says little else.
_WHOLE_TITLE: Final = 2.0
# Far above what any words can earn.
_LOOSE_TITLE: Final = 1e6
_EXACT_TITLE: Final = 1e7
_EXACT_ID: Final = 1e9
# A filter can name hundreds of items.
_ITEMS: Final = 24


class _Column:
    """One field of a chapter's quests: a row for each, ` token token `, joined by line breaks."""

    __slots__ = ("_starts", "_text", "sizes")

    def __init__(self, rows: Iterable[Iterable[str]]) -> None:
        parts: list[str] = []
        self._starts = array("L")
        self.sizes = array("L")
        at = 0
        for row in rows:
            tokens = list(row)
            part = f" {' '.join(tokens)} "
            self._starts.append(at)
            self.sizes.append(len(tokens))
            parts.append(part)
            at += len(part) + 1
        self._starts.append(at)
        self._text = "\n".join(parts)

    def rows_with(self, token: str) -> Iterator[int]:
        """The numbers of the rows that hold a token; for Chinese, anywhere in a run."""
        needle = token if words.is_chinese(token) else f" {token} "
        at = self._text.find(needle)
        while at >= 0:
            row = bisect_right(self._starts, at) - 1
            yield row
            at = self._text.find(needle, self._starts[row + 1])


class Page:
    """What searching one chapter needs; kept while the chapter is the same object."""

    __slots__ = ("chapter", "columns", "ids", "titles", "words")

    words: frozenset[str]
    """As they are written, but for those that are in an item's id alone."""

    def __init__(self, chapter: Chapter) -> None:
        self.chapter = chapter
        self.ids = _rows(quest.id.casefold() for quest in chapter.quests)
        self.titles = _rows(_title_key(quest.title) for quest in chapter.quests)
        texts = [_texts(chapter, quest) for quest in chapter.quests]
        written = [{field: words.written(text) for field, text in row.items()} for row in texts]
        stem = words.stem
        self.columns = {
            field: _Column(map(stem, row[field]) for row in written)
            for field in (Field.TITLE, Field.SUBTITLE, Field.CHAPTER, Field.DESCRIPTION)
        } | {
            Field.TASK: _Column(
                _task_tokens(quest, row[Field.TASK])
                for quest, row in zip(chapter.quests, written, strict=True)
            )
        }
        self.words = frozenset(
            word for row in written for tokens in row.values() for word in tokens
        )


def _rows(keys: Iterable[str]) -> Mapping[str, Sequence[int]]:
    """The places of each key among them."""
    found: dict[str, list[int]] = {}
    for row, key in enumerate(keys):
        found.setdefault(key, []).append(row)
    return found


class QuestIndex:
    """What searching one book needs, built once for it and shared by all who look at it.

    Chapters that a former index had are not indexed again. In everything that is asked, `parts` is
    what somebody may read of each quest; without it, all of it.
    """

    def __init__(self, book: Book, before: QuestIndex | None = None) -> None:
        self.book = book
        pages: Sequence[Page] = before.pages if before else ()
        known = {id(page.chapter): page for page in pages}
        self.pages: list[Page] = [
            known.get(id(chapter)) or Page(chapter) for chapter in book.chapters
        ]
        self._quests: tuple[Quest, ...] = tuple(book.quests())
        self._all = bytes([ALL]) * len(self._quests)

    def _placed(self) -> Iterator[tuple[int, Page]]:
        """Each page and the row of its first quest."""
        start = 0
        for page in self.pages:
            yield start, page
            start += len(page.chapter.quests)

    @property
    def words(self) -> frozenset[str]:
        """Every word of the book as it is written, but for those in an item's id alone."""
        return frozenset[str]().union(*(page.words for page in self.pages))

    def quest(self, row: int) -> Quest:
        """The quest in this place of the book."""
        return self._quests[row]

    def by_id(self, text: str, parts: bytes | None = None) -> int | None:
        """The row of the quest with this id, in any case and with or without `#`."""
        open_parts = self._all if parts is None else parts
        key = text.strip().removeprefix("#").casefold()
        found = (start + at for start, page in self._placed() for at in page.ids.get(key, ()))
        return next((row for row in found if open_parts[row]), None)

    def by_title(self, text: str, parts: bytes | None = None) -> tuple[int, ...]:
        """The rows of the quests with exactly this title, else of those with its words.

        Case never matters; in the second case neither do punctuation and plurals.
        """
        open_parts = self._all if parts is None else parts
        loose = [row for row in self._titled(text) if open_parts[row]]
        exact = tuple(row for row in loose if _same(self._quests[row].title, text))
        return exact or tuple(loose)

    def _titled(self, text: str) -> Iterator[int]:
        key = _title_key(text)
        return (start + at for start, page in self._placed() for at in page.titles.get(key, ()))

    def find(self, text: str, *, limit: int, parts: bytes | None = None) -> tuple[Hit, ...]:
        """The quests that fit some words, best first; equal ones stand in the book's order."""
        open_parts = self._all if parts is None else parts
        found = self._scores(words.asked(text), open_parts)
        for row in self._titled(text):
            if open_parts[row]:
                exact = _same(self._quests[row].title, text)
                found[row] = (Field.TITLE, _EXACT_TITLE if exact else _LOOSE_TITLE)
        if (named := self.by_id(text, open_parts)) is not None:
            found[named] = (Field.ID, _EXACT_ID)
        best = nsmallest(
            limit,
            ((-score, row, field) for row, (field, score) in found.items()),
        )
        return tuple(
            Hit(quest=self._quests[row], row=row, field=field, score=-score)
            for score, row, field in best
        )

    def shows(self, word: str, parts: bytes) -> bool:
        """Whether a word, as it is written, stands in a text that may be read."""
        token = words.stem(word)
        for start, page in self._placed():
            for field, column in page.columns.items():
                part = _PARTS.get(field, NAME)
                for row in column.rows_with(token):
                    if parts[start + row] & part:
                        quest = page.chapter.quests[row]
                        if word in words.written(_texts(page.chapter, quest)[field]):
                            return True
        return False

    def _scores(self, asked: Sequence[str], parts: bytes) -> dict[int, tuple[Field, float]]:
        """For each row that any word is in: the most telling field, and its score.

        A word counts in its best field alone, more the fewer quests have it; what misses words
        that other quests have is worth less by their share.
        """
        totals: dict[int, float] = {}
        reasons: dict[int, tuple[float, Field]] = {}
        covered: dict[int, float] = {}
        known = 0.0
        size = len(parts) - parts.count(0)
        for token in asked:
            fields = self._fields_with(token, parts)
            rarity = log(1 + size / max(1, len(fields)))
            known += rarity if fields else 0.0
            for row, (field, weight) in fields.items():
                totals[row] = totals.get(row, 0.0) + rarity * weight
                covered[row] = covered.get(row, 0.0) + rarity
                if rarity * weight > reasons.get(row, (0.0, field))[0]:
                    reasons[row] = (rarity * weight, field)
        return {
            row: (reasons[row][1], total * covered[row] / known) for row, total in totals.items()
        }

    def _fields_with(self, token: str, parts: bytes) -> dict[int, tuple[Field, float]]:
        best: dict[int, tuple[Field, float]] = {}
        for start, page in self._placed():
            for field in _WEIGHTS:
                column = page.columns[field]
                part = _PARTS.get(field, NAME)
                for at in column.rows_with(token):
                    row = start + at
                    if row not in best and parts[row] & part:
                        whole = _WHOLE_TITLE / column.sizes[at] if field is Field.TITLE else 0.0
                        best[row] = (field, _WEIGHTS[field] + whole)
        return best


def _same(title: str, other: str) -> bool:
    return words.folded(title) == words.folded(other)


def _title_key(title: str) -> str:
    return " ".join(words.tokens(title)) or words.folded(title)


def _texts(chapter: Chapter, quest: Quest) -> dict[Field, str]:
    """The texts of a quest by their field; of its tasks, titles and names of items."""
    tasks = (text for task in quest.tasks for text in (task.title, *(i.name for i in task.items)))
    return {
        Field.TITLE: quest.title,
        Field.SUBTITLE: quest.subtitle,
        Field.TASK: "\n".join(tasks),
        Field.CHAPTER: chapter.title,
        Field.DESCRIPTION: "\n".join(quest.description),
    }


def _task_tokens(quest: Quest, written: Iterable[str]) -> Iterable[str]:
    """The words of the tasks, and the ids of the items in them."""
    by_id = (
        identifier.rpartition(":")[2].replace("_", " ")
        for task in quest.tasks
        for item in task.items
        for identifier in islice(item.ids(), _ITEMS)
    )
    tokens = (*map(words.stem, written), *(t for text in by_id for t in words.tokens(text)))
    return dict.fromkeys(tokens)
