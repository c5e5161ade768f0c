"""Talks to the daemon of a place, if one runs there."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bridge.core.errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.cli.place import Place
    from bridge.minecraft.transports.socket_messages import JsonValue, Reply

ADDRESS_FILE = "socket.address"
TOKEN_FILE = "socket.token"


def call(place: Place, verb: str, args: Mapping[str, JsonValue] | None = None) -> Reply | None:
    """The daemon's reply; None when none runs there.

    Raises LinkError when it does not answer, ProtocolError when it refuses us.
    """
    try:
        address = (place.state / ADDRESS_FILE).read_text(encoding="utf-8").strip()
        token = (place.state / TOKEN_FILE).read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return None
    except OSError as error:
        problem = f"{error.filename}: {error.strerror}; run this as the user of the daemon"
        raise RefusedError(problem) from error
    return asyncio.run(_call(address, token, verb, args or {}))


async def _call(address: str, token: str, verb: str, args: Mapping[str, JsonValue]) -> Reply | None:
    from bridge.minecraft.transports.socket_client import NobodyListensError, SocketClient
    from bridge.minecraft.transports.socket_messages import Role

    try:
        async with SocketClient.connected(address, token, Role.CONTROL) as client:
            return await client.call(verb, args)
    except NobodyListensError:
        return None
