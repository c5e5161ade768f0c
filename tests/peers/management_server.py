"""A Minecraft server's management protocol by the game's rules (reference real-peers.md 6).

Written against the rules alone, not against our codec. As strict as the game: a wrong secret is
401, a method without parameters refuses any, one with a parameter takes exactly one, a frame over
65,536 bytes ends the connection, and receivers that cannot be read mean everybody.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import ssl
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from uuid import UUID

import trustme
from aiohttp import WSMsgType, web

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping
    from pathlib import Path

SECRET = "Wm3rT8sKq0ZxY5bNc7Vd1Lf9Gh2Jp4Ra6Ue8Io0Q"
MARA = {"id": "853c80ef-3c37-49fd-aa49-938b674adae6", "name": "Mara"}
TEO = {"id": "069a79f4-44e9-4726-a5be-fca90e38aaf5", "name": "Teo"}

_FRAME = 65_536
_PARSE, _REQUEST, _METHOD, _PARAMS = -32700, -32600, -32601, -32602


class Certificates:
    """An authority, a server's certificate by it, and one that signed itself."""

    def __init__(self, *names: str) -> None:
        self._authority = trustme.CA()
        self._server = self._authority.issue_cert(*names)
        self._other = trustme.CA()

    @property
    def context(self) -> ssl.SSLContext:
        """What the server uses."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        pem = self._server.private_key_and_cert_chain_pem
        with pem.tempfile() as path:
            context.load_cert_chain(path)
        return context

    def write_authority(self, path: Path) -> Path:
        self._authority.cert_pem.write_to_path(path)
        return path

    def write_own(self, path: Path, *, binary: bool = False) -> Path:
        """The server's very certificate, as keytool exports it with or without `-rfc`."""
        pem = self._server.cert_chain_pems[0].bytes()
        path.write_bytes(ssl.PEM_cert_to_DER_cert(pem.decode()) if binary else pem)
        return path

    def write_another(self, path: Path) -> Path:
        self._other.cert_pem.write_to_path(path)
        return path


class _Refused(Exception):  # noqa: N818 (a refusal, by JSON-RPC's codes)
    def __init__(self, code: int, message: str, data: str) -> None:
        self.code = code
        self.message = message
        self.data = data


