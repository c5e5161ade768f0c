"""Whole books: what is in the files is in the model, by a count that shares nothing with it.

The real books are read a second time by `ftb_snbt_lib` and `nbtlib`.
"""

from __future__ import annotations

import gzip
import io
import re
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import ftb_snbt_lib
import pytest

from bridge.quests.listing import listing
from bridge.quests.loading import load_book
from bridge.quests.model import Era
from bridge.quests.search import QuestIndex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bridge.quests.model import Book

PACKS = Path(__file__).parents[4] / "shared/data/packs"
NAMES = {
    "AAtMtM": Era.BINARY,
    "reclamation-hardcore": Era.INLINE,
    "create-grand-expanse": Era.INLINE,
    "Arbor-s-GTceu-Modern-Pack": Era.INLINE,
    "Tectonica-Modpack": Era.LANG,
}
CODES = re.compile(r"[&§](?:[0-9a-fk-orz]|#[0-9A-Fa-f]{6})")

Tree = dict[str, object]
nbtlib: Any = import_module("nbtlib")


@dataclass
class Counted:
    """Everything of a book that can be compared, found without our readers."""

    chapters: list[str] = field(default_factory=list[str])
    quests: dict[str, list[str]] = field(default_factory=dict[str, "list[str]"])
    tasks: dict[str, list[str]] = field(default_factory=dict[str, "list[str]"])
    rewards: dict[str, list[str]] = field(default_factory=dict[str, "list[str]"])
    dependencies: dict[str, list[str]] = field(default_factory=dict[str, "list[str]"])
    titles: dict[str, str] = field(default_factory=dict[str, str])
    subtitles: dict[str, str] = field(default_factory=dict[str, str])
    texts: dict[str, list[str]] = field(default_factory=dict[str, "list[str]"])
    kinds: dict[str, list[tuple[str, bool]]] = field(
        default_factory=dict[str, "list[tuple[str, bool]]"]
    )
    """Of each quest the type of each task, and whether it is optional."""
    given: dict[str, list[str]] = field(default_factory=dict[str, "list[str]"])
    """Of each quest the type of each reward."""
    groups: dict[str, str] = field(default_factory=dict[str, str])
    links: int = 0
    tables: int = 0


def _type(tree: Tree) -> str:
    return str(tree.get("type", "item")).removeprefix("ftbquests:")


def _note_parts(counted: Counted, quest_id: str, quest: Tree) -> None:
    counted.kinds[quest_id] = [
        (_type(task), bool(task.get("optional_task", False))) for task in _list(quest, "tasks")
    ]
    counted.given[quest_id] = [_type(reward) for reward in _list(quest, "rewards")]


def _crude(text: object) -> str:
    return CODES.sub("", str(text)).strip()


def _simple(text: object) -> bool:
    return not set("{\\") & set(str(text)) and not str(text).startswith("[")


def _snbt(path: Path) -> Tree:
    return cast("Tree", ftb_snbt_lib.loads(path.read_text("utf-8")))


def _nbt(path: Path) -> Tree:
    return cast("Tree", nbtlib.File.parse(io.BytesIO(gzip.decompress(path.read_bytes()))))


def _list(tree: Tree, key: str) -> list[Tree]:
    return cast("list[Tree]", tree.get(key, []))


def _note(counted: Counted, kind: str, identifier: str, values: dict[str, object]) -> None:
    """The texts of one object that hold nothing but words and colours."""
    for name, store in (("title", counted.titles), ("subtitle", counted.subtitles)):
        raw = values.get(name, "")
        if isinstance(raw, str) and _simple(raw) and _crude(raw):
            store[f"{kind} {identifier}"] = _crude(raw)
    raw_lines = cast("list[str]", values.get("text", []))
    counted.texts[identifier] = [_crude(line) for line in raw_lines if _simple(line)]


def _count_snbt(root: Path) -> Counted:
    counted = Counted()
    texts: Tree = {}
    for path in (root / "lang").glob("*.snbt"):
        texts |= _snbt(path)
    chapters = [(path, _snbt(path)) for path in (root / "chapters").glob("*.snbt")]
    groups = _list(_snbt(root / "chapter_groups.snbt"), "chapter_groups")
    place = {str(group["id"]): number for number, group in enumerate(groups, 1)}

    def in_order(each: tuple[Path, Tree]) -> tuple[int, int, str]:
        order = int(cast("int", each[1].get("order_index", 0)))
        return place.get(str(each[1].get("group", "")), 0), order, each[0].name

    for _, chapter in sorted(chapters, key=in_order):
        chapter_id = str(chapter["id"])
        counted.groups[chapter_id] = str(chapter.get("group", ""))
        counted.chapters.append(chapter_id)
        counted.links += len(_list(chapter, "quest_links"))
        counted.quests[chapter_id] = []
        for quest in _list(chapter, "quests"):
            quest_id = str(quest["id"])
            entry = f"quest.{quest_id}."
            counted.quests[chapter_id].append(quest_id)
            counted.tasks[quest_id] = [str(task["id"]) for task in _list(quest, "tasks")]
            counted.rewards[quest_id] = [str(reward["id"]) for reward in _list(quest, "rewards")]
            _note_parts(counted, quest_id, quest)
            counted.dependencies[quest_id] = list(map(str, _list(quest, "dependencies")))
            values: dict[str, object] = {
                "title": quest.get("title") or texts.get(entry + "title", ""),
                "subtitle": quest.get("subtitle") or texts.get(entry + "quest_subtitle", ""),
                "text": quest.get("description") or texts.get(entry + "quest_desc", []),
            }
            _note(counted, "quest", quest_id, values)
            for task in _list(quest, "tasks"):
                _note(counted, "task", str(task["id"]), {"title": task.get("title", "")})
    counted.tables = len(list((root / "reward_tables").glob("*.snbt")))
    return counted


