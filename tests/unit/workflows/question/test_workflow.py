"""A question is answered from what is known here, or it is said that nothing is."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bridge.agent.policy import policy_of
from bridge.core.errors import ModelError
from bridge.core.model_calls import ModelFailure
from bridge.modules.workflow import Call
from bridge.ui.render import plain
from bridge.workflows.question.workflow import workflow
from tests.fakes.cards import runs_of
from tests.fakes.executions import MARA, FakeAuthority, asked, execution, kernel
from tests.fakes.model import ScriptedModel
from tests.fakes.prompts import CORE
from tests.unit.knowledge.conftest import Shelf, shelf

if TYPE_CHECKING:
    from bridge.core.cards import Card

__all__ = ["shelf"]

TOWN = "# Town\nThe bank opens at 6.\n\n## Rules\nNo griefing.\n"
QUESTION = "when does the bank open"


def answer(text: str, *sources: int) -> str:
    return json.dumps({"type": "answer", "text": text, "sources": list(sources)})


async def answered(
    shelf: Shelf,
    model: ScriptedModel,
    question: str = QUESTION,
    authority: FakeAuthority | None = None,
) -> Card:
    flow = workflow(shelf.search)
    request = replace(asked(), prompts=CORE)
    policy = policy_of(flow.id, {}, flow.policy)
    opening = execution(kernel(model), authority, policy=policy, request=request)
    async with opening as opened:
        call = Call(player=MARA, language="en_us", input={"question": question}, execution=opened)
        return await flow.run(call)


@pytest.fixture
async def town(shelf: Shelf) -> Shelf:
    shelf.note("town.md", TOWN)
    shelf.quests.titles = ("Rob the Bank",)
    await shelf.library.reload()
    return shelf


async def test_a_grounded_draft_is_the_answer_with_what_it_rests_on(town: Shelf) -> None:
    model = ScriptedModel([answer("It opens at 6.", 1)])
    card = await answered(town, model)
    text = plain(card, "en_us")
    assert card.by_model
    assert "It opens at 6." in text
    assert "Town" in text
    assert [run.capability for run in runs_of(card)] == ["system:notes"]
    (request,) = model.requests
    user = json.loads(request.user)
    assert "The bank opens at 6" in json.dumps(user["observations"])
    assert "bank opens" not in request.system


async def test_a_draft_without_ground_is_looked_at_again_once(town: Shelf) -> None:
    model = ScriptedModel([answer("It opens at 9.", 1), answer("It opens at 6.", 1)])
    text = plain(await answered(town, model), "en_us")
    assert "at 6." in text
    assert "at 9." not in text
    assert [json.loads(each.user)["task"] for each in model.requests] == ["question", "review"]


@pytest.mark.parametrize(
    ("replies", "authority"),
    [
        ([ModelError("down", kind=ModelFailure.TIMEOUT, counted=True)], None),
        (["no json at all"], None),
        ([], FakeAuthority(calls=0)),
    ],
)
async def test_where_no_model_answers_the_passages_themselves_do(
    town: Shelf, replies: list[str | ModelError], authority: FakeAuthority | None
) -> None:
    card = await answered(town, ScriptedModel(replies), authority=authority)
    text = plain(card, "en_us")
    assert "The bank opens at 6." in text
    assert not card.by_model
    assert "system:notes" in [run.capability for run in runs_of(card)]


async def test_what_nothing_here_speaks_of_is_not_known_and_costs_no_call(town: Shelf) -> None:
    model = ScriptedModel()
    text = plain(await answered(town, model, "how do I breed zeppelins"), "en_us")
    assert "Nothing is known here" in text
    assert text.count("breed zeppelins") == 1
    assert model.requests == []


async def test_offline_the_passages_are_shown_and_a_missing_quest_is_not(town: Shelf) -> None:
    flow = workflow(town.search)
    assert flow.without_model is not None
    call = Call(player=MARA, language="en_us", input={"question": QUESTION})
    text = plain(await flow.without_model(call), "en_us")
    assert "The bank opens at 6." in text
    town.quests.titles = ()
    call = Call(player=MARA, language="en_us", input={"question": "rob"})
    assert "Nothing is known here" in plain(await flow.without_model(call), "en_us")


async def test_what_ends_the_request_is_no_answer(town: Shelf) -> None:
    model = ScriptedModel([answer("It opens at 9.", 1), "still no json"])
    card = await answered(town, model)
    assert not card.by_model
    assert "at 9." not in plain(card, "en_us")
