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
from bridge.workflows.preferences import language
from bridge.workflows.preferences import workflow as preferences
from bridge.workflows.quests import workflow as quests
from bridge.workflows.reasoning import workflow as reasoning

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from bridge.agent.policy import ExecutionPolicy
    from bridge.core.actors import Player
    from bridge.modules.registry import ModuleRegistry
    from bridge.modules.workflow import Workflow
    from bridge.prompts.chat import ChatPrompts
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
        workflows.add("quests", quests.workflows(sources.library))
        tools.add_later("quests", partial(_quest_tools, sources.library))
    if sources.items is not None:
        rewards = None if sources.library is None else VisibleRewards(sources.library)
        workflows.add("items", items_feature.workflows(sources.items, rewards))
        tools.add_later("items", partial(_item_tools, sources.items, rewards))
    workflows.add("reasoning", [reasoning.workflow(tools)])
    actions = ChatActions(workflows, tools, policy=sources.policy, added=sources.chat_tools)
    workflows.add("free_chat", [freechat.workflow(actions, sources.prompts)])
    workflows.add(SYSTEM, preferences.workflows(sources.chosen))
    workflows.add(SYSTEM, [language.workflow(sources.languages)])
    workflows.add(SYSTEM, ending.workflows(sources.ending))
    workflows.add(SYSTEM, guide.workflows(workflows, sources.allows))


def _quest_tools(library: Library) -> Iterable[Tool[Any, Any]]:
    from bridge.tools.readers.quests import tools

    return tools(library)


def _item_tools(items: Items, rewards: VisibleRewards | None) -> Iterable[Tool[Any, Any]]:
    from bridge.tools.readers.items import tools

    return tools(items, rewards)
