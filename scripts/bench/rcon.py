"""RCON: our client against the published ones, on vanilla's rules, in one run.

    scripts/bench/rcon.py [--quick]

The server is the strict one of the tests, in a process of its own. Each client gets the same
commands in the same order, alone, on the same event loop (uvloop), and is timed inside its call
only. Each reply is compared with what vanilla puts on the wire; after a wrong reply, an error or
20 s the client gets a new connection, so that one mistake counts once. Exit 1 when our client makes
a mistake or is not twice as fast as mcrcon on the commands that mcrcon gets right.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import subprocess
import sys
from collections import Counter
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import aiomcrcon
import mcrcon
import rconx
import uvloop

sys.path.insert(0, str(Path(__file__).parents[2]))

from bridge.core.errors import BridgeError
from bridge.daemon.clock import SystemClock
from bridge.minecraft.transports.rcon import RconClient, Up
from bridge.minecraft.transports.rcon_connection import Endpoint
from tests.peers.rcon_flavours import PASSWORD, VANILLA, RconPeer

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Generator

    from bridge.minecraft.transports.rcon import LinkState
    from tests.peers.rcon_flavours import Request, Session

HOST = "127.0.0.1"
PATIENCE = 20.0
SIZES = {"up to 8,192": (9000, 8192), "up to 100,000": (990, 100_000), "1,000,000": (10, 1_000_000)}
"""Class of reply: how many commands, and the longest reply in characters."""

# Runs of one to four bytes a character, long enough for any reply from any start.
_WORDS = (
    "There are 3 of a max of 20 players online: ",
    "你好世界，任务书",
    "Überraschung ",
    "🎉🎊",
)
STOCK = "".join(random.Random(1).choices(_WORDS, weights=(6, 2, 2, 1), k=60_000))
"""Replies are slices of this text."""


@dataclass(frozen=True, slots=True)
class Task:
    """One command: the reply is `length` characters of the stock from `start`."""

    size: str
    start: int
    length: int

    @property
    def command(self) -> str:
        return f"text {self.start} {self.length}"

    @property
    def wire_text(self) -> str:
        return VANILLA.wire_text([STOCK[self.start : self.start + self.length]])


@dataclass(slots=True)
class Score:
    """What one client did with the tasks."""

    seconds: dict[int, float] = field(default_factory=dict[int, float])
    """Number of a task that was answered right: its time."""
    mistakes: Counter[str] = field(default_factory=Counter[str])

    def rate(self, tasks: set[int]) -> float:
        """Commands per second over these tasks."""
        return len(tasks) / sum(self.seconds[task] for task in tasks) if tasks else 0.0


def tasks(share: int) -> list[Task]:
    dice = random.Random(2)
    drawn: list[Task] = []
    for size, (count, longest) in SIZES.items():
        for _ in range(max(1, count // share)):
            length = longest if size == "1,000,000" else dice.randint(0, longest)
            drawn.append(Task(size, dice.randint(0, len(STOCK) - longest), length))
    dice.shuffle(drawn)
    return drawn


@asynccontextmanager
async def ours(port: int) -> AsyncGenerator[Callable[[str], Awaitable[str]]]:
    up = asyncio.Event()

    def on_state(state: LinkState) -> None:
        if isinstance(state, Up):
            up.set()

    endpoint = Endpoint(host=HOST, port=port, password=PASSWORD)
    client = RconClient(endpoint=lambda: endpoint, clock=SystemClock(), on_state=on_state)
    async with client.running():
        await up.wait()
        yield client.command


@asynccontextmanager
async def with_mcrcon(port: int) -> AsyncGenerator[Callable[[str], Awaitable[str]]]:
    with mcrcon.MCRcon(HOST, PASSWORD, port=port, timeout=int(PATIENCE)) as client:

        async def ask(command: str) -> str:
            return client.command(command)  # pyright: ignore[reportUnknownMemberType] -- untyped

        yield ask


@asynccontextmanager
async def with_aio_mc_rcon(port: int) -> AsyncGenerator[Callable[[str], Awaitable[str]]]:
    async with aiomcrcon.Client(HOST, port, PASSWORD) as client:

        async def ask(command: str) -> str:
            return (await client.send_cmd(command, timeout=PATIENCE))[0]

        yield ask


@asynccontextmanager
async def with_rconx(port: int) -> AsyncGenerator[Callable[[str], Awaitable[str]]]:
    client = rconx.AsyncRconClient.create(HOST, port, preset="minecraft")
    await client.connect_and_authenticate(PASSWORD)
    try:

        async def ask(command: str) -> str:
            return (await client.execute(command)).text

        yield ask
    finally:
        await client.aclose()


CLIENTS = {
    "ours": ours,
    "mcrcon": with_mcrcon,
    "aio-mc-rcon": with_aio_mc_rcon,
    "rconx": with_rconx,
}
# What these libraries raise for a reply that they cannot read.
FAILURES = (
    BridgeError,
    OSError,
    ValueError,
    mcrcon.MCRconException,
    aiomcrcon.RCONConnectionError,
    rconx.RconError,
)


async def measure(
    connect: Callable[[int], AbstractAsyncContextManager[Callable[[str], Awaitable[str]]]],
    port: int,
    work: list[Task],
) -> Score:
    score = Score()
    number = 0
    while number < len(work):
        async with connect(port) as ask:
            right = True
            while right and number < len(work):
                right = await attempt(ask, number, work[number], score)
                number += 1
    return score


async def attempt(
    ask: Callable[[str], Awaitable[str]], number: int, task: Task, score: Score
) -> bool:
    expected = task.wire_text
    started = perf_counter()
    try:
        reply = await asyncio.wait_for(ask(task.command), PATIENCE)
    except FAILURES as error:
        score.mistakes[f"{task.size}: {type(error).__name__}"] += 1
        return False
    seconds = perf_counter() - started
    if reply != expected:
        kind = "cut" if expected.startswith(reply) else "other text"
        score.mistakes[f"{task.size}: {kind}"] += 1
        return False
    score.seconds[number] = seconds
    return True


@contextmanager
def server() -> Generator[int]:
    """The port of a server in another process, which ends with its standard input."""
    with subprocess.Popen(
        [sys.executable, __file__, "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield int(process.stdout.readline())
        process.stdin.close()


async def answer(session: Session, request: Request) -> None:
    _, start, length = request.text.split()
    await session.reply(request, STOCK[int(start) : int(start) + int(length)])


async def serve() -> None:
    peer = RconPeer(handler=answer)
    async with peer.running():
        print(peer.port, flush=True)
        await asyncio.to_thread(sys.stdin.read)
        peer.violations.clear()  # they show as mistakes of the client that made them


def report(scores: dict[str, Score], work: list[Task]) -> bool:
    print(f"{len(work)} commands each; rates are commands per second inside the call")
    for name, score in scores.items():
        wrong = sum(score.mistakes.values())
        print(f"\n{name}: {len(score.seconds)} right, {wrong} wrong")
        for size in SIZES:
            answered = {n for n in score.seconds if work[n].size == size}
            print(
                f"  {size:>14} characters: {len(answered):5} right, {score.rate(answered):8.0f}/s"
            )
        for mistake, count in sorted(score.mistakes.items()):
            print(f"  mistake  {mistake}: {count}")
    shared = set(scores["mcrcon"].seconds) & set(scores["ours"].seconds)
    own, theirs = scores["ours"].rate(shared), scores["mcrcon"].rate(shared)
    print(f"\non the {len(shared)} that mcrcon gets right: {own:.0f}/s against {theirs:.0f}/s")
    return not scores["ours"].mistakes and own >= 2 * theirs


async def run(work: list[Task]) -> bool:
    scores: dict[str, Score] = {}
    with server() as port:
        for name, connect in CLIENTS.items():
            scores[name] = await measure(connect, port, work)
    return report(scores, work)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of the commands")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        uvloop.run(serve())
        return 0
    return 0 if uvloop.run(run(tasks(10 if options.quick else 1))) else 1


if __name__ == "__main__":
    sys.exit(main())
