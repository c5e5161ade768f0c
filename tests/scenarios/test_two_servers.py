"""One daemon beside two servers: what is asked on one is answered there, and stays there."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import RefusedError
from bridge.core.modes import Mode
from bridge.daemon.clock import SystemClock
from bridge.daemon.health import State
from bridge.daemon.rendezvous import only_daemon
from bridge.daemon.run import running
from bridge.demo.server import DemoServer
from bridge.settings.loading import load
from tests.peers.socket_peer import SocketPeer, hello
from tests.scenarios.conftest import PATIENCE, Game
from tests.scenarios.test_access import address_of, texts
from tests.scenarios.test_trouble import until

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

NAMES = ("one", "two")


@asynccontextmanager
async def both(root: Path) -> AsyncGenerator[dict[str, Game]]:
    """Mara is on both, and each is a game with the same daemon."""
    clock = SystemClock()
    tables = "".join(f'[servers.{name}]\ndirectory = "{name}"\n' for name in NAMES)
    (root / "bridge.toml").write_text(tables)
    settings = load(root / "bridge.toml").without_ports()
    async with (
        DemoServer.running(root / "one", clock) as one,
        DemoServer.running(root / "two", clock, version="26.3") as two,
    ):
        maras = [await one.join("Mara"), await two.join("Mara")]
        with only_daemon(settings.state_directory):
            async with running(settings, clock) as daemon:
                async with asyncio.timeout(PATIENCE):
                    await daemon.until_ready()
                yield {
                    name: Game(server, daemon, mara)
                    for name, server, mara in zip(NAMES, (one, two), maras, strict=True)
                }


@pytest.fixture
async def games(tmp_path: Path) -> AsyncGenerator[dict[str, Game]]:
    async with both(tmp_path) as games:
        yield games


async def test_an_answer_reaches_the_server_on_which_it_was_asked(games: dict[str, Game]) -> None:
    for name, other in (NAMES, NAMES[::-1]):
        before = len(texts(games[other], "Mara"))
        assert f"zz{name}" in await games[name].ask(f"/quest zz{name}")
        told = "\n".join(texts(games[other], "Mara")[before:])
        assert f"zz{name}" not in told


async def test_a_button_of_one_server_is_none_of_the_other(games: dict[str, Game]) -> None:
    await games["one"].ask("/menu")
    assert "no card with buttons" in await games["two"].ask("1")
    assert "no card with buttons" not in await games["one"].ask("1")


async def test_each_world_has_its_own_rules(games: dict[str, Game]) -> None:
    await games["one"].console("system ai default free")
    one, two = games["one"].daemon.servers
    assert (one.desk.access.rules.default, two.desk.access.rules.default) == (
        Mode.FREE,
        Mode.STANDARD,
    )


async def test_one_that_is_down_holds_up_nobody_on_the_other(games: dict[str, Game]) -> None:
    daemon = games["one"].daemon
    await games["one"].server.stop()
    await until(lambda: daemon.health.links["one/rcon"].state is not State.UP)
    assert daemon.health.links["two/rcon"].state is State.UP
    assert "What you can ask" in await games["two"].ask("/help")
    games["one"].server.start()
    mara = await games["one"].server.join("Mara")
    back = Game(games["one"].server, daemon, mara)
    assert "What you can ask" in await back.ask("/help")


async def test_a_peer_and_a_command_have_to_name_the_server(games: dict[str, Game]) -> None:
    daemon = games["one"].daemon
    with pytest.raises(RefusedError, match="one, two"):
        daemon.server(None)
    port, token = address_of(daemon)
    async with SocketPeer.connected(port) as peer:
        peer.say(hello("server", token=token))
        assert await peer.refused() == "unknown_server"
