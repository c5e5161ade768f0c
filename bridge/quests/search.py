"""Finds quests by words, in one book and so in one language (F10).

Each field of all quests is one string of their tokens, and a word is looked for in it whole. That
is quicker than it sounds (tens of microseconds for a book) and needs little more memory than the
text. Best first: the id, the title, then by how rare a word is and how telling the field.
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

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bridge.quests.model import Book, Item, Quest


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
    """A quest that was found, the field that told most, and how well it fits (more is better)."""

    quest: Quest
    field: Field
    score: float


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
    """One field of all quests: a row for each, ` token token `, joined by line breaks."""

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


class QuestIndex:
    """What searching one book needs, built once for it. All that is in the book can be found."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._quests: tuple[Quest, ...] = tuple(book.quests())
        self._ids: dict[str, int] = {}
        self._titles: dict[str, list[int]] = {}
        for row, quest in enumerate(self._quests):
            self._ids.setdefault(quest.id.casefold(), row)
            self._titles.setdefault(_title_key(quest.title), []).append(row)
        self._columns = {
            Field.TITLE: _Column(words.tokens(quest.title) for quest in self._quests),
            Field.SUBTITLE: _Column(words.tokens(quest.subtitle) for quest in self._quests),
            Field.TASK: _Column(map(_task_tokens, self._quests)),
            Field.CHAPTER: _Column(
                words.tokens(chapter.title) for chapter in book.chapters for _ in chapter.quests
            ),
            Field.DESCRIPTION: _Column(
                words.tokens("\n".join(quest.description)) for quest in self._quests
            ),
        }

    def by_id(self, text: str) -> Quest | None:
        """The quest with this id, in any case and with or without `#`."""
        row = self._row_of_id(text)
        return None if row is None else self._quests[row]

    def _row_of_id(self, text: str) -> int | None:
        return self._ids.get(text.strip().removeprefix("#").casefold())

    def by_title(self, text: str) -> tuple[Quest, ...]:
        """The quests with exactly this title, else those with its words.

        Case never matters; in the second case neither do punctuation and plurals.
        """
        loose = [self._quests[row] for row in self._titles.get(_title_key(text), ())]
        exact = tuple(quest for quest in loose if _same(quest.title, text))
        return exact or tuple(loose)

    def title_is_unique(self, quest: Quest) -> bool:
        """Whether the title alone says which quest is meant; if not, show the chapter beside it."""
        return len(self.by_title(quest.title)) == 1

    def find(self, text: str, *, limit: int) -> tuple[Hit, ...]:
        """The quests that fit some words, best first; equal ones stand in the book's order."""
        found = self._scores(words.asked(text))
        for row in self._titles.get(_title_key(text), ()):
            exact = _same(self._quests[row].title, text)
            found[row] = (Field.TITLE, _EXACT_TITLE if exact else _LOOSE_TITLE)
        if (named := self._row_of_id(text)) is not None:
            found[named] = (Field.ID, _EXACT_ID)
        best = nsmallest(
            limit,
            ((-score, row, field) for row, (field, score) in found.items()),
        )
        return tuple(
            Hit(quest=self._quests[row], field=field, score=-score) for score, row, field in best
        )

    def _scores(self, asked: Sequence[str]) -> dict[int, tuple[Field, float]]:
        """For each row that any word is in: the most telling field, and its score.

        A word counts in its best field alone, more the fewer quests have it; what misses words
        that other quests have is worth less by their share.
        """
        totals: dict[int, float] = {}
        reasons: dict[int, tuple[float, Field]] = {}
        covered: dict[int, float] = {}
        known = 0.0
        for token in asked:
            fields = self._fields_with(token)
            rarity = log(1 + len(self._quests) / max(1, len(fields)))
            known += rarity if fields else 0.0
            for row, (field, weight) in fields.items():
                totals[row] = totals.get(row, 0.0) + rarity * weight
                covered[row] = covered.get(row, 0.0) + rarity
                if rarity * weight > reasons.get(row, (0.0, field))[0]:
                    reasons[row] = (rarity * weight, field)
        return {
            row: (reasons[row][1], total * covered[row] / known) for row, total in totals.items()
        }

    def _fields_with(self, token: str) -> dict[int, tuple[Field, float]]:
        best: dict[int, tuple[Field, float]] = {}
        for field, column in self._columns.items():
            for row in column.rows_with(token):
                if row not in best:
                    whole = _WHOLE_TITLE / column.sizes[row] if field is Field.TITLE else 0.0
                    best[row] = (field, _WEIGHTS[field] + whole)
        return best


def _same(title: str, other: str) -> bool:
    return words.folded(title) == words.folded(other)


def _title_key(title: str) -> str:
    return " ".join(words.tokens(title)) or words.folded(title)


def _task_tokens(quest: Quest) -> Iterable[str]:
    """Titles of the tasks, and the items in them by name and by id."""
    texts = (
        text
        for task in quest.tasks
        for text in (task.title, *(part for item in task.items for part in _item_texts(item)))
    )
    return dict.fromkeys(token for text in texts for token in words.tokens(text))


def _item_texts(item: Item) -> Iterable[str]:
    yield item.name
    for identifier in islice(item.ids(), _ITEMS):
        yield identifier.rpartition(":")[2].replace("_", " ")
