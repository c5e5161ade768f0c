import asyncio
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import pytest
import uvloop

from bridge.core.actors import Player
from bridge.core.errors import (
    LinkError,
    ManagementError,
    ManagementLostError,
    ManagementRefusedError,
)
from bridge.core.events import Join, Leave, Ready, Saved, Stopping, UuidSeen, VersionSeen
from bridge.minecraft.transports.management import WAITING_EVENTS, ManagementClient
from bridge.minecraft.transports.management_endpoint import Endpoint, listening_port, of_server
from bridge.minecraft.transports.management_messages import (
    Operator,
    OperatorAdded,
    OperatorRemoved,
    OperatorsListed,
    PlayersListed,
)
from bridge.minecraft.transports.rcon import Down, Refused, Up
from bridge.minecraft.world import parse_server_properties
from tests.peers.management_flood import KINDS, MEANT, flood
from tests.peers.management_line import Line, heard, linked
from tests.peers.management_server import MARA, SECRET, TEO, Certificates, ManagementPeer
from tests.peers.rcon_line import NOW, refusing_port

PLAYER = Player(name="Mara", uuid=UUID(MARA["id"]))
OTHER = Player(name="Teo", uuid=UUID(TEO["id"]))
VERSION = VersionSeen(version="26.3")
LISTED = [PlayersListed((PLAYER,)), PlayersListed((PLAYER,))]
OPERATORS = OperatorsListed((Operator(player=PLAYER, level=4),))
GREETING = [VERSION, *LISTED, OPERATORS]


