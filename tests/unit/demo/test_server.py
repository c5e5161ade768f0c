import asyncio
import gzip
import json
import re
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bridge.core.errors import RefusedError, UsageError
from bridge.demo import properties
from bridge.demo.screen import Kind
from bridge.demo.server import DemoServer
from tests.fakes.clock import FakeClock
from tests.unit.demo.conftest import COMMAND, connected, logged_in, packet

HEADER = re.compile(r"\[\d{2}:\d{2}:\d{2}\] \[([^\]]+)/(?:INFO|WARN)\]: (.*)")


def messages(directory: Path) -> list[str]:
    lines = (directory / "logs/latest.log").read_text("utf-8").splitlines()
    return [match[2] for line in lines if (match := HEADER.fullmatch(line))]


async def test_a_start_is_told_in_the_log(tmp_path: Path, clock: FakeClock) -> None:
    async with DemoServer.running(tmp_path, clock) as server:
        log = messages(tmp_path)
        assert log[0] == "Starting minecraft server version 1.21.4"
        done = log.index('Done (0.000s)! For help, type "help"')
        assert log[done + 1 :] == [
            "Starting remote control listener",
            "Thread RCON Listener started",
            f"RCON running on 127.0.0.1:{server.rcon_port}",
        ]
        local = clock.now().astimezone()
        first = (tmp_path / "logs/latest.log").read_text("utf-8").splitlines()[0]
        assert first == f"[{local:%H:%M:%S}] [Server thread/INFO]: {log[0]}"
    assert messages(tmp_path)[-1] == "Thread RCON Listener stopped"


async def test_server_properties_say_where_rcon_is(tmp_path: Path, clock: FakeClock) -> None:
    async with DemoServer.running(tmp_path, clock) as server:
        written = properties.load(tmp_path / "server.properties")
        assert written["rcon.port"] == str(server.rcon_port)
        assert written["rcon.password"] == server.rcon_password
        async with connected(server.rcon_port) as client:
            await client.log_in(written["rcon.password"])


async def test_a_whole_conversation(tmp_path: Path, clock: FakeClock) -> None:
    async with DemoServer.running(tmp_path, clock) as server, logged_in(server) as client:
        mara = await server.join("Mara")
        seen = mara.messages()
        await server.chat("Mara", "@ai storage")
        assert messages(tmp_path)[-1] == "<Mara> @ai storage"
        await client.ask('tellraw Mara {"text":"Storage Basics"}')
        first, second = await anext(seen), await anext(seen)
        assert (first.kind, first.text) == (Kind.CHAT, "<Mara> @ai storage")
        assert (second.kind, second.text) == (Kind.SYSTEM, "Storage Basics")
        assert server.commands == ('tellraw Mara {"text":"Storage Basics"}',)
        record = (tmp_path / "rcon-commands.log").read_text("utf-8")
        assert record.endswith('+00:00 tellraw Mara {"text":"Storage Basics"}\n')


async def test_the_console_and_players_command(tmp_path: Path, clock: FakeClock) -> None:
    async with DemoServer.running(tmp_path, clock, version="26.3") as server:
        await server.join("Mara")
        await server.console("system ai default")
        await server.command("Mara", "/save-all")
        assert messages(tmp_path)[-3:] == [
            "System chat: Unknown or incomplete command. See below for error",
            "System chat: system ai default<--[HERE]",
            "System chat: [Mara: Saved the game]",
        ]


async def test_who_was_here_is_cached(tmp_path: Path, clock: FakeClock) -> None:
    async with DemoServer.running(tmp_path, clock) as server:
        await server.join("Teo")
        await server.leave("Teo")
        cache = json.loads((tmp_path / "usercache.json").read_text("utf-8"))
        assert cache[0]["name"] == "Teo"
        assert cache[0]["uuid"] == str(server.player("Teo").uuid)


async def test_a_refusal_of_the_game_reaches_its_caller(tmp_path: Path, clock: FakeClock) -> None:
    async with DemoServer.running(tmp_path, clock) as server:
        with pytest.raises(RefusedError, match="not in the game"):
            await server.chat("Mara", "hi")


async def test_stop_over_rcon_is_answered_before_the_end(tmp_path: Path, clock: FakeClock) -> None:
    async with DemoServer.running(tmp_path, clock) as server, logged_in(server) as client:
        await server.join("Mara")
        assert await client.ask("stop") == "Stopping the server"
        assert await client.is_closed()
        await server.stop()
        assert not server.is_running
        with pytest.raises(RefusedError, match="not running"):
            await server.join("Teo")
    log = messages(tmp_path)
    assert log.index("Stopping server") < log.index("Mara lost connection: Server closed")
    assert log[-1] == "Thread RCON Listener stopped"


async def test_the_end_comes_at_once_even_with_open_connections(
    tmp_path: Path, clock: FakeClock
) -> None:
    loop = asyncio.get_running_loop()
    async with AsyncExitStack() as clients:
        async with DemoServer.running(tmp_path, clock) as server:
            for _ in range(2):
                await clients.enter_async_context(logged_in(server))
            client = await clients.enter_async_context(logged_in(server))
            server.latency = 3600
            await client.write(packet(2, COMMAND, b"list"))
            await server.rcon_consumed(server.rcon_reads + 1)
            began = loop.time()
        assert loop.time() - began < 0.5
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_what_the_block_raises_comes_out_as_it_is(tmp_path: Path, clock: FakeClock) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        async with DemoServer.running(tmp_path, clock):
            _ = 1 / 0
    assert caught.value.__cause__ is None


