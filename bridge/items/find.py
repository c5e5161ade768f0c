"""Finds items by what a player calls them: an id or a part of it, a name in any language, words in
any order, mistyped words.

Each step is bounded: the full-text tables are asked for a few hundred rows in their own order,
which is that of `item`, the game's own and short names first.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from bridge.items.model import identified
from bridge.items.words import can_be_mistyped, folded, is_chinese, runs, shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bridge.items.labels import Label
    from bridge.items.store import ItemStore

ASKED: Final = 100
"""Characters of a question that are read."""
_WORDS: Final = 12
_ROWS: Final = 120
_COUNTED: Final = 400
_ROWS_OF_A_PART: Final = 100
_BEST: Final = 50
_MARKS: Final = " \t\"'“”‘’?？!！。.,，"
_FILLING: Final = frozenset({"a", "an", "the", "of", "for", "some"})


class How(IntEnum):
    """How well an item fits; less is better."""

    ID = 0
    NAME = 1
    WORDS = 2
    BEGINNING = 3
    PART = 4
    SPELLING = 5
    SOME = 6


@dataclass(frozen=True, slots=True)
class Hit:
    """An item that was found, what it is called, and how."""

    item: str
    label: Label
    how: How


@dataclass(frozen=True, slots=True)
class _Row:
    number: int
    item: str

    @property
    def order(self) -> tuple[bool, int, int, str]:
        """The game's own first, then few words, then short."""
        namespace, _, path = self.item.partition(":")
        return (namespace != "minecraft", path.count("_"), len(path), self.item)


def find(store: ItemStore, text: str, *, locale: str, limit: int) -> list[Hit]:
    """The items that `text` may mean, the best first."""
    asked = folded(text[:ASKED].strip(_MARKS))
    if not asked:
        return []
    found: dict[str, How] = {}
    for how, rows in _steps(store, text[:ASKED].strip(_MARKS), asked):
        for row in sorted(rows, key=lambda row: row.order):
            found.setdefault(row.item, how)
        best = min(found.values(), default=How.SOME)
        if (
            len(found) >= limit
            or (found and how > How.BEGINNING)
            or (best <= How.NAME and how >= How.BEGINNING)
        ):
            break
    kept = list(found.items())[:limit]
    labels = store.labels((item for item, _ in kept), locale)
    return [Hit(item, labels[item], how) for item, how in kept]


def _steps(store: ItemStore, raw: str, asked: str) -> Iterator[tuple[How, Iterable[_Row]]]:
    words = _meant(asked)
    yield How.ID, _by_id(store, raw)
    yield How.NAME, _by_name(store, asked)
    yield How.WORDS, _matching(store, [_exactly(word) for word in words])
    yield How.BEGINNING, _matching(store, [_beginning(word) for word in words])
    yield How.PART, _by_part(store, asked)
    corrected = [_corrected(store, word) for word in words]
    yield How.SPELLING, _matching(store, [_any(choices) for choices in corrected])
    yield How.SOME, _some(store, words)


def _meant(asked: str) -> list[str]:
    words = runs(asked)[:_WORDS]
    return [word for word in words if word not in _FILLING] or words


def _by_id(store: ItemStore, raw: str) -> list[_Row]:
    written = raw.lower().replace(" ", "_").lstrip("#")
    name = identified(written)
    if name is None:
        return []
    if ":" in written:
        return _rows(store, "thing.text = ?", (name,))
    return _rows(store, "item.path = ?", (written,))


def _by_name(store: ItemStore, asked: str) -> list[_Row]:
    return _rows(store, "item.thing IN (SELECT thing FROM name WHERE folded = ?)", (asked,))


def _matching(store: ItemStore, terms: list[str]) -> list[_Row]:
    """The items that have all of these."""
    if not terms or not all(terms):
        return []
    query = " AND ".join(terms)
    return _rows(
        store,
        f"item.id IN (SELECT rowid FROM item_words WHERE item_words MATCH ? LIMIT {_ROWS})",  # noqa: S608 - a number
        (query,),
    )


