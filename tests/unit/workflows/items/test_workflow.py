"""`/items`, `/sources` and `/uses` over an index."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest

from bridge.core.actors import Player
from bridge.items.library import Building, Missing
from bridge.modules.workflow import Call
from bridge.ui.languages import LANGUAGES
from bridge.ui.render import plain
from bridge.workflows.items.direct import DirectItems
from bridge.workflows.items.rewards import QuestReward
from bridge.workflows.items.workflow import MOST, counted, counted_behind, workflows
from tests.fakes.cards import run_of, runs_of
from tests.unit.items.conftest import Server, pack, server, smelting

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bridge.core.cards import Card
    from bridge.items.store import ItemStore

T = TypeVar("T")

__all__ = ["pack", "server"]


class Rewards:
    """One quest that gives blaze rods."""

    async def giving(self, item: str, player: Player, language: str) -> Sequence[QuestReward]:
        del player, language
        given = [QuestReward(quest="00C1", title="Into the Fire")]
        return given if item == "minecraft:blaze_rod" else []


class NotYet:
    def __init__(self, state: Building | Missing) -> None:
        self._state = state

    async def ask(self, question: Callable[[ItemStore], T]) -> T | Building | Missing:
        del question
        return self._state


CARRIED = {"minecraft:iron_ingot": 4, "minecraft:stick": 9}


async def carried(player: Player) -> Mapping[str, int] | None:
    """Only of Mara it is known."""
    return CARRIED if player.name == "Mara" else None


async def card(
    items: DirectItems | NotYet,
    capability: str,
    language: str = "en_us",
    player: str = "Mara",
    **given: str,
) -> Card:
    flow = next(f for f in workflows(items, Rewards(), carried) if f.id == capability)
    return await flow.run(Call(player=Player(name=player), language=language, input=given))


async def lines(
    store: ItemStore, capability: str, language: str = "en_us", **given: str
) -> list[str]:
    shown = await card(DirectItems(store), capability, language, **given)
    return plain(shown, language).splitlines()


async def test_items_are_listed_and_a_press_opens_one(pack: ItemStore) -> None:
    text = await lines(pack, "system:items", text="iron ingot")
    assert text[:3] == [
        "Items like “iron ingot”  2",
        "[1] Iron Ingot (Minecraft)",
        "[2] Iron Ingot (Fine Tools)",
    ]
    shown = await card(DirectItems(pack), "system:items", text="iron ingot")
    action = run_of(shown.buttons[1])
    assert (action.capability, action.input) == ("system:sources", {"item": "tools:iron_ingot"})


async def test_what_is_not_found_is_repeated_once(pack: ItemStore) -> None:
    for capability, given in (("items", "text"), ("sources", "item"), ("uses", "item")):
        text = await lines(pack, f"system:{capability}", **{given: "zeppelin"})
        assert text == ["No item is called “zeppelin”."]


async def test_sources_are_ranked_each_with_its_file(pack: ItemStore) -> None:
    text = await lines(pack, "system:sources", item="iron ingot")
    assert text[0] == "How to get Iron Ingot  minecraft:iron_ingot (Minecraft)"
    assert text[1] == "Furnace: Raw Iron  [kubejs]"
    assert text[2] == "Found in Fort  43.8 %, 1-5 ×  [kubejs]"
    assert text[3] == "Crafting: Block of Iron → 9  (unpacking)  [kubejs]"
    assert text[4] == "[1] What it is used for"
    assert text[5] == "[2] What it takes in all"
    assert text[6] == "[3] Also: Iron Ingot (Fine Tools)"


async def test_a_drop_and_a_quest_reward(pack: ItemStore) -> None:
    text = await lines(pack, "system:sources", item="blaze rods")
    assert "Dropped by Blaze  100 % (by a player)  [kubejs]" in text
    assert "Quest reward: Into the Fire" in text
    chinese = await lines(pack, "system:sources", "zh_cn", item="烈焰棒")
    assert chinese[0].startswith("如何获得烈焰棒")


async def test_no_known_source_is_said_plainly_with_the_reason(pack: ItemStore) -> None:
    text = await lines(pack, "system:sources", item="minecraft:raw_iron")
    assert text[1] == "No known source."
    assert "cannot be seen" in text[2]


async def test_a_circle_is_said_plainly(pack: ItemStore) -> None:
    text = await lines(pack, "system:sources", item="minecraft:template")
    assert "needs one already" in text[1]
    assert text[2].startswith("Every known recipe needs one already")


async def test_uses_and_none(pack: ItemStore) -> None:
    text = await lines(pack, "system:uses", item="stick")
    assert text[0] == "Uses of Stick  minecraft:stick (Minecraft)  2"
    assert "Great Hammer  Crafting: 3 × Iron Ingot, Stick" in text
    assert "No known use" in (await lines(pack, "system:uses", item="great hammer"))[1]


async def test_words_that_fit_several_give_a_choice_that_stays_with_the_question(
    pack: ItemStore,
) -> None:
    shown = await card(DirectItems(pack), "system:uses", item="iron")
    assert plain(shown, "en_us").startswith("Which one is “iron”?")
    assert {run.capability for run in runs_of(shown)} == {"system:uses"}


async def test_pages(server: Server) -> None:
    for number in range(12):
        server.data(f"a/recipe/{number}.json", smelting("a:out", f"a:in_{number}"))
        server.data(f"a/recipe/u{number}.json", smelting(f"a:made_{number}", "a:in"))
    with server.store() as store:
        first = await lines(store, "system:sources", item="a:out")
        assert "[1] more (page 2 of 3)" in first
        third = await lines(store, "system:sources", item="a:out", page="3")
        assert len([line for line in third if line.startswith("Furnace")]) == 2
        beyond = await lines(store, "system:sources", item="a:out", page="99")
        assert beyond == third
        last = await lines(store, "system:uses", item="a:in", page="3")
        assert len([line for line in last if "Furnace" in line]) == 2
        odd = await lines(store, "system:uses", item="a:in", page="²")
        assert "[1] more (page 2 of 3)" in odd
        many = await lines(store, "system:items", text="made")
        assert many[-1] == "[9] more (page 2 of 2)"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_while_there_is_no_index_that_is_said(language: str) -> None:
    for state in (Building(), Building(done=5, of=10), Missing("broken")):
        for capability in ("items", "sources", "uses"):
            shown = await card(NotYet(state), f"system:{capability}", language, text="x", item="x")
            assert plain(shown, language)
    half = await card(NotYet(Building(done=5, of=10)), "system:uses", item="x")
    assert "50 %" in plain(half, "en_us")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_card_has_its_words_in_every_language(pack: ItemStore, language: str) -> None:
    for item in ("iron ingot", "blaze rod", "minecraft:template", "raw_iron", "hammer"):
        for capability in ("system:sources", "system:uses"):
            assert await lines(pack, capability, language, item=item)


async def test_what_making_some_takes_is_told_against_what_the_player_carries(
    pack: ItemStore,
) -> None:
    assert await lines(pack, "system:craft", item="2 great hammers") == [
        "Making 2 × Great Hammer",
        "Still to gather: 2 × Raw Iron",
        "You have: 4 × Iron Ingot, 2 × Stick",
        "1. 2 × Iron Ingot ← 2 × Raw Iron",
        "2. 2 × Great Hammer ← 6 × Iron Ingot, 2 × Stick",
        "[1] How to get it",
        "[2] What it is used for",
    ]


async def test_without_an_inventory_it_is_counted_from_nothing_and_said_so(pack: ItemStore) -> None:
    shown = await card(DirectItems(pack), "system:craft", player="Teo", item="tools:hammer")
    text = plain(shown, "en_us").splitlines()
    assert text[1] == "Still to gather: 3 × Raw Iron, 1 × Oak Log"
    assert text[-4:-2] == [
        "Left over: 3 × Stick, 2 × Oak Planks",
        "Your inventory is not known: counted from nothing.",
    ]
    assert [run.capability for run in runs_of(shown)] == ["system:sources", "system:uses"]


async def test_what_no_recipe_makes_and_what_needs_itself_is_said_plainly(pack: ItemStore) -> None:
    assert "No recipe makes it" in "".join(await lines(pack, "system:craft", item="raw iron"))
    circle = await lines(pack, "system:craft", item="minecraft:template")
    assert circle[0] == "Making 1 × Template"
    assert "needs itself" in "".join(circle) or "No recipe makes it" in "".join(circle)
    assert await lines(pack, "system:craft", item="zeppelin") == ["No item is called “zeppelin”."]


async def test_words_that_could_be_two_things_are_asked_about(pack: ItemStore) -> None:
    shown = await card(DirectItems(pack), "system:craft", item="iron")
    assert {run.capability for run in runs_of(shown)} == {"system:craft"}


@pytest.mark.parametrize(
    ("text", "count", "expected"),
    [
        ("hopper", "", (1, "hopper")),
        ("12 hoppers", "", (12, "hoppers")),
        ("3x hopper", "", (3, "hopper")),
        ("64个 漏斗", "", (64, "漏斗")),
        ("64个漏斗", "", (64, "漏斗")),
        ("0 hopper", "", (1, "hopper")),
        ("999999 hopper", "", (MOST, "hopper")),
        ("999999999999 hopper", "", (MOST, "hopper")),
        ("12 hoppers", "3", (3, "12 hoppers")),
        ("hopper", "many", (1, "hopper")),
        ("1x", "", (1, "1x")),
    ],
)
def test_a_number_in_front_is_how_many(text: str, count: str, expected: tuple[int, str]) -> None:
    assert counted(text, count) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hopper 12", (12, "hopper")),
        ("hopper x12", (12, "hopper")),
        ("iron hopper × 3", (3, "iron hopper")),
        ("漏斗 64个", (64, "漏斗")),
        ("hopper", None),
        ("12", None),
    ],
)
def test_a_number_behind_is_how_many(text: str, expected: tuple[int, str] | None) -> None:
    assert counted_behind(text) == expected


async def test_a_number_behind_counts_unless_it_is_part_of_a_name(server: Server) -> None:
    server.names("a", {"item.a.disc": "Disc", "item.a.disc_13": "Disc 13"})
    server.data("a/recipe/disc.json", smelting("a:disc", "a:vinyl"))
    server.data("a/recipe/disc_13.json", smelting("a:disc_13", "a:disc"))
    with server.store() as store:
        assert (await lines(store, "system:craft", item="disc 5"))[0] == "Making 5 × Disc"
        assert (await lines(store, "system:craft", item="disc 13"))[0] == "Making 1 × Disc 13"
