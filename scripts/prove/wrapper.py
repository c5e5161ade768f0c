"""Proof: whoever of daemon and server is killed, the world has one server, and has one again.

    python -m scripts.prove.wrapper [--kills N] [--write docs/proof.md]

The daemon is the real one, `system-bridge run` with `launch` and `restart = "on-crash"`; the server
is `wrapper_server.py`. Each kill is SIGKILL:

- of the server: its exit code is told, and it must be launched again;
- of the daemon: the server must be told, save its world and end by itself, and the next daemon,
  started at the same moment, must launch it after that. Every other time the save takes until that
  daemon has told that it attached to the one that lives;
- of both, the server first or last: the next daemon must launch it.

After each, exactly one more server has started, and none found its world held by another; then the
daemon is stopped in order, exits with 0, and has shown the server's last lines. By default 50 kills
of either sort. Linux only: elsewhere a parent's death is not told.
"""

from __future__ import annotations

import argparse
import asyncio
import json
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

from scripts.prove.section import put_section

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

ROOT: Final = Path(__file__).parents[2]
SERVER: Final = Path(__file__).with_name("wrapper_server.py")
COMMAND: Final = (sys.executable, "-S", str(SERVER))
PATIENCE: Final = 30.0
READY: Final = 'Done (0.1s)! For help, type "help"'
CRASHED: Final = "the server crashed (exit code 137); it is launched again in 1 s"
ATTACHED: Final = "the server of an earlier daemon is still stopping (process "
LAST_WORDS: Final = ("Stopping server", "All dimensions are saved")
KILLED: Final = ("the server", "the daemon", "both")


class Failed(Exception):  # noqa: N818
    """What must hold does not."""


def configure(directory: Path, *options: str, command: tuple[str, ...] = COMMAND) -> None:
    """A bridge.toml in this directory, with the server launched in it."""
    launch = json.dumps([*command, *options])
    (directory / "bridge.toml").write_text(
        f'[servers.main]\ndirectory = "."\nlaunch = {launch}\nrestart = "on-crash"\n'
        '[socket]\nlisten = "unix:state/bridge.sock"\n[web]\nlisten = ""\n',
        encoding="utf-8",
    )


@dataclass(slots=True)
class Daemon:
    """Its process, and what it told: its own log and the server's console."""

    process: asyncio.subprocess.Process
    told: list[str] = field(default_factory=list[str])

    async def until(self, *words: str) -> None:
        """Read what it tells until each of these words stood in a line. Raises Failed.

        In any order: its log and the server's console are two streams.
        """
        assert self.process.stdout is not None
        missing = set(words)
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while line := (await self.process.stdout.readline()).decode():
                    self.told.append(line)
                    missing = {each for each in missing if each not in line}
                    if not missing:
                        return
        raise Failed(f"the daemon did not tell {sorted(missing)}:\n{''.join(self.told)}")

    def type(self, line: str) -> None:
        """At its terminal, which must be open for that."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())

    async def kill(self) -> None:
        """SIGKILL."""
        self.process.kill()
        await self.process.wait()

    async def stop(self) -> None:
        """SIGTERM, and the rest of what it tells. Raises Failed when its exit code is not 0."""
        self.process.terminate()
        rest, _ = await self.process.communicate()
        self.told += rest.decode().splitlines(keepends=True)
        if self.process.returncode != 0:
            raise Failed(f"exit code {self.process.returncode}:\n{''.join(self.told)}")


@asynccontextmanager
async def daemon(directory: Path, *, typing: bool = False) -> AsyncGenerator[Daemon]:
    """A running one, which is killed at the end if it still runs; `typing`: it has a terminal."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bridge", "run", "--config", directory / "bridge.toml"),
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE if typing else asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        yield Daemon(process)
    finally:
        if process.returncode is None:
            process.kill()
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
        configure(directory)
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
        await first.until(READY)
        server = noted(directory, "started")[-1]
        if outcome.killed == "the server":
            began = perf_counter()
            os.kill(server, signal.SIGKILL)
            await first.until(CRASHED)
            await first.until(READY)
            outcome.seconds.append(perf_counter() - began)
            await _stop(first)
        else:
            await _kill_daemon(directory, first, server, outcome, number)
    outcome.kills += 1
    if noted(directory, "refused"):
        raise Failed("a second server was launched on one world")


async def _kill_daemon(
    directory: Path, first: Daemon, server: int, outcome: Outcome, number: int
) -> None:
    began = perf_counter()
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
        await second.until(READY)
        outcome.seconds.append(perf_counter() - began)
        outcome.attached += any(ATTACHED in line for line in second.told)
        await _stop(second)


async def _stop(running: Daemon) -> None:
    await running.stop()
    shown = "".join(running.told)
    if missing := [words for words in LAST_WORDS if words not in shown]:
        raise Failed(f"the server's {missing} was not shown:\n{shown}")


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
    options = parser.parse_args()
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
