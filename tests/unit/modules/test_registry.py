"""Workflows are found by id and by command, and names are unique."""

from __future__ import annotations

import pytest

from bridge.commands.explicit import Command
from bridge.core.cards import Card, notice
from bridge.modules.registry import ModuleRegistry
from bridge.modules.workflow import Call, Workflow


async def run(call: Call) -> Card:
    return notice("press.no_card", number=len(call.input))


def workflow(capability: str, command: str | None = None) -> Workflow:
    spec = Command(name=command, usage="u", summary="s") if command else None
    return Workflow(id=capability, run=run, command=spec)


def test_found_by_id_and_by_command() -> None:
    quests = workflow("system:quests", "quests")
    registry = ModuleRegistry([quests, workflow("system:quiet")])
    assert registry.workflow("system:quests") is quests
    assert registry.of_command("quests") is quests
    assert registry.workflow("system:none") is None
    assert registry.of_command("none") is None
    assert list(registry.commands) == ["quests"]


def test_two_of_one_id_or_command_are_an_error_at_start() -> None:
    with pytest.raises(ValueError, match="two workflows are called system:a"):
        ModuleRegistry([workflow("system:a"), workflow("system:a")])
    with pytest.raises(ValueError, match="two workflows have the command /a"):
        ModuleRegistry([workflow("system:a", "a"), workflow("system:b", "a")])
