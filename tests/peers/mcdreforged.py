"""The real MCDReforged, as a process, around a process that stands for a server."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import runpy
import sys
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

PATIENCE = 20.0
ROOT = Path(__file__).parents[2]
SERVER = Path(__file__).with_name("vanilla_process.py")
# What is asked here of MCDReforged itself: the threads there are, and what its console would offer.
PROBE = """
import threading
from mcdreforged.api.all import GreedyText, Literal

PLUGIN_METADATA = {"id": "probe", "version": "1.0.0"}

def on_load(server, prev):
    def threads(source):
        names = sorted(t.name for t in threading.enumerate() if t.name.startswith("system_bridge"))
        server.logger.info(f"PROBE threads {names}")
    def complete(source, context):
        offered = server._mcdr_server.command_manager.suggest_command(context["text"], source)
        server.logger.info("PROBE offers " + "|".join(sorted(each.command for each in offered)))
    server.register_command(Literal("!!threads").runs(threads))
    server.register_command(Literal("!!complete").then(GreedyText("text").runs(complete)))

    def ending(server):
        names = [t.name for t in threading.enumerate() if t.name.startswith("system_bridge")]
        server.logger.info(f"PROBE at the end {names}")
    server.register_event_listener("mcdr.mcdr_stop", ending, priority=5000)
"""


def is_installed() -> bool:
    return importlib.util.find_spec("mcdreforged") is not None


def built_plugin(out: Path) -> Path:
    """The plugin as `scripts/build_mcdr` makes it."""
    build = runpy.run_path(str(ROOT / "scripts" / "build_mcdr"))
    return build["build"](build["SOURCE"], out)


def config(state: Path) -> dict[str, str]:
    """What the plugin needs to know of the daemon."""
    return {"state": str(state), "server": "", "prefix": "@ai"}


@dataclass
class Reforged:
    """MCDReforged that runs. `server` says lines as the game server; `commands` it was sent."""

    process: asyncio.subprocess.Process
    server: asyncio.StreamWriter
    commands: asyncio.Queue[str]
    output: list[str] = field(default_factory=list[str])
    printed: asyncio.Condition = field(default_factory=asyncio.Condition)

    def game(self, *lines: str) -> None:
        """The server writes these lines."""
        self.server.write("".join(f"{line}\n" for line in lines).encode())

    def type(self, line: str) -> None:
        """At MCDReforged's console."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())

    async def command(self) -> str:
        """The next line on the server's standard input."""
        async with asyncio.timeout(PATIENCE):
            return await self.commands.get()

    async def prints(self, part: str, times: int = 1) -> str:
        """Wait until so many lines with `part` were printed in all; the last of them."""

        def found() -> list[str]:
            return [line for line in self.output if part in line]

        try:
            async with asyncio.timeout(PATIENCE), self.printed:
                await self.printed.wait_for(lambda: len(found()) >= times)
        except TimeoutError:
            raise AssertionError("\n".join([f"not printed: {part}", *self.output])) from None
        return found()[times - 1]

    async def stop(self) -> int:
        """Stop the server, and MCDReforged with it; its exit code."""
        self.type("stop")
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()

    async def read(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            async with self.printed:
                self.output.append(line.decode().rstrip())
                self.printed.notify_all()


def lay_out(root: Path, port: int, plugin: Path, config: dict[str, str]) -> None:
    """A folder of MCDReforged with the plugin in it."""
    for name in ("plugins", "server", "config/system_bridge"):
        (root / name).mkdir(parents=True, exist_ok=True)
    (root / "plugins" / plugin.name).write_bytes(plugin.read_bytes())
    (root / "plugins" / "probe.py").write_text(PROBE)
    (root / "config/system_bridge/config.json").write_text(json.dumps(config))
    (root / "permission.yml").write_text("default_level: user\nowner: []\n")
    settings = {
        "language": "en_us",
        "working_directory": "server",
        "start_command": [sys.executable, "-u", str(SERVER), str(port)],
        "handler": "vanilla_handler",
        "encoding": "utf8",
        "decoding": "utf8",
        "plugin_directories": ["plugins"],
        "check_update": False,
        "advanced_console": False,
        "telemetry": False,
        "disable_console_color": True,
        "handler_detection": False,
    }
    (root / "config.yml").write_text(json.dumps(settings))  # JSON is YAML


@asynccontextmanager
async def reforged(root: Path, plugin: Path, config: dict[str, str]) -> AsyncGenerator[Reforged]:
    """MCDReforged with the plugin, its server started; killed at the end if it still runs."""
    commands: asyncio.Queue[str] = asyncio.Queue()
    arrived: asyncio.Future[asyncio.StreamWriter] = asyncio.get_running_loop().create_future()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        arrived.set_result(writer)
        async for line in reader:
            commands.put_nowait(line.decode().rstrip("\n"))
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as listening:
        port: int = listening.sockets[0].getsockname()[1]
        lay_out(root, port, plugin, config)
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "mcdreforged"),
            cwd=root,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        async with asyncio.TaskGroup() as tasks:
            try:
                async with asyncio.timeout(PATIENCE):
                    writer = await arrived
                running = Reforged(process, writer, commands)
                tasks.create_task(running.read())
                await running.prints("Done (")
                yield running
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
