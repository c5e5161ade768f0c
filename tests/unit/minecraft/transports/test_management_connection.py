import asyncio
import json
import logging
from collections.abc import AsyncGenerator, Awaitable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from uuid import UUID

import pytest

from bridge.core.errors import ManagementAnswerError, ManagementError, ManagementLostError
from bridge.core.events import Join, Leave, Saved, UuidSeen
from bridge.minecraft.transports.management_codec import MAX_MESSAGE, MAX_REQUEST
from bridge.minecraft.transports.management_connection import (
    BEAT_SECONDS,
    GREETING_SECONDS,
    MOST_OWED,
    SILENCE_SECONDS,
    ManagementConnection,
)
from bridge.minecraft.transports.management_endpoint import Endpoint
from bridge.minecraft.transports.management_messages import (
    OPERATORS,
    PLAYERS,
    STATUS,
    ManagementEvent,
    PlayersListed,
)
from bridge.minecraft.transports.management_opening import opened
from tests.peers.management_server import MARA, SECRET, TEO, ManagementPeer
from tests.peers.rcon_line import NOW, SleepersClock


@dataclass
class Taker:
    """Takes events, unless it is held."""

    events: list[ManagementEvent] = field(default_factory=list["ManagementEvent"])
    free: asyncio.Event = field(default_factory=asyncio.Event)
    more: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.free.set()

    async def __call__(self, event: ManagementEvent) -> None:
        self.events.append(event)
        self.more.set()
        await self.free.wait()

    async def took(self, event: ManagementEvent) -> None:
        """Return once it was taken."""
        while event not in self.events:
            self.more.clear()
            await self.more.wait()


@dataclass
class Wire:
    peer: ManagementPeer
    clock: SleepersClock
    taker: Taker
    connection: ManagementConnection
    passed: int = 0

    async def beats(self, number: int) -> None:
        """So many more beats pass."""
        for _ in range(number):
            self.passed += 1
            await self.clock.begun(self.passed)
            self.clock.advance(BEAT_SECONDS)


@asynccontextmanager
async def wired(peer: ManagementPeer | None = None) -> AsyncGenerator[Wire]:
    clock, taker = SleepersClock(), Taker()
    async with (peer or ManagementPeer()).running() as running:
        endpoint = Endpoint(host="127.0.0.1", port=running.port, tls=False, secret=SECRET)
        async with opened(endpoint, clock=clock, take=taker) as connection:
            yield Wire(running, clock, taker, connection)


class TestCalls:
    async def test_have_their_own_answers(self) -> None:
        async with wired() as wire:
            calls = (wire.connection.call(method) for method in (PLAYERS, STATUS, PLAYERS))
            first, status, second = await asyncio.gather(*calls)
            assert first == second == [MARA]
            assert isinstance(status, dict)

    async def test_fail_by_the_servers_word(self) -> None:
        async with wired() as wire:
            with pytest.raises(ManagementAnswerError, match="Method not found") as caught:
                await wire.connection.call("minecraft:nothing")
            assert caught.value.code == -32601
            assert await wire.connection.call(PLAYERS) == [MARA]

    async def test_that_are_given_up_disturb_no_other(self) -> None:
        async with wired() as wire:
            wire.peer.answering.clear()
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(NOW):
                    await wire.connection.call(STATUS)
            wire.peer.answering.set()
            assert await wire.connection.call(PLAYERS) == [MARA]

    async def test_are_refused_while_the_server_owes_many_answers(self) -> None:
        async with wired() as wire, asyncio.TaskGroup() as group:
            wire.peer.answering.clear()
            calls = [group.create_task(wire.connection.call(PLAYERS)) for _ in range(MOST_OWED)]
            await asyncio.sleep(0)
            with pytest.raises(ManagementLostError, match="owes 64") as caught:
                await wire.connection.call(PLAYERS)
            assert not caught.value.written
            wire.peer.answering.set()
            assert [await call for call in calls] == [[MARA]] * MOST_OWED

    async def test_that_do_not_fit_are_not_sent(self) -> None:
        async with wired() as wire:
            with pytest.raises(ManagementError, match="do not fit"):
                await wire.connection.call("m", "x" * MAX_REQUEST)
            assert await wire.connection.call(PLAYERS) == [MARA]
        assert wire.peer.methods() == [PLAYERS]

    async def test_say_when_the_connection_ends_that_they_may_have_run(self) -> None:
        async with wired() as wire, asyncio.TaskGroup() as group:
            wire.peer.answering.clear()
            call = group.create_task(_loss(wire.connection.call(PLAYERS)))
            await asyncio.sleep(0)
            wire.peer.hang_up()
            assert (await call).written
            assert "closed the connection" in await wire.connection.ended()
            assert not (await _loss(wire.connection.call(PLAYERS))).written


