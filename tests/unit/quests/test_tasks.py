"""Tasks of every kind, and the titles that the game makes up for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.quests.lexicon import Lexicon
from bridge.quests.spelling import EARLY, MODERN, Reading
from bridge.quests.tasks import read_task

if TYPE_CHECKING:
    from bridge.quests.model import Task

READING = Reading(spelling=MODERN, lexicon=Lexicon())


def _task(**fields: object) -> Task:
    return read_task({"id": "AB", **fields}, READING, "quest", 0)


@pytest.mark.parametrize(
    ("fields", "title", "amount", "target"),
    [
        ({"type": "item", "item": "minecraft:oak_log"}, "Oak Log", 1, ""),
        ({"type": "item", "item": "minecraft:oak_log", "count": 16}, "16 x Oak Log", 16, ""),
        ({"type": "item", "item": {"id": "a:b", "Count": 4}}, "4 x B", 4, ""),
        ({"type": "item", "item": {"id": "a:b", "Count": 4}, "count": 2}, "2 x B", 2, ""),
        ({"type": "item"}, "Item", 1, ""),
        ({"item": "a:b"}, "B", 1, ""),
        ({"type": "ftbquests:checkmark"}, "Checkmark", 1, ""),
        ({"type": "kill", "entity": "a:big_boss", "value": 3}, "Kill 3 Big Boss", 3, "a:big_boss"),
        ({"type": "kill", "entity": "a:b", "custom_name": "&cBob"}, "Kill 1 Bob", 1, "a:b"),
        ({"type": "kill", "entityTypeTag": "a:bosses"}, "Kill 1 #a:bosses", 1, "#a:bosses"),
        (
            {"type": "advancement", "advancement": "minecraft:nether/find_bastion"},
            "Advancement: Nether Find Bastion",
            1,
            "minecraft:nether/find_bastion",
        ),
        ({"type": "dimension", "dimension": "a:the_moon"}, "Dimension: The Moon", 1, "a:the_moon"),
        ({"type": "dimension", "dim": -1}, "Dimension: The Nether", 1, "-1"),
        ({"type": "biome", "biome": "#a:cold"}, "Biome: #a:cold", 1, "#a:cold"),
        ({"type": "structure", "structure": "a:fort"}, "Structure: Fort", 1, "a:fort"),
        ({"type": "location", "dimension": "a:moon"}, "Location: Moon", 1, "a:moon"),
        ({"type": "observation", "to_observe": "a:ore"}, "Observe: Ore", 1, "a:ore"),
        ({"type": "stat", "stat": "minecraft:jump", "value": 9}, "Jump: 9", 9, "minecraft:jump"),
        ({"type": "xp", "value": 30}, "30 XP levels", 30, ""),
        ({"type": "xp", "value": 30, "points": True}, "30 XP", 30, ""),
        ({"type": "fluid", "fluid": "a:oil"}, "1000 mB of Oil", 1000, "a:oil"),
        ({"type": "fluid", "fluid": "a:oil", "amount": 5}, "5 mB of Oil", 5, "a:oil"),
        ({"type": "fluid", "fluid": {"id": "a:oil", "amount": 7}}, "7 mB of Oil", 7, "a:oil"),
        ({"type": "forge_energy", "value": 500}, "500 FE", 500, ""),
        ({"type": "gamestage", "stage": "two"}, "Game Stage: Two", 1, "two"),
        ({"type": "custom"}, "Custom", 1, ""),
        ({}, "Custom", 1, ""),
        ({"type": "othermod:ritual"}, "Unknown type: othermod:ritual", 1, ""),
        ({"type": "kill"}, "Kill 1 ?", 1, ""),
    ],
)
def test_a_task_without_a_title_is_named_by_what_it_asks(
    fields: dict[str, object], title: str, amount: int, target: str
) -> None:
    task = _task(**fields)
    assert (task.title, task.amount, task.target) == (title, amount, target)


def test_its_own_title_wins_and_an_unknown_key_is_no_title() -> None:
    assert _task(type="checkmark", title="&6Read this").title == "Read this"
    assert _task(type="checkmark", title="{pack.unknown.key}").title == "Checkmark"
    assert _task(type="checkmark", title="&r  ").title == "Checkmark"


def test_any_of_several_items_will_do_in_1_12() -> None:
    reading = Reading(spelling=EARLY, lexicon=Lexicon())
    tree = {
        "uid": -1,
        "type": "item",
        "items": [{"item": "a:one 1 4"}, {"id": "a:two"}],
        "count": 3,
    }
    task = read_task(tree, reading, "quest", 0)
    assert task.id == "ffffffff"
    assert task.title == "3 x Any: One, Two"
    assert [item.id for item in task.items] == ["a:one", "a:two"]


def test_variants_of_one_item_are_named_once_and_many_are_cut() -> None:
    assert _task(type="item", items=["a:one 1 1", "a:one 1 2"]).title == "One"
    items = [f"a:item_{n}" for n in range(5)]
    assert _task(type="item", items=items).title == "Any: Item 0, Item 1, Item 2, … (+2)"


@pytest.mark.parametrize(
    ("fields", "match"),
    [
        ({"match_components": "strict"}, "strict"),
        ({"match_nbt": False}, "none"),
        ({"match_nbt": True}, "strict"),
        ({"match_nbt": True, "weak_nbt_match": True}, "weak"),
        ({}, ""),
    ],
)
def test_how_exactly_an_item_must_match(fields: dict[str, object], match: str) -> None:
    assert _task(type="item", item="a:b", **fields).match == match


def test_flags_and_what_has_no_name_are_kept() -> None:
    task = _task(
        type="item", item="a:b", optional_task=1, consume_items=0, icon="a:c", tags=["t"], timer=5
    )
    assert task.optional
    assert task.consume is False
    assert task.icon == "a:c"
    assert task.tags == ("t",)
    assert task.extra == (("timer", 5),)


def test_an_entity_is_observed_by_its_name() -> None:
    lexicon = Lexicon(keys=({"entity.a.cow": "Moo", "block.a.cow": "Cow Block"},))
    reading = Reading(spelling=MODERN, lexicon=lexicon)
    tree = {"id": "1", "type": "observation", "observe_type": 5, "to_observe": "a:cow"}
    assert read_task(tree, reading, "q", 0).title == "Observe: Moo"
    tree["observe_type"] = 0
    assert read_task(tree, reading, "q", 0).title == "Observe: Cow Block"
