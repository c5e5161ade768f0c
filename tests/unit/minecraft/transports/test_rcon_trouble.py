import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bridge.core.errors import (
    RconLostError,
    RconRefusedError,
    RconTimeoutError,
)
from bridge.minecraft.transports import rcon, rcon_connection
from bridge.minecraft.transports.rcon import Down, Up
from tests.peers.rcon_flavours import (
    VANILLA,
    RconPeer,
    Request,
    Session,
    packet,
)
from tests.peers.rcon_line import NOW, Held, hang_up, linked, loss


class TestNoAnswerInTime:
    async def test_the_late_reply_is_dropped(self) -> None:
        held = Held()
        peer = RconPeer(handler=held)
        async with linked(peer) as (client, _), asyncio.TaskGroup() as group:
            with pytest.raises(RconTimeoutError):
                await client.command("hold", timeout=NOW)
            following = group.create_task(client.command("next"))
            await asyncio.sleep(0)
            held.let_go.set()
            assert await following == "next"
        assert peer.commands == ["hold", "next"]

    async def test_a_long_late_reply_is_dropped_to_its_end(self) -> None:
        held = Held()

        async def long(session: Session, request: Request) -> None:
            if request.text == "hold":
                held.came.set()
                await held.let_go.wait()
            await session.reply(request, request.text * 4096)

        async with linked(RconPeer(handler=long)) as (client, _), asyncio.TaskGroup() as group:
            with pytest.raises(RconTimeoutError):
                await client.command("hold", timeout=NOW)
            following = group.create_task(client.command("n"))
            held.let_go.set()
            assert await following == "n" * 4096

    async def test_the_next_command_is_not_sent_while_the_answer_is_owed(self) -> None:
        peer = RconPeer(handler=Held())
        async with linked(peer) as (client, line):
            with pytest.raises(RconTimeoutError):
                await client.command("hold", timeout=NOW)
            with pytest.raises(RconLostError) as caught:
                await client.command("next", timeout=NOW)
            assert not caught.value.written
            assert client.state == Up()
            assert line.states == [Up()]
        assert peer.commands == ["hold"]

    async def test_waiting_for_another_command_counts(self) -> None:
        held = Held()
        async with linked(RconPeer(handler=held)) as (client, _), asyncio.TaskGroup() as group:
            first = group.create_task(client.command("hold"))
            await held.came.wait()
            with pytest.raises(RconLostError) as caught:
                await client.command("next", timeout=NOW)
            assert not caught.value.written
            held.let_go.set()
            assert await first == "hold"

    async def test_a_slow_server_is_called_so_until_it_answers(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rcon_connection, "SILENCES", (NOW,))
        monkeypatch.setattr(rcon, "SILENCES", (NOW, 10.0, 60.0))
        held = Held()
        peer = RconPeer(handler=held)
        async with linked(peer) as (client, line), asyncio.TaskGroup() as group:
            first = group.create_task(client.command("hold"))
            following = group.create_task(client.command("next"))
            while len(line.states) < 2:
                await asyncio.sleep(0)
            assert client.state == Up("slow: no answer in 0 s")
            assert not client.is_stuck
            held.let_go.set()
            assert [await first, await following] == ["hold", "next"]
            assert line.states == [Up(), Up("slow: no answer in 0 s"), Up()]

    async def test_a_stuck_server_is_sent_nothing_until_it_answers(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rcon_connection, "SILENCES", (NOW,))
        monkeypatch.setattr(rcon, "STUCK_SECONDS", NOW)
        held = Held()
        peer = RconPeer(handler=held)
        async with linked(peer) as (client, _), asyncio.TaskGroup() as group:
            first = group.create_task(client.command("hold"))
            await held.came.wait()
            waiting = group.create_task(loss(client.command("waiting")))
            assert not (await waiting).written
            assert client.is_stuck
            assert not (await loss(client.command("new"))).written
            assert not first.done()
            held.let_go.set()
            assert await first == "hold"
            assert not client.is_stuck
            assert await client.command("again") == "again"
        assert peer.commands == ["hold", "again"]

    async def test_nor_one_whose_answer_nobody_waits_for_any_more(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rcon_connection, "SILENCES", (2 * NOW,))
        monkeypatch.setattr(rcon, "STUCK_SECONDS", 2 * NOW)
        held = Held()
        peer = RconPeer(handler=held)
        async with linked(peer) as (client, line):
            with pytest.raises(RconTimeoutError):
                await client.command("hold", timeout=NOW)
            assert not (await loss(client.command("next"))).written
            assert client.is_stuck
            held.let_go.set()
            while client.is_stuck:
                await asyncio.sleep(0)
            assert await client.command("again") == "again"
            assert line.states[-1] == Up()
        assert peer.commands == ["hold", "again"]

    async def test_long_silence_ends_the_connection(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for module in (rcon, rcon_connection):
            monkeypatch.setattr(module, "SILENCES", (NOW / 2, NOW))
        held = Held()
        peer = RconPeer(handler=held)
        async with linked(peer) as (client, line):
            with pytest.raises(RconLostError) as caught:
                await client.command("hold")
            assert caught.value.written
            assert await line.becomes(Down) == Down("no answer in 0 s")
            await line.clock.begun(1)
            line.clock.advance(0.25)
            await line.becomes(Up)
            assert not client.is_stuck
            assert await client.command("again") == "again"
        assert peer.commands == ["hold", "again"]

    async def test_a_cancelled_command_leaves_the_connection_in_step(self) -> None:
        held = Held()
        peer = RconPeer(handler=held)
        async with linked(peer) as (client, _), asyncio.TaskGroup() as group:
            cancelled = group.create_task(client.command("hold"))
            await held.came.wait()
            cancelled.cancel()
            following = group.create_task(client.command("next"))
            await asyncio.sleep(0)
            held.let_go.set()
            assert await following == "next"
        assert peer.commands == ["hold", "next"]

    async def test_a_command_cancelled_in_the_queue_is_not_sent(self) -> None:
        held = Held()
        peer = RconPeer(handler=held)
        async with linked(peer) as (client, _), asyncio.TaskGroup() as group:
            first = group.create_task(client.command("hold"))
            await held.came.wait()
            second = group.create_task(client.command("second"))
            third = group.create_task(client.command("third"))
            await asyncio.sleep(0)
            second.cancel()
            held.let_go.set()
            assert [await first, await third] == ["hold", "third"]
        assert peer.commands == ["hold", "third"]


async def cut_off(session: Session, request: Request) -> None:
    await session.send(VANILLA.reply(request.id, ["x" * 5000])[0])
    session.hang_up()


class TestLostConnection:
    @pytest.mark.parametrize("handler", [hang_up, cut_off], ids=["no reply", "half a reply"])
    async def test_says_that_the_command_may_have_run_and_never_repeats_it(
        self, handler: Callable[[Session, Request], Awaitable[None]]
    ) -> None:
        peer = RconPeer(handler=handler)
        async with linked(peer) as (client, line):
            with pytest.raises(RconLostError) as caught:
                await client.command("say once")
            assert caught.value.written
            await line.becomes(Down)
            await line.clock.begun(1)
            line.clock.advance(0.25)
            await line.becomes(Up)
        assert peer.commands == ["say once"]
        assert len(peer.sessions) == 2

    async def test_fails_the_waiting_commands_as_not_sent(self) -> None:
        peer = RconPeer(handler=hang_up)
        async with linked(peer) as (client, _), asyncio.TaskGroup() as group:
            lost = group.create_task(loss(client.command("stop")))
            waiting = group.create_task(loss(client.command("list")))
            assert [(await lost).written, (await waiting).written] == [True, False]
        assert peer.commands == ["stop"]

    async def test_is_seen_without_a_command(self) -> None:
        peer = RconPeer()
        async with linked(peer) as (client, line):
            peer.sessions[0].hang_up()
            assert await line.becomes(Down) == Down("the server closed the connection")
            with pytest.raises(RconLostError) as caught:
                await client.command("list")
            assert not caught.value.written

    async def test_garbage_ends_the_connection(self) -> None:
        async def garbage(session: Session, _: Request) -> None:
            await session.send(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        async with linked(RconPeer(handler=garbage)) as (client, line):
            with pytest.raises(RconLostError, match="not RCON") as caught:
                await client.command("list")
            assert caught.value.written
            await line.becomes(Down)

    async def test_a_logged_out_connection_is_refused(self) -> None:
        async def forget(session: Session, _: Request) -> None:
            await session.send(packet(-1, 2, b""))

        async with linked(RconPeer(handler=forget)) as (client, line):
            with pytest.raises(RconRefusedError):
                await client.command("list")
            await line.becomes(Down)
