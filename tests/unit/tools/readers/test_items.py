"""What a model is told of items: ranked, with where it is from, or that it is not known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from bridge.core.actors import Player
from bridge.core.errors import RefusedError
from bridge.items.library import Building, Missing
from bridge.tools.arguments import Shape
from bridge.tools.readers.items import tools
from bridge.tools.tool import Asker
from bridge.workflows.items.direct import DirectItems
from bridge.workflows.items.rewards import QuestReward
from tests.unit.items.conftest import pack, server

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bridge.items.store import ItemStore
    from bridge.tools.readers.items import Items

T = TypeVar("T")
ASKER = Asker(player=Player(name="Mara"), language="en_us")

__all__ = ["pack", "server"]


class Rewards:
    async def giving(self, item: str, player: Player, language: str) -> Sequence[QuestReward]:
        del player, language
        return [QuestReward(quest="00C1", title="Into the Fire")] if "blaze_rod" in item else []


class NotYet:
    def __init__(self, state: Building | Missing) -> None:
        self._state = state

    async def ask(self, question: Callable[[ItemStore], T]) -> T | Building | Missing:
        del question
        return self._state


async def carried(player: Player) -> Mapping[str, int] | None:
    return {"minecraft:iron_ingot": 1} if player.name == "Mara" else None


async def use(items: Items, name: str, **given: object) -> Any:
    (tool,) = (each for each in tools(items, Rewards(), carried) if each.id == name)
    read = Shape(tool.input).read(given)
    return Shape(tool.output).plain(await tool.handler(ASKER, read))


async def test_items_are_found_by_name_with_their_mod(pack: ItemStore) -> None:
    found = await use(DirectItems(pack), "items.find", text="blaze rod")
    assert found["items"][0]["id"] == "minecraft:blaze_rod"


async def test_sources_name_the_file_and_the_quests_that_a_player_may_see(pack: ItemStore) -> None:
    told = (await use(DirectItems(pack), "items.sources", item="blaze rod"))["item"]
    assert told["id"] == "minecraft:blaze_rod"
    assert told["quests"] == [{"id": "00C1", "title": "Into the Fire"}]
    assert told["known"] is True
    assert all(way["file"] for way in told["sources"])
    assert told["total"] >= len(told["sources"])


async def test_uses_are_recipes(pack: ItemStore) -> None:
    told = (await use(DirectItems(pack), "items.uses", item="minecraft:blaze_rod"))["item"]
    assert told["id"] == "minecraft:blaze_rod"
    assert told["total"] == len(told["uses"])


async def test_what_making_takes_is_told_against_what_is_carried(pack: ItemStore) -> None:
    told = (await use(DirectItems(pack), "items.craft", item="great hammer", count=1))["item"]
    assert (told["id"], told["count"], told["inventory_known"]) == ("tools:hammer", 1, True)
    assert told["gather"]["minecraft:raw_iron"] == 2
    assert told["use"] == {"minecraft:iron_ingot": 1}
    assert told["tree"]["parts"]


async def test_a_query_needs_something_to_go_by(pack: ItemStore) -> None:
    items = DirectItems(pack)
    with pytest.raises(RefusedError, match="give a mod"):
        await use(items, "items.query")
    page = await use(items, "items.query", mod="minecraft")
    assert page["total"] >= len(page["items"]) > 0
    assert page["pages"] >= 1


async def test_an_item_that_is_none_is_refused_with_what_to_do(pack: ItemStore) -> None:
    with pytest.raises(RefusedError, match=r"items\.find"):
        await use(DirectItems(pack), "items.sources", item="zzzyyyxxx")


@pytest.mark.parametrize("state", [Building(done=1, of=2), Missing("broken")])
async def test_without_an_index_it_says_so(state: Building | Missing) -> None:
    with pytest.raises(RefusedError, match="index"):
        await use(NotYet(state), "items.find", text="torch")
