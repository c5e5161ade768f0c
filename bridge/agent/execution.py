"""One player request from intake to outcome, and the workflows nested in it.

All that a request does beyond local answers goes through an `Execution`: it checks permission,
generation, cancellation and time before each use, after each return and before the answer, counts
each step, and keeps the cards that were earned.
"""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from bridge.agent.budget import Budget, Limit
from bridge.agent.failures import (
    AccessLost,
    BudgetSpent,
    FailureError,
    Forgotten,
    WorkflowOff,
)
from bridge.agent.recording import Recording
from bridge.agent.scope import Scope
from bridge.core.modes import Mode
from bridge.prompts.core_prompts import DEFAULT_SYSTEM

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
    from uuid import UUID

    from bridge.access.effective import Because
    from bridge.agent.budget import Left
    from bridge.agent.failures import Failure
    from bridge.agent.kernel import Ask, Kernel
    from bridge.agent.policy import ExecutionPolicy
    from bridge.agent.ports import Authority
    from bridge.agent.user_message import Said
    from bridge.core.actors import Player
    from bridge.core.cards import Card
    from bridge.gateway.messages import ModelReply
    from bridge.prompts.snapshot import PromptSnapshot

_logger = logging.getLogger(__name__)

ResultT = TypeVar("ResultT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a request is about, and what it is pinned to for its whole life."""

    run: str
    """Its id, unique in the trace."""
    server: str
    player: Player
    language: str
    mode: Mode
    prompts: PromptSnapshot
    system: str = DEFAULT_SYSTEM
    """The system that the player is bound to."""
    online: bool = False
    """Going online was allowed for this one request (`/search`)."""
    administrator: bool = False
    """Proven to hold permission level 2: others' data may be told."""
    sent_as: str = "Player"
    """The name that a model is told."""
    history: tuple[Said, ...] = ()
    """What was said before, for tasks that are chat."""
    generation: int | None = None
    """The player's memory counter when they asked; None: as it is now."""


@dataclass(slots=True, eq=False)
class _Whole:
    """What a request and everything nested in it share."""

    asked: Asked
    kernel: Kernel
    authority: Authority
    generation: int
    needs: Mode = Mode.OFFLINE
    scope: Scope = field(default_factory=Scope)
    cards: list[Card] = field(default_factory=list["Card"])
    writes: set[str] = field(default_factory=set[str])
    steps: int = 0
    admitted: bool = False
    asked_model: bool = False


def _nothing() -> None:
    pass


class Execution:
    """Made by `opened`, or by `nested` inside another one."""

    def __init__(self, whole: _Whole, workflow: str, budget: Budget, prefix: str) -> None:
        self._whole = whole
        self._prefix = prefix
        self._nested = 0
        self.workflow = workflow
        self.asked = whole.asked
        self.id = whole.asked.run
        """The run's id."""
        self.player = whole.asked.player
        self.kernel = whole.kernel
        """What all executions share."""
        self.authority = whole.authority
        """The access of this server's world."""
        self.budget = budget
        """What is spent of the limits."""
        self.failure: Failure | None = None
        """What left it without a whole answer, where it still ended by itself."""
        self.when_adopted: Callable[[], object] = _nothing
        """Told that the deadline may have moved."""

    # For those who stop it (`conversation.executions.Execution`).

    @property
    def needs(self) -> Mode:
        """The lowest `maxMode` under which what it does now may go on."""
        return self._whole.needs

    def stop(self, why: Because) -> None:
        """End it: this access does not allow it any more."""
        self._whole.scope.stop(AccessLost(why))

    def end(self, failure: Failure) -> None:
        """End it for another reason: cancelled, forgotten, out of time."""
        self._whole.scope.stop(failure)

    # What it works with.

    @property
    def policy(self) -> ExecutionPolicy:
        """The limits of this workflow here."""
        return self.budget.policy

    @property
    def asked_model(self) -> bool:
        """Whether a model was asked in this request."""
        return self._whole.asked_model

    @property
    def cards(self) -> tuple[Card, ...]:
        """What was earned so far, in order."""
        return tuple(self._whole.cards)

    def earn(self, card: Card) -> None:
        """Keep a real result: it is shown whatever happens after it, unless access is lost."""
        self._whole.cards.append(card)

    def left(self) -> Left:
        """What may still be spent."""
        return self.budget.left(self.kernel.clock.monotonic())

    def admit(self) -> bool:
        """True once: a request counts once for the requests a minute."""
        admitted, self._whole.admitted = self._whole.admitted, True
        return not admitted

    def check(self) -> None:
        """Raise FailureError if this must not go on now: permission, and all of `check_alive`."""
        self.check_alive()
        whole = self._whole
        if whole.needs is Mode.OFFLINE:
            return  # which everybody has
        access = self.authority.effective(self.player.uuid)
        if whole.needs.rank > access.max_mode.rank:
            raise FailureError(AccessLost(access.reasons.max_mode))

    def check_alive(self) -> None:
        """Raise FailureError if this was stopped or forgotten, or its time is up."""
        whole = self._whole
        if whole.scope.stopped is not None:
            raise FailureError(whole.scope.stopped)
        if self.kernel.generations.current(self.player.uuid) != whole.generation:
            raise FailureError(Forgotten())
        if self.kernel.clock.monotonic() >= self.budget.deadline:
            raise FailureError(BudgetSpent(Limit.TTL))

    async def model(self, ask: Ask, on_text: Callable[[str], None] | None = None) -> ModelReply:
        """Ask the model. Raises FailureError."""
        self._whole.asked_model = True
        with self.recorded("model", ask.task) as record:
            reply = await self.kernel.ask(self, ask, on_text)
            record.reply = reply
        return reply

    async def step(self, name: str, work: Callable[[], Awaitable[ResultT]]) -> ResultT:
        """A named step of a workflow. Raises FailureError, and what `work` raises."""
        with self.recorded("step", name):
            self.check()
            self._take(self.budget.take_step(now=self.kernel.clock.monotonic()))
            result = await work()
            self.check()
        return result

    async def write(self, name: str, work: Callable[[], Awaitable[ResultT]]) -> ResultT:
        """A step that changes the game or a player's data; each name once in this execution.

        It is not checked again after it: what was done is said.
        """
        step = f"{self._prefix}{name}"
        with self.recorded("step", name):
            self.check()
            if step in self._whole.writes:
                problem = f"write step {step} was run already"
                raise ValueError(problem)
            self._take(self.budget.take_step(now=self.kernel.clock.monotonic(), writes=True))
            self._whole.writes.add(step)
            return await work()

    @asynccontextmanager
    async def nested(
        self, workflow: str, policy: ExecutionPolicy, *, needs: Mode = Mode.OFFLINE
    ) -> AsyncGenerator[Execution]:
        """Another workflow inside this one: counts are shared, its own limits only shrink ours.

        Its write steps have a prefix of their own each time, so two runs do not collide.
        """
        if policy.rounds == 0:
            raise FailureError(WorkflowOff(workflow))
        now = self.kernel.clock.monotonic()
        with self.recorded("workflow", workflow):
            self.check()
            self._take(self.budget.take_step(now=now))
            self._nested += 1
            prefix = f"{self._prefix}{workflow}#{self._nested}/"
            budget = Budget(policy.within(self.policy), now=now, parent=self.budget)
            with self.needing(needs):
                self.check()
                yield Execution(self._whole, workflow, budget, prefix)

    def adopt(self, workflow: str, policy: ExecutionPolicy) -> None:
        """From now on this is an execution of `workflow`; what was spent stays spent (spec 1)."""
        if policy.rounds == 0:
            raise FailureError(WorkflowOff(workflow))
        self.workflow = workflow
        self.budget.switch(policy)
        self.when_adopted()

    @contextmanager
    def needing(self, mode: Mode) -> Generator[None]:
        """During the block at least this mode is needed: who may no longer have it is stopped."""
        whole = self._whole
        before = whole.needs
        whole.needs = max(before, mode, key=lambda each: each.rank)
        try:
            yield
        finally:
            whole.needs = before

    def recorded(self, kind: str, what: str) -> Recording:
        """Announce the block as a step when it is over, with how it ended."""
        self._whole.steps += 1
        return Recording(self, f"{self._prefix}{self._whole.steps}", kind, what)

    def _take(self, limit: Limit | None) -> None:
        if limit is not None:
            raise FailureError(BudgetSpent(limit))


@asynccontextmanager
async def opened(
    kernel: Kernel, authority: Authority, asked: Asked, *, workflow: str, policy: ExecutionPolicy
) -> AsyncGenerator[Execution]:
    """An execution, in this task, for the block. Raises FailureError when it was stopped."""
    uuid: UUID | None = asked.player.uuid
    whole = _Whole(
        asked=asked,
        kernel=kernel,
        authority=authority,
        generation=(
            kernel.generations.current(uuid) if asked.generation is None else asked.generation
        ),
    )
    budget = Budget(policy, now=kernel.clock.monotonic())
    async with whole.scope:
        yield Execution(whole, workflow, budget, "")
