"""What the kernel needs of others, by shape: access, the day's quota, the asking execution."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from bridge.access.effective import Effective
    from bridge.access.quota import Caps, Exhausted, Notice, Reservation
    from bridge.agent.budget import Budget
    from bridge.agent.policy import ExecutionPolicy
    from bridge.core.actors import Player


class Authority(Protocol):
    """What is asked of one world's access, anew each time."""

    @property
    def paused(self) -> bool:
        """Whether no model is called, for anybody."""
        ...

    @property
    def requests_per_minute(self) -> int:
        """Of a player; 0 is no limit."""
        ...

    def effective(self, player: UUID | None) -> Effective:
        """What the player may do now."""
        ...

    def caps(self, player: UUID) -> Caps:
        """What holds for one model call of the player."""
        ...


class CallQuota(Protocol):
    """`access.quota.Quota`: the calls of a day."""

    async def reserve(self, player: UUID, caps: Caps, cost: float = 0.0) -> Reservation | Exhausted:
        """Count one call, or say which cap is used up."""
        ...

    async def settle(self, reservation: Reservation, cost: float) -> Iterable[Notice]:
        """The call was answered, or its fate is unknown."""
        ...

    async def give_back(self, reservation: Reservation) -> None:
        """It was not sent, or answered 4xx/5xx."""
        ...


class Caller(Protocol):
    """The execution that asks; `execution.Execution` is the one kind."""

    @property
    def id(self) -> str:
        """The run's id."""
        ...

    @property
    def player(self) -> Player:
        """Who asks."""
        ...

    @property
    def authority(self) -> Authority:
        """The access of the player's world."""
        ...

    @property
    def policy(self) -> ExecutionPolicy:
        """The limits."""
        ...

    @property
    def budget(self) -> Budget:
        """What is spent of them."""
        ...

    def check(self) -> None:
        """Raise FailureError if it must not go on now."""
        ...

    def admit(self) -> bool:
        """True the first time."""
        ...
