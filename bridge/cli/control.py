"""Talks to the daemon of a place, if one runs there."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from bridge.core.errors import RefusedError
from bridge.core.invoked import typed
from bridge.daemon.rendezvous import is_held, meeting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.cli.place import Place
    from bridge.daemon.rendezvous import Meeting
    from bridge.minecraft.transports.socket_messages import JsonValue, Reply

STARTING_SECONDS: Final = 5.0
"""How long a daemon that is starting is waited for."""
_LOOK_SECONDS: Final = 0.01


def nobody() -> RefusedError:
    """There is no daemon to ask."""
    return RefusedError(f"no daemon runs here; start it with {typed('run')}")


def call(place: Place, verb: str, args: Mapping[str, JsonValue] | None = None) -> Reply | None:
    """The daemon's reply; None when none runs there.

    Raises LinkError when it does not answer, ProtocolError when it refuses us.
    """
    if (found := _meeting(place)) is None:
        return None
    import asyncio

    return asyncio.run(_call(found, verb, args or {}))


def required(place: Place, verb: str) -> Reply:
    """As `call`; raises RefusedError where no daemon runs."""
    if (reply := call(place, verb)) is None:
        raise nobody()
    return reply


def _meeting(place: Place) -> Meeting | None:
    """Where the daemon listens. An address that a killed one left is nobody's: no lock is held."""
    deadline = time.monotonic() + STARTING_SECONDS
    while is_held(place.state) and time.monotonic() < deadline:
        if (found := meeting(place.state)) is not None:
            return found
        time.sleep(_LOOK_SECONDS)
    return None


async def _call(found: Meeting, verb: str, args: Mapping[str, JsonValue]) -> Reply | None:
    from bridge.minecraft.transports.socket_client import NobodyListensError, SocketClient
    from bridge.minecraft.transports.socket_messages import Role

    try:
        async with SocketClient.connected(found.address, found.token, Role.CONTROL) as client:
            return await client.call(verb, args)
    except NobodyListensError:
        return None
