"""One peer's connection, from its hello to its end.

What is written waits in the transport's buffer, whose bound drops a peer that stops reading.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Final

from bridge.core.errors import LinkError, ProtocolError, UnconfirmedError
from bridge.minecraft.transports.socket_codec import (
    decode_from_peer,
    decode_hello,
    encode,
    frame_id,
)
from bridge.minecraft.transports.socket_desk import Desk
from bridge.minecraft.transports.socket_frames import (
    BAD_FRAME,
    CLOSING,
    PEER,
    STRANGER,
    FrameDecoder,
)
from bridge.minecraft.transports.socket_messages import (
    Error,
    Hello,
    Ping,
    Pong,
    Result,
    Run,
    Send,
    Welcome,
)
from bridge.minecraft.transports.socket_roles import admitted, require_allowed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bridge.core.actors import Player
    from bridge.minecraft.transports.socket_desk import Reception
    from bridge.minecraft.transports.socket_messages import (
        DaemonMessage,
        FrameId,
        JsonValue,
        PeerMessage,
    )
    from bridge.minecraft.transports.socket_roles import Peer

_READ_BYTES: Final = 1 << 16


class Connection:
    """`run` is its whole life; the other methods may be called meanwhile.

    `peer` is None before the hello was accepted, and once nothing more can come.
    """

    def __init__(
        self,
        session: str,
        reception: Reception,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self.session = session
        self.peer: Peer | None = None
        self._reception = reception
        self._reader = reader
        self._writer = writer
        self._decoder = FrameDecoder(STRANGER)
        self._timers = asyncio.TaskGroup()
        self._work = asyncio.TaskGroup()
        self._desk: Desk | None = None
        self._linger: asyncio.Task[None] | None = None
        self._silent_pings = 0
        self._over = False
        self._asked_for: dict[FrameId, asyncio.Future[Result]] = {}
        self._run_ids = count(1)

    async def run(self) -> None:
        """Serve the peer until it goes, breaks the protocol, or is dropped."""
        try:
            async with self._timers:
                watch = self._timers.create_task(self._watch())
                async with self._work:
                    await self._read()
                    self._part()
                    if self._desk is not None:
                        await self._desk.close()
                watch.cancel()
                linger = self._aborting_later()
                self._writer.close()
                with suppress(OSError):
                    await self._writer.wait_closed()
                linger.cancel()
        finally:
            self._part()
            self._writer.transport.abort()
            with suppress(OSError):
                await self._writer.wait_closed()

    def send(self, message: DaemonMessage) -> bool:
        """Put a message on its way; False when the peer cannot be reached any more.

        Raises ProtocolError for what does not fit a frame.
        """
        return self._write(encode(message))

    def send_all(self, messages: Iterable[DaemonMessage]) -> bool:
        """As `send`, with one write for all of them: each costs a call of the kernel."""
        return self._write(b"".join(encode(message) for message in messages))

    async def drained(self) -> None:
        """Wait while the peer has not taken most of what was sent to it, or until it is gone."""
        with suppress(OSError):
            await self._writer.drain()

    async def ask(self, command: str) -> Result:
        """Have the peer run a command of the game. Raises UnconfirmedError when it goes."""
        return await self._asked(Run(command=command, id=self._next_id()))

    async def show(self, player: Player, components: JsonValue, plain: str) -> Result:
        """Have the peer show something to a player. Raises as `ask`, and as `send`."""
        sent = Send(player=player, components=components, plain=plain, id=self._next_id())
        return await self._asked(sent)

    def _next_id(self) -> str:
        return f"{self.session}-{next(self._run_ids)}"

    async def _asked(self, request: Run | Send) -> Result:
        if self.peer is None or not self.send(request):
            raise LinkError("the peer is gone")
        result: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._asked_for[request.id] = result
        try:
            return await result
        finally:
            del self._asked_for[request.id]

    def close(self) -> None:
        """End the connection once what is written has left."""
        self._writer.close()

    async def _read(self) -> None:
        with suppress(OSError):
            while data := await self._reader.read(_READ_BYTES):
                self._silent_pings = 0
                await self._take(data)

    async def _take(self, data: bytes) -> None:
        # After a refusal the rest is read and thrown away: closing a socket with input left in
        # it would take back the error frame that is on its way.
        if self._over:
            return
        try:
            for frame in self._decoder.feed(data):
                if self._desk is None:
                    self._desk = self._greet(frame)
                else:
                    await self._dispatch(frame, self._desk)
                if self._over:
                    return
        except ProtocolError as error:
            self._refuse(error)

    def _greet(self, frame: Mapping[str, object]) -> Desk:
        peer = admitted(
            decode_hello(frame),
            session=self.session,
            token=self._reception.token,
            servers=self._reception.servers,
        )
        self._decoder.limits = PEER
        self.peer = peer
        self.send(Welcome(session=self.session))
        self._reception.handler.connected(peer)
        return Desk(peer, self._reception, self._work, self._write)

    async def _dispatch(self, frame: Mapping[str, object], desk: Desk) -> None:
        message = self._understood(frame, desk.peer)
        match message:
            case Ping():
                self.send(Pong(id=message.id))
            case None | Pong() | Hello():
                # A pong has come, which is all it is for; hello is for no role to send again.
                pass
            case Result() if (asked := self._asked_for.get(message.id)) and not asked.done():
                asked.set_result(message)
            case _:
                await desk.take(message)

    def _understood(self, frame: Mapping[str, object], peer: Peer) -> PeerMessage | None:
        try:
            message = decode_from_peer(frame)
            require_allowed(peer, message)
        except ProtocolError as error:
            if error.code in CLOSING:
                raise
            self.send(Error(code=error.code, message=str(error), id=frame_id(frame)))
            return None
        return message

    def _write(self, frame: bytes) -> bool:
        transport = self._writer.transport
        if self._over or transport.is_closing():
            return False
        waiting = transport.get_write_buffer_size() + len(frame)
        if waiting > self._reception.limits.outgoing_bytes:
            self._drop("it does not read what it is sent")
            return False
        self._writer.write(frame)
        return True

    def _refuse(self, error: ProtocolError) -> None:
        self._reception.handler.dropped(self.peer, f"{error.code}: {error}")
        self.send(Error(code=error.code, message=str(error)))
        self._over = True
        self._part()
        self._aborting_later()
        if not self._writer.transport.is_closing():
            self._writer.write_eof()

    def _drop(self, why: str) -> None:
        self._reception.handler.dropped(self.peer, why)
        self._over = True
        self._writer.transport.abort()
        self._part()

    def _part(self) -> None:
        """Nothing more can come: tell the handler, once, and those who wait for results."""
        if self.peer is not None:
            self._reception.handler.disconnected(self.peer)
            self.peer = None
        for asked in self._asked_for.values():
            if not asked.done():
                asked.set_exception(_gone())

    def _aborting_later(self) -> asyncio.Task[None]:
        if self._linger is None:
            self._linger = self._timers.create_task(self._abort_later())
        return self._linger

    async def _abort_later(self) -> None:
        await self._reception.clock.sleep(self._reception.limits.linger_seconds)
        self._writer.transport.abort()

    async def _watch(self) -> None:
        clock, limits = self._reception.clock, self._reception.limits
        await clock.sleep(limits.hello_seconds)
        if self._desk is None and not self._over:
            self._refuse(ProtocolError(BAD_FRAME, f"no hello within {limits.hello_seconds:g} s"))
        while not self._over:
            await clock.sleep(limits.ping_seconds)
            if self._silent_pings >= limits.pings and not self._over:
                self._drop("it is silent")
            self._silent_pings += 1
            self.send(Ping())


def _gone() -> UnconfirmedError:
    return UnconfirmedError("the peer is gone")
