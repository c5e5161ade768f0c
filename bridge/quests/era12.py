"""Books of 1.12: `config/ftbquests/<mode>`, binary or SNBT, a file for each quest (A1).

    file.*                            the book
    chapters/index.*                  {index: ids of the chapters in their order}
    chapters/<id>/chapter.*           a chapter
    chapters/<id>/<id>.*              its quests; the name is the id
    reward_tables/index.*, <id>.*     the tables, in their order

Pure: trees in, values out. `file` is a path under that folder.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.quests import fields, ids
from bridge.quests.chapters import read_chapter, read_quest
from bridge.quests.model import Book, ChapterGroup
from bridge.quests.rewards import read_table, table_id
from bridge.quests.spelling import EARLY, Reading
from bridge.quests.stacks import item_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bridge.quests.fields import Tree
    from bridge.quests.lexicon import Lexicon
    from bridge.quests.model import Chapter, Era, RewardTable

_FILE_KNOWN: Final = frozenset(
    {
        *("version", "title", "icon", "default_consume_items", "default_reward_team"),
        *("default_autoclaim_rewards",),
    }
)


def _stem(file: str) -> str:
    return file.rpartition("/")[2].partition(".")[0]


def _tree(frame: Mapping[str, Tree], place: str) -> Tree:
    """A file of the frame, whichever suffix it has."""
    return frame.get(f"{place}.snbt") or frame.get(f"{place}.nbt") or {}


def _order(frame: Mapping[str, Tree], place: str) -> dict[str, int]:
    listed = fields.values(_tree(frame, f"{place}/index"), "index")
    return {ids.early(value): number for number, value in enumerate(listed)}


def tables(frame: Mapping[str, Tree], lexicon: Lexicon) -> tuple[RewardTable, ...]:
    """The reward tables in the order of their index, which old rewards count by."""
    reading = Reading(spelling=EARLY, lexicon=lexicon)
    order = _order(frame, "reward_tables")
    found = [
        read_table(tree, reading, table_id(tree, reading, file))
        for file, tree in frame.items()
        if file.startswith("reward_tables/") and _stem(file) != "index"
    ]
    return tuple(sorted(found, key=lambda table: (order.get(table.id, len(order)), table.id)))


def chapter(
    file: str, trees: Mapping[str, Tree], lexicon: Lexicon, known: Iterable[RewardTable]
) -> Chapter:
    """The chapter of one folder `file`; the trees are those of all its files."""
    titles = {table.id: table.title for table in known}
    reading = Reading(spelling=EARLY, lexicon=lexicon, tables=titles)
    chapter_id = ids.early(_stem(file)) or ids.substitute(file, digits=8)
    quests = (
        read_quest(trees[path], reading, _quest_id(path), chapter_id)
        for path in sorted(trees)
        if _stem(path) not in {"chapter", "index"}
    )
    return read_chapter(_tree(trees, f"{file}/chapter"), reading, chapter_id, file, quests)


def _quest_id(file: str) -> str:
    return ids.early(_stem(file)) or ids.substitute(file, digits=8)


def book(
    era: Era,
    frame: Mapping[str, Tree],
    lexicon: Lexicon,
    chapters: Iterable[Chapter],
    known: tuple[RewardTable, ...],
) -> Book:
    """The book around its chapters, in the order of their index; unlisted ones come last.

    A group is a chapter that others name as theirs.
    """
    data = _tree(frame, "file")
    order = _order(frame, "chapters")
    listed = sorted(chapters, key=lambda each: (order.get(each.id, len(order)), each.id))
    named = {each.group for each in listed}
    return Book(
        era=era,
        locale=lexicon.locale,
        title=lexicon.line("file", data, "title") or lexicon.phrase("book"),
        groups=tuple(
            ChapterGroup(id=each.id, title=each.title) for each in listed if each.id in named
        ),
        chapters=tuple(listed),
        tables=known,
        consume=fields.flag(data, "default_consume_items"),
        team_rewards=fields.flag(data, "default_reward_team"),
        auto=fields.string(data, "default_autoclaim_rewards") or "disabled",
        icon=item_id(data.get("icon")),
        extra=fields.others(data, _FILE_KNOWN),
    )
