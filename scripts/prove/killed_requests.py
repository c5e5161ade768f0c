"""Proof: a daemon that is killed answers nothing twice and leaves no request untold.

    python -m scripts.prove.killed_requests [--kills N] [--write docs/proof.md]

The daemon is the real one, `system-bridge run`, beside the simulated server with two players in it.
Each time it is killed with SIGKILL while requests come in, at a moment of chance, and started
again, while requests go on coming in, and the log is packed away every other time; at the end it
is stopped in order. Each request has a word of its own, which its answer and every report of it
repeat. Each must have been shown once, or stand in the daemon's log. (What was shown just before
the kill may stand there as well. A player who has too many waiting is told so for each further one,
in words that do not name it: these are counted.)
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from typing_extensions import override

sys.path.insert(0, str(Path(__file__).parents[2]))

from bridge.daemon.clock import SystemClock
from bridge.demo.server import DemoServer
from scripts.prove.section import put_section
from scripts.prove.wrapper import Daemon, daemon

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bridge.demo.screen import Screen

PLAYERS: Final = ("Mara", "Teo")
READY: Final = ("log: up", "answers: up", "items: ")
"""What a daemon tells on its way to where it answers; it is killed behind any of it."""
BEFORE_START: Final = 3
"""Requests that come in while no daemon runs; before the first one nobody asks."""
LONGEST: Final = 0.06
"""Seconds from the first request to the kill, at most."""
TOO_MANY: Final = "of your requests are waiting already"
REPORTS: Final = ("could not be given", "was cut off")
ROTATED: Final = 0.5
"""How often the server packs its log away meanwhile."""
_REQUEST: Final = re.compile(r"/killed(\d+)x")


@dataclass(slots=True, kw_only=True)
class Outcome:
    """What became of the requests."""

    kills: int
    requests: int
    answered: int
    twice: int
    reported: int
    """Not shown to anybody, and reported."""
    both: int
    """Shown, and reported as well."""
    too_many: int
    """Neither; their players were told that too many were waiting."""
    silent: int

    @property
    def holds(self) -> bool:
        """Whether what is to be proved is so."""
        return not (self.silent or self.twice)

    @override
    def __str__(self) -> str:
        return (
            f"{self.kills} SIGKILLs of the daemon with {self.requests:,} requests under way or "
            f"coming in: {self.answered:,} answered, {self.twice} twice; of the others "
            f"{self.reported} reported in its log, {self.too_many} told that too many were "
            f"waiting, {self.silent} silent; {self.both} answered and reported as well."
        )


@dataclass(slots=True)
class Run:
    """One server's, and all the daemons beside it."""

    server: DemoServer
    directory: Path
    dice: random.Random
    asked: int = 0
    shown: list[str] = field(default_factory=list[str])
    told: list[str] = field(default_factory=list[str])

    async def kill(self) -> None:
        """Start a daemon, ask, and kill it."""
        async with daemon(self.directory) as process:
            if self.asked:
                await self._ask(BEFORE_START)
                if self.dice.random() < ROTATED:
                    self.server.rotate()
                    await self._ask(1)
            await process.until(self.dice.choice(READY))
            await self._ask(self.dice.randrange(1, 12))
            await asyncio.sleep(self.dice.uniform(0, LONGEST))
            await process.kill()
            await self._rest(process)

    async def finish(self) -> None:
        """A daemon that sees to what is left, and is stopped in order."""
        async with daemon(self.directory) as process:
            await process.until(READY[-1])
            await self._settled()
            await process.stop()
            self.told += process.told

    async def look(self, screen: Screen) -> None:
        """Read what a player is shown."""
        async for shown in screen.messages():
            self.shown.append(shown.text)

    def outcome(self, kills: int) -> Outcome:
        """Whose answers came, and how often; which of the others stand in the reports."""
        answers = _numbers(text for text in self.shown if "@ai" not in text)
        told = _numbers(line for line in self.told if any(words in line for words in REPORTS))
        missing = [number for number in range(self.asked) if not answers[number]]
        untold = sum(not told[number] for number in missing)
        too_many = sum(TOO_MANY in text for text in self.shown)
        return Outcome(
            kills=kills,
            requests=self.asked,
            answered=self.asked - len(missing),
            twice=sum(count > 1 for count in answers.values()),
            reported=sum(told[number] > 0 for number in missing),
            both=sum(told[number] > 0 for number in answers),
            too_many=too_many,
            silent=max(0, untold - too_many),
        )

    async def _ask(self, count: int) -> None:
        for _ in range(count):
            await self.server.chat(PLAYERS[self.asked % 2], f"@ai /killed{self.asked}x")
            self.asked += 1

    async def _rest(self, process: Daemon) -> None:
        """What it had told and nobody has read."""
        output = process.process.stdout
        assert output is not None
        process.told += (await output.read()).decode().splitlines()
        self.told += process.told

    async def _settled(self) -> None:
        before = -1
        while before != len(self.shown):
            before = len(self.shown)
            await asyncio.sleep(0.3)


def _numbers(texts: Iterable[str]) -> Counter[int]:
    """How often each request is named."""
    return Counter(int(number) for text in texts for number in _REQUEST.findall(text))


async def proved(folder: Path, kills: int, seed: int) -> Outcome:
    """The proof at a given size, in an empty folder."""
    async with DemoServer.running(folder / "server", SystemClock()) as server:
        (folder / "bridge.toml").write_text(
            f"[servers.main]\ndirectory = {json.dumps(str(folder / 'server'))}\n"
            '[socket]\nlisten = "unix:state/bridge.sock"\n[web]\nlisten = ""\n',
            encoding="utf-8",
        )
        run = Run(server, folder, random.Random(seed))
        async with asyncio.TaskGroup() as eyes:
            screens = [(await server.join(name)).screen for name in PLAYERS]
            looking = [eyes.create_task(run.look(screen)) for screen in screens]
            for _ in range(kills):
                await run.kill()
            await run.finish()
            for task in looking:
                task.cancel()
    return run.outcome(kills)


def main() -> int:
    """Prove it, print it, and with `--write FILE` put it into that page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        outcome = asyncio.run(proved(Path(folder), options.kills, options.seed))
    print(outcome)
    if options.write:
        title = "Killed, it answers nothing twice and leaves no request untold"
        put_section(options.write, "killed-requests", title, str(outcome))
    return int(not outcome.holds)


if __name__ == "__main__":
    sys.exit(main())
