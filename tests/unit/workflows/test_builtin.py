"""The features that come with the program, and what each needs of the others' files."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest

from bridge.core.actors import Player
from bridge.items.library import Building
from bridge.modules.registry import ModuleRegistry
from bridge.modules.workflow import Call
from bridge.ui.languages import LANGUAGES, phrases
from bridge.ui.render import plain
from bridge.workflows import builtin
from bridge.workflows.preferences.workflow import Preferences

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.items.library import Missing
    from bridge.items.store import ItemStore
    from bridge.quests.shelf import Shelf

T = TypeVar("T")


class NoBook:
    async def shelf(self, locale: str) -> Shelf | None:
        del locale
        return None


# Listing the features needs nothing of what a player chose; only running them does.
CHOSEN = Preferences.__new__(Preferences)


class NoItems:
    async def ask(self, question: Callable[[ItemStore], T]) -> T | Building | Missing:
        del question
        return Building()


ITEMS = NoItems()


def registry(*, quests: bool) -> ModuleRegistry:
    library = NoBook() if quests else None
    return ModuleRegistry(builtin.workflows(library=library, chosen=CHOSEN, items=ITEMS))


def test_every_feature_is_there_once_under_its_id_and_its_command() -> None:
    flows = registry(quests=True)
    assert list(flows.commands) == [
        *("quests", "quest", "items", "sources", "uses"),
        *("mode", "history", "settings", "help", "menu"),
    ]
    for command in flows.commands:
        flow = flows.of_command(command)
        assert flow is not None
        assert flows.workflow(f"system:{command}") is flow
        assert flow.management == (command not in {"quests", "quest", "items", "sources", "uses"})


def test_without_quests_there_is_no_quest_feature() -> None:
    assert "quests" not in registry(quests=False).commands
    assert "help" in registry(quests=False).commands
    assert registry(quests=False).workflow("system:quest") is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_feature_has_its_words_in_every_language(language: str) -> None:
    for flow in builtin.workflows(library=NoBook(), chosen=CHOSEN, items=ITEMS):
        assert f"capability.{flow.id}" in phrases(language)
        assert flow.command is not None
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
