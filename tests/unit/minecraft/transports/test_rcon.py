import asyncio
import select
from collections.abc import Callable

import pytest
import uvloop

from bridge.core.errors import (
    ConfigurationError,
    RconError,
    RconLostError,
    RconRefusedError,
    RconTooLongError,
)
from bridge.minecraft.transports.rcon import Down, RconClient, Refused, Up
from bridge.minecraft.transports.rcon_connection import Endpoint
from tests.peers.rcon_flavours import (
    CUBERITE,
    FLAVOURS,
    PAPER,
    PASSWORD,
    VANILLA,
    Flavour,
    RconPeer,
    Request,
    Session,
    packet,
)
from tests.peers.rcon_line import Held, Line, hang_up, linked, loss, refusing_port, says

TEXTS = {
    "empty": "",
    "one": "a",
    "4095": "a" * 4095,
    "4096": "a" * 4096,
    "4097": "a" * 4097,
    "8192": "a" * 8192,
    "9000 CJK": "你" * 9000,
    "emoji on the border": "a" * 4095 + "🎉" + "b" * 10,
    "a million": "x" * 1_000_000,
}


class TestReplies:
    @pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
    @pytest.mark.parametrize("flavour", FLAVOURS, ids=lambda flavour: flavour.name)
    async def test_are_exactly_what_is_on_the_wire(self, flavour: Flavour, text: str) -> None:
        async with linked(RconPeer(flavour=flavour, handler=says(text))) as (client, _):
            for _ in range(2):
                assert await client.command("show") == flavour.wire_text([text])

    async def test_keep_what_the_server_puts_between_messages(self) -> None:
        async with linked(RconPeer(flavour=PAPER, handler=says("a", "b"))) as (client, _):
            assert await client.command("show") == "a\nb\n"

    async def test_may_come_piece_by_piece(self) -> None:
        async def slowly(session: Session, request: Request) -> None:
            async def between() -> None:
                for _ in range(10):  # rounds of the loop, so each piece is read by itself
                    await asyncio.sleep(0)

            await session.reply(request, "你" * 9000, between=between)

        async with linked(RconPeer(handler=slowly)) as (client, _):
            assert await client.command("show") == "你" * 9000
            assert await client.command("show") == "你" * 9000

    @pytest.mark.parametrize(("units", "requests"), [(4095, 2), (4096, 3)])
    async def test_cost_a_probe_only_when_a_piece_is_full(self, units: int, requests: int) -> None:
        peer = RconPeer(handler=says("x" * units))
        async with linked(peer) as (client, _):
            await client.command("show")
            assert len(peer.sessions[0].requests) == requests

    async def test_of_other_ids_are_dropped(self) -> None:
        async def confused(session: Session, request: Request) -> None:
            earlier = session.requests[-2].id
            for other in (earlier, request.id + 1000):
                await session.send(packet(other, 0, b"not yours"))
            await session.reply(request, "mine")

        async with linked(RconPeer(handler=confused)) as (client, _):
            assert [await client.command(text) for text in "ab"] == ["mine", "mine"]


class TestSending:
    async def test_writes_before_the_command_first_waits(self) -> None:
        peer = RconPeer()
        async with linked(peer) as (client, _), asyncio.TaskGroup() as group:
            asked = group.create_task(client.command("list"))
            await asyncio.sleep(0)  # one step of that task, and none of the peer's
            readable, _, _ = select.select([peer.sessions[0].sock], [], [], 1)
            assert readable
            assert await asked == "list"

    async def test_sends_concurrent_commands_one_after_the_other_in_order(self) -> None:
        peer = RconPeer(handler=Held())
        async with linked(peer) as (client, _), asyncio.TaskGroup() as group:
            texts = [f"command {number}" for number in range(20)]
            tasks = [group.create_task(client.command(text)) for text in texts]
            assert [await task for task in tasks] == texts
        assert peer.commands == texts

    async def test_uses_growing_positive_ids(self) -> None:
        peer = RconPeer(handler=says("x" * 4096))
        async with linked(peer) as (client, _):
            await client.command("one")
            await client.command("two")
        ids = [request.id for request in peer.sessions[0].requests]
        assert ids == sorted(set(ids))
        assert ids[0] > 0

    async def test_refuses_a_command_that_does_not_fit_and_goes_on(self) -> None:
        peer = RconPeer()
        async with linked(peer) as (client, _):
            with pytest.raises(RconTooLongError):
                await client.command("你" * 483)
            with pytest.raises(RconError, match="NUL"):
                await client.command("a\0b")
            assert await client.command("x" * 1446) == "x" * 1446
        assert len(peer.commands) == 1

    async def test_before_the_first_connection_says_that_nothing_was_sent(self) -> None:
        client = Line(refusing_port()).client()
        with pytest.raises(RconLostError) as caught:
            await client.command("list")
        assert not caught.value.written