def _hex(number: object) -> str:
    return f"{int(cast('int', number)) & 0xFFFFFFFF:08x}"


def _count_nbt(root: Path) -> Counted:
    counted = Counted()
    index = cast("list[int]", _nbt(root / "chapters/index.nbt")["index"])
    folders = {folder.name for folder in (root / "chapters").iterdir() if folder.is_dir()}
    assert folders == set(map(_hex, index))
    for folder in (root / "chapters" / name for name in map(_hex, index)):
        counted.chapters.append(folder.name)
        group = _nbt(folder / "chapter.nbt").get("group", 0)
        counted.groups[folder.name] = _hex(group) if group else ""
        counted.quests[folder.name] = []
        for path in sorted(folder.glob("*.nbt")):
            if path.stem == "chapter":
                continue
            quest = _nbt(path)
            counted.quests[folder.name].append(path.stem)
            counted.tasks[path.stem] = [_hex(task["uid"]) for task in _list(quest, "tasks")]
            counted.rewards[path.stem] = [_hex(each["uid"]) for each in _list(quest, "rewards")]
            _note_parts(counted, path.stem, quest)
            single = [quest["dependency"]] if "dependency" in quest else []
            several = cast("list[object]", quest.get("dependencies", []))
            counted.dependencies[path.stem] = [_hex(each) for each in [*several, *single]]
            values: dict[str, object] = {"text": quest.get("text", [])}
            for name, key in (("title", "title"), ("subtitle", "description")):
                values[name] = str(quest.get(key, ""))
            _note(counted, "quest", path.stem, values)
    return counted


def _modelled(book: Book, counted: Counted) -> Counted:
    """The same of our model; texts only where the count has them too."""
    found = Counted(links=sum(len(c.links) for c in book.chapters), tables=len(book.tables))
    found.chapters = [chapter.id for chapter in book.chapters]
    for chapter in book.chapters:
        found.groups[chapter.id] = chapter.group
        found.quests[chapter.id] = [quest.id for quest in chapter.quests]
        for quest in chapter.quests:
            found.tasks[quest.id] = [task.id for task in quest.tasks]
            found.rewards[quest.id] = [reward.id for reward in quest.rewards]
            found.dependencies[quest.id] = list(quest.dependencies)
            found.kinds[quest.id] = [(task.type, task.optional) for task in quest.tasks]
            found.given[quest.id] = [reward.type for reward in quest.rewards]
            for name, text in _texts(book, quest.id):
                if name in counted.titles:
                    found.titles[name] = text
            if f"quest {quest.id}" in counted.subtitles:
                found.subtitles[f"quest {quest.id}"] = quest.subtitle
    return found


def _texts(book: Book, quest_id: str) -> Iterator[tuple[str, str]]:
    quest = book.quest(quest_id)
    assert quest is not None
    yield f"quest {quest_id}", quest.title
    for task in quest.tasks:
        yield f"task {task.id}", task.title


@pytest.mark.skipif(not PACKS.is_dir(), reason="the real packs are not there")
@pytest.mark.parametrize("name", NAMES)
def test_a_real_book_loads_whole(name: str) -> None:
    loaded = load_book(PACKS / name)
    book = loaded.book
    assert book is not None
    assert book.era is NAMES[name]
    assert loaded.problems == ()
    place = PACKS / name / "config/ftbquests"
    binary = book.era is Era.BINARY
    counted = _count_nbt(place / "normal") if binary else _count_snbt(place / "quests")
    found = _modelled(book, counted)
    assert counted.chapters
    for name_of in ("chapters", "groups", "quests", "tasks", "rewards", "titles", "subtitles"):
        assert getattr(found, name_of) == getattr(counted, name_of)
    for name_of in ("dependencies", "kinds", "given"):
        assert getattr(found, name_of) == getattr(counted, name_of)
    assert (found.links, found.tables) == (counted.links, counted.tables)
    for quest in book.quests():
        lines = set(quest.description)
        assert lines.issuperset(filter(None, counted.texts[quest.id]))


@pytest.mark.skipif(not PACKS.is_dir(), reason="the real packs are not there")
@pytest.mark.parametrize("name", NAMES)
def test_every_title_of_a_real_book_is_plain_and_there(name: str) -> None:
    book = load_book(PACKS / name, others=("zh_cn",)).book
    assert book is not None
    value = listing(book)
    titles = [table.title for table in book.tables] + [group.title for group in book.groups]
    for each in [*_list(value, "chapters"), *_list(value, "quests")]:
        parts = (*_list(each, "tasks"), *_list(each, "rewards"))
        titles += [cast("str", part["title"]) for part in (each, *parts)]
    for title in titles:
        assert title == title.strip() != ""
        assert not CODES.search(title)
        assert "{ftbquests" not in title
    index = QuestIndex(book)
    for quest in book.quests():
        row = index.by_id(f"#{quest.id.lower()}")
        assert row is not None
        assert index.quest(row) is quest
        assert row in index.by_title(quest.title)
