"""A server owner's way: init, then the daemon, then doctor, each as a process."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from bridge.daemon.clock import SystemClock
from bridge.demo.directory import prepare
from bridge.demo.server import DemoServer
from bridge.demo.version import GameVersion
from bridge.minecraft.world import change_properties, server_properties
from bridge.setup import kubejs, mcdreforged
from tests.fakes.server_folders import snapshot
from tests.fakes.world_lock import held
from tests.peers.mcdreforged import is_installed, reforged
from tests.scenarios.conftest import PATIENCE, system_message
from tests.scenarios.test_command_line import run, system_bridge

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path
    from subprocess import CompletedProcess

RCON_OFF = {"enable-rcon": "false", "rcon.password": "", "broadcast-rcon-to-ops": "true"}
VERSION = "1.21.4"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The demo's layout in `server`, as its owner finds it: stopped, RCON off."""
    prepare(
        tmp_path / "server",
        version=GameVersion.parse(VERSION),
        now=datetime(2026, 11, 30, 12, tzinfo=UTC),
    )
    change(tmp_path / "server", RCON_OFF)
    return tmp_path


def change(folder: Path, values: dict[str, str]) -> None:
    file = folder / "server.properties"
    file.write_bytes(change_properties(file.read_bytes(), values))


def any_port(root: Path) -> None:
    """The daemon of a test takes no port that another one may want."""
    config = root / "config" / "bridge.toml"
    text = config.read_text("utf-8")
    config.write_text(
        text.replace('# listen = "127.0.0.1:25580"', 'listen = "127.0.0.1:0"'), "utf-8"
    )


