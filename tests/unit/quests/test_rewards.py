"""Rewards and reward tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.quests.lexicon import Lexicon
from bridge.quests.rewards import read_reward, read_table, table_id
from bridge.quests.spelling import EARLY, MODERN, Reading

if TYPE_CHECKING:
    from bridge.quests.model import Reward

TABLES = {"06C4634E81851A6C": "Gems", "00000000000000AB": "Ores"}
READING = Reading(spelling=MODERN, lexicon=Lexicon(), tables=TABLES)


def _reward(**fields: object) -> Reward:
    return read_reward({"id": "AB", **fields}, READING, "quest", 0)


@pytest.mark.parametrize(
    ("fields", "title", "amount"),
    [
        ({"type": "item", "item": "a:ingot"}, "Ingot", 1),
        ({"item": {"id": "a:ingot", "Count": 2}, "count": 8}, "8 x Ingot", 8),
        ({"item": {"id": "a:ingot", "count": 2}}, "2 x Ingot", 2),
        ({"type": "item"}, "Item", 1),
        ({"type": "xp", "xp": 100}, "100 XP", 100),
        ({"type": "ftbquests:xp_levels", "xp_levels": 5}, "5 XP levels", 5),
        ({"type": "currency", "amount": 7}, "7 coins", 7),
        ({"type": "command", "command": "/say hi"}, "Command: /say hi", 1),
        ({"type": "command"}, "Command: ?", 1),
        ({"type": "random", "table_id": 487623848494439020}, "Random Reward: Gems", 1),
        ({"type": "choice", "table_id": "AB"}, "Choice Reward: Ores", 1),
        ({"type": "loot", "table": 0}, "Loot Crate: Gems", 1),
        ({"type": "all_table", "table_id": 5}, "All Rewards: Reward Table", 1),
        ({"type": "advancement", "advancement": "a:root"}, "Advancement: Root", 1),
        ({"type": "gamestage", "stage": "two"}, "Game Stage: two", 1),
        ({"type": "toast", "description": "&6Well done"}, "Toast: Well done", 1),
        ({"type": "custom"}, "Custom", 1),
        ({"type": "othermod:luck"}, "Unknown type: othermod:luck", 1),
        ({"type": "command", "command": "/give", "title": "A gift"}, "A gift", 1),
        ({"item": "a:b", "locale": "en_us", "translate": {"title": "Kept"}}, "Kept", 1),
        ({"item": "a:b", "translate": {"reward.00AB.title": "Kept"}}, "Kept", 1),
        ({"item": "a:b", "translate": "Kept"}, "Kept", 1),
        ({"item": "a:b", "translate": {"other": "x"}}, "B", 1),
    ],
)
def test_a_reward_is_named_by_what_it_gives(
    fields: dict[str, object], title: str, amount: int
) -> None:
    reward = _reward(**fields)
    assert (reward.title, reward.amount) == (title, amount)


def test_a_long_command_is_cut_in_the_title_alone() -> None:
    command = "/tellraw @p " + "x" * 500
    reward = _reward(type="command", command=command)
    assert reward.target == command
    assert len(reward.title) < 100


def test_a_table_is_named_by_number_and_in_1_12_by_its_place_in_the_list() -> None:
    assert _reward(type="random", table_id=487623848494439020).table == "06C4634E81851A6C"
    assert _reward(type="random", table=1).table == "00000000000000AB"
    assert _reward(type="random").table == ""
    early = Reading(spelling=EARLY, lexicon=Lexicon(), tables={"0000aaaa": "A"})
    tree = {"uid": 5, "type": "loot", "table": 0xBBBB}
    assert read_reward(tree, early, "quest", 0).table == "0000bbbb"


def test_a_table_can_stand_inside_the_reward() -> None:
    data = {"rewards": [{"item": "a:b"}, {"type": "xp", "xp": 5, "weight": 2.5}]}
    reward = _reward(type="random", table_data=data)
    assert [(entry.reward.title, entry.weight) for entry in reward.entries] == [
        ("B", 1.0),
        ("5 XP", 2.5),
    ]


def test_a_table_is_read() -> None:
    tree = {
        "title": "&6Gems",
        "loot_size": 3,
        "empty_weight": 0.5,
        "use_title": True,
        "hide_tooltip": 1,
        "icon": "a:gem",
        "loot_crate": {"string_id": "gems"},
        "rewards": [{"item": "a:b"}, {"item": "c:d", "weight": 4}],
    }
    table = read_table(tree, READING, "AB")
    assert (table.id, table.title, table.loot_size, table.empty_weight) == ("AB", "Gems", 3, 0.5)
    assert table.use_title
    assert table.hide_tooltip
    assert (table.crate, table.icon) == ("gems", "a:gem")
    assert [entry.weight for entry in table.entries] == [1.0, 4.0]
    assert len({entry.reward.id for entry in table.entries}) == 2


def test_a_table_without_a_title_is_called_after_its_only_reward() -> None:
    assert read_table({"rewards": [{"item": "a:b"}]}, READING, "AB").title == "B"
    assert read_table({"rewards": []}, READING, "AB").title == "Reward Table"


def test_a_table_has_an_id_or_in_1_12_a_file_name() -> None:
    early = Reading(spelling=EARLY, lexicon=Lexicon())
    assert table_id({"id": "ab"}, READING, "reward_tables/gems.snbt") == "00000000000000AB"
    assert table_id({}, early, "reward_tables/02cbb1aa.snbt") == "02cbb1aa"
    substitute = table_id({}, READING, "reward_tables/02cbb1aa.snbt")
    assert len(substitute) == 16
