"""A handler of the socket that writes down what it is told."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bridge.minecraft.transports.socket_handler import Answer, Suggestions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.core.errors import BridgeError
    from bridge.minecraft.transports.socket_handler import Report
    from bridge.minecraft.transports.socket_messages import Command, Complete, JsonValue
    from bridge.minecraft.transports.socket_roles import Peer


class RecordingHandler:
    """Answers when `gate` is open, with what it was asked, or with `error`."""

    def __init__(self) -> None:
        self.told: asyncio.Queue[tuple[str, object]] = asyncio.Queue()
        self.gate = asyncio.Event()
        self.gate.set()
        self.error: BridgeError | None = None
        self.answered = 0

    def connected(self, peer: Peer) -> None:
        self.told.put_nowait(("connected", peer))

    def disconnected(self, peer: Peer) -> None:
        self.told.put_nowait(("disconnected", peer))

    def dropped(self, peer: Peer | None, why: str) -> None:
        self.told.put_nowait(("dropped", why))

    async def received(self, report: Report, peer: Peer) -> None:
        await self.gate.wait()
        self.told.put_nowait(("received", report))

    async def command(self, command: Command, peer: Peer) -> Answer:
        self.told.put_nowait(("command", command))
        await self._may_answer()
        return Answer(ok=True, text=f"{command.text} {self.answered}")

    async def complete(self, question: Complete, peer: Peer) -> Suggestions:
        self.told.put_nowait(("complete", question))
        await self._may_answer()
        return Suggestions(items=(question.text,), start=question.cursor)

    async def call(self, verb: str, args: Mapping[str, JsonValue], peer: Peer) -> Answer:
        self.told.put_nowait(("call", verb))
        await self._may_answer()
        return Answer(ok=True, text=f"{verb} {self.answered}", data=args)

    async def _may_answer(self) -> None:
        await self.gate.wait()
        if self.error is not None:
            raise self.error
        self.answered += 1

    async def next(self, kind: str) -> object:
        """The next thing that it is told, which must be of that kind."""
        told, value = await self.told.get()
        assert told == kind, (told, value)
        return value
