"""The one way to a model, and what the executions of all servers of a daemon share.

The order is fixed: reserve (budget, then a place, then the day's quota), check, send, settle, check
again. So no limit is found broken afterwards, and nothing stays reserved.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bridge.access.events import CapReached
from bridge.access.quota import Exhausted
from bridge.agent.budget import Limit
from bridge.agent.events import (
    BeforeModelRequest,
    ModelChunk,
    ModelRequested,
    ModelResponded,
    Status,
)
from bridge.agent.failures import (
    BudgetSpent,
    CallsUsedUp,
    FailureError,
    ModelFailed,
    Paused,
    TooFast,
    Vetoed,
)
from bridge.agent.user_message import size_of
from bridge.core.errors import ModelError, StoreError
from bridge.gateway.messages import ModelRequest

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.access.quota import Reservation
    from bridge.access.rate import RequestRate
    from bridge.agent.gate import ModelGate
    from bridge.agent.generations import Generations
    from bridge.agent.policy import ExecutionPolicy
    from bridge.agent.ports import Caller, CallQuota
    from bridge.core.bus import Bus
    from bridge.core.clock import Clock
    from bridge.gateway.gateway import ModelGateway
    from bridge.gateway.messages import ModelReply

_logger = logging.getLogger(__name__)

BYTES_A_TOKEN: Final = 3
"""UTF-8 bytes: about four of English and one character of Chinese make a token; fewer is safe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One question to the model: the task's name, and the two messages (contract section 6)."""

    task: str
    system: str = field(repr=False)
    user: str = field(repr=False)
    json: bool = True
    size: int = field(init=False)
    """UTF-8 bytes of both messages."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", size_of(self.system) + size_of(self.user))

    def tokens(self, policy: ExecutionPolicy) -> int:
        """The most that the question and its reply are taken for, before the provider counts."""
        return -(-self.size // BYTES_A_TOKEN) + policy.output_tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Kernel:
    """One a daemon."""

    gateway: ModelGateway
    quota: CallQuota
    gate: ModelGate
    rate: RequestRate
    generations: Generations
    bus: Bus
    clock: Clock
    told: set[str] = field(default_factory=set[str])

    async def ask(
        self, execution: Caller, ask: Ask, on_text: Callable[[str], None] | None = None
    ) -> ModelReply:
        """Ask the model within the execution's limits. Raises FailureError and StoreError."""
        policy = execution.policy
        if ask.size > policy.input_bytes:
            raise FailureError(BudgetSpent(Limit.INPUT_BYTES))
        if policy.output_tokens < 1:
            raise FailureError(BudgetSpent(Limit.OUTPUT_TOKENS))
        tokens = ask.tokens(policy)
        if limit := execution.budget.take_model_call(tokens, now=self.clock.monotonic()):
            raise FailureError(BudgetSpent(limit))
        call = _Call(self, execution, ask, tokens)
        try:
            async with self.gate.entered(execution.player.uuid or execution.player.name):
                self._admit(execution, ask)
                reply = await call.made(on_text)
        finally:
            call.close()
        execution.check()
        return reply

    def _admit(self, execution: Caller, ask: Ask) -> None:
        """What can be said against a call before it costs anything."""
        execution.check()
        if execution.authority.paused:
            raise FailureError(Paused())
        uuid = execution.player.uuid
        if uuid is not None and execution.admit():
            per_minute = execution.authority.requests_per_minute
            if (wait := self.rate.admit(uuid, per_minute)) is not None:
                raise FailureError(TooFast(wait))
        if self.bus.hears(BeforeModelRequest):
            event = BeforeModelRequest(run=execution.id, player=execution.player, task=ask.task)
            if veto := self.bus.vetoed(event):
                raise FailureError(Vetoed(event.name, veto.reason))

    def warn_once(self, problem: str) -> None:
        """Tell the administrator's log, once."""
        if problem not in self.told:
            self.told.add(problem)
            _logger.warning("%s", problem)


