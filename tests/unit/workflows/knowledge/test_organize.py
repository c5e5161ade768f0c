"""A note is tidied by a model, and written only as it was shown to the administrator who asked."""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from bridge.agent.failures import FailureError, ModelFailed
from bridge.core.actors import Player
from bridge.core.cards import Card, Run
from bridge.core.errors import ModelError
from bridge.core.model_calls import ModelFailure
from bridge.modules.workflow import Call
from bridge.ui.render import plain
from bridge.workflows.knowledge.organize import CONFIRM, LONGEST, POLICY, workflows
from tests.fakes.cards import runs_of
from tests.fakes.executions import MARA, asked, execution, kernel
from tests.fakes.model import ScriptedModel
from tests.fakes.prompts import CORE
from tests.unit.knowledge.conftest import Shelf, shelf

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    from bridge.agent.execution import Execution
    from bridge.modules.workflow import Workflow

__all__ = ["shelf"]

MESSY = "# Town\nthe bank opens at 6, ask with /bank\nno griefing in town\n"
TIDY = "Bank:\n- The bank opens at 6: ask with /bank.\nRules:\n- No griefing in town."
WRITTEN = """# Town

## Bank
- The bank opens at 6: ask with /bank.

## Rules
- No griefing in town.
"""
TEO = Player(name="Teo", uuid=UUID(int=2))


def answer(text: str) -> str:
    return json.dumps({"type": "answer", "text": text})


class Scene:
    """The two workflows over a folder of notes."""

    def __init__(self, shelf: Shelf, model: ScriptedModel) -> None:
        self.shelf = shelf
        self.model = model
        self._flows: Mapping[str, Workflow] = {flow.id: flow for flow in workflows(shelf.library)}

    @asynccontextmanager
    async def _execution(self) -> AsyncGenerator[Execution]:
        request = replace(asked(), prompts=CORE)
        async with execution(kernel(self.model), policy=POLICY, request=request) as opened:
            yield opened

    async def run(
        self,
        action: Run,
        *,
        player: Player = MARA,
        administrator: bool = True,
        language: str = "en_us",
    ) -> Card:
        async with self._execution() as opened:
            return await self._flows[action.capability].run(
                Call(
                    player=player,
                    language=language,
                    input=action.input,
                    execution=opened,
                    administrator=administrator,
                )
            )

    async def propose(self, note: str = "town.md", *, administrator: bool = True) -> Card:
        action = Run("system:organize", {"note": note})
        return await self.run(action, administrator=administrator)

    @property
    def note(self) -> str:
        return (self.shelf.root / "config/knowledge/town.md").read_text()


async def scene_of(shelf: Shelf, *replies: str | ModelError) -> Scene:
    shelf.note("town.md", MESSY)
    await shelf.library.reload()
    return Scene(shelf, ScriptedModel(replies))


async def test_what_is_shown_is_written_once_and_the_old_text_is_kept(shelf: Shelf) -> None:
    scene = await scene_of(shelf, answer(TIDY))
    card = await scene.propose("Town")
    text = plain(card, "en_us")
    assert card.by_model
    assert "Nothing is changed yet" in text
    assert scene.note == MESSY
    (press,) = runs_of(card)
    assert press.capability == CONFIRM
    assert "was replaced" in plain(await scene.run(press), "en_us")
    assert scene.note == WRITTEN
    assert (shelf.root / "config/knowledge/town.md.bak").read_text() == MESSY
    assert "no such proposal" in plain(await scene.run(press), "en_us")


async def test_nobody_else_may_propose_or_press(shelf: Shelf) -> None:
    scene = await scene_of(shelf, answer(TIDY))
    assert "Only administrators" in plain(await scene.propose(administrator=False), "en_us")
    assert scene.model.requests == []
    (press,) = runs_of(await scene.propose())
    for player, administrator, told in (
        (MARA, False, "Only administrators"),
        (TEO, True, "no such proposal"),
    ):
        card = await scene.run(press, player=player, administrator=administrator)
        assert told in plain(card, "en_us")
    assert scene.note == MESSY
    assert "was replaced" in plain(await scene.run(press), "en_us")


@pytest.mark.parametrize("change", [{"after": "0"}, {"before": "0"}, {"note": "../x.md"}])
async def test_a_forged_confirmation_writes_nothing(shelf: Shelf, change: dict[str, str]) -> None:
    scene = await scene_of(shelf, answer(TIDY))
    (press,) = runs_of(await scene.propose())
    forged = Run(CONFIRM, {**press.input, **change})
    assert "no such proposal" in plain(await scene.run(forged), "en_us")
    assert scene.note == MESSY
    assert not (shelf.root / "config/x.md").exists()


async def test_a_note_that_changed_meanwhile_stays(shelf: Shelf) -> None:
    scene = await scene_of(shelf, answer(TIDY))
    (press,) = runs_of(await scene.propose())
    shelf.note("town.md", "# Town\nsomebody wrote this")
    assert "changed meanwhile" in plain(await scene.run(press), "en_us")
    assert scene.note == "# Town\nsomebody wrote this"


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ("- zeppelins", "has lost too much"),
        ("- the bank opens at 6, ask with /bank\n- no griefing in town", None),
        ("the bank opens at 6, ask with /bank\nno griefing in town", "is tidy already"),
    ],
)
async def test_what_a_model_makes_of_it_is_looked_at_first(
    shelf: Shelf, reply: str, told: str | None
) -> None:
    scene = await scene_of(shelf, answer(reply))
    card = await scene.propose()
    if told is None:
        assert runs_of(card)
    else:
        assert told in plain(card, "en_us")
        assert not runs_of(card)
    assert scene.note == MESSY


async def test_figures_that_a_model_changed_are_pointed_out(shelf: Shelf) -> None:
    scene = await scene_of(shelf, answer(TIDY.replace("6", "7")))
    text = plain(await scene.propose(), "en_us")
    assert "No longer in it, so check it: 6" in text
    assert "Only in the new version, so check it: 7" in text


async def test_the_note_reaches_the_model_as_data_alone(shelf: Shelf) -> None:
    scene = await scene_of(shelf, answer(TIDY))
    await scene.propose()
    (request,) = scene.model.requests
    assert "bank opens" not in request.system
    assert "bank opens" in request.user
    assert json.loads(request.user)["finalOnly"] is True


async def test_what_cannot_be_tidied_asks_no_model(shelf: Shelf) -> None:
    scene = await scene_of(shelf)
    shelf.note("long.md", "word " * (LONGEST // 5 + 1))
    await shelf.library.reload()
    assert "too long" in plain(await scene.propose("long.md"), "en_us")
    assert "zeppelin" in plain(await scene.propose("zeppelin"), "en_us")
    (shelf.root / "config/knowledge/town.md").unlink()
    assert "cannot be read" in plain(await scene.propose(), "en_us")
    assert scene.model.requests == []


async def test_a_model_that_fails_changes_nothing(shelf: Shelf) -> None:
    scene = await scene_of(shelf, ModelError("down", kind=ModelFailure.TIMEOUT, counted=True))
    with pytest.raises(FailureError) as failed:
        await scene.propose()
    assert isinstance(failed.value.failure, ModelFailed)
    assert scene.note == MESSY
