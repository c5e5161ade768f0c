"""The real MCDReforged with the plugin, and the daemon that reads the same server's log."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bridge import demo
from bridge.daemon.clock import SystemClock
from bridge.daemon.rendezvous import only_daemon
from bridge.daemon.run import running
from bridge.settings.loading import defaults
from tests.peers.mcdreforged import built_plugin, config, is_installed, reforged

if TYPE_CHECKING:
    from tests.peers.mcdreforged import Reforged

PATIENCE = 4.0
BOOKS = Path(demo.__file__).parent / "pack" / "config" / "ftbquests"

pytestmark = pytest.mark.skipif(not is_installed(), reason="MCDReforged is not installed")


async def next_message(mcdr: Reforged) -> str:
    """The next chat message that the server was told to show, whole."""
    async with asyncio.timeout(PATIENCE):
        while not (command := await mcdr.command()).startswith("tellraw "):
            pass
    return command


async def test_a_line_that_log_and_plugin_both_see_is_answered_once(tmp_path: Path) -> None:
    plugin = built_plugin(tmp_path / "dist")
    books = tmp_path / "mcdr" / "server" / "config" / "ftbquests"
    await asyncio.to_thread(shutil.copytree, BOOKS, books)
    state = tmp_path / "state" / "server"
    async with reforged(tmp_path / "mcdr", plugin, config(state)) as mcdr:
        settings = defaults(tmp_path).with_server(tmp_path / "mcdr" / "server", "state/server")
        with only_daemon(settings.state_directory):
            async with running(settings.without_ports(), SystemClock()):
                await mcdr.prints("connected to the daemon", 2)
                mcdr.game("Mara[/127.0.0.1:1] logged in with entity id 1 at (0.5, 64.0, 0.5)")
                # An answer that does not find a word repeats it: each answer names its line.
                for word in ("zzqqa", "zzqqb", "zzqqc"):
                    mcdr.game(f"<Mara> @ai /quest {word}")
                    shown = await next_message(mcdr)
                    assert shown.startswith("tellraw Mara ")
                    assert word in shown
                mcdr.game("<Mara> !!ai /quest zzqqd")
                assert "zzqqd" in await next_message(mcdr)
                mcdr.game("<Mara> !!ai /quest zzqqe")
                assert "zzqqe" in await next_message(mcdr)
                # An op by name alone, on a server that does not verify names: told so, once.
                mcdr.game("<Mara> !!system ai default")
                assert (await next_message(mcdr)).startswith("tellraw Mara ")
                mcdr.type("system ai default")
                await mcdr.prints("The default mode of this world is standard.")
        assert await mcdr.stop() == 0
