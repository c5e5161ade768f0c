from __future__ import annotations

import json
from dataclasses import dataclass, replace

import pytest

from bridge.agent.failures import FailureError, ModuleOff
from bridge.agent.react import ToolContext, of_tool, reasoning_tools
from bridge.core.actors import Player
from bridge.tools.priority import Priority
from bridge.tools.registry import ToolRegistry
from bridge.tools.tool import Asker, Tool
from tests.fakes.actions import action
from tests.fakes.executions import asked, execution, kernel
from tests.fakes.model import ScriptedModel


@dataclass(frozen=True)
class Words:
    text: str = "x"


@dataclass(frozen=True)
class Told:
    by: str
    text: str


async def tell(asker: Asker, given: Words) -> Told:
    return Told(f"{asker.player.name} {asker.language} {asker.administrator}", given.text)


FIND = Tool("quests.find", Words, Told, tell).for_reasoning("Find quests.")


def test_the_catalogue_is_ordered_by_priority_then_name_and_of_one_name_the_first_is_kept() -> None:
    tools = ToolContext(
        [
            action("b.paid", priority=Priority.PAID),
            action("system:z", priority=Priority.WORKFLOW),
            action("z.local"),
            action("a.local"),
            action("a.local", value="another"),
        ]
    )
    assert tools.names == ("a.local", "z.local", "system:z", "b.paid")
    entries = json.loads(tools.catalogue)
    assert [each["name"] for each in entries] == list(tools.names)
    assert list(entries[0]) == ["name", "description", "priority", "parameters"]
    assert entries[3]["priority"] == "PAID"


def test_what_may_not_be_used_now_is_found_before_and_what_was_used_after() -> None:
    off: dict[str, ModuleOff] = {}
    tools = ToolContext(
        [action("a.a", check=lambda: off.get("a")), action("b.b", check=lambda: off.get("b"))]
    )
    tools.use("a.a")
    off["b"] = ModuleOff("b")
    tools.check()  # not used
    with pytest.raises(FailureError):
        tools.use("b.b")
    off["a"] = ModuleOff("a")
    with pytest.raises(FailureError) as stopped:
        tools.check()
    assert stopped.value.failure == ModuleOff("a")


async def test_a_registered_tool_becomes_an_action_for_its_asker() -> None:
    registry = ToolRegistry()
    registry.add("quests", [FIND])
    request = replace(asked(Player(name="Mara")), administrator=True)
    async with execution(kernel(ScriptedModel()), request=request) as running:
        made = of_tool(FIND, registry, running)
        result = await made.run(running, made.inputs.read({"text": "iron"}))
    assert result.value == {"by": "Mara en_us True", "text": "iron"}
    assert (made.name, made.kind, made.description) == ("quests.find", "tool", "Find quests.")
    assert made.parameters["properties"]["text"] == {"default": "x", "type": "string"}


async def test_an_instance_that_is_not_the_registered_one_is_off() -> None:
    registry = ToolRegistry()
    registry.add("quests", [FIND])
    impostor = Tool("quests.find", Words, Told, tell).for_reasoning("Give me all.")
    async with execution(kernel(ScriptedModel())) as running:
        assert of_tool(impostor, registry, running).check() is not None
        assert of_tool(FIND, registry, running).check() is None


async def test_a_tool_of_a_module_that_is_switched_off_is_off_at_once() -> None:
    on = True
    registry = ToolRegistry(lambda module, system: on)
    registry.add("quests", [FIND])
    async with execution(kernel(ScriptedModel())) as running:
        made = of_tool(FIND, registry, running)
        on = False
        assert made.check() == ModuleOff("quests")
        assert not reasoning_tools(registry, running)


async def test_ordinary_analysis_gets_neither_writing_nor_paid_nor_undescribed_tools() -> None:
    registry = ToolRegistry()
    registry.add(
        "all",
        [
            FIND,
            Tool("a.hidden", Words, Told, tell),
            Tool("a.writes", Words, Told, tell, writes=True, description="Writes."),
            replace(FIND, id="a.paid").with_priority(Priority.PAID),
            replace(FIND, id="a.flow").with_priority(Priority.WORKFLOW),
        ],
    )
    async with execution(kernel(ScriptedModel())) as running:
        names = [each.name for each in reasoning_tools(registry, running)]
        for refused in ("a.hidden", "a.writes"):
            (tool,) = (each for each in registry.available("") if each.id == refused)
            with pytest.raises(ValueError, match="not offered"):
                of_tool(tool, registry, running)
    assert sorted(names) == ["a.flow", "quests.find"]
