from dataclasses import dataclass, replace

import pytest

from bridge.tools.registry import ToolRegistry
from bridge.tools.tool import Asker, Tool


@dataclass(frozen=True)
class Words:
    text: str = ""


async def tell(asker: Asker, given: Words) -> Words:
    return given


FIND = Tool("quests.find", Words, Words, tell)
LIST = replace(FIND, id="quests.list")
ITEM = replace(FIND, id="items.find")


def test_tools_are_available_in_the_order_of_their_ids() -> None:
    registry = ToolRegistry()
    registry.add("quests", [LIST, FIND])
    registry.add("items", [ITEM])
    assert [tool.id for tool in registry.available("x")] == [
        "items.find",
        "quests.find",
        "quests.list",
    ]
    assert registry.module_of(ITEM) == "items"


def test_an_id_is_taken_once() -> None:
    registry = ToolRegistry()
    registry.add("quests", [FIND])
    with pytest.raises(ValueError, match=r"two tools are called quests\.find"):
        registry.add("other", [replace(FIND)])


def test_an_equal_tool_that_is_another_instance_cannot_stand_in() -> None:
    registry = ToolRegistry()
    registry.add("quests", [FIND])
    other = replace(FIND)
    assert other == FIND
    assert (registry.is_available(other, "x"), registry.module_of(other)) == (False, "")
    assert registry.is_available(FIND, "x")
    assert not registry.is_available(LIST, "x")


def test_a_module_is_switched_off_for_a_system_or_for_all() -> None:
    off = {("quests", "a"), ("items", "a"), ("items", "b")}
    registry = ToolRegistry(lambda module, system: (module, system) not in off)
    registry.add("quests", [FIND])
    registry.add("items", [ITEM])
    assert [tool.id for tool in registry.available("a")] == []
    assert [tool.id for tool in registry.available("b")] == ["quests.find"]
    assert not registry.is_available(FIND, "a")
    off.clear()
    assert registry.is_available(FIND, "a")
