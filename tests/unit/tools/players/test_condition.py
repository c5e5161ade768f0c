"""A player's data in the spellings of all versions."""

from __future__ import annotations

import pytest

from bridge.tools.players.condition import (
    Condition,
    Statistics,
    read_advancements,
    read_condition,
    read_statistics,
    record_of,
)

MODERN: dict[str, object] = {
    "Pos": [1.5, 64.0, -3.25],
    "Dimension": "minecraft:the_nether",
    "Health": 17.5,
    "XpLevel": 12,
    "Inventory": [
        {"Slot": 0, "id": "minecraft:stone", "count": 40},
        {"Slot": 1, "id": "minecraft:stone", "count": 2},
        {"Slot": 2, "id": "minecraft:shears"},
        "no item",
    ],
    "equipment": {"head": {"id": "minecraft:iron_helmet", "count": 1}},
}


def test_where_and_how_somebody_is() -> None:
    assert read_condition(MODERN) == Condition(
        position=(1.5, 64.0, -3.25),
        dimension="minecraft:the_nether",
        health=17.5,
        level=12,
        inventory={
            "minecraft:stone": 42,
            "minecraft:shears": 1,
            "minecraft:iron_helmet": 1,
        },
    )


def test_older_spellings() -> None:
    old = {"Dimension": -1, "Inventory": [{"id": "minecraft:dirt", "Count": 3, "Damage": 0}]}
    found = read_condition(old)
    assert (found.dimension, found.inventory) == ("minecraft:the_nether", {"minecraft:dirt": 3})
    assert read_condition({"Dimension": 7}).dimension == "7"


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"Pos": [1, 2], "Dimension": "", "Health": "x", "XpLevel": 1.5, "Inventory": {}},
        {"Pos": None, "Dimension": None, "Health": None, "XpLevel": None, "Inventory": None},
    ],
)
def test_what_is_missing_or_of_another_type_is_not_known(data: dict[str, object]) -> None:
    assert read_condition(data) == Condition()


def test_statistics_of_both_times() -> None:
    new = {"stats": {"minecraft:custom": {"minecraft:deaths": 3, "minecraft:play_time": 2400}}}
    old = {"stat.deaths": 3, "stat.playOneMinute": 2400, "achievement.x": {"value": 1}}
    for value in (new, old):
        record = record_of(read_statistics(value), (), 5.0)
        assert (record.deaths, record.played, record.kills, record.age) == (3, 120, None, 5.0)
    assert record_of(read_statistics([]), (), None).deaths is None
    assert read_statistics({"stats": 3}) == Statistics({})


def test_distances_on_foot_are_added() -> None:
    walked = {"minecraft:walk_one_cm": 12_345, "minecraft:sprint_one_cm": 700}
    assert record_of(Statistics(walked), (), None).walked == 130


def test_advancements_that_are_done_the_newest_first() -> None:
    entries: dict[str, object] = {
        "minecraft:story/root": {"done": True, "criteria": {"a": "2026-01-01 10:00:00 +0000"}},
        "minecraft:story/iron": {"done": True, "criteria": {"a": "2026-01-02 10:00:00 +0000"}},
        "minecraft:story/open": {"done": False, "criteria": {}},
        "minecraft:recipes/food/bread": {"done": True, "criteria": {"a": "2026-01-03"}},
        "DataVersion": 3465,
    }
    assert read_advancements(entries) == ("minecraft:story/iron", "minecraft:story/root")
    assert read_advancements([]) == ()
