from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC
from typing import TYPE_CHECKING
from uuid import UUID

import pytest
from typing_extensions import override

from bridge.access.effective import Because, Reason, Source
from bridge.access.events import CapReached
from bridge.access.quota import Cap, Caps, Exhausted, Quota, Reservation
from bridge.agent.budget import Limit
from bridge.agent.events import (
    BeforeModelRequest,
    ModelChunk,
    ModelRequested,
    ModelResponded,
    Status,
)
from bridge.agent.failures import (
    AccessLost,
    BudgetSpent,
    CallsUsedUp,
    FailureError,
    ModelFailed,
    Paused,
    TooFast,
    Vetoed,
)
from bridge.agent.kernel import Ask
from bridge.agent.policy import SINGLE
from bridge.core.actors import Player
from bridge.core.bus import Veto
from bridge.core.errors import ModelError, StoreError
from bridge.core.model_calls import ModelFailure, Usage
from bridge.core.modes import Mode
from bridge.storage.database import Database
from tests.fakes.clock import FakeClock
from tests.fakes.executions import (
    MARA,
    FakeAuthority,
    MemoryQuota,
    asked,
    execution,
    kernel,
)
from tests.fakes.model import MODEL, ScriptedModel

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bridge.access.quota import Notice

ASK = Ask(task="chat", system="s" * 30, user='{"q":"界"}')
TOKENS = ASK.tokens(SINGLE)


def uuid(player: Player = MARA) -> UUID:
    assert player.uuid is not None
    return player.uuid


async def refused(model: ScriptedModel, quota: MemoryQuota, **changes: object) -> object:
    authority = FakeAuthority()
    for name, value in changes.items():
        setattr(authority, name, value)
    async with execution(kernel(model, quota=quota), authority) as running:
        with running.needing(Mode.STANDARD), pytest.raises(FailureError) as stopped:
            await running.model(ASK)
        assert running.budget.ledgers[0].model_calls == len(model.requests)
        assert not quota.open
        return stopped.value.failure


async def test_a_call_is_sent_with_the_policys_bounds_and_settled_by_the_providers_count() -> None:
    model = ScriptedModel(["hi"], usage=Usage(input_tokens=70, output_tokens=9))
    async with execution(kernel(model)) as running:
        reply = await running.model(ASK)
        assert reply.text == "hi"
        assert running.asked_model
        left = running.left()
    (request,) = model.requests
    assert (request.system, request.user, request.json) == (ASK.system, ASK.user, True)
    assert (request.output_tokens, request.timeout) == (SINGLE.output_tokens, SINGLE.model_timeout)
    assert (left.model_calls, left.steps) == (SINGLE.model_calls - 1, SINGLE.steps - 1)
    assert left.total_tokens == SINGLE.total_tokens - 79


def test_a_question_is_taken_for_a_third_of_its_bytes_and_the_whole_reply() -> None:
    assert ASK.size == 30 + len('{"q":"界"}'.encode())
    assert 14 + SINGLE.output_tokens == TOKENS
    assert "s" * 30 not in repr(ASK)


async def test_without_the_providers_count_what_was_reserved_counts() -> None:
    async with execution(kernel(ScriptedModel(["hi"], usage=None))) as running:
        await running.model(ASK)
        assert running.left().total_tokens == SINGLE.total_tokens - TOKENS


async def test_a_call_ends_with_the_execution_if_that_is_sooner() -> None:
    clock = FakeClock()
    model = ScriptedModel(["hi"])
    async with execution(kernel(model, clock=clock)) as running:
        clock.advance(SINGLE.ttl - 2.0)
        await running.model(ASK)
    assert model.requests[0].timeout == 2.0


@pytest.mark.parametrize(
    ("limits", "limit"),
    [
        ({"input_bytes": ASK.size - 1}, Limit.INPUT_BYTES),
        ({"output_tokens": 0}, Limit.OUTPUT_TOKENS),
        ({"model_calls": 0}, Limit.MODEL_CALLS),
        ({"steps": 0}, Limit.STEPS),
        ({"total_tokens": TOKENS - 1}, Limit.TOTAL_TOKENS),
    ],
)
async def test_what_does_not_fit_is_not_begun_and_what_just_fits_is(
    limits: dict[str, int], limit: Limit
) -> None:
    quota, model = MemoryQuota(), ScriptedModel(["hi"])
    async with execution(kernel(model, quota=quota), policy=replace(SINGLE, **limits)) as running:
        with pytest.raises(FailureError) as stopped:
            await running.model(ASK)
    assert stopped.value.failure == BudgetSpent(limit)
    assert (model.requests, quota.used) == ([], {})
    enough = {name: value + 1 for name, value in limits.items()}
    async with execution(kernel(model, quota=quota), policy=replace(SINGLE, **enough)) as running:
        assert (await running.model(ASK)).text == "hi"