@asynccontextmanager
async def daemon(root: Path) -> AsyncGenerator[None]:
    """`system-bridge run` in `root`, ready."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bridge", "run", cwd=root, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        async with asyncio.timeout(6 * PATIENCE):
            while (await run("status", root=root)).returncode:
                pass
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0


def checks(finished: CompletedProcess[str]) -> dict[str, tuple[str, str]]:
    """State and words of each link; of several findings on one, the worst."""
    order = ["ok", "warning", "broken"]
    found: dict[str, tuple[str, str]] = {}
    for each in json.loads(finished.stdout)["checks"]:
        worst = found.get(each["link"], ("ok", ""))
        if order.index(each["state"]) >= order.index(worst[0]):
            found[each["link"]] = (each["state"], f"{each['text']} -> {each['todo']}")
    return found


def broken(found: dict[str, tuple[str, str]]) -> set[str]:
    return {link for link, (state, _) in found.items() if state == "broken"}


async def doctor(root: Path, code: int) -> dict[str, tuple[str, str]]:
    finished = await run("doctor", "--json", root=root)
    assert (finished.stderr, finished.returncode) == ("", code)
    return checks(finished)


async def test_after_init_the_daemon_answers_a_chat_line_and_doctor_is_content(root: Path) -> None:
    before = await asyncio.to_thread(snapshot, root)
    assert (await run("init", "server", "--dry-run", root=root)).returncode == 0
    assert await asyncio.to_thread(snapshot, root) == before
    done = await run("init", "server", "--yes", root=root)
    assert (done.stderr, done.returncode) == ("", 0)
    once = await asyncio.to_thread(snapshot, root)
    again = await run("init", "server", "--yes", root=root)
    assert (again.returncode, "Nothing is to be changed" in again.stdout) == (0, True)
    assert await asyncio.to_thread(snapshot, root) == once
    any_port(root)
    async with DemoServer.running(root / "server", SystemClock(), version=VERSION) as server:
        mara = await server.join("Mara")
        without = await doctor(root, 0)
        assert without["rcon"][0] != "broken"
        assert "Mara" in without["rcon"][1]
        if find_spec("mcrcon"):
            assert without["mcrcon"][0] == "ok"
        assert without["datapack"][0] == without["quests"][0] == "ok"
        async with daemon(root):
            sent = len(server.commands)
            beside = await doctor(root, 0)
            assert beside["answers"] == ("ok", "by rcon -> ")
            assert beside["daemon"][0] == "ok"
            assert not any("list" in command for command in server.commands[sent:])
            messages = mara.messages()
            await server.chat("Mara", "@ai what quests are about storage?")
            assert "Storage" in await system_message(messages)


async def test_doctor_tells_what_is_wrong_with_rcon_and_with_the_log(root: Path) -> None:
    assert (await run("init", "server", "--yes", root=root)).returncode == 0
    any_port(root)
    async with DemoServer.running(root / "server", SystemClock(), version=VERSION) as server:
        password = server.rcon_password
        change(root / "server", {"rcon.password": "another-one-entirely"})
        found = await doctor(root, 1)
        assert broken(found) == {"rcon"}
        assert "restart the server" in found["rcon"][1]
        change(root / "server", {"rcon.password": password, "enable-rcon": "false"})
        found = await doctor(root, 1)
        assert broken(found) == {"rcon"}
        assert "RCON is off" in found["rcon"][1]
        change(root / "server", {"enable-rcon": "true"})
        await server.enable_rcon(False)
        assert broken(await doctor(root, 1)) == {"rcon"}
        await server.enable_rcon(True)
        log = root / "server" / "logs" / "latest.log"
        log.rename(log.with_name("away.log"))
        found = await doctor(root, 1)
        assert broken(found) == {"log"}
        assert "is not there" in found["log"][1]


async def test_beside_a_daemon_doctor_tells_what_the_daemon_misses(root: Path) -> None:
    assert (await run("init", "server", "--yes", root=root)).returncode == 0
    any_port(root)
    async with DemoServer.running(root / "server", SystemClock(), version=VERSION) as server:
        await server.join("Mara")
        async with daemon(root):
            await server.enable_rcon(False)
            async with asyncio.timeout(PATIENCE):
                while (await run("status", root=root)).returncode == 0:
                    pass
            found = await doctor(root, 1)
            assert broken(found) == {"answers"}
            assert found["rcon"][0] == "warning"


@pytest.mark.skipif(sys.platform != "linux", reason="asks the Linux kernel")
def test_a_running_server_is_told_what_to_do_and_nothing_of_it_is_changed(root: Path) -> None:
    file = root / "server" / "server.properties"
    before = file.read_bytes()
    with held(root / "server" / "world"):
        done = system_bridge("init", "server", "--yes", root=root)
    assert done.returncode == 0
    assert file.read_bytes() == before
    assert "stop the server, run this again, start the server" in done.stdout
    assert (root / "config" / "bridge.toml").is_file()
    assert system_bridge("init", "server", "--yes", root=root).returncode == 0
    assert server_properties(root / "server").enable_rcon


@pytest.mark.skipif(not is_installed(), reason="MCDReforged is not installed")
async def test_the_relay_that_init_installs_is_loaded_by_the_real_mcdreforged(
    root: Path,
) -> None:
    """Its plugin finds the daemon by what init wrote."""
    folder = root / "mcdr" / "server"
    await asyncio.to_thread((root / "mcdr").mkdir)
    await asyncio.to_thread((root / "server").rename, folder)
    (root / "mcdr" / "permission.yml").touch()
    (root / "mcdr" / "config.yml").write_text("working_directory: server\n")
    done = await run("init", "mcdr/server", "--yes", root=root)
    assert done.returncode == 0
    any_port(root)
    name, _ = mcdreforged.our_plugin()
    plugin = root / "mcdr" / "plugins" / name
    settings = json.loads((root / "mcdr" / mcdreforged.SETTINGS).read_bytes())
    assert settings["state"] == str(root / "state")
    away = plugin.rename(root / name)
    for made in ("permission.yml", "config.yml"):
        (root / "mcdr" / made).unlink()
    async with daemon_without_answers(root), reforged(root / "mcdr", away, settings) as mcdr:
        await mcdr.prints("connected to the daemon", 2)
        assert await mcdr.stop() == 0


@asynccontextmanager
async def daemon_without_answers(root: Path) -> AsyncGenerator[None]:
    """`system-bridge run` beside a server that is not up: its socket is there all the same."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bridge", "run", cwd=root, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0


def test_kubejs_gets_its_script_and_its_key(root: Path) -> None:
    (root / "server" / "mods").mkdir()
    (root / "server" / "mods" / "kubejs-neoforge-2101.7.1-build.181.jar").touch()
    assert system_bridge("init", "server", "--yes", root=root).returncode == 0
    assert (root / "server" / kubejs.SCRIPT).read_bytes() == kubejs.our_script()
    told = system_bridge("doctor", "--json", root=root)
    assert checks(told)["kubejs"][0] == "ok"
