"""The quest tools: progress in every answer, and what is hidden for administrators alone."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest

from bridge.core.actors import Player
from bridge.core.errors import RefusedError
from bridge.quests.model import Book, Chapter, Era, Hiding, Item, Quest, Requirement, Task
from bridge.quests.progress import TeamProgress
from bridge.quests.shelf import Shelf, Stock
from bridge.quests.viewer import ANYBODY, Age, Viewer
from bridge.tools.arguments import Shape
from bridge.tools.readers.quests import tools
from bridge.tools.tool import Asker

MARA = Player(name="Mara", uuid=UUID(int=1))
IRON = (Item(id="m:iron", name="Iron"),)
QUESTS = (
    Quest(id="done", chapter="C", title="Alpha"),
    Quest(
        id="open",
        chapter="C",
        title="Zeta",
        tasks=(
            Task(id="t1", type="item", title="8 x Iron", amount=8, items=IRON),
            Task(id="t2", type="checkmark", title="Look", optional=True),
        ),
    ),
    Quest(
        id="locked",
        chapter="C",
        title="Beta",
        dependencies=("open", "done"),
        requirement=Requirement.ALL_COMPLETED,
    ),
    Quest(id="secret", chapter="C", title="Secret", hiding=Hiding(invisible=True)),
)
STOCK = Stock(
    Book(
        era=Era.LANG,
        locale="en_us",
        title="Book",
        chapters=(Chapter(id="C", title="Start", quests=QUESTS),),
    )
)
PROGRESS = TeamProgress(completed=frozenset({"done"}), tasks={"t1": 2})


class Library:
    async def shelf(self, locale: str, viewer: Viewer = ANYBODY) -> Shelf | None:
        del locale
        progress = PROGRESS if viewer.uuid == MARA.uuid else TeamProgress()
        age = Age(seconds=61.0)
        return Shelf(STOCK, progress=progress, everything=viewer.everything, age=age)


async def carrying(_player: Player) -> dict[str, int]:
    return {"m:iron": 6}


async def asked(name: str, player: Player = MARA, *, admin: bool = False, **given: object) -> Any:
    (tool,) = [tool for tool in tools(Library(), carrying) if tool.id == name]
    read = Shape(tool.input).read(given)
    asker = Asker(player=player, language="en_us", administrator=admin)
    return await tool.handler(asker, read)


async def test_startable_quests_come_first_and_completed_ones_last() -> None:
    page = await asked("quests.list")
    assert [(each.id, each.state) for each in page.quests] == [
        ("open", "startable"),
        ("locked", "locked"),
        ("done", "done"),
    ]
    assert page.total == 3
    other = await asked("quests.list", Player(name="Kim"))
    assert [each.id for each in other.quests] == ["done", "open", "locked"]


async def test_a_quest_says_what_is_done_missing_and_in_the_way() -> None:
    found = await asked("quests.detail", quest="zeta")
    assert [(each.title, each.done, each.have, each.amount) for each in found.tasks] == [
        ("8 x Iron", False, 2, 8),
        ("Look", False, 0, 1),
    ]
    assert (found.state, found.progress_age_seconds) == ("startable", 61)
    locked = await asked("quests.detail", quest="Beta")
    assert [each.id for each in locked.needs] == ["open", "done"]
    assert [each.id for each in locked.blocked_by] == ["open"]


async def test_what_is_next_counts_what_is_carried() -> None:
    found = await asked("quests.next")
    (step,) = found.quests
    assert (step.id, step.percent, found.startable, found.inventory_known) == ("open", 75, 1, True)
    assert [(each.title, each.have) for each in step.missing] == [("8 x Iron", 6)]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("quests.list", {}),
        ("quests.find", {"text": "secret"}),
        ("quests.detail", {"quest": "secret"}),
    ],
)
async def test_all_is_for_administrators_who_ask_for_it(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(RefusedError, match="administrator"):
        await asked(name, everything=True, **given)
    assert "secret" in repr(await asked(name, admin=True, everything=True, **given))
    if name != "quests.detail":
        assert "secret" not in repr(await asked(name, admin=True, **given))
