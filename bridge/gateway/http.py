"""The thin shell around aiohttp: one session, one POST, its bytes. Only `gateway.client` uses it.

This module is imported late (0.3 s, 20 MB), so that a daemon without a model never pays for it.
"""

from __future__ import annotations

import os
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

import aiohttp

from bridge.gateway.endpoint import not_configured
from bridge.gateway.failures import unreachable

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from types import SimpleNamespace

    from bridge.core.errors import ModelError
    from bridge.gateway.call import Call
    from bridge.gateway.endpoint import Endpoint

KEPT_SECONDS: Final = 4.0
"""How long an idle connection is kept: uvicorn closes after 5 s, and a request that meets the
close is lost, since it is never sent twice."""

_PIECE: Final = 64 * 1024


class Answer:
    """An answer whose head is here and whose body comes in pieces."""

    def __init__(self, response: aiohttp.ClientResponse, endpoint: Endpoint) -> None:
        self._response = response
        self._endpoint = endpoint
        self.status = response.status

    def header(self, name: str) -> str | None:
        """A header, if it was sent."""
        return self._response.headers.get(name)

    async def piece(self) -> bytes:
        """The next bytes, b"" at the end. Raises ModelError (UNREACHABLE)."""
        try:
            return await self._response.content.read(_PIECE)
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise _failure(self._endpoint, error, sent=True) from _cause(error)


class Http:
    """A session. Redirects are not followed, cookies not kept, the environment not read."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    async def close(self) -> None:
        """Close every connection; requests under way fail."""
        await self._session.close()

    @asynccontextmanager
    async def posted(self, call: Call, body: bytes) -> AsyncGenerator[Answer]:
        """Send once, and close the connection unless the whole answer was read.

        Raises ModelError (UNREACHABLE, NOT_CONFIGURED). Time is the caller's.
        """
        endpoint = call.endpoint
        try:
            response = await self._session.post(
                endpoint.url,
                data=body,
                headers=endpoint.headers,
                proxy=endpoint.proxy,
                allow_redirects=False,
                trace_request_ctx=call,
            )
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise _failure(endpoint, error, sent=call.sent) from _cause(error)
        call.status = response.status
        try:
            yield Answer(response, endpoint)
        finally:
            response.close()


def open_http() -> Http:
    """A session of the running loop; whoever opens it closes it."""
    trace = aiohttp.TraceConfig()
    trace.on_request_headers_sent.append(_sent)
    return Http(
        aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=KEPT_SECONDS),
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=None),
            trace_configs=[trace],
        )
    )


async def _sent(
    session: aiohttp.ClientSession,
    context: SimpleNamespace,
    parameters: aiohttp.TraceRequestHeadersSentParams,
) -> None:
    del session, parameters
    context.trace_request_ctx.sent = True


def _cause(error: Exception) -> Exception | None:
    """What may stand in a traceback: these name a host, the others headers or the whole URL."""
    return error if isinstance(error, aiohttp.ClientConnectionError) else None


def _failure(endpoint: Endpoint, error: Exception, *, sent: bool) -> ModelError:
    match error:
        case aiohttp.InvalidURL():
            return not_configured("baseUrl is not a URL that can be asked")
        case aiohttp.ClientConnectorCertificateError() | aiohttp.ClientConnectorSSLError():
            problem = "no secure connection: its certificate is not trusted, or it speaks no TLS"
        case aiohttp.ClientProxyConnectionError() | aiohttp.ClientHttpProxyError():
            problem = "the proxy of the environment lets nothing through"
        case aiohttp.ClientConnectorDNSError():
            problem = "its host name is not known"
        case aiohttp.ClientConnectorError():
            number = error.os_error.errno
            problem = f"no connection ({os.strerror(number) if number else 'no reason given'})"
        case aiohttp.ClientPayloadError():
            problem = "the connection broke in the middle of the reply"
        case aiohttp.ClientResponseError():
            problem = "what answers does not speak HTTP"
        case _:
            problem = "the connection broke before the reply"
    return unreachable(endpoint, problem, sent=sent)
