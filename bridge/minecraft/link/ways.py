"""The ways back to a player, in the order in which they are taken (contract section 4)."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, Protocol

from bridge.core.errors import (
    LinkError,
    ManagementLostError,
    PlayerAwayError,
    RconLostError,
    RconTimeoutError,
    UnconfirmedError,
)
from bridge.minecraft.link.waiting import within

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bridge.core.actors import Player
    from bridge.core.clock import Clock

AWAY_SECONDS: Final = 10.0
"""How long an answer waits for a server that is starting again."""


STUCK_SECONDS: Final = 20.0
"""The same for a server that is up and stuck, beside the 10 s in which that is found: a freeze of
30 s, as long as a reply is waited for (reference page, C1), loses no answer."""


class WayState(Enum):
    """How it stands with a way back."""

    UP = auto()
    AWAY = auto()
    """It may be back in a moment."""
    OFF = auto()
    """Not in use, or refused: nobody need wait for it."""


class Message(Protocol):
    """One chat message: its text component as JSON, and the same words as plain text."""

    @property
    def component(self) -> str:
        """For everything that can show components."""
        ...

    @property
    def plain(self) -> str:
        """For what cannot."""
        ...


class Way(Protocol):
    """One way back to players; the real ones are in `doors`."""

    @property
    def name(self) -> str:
        """What `status` calls it."""
        ...

    @property
    def state(self) -> WayState:
        """How it stands now."""
        ...

    @property
    def why(self) -> str:
        """Of one that is not up, the reason."""
        ...

    def room(self, player: Player) -> int:
        """Bytes of UTF-8 that one component for this player may have."""
        ...

    async def show(self, player: Player, message: Message) -> None:
        """Show a message to this player alone.

        Raises PlayerAwayError; a LinkError after which it may have arrived (`may_have_arrived`),
        or another one, after which it has not.
        """
        ...


def may_have_arrived(error: LinkError) -> bool:
    """Whether what was being sent must not be sent again."""
    match error:
        case RconLostError(written=written) | ManagementLostError(written=written):
            return written
        case RconTimeoutError() | UnconfirmedError():
            return True
        case _:
            return False


_OUTAGES: Final = (RconLostError, ManagementLostError)
"""After these the same way may be up again in a moment."""


class Ways:
    """The ways of one server. `changed` is to be called when the state of one may be another."""

    def __init__(self, ways: Sequence[Way], clock: Clock) -> None:
        self._ways = tuple(ways)
        self._clock = clock
        self._change = asyncio.Event()
        self._changes = 0

    @property
    def current(self) -> Way | None:
        """The first that is up."""
        return next((way for way in self._ways if way.state is WayState.UP), None)

    @property
    def problem(self) -> str:
        """Why no way is up."""
        reasons = [f"{way.name}: {way.why}" for way in self._ways if way.why]
        return f"no way back to players: {'; '.join(reasons) or 'none is in use'}"

    def changed(self) -> None:
        """Whoever waits looks again."""
        self._changes += 1
        self._change.set()
        self._change = asyncio.Event()

    async def ready(self) -> None:
        """Return when there is a way back. Raises LinkError when none came up for a while."""
        if self.current is None:
            await self._wait_for(lambda: self.current, AWAY_SECONDS)

    async def tell(self, player: Player, write: Callable[[int], Sequence[Message]]) -> None:
        """Show what `write` makes of a room (bytes of one component), to this player alone.

        Goes the first way that is up, and another one only while nothing can have arrived; waits a
        moment when none is up. Raises LinkError.
        """
        until = self._clock.monotonic() + AWAY_SECONDS
        failure: LinkError | None = None
        failed: dict[Way, int] = {}

        def usable() -> Way | None:
            """The first that is up and has not failed since anything changed."""
            for way in self._ways:
                if way.state is WayState.UP and failed.get(way) != self._changes:
                    return way
            return None

        while True:
            way = usable()
            if way is None:
                if failure is not None and not isinstance(failure, _OUTAGES):
                    raise failure
                left = until - self._clock.monotonic()
                try:
                    way = await self._wait_for(usable, left)
                except LinkError as error:
                    raise failure or error from None
            failure = await self._told(way, player, write)
            if failure is None:
                return
            if not failed and way.state is WayState.AWAY:
                until = self._clock.monotonic() + STUCK_SECONDS
            failed[way] = self._changes

    async def _told(
        self, way: Way, player: Player, write: Callable[[int], Sequence[Message]]
    ) -> LinkError | None:
        """None when it was told; the error when it was not and may be told another way."""
        shown = 0
        try:
            for message in write(way.room(player)):
                await way.show(player, message)
                shown += 1
        except LinkError as error:
            if shown or may_have_arrived(error) or isinstance(error, PlayerAwayError):
                raise
            return error
        return None

    async def _wait_for(self, find: Callable[[], Way | None], seconds: float) -> Way:
        async def found() -> None:
            while find() is None:
                await self._change.wait()

        hopeless = all(way.state is WayState.OFF for way in self._ways)
        if seconds > 0 and not hopeless:
            with suppress(TimeoutError):
                await within(seconds, found(), self._clock)
        if (way := find()) is None:
            raise LinkError(self.problem)
        return way
