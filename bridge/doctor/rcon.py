"""RCON, tried with our client and, where it is installed, with another one.

Only while no daemon runs: vanilla has one reply buffer for all of its RCON connections
(minecraft-server.md C1). `list` changes nothing and is not told to operators.
"""

from __future__ import annotations

import asyncio
import shlex
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from bridge.core.errors import LinkError, RconRefusedError
from bridge.core.invoked import typed
from bridge.doctor.finding import Finding, Verdict, ok, warning
from bridge.minecraft.transports.rcon_connection import opened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bridge.daemon.server_place import ServerPlace
    from bridge.minecraft.transports.rcon_connection import Endpoint

LINK: Final = "rcon"
CONNECT_SECONDS: Final = 3.0
ANSWER_SECONDS: Final = 30.0
"""A world's save can keep the game's thread for so long."""
OTHER: Final = "mcrcon"
_OTHER_SECONDS: Final = 5
_QUESTION: Final = "list"
_SHORT: Final = 8
"""Characters; RCON lets an attacker try as many passwords as they like."""


@dataclass(frozen=True, slots=True)
class Tried:
    """`reply` is what our client read; None where it did not get so far."""

    finding: Finding
    endpoint: Endpoint | None = None
    reply: str | None = None


async def tried(place: ServerPlace, *, needed: bool) -> Tried:
    """Ask the server who is online. Where another way back is there, RCON is not needed."""
    fault = Verdict.BROKEN if needed else Verdict.WARNING
    try:
        endpoint = place.endpoint()
    except LinkError as error:
        todo = _stopped_first(place)
        return Tried(Finding(LINK, fault, str(error), todo))
    where = f"{endpoint.host}:{endpoint.port}"
    try:
        async with opened(endpoint, patience=CONNECT_SECONDS) as connection:
            async with asyncio.timeout(ANSWER_SECONDS):
                reply = await connection.command(_QUESTION)
    except RconRefusedError as error:
        todo = "the running server has another password than its file: restart the server"
        return Tried(Finding(LINK, fault, f"{where}: {error}", todo), endpoint)
    except TimeoutError:
        problem = f"{where}: no answer in {ANSWER_SECONDS:g} s"
        return Tried(Finding(LINK, fault, problem, "is the server busy, or hanging?"), endpoint)
    except LinkError as error:
        todo = "is the server started, and was it restarted since RCON was turned on?"
        return Tried(Finding(LINK, fault, str(error), todo), endpoint)
    return Tried(ok(LINK, f"{where} answers: {reply.strip()}"), endpoint, reply)


def remarks(place: ServerPlace) -> Iterator[Finding]:
    """What is not as safe or as quiet as it could be."""
    if echo := place.rcon_echo():
        yield warning(
            LINK, echo, f"stop the server, then: {typed('init', directory=str(place.directory))}"
        )
    try:
        endpoint = place.endpoint()
    except LinkError:
        return
    if len(endpoint.password) < _SHORT:
        yield warning(LINK, "the password is short", "set a long one while the server is stopped")
    properties = place.directory / "server.properties"
    if place.table.rcon.password_env is None and properties.stat().st_mode & 0o077:
        quoted = shlex.quote(str(properties))
        todo = f"chmod 600 {quoted}, if only the server's user is to know the password"
        yield warning(LINK, f"other users of this machine may read {properties}", todo)


def _stopped_first(place: ServerPlace) -> str:
    return f"stop the server, then: {typed('init', directory=str(place.directory))}"


def second_opinion(first: Tried) -> Finding | None:
    """What mcrcon reads; None where it is not installed, or there was nobody to ask.

    Blocking, on the main thread and with no loop: it works by SIGALRM.
    """
    endpoint = first.endpoint
    if endpoint is None or find_spec(OTHER) is None:
        return None
    other: Any = import_module(OTHER)
    client = other.MCRcon(endpoint.host, endpoint.password, endpoint.port, timeout=_OTHER_SECONDS)
    try:
        client.connect()
        reply = str(client.command(_QUESTION))
    except (OSError, UnicodeDecodeError, other.MCRconException) as error:
        if first.reply is None:
            return None
        return warning(OTHER, f"the second opinion: {error or type(error).__name__}")
    finally:
        client.disconnect()
    if reply != first.reply:
        return warning(OTHER, f"the second opinion reads another answer: {reply.strip()!r}")
    return ok(OTHER, "the second opinion reads the same answer")
