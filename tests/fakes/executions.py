"""Executions in memory: a kernel around a scripted model, and access that a test sets by hand."""

from __future__ import annotations

from contextlib import asynccontextmanager
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING
from uuid import UUID

from bridge.access.effective import UNSET, Circumstances, Situation
from bridge.access.quota import Cap, Caps, Exhausted, Reservation
from bridge.access.rate import RequestRate
from bridge.access.rules import effective
from bridge.agent.execution import Asked, opened
from bridge.agent.gate import ModelGate
from bridge.agent.generations import Generations
from bridge.agent.kernel import Kernel
from bridge.agent.policy import SINGLE
from bridge.core.actors import Player
from bridge.core.bus import Bus
from bridge.core.modes import Mode
from bridge.prompts.snapshot import PromptSnapshot
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable

    from bridge.access.effective import Effective
    from bridge.access.quota import Notice
    from bridge.agent.execution import Execution
    from bridge.agent.policy import ExecutionPolicy
    from bridge.core.clock import Clock
    from bridge.gateway.gateway import ModelGateway

MARA = Player(name="Mara", uuid=UUID(int=1))
PROMPTS = PromptSnapshot(prompts={}, systems={})


class MemoryQuota:
    """`kernel.CallQuota` that keeps its counts; `open` are reservations that nobody settled."""

    def __init__(self) -> None:
        self.used: dict[UUID, int] = {}
        self.cost = 0.0
        self.open: set[Reservation] = set()

    async def reserve(self, player: UUID, caps: Caps, cost: float = 0.0) -> Reservation | Exhausted:
        used = self.used.get(player, 0)
        if used >= caps.player_calls:
            returns = datetime(2026, 12, 1, tzinfo=UTC)
            return Exhausted(
                cap=Cap.PLAYER_CALLS, used=used, limit=caps.player_calls, returns=returns
            )
        self.used[player] = used + 1
        reservation = Reservation(player=player, day=date(2026, 11, 30), caps=caps, held=0)
        self.open.add(reservation)
        return reservation

    async def settle(self, reservation: Reservation, cost: float) -> Iterable[Notice]:
        self.open.discard(reservation)
        self.cost += cost
        return ()

    async def give_back(self, reservation: Reservation) -> None:
        self.open.discard(reservation)
        self.used[reservation.player] -= 1


class FakeAuthority:
    """`kernel.Authority`: what a test says."""

    def __init__(self, *, mode: Mode = Mode.FREE, calls: int = 50) -> None:
        self.default = mode
        self.calls = calls
        self.paused = False
        self.requests_per_minute = 0
        self.model_configured = True

    def effective(self, player: UUID | None) -> Effective:
        return effective(
            Situation(
                default=self.default,
                defaults=UNSET,
                override=UNSET,
                saved_mode=None,
                circumstances=Circumstances(
                    model_configured=self.model_configured,
                    configured_calls=self.calls,
                    identified=player is not None,
                ),
            )
        )

    def caps(self, player: UUID) -> Caps:
        del player
        return Caps(player_calls=self.calls, server_calls=1000)


def kernel(
    gateway: ModelGateway,
    *,
    clock: Clock | None = None,
    quota: MemoryQuota | None = None,
    at_once: int = 4,
) -> Kernel:
    """A kernel around a model."""
    clock = clock or FakeClock()
    return Kernel(
        gateway=gateway,
        quota=quota or MemoryQuota(),
        gate=ModelGate(lambda: at_once),
        rate=RequestRate(clock),
        generations=Generations(),
        bus=Bus(),
        clock=clock,
    )


def asked(player: Player = MARA, *, run: str = "run-1", mode: Mode = Mode.FREE) -> Asked:
    """A request of that player."""
    return Asked(
        run=run, server="main", player=player, language="en_us", mode=mode, prompts=PROMPTS
    )


@asynccontextmanager
async def execution(
    kernel: Kernel,
    authority: FakeAuthority | None = None,
    *,
    policy: ExecutionPolicy = SINGLE,
    request: Asked | None = None,
) -> AsyncGenerator[Execution]:
    """An execution of nothing in particular."""
    opening = opened(
        kernel,
        authority or FakeAuthority(),
        request or asked(),
        workflow="system:test",
        policy=policy,
    )
    async with opening as opened_execution:
        yield opened_execution
