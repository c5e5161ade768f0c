"""Access survives `kill -9` at any moment.

    scripts/prove/access_kill9.py [--kills N] [--seed S] [--write docs/proof.md]

A child process holds the store and the mirror alone and changes the rules as fast as it can; each
change is told before it is begun and when it is acknowledged. It is killed at a random moment, or
exactly between the stored digest and the rename of the world's file, or exactly after the rename.
Then everything is opened again, and it must hold that:

- the store has the rules of the last acknowledged change, or of the one that was under way;
- the history has every acknowledged change;
- the file and the one kept beside it are whole, and hold rules that were told;
- the comparison finds our own content (`Same`), or, where somebody edited the file meanwhile
  (every fifth time), reads that in; after the next write file and store are equal.

Exit 1 at the first that does not. `--write` puts the figures into their section of that file.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
import threading
from collections import Counter
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from select import select
from time import monotonic
from typing import TYPE_CHECKING, NoReturn
from uuid import UUID

sys.path.insert(0, str(Path(__file__).parents[2]))

from bridge.access import mirror_file
from bridge.access.effective import Circumstances, Permissions
from bridge.access.history import Author
from bridge.access.mirror import Mirror, ReadIn, Same, Written
from bridge.access.saved_data import decode, encode
from bridge.access.world import WorldAccess
from bridge.access.world_rules import WorldRules
from bridge.core.actors import Console
from bridge.core.modes import Mode
from bridge.daemon.clock import SystemClock
from bridge.minecraft import nbt
from bridge.storage.database import Database
from scripts.prove.section import put_section

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

STORM = Author(Console(origin="storm"), "storm")
PLAYERS = [UUID(int=number) for number in range(1, 9)]
CHANGES_A_WRITE = 4
STALL_SECONDS = 5.0
"""Longer than the parent takes to kill a child that stands beside a rename."""

BEFORE_RENAME, AFTER_RENAME, ANYWHERE = "before the rename", "after the rename", "anywhere"


def digest(rules: WorldRules) -> str:
    """A short name of a state of the rules."""
    return sha256(encode(rules, 0)).hexdigest()[:16]


def changed(rules: WorldRules, dice: random.Random) -> WorldRules:
    """Another state of the rules, by one change such as an administrator makes."""
    match dice.randrange(3):
        case 0:
            return replace(rules, default=dice.choice([m for m in Mode if m is not rules.default]))
        case 1:
            calls = dice.choice([n for n in range(9) if n != rules.defaults.model_calls_per_day])
            return replace(rules, defaults=replace(rules.defaults, model_calls_per_day=calls))
        case _:
            uuid = dice.choice(PLAYERS)
            old = rules.override(uuid)
            new = replace(old, allow_ai=not old.allow_ai, model_calls_per_day=dice.randrange(9))
            return rules.with_override(uuid, Permissions() if dice.random() < 0.2 else new)


@asynccontextmanager
async def opened(folder: Path) -> AsyncGenerator[tuple[WorldAccess, Mirror]]:
    """The world as the daemon has it."""
    clock = SystemClock()
    outside = Circumstances(model_configured=True, configured_calls=50)
    async with Database.open(folder / "bridge.db", clock=clock) as db:
        world = await WorldAccess.load(
            db, "world", clock=clock, circumstances=lambda _: outside, announce=lambda _: None
        )
        yield world, Mirror(db, world, folder / "world")


async def storm(folder: Path, dice: random.Random, tell: int) -> None:
    """Change the rules until killed. Lines: `T <state>` begun, `A <state>` acknowledged."""
    async with opened(folder) as (world, mirror):
        while True:
            for _ in range(CHANGES_A_WRITE):
                after = changed(world.rules, dice)
                if after == world.rules:
                    continue
                os.write(tell, f"T {digest(after)}\n".encode())
                await world.amend(lambda _, after=after: after, STORM)
                os.write(tell, f"A {digest(after)}\n".encode())
            await mirror.write_if_dirty()


def stall_at(place: str, tell: int) -> None:
    """Let the child stand still beside a rename, where it tells `R`."""
    really_replace = mirror_file.replace
    stop = threading.Event()

    def stalled(path: Path, data: bytes) -> None:
        if place == AFTER_RENAME:
            really_replace(path, data)
        os.write(tell, b"R\n")
        stop.wait(STALL_SECONDS)
        if place == BEFORE_RENAME:
            really_replace(path, data)

    mirror_file.replace = stalled


def child(folder: Path, seed: int, place: str, tell: int) -> NoReturn:
    """What runs in the process that is killed."""
    if place != ANYWHERE:
        stall_at(place, tell)
    asyncio.run(storm(folder, random.Random(seed), tell))
    os._exit(1)


@dataclass(slots=True)
class Told:
    """What the killed child told."""

    acknowledged: list[str]
    begun: list[str]


def killed_run(folder: Path, seed: int, place: str, dice: random.Random) -> Told:
    """Let a child change rules, kill it, and hear what it told."""
    hear, tell = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(hear)
        child(folder, seed, place, tell)
    os.close(tell)
    heard = b""
    until = monotonic() + 0.03 + dice.random() * 0.12
    while True:
        ready, _, _ = select([hear], [], [], max(0.0, until - monotonic()))
        if ready:
            heard += os.read(hear, 65536)
        stands = place != ANYWHERE and heard.endswith(b"R\n")
        late = place == ANYWHERE and monotonic() >= until
        if stands or late or (ready and not heard):
            break
    os.kill(process, signal.SIGKILL)
    while rest := os.read(hear, 65536):
        heard += rest
    os.close(hear)
    _, status = os.waitpid(process, 0)
    if os.WTERMSIG(status) != signal.SIGKILL:
        fail("the child ended by itself")
    lines = [line.split() for line in heard.decode().splitlines() if line != "R"]
    return Told(
        acknowledged=[state for kind, state in lines if kind == "A"],
        begun=[state for kind, state in lines if kind == "T"],
    )


async def check(folder: Path, told: Told, known: set[str], acknowledged: int) -> str:
    """Open everything again and look; the state that the store has."""
    async with opened(folder) as (world, mirror):
        state = digest(world.rules)
        allowed = {told.acknowledged[-1]} if told.acknowledged else {*known}
        allowed |= {*told.begun[len(told.acknowledged) :]}
        if state not in allowed:
            fail(f"the store has {state}, not one of {sorted(allowed)}")
        entries = [e for e in await world.history() if e.author == STORM]
        if len(entries) < acknowledged:
            fail(f"{acknowledged} changes were acknowledged, the history has {len(entries)}")
        for path in (mirror.path, mirror.path.with_name("ai_access.dat_old")):
            if path.exists() and digest(decode(path.read_bytes())) not in known | {state}:
                fail(f"{path.name} holds rules that nobody set")
        outcome = await mirror.compare()
        if not isinstance(outcome, Same | Written) or digest(world.rules) != state:
            fail(f"our own file was taken for another's: {outcome}")
        await mirror.write_if_dirty()
        if mirror.path.exists() and decode(mirror.path.read_bytes()) != world.rules:
            fail("file and store differ after a write")
        return state


async def edit_meanwhile(folder: Path, dice: random.Random) -> str:
    """Somebody edits the file while no daemon runs: it wins."""
    async with opened(folder) as (world, mirror):
        edited = changed(changed(world.rules, dice), dice)
        if edited == world.rules:
            return digest(edited)
        mirror.path.write_bytes(encode(edited, 1))
        outcome = await mirror.compare()
        if not isinstance(outcome, ReadIn) or world.rules != edited:
            fail(f"an edited file was not read in: {outcome}")
        return digest(edited)


def make_world(folder: Path) -> None:
    level = {"Data": {"DataVersion": 4790, "WorldGenSettings": {"seed": nbt.Long(7)}}}
    (folder / "world").mkdir()
    (folder / "world" / "level.dat").write_bytes(nbt.write(level))


def fail(problem: str) -> NoReturn:
    print(f"FAILED: {problem}", file=sys.stderr)
    sys.exit(1)


def prove(folder: Path, kills: int, seed: int) -> tuple[Counter[str], int]:
    """Kill that often; how often at which place, and how many changes were acknowledged."""
    make_world(folder)
    dice = random.Random(seed)
    places: Counter[str] = Counter()
    known = {digest(WorldRules())}
    acknowledged = 0
    for number in range(kills):
        place = dice.choice((ANYWHERE, ANYWHERE, BEFORE_RENAME, AFTER_RENAME))
        told = killed_run(folder, dice.randrange(2**32), place, dice)
        places[place] += 1
        acknowledged += len(told.acknowledged)
        known |= {*told.begun}
        known = {asyncio.run(check(folder, told, known, acknowledged))} | known
        if number % 5 == 4:
            known.add(asyncio.run(edit_meanwhile(folder, dice)))
    return places, acknowledged


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--kills", type=int, default=500)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--write", type=Path)
    given = options.parse_args()
    started = monotonic()
    with tempfile.TemporaryDirectory() as folder:
        places, acknowledged = prove(Path(folder), given.kills, given.seed)
    text = (
        f"{given.kills} kills of a process that was changing rules"
        f" ({', '.join(f'{count} {place}' for place, count in sorted(places.items()))}):"
        f" {acknowledged} acknowledged changes, none lost; no half-written file; file and store"
        f" equal after each restart. {monotonic() - started:.0f} s, seed {given.seed}."
    )
    print(text)
    if given.write:
        put_section(given.write, "access_kill9", "Access survives `kill -9`", text)


if __name__ == "__main__":
    main()
