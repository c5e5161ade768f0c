"""The features that come with the program, each a module with its workflows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bridge.modules.registry import SYSTEM
from bridge.workflows.freechat import workflow as freechat
from bridge.workflows.freechat.actions import ChatActions, ChatTools
from bridge.workflows.guide import help as guide
from bridge.workflows.knowledge import notes, organize
from bridge.workflows.manual import workflow as manual
from bridge.workflows.players import workflow as players
from bridge.workflows.preferences import workflow as preferences
from bridge.workflows.question import workflow as question
from bridge.workflows.quests import workflow as quests
from bridge.workflows.reasoning import workflow as reasoning

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.agent.policy import ExecutionPolicy
    from bridge.core.actors import Player
    from bridge.knowledge.search import Search
    from bridge.modules.registry import ModuleRegistry
    from bridge.modules.workflow import Workflow
    from bridge.prompts.chat import ChatPrompts
    from bridge.tools.players.census import Census
    from bridge.tools.registry import ToolRegistry
    from bridge.workflows.preferences.workflow import Preferences
    from bridge.workflows.quests.workflow import Library


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What the features of one server work with."""

    library: Library | None
    """The quest book; None where FTB Quests is not there."""
    search: Search
    """Over notes, manual, and what the others lend."""
    census: Census
    """The players of this server."""
    chosen: Preferences
    prompts: ChatPrompts
    chat_tools: ChatTools
    policy: Callable[[Workflow], ExecutionPolicy]
    allows: Callable[[Player, Workflow], bool]
    """Whether a player may use a workflow now."""


def register(workflows: ModuleRegistry, tools: ToolRegistry, sources: Sources) -> None:
    """Add every feature whose sources this server has."""
    if sources.library is not None:
        from bridge.tools.readers import quests as quest_tools

        held = sources.census.held
        workflows.add("quests", quests.workflows(sources.library, held))
        tools.add("quests", quest_tools.tools(sources.library, held))
    _add_players(workflows, tools, sources.census)
    _add_knowledge(workflows, tools, sources.search)
    workflows.add("reasoning", [reasoning.workflow(tools)])
    actions = ChatActions(workflows, tools, policy=sources.policy, added=sources.chat_tools)
    workflows.add("free_chat", [freechat.workflow(actions, sources.prompts)])
    workflows.add(SYSTEM, preferences.workflows(sources.chosen))
    workflows.add(SYSTEM, guide.workflows(workflows, sources.allows))


def _add_knowledge(workflows: ModuleRegistry, tools: ToolRegistry, search: Search) -> None:
    from bridge.tools.readers import knowledge as search_tools
    from bridge.tools.readers import manual as manual_tools

    workflows.add("manual", [manual.workflow(search)])
    tools.add("manual", manual_tools.tools(search.library))
    workflows.add("knowledge", [notes.workflow(search), *organize.workflows(search.library)])
    tools.add("knowledge", search_tools.tools(search))
    workflows.add("question", [question.workflow(search)])


def _add_players(workflows: ModuleRegistry, tools: ToolRegistry, census: Census) -> None:
    from bridge.tools.readers import players as player_tools

    workflows.add("players", players.workflows(census))
    tools.add("players", player_tools.tools(census))
