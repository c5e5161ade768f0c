"""Carries what one peer says to the handler, and the answers back; knows no socket.

Reports and commands wait in a lane and are handed over one after the other; calls and
completions each get a task at once. What is repeated is not carried out again.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bridge.core.errors import BridgeError, ConfigurationError, ProtocolError, UsageError
from bridge.minecraft.transports.socket_codec import encode
from bridge.minecraft.transports.socket_frames import BUSY
from bridge.minecraft.transports.socket_handler import Answer, Suggestions
from bridge.minecraft.transports.socket_messages import (
    Action,
    Call,
    Chat,
    Command,
    Complete,
    Completions,
    Error,
    Reply,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from bridge.core.clock import Clock
    from bridge.minecraft.transports.socket_handler import Handler, Report, SocketLimits
    from bridge.minecraft.transports.socket_messages import DaemonMessage
    from bridge.minecraft.transports.socket_repeats import RepeatMemory
    from bridge.minecraft.transports.socket_roles import Peer


@dataclass(frozen=True, slots=True, kw_only=True)
class Reception:
    """What all connections of one socket share; `memories` by server, and None for no server."""

    token: str = field(repr=False)
    memories: Mapping[str | None, RepeatMemory]
    handler: Handler
    clock: Clock
    limits: SocketLimits

    @property
    def servers(self) -> tuple[str, ...]:
        """The names that a hello may have."""
        return tuple(name for name in self.memories if name is not None)


class Desk:
    """For one peer. `write` puts a frame on its way; `work` is the group that its tasks join."""

    def __init__(
        self,
        peer: Peer,
        reception: Reception,
        work: asyncio.TaskGroup,
        write: Callable[[bytes], bool],
    ) -> None:
        self.peer = peer
        self._handler = reception.handler
        self._clock = reception.clock
        self._memory = reception.memories[peer.server]
        self._limits = reception.limits
        self._work = work
        self._write = write
        self._answering = 0
        self._lane: asyncio.Queue[Report | Command | None] = asyncio.Queue(
            reception.limits.incoming_frames
        )
        work.create_task(self._work_off())

    async def take(self, message: Report | Command | Call | Complete) -> None:
        """See to a message; returns when there is room for the next one."""
        match message:
            case Call() | Complete() if self._answering >= self._limits.answering:
                problem = f"{self._answering} answers are owed already"
                self._send(Error(code=BUSY, message=problem, id=message.id))
            case Chat() | Action() | Command() | Call() if self._memory.is_repeat(
                message, self._clock.monotonic(), self._write
            ):
                pass
            case Call() | Complete():
                self._answering += 1
                self._work.create_task(self._answer(message))
            case _:
                await self._lane.put(message)

    async def close(self) -> None:
        """Nothing more comes: the lane ends when what waits in it is done."""
        await self._lane.put(None)

    async def _work_off(self) -> None:
        while (message := await self._lane.get()) is not None:
            if isinstance(message, Command):
                self._reply(message, await _tried(self._handler.command(message, self.peer)))
            else:
                await self._handler.received(message, self.peer)

    async def _answer(self, message: Call | Complete) -> None:
        try:
            if isinstance(message, Call):
                answer = self._handler.call(message.verb, message.args, self.peer)
                self._reply(message, await _tried(answer))
            else:
                found = await self._completed(message)
                self._send(Completions(id=message.id, items=found.items, start=found.start))
        finally:
            self._answering -= 1

    async def _completed(self, message: Complete) -> Suggestions:
        try:
            return await self._handler.complete(message, self.peer)
        except BridgeError:
            return Suggestions()  # nobody reads errors while typing

    def _reply(self, message: Command | Call, answer: Answer) -> None:
        reply = Reply(
            id=message.id, ok=answer.ok, exit=answer.exit, text=answer.text, data=answer.data
        )
        try:
            frame = encode(reply)
        except ProtocolError as error:
            frame = encode(Reply(id=message.id, ok=False, exit=1, text=str(error)))
        self._memory.answered(message, frame)
        self._write(frame)

    def _send(self, message: DaemonMessage) -> None:
        self._write(encode(message))


async def _tried(answer: Awaitable[Answer]) -> Answer:
    try:
        return await answer
    except BridgeError as error:
        wrongly_used = isinstance(error, UsageError | ConfigurationError)
        return Answer(ok=False, exit=2 if wrongly_used else 1, text=str(error))
