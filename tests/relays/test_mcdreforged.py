"""The plugin in the real MCDReforged, with the socket's server and a handler that writes down."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from bridge.core.actors import Player
from bridge.daemon.clock import SystemClock
from bridge.daemon.rendezvous import ADDRESS_FILE, TOKEN_FILE
from bridge.minecraft.transports.socket_messages import (
    Chat,
    Command,
    Complete,
    Join,
    Leave,
    Reload,
    Saved,
    Send,
)
from bridge.minecraft.transports.socket_roles import Peer, Role
from bridge.minecraft.transports.socket_server import SocketServer
from tests.fakes.socket_handler import RecordingHandler
from tests.peers.mcdreforged import built_plugin, config, is_installed, reforged

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from tests.peers.mcdreforged import Reforged

TOKEN = "the-right-token"
PATIENCE = 20.0

pytestmark = pytest.mark.skipif(not is_installed(), reason="MCDReforged is not installed")


@pytest.fixture(scope="session")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_plugin(tmp_path_factory.mktemp("dist"))


def test_the_same_sources_make_the_same_plugin(plugin: Path, tmp_path: Path) -> None:
    assert built_plugin(tmp_path).read_bytes() == plugin.read_bytes()


class Daemon:
    """What stands for the daemon: told by the plugin, and able to send."""

    def __init__(self, handler: RecordingHandler, server: SocketServer) -> None:
        self.handler = handler
        self._server = server

    async def told(self) -> object:
        """The next thing but a connection's coming and going."""
        async with asyncio.timeout(PATIENCE):
            while True:
                kind, value = await self.handler.told.get()
                if kind not in {"connected", "disconnected"}:
                    return value

    async def both_connected(self) -> None:
        """Wait for the plugin's two connections."""
        roles: set[Role] = set()
        async with asyncio.timeout(PATIENCE):
            while roles != {Role.SERVER, Role.CONSOLE}:
                peer = await self.handler.next("connected")
                assert isinstance(peer, Peer)
                roles.add(peer.role)

    @property
    def game(self) -> str:
        """The session of the plugin's connection for players."""
        return next(peer.session for peer in self._server.peers if peer.role is Role.SERVER)

    def send(self, message: Send) -> None:
        assert self._server.send(self.game, message)

    async def run(self, command: str) -> tuple[bool, str]:
        result = await self._server.ask(self.game, command)
        return result.ok, result.text


@asynccontextmanager
async def listening(state: Path, port: int = 0) -> AsyncGenerator[Daemon]:
    """A socket whose state folder is `state`."""
    handler = RecordingHandler()
    listen = f"127.0.0.1:{port}"
    async with SocketServer.running(listen, TOKEN, ["main"], handler, SystemClock()) as server:
        await asyncio.to_thread(state.mkdir, exist_ok=True)
        (state / TOKEN_FILE).write_text(TOKEN)
        (state / ADDRESS_FILE).write_text(server.address)
        yield Daemon(handler, server)
        (state / ADDRESS_FILE).unlink()


@asynccontextmanager
async def running(tmp_path: Path, plugin: Path) -> AsyncGenerator[tuple[Daemon, Reforged]]:
    """Both, connected."""
    state = tmp_path / "state"
    async with (
        listening(state) as daemon,
        reforged(tmp_path / "mcdr", plugin, config(state)) as mcdr,
    ):
        await daemon.both_connected()
        yield daemon, mcdr


def send(text: str, name: str = "Mara") -> Send:
    player = Player(name=name, uuid=None)
    return Send(player=player, components={"text": text}, plain=text, id="s1")