@pytest.mark.parametrize(
    ("change", "failure"),
    [
        ({"paused": True}, Paused()),
        ({"model_configured": False}, AccessLost(Because(Reason.NO_MODEL, Source.MODEL))),
        ({"default": Mode.OFFLINE}, AccessLost(Because(Reason.CEILING, Source.WORLD))),
    ],
)
async def test_a_call_that_may_not_be_made_costs_nothing(
    change: dict[str, object], failure: object
) -> None:
    quota = MemoryQuota()
    assert await refused(ScriptedModel(), quota, **change) == failure
    assert not any(quota.used.values())


async def test_the_days_calls_hold_exactly() -> None:
    quota, model = MemoryQuota(), ScriptedModel(["a", "b", "c"])
    made, authority = kernel(model, quota=quota), FakeAuthority(calls=3)
    for _ in range(3):
        async with execution(made, authority) as running:
            await running.model(ASK)
    async with execution(made, authority) as running:
        with pytest.raises(FailureError) as stopped:
            await running.model(ASK)
        assert running.left().model_calls == SINGLE.model_calls
    assert isinstance(stopped.value.failure, CallsUsedUp)
    assert stopped.value.failure.exhausted.used == 3
    assert len(model.requests) == 3


async def test_requests_of_a_minute_are_counted_once_each() -> None:
    clock = FakeClock()
    model = ScriptedModel(["a"] * 5)
    made, authority = kernel(model, clock=clock), FakeAuthority()
    authority.requests_per_minute = 2
    for _ in range(2):
        async with execution(made, authority) as running:
            await running.model(ASK)
            await running.model(ASK)
    clock.advance(15)
    async with execution(made, authority) as running:
        with pytest.raises(FailureError) as stopped:
            await running.model(ASK)
    assert stopped.value.failure == TooFast(45.0)
    assert isinstance(made.quota, MemoryQuota)
    assert not made.quota.open


async def test_a_veto_stops_a_call_before_it_costs_anything() -> None:
    quota, model = MemoryQuota(), ScriptedModel()
    made = kernel(model, quota=quota)
    with made.bus.subscribed(BeforeModelRequest, lambda _: Veto("not today")):
        async with execution(made) as running:
            with pytest.raises(FailureError) as stopped:
                await running.model(ASK)
            assert running.left().model_calls == SINGLE.model_calls
    assert stopped.value.failure == Vetoed("before:llm.request", "not today")
    assert quota.used == {}


@pytest.mark.parametrize("counted", [True, False])
@pytest.mark.parametrize("usage", [None, Usage(input_tokens=3, output_tokens=4)])
async def test_a_call_that_was_not_sent_is_given_back_and_any_other_counts(
    counted: bool, usage: Usage | None
) -> None:
    error = ModelError("no", kind=ModelFailure.TIMEOUT, counted=counted, usage=usage)
    quota = MemoryQuota()
    async with execution(kernel(ScriptedModel([error]), quota=quota)) as running:
        with pytest.raises(FailureError) as stopped:
            await running.model(ASK)
        left = running.left()
    assert stopped.value.failure == ModelFailed(ModelFailure.TIMEOUT, "no")
    assert stopped.value.__cause__ is error
    assert quota.used == {uuid(): int(counted)}
    assert not quota.open
    assert left.model_calls == SINGLE.model_calls - 1  # the attempt was one
    used = (TOKENS if usage is None else 7) if counted else 0
    assert left.total_tokens == SINGLE.total_tokens - used


class FailingQuota(MemoryQuota):
    """A store that cannot be written after the call."""

    @override
    async def settle(self, reservation: Reservation, cost: float) -> Iterable[Notice]:
        raise StoreError("disk full")

    @override
    async def give_back(self, reservation: Reservation) -> None:
        raise StoreError("disk full")


async def test_an_answer_is_not_thrown_away_because_its_cost_cannot_be_stored(
    caplog: pytest.LogCaptureFixture,
) -> None:
    refusal = ModelError("no", kind=ModelFailure.CLOSED, counted=False)
    async with execution(kernel(ScriptedModel(["hi", refusal]), quota=FailingQuota())) as running:
        assert (await running.model(ASK)).text == "hi"
        with pytest.raises(FailureError) as stopped:
            await running.model(ASK)
    assert stopped.value.failure == ModelFailed(ModelFailure.CLOSED, "no")
    assert caplog.text.count("disk full") == 2


async def test_access_that_is_lost_while_the_model_answers_is_found_before_the_reply_is_used() -> (
    None
):
    authority = FakeAuthority()
    quota = MemoryQuota()

    def answer(_: object) -> str:
        authority.default = Mode.OFFLINE
        return "too late"

    async with execution(kernel(ScriptedModel([answer]), quota=quota), authority) as running:
        with running.needing(Mode.STANDARD), pytest.raises(FailureError) as stopped:
            await running.model(ASK)
    assert isinstance(stopped.value.failure, AccessLost)
    assert (quota.used, quota.open) == ({uuid(): 1}, set())


