"""Proof: whoever of daemon and server is killed, the world has one server, and has one again.

    python -m scripts.prove.wrapper [--kills N] [--write docs/proof.md]

The daemon's half is a process that keeps one server by `Child` with `restart = "on-crash"`, on the
daemon's own event loop; the server is `wrapper_server.py`. Each kill is SIGKILL:

- of the server: it must be launched again;
- of the daemon: the server must be told, save its world and end by itself, and the next daemon,
  started at the same moment, must launch it after that. Every other time the save takes until that
  daemon has told that it attached to the one that lives;
- of both, the server first or last: the next daemon must launch it.

After each, exactly one more server has started, and none found its world held by another. By
default 50 kills of either sort. Linux only: elsewhere a parent's death is not told.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from bridge.daemon.clock import SystemClock
from bridge.daemon.loop import run_on_loop
from bridge.minecraft.transports.child import Child
from bridge.minecraft.transports.child_process import Launch
from bridge.minecraft.transports.child_states import Attached, ChildState, Running, words
from bridge.minecraft.transports.log_tail import LogTail
from scripts.prove.section import put_section

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

SERVER: Final = Path(__file__).with_name("wrapper_server.py")
PATIENCE: Final = 30.0
ATTACHED: Final = f"state {Attached.__name__}"
KILLED: Final = ("the server", "the daemon", "both")


class Failed(Exception):  # noqa: N818
    """What must hold does not."""


async def keep(directory: Path) -> None:
    """The daemon's half: keep the server until SIGTERM, telling each state."""

    def told(state: ChildState) -> None:
        kind = type(state).__name__
        print("state", kind, words(state), flush=True)

    clock = SystemClock()
    launch = Launch(
        command=(sys.executable, "-S", str(SERVER)),
        directory=directory,
        record=directory / "state" / "main.server",
        world=lambda: directory / "world",
        restart="on-crash",
    )
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    child = Child(launch, clock=clock, on_state=told)
    log = directory / "logs" / "latest.log"
    async with child.running(lambda: LogTail.open(log, clock=clock)), asyncio.TaskGroup() as group:
        reading = group.create_task(_tell(child))
        await stop.wait()
        reading.cancel()


async def _tell(child: Child) -> None:
    async for line in child:
        if not line.history and b"Done (" in line.raw and isinstance(child.state, Running):
            print("ready", flush=True)


@dataclass(slots=True)
class Daemon:
    """A process with the daemon's half, and what it told."""

    process: asyncio.subprocess.Process
    told: list[str] = field(default_factory=list[str])

    async def until(self, word: str) -> None:
        """Read what it tells up to a line that begins so."""
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            while line := (await self.process.stdout.readline()).decode():
                self.told.append(line)
                if line.startswith(word):
                    return
        raise Failed(f"the daemon ended without {word!r}:\n{''.join(self.told)}")

    async def kill(self) -> None:
        """SIGKILL."""
        self.process.kill()
        await self.process.wait()


@asynccontextmanager
async def daemon(directory: Path) -> AsyncGenerator[Daemon]:
    """A running one; at the end it is stopped in order, if it still runs."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, __file__, "--keep", directory), stdout=asyncio.subprocess.PIPE
    )
    try:
        yield Daemon(process)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()


def noted(directory: Path, name: str) -> list[int]:
    """The processes in one of the server's files."""
    try:
        return [int(line) for line in (directory / name).read_text(encoding="ascii").split()]
    except FileNotFoundError:
        return []


@dataclass(slots=True)
class Outcome:
    """What became of the kills of one sort."""

    killed: str
    kills: int = 0
    attached: int = 0
    seconds: list[float] = field(default_factory=list[float])


async def prove(killed: str, kills: int) -> Outcome:
    """That many kills of one sort, one after the other."""
    outcome = Outcome(killed)
    with TemporaryDirectory() as name:
        directory = Path(name)
        for number in range(kills):
            await _kill(directory, outcome, number)
        saved = set(noted(directory, "saved"))
        starts = len(noted(directory, "started"))
        if starts != 2 * kills:
            raise Failed(f"{starts} servers for {kills} kills")
        told = {*noted(directory, "started")[0 if killed == "the daemon" else 1 :: 2]}
        if not told <= saved:
            raise Failed(f"{len(told - saved)} servers ended without saving")
        if killed == "the daemon" and len(saved) != starts:
            raise Failed(f"{starts - len(saved)} servers were not told that the daemon died")
    return outcome


async def _kill(directory: Path, outcome: Outcome, number: int) -> None:
    """One round: a daemon with its server, a kill, and what must be there again."""
    async with daemon(directory) as first:
        await first.until("ready")
        server = noted(directory, "started")[-1]
        began = perf_counter()
        if outcome.killed == "the server":
            os.kill(server, signal.SIGKILL)
            await first.until("ready")
        else:
            await _kill_daemon(directory, first, server, outcome, number)
        outcome.seconds.append(perf_counter() - began)
        outcome.kills += 1
    if noted(directory, "refused"):
        raise Failed("a second server was launched on one world")


async def _kill_daemon(
    directory: Path, first: Daemon, server: int, outcome: Outcome, number: int
) -> None:
    both = outcome.killed == "both"
    saving = directory / "saving"
    if both and number % 2:
        os.kill(server, signal.SIGKILL)
    if not both and number % 2:
        os.mkfifo(saving)
    await first.kill()
    if both and not number % 2:
        with suppress(ProcessLookupError):  # it was told, and faster
            os.kill(server, signal.SIGKILL)
    async with daemon(directory) as second:
        if saving.exists():
            await second.until(ATTACHED)
            # For both, which never waits; whoever comes after it is gone does not wait either.
            pipe = os.open(saving, os.O_RDWR)
            saving.unlink()
            os.close(pipe)
        await second.until("ready")
        outcome.attached += any(line.startswith(ATTACHED) for line in second.told)


async def prove_all(kills: int) -> list[Outcome]:
    """Every sort, one after the other: the times are told."""
    return [await prove(killed, kills) for killed in KILLED]


def run(kills: int) -> list[Outcome]:
    """The proof at a given size. Raises Failed."""
    return asyncio.run(prove_all(kills))


def main() -> int:
    """Prove it, print it, and with `--write FILE` put it into that page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--write", type=Path)
    parser.add_argument("--keep", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.keep:
        run_on_loop(keep(options.keep))
        return 0
    try:
        outcomes = run(options.kills)
    except Failed as failed:
        print(f"FAILED: {failed}", file=sys.stderr)
        return 1
    rows: list[str] = []
    for outcome in outcomes:
        times = sorted(outcome.seconds)
        rows.append(
            f"- {outcome.killed}: {outcome.kills} SIGKILLs, a server again each time, never two "
            f"({outcome.attached} times the next daemon found one that still lived); "
            f"until it was ready p50 {times[len(times) // 2]:.1f} s, longest {times[-1]:.1f} s"
        )
    print("\n".join(rows))
    if options.write:
        put_section(options.write, "wrapper", "One server, whoever is killed", "\n".join(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
