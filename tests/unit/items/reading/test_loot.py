"""Chances and amounts of loot tables."""

from __future__ import annotations

from typing import Any

import pytest

from bridge.items.model import LootKind, Note
from bridge.items.reading.loot import kind_of, read_modifier, read_table


def entry(name: str, **more: Any) -> dict[str, Any]:
    return {"type": "minecraft:item", "name": name, **more}


def pools(*found: Any) -> dict[str, Any]:
    return {"pools": list(found)}


def only(table: Any) -> Any:
    (drop,) = read_table("a:x", table).drops
    return drop


def test_weights_and_rolls_make_the_chance_of_at_least_one() -> None:
    empty = {"type": "minecraft:empty", "weight": 3}
    drop = only(pools({"rolls": 2, "entries": [entry("a:b"), empty]}))
    assert drop.chance == pytest.approx(1 - 0.75**2)


def test_amounts_come_from_functions() -> None:
    function = {"function": "minecraft:set_count", "count": {"min": 2, "max": 5}}
    drop = only(pools({"rolls": 1, "entries": [entry("a:b", functions=[function])]}))
    assert (drop.least, drop.most) == (2, 5)


@pytest.mark.parametrize(
    ("condition", "chance", "notes"),
    [
        ({"condition": "minecraft:random_chance", "chance": 0.1}, 0.1, ()),
        ({"condition": "random_chance_with_looting", "chance": 0.025}, 0.025, ()),
        ({"condition": "table_bonus", "chances": [0.05, 0.1]}, 0.05, ()),
        ({"condition": "minecraft:killed_by_player"}, 1, (Note.BY_PLAYER,)),
        ({"condition": "survives_explosion"}, 1, ()),
        (
            {
                "condition": "match_tool",
                "predicate": {"enchantments": [{"enchantment": "minecraft:silk_touch"}]},
            },
            1,
            (Note.SILK_TOUCH,),
        ),
        ({"condition": "match_tool", "predicate": {"items": "a:shears"}}, 1, (Note.TOOL,)),
        ({"condition": "weather_check", "raining": True}, 1, (Note.CONDITIONAL,)),
    ],
)
def test_conditions_are_chances_or_notes(condition: Any, chance: float, notes: Any) -> None:
    in_entry = only(pools({"rolls": 1, "entries": [entry("a:b", conditions=[condition])]}))
    in_pool = only(pools({"rolls": 1, "entries": [entry("a:b")], "conditions": [condition]}))
    assert in_entry == in_pool
    assert in_entry.chance == pytest.approx(chance)
    assert in_entry.notes == notes


def test_of_alternatives_a_later_one_has_what_is_left() -> None:
    likely = entry("a:b", conditions=[{"condition": "random_chance", "chance": 0.3}])
    group = {"type": "minecraft:alternatives", "children": [likely, entry("a:c"), entry("a:d")]}
    drops = read_table("a:x", pools({"rolls": 1, "entries": [group]})).drops
    assert {drop.thing: drop.chance for drop in drops} == {
        "a:b": pytest.approx(0.3),
        "a:c": pytest.approx(0.7),
    }


def test_tags_references_and_tables_inside_are_kept() -> None:
    inline = {"type": "loot_table", "value": pools({"rolls": 1, "entries": [entry("a:in")]})}
    found = [
        {"type": "tag", "name": "a:t"},
        {"type": "loot_table", "name": "a:other"},
        {"type": "loot_table", "value": "a:newer"},
        inline,
    ]
    drops = read_table("a:x", pools({"rolls": 1, "entries": found})).drops
    assert [drop.thing for drop in drops] == ["#a:t", "&a:other", "&a:newer", "a:in"]
    assert {drop.chance for drop in drops} == {0.25}


def test_equal_drops_of_several_pools_come_together() -> None:
    pool = {"rolls": 1, "entries": [entry("a:b"), {"type": "empty"}]}
    assert only(pools(pool, pool)).chance == pytest.approx(0.75)


@pytest.mark.parametrize(
    ("name", "written", "kind"),
    [
        ("m:blocks/stone", "", LootKind.BLOCK),
        ("m:entities/sheep/white", "", LootKind.ENTITY),
        ("m:chests/x", "minecraft:chest", LootKind.CHEST),
        ("m:gameplay/fishing/fish", "minecraft:fishing", LootKind.FISHING),
        ("m:gameplay/piglin_bartering", "minecraft:barter", LootKind.BARTER),
        ("m:strange", "", LootKind.OTHER),
    ],
)
def test_what_uses_a_table(name: str, written: str, kind: LootKind) -> None:
    assert kind_of(name, written) is kind


