"""The features that come with the program, each a module with its workflows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from bridge.modules.registry import SYSTEM
from bridge.workflows.ending import workflow as ending
from bridge.workflows.freechat import workflow as freechat
from bridge.workflows.freechat.actions import ChatActions, ChatTools
from bridge.workflows.guide import help as guide
from bridge.workflows.items import workflow as items_feature
from bridge.workflows.items.rewards import VisibleRewards
from bridge.workflows.knowledge import notes, organize
from bridge.workflows.manual import workflow as manual
from bridge.workflows.players import workflow as players
from bridge.workflows.preferences import language
from bridge.workflows.preferences import workflow as preferences
from bridge.workflows.question import workflow as question
from bridge.workflows.quests import workflow as quests
from bridge.workflows.reasoning import workflow as reasoning

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping

    from bridge.agent.policy import ExecutionPolicy
    from bridge.core.actors import Player
    from bridge.knowledge.search import Search
    from bridge.modules.registry import ModuleRegistry
    from bridge.modules.workflow import Workflow
    from bridge.prompts.chat import ChatPrompts
    from bridge.tools.players.census import Census
    from bridge.tools.registry import ToolRegistry
    from bridge.tools.tool import Tool
    from bridge.workflows.ending.workflow import Ending
    from bridge.workflows.items.workflow import Items
    from bridge.workflows.preferences.language import Choice
    from bridge.workflows.preferences.workflow import Preferences
    from bridge.workflows.quests.workflow import Library


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What the features of one server work with."""

    library: Library | None
    """The quest book; None where FTB Quests is not there."""
    items: Items | None
    search: Search
    """Over notes, manual, and what the others lend."""
    census: Census
    """The players of this server."""
    chosen: Preferences
    languages: Choice
    ending: Ending
    prompts: ChatPrompts
    chat_tools: ChatTools
    policy: Callable[[Workflow], ExecutionPolicy]
    allows: Callable[[Player, Workflow], bool]
    """Whether a player may use a workflow now."""


def register(workflows: ModuleRegistry, tools: ToolRegistry, sources: Sources) -> None:
    """Add every feature whose sources this server has."""
    if sources.library is not None:
        held = sources.census.held
        workflows.add("quests", quests.workflows(sources.library, held))
        tools.add_later("quests", partial(_quest_tools, sources.library, held))
    if sources.items is not None:
        rewards = None if sources.library is None else VisibleRewards(sources.library)
        held = sources.census.held
        workflows.add("items", items_feature.workflows(sources.items, rewards, held))
        tools.add_later("items", partial(_item_tools, sources.items, rewards, held))
    workflows.add("players", players.workflows(sources.census))
    tools.add_later("players", partial(_player_tools, sources.census))
    search = sources.search
    workflows.add("manual", [manual.workflow(search)])
    tools.add_later("manual", partial(_manual_tools, search))
    workflows.add("knowledge", [notes.workflow(search), *organize.workflows(search.library)])
    tools.add_later("knowledge", partial(_search_tools, search))
    workflows.add("question", [question.workflow(search)])
    workflows.add("reasoning", [reasoning.workflow(tools)])
    actions = ChatActions(workflows, tools, policy=sources.policy, added=sources.chat_tools)
    workflows.add("free_chat", [freechat.workflow(actions, sources.prompts)])
    workflows.add(SYSTEM, preferences.workflows(sources.chosen))
    workflows.add(SYSTEM, [language.workflow(sources.languages)])
    workflows.add(SYSTEM, ending.workflows(sources.ending))
    workflows.add(SYSTEM, guide.workflows(workflows, sources.allows))


def _quest_tools(
    library: Library, held: Callable[[Player], Awaitable[Mapping[str, int] | None]]
) -> Iterable[Tool[Any, Any]]:
    from bridge.tools.readers.quests import tools

    return tools(library, held)


def _item_tools(
    items: Items,
    rewards: VisibleRewards | None,
    held: Callable[[Player], Awaitable[Mapping[str, int] | None]],
) -> Iterable[Tool[Any, Any]]:
    from bridge.tools.readers.items import tools

    return tools(items, rewards, held)


def _player_tools(census: Census) -> Iterable[Tool[Any, Any]]:
    from bridge.tools.readers.players import tools

    return tools(census)


def _manual_tools(search: Search) -> Iterable[Tool[Any, Any]]:
    from bridge.tools.readers.manual import tools

    return tools(search.library)


def _search_tools(search: Search) -> Iterable[Tool[Any, Any]]:
    from bridge.tools.readers.knowledge import tools

    return tools(search)
