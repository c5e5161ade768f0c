"""Proof: a server's links lose no request, answer none twice and leave nothing behind.

Usage: python -m scripts.prove.link_soak [--scale N] [--write docs/proof.md]

The simulated server with the daemon beside it, two players and a program in the server, by a fake
clock, by which half an hour passes after each trouble: two days in all, and each midnight a new
log. Half of the restarts are the server's, half the daemon's; losses of RCON and of the socket come
between, always with requests under way. What is
said stands in the log and, while the program is connected, comes over the socket as well. Each
request has a word of its own, which its answer and every report of it repeat. A request that is not
answered must have been reported in the daemon's log.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import re
import sys
from collections import Counter
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

from typing_extensions import override

from bridge.core.errors import LinkError, ProtocolError, RefusedError
from bridge.daemon.rendezvous import ADDRESS_FILE, TOKEN_FILE, only_daemon
from bridge.daemon.run import running
from bridge.demo.server import DemoServer
from bridge.minecraft.transports.socket_client import SocketClient
from bridge.minecraft.transports.socket_messages import Chat, PeerPlayer, Result, Role, Send
from bridge.settings.loading import defaults
from scripts.prove.section import put_section
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable, Iterator

    from bridge.demo.screen import Screen
    from bridge.settings.snapshot import Settings

PLAYERS = ("Mara", "Teo")
TICK = 0.01
"""Seconds that pass by the fake clock in each `PAUSE` of real ones, whatever else happens."""
PAUSE = 0.002
BETWEEN = 1800
"""Seconds that pass after each trouble, when nothing is under way, a minute at a time."""
GRACE = 0.2
"""Real seconds for what an answer that was shown brings with it, before time leaps."""
PATIENCE = 30.0
AT_ONCE = 12
"""Requests between two pauses."""
LOOK = 0.01
QUIET = 100
"""So many looks without anything new, and what was not answered by then never will be."""
REPORTS = ("could not be given", "was cut off")
_REQUEST = re.compile(r"/soak(\d+)x")


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How much is done."""

    restarts: int = 48
    rcon_losses: int = 24
    socket_losses: int = 24
    requests: int = 2000

    @property
    def troubles(self) -> Iterator[str]:
        """What goes wrong, in turn."""
        counts = Counter(
            server=self.restarts // 2,
            daemon=self.restarts - self.restarts // 2,
            rcon=self.rcon_losses,
            socket=self.socket_losses,
        )
        while counts.total():
            for trouble in ("rcon", "server", "socket", "daemon"):
                if counts[trouble] > 0:
                    counts[trouble] -= 1
                    yield trouble


@dataclass(slots=True, kw_only=True)
class Outcome:
    """What became of the requests, and what was left behind."""

    requests: int = 0
    answered: int = 0
    twice: int = 0
    reported: int = 0
    """Not answered, as far as could be seen, and reported."""
    both: int = 0
    """Answered, and reported as well."""
    silent: int = 0
    """Neither."""
    left: dict[str, int] = field(default_factory=dict[str, int])
    """Tasks and open files that are more at the end than at the beginning."""
    seconds: float = 0.0
    hours: float = 0.0
    """By the fake clock."""

    @property
    def holds(self) -> bool:
        """Whether what is to be proved is so."""
        return not (self.silent or self.twice or any(self.left.values()))