class _Call:
    """One call of the model: what is reserved for it, until it is settled."""

    def __init__(self, kernel: Kernel, execution: Caller, ask: Ask, tokens: int) -> None:
        self._kernel = kernel
        self._execution = execution
        self._ask = ask
        self._tokens = tokens
        self._begun = False

    async def made(self, on_text: Callable[[str], None] | None) -> ModelReply:
        """Reserve the day's quota, send, and settle both."""
        reservation, cost = await self._reserved()
        try:
            # Storing the reservation took a moment, in which an administrator may have spoken.
            self._execution.check()
        except FailureError:
            await self._given_back(reservation)
            raise
        self._begun = True
        try:
            reply = await self._sent(on_text)
        except ModelError as error:
            await self._failed(reservation, error, cost)
            raise FailureError(ModelFailed(error.kind, str(error))) from error
        except BaseException:
            # Cancelled on the way: nobody knows whether it was answered, so it counts in full.
            await self._settled(reservation, cost)
            raise
        if reply.usage is not None:
            used = reply.usage.input_tokens + reply.usage.output_tokens
            self._execution.budget.settle(self._tokens, used)
        await self._settled(reservation, cost if reply.cost is None else reply.cost)
        return reply

    def close(self) -> None:
        """What was not begun is not counted by the budget."""
        if not self._begun:
            self._execution.budget.give_back_model_call(self._tokens)

    async def _reserved(self) -> tuple[Reservation, float]:
        kernel, player = self._kernel, self._execution.player.uuid
        assert player is not None, "an execution that may ask a model has an identified player"
        caps = self._execution.authority.caps(player)
        output = self._execution.policy.output_tokens
        price = kernel.gateway.price("", input_tokens=self._tokens - output, output_tokens=output)
        if price is None and caps.server_cost:
            kernel.warn_once(
                "maxCostUsdPerDay cannot be enforced: no price is known for the model; "
                "add it to `pricing` in system-model.json"
            )
        cost = price or 0.0
        reserved = await kernel.quota.reserve(player, caps, cost)
        if isinstance(reserved, Exhausted):
            raise FailureError(CallsUsedUp(reserved))
        return reserved, cost

    async def _sent(self, on_text: Callable[[str], None] | None) -> ModelReply:
        kernel, execution, bus = self._kernel, self._execution, self._kernel.bus
        policy = execution.policy
        seconds = min(policy.model_timeout, execution.budget.deadline - kernel.clock.monotonic())
        request = ModelRequest(
            system=self._ask.system,
            user=self._ask.user,
            output_tokens=policy.output_tokens,
            timeout=max(seconds, 0.001),
            json=self._ask.json,
        )
        run, task = execution.id, self._ask.task
        if bus.hears(Status):
            bus.publish(Status(run=run, player=execution.player, status="thinking"))
        if bus.hears(ModelRequested):
            bus.publish(ModelRequested(run=run, player=execution.player, task=task))
        reply = await kernel.gateway.complete(request, on_text=self._listener(on_text))
        if bus.hears(ModelResponded):
            bus.publish(ModelResponded(run=run, task=task, usage=reply.usage, cost=reply.cost))
        return reply

    def _listener(self, on_text: Callable[[str], None] | None) -> Callable[[str], None] | None:
        bus, run = self._kernel.bus, self._execution.id
        if not bus.hears(ModelChunk):
            return on_text

        def listen(text: str) -> None:
            bus.publish(ModelChunk(run=run, text=text))
            if on_text is not None:
                on_text(text)

        return listen

    async def _failed(self, reservation: Reservation, error: ModelError, cost: float) -> None:
        bus = self._kernel.bus
        if bus.hears(ModelResponded):
            run, task = self._execution.id, self._ask.task
            problem, why = str(error.kind), str(error)
            bus.publish(ModelResponded(run=run, task=task, problem=problem, why=why))
        if error.counted:
            if error.usage is not None:
                used = error.usage.input_tokens + error.usage.output_tokens
                self._execution.budget.settle(self._tokens, used)
            await self._settled(reservation, cost)
            return
        # Not sent, or refused: the tokens were not used. The attempt stays counted.
        self._execution.budget.settle(self._tokens, 0)
        await self._given_back(reservation)

    async def _given_back(self, reservation: Reservation) -> None:
        try:
            await self._kernel.quota.give_back(reservation)
        except StoreError as problem:
            _logger.warning("a model call could not be given back: %s", problem)

    async def _settled(self, reservation: Reservation, cost: float) -> None:
        try:
            notices = await self._kernel.quota.settle(reservation, cost)
        except StoreError as error:
            # It stays counted as reserved; the answer was paid for and is not thrown away.
            _logger.warning("the cost of a model call could not be stored: %s", error)
            return
        for notice in notices:
            self._kernel.bus.publish(CapReached(notice))