class TestGreeting:
    async def test_asks_what_notifications_build_on(self) -> None:
        async with wired() as wire:
            await wire.connection.greet()
            assert wire.peer.methods() == [STATUS, PLAYERS, OPERATORS]

    async def test_goes_on_without_what_a_version_lacks(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        with caplog.at_level(logging.WARNING):
            async with wired(ManagementPeer(missing=frozenset({OPERATORS}))) as wire:
                await wire.connection.greet()
        assert "minecraft:operators" in caplog.text

    async def test_fails_without_a_status(self) -> None:
        async with wired(ManagementPeer(missing=frozenset({STATUS}))) as wire:
            with pytest.raises(ManagementAnswerError):
                await wire.connection.greet()

    async def test_waits_until_the_world_is_loaded(self) -> None:
        async with wired() as wire, asyncio.TaskGroup() as group:
            wire.peer.answering.clear()
            greeting = group.create_task(wire.connection.greet())
            await asyncio.sleep(0)
            await wire.beats(int(GREETING_SECONDS / BEAT_SECONDS) - 1)
            wire.peer.answering.set()
            await greeting


class TestOrder:
    async def test_of_an_answer_and_what_came_behind_it_is_kept(self) -> None:
        """The list is taken before the leave behind it, whoever waits for the answer."""
        async with wired() as wire:
            await wire.connection.call(PLAYERS)
            wire.taker.events.clear()
            socket = wire.peer.sockets[-1]
            async with asyncio.TaskGroup() as group:
                wire.peer.answering.clear()
                call = group.create_task(wire.connection.call(PLAYERS))
                await asyncio.sleep(0)
                answer = {"jsonrpc": "2.0", "id": 2, "result": [MARA, TEO]}
                await socket.send_str(json.dumps(answer))
                await wire.peer.notify("players/left", TEO)
                await call
            await wire.taker.took(Leave(player="Teo"))
            listed, left = wire.taker.events
            assert isinstance(listed, PlayersListed)
            assert len(listed.players) == 2
            assert left == Leave(player="Teo")


class TestFrames:
    @pytest.mark.parametrize(
        "frame",
        [
            '{"jsonrpc":"2.0","method":"minecraft:notification/gamerules/updated","params":[1]}',
            '{"jsonrpc":"2.0","method":"other:thing"}',
            '{"jsonrpc":"2.0","id":99,"result":[]}',
            '{"jsonrpc":"2.0","id":"x","result":[]}',
            '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
            '{"jsonrpc":"2.0","id":5,"method":"minecraft:ask_us"}',
        ],
    )
    async def test_that_are_unknown_are_passed_over(self, frame: str) -> None:
        async with wired() as wire:
            await wire.peer.say(frame)
            await wire.peer.notify("server/saved")
            await wire.taker.took(Saved())
            assert wire.taker.events == [Saved()]

    @pytest.mark.parametrize("frame", ["", "hello", "[]", "{}", "[" * 100_000, "\x00"])
    async def test_that_are_malformed_end_the_connection(self, frame: str) -> None:
        async with wired() as wire:
            await wire.peer.say(frame)
            assert "not the management protocol" in await wire.connection.ended()

    async def test_of_bytes_end_the_connection(self) -> None:
        async with wired() as wire:
            await wire.peer.sockets[-1].send_bytes(b"{}")
            assert "binary" in await wire.connection.ended()

    async def test_that_are_too_large_end_the_connection(self) -> None:
        async with wired() as wire:
            with suppress(ConnectionError):  # it is not even read to its end
                await wire.peer.say("x" * (MAX_MESSAGE + 1))
            assert "over 4194304 bytes" in await wire.connection.ended()

    async def test_may_hold_a_list_of_thousands(self) -> None:
        async with wired(ManagementPeer(players=[MARA] * 20_000)) as wire:
            await wire.connection.call(PLAYERS)
            (listed,) = wire.taker.events
            assert isinstance(listed, PlayersListed)
            assert len(listed.players) == 20_000

    async def test_are_not_read_while_nobody_takes_what_they_tell(self) -> None:
        async with wired() as wire:
            wire.taker.free.clear()
            await wire.peer.notify("players/joined", TEO)
            await wire.peer.notify("server/saved")
            first = UuidSeen(player="Teo", uuid=UUID(TEO["id"]))
            await wire.taker.took(first)
            assert wire.taker.events == [first]
            wire.taker.free.set()
            await wire.taker.took(Saved())
            assert wire.taker.events[1:] == [Join(player="Teo"), Saved()]


class TestBeat:
    async def test_asks_how_it_is_after_silence(self) -> None:
        async with wired() as wire:
            await wire.connection.greet()
            await wire.beats(2)
            while wire.peer.methods() != [STATUS, PLAYERS, OPERATORS, STATUS]:
                await asyncio.sleep(0)

    async def test_ends_a_connection_whose_server_does_not_answer(self) -> None:
        async with wired() as wire:
            await wire.connection.greet()
            wire.peer.answering.clear()
            await wire.beats(1 + int(SILENCE_SECONDS / BEAT_SECONDS))
            assert await wire.connection.ended() == "no answer in 60 s"

    async def test_is_patient_with_a_slow_server(self) -> None:
        async with wired() as wire:
            await wire.connection.greet()
            wire.peer.answering.clear()
            await wire.beats(2)
            wire.peer.answering.set()
            assert await wire.connection.call(PLAYERS) == [MARA]


async def _loss(call: Awaitable[object]) -> ManagementLostError:
    with pytest.raises(ManagementLostError) as caught:
        await call
    return caught.value