@pytest.mark.parametrize("value", [None, [], {}, {"pools": 3}, pools({"entries": [{"type": 5}]})])
def test_an_empty_table_drops_nothing(value: Any) -> None:
    assert read_table("a:x", value).drops == ()


def test_a_modifier_says_what_it_adds_and_where() -> None:
    table = read_modifier(
        "a:m",
        {
            "type": "a:add_item",
            "item": "a:b",
            "conditions": [
                {"condition": "forge:loot_table_id", "loot_table_id": "minecraft:chests/x"},
                {"condition": "random_chance", "chance": 0.2},
            ],
        },
    )
    assert table is not None
    assert table.where == ("minecraft:chests/x",)
    assert (table.drops[0].thing, table.drops[0].chance, table.drops[0].notes) == ("a:b", 0.2, ())
    assert read_modifier("a:m", {"type": "a:fortune"}) is None


def counted(count: Any, **more: Any) -> dict[str, Any]:
    return {"function": "minecraft:set_count", "count": count, **more}


@pytest.mark.parametrize(
    ("functions", "chance", "least", "most"),
    [
        ([counted({"min": 0.0, "max": 1.0})], 1 / 2, 1, 1),
        ([counted({"type": "minecraft:uniform", "min": 0, "max": 2})], 2 / 3, 1, 2),
        ([counted({"min": -1, "max": 1})], 1 / 3, 1, 1),
        ([counted({"type": "minecraft:binomial", "n": 3, "p": 0.5})], 0.875, 1, 3),
        ([counted({"min": -1, "max": 1}, add=True)], 2 / 3, 1, 2),
        ([counted(4, conditions=[{"condition": "random_chance", "chance": 0.1}])], 1, 1, 4),
        ([counted(0)], 1, 0, 0),
    ],
)
def test_an_amount_that_can_be_none_makes_the_chance_less(
    functions: list[Any], chance: float, least: float, most: float
) -> None:
    drop = only(pools({"rolls": 1, "entries": [entry("a:b", functions=functions)]}))
    assert drop.chance == pytest.approx(chance)
    assert (drop.least, drop.most) == (least, most)


def test_each_roll_has_its_own_chance_of_none() -> None:
    none = entry("a:b", functions=[counted({"min": 0, "max": 1})])
    drop = only(pools({"rolls": 2, "entries": [none, {"type": "empty"}]}))
    assert drop.chance == pytest.approx(1 - (1 - 0.5 * 0.5) ** 2)


@pytest.mark.parametrize("around", ["pool", "table"])
def test_functions_around_an_entry_count(around: str) -> None:
    functions = {"functions": [counted({"min": 3, "max": 5})]}
    pool = {"rolls": 1, "entries": [entry("a:b")]}
    pool |= functions if around == "pool" else {}
    drop = only(pools(pool) | (functions if around == "table" else {}))
    assert (drop.least, drop.most) == (3, 5)


def test_an_inverted_chance_is_what_is_left_of_it() -> None:
    term = {"condition": "minecraft:random_chance", "chance": 0.25}
    pool = {"rolls": 1, "entries": [entry("a:b")]}
    drop = only(pools(pool | {"conditions": [{"condition": "minecraft:inverted", "term": term}]}))
    assert (drop.chance, drop.notes) == (0.75, ())


@pytest.mark.parametrize(
    "given", [{"item": "a:b", "count": 3}, {"stack": {"id": "a:b", "count": 3}}]
)
def test_a_modifier_says_how_many_and_into_which_of_several(given: Any) -> None:
    terms = [
        {"condition": "neoforge:loot_table_id", "loot_table_id": f"minecraft:chests/{x}"}
        for x in "xy"
    ]
    table = read_modifier(
        "a:m", given | {"conditions": [{"condition": "minecraft:any_of", "terms": terms}]}
    )
    assert table is not None
    assert table.where == ("minecraft:chests/x", "minecraft:chests/y")
    (drop,) = table.drops
    assert (drop.least, drop.most, drop.notes) == (3, 3, ())
