"""Connecting to a management server: TLS, then the secret, then a WebSocket."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ManagementLostError, ManagementRefusedError
from bridge.minecraft.transports.management_codec import MAX_MESSAGE
from bridge.minecraft.transports.management_connection import ManagementConnection
from bridge.minecraft.transports.management_tls import checks

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable

    from aiohttp import (
        ClientSession,
        ClientWebSocketResponse,
        Fingerprint,
        TraceRequestRedirectParams,
    )

    from bridge.core.clock import Clock
    from bridge.core.errors import ManagementError
    from bridge.minecraft.transports.management_endpoint import Endpoint
    from bridge.minecraft.transports.management_messages import ManagementEvent
    from bridge.minecraft.transports.management_tls import Check

CONNECT_SECONDS: Final = 10.0
"""Patience for connecting, with the secret; the game's thread takes no part in it."""

_CLOSE_SECONDS: Final = 1.0
_UNAUTHORIZED: Final = 401


@asynccontextmanager
async def opened(
    endpoint: Endpoint,
    *,
    clock: Clock,
    take: Callable[[ManagementEvent], Awaitable[None]],
    patience: float = CONNECT_SECONDS,
) -> AsyncGenerator[ManagementConnection]:
    """A connection that the server accepted, for as long as the block runs.

    `patience` is in seconds. Raises ManagementRefusedError, ManagementLostError for everything
    else in the way, and LinkError for a `ca` file that is none.
    """
    async with _session() as session:
        socket = await _connected(session, endpoint, patience)
        try:
            connection = ManagementConnection(socket, clock=clock, take=take)
            async with asyncio.TaskGroup() as group:
                tasks = (
                    group.create_task(connection.read()),
                    group.create_task(connection.watch()),
                )
                try:
                    yield connection
                finally:
                    connection.end("this side closed the connection")
                    for task in tasks:
                        task.cancel()
        finally:
            with suppress(TimeoutError):
                async with asyncio.timeout(_CLOSE_SECONDS):  # a flood has no end to wait for
                    await socket.close()


@asynccontextmanager
async def _session() -> AsyncGenerator[ClientSession]:
    # Imported here, because a daemon without the protocol has no use for it.
    from aiohttp import ClientSession, ClientTimeout, DummyCookieJar, TraceConfig

    async def refuse(_session: object, _context: object, _: TraceRequestRedirectParams) -> None:
        raise ManagementLostError("it sends us to another address", written=False)

    trace = TraceConfig()
    trace.on_request_redirect.append(refuse)
    async with ClientSession(
        timeout=ClientTimeout(total=None),
        trace_configs=[trace],
        cookie_jar=DummyCookieJar(),
        trust_env=False,  # the secret goes through no proxy
    ) as session:
        yield session


async def _connected(
    session: ClientSession, endpoint: Endpoint, patience: float
) -> ClientWebSocketResponse:
    from aiohttp import ServerFingerprintMismatch

    *alternatives, last = checks(endpoint)
    for check in alternatives:
        with suppress(ServerFingerprintMismatch):
            return await _attempt(session, endpoint, check, patience)
    return await _attempt(session, endpoint, last, patience)


async def _attempt(
    session: ClientSession, endpoint: Endpoint, check: Check | Fingerprint, patience: float
) -> ClientWebSocketResponse:
    from aiohttp import (
        ClientConnectorCertificateError,
        ClientError,
        ServerFingerprintMismatch,
        WSServerHandshakeError,
    )

    where = f"{endpoint.host}:{endpoint.port}"
    try:
        async with asyncio.timeout(patience):
            return await session.ws_connect(
                endpoint.url,
                ssl=check,
                headers={"Authorization": f"Bearer {endpoint.secret}"},
                max_msg_size=MAX_MESSAGE,
            )
    except ServerFingerprintMismatch:
        raise
    except WSServerHandshakeError as error:
        raise _refusal(where, error.status) from error
    except TimeoutError as error:
        problem = f"{where}: no connection in {patience:g} s"
        raise ManagementLostError(problem, written=False) from error
    except ClientConnectorCertificateError as error:
        problem = f"{where}: its certificate is not accepted; set management.ca to it"
        raise ManagementRefusedError(problem) from error
    except (ClientError, OSError, ValueError) as error:
        raise ManagementLostError(f"{where}: {error}", written=False) from error


def _refusal(where: str, status: int) -> ManagementError:
    if status == _UNAUTHORIZED:
        return ManagementRefusedError(f"{where} does not accept the secret")
    problem = f"{where} answers HTTP {status}: it is no management server"
    return ManagementLostError(problem, written=False)