class TestKeeping:
    async def test_starts_before_the_server_and_outlives_its_restart(self) -> None:
        line = Line(refusing_port())
        client = line.client()
        async with client.running():
            assert "127.0.0.1" in str(await line.becomes(Down))
            for start in range(2):
                async with RconPeer(port=line.port).running():
                    await line.clock.begun(start + 1)
                    line.clock.advance(30)
                    await line.becomes(Up)
                    assert await client.command(f"start {start}") == f"start {start}"
                await line.becomes(Down)
        assert [type(state) for state in line.states] == [Down, Up, Down, Up, Down]

    async def test_waits_longer_and_longer_and_announces_once(self) -> None:
        line = Line(refusing_port())
        async with line.client().running():
            for attempt in range(1, 10):
                await line.clock.begun(attempt)
                line.clock.advance(30)
            await line.clock.begun(10)
        assert line.clock.slept == [0.25, 0.5, 1, 2, 4, 8, 16, 30, 30, 30]
        assert len(line.states) == 1

    @pytest.mark.parametrize(("up", "delay"), [(29.0, 0.5), (31.0, 0.25)])
    async def test_starts_with_short_waits_again_after_it_was_up_for_long(
        self, up: float, delay: float
    ) -> None:
        peer = RconPeer()
        async with linked(peer) as (_, line):
            peer.sessions[0].hang_up()
            await line.clock.begun(1)
            line.clock.advance(0.25)
            await line.becomes(Up)
            line.clock.advance(up)
            peer.sessions[1].hang_up()
            await line.clock.begun(2)
            assert line.clock.slept == [0.25, delay]

    async def test_tries_at_once_when_told(self) -> None:
        line = Line(refusing_port())
        client = line.client()
        async with client.running():
            await line.clock.begun(1)
            async with RconPeer(port=line.port).running():
                client.retry_now()
                await line.becomes(Up)

    @pytest.mark.parametrize("flavour", [VANILLA, CUBERITE], ids=["answer", "end"])
    async def test_tells_a_wrong_password_from_a_lost_server(self, flavour: Flavour) -> None:
        async with RconPeer(flavour=flavour).running() as peer:
            line = Line(peer.port, password="wrong")
            client = line.client()
            async with client.running():
                state = await line.becomes(Refused)
                assert "password" in str(state)
                assert "wrong" not in str(state).replace("wrong password", "")
                with pytest.raises(RconRefusedError):
                    await client.command("list")
        assert peer.commands == []

    async def test_reads_the_endpoint_again_for_each_attempt(self) -> None:
        async with RconPeer().running() as peer:
            line = Line(peer.port, password="old")
            async with line.client().running():
                await line.becomes(Refused)
                line.password = PASSWORD
                await line.clock.begun(1)
                line.clock.advance(0.25)
                await line.becomes(Up)

    async def test_takes_an_unreadable_endpoint_for_a_server_that_is_down(self) -> None:
        def endpoint() -> Endpoint:
            raise ConfigurationError(file="server.properties", key="rcon.port", problem="missing")

        line = Line(0)
        client = RconClient(endpoint=endpoint, clock=line.clock, on_state=line.announce)
        async with client.running():
            assert await line.becomes(Down) == Down("server.properties:?: rcon.port: missing")

    async def test_stopping_ends_the_connection_and_what_is_under_way(self) -> None:
        held = Held()
        async with RconPeer(handler=held).running() as peer, asyncio.TaskGroup() as group:
            line = Line(peer.port)
            client = line.client()
            async with client.running():
                await line.becomes(Up)
                asked = group.create_task(loss(client.command("hold")))
                await held.came.wait()
            assert str(await asked) == "this side closed the connection"
            assert client.state == Down("stopped")


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_works_on_either_event_loop(loop: Callable[[], asyncio.AbstractEventLoop]) -> None:
    async def scenario() -> None:
        peer = RconPeer(flavour=VANILLA)
        async with linked(peer) as (client, line):
            assert await client.command("list") == "list"
            peer.handler = says(TEXTS["9000 CJK"])
            assert await client.command("list") == TEXTS["9000 CJK"]
            peer.handler = hang_up
            with pytest.raises(RconLostError) as caught:
                await client.command("stop")
            assert caught.value.written
            await line.becomes(Down)

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(scenario())