async def test_what_happens_is_told_and_answers_are_shown(tmp_path: Path, plugin: Path) -> None:
    async with running(tmp_path, plugin) as (daemon, mcdr):
        mcdr.game("Mara[/127.0.0.1:1] logged in with entity id 1 at (0.5, 64.0, 0.5)")
        joined = await daemon.told()
        assert isinstance(joined, Join)
        assert joined.player.name == "Mara"
        assert not joined.player.op

        mcdr.game(
            "<Mara> @ai where is iron? 铁", "<Mara> !!login secret", "<Mara> [Server] <Teo> x"
        )
        said = [await daemon.told() for _ in range(2)]
        assert [each.text for each in said if isinstance(each, Chat)] == [
            "@ai where is iron? 铁",
            "[Server] <Teo> x",
        ]

        mcdr.game("<Mara> !!ai what now?")
        asked = await daemon.told()
        assert isinstance(asked, Chat)
        assert (asked.player.name, asked.text) == ("Mara", "@ai what now?")

        mcdr.game("<Mara> Saved the game", "Saved the game", "[Mara: Reloading!]")
        assert isinstance(await daemon.told(), Chat)
        assert isinstance(await daemon.told(), Saved)
        assert isinstance(await daemon.told(), Reload)

        daemon.send(send('§ "quoted" 铁 \n/stop'))
        shown = await mcdr.command()
        assert shown.startswith("tellraw Mara ")
        assert json.loads(shown.split(" ", 2)[2]) == {"text": '§ "quoted" 铁 \n/stop'}
        assert shown.isascii()
        daemon.send(send("hi", name="Bed Rock"))
        assert (await mcdr.command()).startswith('tellraw "Bed Rock" ')

        assert await daemon.run("save-all") == (True, "")
        ok, why = await daemon.run("list")
        assert (ok, "answer cannot be had" in why) == (False, True)
        assert await mcdr.command() == "save-all"
        ok, why = await daemon.run("list\nstop")
        assert not ok
        assert "NotSafeError" in why

        mcdr.game("Mara left the game")
        results = [await daemon.told(), await daemon.told(), await daemon.told()]
        assert isinstance(results[-1], Leave)
        assert await mcdr.stop() == 0
        assert (await mcdr.prints("PROBE at the end")).endswith("PROBE at the end []")


async def test_console_and_players_administer(tmp_path: Path, plugin: Path) -> None:
    async with running(tmp_path, plugin) as (daemon, mcdr):
        for number, typed in enumerate(
            ("system ai default", "/system ai default", "!!system ai default"), 1
        ):
            mcdr.type(typed)
            command = await daemon.told()
            assert isinstance(command, Command)
            assert command.player is None
            assert command.text.removeprefix("/") == "system ai default"
            await mcdr.prints(f"system ai default {number}")
        mcdr.type("system info")
        assert await mcdr.command() == "system info"

        mcdr.game("<Mara> !!system ai Teo reset")
        command = await daemon.told()
        assert isinstance(command, Command)
        assert command.player is not None
        assert (command.player.name, command.player.op) == ("Mara", False)
        assert await mcdr.command() == 'tellraw Mara {"text":"system ai Teo reset 4"}'

        mcdr.type("!!complete !!system ai de")
        question = await daemon.told()
        assert isinstance(question, Complete)
        assert (question.text, question.cursor) == ("system ai de", 12)
        # The handler offers the text it got, at the cursor.
        await mcdr.prints("PROBE offers !!system ai desystem ai de")

        mcdr.type("!!ai what now?")
        await mcdr.prints("Questions are for players")
        assert await mcdr.stop() == 0


async def test_a_reload_leaves_no_thread_and_knows_who_is_here(
    tmp_path: Path, plugin: Path
) -> None:
    async with running(tmp_path, plugin) as (daemon, mcdr):
        mcdr.game("Mara[/127.0.0.1:1] logged in with entity id 1 at (0.5, 64.0, 0.5)")
        assert isinstance(await daemon.told(), Join)
        for times in range(1, 4):
            mcdr.type("!!MCDR plugin reload system_bridge")
            # Said anew on the connection of the new load.
            assert isinstance(await daemon.told(), Join)
            mcdr.type("!!threads")
            named = await mcdr.prints("PROBE threads", times)
            assert named.endswith("threads ['system_bridge console', 'system_bridge server']")
        mcdr.game("<Mara> @ai still there?")
        assert isinstance(await daemon.told(), Chat)
        mcdr.type("!!MCDR plugin unload system_bridge")
        await mcdr.prints("unloaded", 4)
        mcdr.type("!!threads")
        assert (await mcdr.prints("PROBE threads", 4)).endswith("threads []")
        assert await mcdr.stop() == 0


async def test_a_daemon_may_come_late_and_come_back(tmp_path: Path, plugin: Path) -> None:
    state = tmp_path / "state"
    async with reforged(tmp_path / "mcdr", plugin, config(state)) as mcdr:
        await mcdr.prints("no daemon runs on")
        mcdr.game("<Mara> !!ai anybody?")
        assert "The assistant is not running" in await mcdr.command()
        mcdr.type("system ai default")
        await mcdr.prints("The assistant is not running")
        for _ in range(3):
            async with listening(state) as daemon:
                await daemon.both_connected()
                mcdr.game("<Mara> @ai hello")
                assert isinstance(await daemon.told(), Chat)
                daemon.handler.gate.clear()
                mcdr.type("system ai default")
                assert isinstance(await daemon.told(), Command)
        await mcdr.prints("went away before it answered", 3)
        assert await mcdr.stop() == 0
        assert (await mcdr.prints("PROBE at the end")).endswith("PROBE at the end []")
