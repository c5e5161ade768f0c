"""The shipped quest book, read with a reader that is not ours."""

import re
from pathlib import Path
from typing import Any, cast

import ftb_snbt_lib as snbt
import pytest

import bridge.demo

QUESTS = Path(bridge.demo.__path__[0]) / "pack/config/ftbquests/quests"
ID = re.compile(r"[0-7][0-9A-F]{15}")


def load(name: str) -> dict[str, Any]:
    with (QUESTS / name).open(encoding="utf-8") as file:
        return cast("dict[str, Any]", snbt.load(file))  # pyright: ignore[reportUnknownMemberType] -- ftb_snbt_lib has no types


def chapters() -> list[dict[str, Any]]:
    return [load(f"chapters/{path.name}") for path in sorted((QUESTS / "chapters").iterdir())]


def quests() -> list[dict[str, Any]]:
    return [quest for chapter in chapters() for quest in chapter["quests"]]


def objects() -> dict[str, str]:
    """The kind of every object by its id."""
    found = {"0000000000000001": "file"}
    rows = [("chapter_group", group) for group in load("chapter_groups.snbt")["chapter_groups"]]
    rows += [("chapter", chapter) for chapter in chapters()]
    rows += [("reward_table", load("reward_tables/travellers_bundle.snbt"))]
    for quest in quests():
        rows.append(("quest", quest))
        rows += [("task", task) for task in quest["tasks"]]
        rows += [("reward", reward) for reward in quest.get("rewards", [])]
    for kind, row in rows:
        ident = str(row["id"])
        assert ID.fullmatch(ident), ident
        assert ident not in found
        found[ident] = kind
    return found


def test_every_id_stands_once() -> None:
    kinds = list(objects().values())
    assert kinds.count("chapter") == 4
    assert kinds.count("quest") == 31


def test_dependencies_tables_and_groups_are_there() -> None:
    kinds = objects()
    for quest in quests():
        assert all(kinds[str(one)] == "quest" for one in quest.get("dependencies", []))
        for reward in quest.get("rewards", []):
            if "table_id" in reward:
                assert kinds[f"{int(reward['table_id']):016X}"] == "reward_table"
    for chapter in chapters():
        assert chapter["group"] == "" or kinds[str(chapter["group"])] == "chapter_group"


def test_no_quest_needs_itself() -> None:
    needs = {
        str(quest["id"]): {str(one) for one in quest.get("dependencies", [])} for quest in quests()
    }
    while needs:
        free = {ident for ident, wanted in needs.items() if not wanted & needs.keys()}
        assert free, f"a circle among {sorted(needs)}"
        for ident in free:
            del needs[ident]


def test_the_book_has_the_kinds_that_a_demo_should_show() -> None:
    tasks = {str(task["type"]) for quest in quests() for task in quest["tasks"]}
    rewards = {str(one["type"]) for quest in quests() for one in quest.get("rewards", [])}
    assert tasks == {"item", "checkmark", "kill", "dimension", "xp"}
    assert rewards == {"item", "xp", "random"}
    assert [bool(quest.get("invisible")) for quest in quests()].count(True) == 1


@pytest.mark.parametrize("locale", ["en_us", "zh_cn"])
def test_every_text_belongs_to_an_object(locale: str) -> None:
    kinds = objects()
    for key, text in load(f"lang/{locale}.snbt").items():
        kind, ident, field = key.split(".")
        assert kinds[ident] == kind
        assert isinstance(text, list) is field.endswith(("_desc", "chapter_subtitle"))


def test_both_languages_say_the_same_things() -> None:
    english, chinese = load("lang/en_us.snbt"), load("lang/zh_cn.snbt")
    assert english.keys() == chinese.keys()
    for key, text in chinese.items():
        assert re.search(r"[\u4e00-\u9fff]", str(text)), key
        # Chinese text has Chinese punctuation.
        assert not re.search(r"[\u4e00-\u9fff][,:;?!]", str(text)), key


def test_one_quest_without_a_title_is_left_to_the_game_s_fallback() -> None:
    english = load("lang/en_us.snbt")
    untitled = [quest for quest in quests() if f"quest.{quest['id']}.title" not in english]
    assert len(untitled) == 1
    assert str(untitled[0]["tasks"][0]["item"]["id"]) == "minecraft:hopper"


def test_storage_basics_is_there_in_both_languages() -> None:
    english, chinese = load("lang/en_us.snbt"), load("lang/zh_cn.snbt")
    keys = [key for key, text in english.items() if text == "&6Storage Basics&r"]
    assert len(keys) == 1
    assert chinese[keys[0]] == "&6存储基础&r"
