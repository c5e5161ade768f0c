"""Every link of a server together: each request is answered once, by the first way that is up."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bridge.daemon import status
from bridge.daemon.clock import SystemClock
from bridge.daemon.health import State
from bridge.daemon.rendezvous import only_daemon
from bridge.daemon.run import running
from bridge.demo.server import DemoServer
from bridge.settings.loading import defaults, load
from tests.peers.management_server import MARA, SECRET, ManagementPeer
from tests.scenarios.conftest import PATIENCE, Game, playing, settings_for
from tests.scenarios.test_access import heard, peer_of, texts
from tests.scenarios.test_escalation import change_properties
from tests.scenarios.test_trouble import until

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from tests.peers.socket_peer import SocketPeer

HELP = "What you can ask"
PROCESS = Path(__file__).parents[1] / "peers" / "vanilla_process.py"


def helped(game: Game, name: str = "Mara") -> int:
    return sum(HELP in text for text in texts(game, name))


def mara(game: Game) -> dict[str, object]:
    return {"name": "Mara", "uuid": str(game.mara.account.uuid), "op": False}


async def test_what_was_said_while_the_daemon_was_down_is_answered_once(tmp_path: Path) -> None:
    clock = SystemClock()
    async with DemoServer.running(tmp_path / "server", clock) as server:
        await server.join("Mara")
        settings = settings_for(tmp_path)

        def told() -> list[str]:
            shown = [each.text for each in server.player("Mara").screen.shown]
            return [text for text in shown if "no command" in text]

        with only_daemon(settings.state_directory):
            for number in range(3):
                await server.chat("Mara", f"@ai /down{number}")
                async with running(settings, clock) as daemon:
                    await daemon.until_ready()
                    await server.chat("Mara", f"@ai /up{number}")
                    await until(lambda number=number: any(f"up{number}" in t for t in told()))
        # What stood in the log before the first start was said to nobody.
        words = ("down0", "up0", "down1", "up1", "down2", "up2")
        assert [sum(word in text for text in told()) for word in words] == [0, 1, 1, 1, 1, 1]


async def test_a_request_over_a_minute_old_by_the_log_is_not_answered(game: Game) -> None:
    await game.ask("/help")
    log = game.server.directory / "logs" / "latest.log"
    times = ["12:00:00", "12:00:30", "12:01:01"]
    lines = [
        f"[{time}] [Server thread/INFO]: <Mara> @ai /at{time[3:5]}{time[6:]}" for time in times
    ]
    with log.open("a", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    await until(lambda: any("at0101" in text for text in texts(game, "Mara")))
    await game.ask("/help")
    told = "\n".join(texts(game, "Mara"))
    assert "at0030" in told
    assert "at0000" not in told


async def acknowledge(peer: SocketPeer) -> dict[str, Any]:
    """The next thing that a peer has to show, shown."""
    return await heard(peer, "send")


async def test_a_server_peer_is_heard_and_answered_by_and_its_chat_counts_once(game: Game) -> None:
    before = helped(game)
    async with peer_of(game.daemon) as peer:
        for number in range(3):
            await game.server.chat("Mara", "@ai /help")  # the log has it, too
            chat = {"t": "chat", "player": mara(game), "text": "@ai /help", "id": f"c{number}"}
            peer.say(chat, chat)  # a repeated frame is harmless
            assert HELP in (await acknowledge(peer))["plain"]
        peer.say({"t": "chat", "player": mara(game), "text": "@ai /last", "id": "last"})
        shown = await acknowledge(peer)
        assert "last" in shown["plain"]
        assert shown["player"]["name"] == "Mara"
        assert isinstance(shown["components"], list)
        links = status.as_json(game.daemon)["links"]
        assert links["peers"]["why"] == "test"
        assert links["answers"]["why"] == "by server peer"
    assert helped(game) == before
    await until(lambda: game.daemon.health.links["answers"].why == "by rcon")
    assert HELP in await game.ask("/help")


async def test_a_button_is_pressed_by_a_peer(game: Game) -> None:
    async with peer_of(game.daemon) as peer:
        peer.say({"t": "chat", "player": mara(game), "text": "@ai /menu", "id": 1})
        menu = json.dumps((await acknowledge(peer))["components"])
        card = menu.partition("@ai 1 ")[2][:3]
        action = {"t": "action", "player": mara(game), "card": card, "number": 1, "id": 2}
        peer.say(action)
        assert "no button" not in (await acknowledge(peer))["plain"]
        peer.say({**action, "number": 77, "id": 3})
        assert "no button 77" in (await acknowledge(peer))["plain"]


async def test_without_rcon_a_peer_runs_what_has_to_be_asked_of_the_game(game: Game) -> None:
    change_properties(game, enable_rcon="false")
    await game.server.drop_rcon()
    await until(lambda: game.daemon.health.links["rcon"].state is not State.UP)
    answers = {"Pos": "[12.5d, 64.0d, -3.5d]", "Health": "20.0f"}
    asked: list[str] = []
    async with peer_of(game.daemon) as peer:
        for number in range(2):  # behind the second answer the first result has been taken in
            peer.say({"t": "chat", "player": mara(game), "text": "@ai /help", "id": number})
            await acknowledge(peer)
        peer.say({"t": "chat", "player": mara(game), "text": "@ai /players Mara", "id": 2})
        async with asyncio.timeout(PATIENCE):
            while (message := await peer.hear())["t"] != "send":
                if message["t"] == "run":
                    asked.append(message["command"])
                    value = answers.get(message["command"].split()[-1])
                    text = f"Mara has the following entity data: {value}" if value else "none"
                    peer.say({"t": "result", "id": message["id"], "ok": True, "text": text})
    assert "12 64 -4" in message["plain"]
    assert asked[0].startswith("data get entity Mara ")


async def test_a_menu_closes_where_what_it_offers_is_forgotten(game: Game) -> None:
    async with peer_of(game.daemon) as peer:
        peer.say({"t": "join", "player": mara(game)})
        await heard(peer, "access")
        peer.say({"t": "chat", "player": mara(game), "text": "@ai /forget", "id": 1})
        assert (await heard(peer, "close_menu"))["player"]["name"] == "Mara"


async def test_a_peer_that_only_listens_keeps_no_answer_back(game: Game) -> None:
    async with peer_of(game.daemon) as peer:
        peer.say({"t": "join", "player": mara(game)})
        assert HELP in await game.ask("/help")


async def test_an_answer_to_whoever_left_is_shown_when_they_come_again(game: Game) -> None:
    async with peer_of(game.daemon) as peer:
        peer.say({"t": "chat", "player": mara(game), "text": "@ai /later", "id": 1})
        message = await peer.hear()
        while message["t"] != "send":
            message = await peer.hear()
        await game.server.leave("Mara")
        peer.say({"t": "result", "id": message["id"], "ok": False, "text": "not here"})
        await until(lambda: not game.daemon.servers[0].link.online)
    await game.server.join("Mara")
    await until(lambda: any("/later" in text for text in texts(game, "Mara")))


@asynccontextmanager
async def screen() -> AsyncGenerator[tuple[int, asyncio.Queue[str], list[asyncio.StreamWriter]]]:
    """Where a process that stands for a server sends what it is told on its standard input."""
    typed: asyncio.Queue[str] = asyncio.Queue()
    writers: list[asyncio.StreamWriter] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        while line := await reader.readline():
            typed.put_nowait(line.decode().rstrip("\n"))
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1], typed, writers


@pytest.mark.skipif(sys.platform != "linux", reason="the guard of a child is Linux's")
async def test_a_server_that_we_launch_is_read_and_answered_by_its_console(tmp_path: Path) -> None:
    (tmp_path / "server").mkdir()
    async with screen() as (port, typed, writers), asyncio.timeout(4 * PATIENCE):
        command = json.dumps([sys.executable, "-u", str(PROCESS), str(port)])
        (tmp_path / "bridge.toml").write_text(
            f'[servers.main]\ndirectory = "server"\nlaunch = {command}\nstop_timeout = 5\n'
        )
        settings = load(tmp_path / "bridge.toml").without_ports()
        async with running(settings, SystemClock()) as daemon:
            await daemon.until_ready()
            assert daemon.health.links["answers"].why == "by console"
            assert daemon.health.links["server"].state is State.UP
            await until(lambda: bool(writers))
            writers[0].write(b"Mara joined the game\n<Mara> @ai /help\n")
            while not (line := await typed.get()).startswith("tellraw Mara "):
                pass
            assert HELP in line
            console = daemon.consoles["main"]
            assert await console.typed("say hi") == ()
            assert await typed.get() == "say hi"
            assert "standard" in (await console.typed("system ai default"))[0]
            assert typed.empty()
        assert await typed.get() == "stop"


async def test_management_tells_who_is_there_and_is_a_way_back(tmp_path: Path) -> None:
    (tmp_path / "server" / "logs").mkdir(parents=True)
    log = tmp_path / "server" / "logs" / "latest.log"
    log.write_text("")
    async with ManagementPeer().running() as peer, asyncio.timeout(4 * PATIENCE):
        (tmp_path / "server" / "server.properties").write_text(
            "management-server-enabled=true\nmanagement-server-tls-enabled=false\n"
            f"management-server-secret={SECRET}\nmanagement-server-port=0\nonline-mode=true\n"
        )
        settings = defaults(tmp_path).with_server(tmp_path / "server", "state/server")
        async with running(settings.without_ports(), SystemClock()) as daemon:
            link = daemon.servers[0].link
            links = daemon.health
            await until(lambda: "management" in links.links)
            assert "another at each start" in links.links["management"].why
            with log.open("a") as file:
                file.write(
                    "[12:00:00] [Server thread/INFO]: Json-RPC Management connection listening on "
                    f"localhost:{peer.port}\n"
                )
            await daemon.until_ready()
            assert daemon.health.links["answers"].why == "by management"
            await until(lambda: [player.name for player in link.online] == [MARA["name"]])
            assert str(link.online[0].uuid) == MARA["id"]
            with log.open("a") as file:
                file.write(f"[12:00:01] [Server thread/INFO]: <{MARA['name']}> @ai /help\n")
            await until(lambda: bool(peer.shown))
            uuid, text, overlay = peer.shown[0]
            assert (uuid, overlay) == (MARA["id"], False)
            assert HELP in text


async def test_without_a_way_back_nothing_is_started_and_status_says_so(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        properties = game.server.directory / "server.properties"
        password = properties.read_text()
        properties.write_text(password.replace("enable-rcon=true", "enable-rcon=false"))
        await game.server.drop_rcon()
        await until(lambda: not game.daemon.health.ready)
        links = status.as_json(game.daemon)["links"]
        assert links["answers"] == {
            "state": "down",
            "why": "players cannot be told anything: no way back is up",
        }
