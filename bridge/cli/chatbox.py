"""The demo: a simulated server, the daemon beside it, and this terminal as Mara's chat box.

Nothing is handed to the daemon in process: what is typed goes into the simulated game, whose log
the daemon reads; what is printed is what the game showed to Mara after an RCON command.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Final

from bridge.core.errors import RefusedError
from bridge.daemon import journal
from bridge.daemon.clock import SystemClock
from bridge.daemon.loop import run_on_loop
from bridge.daemon.rendezvous import only_daemon
from bridge.daemon.run import running
from bridge.demo.screen import Kind
from bridge.demo.server import DemoServer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bridge.cli.place import Place
    from bridge.demo.screen import Shown
    from bridge.settings.snapshot import Settings

PLAYER: Final = "Mara"
DIRECTORY: Final = "state/demo"
READY_SECONDS: Final = 10.0
ANSWER_SECONDS: Final = 30.0
QUIET_SECONDS: Final = 0.15
"""An answer of several messages is complete when nothing more came for so long."""
_WELCOME: Final = """\
This is the chat of a simulated Minecraft server; you are {player}, an operator. Ask something:
  what quests are there about storage?        有哪些关于储存的任务        /help
/system ai default is typed at the server's console instead. Ctrl-D ends the demo."""


def run_demo(place: Place, lines: IO[str]) -> int:
    """Play until the lines end; the exit code."""
    # Peers of a real server must not end up here, nor at a port that its daemon wants.
    whole = place.settings()
    settings = whole.with_server(whole.at_root(DIRECTORY), DIRECTORY).without_ports()
    settings.state_directory.mkdir(parents=True, exist_ok=True)
    journal.configure("console", settings.state_directory / "daemon.log")
    with only_daemon(settings.state_directory), suppress(KeyboardInterrupt):
        run_on_loop(_play(settings, lines))
    return 0


async def _play(settings: Settings, lines: IO[str]) -> None:
    clock = SystemClock()
    interactive = lines.isatty()
    async with DemoServer.running(settings.at_root(DIRECTORY), clock) as server:
        mara = await server.join(PLAYER)
        async with running(settings, clock) as daemon, asyncio.TaskGroup() as group:
            async with asyncio.timeout(READY_SECONDS):
                await daemon.until_ready()
            if interactive:
                print(_WELCOME.format(player=PLAYER))
            screen = _Screen()
            printing = group.create_task(screen.print_all(mara.messages()))
            async for line in _typed(lines, prompt=f"<{PLAYER}> " if interactive else ""):
                if await _say(server, line):
                    await screen.answered()
            printing.cancel()


async def _say(server: DemoServer, line: str) -> bool:
    """Put a line into the game; false when the game does not take it."""
    words = line.split()
    try:
        if [word.lower().lstrip("/") for word in words[:2]] == ["system", "ai"]:
            await server.console(line.removeprefix("/"))
        else:
            await server.chat(PLAYER, f"@ai {line}")
    except RefusedError as error:
        print(f"(the game refused this: {error})", file=sys.stderr)
        return False
    return True


class _Screen:
    """Prints what the game shows to Mara, and knows when an answer is complete."""

    def __init__(self) -> None:
        self._shown = asyncio.Event()

    async def print_all(self, messages: AsyncIterator[Shown]) -> None:
        """Print until cancelled; her own chat stands in the terminal already."""
        async for shown in messages:
            if shown.kind is Kind.SYSTEM:
                print(shown.text, flush=True)
                self._shown.set()

    async def answered(self) -> None:
        """Return when something was shown and then nothing more for a moment."""
        patience = ANSWER_SECONDS
        while True:
            try:
                async with asyncio.timeout(patience):
                    await self._shown.wait()
            except TimeoutError:
                if patience == ANSWER_SECONDS:
                    print("(no answer)", file=sys.stderr)
                return
            self._shown.clear()
            patience = QUIET_SECONDS


async def _typed(lines: IO[str], prompt: str) -> AsyncIterator[str]:
    """Lines with something in them. A thread reads: a terminal cannot be awaited everywhere."""
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[str | None] = asyncio.Queue()

    def read() -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits for more
            for line in lines:
                loop.call_soon_threadsafe(queue.put_nowait, line)
            loop.call_soon_threadsafe(queue.put_nowait, None)

    threading.Thread(target=read, daemon=True).start()
    print(prompt, end="", flush=True)
    while (line := await queue.get()) is not None:
        if line.strip():
            yield line.strip()
        print(prompt, end="", flush=True)