def _by_part(store: ItemStore, asked: str) -> list[_Row]:
    part = asked.replace(" ", "_").rpartition(":")[2]
    if len(part) < 3 or len(part) > 60:
        return []
    grams = dict.fromkeys(part[at : at + 3] for at in range(len(part) - 2))
    query = " AND ".join(_quoted(gram) for gram in grams)
    return _rows(
        store,
        "item.id IN (SELECT item_paths.rowid FROM item_paths JOIN item i ON i.id = item_paths.rowid"  # noqa: S608 - our own words
        f" WHERE item_paths MATCH ? AND instr(i.path, ?) LIMIT {_ROWS_OF_A_PART})",
        (query, part),
    )


def _some(store: ItemStore, words: list[str]) -> list[_Row]:
    """The items that have most of the words."""
    counts: dict[int, int] = {}
    for term in {term for word in words for term in _pieces(word)}:
        numbers = store.db.all(
            f"SELECT rowid FROM item_words WHERE item_words MATCH ? LIMIT {_COUNTED}",  # noqa: S608
            (term,),
        )
        for (number,) in numbers:
            counts[number] = counts.get(number, 0) + 1
    most = max(counts.values(), default=0)
    best = sorted(number for number, count in counts.items() if count == most)[:_BEST]
    return _rows(store, f"item.id IN ({','.join('?' * len(best))})", tuple(best))


def _rows(store: ItemStore, where: str, values: tuple[object, ...]) -> list[_Row]:
    rows = store.db.all(
        "SELECT item.id, thing.text FROM item JOIN thing ON thing.id = item.thing"  # noqa: S608 - our own words
        f" WHERE {where} LIMIT {_ROWS}",
        values,
    )
    return [_Row(row[0], row[1]) for row in rows]


def _exactly(word: str) -> str:
    """A word, or one without its plural; of a Chinese run every pair."""
    if is_chinese(word):
        return " AND ".join(_pieces(word))
    return _any(dict.fromkeys((word, *_singular(word))))


def _beginning(word: str) -> str:
    if is_chinese(word) or word.isdecimal() or len(word) < 2:
        return _exactly(word)
    return f"{_quoted(word)} *"


def _pieces(word: str) -> list[str]:
    """A Chinese run's pairs; a single character begins a pair, or stands alone."""
    if not is_chinese(word):
        return [_exactly(word)]
    if len(word) == 1:
        return [f"{_quoted(word)} *"]
    return [_quoted(word[at : at + 2]) for at in range(len(word) - 1)]


def _any(words: Iterable[str]) -> str:
    terms = [_quoted(word) for word in words]
    return f"({' OR '.join(terms)})" if terms else ""


def _quoted(word: str) -> str:
    doubled = word.replace('"', '""')
    return f'"{doubled}"'


def _singular(word: str) -> Iterator[str]:
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        yield word[:-1]
        if word.endswith("es"):
            yield word[:-2]
        if word.endswith("ies"):
            yield f"{word[:-3]}y"


def _corrected(store: ItemStore, word: str) -> list[str]:
    """The words that one slip turns into this one; itself where it is one; two that were joined."""
    known = [each for each in (word, *_singular(word)) if _is_known(store, each)]
    if known or not can_be_mistyped(word):
        return known
    marks = list(shortened(word))
    rows = store.db.all(
        f"SELECT DISTINCT word FROM near WHERE rest IN ({','.join('?' * len(marks))})"  # noqa: S608
        " LIMIT 40",
        marks,
    )
    likely = [row[0] for row in rows if abs(len(row[0]) - len(word)) <= 1]
    if likely:
        return likely
    return [] if word.endswith("s") is False else _corrected(store, word[:-1])


def _is_known(store: ItemStore, word: str) -> bool:
    return store.db.one("SELECT 1 FROM vocabulary WHERE term = ?", (word,)) is not None