@dataclass
class ManagementPeer:
    """One server. What a test changes while it runs holds for the next request."""

    port: int = 0
    secret: str = SECRET
    tls: ssl.SSLContext | None = None
    version: str = "26.3"
    started: bool = True
    players: list[dict[str, Any]] = field(default_factory=lambda: [MARA])
    operators: list[dict[str, Any]] = field(
        default_factory=lambda: [{"player": MARA, "permissionLevel": 4}]
    )
    missing: frozenset[str] = frozenset()
    """Methods that this version does not have."""
    shows: bool = True
    """Whether a message to players that are named is shown."""
    redirect: str | None = None
    status: int | None = None
    """What it answers instead, when it is another server."""
    requests: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    authorizations: list[str | None] = field(default_factory=list[str | None])
    shown: list[tuple[str, str, bool]] = field(default_factory=list[tuple[str, str, bool]])
    """Messages that reached a player: UUID, text, above the hotbar."""
    broadcasts: list[str] = field(default_factory=list[str])
    sockets: list[web.WebSocketResponse] = field(default_factory=list[web.WebSocketResponse])
    answering: asyncio.Event = field(default_factory=asyncio.Event)
    """Cleared: the game's thread is busy, and requests are not answered."""

    accepting: asyncio.Event = field(default_factory=asyncio.Event)
    """Cleared: not even the secret is looked at."""
    _upgraded: list[web.Request] = field(default_factory=list[web.Request])

    def __post_init__(self) -> None:
        self.answering.set()
        self.accepting.set()

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[ManagementPeer]:
        app = web.Application()
        app.router.add_get("/", self._upgrade)
        runner = web.AppRunner(app, shutdown_timeout=0.01)
        await runner.setup()
        try:
            site = web.TCPSite(runner, "127.0.0.1", self.port, ssl_context=self.tls)
            await site.start()
            self.port = runner.addresses[0][1]
            yield self
        finally:
            self.answering.set()
            self.accepting.set()
            self.hang_up()
            await runner.cleanup()

    def methods(self) -> list[str]:
        return [request["method"] for request in self.requests]

    async def notify(self, name: str, *params: object) -> None:
        """As the game: `params` only where there is one."""
        fields: dict[str, object] = {"jsonrpc": "2.0", "method": f"minecraft:notification/{name}"}
        if params:
            fields["params"] = list(params)
        await self.say(json.dumps(fields))

    async def say(self, frame: str) -> None:
        await self.sockets[-1].send_str(frame)

    async def join(self, player: dict[str, Any]) -> None:
        self.players = [*self.players, player]
        await self.notify("players/joined", player)

    async def leave(self, player: dict[str, Any]) -> None:
        self.players = [other for other in self.players if other != player]
        await self.notify("players/left", player)

    def hang_up(self) -> None:
        """End all connections without a word, as a killed server does."""
        for request in self._upgraded:
            if request.transport is not None:
                request.transport.abort()

    async def _upgrade(self, request: web.Request) -> web.StreamResponse:
        given = request.headers.get("Authorization")
        self.authorizations.append(given)
        await self.accepting.wait()
        if self.redirect is not None:
            raise web.HTTPFound(self.redirect)
        if self.status is not None:
            return web.Response(status=self.status)
        if given is None or not hmac.compare_digest(given, f"Bearer {self.secret}"):
            return web.json_response(
                {"error": "Unauthorized", "message": "Invalid API key"},
                status=401,
                headers={"Connection": "close"},
            )
        socket = web.WebSocketResponse(max_msg_size=_FRAME, compress=False)
        await socket.prepare(request)
        self.sockets.append(socket)
        self._upgraded.append(request)
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            await self.answering.wait()  # the game's thread answers them one by one
            if (answer := self._answer(message.data)) is not None and not socket.closed:
                await socket.send_str(json.dumps(answer))
        return socket

    def _answer(self, frame: str) -> dict[str, Any] | None:
        try:
            request: Any = json.loads(frame)
        except ValueError:
            return _error(None, _Refused(_PARSE, "Parse error", ""))
        match request:
            case {"method": str(method)}:
                self.requests.append(request)
                return self._result(request, method)
            case _:
                return _error(None, _Refused(_REQUEST, "Invalid Request", ""))

    def _result(self, request: dict[str, Any], method: str) -> dict[str, Any]:
        try:
            result = self._done(method, request.get("params"))
        except _Refused as refused:
            return _error(request.get("id"), refused)
        return {"jsonrpc": "2.0", "id": request["id"], "result": result}

    def _done(self, method: str, params: Any) -> object:
        if method in self.missing:
            raise _Refused(_METHOD, "Method not found", f"Method not found: {method}")
        match method:
            case "minecraft:server/status":
                _none(params)
                return self._status()
            case "minecraft:players":
                _none(params)
                return self.players
            case "minecraft:operators":
                _none(params)
                return self.operators
            case "minecraft:server/system_message":
                return self._show(_one(params))
            case _:
                raise _Refused(_METHOD, "Method not found", f"Method not found: {method}")

    def _status(self) -> dict[str, Any]:
        status: dict[str, Any] = {
            "started": self.started,
            "version": {"name": self.version, "protocol": 775},
        }
        return status | ({"players": self.players} if self.players else {})

    def _show(self, value: Mapping[str, Any]) -> bool:
        match value:
            case {"message": {"literal": str(text)}, "overlay": bool(overlay)}:
                pass
            case _:
                raise _Refused(_PARAMS, "Invalid params", "No key message or overlay")
        receivers = value.get("receivingPlayers")
        if receivers is None or not all(map(_is_player, receivers)):
            self.broadcasts.append(text)
            return True
        for receiver in receivers:
            for player in self.players:
                by = "id" if "id" in receiver else "name"
                if player.get(by) == receiver[by]:
                    self.shown.append((player["id"], text, overlay))
        return self.shows and bool(receivers)


def _is_player(value: Mapping[str, Any]) -> bool:
    try:
        return ("id" in value and bool(UUID(value["id"]))) or isinstance(value["name"], str)
    except (KeyError, ValueError):
        return False


def _none(params: object) -> None:
    if params is not None and params != []:
        raise _Refused(_PARAMS, "Invalid params", "Expected no params, or an empty array")


def _one(params: Any) -> Mapping[str, Any]:
    match params:
        case [only]:
            return only
        case _:
            problem = "Expected exactly one element in the params array"
            raise _Refused(_PARAMS, "Invalid params", problem)


def _error(request: object, refused: _Refused) -> dict[str, Any]:
    error: dict[str, Any] = {"code": refused.code, "message": refused.message}
    if refused.data:
        error["data"] = refused.data
    return {"jsonrpc": "2.0", "id": request, "error": error}
