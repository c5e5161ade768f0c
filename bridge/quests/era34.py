"""Books of eras 3 and 4: `config/ftbquests/quests`, SNBT, a file for each chapter (A3).

Pure: trees in, values out. `file` is a path under that folder. A chapter can be read again alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.quests import fields, ids
from bridge.quests.chapters import read_chapter, read_quest
from bridge.quests.lexicon import DEFAULT_LOCALE
from bridge.quests.model import Book, ChapterGroup, Era
from bridge.quests.rewards import read_table, table_id
from bridge.quests.spelling import MODERN, Reading
from bridge.quests.stacks import item_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bridge.quests.fields import Tree
    from bridge.quests.lexicon import Lexicon
    from bridge.quests.model import Chapter, RewardTable

DATA: Final = "data.snbt"
GROUPS: Final = "chapter_groups.snbt"

_DATA_KNOWN: Final = frozenset(
    {
        *("version", "title", "icon", "progression_mode", "hide_excluded_quests", "lock_message"),
        *("default_consume_items", "default_reward_team", "default_autoclaim_rewards"),
    }
)


def fallback_locale(frame: Mapping[str, Tree]) -> str:
    """The locale whose texts stand in for missing ones."""
    return fields.string(frame.get(DATA, {}), "fallback_locale") or DEFAULT_LOCALE


def tables(frame: Mapping[str, Tree], lexicon: Lexicon) -> tuple[RewardTable, ...]:
    """The reward tables, in the book's order."""
    reading = Reading(spelling=MODERN, lexicon=lexicon)
    files = sorted(
        (fields.integer(tree, "order_index"), file)
        for file, tree in frame.items()
        if file.startswith("reward_tables/")
    )
    return tuple(
        read_table(frame[file], reading, table_id(frame[file], reading, file)) for _, file in files
    )


def chapter(
    file: str, trees: Mapping[str, Tree], lexicon: Lexicon, known: Iterable[RewardTable]
) -> Chapter:
    """The chapter of one file; `known` are the tables that its rewards may name."""
    tree = trees[file]
    titles = {table.id: table.title for table in known}
    reading = Reading(spelling=MODERN, lexicon=lexicon, tables=titles)
    chapter_id = ids.modern(tree.get("id")) or ids.substitute(file, digits=16)
    quests = (
        read_quest(quest, reading, reading.object_id(quest, chapter_id, number), chapter_id)
        for number, quest in enumerate(fields.compounds(tree, "quests"))
    )
    return read_chapter(tree, reading, chapter_id, file, quests)


def book(
    era: Era,
    frame: Mapping[str, Tree],
    lexicon: Lexicon,
    chapters: Iterable[Chapter],
    known: tuple[RewardTable, ...],
) -> Book:
    """The book around its chapters: those of the default group first, then group by group."""
    data = frame.get(DATA, {})
    groups = _groups(frame.get(GROUPS, {}), lexicon)
    place = {group.id: number for number, group in enumerate(groups, 1)}
    # An inline title of the book is lost in era 4: its texts are read later (A3).
    inline: Tree = data if era is Era.INLINE else {}
    title = lexicon.line(f"file.{ids.BOOK}.title", inline, "title")
    return Book(
        era=era,
        locale=lexicon.locale,
        title=title or lexicon.phrase("book"),
        groups=groups,
        chapters=tuple(
            sorted(chapters, key=lambda each: (place.get(each.group, 0), each.order, each.file))
        ),
        tables=known,
        progression=fields.string(data, "progression_mode") or "linear",
        hide_excluded=fields.flag(data, "hide_excluded_quests"),
        consume=fields.flag(data, "default_consume_items"),
        team_rewards=fields.flag(data, "default_reward_team"),
        auto=fields.string(data, "default_autoclaim_rewards") or "disabled",
        icon=item_id(data.get("icon")),
        extra=fields.others(data, _DATA_KNOWN),
    )


def _groups(tree: Tree, lexicon: Lexicon) -> tuple[ChapterGroup, ...]:
    found: list[ChapterGroup] = []
    for number, group in enumerate(fields.compounds(tree, "chapter_groups")):
        group_id = ids.modern(group.get("id")) or ids.substitute(f"group/{number}", digits=16)
        title = lexicon.line(f"chapter_group.{group_id}.title", group, "title")
        found.append(ChapterGroup(id=group_id, title=title or lexicon.phrase("group")))
    return tuple(found)
