"""What runs for players now and needs more than local answers: what a change of access may stop."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from bridge.access.effective import Because, Reason, Source
from bridge.core.modes import Mode

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from uuid import UUID

    from bridge.access.effective import Effective
    from bridge.agent.failures import Failure
    from bridge.core.actors import Player

_MODE_CHANGED = Because(Reason.CHOSEN, Source.PLAYER)


class Execution(Protocol):
    """One request under way."""

    @property
    def player(self) -> Player:
        """Whose it is."""
        ...

    @property
    def needs(self) -> Mode:
        """The lowest `maxMode` under which what it does now may go on.

        `offline` is local work, which is never stopped. AI off, no calls and no key all lower
        `maxMode`, so nothing else has to be compared.
        """
        ...

    def stop(self, why: Because) -> None:
        """End it soon; returns at once, does not raise, and may come more than once."""
        ...

    def end(self, failure: Failure) -> None:
        """As `stop`, for another reason than access."""
        ...


class Executions:
    """Those of one server."""

    def __init__(self) -> None:
        self._running: list[Execution] = []

    @contextmanager
    def running(self, execution: Execution) -> Generator[None]:
        """Let it be stopped while the block runs."""
        self._running.append(execution)
        try:
            yield
        finally:
            # By identity: two executions may well be equal.
            self._running = [each for each in self._running if each is not execution]

    def stop_disallowed(self, access: Callable[[UUID | None], Effective]) -> int:
        """Stop exactly those that `access` no longer allows; how many they are."""
        stopped = 0
        for execution in self._stoppable():
            now = access(execution.player.uuid)
            if execution.needs.rank > now.max_mode.rank:
                execution.stop(now.reasons.max_mode)
                stopped += 1
        return stopped

    def mode_changed(self, player: UUID) -> int:
        """A player chose another mode, which ends what was begun in the old one (spec 2)."""
        own = [execution for execution in self._stoppable() if execution.player.uuid == player]
        for execution in own:
            execution.stop(_MODE_CHANGED)
        return len(own)

    def end(self, player: UUID, failure: Failure) -> int:
        """End what runs for a player, for another reason than access; how many there were."""
        own = [each for each in tuple(self._running) if each.player.uuid == player]
        for execution in own:
            execution.end(failure)
        return len(own)

    def _stoppable(self) -> Iterator[Execution]:
        return (each for each in tuple(self._running) if each.needs is not Mode.OFFLINE)
