"""The features that come with the program, and what each needs of the others' files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest

from bridge.agent.policy import policy_of
from bridge.conversation.language_choice import LanguageChoice
from bridge.core.actors import Player
from bridge.items.library import Building
from bridge.knowledge.library import Folders, KnowledgeLibrary
from bridge.knowledge.search import Search
from bridge.modules.registry import ModuleRegistry
from bridge.modules.workflow import Call
from bridge.prompts.chat import ChatPrompts
from bridge.prompts.core_prompts import DEFAULT_SYSTEM
from bridge.quests.viewer import ANYBODY, Viewer
from bridge.tools.players.census import Census
from bridge.tools.registry import ToolRegistry
from bridge.ui.languages import LANGUAGES, phrases
from bridge.ui.render import plain
from bridge.workflows import builtin
from bridge.workflows.ending.workflow import Ending
from bridge.workflows.freechat.actions import ChatTools
from bridge.workflows.preferences.workflow import Preferences
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.items.library import Missing
    from bridge.items.store import ItemStore
    from bridge.quests.shelf import Shelf

T = TypeVar("T")
NAMED_OTHERWISE = {
    "reason": "system:reasoning",
    "next": "system:next_quest",
    "search": "system:question",
}
MANAGEMENT = {"mode", "history", "settings", "lang", "cancel", "forget", "help", "menu"}


class NoBook:
    async def shelf(self, locale: str, viewer: Viewer = ANYBODY) -> Shelf | None:
        del locale, viewer
        return None


# Listing the features needs nothing of what a player chose; only running them does.
CHOSEN = Preferences.__new__(Preferences)
CENSUS = Census.__new__(Census)
NOWHERE = Folders(root=Path("nowhere"), shipped=Path("nowhere"))
SEARCH = Search(KnowledgeLibrary(NOWHERE, cache=None, clock=FakeClock()))


class NoItems:
    async def ask(self, question: Callable[[ItemStore], T]) -> T | Building | Missing:
        del question
        return Building()


ITEMS = NoItems()


def registry(*, quests: bool) -> ModuleRegistry:
    flows, tools = ModuleRegistry(), ToolRegistry()
    sources = builtin.Sources(
        library=NoBook() if quests else None,
        items=ITEMS,
        search=SEARCH,
        census=CENSUS,
        chosen=CHOSEN,
        languages=LanguageChoice.__new__(LanguageChoice),
        ending=Ending.__new__(Ending),
        prompts=ChatPrompts(),
        chat_tools=ChatTools(),
        policy=lambda flow: policy_of(flow.id, {}, flow.policy),
        allows=lambda player, flow: True,
    )
    builtin.register(flows, tools, sources)
    return flows


def test_every_feature_is_there_once_under_its_id_and_its_command() -> None:
    flows = registry(quests=True)
    assert list(flows.commands) == [
        *("quests", "quest", "next", "items", "sources", "uses", "craft", "players"),
        *("manual", "notes", "search", "reason"),
        *("mode", "history", "settings", "lang", "cancel", "forget", "help", "menu"),
    ]
    for command in flows.commands:
        flow = flows.of_command(command)
        assert flow is not None
        assert flow.id == NAMED_OTHERWISE.get(command, f"system:{command}")
        assert flow.management == (command in MANAGEMENT)


def test_without_quests_there_is_no_quest_feature() -> None:
    assert "quests" not in registry(quests=False).commands
    assert "help" in registry(quests=False).commands
    assert registry(quests=False).workflow("system:quest") is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_feature_has_its_words_in_every_language(language: str) -> None:
    for flow in registry(quests=True).available(DEFAULT_SYSTEM):
        assert f"capability.{flow.id}" in phrases(language)
        if flow.command is None:
            assert flow.id in {"system:free_chat", "system:organize", "system:organize_confirm"}
            continue
        assert {flow.command.usage, flow.command.summary} <= set(phrases(language))


@pytest.mark.parametrize("quests", [True, False])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_help_and_the_menu_list_what_there_is(language: str, quests: bool) -> None:
    call = Call(player=Player(name="Mara"), language=language)
    for command in ("help", "menu"):
        flow = registry(quests=quests).of_command(command)
        assert flow is not None
        text = plain(await flow.run(call), language)
        key = "capability.system:quests" if command == "menu" else "command.quests.summary"
        assert (phrases(language)[key] in text) is quests
