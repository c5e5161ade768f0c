"""Quest books and saves that are broken, in every way of writing them: SNBT, NBT and JSON5."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast
from uuid import UUID

from bridge.minecraft import nbt
from bridge.quests.loading import load_book
from bridge.quests.progress import TeamProgress
from bridge.quests.saves import Saves
from bridge.quests.shelf import Shelf, Stock
from tests.fakes.clock import HastyClock
from tests.peers.item_hostility import mangled, mutated

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from bridge.minecraft.nbt import Tag

Json = object
Tree = Mapping[str, Json]

TEAM: Final = UUID(int=7)
_QUEST: Final[Tree] = {
    "id": "00000000000000A1",
    "x": 1,
    "title": "&aStorage",
    "description": ["One {line}", '{"text": "Two", "clickEvent": {"action": "change_page"}}'],
    "dependencies": ["00000000000000A2", "00000000000000C1"],
    "hide_until_deps_visible": True,
    "min_required_dependencies": 1,
    "tasks": [
        {"id": "00000000000000B1", "type": "item", "item": {"id": "m:gear", "Count": 3}},
        {"id": "00000000000000B2", "type": "kill", "entity": "minecraft:cow", "value": 4},
        {"id": "00000000000000B3", "type": "item", "item": {"id": "ftbfiltersystem:smart_filter"}},
    ],
    "rewards": [
        {"id": "00000000000000D1", "type": "loot", "table_id": 225},
        {"id": "00000000000000D2", "type": "command", "command": "/say @p"},
    ],
}
_CHAPTER: Final[Tree] = {
    "id": "00000000000000C1",
    "group": "00000000000000F1",
    "order_index": 1,
    "title": "Chapter",
    "quests": [_QUEST, {"id": "00000000000000A2", "dependencies": ["00000000000000A1"]}],
    "quest_links": [{"id": "00000000000000E1", "linked_quest": "00000000000000A1"}],
}
_TABLE: Final[Tree] = {
    "id": "00000000000000E1",
    "title": "Table",
    "rewards": [{"item": "m:gear", "count": 2, "weight": 3.5}],
}
_TEXTS: Final[Tree] = {
    "quest.00000000000000A2.title": "Other",
    "quest.00000000000000A2.quest_desc": ["a", "", "b"],
}
_SAVE: Final[Tree] = {
    "version": 1,
    "started": {"00000000000000A1": 1700000000000},
    "completed": {"00000000000000A2": 1700000000000},
    "task_progress": {"00000000000000B1": 2},
}
_PARTY: Final[Tree] = {
    "id": f"{TEAM}",
    "type": "party",
    "ranks": {f"{TEAM}": "owner"},
}
_BOOK: Final = "config/ftbquests/quests"
_EARLY: Final = "config/ftbquests/normal"
_WORLD: Final = "world"


@dataclass(frozen=True, slots=True)
class Place:
    """A file by its path without its ending, and what is sound in it."""

    path: str
    value: Tree


_FRAME: Final = (
    Place(f"{_BOOK}/data", {"version": 13, "title": "Book"}),
    Place(f"{_BOOK}/chapter_groups", {"chapter_groups": [{"id": "00000000000000F1"}]}),
    Place(f"{_BOOK}/chapters/one", _CHAPTER),
    Place(f"{_BOOK}/reward_tables/table", _TABLE),
)
_SAVES: Final = (
    Place(f"{_WORLD}/ftbquests/{TEAM}", _SAVE),
    Place(f"{_WORLD}/ftbteams/party/{TEAM}", _PARTY),
)
_OLD: Final = (
    Place(f"{_EARLY}/file", {"title": "Book"}),
    Place(f"{_EARLY}/chapters/000000c1/chapter", {"title": "Chapter"}),
    Place(f"{_EARLY}/chapters/000000c1/000000a1", {**_QUEST, "uid": 161}),
)
_KINDS: Final[Mapping[str, tuple[Place, ...]]] = {
    ".snbt": (*_FRAME, Place(f"{_BOOK}/lang/en_us", _TEXTS), *_SAVES),
    ".json5": (*_FRAME, Place(f"{_BOOK}/lang/en_us", _TEXTS), *_SAVES),
    ".nbt": _OLD,
}


def read_book(folder: Path, dice: Random) -> tuple[str, bool]:
    """Write a book, one file of it mutated, and look at it as a player would.

    How the file was written, and whether it was reported. An exception is the failure, and so is a
    report that does not say which file it is about.
    """
    suffix, places = dice.choice(list(_KINDS.items()))
    broken = dice.choice(places)
    for place in places:
        path = folder / f"{place.path}{suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_content(place, suffix, dice if place is broken else None))
    loaded = load_book(folder, others=("zh_cn",))
    for problem in loaded.problems:
        assert problem.text.startswith(problem.file), problem
        assert "\n" not in problem.text, problem
    saved = asyncio.run(Saves(lambda: folder / _WORLD, clock=HastyClock()).of(TEAM))
    for progress in (saved.progress, TeamProgress()):
        if loaded.book is not None:
            _look(Shelf(Stock(loaded.book), progress=progress))
    return suffix, bool(loaded.problems or saved.problem)


def _look(shelf: Shelf) -> None:
    for quest in (*shelf.find("storage"), *shelf.listed):
        assert quest.title
        shelf.state(quest)
        shelf.blocked_by(quest)
        shelf.needed_by(quest)
    shelf.corrected("storrage")
    shelf.startable()


def _content(place: Place, suffix: str, dice: Random | None) -> bytes:
    value: Json = place.value
    if dice is not None and dice.random() < 0.5:
        value, dice = mutated(value, dice), None
    match suffix:
        case ".snbt":
            raw = _snbt(value).encode("utf-8", "surrogatepass")
        case ".json5":
            text = re.sub(r'"([a-z_]+)": ', r"\1: ", json.dumps(value, indent=1))
            raw = f"// written by hand\n{text}".encode()
        case _:
            raw = _nbt(value, compress=dice is None)
    return raw if dice is None else mangled(raw, dice)


def _snbt(value: Json) -> str:
    match value:
        case dict():
            entries = cast("Tree", value).items()
            return "{" + "\n".join(f"{json.dumps(k)}: {_snbt(each)}" for k, each in entries) + "}"
        case list():
            return "[" + "\n".join(map(_snbt, cast("list[Json]", value))) + "]"
        case _:
            return json.dumps(value, ensure_ascii=False)


def _nbt(value: Json, *, compress: bool) -> bytes:
    """As NBT as far as NBT can hold it; else what a reader takes for cut off."""
    try:
        return nbt.write(cast("Mapping[str, Tag]", _without_none(value)), compress=compress)
    except (ValueError, TypeError, AttributeError):
        return b"\x0a\x00\x00"


def _without_none(value: Json) -> Json:
    if not isinstance(value, dict):
        return value
    entries = cast("Tree", value).items()
    return {key: _without_none(each) for key, each in entries if each is not None}