class TestEvents:
    async def test_begin_with_version_players_and_operators(self) -> None:
        async with linked(ManagementPeer()) as (client, _):
            assert await heard(client, 4) == GREETING

    async def test_tell_who_comes_and_goes(self) -> None:
        async with linked(ManagementPeer()) as (client, line):
            await heard(client, 4)
            await line.peer.join(TEO)
            await line.peer.leave(TEO)
            assert await heard(client, 3) == [
                UuidSeen(player="Teo", uuid=UUID(TEO["id"])),
                Join(player="Teo"),
                Leave(player="Teo"),
            ]

    async def test_tell_operators_changes(self) -> None:
        async with linked(ManagementPeer()) as (client, line):
            await heard(client, 4)
            entry = {"player": TEO, "permissionLevel": 2, "bypassesPlayerLimit": False}
            await line.peer.notify("operators/added", entry)
            await line.peer.notify("operators/removed", entry)
            assert await heard(client, 2) == [
                OperatorAdded(Operator(player=OTHER, level=2)),
                OperatorRemoved(OTHER),
            ]

    async def test_tell_saves_start_and_stop(self) -> None:
        async with linked(ManagementPeer(players=[])) as (client, line):
            await heard(client, 3)
            for name in ("started", "saving", "saved", "activity", "stopping"):
                await line.peer.notify(f"server/{name}")
            assert await heard(client, 3) == [Ready(), Saved(), Stopping()]

    async def test_list_the_players_again_after_each_loss(self) -> None:
        async with linked(ManagementPeer()) as (client, line):
            await heard(client, 4)
            line.peer.hang_up()
            await line.becomes(Down)
            line.peer.players = [TEO]
            await line.tries_again()
            await line.becomes(Up)
            # No second VersionSeen: it would mean that the server started.
            assert await heard(client, 3) == [*[PlayersListed((OTHER,))] * 2, OPERATORS]

    async def test_tell_another_version_after_a_restart(self) -> None:
        async with linked(ManagementPeer()) as (client, line):
            await heard(client, 4)
            line.peer.version = "26.4"
            line.peer.hang_up()
            await line.becomes(Down)
            await line.tries_again()
            assert (await heard(client, 1)) == [VersionSeen(version="26.4")]

    async def test_wait_in_a_bounded_number(self) -> None:
        """What nobody takes stays with the server, and none of it is lost."""
        notices = 2 * WAITING_EVENTS
        async with linked(ManagementPeer()) as (client, line), asyncio.TaskGroup() as group:
            await heard(client, 4)
            for _ in range(notices):
                await line.peer.notify("server/saved")
            asked = group.create_task(client.tell(PLAYER, "hi"))
            while not line.peer.shown:
                await asyncio.sleep(0)
            for _ in range(50):  # its answer is there, behind what is not read
                await asyncio.sleep(0)
            assert not asked.done()
            assert await heard(client, notices) == [Saved()] * notices
            await asked

    async def test_come_through_a_flood(self) -> None:
        """A million frames: scripts/prove/management_flood.py."""
        frames = 10_000
        async with linked(ManagementPeer()) as (client, line), asyncio.TaskGroup() as group:
            await heard(client, 4)
            flooding = group.create_task(flood(line.peer, frames))
            events = await heard(client, frames // KINDS * MEANT)
            await flooding
            assert events.count(Saved()) == frames // KINDS
            assert events.count(Join(player="Mara")) == frames // KINDS
            await client.tell(PLAYER, "hi")


class TestTelling:
    @pytest.mark.parametrize("player", [PLAYER, Player(name="Mara")])
    async def test_reaches_that_player_alone(self, player: Player) -> None:
        async with linked(ManagementPeer(players=[TEO, MARA])) as (client, line):
            await client.tell(player, 'line 1\n"行" 2 🎉')
            await client.tell(player, "above", overlay=True)
            assert line.peer.shown == [
                (MARA["id"], 'line 1\n"行" 2 🎉', False),
                (MARA["id"], "above", True),
            ]
            assert line.peer.broadcasts == []

    async def test_is_not_for_who_has_no_name(self) -> None:
        async with linked(ManagementPeer()) as (client, line):
            with pytest.raises(LinkError, match="not a player's name"):
                await client.tell(Player(name=""), "hi")
            assert line.peer.shown == line.peer.broadcasts == []

    async def test_before_the_first_connection_says_that_nothing_was_sent(self) -> None:
        client = Line(refusing_port()).client()
        with pytest.raises(ManagementLostError) as caught:
            await client.tell(PLAYER, "hi")
        assert not caught.value.written

    async def test_gives_up_on_a_slow_server_and_says_that_it_may_be_shown(self) -> None:
        async with linked(ManagementPeer()) as (client, line):
            line.peer.answering.clear()
            with pytest.raises(ManagementLostError, match="no answer in") as caught:
                await client.tell(PLAYER, "hi", timeout=NOW)
            assert caught.value.written
            line.peer.answering.set()
            await client.tell(PLAYER, "again")
            assert [text for _, text, _ in line.peer.shown] == ["hi", "again"]

    async def test_says_that_the_server_did_not_show_it(self) -> None:
        async with linked(ManagementPeer(shows=False)) as (client, _):
            with pytest.raises(ManagementError, match="did not show"):
                await client.tell(PLAYER, "hi")


class TestKeeping:
    async def test_starts_before_the_server_and_outlives_its_restart(self) -> None:
        line = Line(refusing_port())
        async with line.client().running():
            assert "127.0.0.1" in str(await line.becomes(Down))
            for _ in range(2):
                async with ManagementPeer(port=line.port).running():
                    await line.tries_again()
                    await line.becomes(Up)
                await line.becomes(Down)
        assert [type(state) for state in line.states] == [Down, Up, Down, Up, Down]

    async def test_tries_at_once_when_told(self) -> None:
        line = Line(refusing_port())
        client = line.client()
        async with client.running():
            await line.clock.begun(1)
            async with ManagementPeer(port=line.port).running():
                client.retry_now()
                await line.becomes(Up)

    async def test_tells_a_wrong_secret_from_a_lost_server(self) -> None:
        async with ManagementPeer().running() as peer:
            line = Line(peer.port, secret="old")
            client = line.client()
            async with client.running():
                assert "secret" in str(await line.becomes(Refused))
                with pytest.raises(ManagementRefusedError):
                    await client.tell(PLAYER, "hi")
                line.secret = SECRET  # each attempt asks for the endpoint
                await line.tries_again()
                await line.becomes(Up)

    async def test_refuses_a_server_of_another_certificate(self, tmp_path: Path) -> None:
        certificates = Certificates("localhost")
        another = certificates.write_another(tmp_path / "another.pem")
        async with ManagementPeer(tls=certificates.context).running() as peer:
            line = Line(peer.port, host="localhost", tls=True, ca=another)
            async with line.client().running():
                assert "certificate" in str(await line.becomes(Refused))
                line.ca = certificates.write_own(tmp_path / "own.pem")
                await line.tries_again()
                await line.becomes(Up)

    async def test_is_up_only_once_the_server_answers(self) -> None:
        peer = ManagementPeer()
        peer.answering.clear()
        async with peer.running():
            line = Line(peer.port)
            client = line.client()
            async with client.running():
                while not peer.sockets:
                    await asyncio.sleep(0)
                assert client.state == Down("not connected yet")
                peer.answering.set()
                await line.becomes(Up)

    async def test_is_down_where_no_status_is_told(self) -> None:
        async with ManagementPeer(missing=frozenset({"minecraft:server/status"})).running() as peer:
            line = Line(peer.port)
            async with line.client().running():
                assert "Method not found" in str(await line.becomes(Down))

    async def test_takes_an_unusable_endpoint_for_a_server_that_is_down(self) -> None:
        def endpoint() -> Endpoint:
            return of_server(parse_server_properties(b"").management, listening=None)

        line = Line(0)
        client = ManagementClient(endpoint=endpoint, clock=line.clock, on_state=line.announce)
        async with client.running():
            assert "management-server-enabled" in str(await line.becomes(Down))

    async def test_finds_the_random_port_that_the_log_tells(self) -> None:
        properties = parse_server_properties(
            f"management-server-enabled=true\nmanagement-server-secret={SECRET}\n"
            "management-server-tls-enabled=false\n".encode()
        )
        listening: int | None = None
        line = Line(0)
        client = ManagementClient(
            endpoint=lambda: of_server(properties.management, listening=listening),
            clock=line.clock,
            on_state=line.announce,
        )
        async with client.running(), ManagementPeer().running() as peer:
            assert "management-server-port is 0" in str(await line.becomes(Down))
            told = f"Json-RPC Management connection listening on localhost:{peer.port}"
            listening = listening_port(told)
            client.retry_now()
            await line.becomes(Up)

    async def test_stopping_ends_the_connection_and_what_is_under_way(self) -> None:
        async with ManagementPeer().running() as peer, asyncio.TaskGroup() as group:
            line = Line(peer.port)
            client = line.client()
            async with client.running():
                await line.becomes(Up)
                peer.answering.clear()
                asked = group.create_task(_loss(client))
                await asyncio.sleep(0)
            assert str(await asked) == "this side closed the connection"
            assert client.state == Down("stopped")


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_works_over_tls_on_either_event_loop(
    loop: Callable[[], asyncio.AbstractEventLoop], tmp_path: Path
) -> None:
    async def scenario() -> None:
        certificates = Certificates("mc.example")
        peer = ManagementPeer(tls=certificates.context)
        async with peer.running():
            line = Line(peer.port, tls=True, ca=certificates.write_own(tmp_path / "own.pem"))
            client = line.client()
            async with client.running():
                await line.becomes(Up)
                assert await heard(client, 4) == GREETING
                await client.tell(PLAYER, "hi")
                assert peer.shown == [(MARA["id"], "hi", False)]
                peer.hang_up()
                await line.becomes(Down)
                await line.tries_again()
                await line.becomes(Up)

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(scenario())


async def _loss(client: ManagementClient) -> ManagementLostError:
    with pytest.raises(ManagementLostError) as caught:
        await client.tell(PLAYER, "hi")
    return caught.value