async def test_a_version_that_is_not_simulated_is_refused(tmp_path: Path, clock: FakeClock) -> None:
    with pytest.raises(UsageError):
        async with DemoServer.running(tmp_path, clock, version="1.12.2"):
            pass


async def test_readers_of_a_screen_end_with_the_server(tmp_path: Path, clock: FakeClock) -> None:
    async with DemoServer.running(tmp_path, clock) as server:
        teo = (await server.join("Teo")).messages()
        await server.chat("Teo", "bye")
    assert [shown.text async for shown in teo] == ["<Teo> bye"]


async def test_a_restart_begins_a_log_and_keeps_the_port(tmp_path: Path, clock: FakeClock) -> None:
    async with DemoServer.running(tmp_path, clock) as server, logged_in(server) as client:
        port, screen = server.rcon_port, (await server.join("Mara")).screen
        await server.restart()
        assert await client.is_closed()
        assert server.rcon_port == port
        assert messages(tmp_path)[0] == "Starting minecraft server version 1.21.4"
        (archive,) = (tmp_path / "logs").glob("*-1.log.gz")
        assert b"Mara joined the game" in gzip.decompress(archive.read_bytes())
        async with logged_in(server) as again:
            assert await again.ask("list") == "There are 0 of a max of 20 players online: "
        assert (await server.join("Mara")).screen is screen


async def test_a_second_life_in_the_directory_keeps_password_and_world(
    tmp_path: Path, clock: FakeClock
) -> None:
    kept: list[object] = []
    for _ in range(2):
        async with DemoServer.running(tmp_path, clock) as server:
            kept.append((server.rcon_password, (tmp_path / "world/level.dat").read_bytes()))
    assert kept[0] == kept[1]


async def test_rotation_leaves_a_new_file(tmp_path: Path, clock: FakeClock) -> None:
    async with DemoServer.running(tmp_path, clock) as server:
        server.rotate()
        await server.console("save-all")
        assert messages(tmp_path) == [
            "Saving the game (this may take a moment!)",
            "Saved the game",
        ]


async def test_rcon_can_be_taken_away_and_given_back(tmp_path: Path, clock: FakeClock) -> None:
    async with DemoServer.running(tmp_path, clock) as server, logged_in(server) as client:
        await server.enable_rcon(False)
        assert await client.is_closed()
        assert not server.rcon_enabled
        with pytest.raises(ConnectionRefusedError):
            async with connected(server.rcon_port):
                pass
        await server.enable_rcon(True)
        async with logged_in(server) as again:
            assert (await again.ask("list")).startswith("There are 0")


async def test_dropped_connections_can_come_again(tmp_path: Path, clock: FakeClock) -> None:
    async with DemoServer.running(tmp_path, clock) as server, logged_in(server) as client:
        await server.drop_rcon()
        assert await client.is_closed()
        async with logged_in(server):
            pass


async def test_a_changed_password_is_written_down(tmp_path: Path, clock: FakeClock) -> None:
    async with DemoServer.running(tmp_path, clock) as server:
        server.change_password("new one")
        assert properties.load(tmp_path / "server.properties")["rcon.password"] == "new one"
        async with logged_in(server):
            pass


async def test_latency_holds_every_command_up(tmp_path: Path, clock: FakeClock) -> None:
    async with DemoServer.running(tmp_path, clock) as server, logged_in(server) as client:
        server.latency = 0.05
        await client.write(packet(2, COMMAND, b"list"))
        await server.rcon_consumed(server.rcon_reads + 1)
        while clock.sleeping == 0:
            await asyncio.sleep(0)
        assert server.commands == ()
        clock.advance(0.05)
        assert (await client.read())[0] == 2


@pytest.mark.parametrize(
    ("setting", "line"),
    [
        ("rcon.password=", "No rcon password set in server.properties, rcon disabled!"),
        ("server-ip=203.0.113.1", "Unable to initialise RCON on 203.0.113.1:0"),
        ("enable-rcon=false", 'Done (0.000s)! For help, type "help"'),
    ],
)
async def test_a_server_may_run_without_rcon(
    tmp_path: Path, clock: FakeClock, setting: str, line: str
) -> None:
    (tmp_path / "server.properties").write_text(f"{setting}\n")
    async with DemoServer.running(tmp_path, clock) as server:
        assert not server.rcon_enabled
        assert messages(tmp_path)[-1] == line
        await server.join("Mara")


@given(st.lists(st.text(max_size=400).map(lambda text: (text * 4).encode()[:1446]), max_size=5))
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=30
)
def test_any_commands_of_at_most_1446_bytes_are_answered_one_by_one(
    tmp_path: Path, commands: list[bytes]
) -> None:
    async def ask_all() -> None:
        running = DemoServer.running(tmp_path, FakeClock())
        async with running as server, logged_in(server) as client:
            for number, command in enumerate(commands):
                body = command.split(b"\0")[0].decode("utf-8", "replace").removeprefix("/")
                await client.write(packet(number, COMMAND, command))
                answered, kind, text = await client.read()
                assert (answered, kind) == (number, 0)
                assert text.decode().endswith(f"{body}<--[HERE]")

    asyncio.run(ask_all())