class Reports(logging.Handler):
    """What the daemon reports of requests that were not answered."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    @override
    def emit(self, record: logging.LogRecord) -> None:
        line = record.getMessage()
        if any(words in line for words in REPORTS):
            self.lines.append(line)


class Program:
    """A program in the server: it tells what is said and shows what it is sent."""

    def __init__(self, settings: Settings) -> None:
        self.shown: list[str] = []
        self._state = settings.state_directory
        self._client: SocketClient | None = None
        self._stack = AsyncExitStack()
        self._told = 0

    async def connect(self) -> None:
        address = (self._state / ADDRESS_FILE).read_text().strip()
        token = (self._state / TOKEN_FILE).read_text().strip()
        await self._stack.aclose()
        opening = SocketClient.connected(address, token, Role.SERVER, agent="soak")
        self._client = await self._stack.enter_async_context(opening)
        group = await self._stack.enter_async_context(asyncio.TaskGroup())
        task = group.create_task(self._show(self._client))
        self._stack.callback(task.cancel)

    async def close(self) -> None:
        self._client = None
        await self._stack.aclose()

    async def tell(self, player: PeerPlayer, text: str) -> None:
        """A line of chat, and the same frame again."""
        self._told += 1
        chat = Chat(player=player, text=text, id=f"soak-{os.getpid()}-{self._told}")
        for _ in range(2):
            if self._client is not None:
                try:
                    await self._client.send(chat)
                except (LinkError, ProtocolError):
                    self._client = None

    async def _show(self, client: SocketClient) -> None:
        try:
            async for message in client:
                if isinstance(message, Send):
                    self.shown.append(message.plain)
                    await client.send(Result(id=message.id, ok=True))
        except (LinkError, ProtocolError):
            pass  # the daemon went


class Soak:
    """One run."""

    def __init__(
        self, root: Path, size: Size, server: DemoServer, clock: FakeClock, reports: Reports
    ) -> None:
        self._size = size
        self._reports = reports
        self._server = server
        self._clock = clock
        self._settings = defaults(root).with_server(root / "server", "state/server").without_ports()
        self._program = Program(self._settings)
        self._daemon = AsyncExitStack()
        self._screens: dict[Screen, asyncio.Task[None]] = {}
        self._seen: list[str] = []
        self.asked = 0

    async def run(self) -> None:
        """Everything, to the end."""
        with only_daemon(self._settings.state_directory):
            async with asyncio.TaskGroup() as eyes:
                ticking = eyes.create_task(self._tick())
                await self._join(eyes)
                await self._start()
                troubles = list(self._size.troubles)
                for number, trouble in enumerate(troubles, start=1):
                    await self._ask(self._size.requests * number // len(troubles))
                    await self._have(trouble)
                    await self._join(eyes)
                    await self._wait()
                await self._stop()
                ticking.cancel()
                for task in self._screens.values():
                    task.cancel()

    async def _tick(self) -> None:
        """Time passes, so that what waits for a moment goes on."""
        while True:
            await asyncio.sleep(PAUSE)
            self._clock.advance(TICK)

    async def _wait(self) -> None:
        """Half an hour in which nobody asks anything."""
        await self.settled()
        await asyncio.sleep(GRACE)
        for _ in range(0, BETWEEN, 60):
            self._clock.advance(60)
            await asyncio.sleep(PAUSE)

    async def _ask(self, until: int) -> None:
        while self.asked < until:
            name = PLAYERS[self.asked % 2]
            text = f"@ai /soak{self.asked}x"
            account = self._server.player(name).account
            await self._server.chat(name, text)
            await self._program.tell(PeerPlayer(name=name, uuid=account.uuid), text)
            self.asked += 1
            if self.asked % AT_ONCE == 0:
                await self.settled()

    async def _have(self, trouble: str) -> None:
        match trouble:
            case "rcon":
                await self._server.drop_rcon()
            case "server":
                await self._server.restart()
            case "socket":
                await self._program.close()
                await asyncio.sleep(0.01)
                await self._program.connect()
            case _:
                await self._program.close()
                await self._stop()
                await self._start()

    async def _join(self, eyes: asyncio.TaskGroup) -> None:
        """Players who are not in the game come; their screens are read all the time."""
        for name in PLAYERS:
            player = self._server.player(name)
            if not player.online:
                player = await self._server.join(name)
            if player.screen not in self._screens:
                self._screens[player.screen] = eyes.create_task(self._look(player.screen))

    async def _look(self, screen: Screen) -> None:
        async for shown in screen.messages():
            self._seen.append(shown.text)

    async def _start(self) -> None:
        daemon = await self._daemon.enter_async_context(running(self._settings, self._clock))
        async with asyncio.timeout(PATIENCE):
            await daemon.until_ready()
        await self._program.connect()

    async def _stop(self) -> None:
        await self._program.close()
        await self._daemon.aclose()

    async def settled(self) -> None:
        """Return when each request was answered or reported, or nothing happens for a while."""
        quiet, before = 0, 0
        while quiet < QUIET:
            answered, told = _numbers(self.answers()), _numbers(self._reports.lines)
            now = len(answered.keys() | told.keys())
            if now == self.asked:
                return
            quiet = quiet + 1 if now == before else 0
            before = now
            await asyncio.sleep(LOOK)

    @property
    def hours(self) -> float:
        """How much time passed by the fake clock."""
        return self._clock.monotonic() / 3600

    def answers(self) -> list[str]:
        """All that players were shown, by whatever way."""
        return [text for text in (*self._seen, *self._program.shown) if "@ai" not in text]

    def outcome(self) -> Outcome:
        """Whose answers came, and how often; which of the others stand in the reports."""
        times, told = _numbers(self.answers()), _numbers(self._reports.lines)
        missing = [number for number in range(self.asked) if not times[number]]
        return Outcome(
            requests=self.asked,
            answered=self.asked - len(missing),
            twice=sum(count > 1 for count in times.values()),
            reported=sum(told[number] > 0 for number in missing),
            both=sum(told[number] > 0 for number in times),
            silent=sum(not told[number] for number in missing),
        )


def _numbers(texts: Iterable[str]) -> Counter[int]:
    """How often each request is named."""
    return Counter(int(number) for text in texts for number in _REQUEST.findall(text))


@asynccontextmanager
async def soaking(size: Size, reports: Reports) -> AsyncGenerator[Soak]:
    """A run in a folder of its own."""
    with TemporaryDirectory() as folder:
        clock = FakeClock()
        async with DemoServer.running(Path(folder) / "server", clock) as server:
            yield Soak(Path(folder), size, server, clock, reports)


def _open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


async def _measured(size: Size) -> Outcome:
    began = perf_counter()
    reports = Reports()
    logger = logging.getLogger("bridge")
    logger.addHandler(reports)
    tasks, files = len(asyncio.all_tasks()), _open_files()
    try:
        async with soaking(size, reports) as soak:
            await soak.run()
            outcome = soak.outcome()
            outcome.hours = soak.hours
    finally:
        logger.removeHandler(reports)
    await asyncio.sleep(0.1)
    outcome.left = {
        "tasks": len(asyncio.all_tasks()) - tasks,
        "files and connections": _open_files() - files,
    }
    outcome.seconds = perf_counter() - began
    return outcome


def run(size: Size) -> Outcome:
    """The proof at a given size."""
    return asyncio.run(_measured(size))


def main() -> int:
    """Prove it, print it, and with `--write FILE` put it into that page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    full = Size()
    size = Size(
        restarts=round(full.restarts * options.scale),
        rcon_losses=round(full.rcon_losses * options.scale),
        socket_losses=round(full.socket_losses * options.scale),
        requests=round(full.requests * options.scale),
    )
    logging.getLogger("bridge").addHandler(logging.NullHandler())
    outcome = run(size)
    left = ", ".join(f"{count} {what}" for what, count in outcome.left.items())
    text = (
        f"{outcome.requests:,} requests over {size.restarts} restarts (half the server's, half the "
        f"daemon's), {size.rcon_losses} losses of RCON and {size.socket_losses} of the socket, in "
        f"{outcome.hours:.0f} hours by a fake clock ({outcome.seconds:.0f} s): "
        f"{outcome.answered:,} answered, {outcome.twice} twice; of the others {outcome.reported} "
        f"reported in the daemon's log, {outcome.silent} silent; {outcome.both} answered and "
        f"reported as well; left behind: {left}."
    )
    print(text)
    if options.write:
        put_section(options.write, "link_soak", "Links lose no request, answer none twice", text)
    return int(not outcome.holds)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RefusedError as error:
        sys.exit(str(error))