async def test_access_that_is_lost_while_the_reservation_is_stored_gives_it_back() -> None:
    authority = FakeAuthority()

    class SlowQuota(MemoryQuota):
        @override
        async def reserve(
            self, player: UUID, caps: Caps, cost: float = 0.0
        ) -> Reservation | Exhausted:
            reserved = await super().reserve(player, caps, cost)
            authority.default = Mode.OFFLINE
            return reserved

    quota, model = SlowQuota(), ScriptedModel()
    async with execution(kernel(model, quota=quota), authority) as running:
        with running.needing(Mode.STANDARD), pytest.raises(FailureError):
            await running.model(ASK)
        assert running.left().model_calls == SINGLE.model_calls
    assert (quota.used, quota.open, model.requests) == ({uuid(): 0}, set(), [])


async def test_calls_of_all_players_wait_for_the_servers_places() -> None:
    model = ScriptedModel(["hi"] * 6)
    model.gate.clear()
    made = kernel(model, at_once=2)

    async def ask(number: int) -> None:
        player = Player(name=f"P{number}", uuid=UUID(int=number))
        async with execution(made, request=asked(player)) as running:
            await running.model(ASK)

    async with asyncio.TaskGroup() as group:
        for number in range(6):
            group.create_task(ask(number))
        await model.asked(2)
        await asyncio.sleep(0)
        assert (len(model.requests), made.gate.waiting) == (2, 4)
        model.gate.set()
    assert model.most_at_once == 2


async def test_what_happens_is_announced_in_order_and_only_to_who_listens() -> None:
    model = ScriptedModel(["a" * 20, ModelError("no", kind=ModelFailure.EMPTY, counted=True)])
    made = kernel(model)
    heard: list[object] = []
    texts: list[str] = []
    kinds = (BeforeModelRequest, Status, ModelRequested, ModelChunk, ModelResponded)
    async with execution(made) as running:
        with (
            made.bus.subscribed(kinds[0], heard.append),
            made.bus.subscribed(kinds[1], heard.append),
            made.bus.subscribed(kinds[2], heard.append),
            made.bus.subscribed(kinds[3], heard.append),
            made.bus.subscribed(kinds[4], heard.append),
        ):
            await running.model(ASK, texts.append)
            with pytest.raises(FailureError):
                await running.model(ASK)
    assert [type(event) for event in heard] == [
        *kinds[:3], ModelChunk, ModelChunk, ModelResponded,
        *kinds[:3], ModelResponded,
    ]  # fmt: skip
    assert texts == ["a" * 16, "a" * 4]
    assert isinstance(heard[-1], ModelResponded)
    assert heard[-1].problem == "empty"


async def test_a_cost_cap_without_a_price_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    class Capped(FakeAuthority):
        @override
        def caps(self, player: UUID) -> Caps:
            return replace(super().caps(player), server_cost=1.0)

    made = kernel(ScriptedModel(["a", "b"]))
    async with execution(made, Capped()) as running:
        await running.model(ASK)
        await running.model(ASK)
    assert caplog.text.count("cannot be enforced") == 1


async def test_the_most_that_a_call_may_cost_is_reserved_and_what_it_cost_is_settled() -> None:
    model = ScriptedModel(["a"], prices=(1.0, 2.0))
    costs: list[float] = []

    class Priced(MemoryQuota):
        @override
        async def reserve(
            self, player: UUID, caps: Caps, cost: float = 0.0
        ) -> Reservation | Exhausted:
            costs.append(cost)
            return await super().reserve(player, caps, cost)

    quota = Priced()
    async with execution(kernel(model, quota=quota)) as running:
        reply = await running.model(ASK)
    assert costs == [pytest.approx((14 * 1.0 + SINGLE.output_tokens * 2.0) / 1000)]
    assert reply.model == MODEL
    assert quota.cost == reply.cost


async def test_fifty_executions_of_one_player_get_exactly_twenty_calls() -> None:
    """With the quota in SQLite: exactly 20 model requests, and 30 are told so."""
    clock = FakeClock()
    model = ScriptedModel(["hi"] * 50)
    told: list[CapReached] = []
    async with Database.open(None, clock=clock) as database:
        quota = await Quota.load(database, clock=clock, zone=UTC)
        made = replace(kernel(model, clock=clock), quota=quota)
        authority = FakeAuthority(calls=20)

        async def ask(number: int) -> str:
            async with execution(made, authority, request=asked(run=f"run-{number}")) as running:
                try:
                    return (await running.model(ASK)).text
                except FailureError as error:
                    match error.failure:
                        case CallsUsedUp(exhausted=Exhausted(cap=Cap.PLAYER_CALLS)):
                            return "used up"
                        case _:
                            raise

        with made.bus.subscribed(CapReached, told.append):
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(ask(number)) for number in range(50)]
        assert len(model.requests) == 20
        outcomes = [task.result() for task in tasks]
        assert (outcomes.count("hi"), outcomes.count("used up")) == (20, 30)
        again = await Quota.load(database, clock=clock, zone=UTC)
        assert again.used_today(uuid()) == 20
    assert [event.notice.percent for event in told] == [80, 100]
