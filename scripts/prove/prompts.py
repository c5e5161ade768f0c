"""Proof: prompts change whole or not at all, however the packs are edited.

Usage: python -m scripts.prove.prompts [--edits N] [--saves N] [--seed N] [--write docs/proof.md]

Edits: a folder and a zip of the world are edited at random, half of the edits broken, each in one
of several ways (in place, by replaced files, by a swapped folder, by a zip written in two halves),
while twenty requests hold a snapshot each and read its texts. Every text of an edit carries the
edit's number, so that a snapshot of two states shows. After each edit what is in force is compared:
the edit if it is right, the last good one if it is broken.
Saves: a prompt is saved atomically again and again; each must come into force.
By default 1,000 edits and 200 saves.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import re
import shutil
import sys
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Final
from zipfile import ZIP_DEFLATED, ZipFile

from bridge.core.errors import PromptError
from bridge.daemon.clock import SystemClock
from bridge.files.atomic import replace_file
from bridge.prompts.library import STILL_SECONDS, PromptLibrary
from bridge.prompts.shipped import shipped_pack
from scripts.prove.section import put_section

if TYPE_CHECKING:
    from collections.abc import Callable

REQUESTS: Final = 20
PATIENCE: Final = 10.0
SAFE_SECONDS: Final = STILL_SECONDS * 0.7
"""A writer that pauses longer than this may have written two states that each stood still."""
IN_FORCE_SECONDS: Final = 1.0
"""What the contract promises (section 4, "Reload")."""
_PROMPTS: Final = "data/system/system/prompts"
_SYSTEMS: Final = "data/system/system/systems"
TEXTS: Final = ("chat", "free_chat", "personality/default")
_MARK: Final = re.compile(r"edit (\d+)")

Files = dict[str, bytes]


@dataclass(slots=True, kw_only=True)
class Tally:
    """What was seen."""

    edits: int = 0
    broken: int = 0
    missed: int = 0
    """Right edits that did not come into force, or broken ones that were not refused."""
    replaced: int = 0
    """Broken edits after which something else than the last good set was in force."""
    mixtures: int = 0
    requests: int = 0
    slow: int = 0
    """Edits that this machine wrote so slowly that they were two states; not counted above."""
    delays: list[float] = field(default_factory=list[float])
    """Seconds from each atomic save until it was in force."""
    saves: int = 0
    lost: int = 0

    @property
    def failed(self) -> bool:
        """Whether anything happened that must not."""
        late = [delay for delay in self.delays if delay > IN_FORCE_SECONDS]
        return bool(self.missed or self.replaced or self.mixtures or self.lost or late)


def right(number: int) -> Files:
    """All files of an edit."""
    files = {
        f"{_PROMPTS}/{name}.txt": f"{name} of edit {number}, {{{{player_language}}}}".encode()
        for name in TEXTS
    }
    system = {"name": f"edit {number}", "personality_prompt": "system:personality/default"}
    files[f"{_SYSTEMS}/default.json"] = json.dumps(system).encode()
    return files


def broken(number: int, random: Random) -> Files:
    """The same with one file that must be refused."""
    files = right(number)
    prompt = f"{_PROMPTS}/{random.choice(TEXTS)}.txt"
    system = f"{_SYSTEMS}/default.json"
    path, content = random.choice(
        [
            (prompt, b"text\n{{player_name}} of edit %d" % number),
            (prompt, b"caf\xe9"),
            (prompt, b""),
            (prompt, b"\0" * 40),
            (prompt, b"x" * 70_000),
            (f"{_PROMPTS}/Chat.txt", b"upper case"),
            (f"{_PROMPTS}/a/b/c/d/deep.txt", b"too deep"),
            (system, b'{"name": "x", "nmae": "y"}'),
            (system, b'{"name": '),
            (f"{_SYSTEMS}/more.json", b"[]"),
        ]
    )
    return {**files, path: content}


class World:
    """The packs, and the ways to edit them. A writer says how long its longest pause was."""

    def __init__(self, root: Path, random: Random) -> None:
        self.root = root
        self._random = random
        self._packs = root / "datapacks"
        self._folder = self._packs / "folder"
        self._zip = self._packs / "zip.zip"
        self._new = root / "new"
        self._old = root / "old"
        self._longest = 0.0
        self._written = 0.0

    def edit(self, files: Files, *, whole: bool) -> float:
        """Put these files in force: in the folder, or in the zip that is stronger.

        `whole` is false for an edit that also leaves a damaged archive.
        """
        self._longest, self._written = 0.0, perf_counter()
        self._packs.mkdir(parents=True, exist_ok=True)
        ways = [self._files_replaced, self._files_in_place, self._swapped]
        in_zip = [self._zip_replaced, self._zip_in_halves, self._zip_replaced]
        if not whole:
            in_zip.append(self._damaged_zip)
        way = self._random.choice(ways + in_zip)
        if way in in_zip:
            way(files)
            # What an earlier edit broke there would refuse this one as well.
            self._aside_with_folder()
        else:
            self._zip.unlink(missing_ok=True)
            self._wrote()
            way(files)
        return self._longest

    def _wrote(self) -> None:
        now = perf_counter()
        self._longest = max(self._longest, now - self._written)
        self._written = now

    def _packed(self, files: Files) -> bytes:
        content = BytesIO()
        with ZipFile(content, "w", ZIP_DEFLATED) as archive:
            archive.writestr("pack.mcmeta", "{}")
            for path, text in files.items():
                archive.writestr(path, text)
        return content.getvalue()

    def _zip_replaced(self, files: Files) -> None:
        replace_file(self._zip, self._packed(files))
        self._wrote()

    def _zip_in_halves(self, files: Files) -> None:
        content = self._packed(files)
        half = self._random.randrange(len(content))
        with self._zip.open("wb") as file:
            file.write(content[:half])
            file.flush()
            self._wrote()
            sleep(self._random.random() * STILL_SECONDS / 3)
            file.write(content[half:])
        self._wrote()

    def _damaged_zip(self, files: Files) -> None:
        content = self._packed(files)
        self._zip.write_bytes(content[: self._random.randrange(len(content))])
        self._wrote()

    def _rid(self, files: Files) -> None:
        """Remove what an earlier edit left and this one does not write."""
        for path in self._folder.rglob("*"):
            if path.is_file() and path.relative_to(self._folder).as_posix() not in files:
                path.unlink()
                self._wrote()

    def _files_replaced(self, files: Files) -> None:
        self._rid(files)
        for path, content in self._shuffled(files):
            target = self._folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            replace_file(target, content)
            self._wrote()

    def _files_in_place(self, files: Files) -> None:
        self._rid(files)
        for path, content in self._shuffled(files):
            target = self._folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            self._wrote()
            sleep(self._random.random() * STILL_SECONDS / 10)

    def _swapped(self, files: Files) -> None:
        shutil.rmtree(self._new, ignore_errors=True)
        for path, content in files.items():
            target = self._new / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        self._wrote()
        self._aside_with_folder()
        self._new.rename(self._folder)
        self._wrote()

    def _aside_with_folder(self) -> None:
        shutil.rmtree(self._old, ignore_errors=True)
        if self._folder.exists():
            self._folder.rename(self._old)
        self._wrote()

    def _shuffled(self, files: Files) -> list[tuple[str, bytes]]:
        order = list(files.items())
        self._random.shuffle(order)
        return order

    def clear(self) -> None:
        """Leave no pack."""
        self._zip.unlink(missing_ok=True)
        self._aside_with_folder()

    def save(self, number: int) -> None:
        """One prompt, saved as an editor does it that never leaves half a file."""
        target = self._folder / _PROMPTS / "chat.txt"
        target.parent.mkdir(parents=True, exist_ok=True)
        replace_file(target, f"save {number}.".encode())


def number_of(library: PromptLibrary) -> int | None:
    """The edit that is in force."""
    found = _MARK.search(library.current.prompts["system:chat"])
    return int(found[1]) if found else None


async def request(library: PromptLibrary, random: Random, tally: Tally, unsafe: set[int]) -> None:
    """Requests one after the other: each pins a snapshot and reads it in several steps."""
    while True:
        pinned = library.current
        seen: set[int | None] = set()
        for name in random.sample(TEXTS, len(TEXTS)):
            await asyncio.sleep(random.random() / 100)
            try:
                text = pinned.text(f"system:{name}", "en_us")
            except PromptError:
                tally.mixtures += 1
                continue
            found = _MARK.search(text)
            seen.add(int(found[1]) if found else None)
        found = _MARK.search(pinned.systems["system:default"].name)
        seen.add(int(found[1]) if found else None)
        tally.requests += 1
        if len(seen) > 1 and not seen & unsafe:
            tally.mixtures += 1


async def edits(
    world: World, library: PromptLibrary, count: int, random: Random, tally: Tally
) -> None:
    """The random edits, each judged before the next."""
    last: int | None = None
    unsafe: set[int] = set()
    async with asyncio.TaskGroup() as group:
        requests = [
            group.create_task(request(library, Random(number), tally, unsafe))
            for number in range(REQUESTS)
        ]
        for number in range(count):
            wrong = random.random() < 0.5
            files = broken(number, random) if wrong else right(number)
            unsafe.add(number)
            slow = await asyncio.to_thread(world.edit, files, whole=not wrong) > SAFE_SECONDS
            tally.edits += 1
            tally.broken += wrong
            tally.slow += slow
            if wrong:
                tally.missed += not await refused(library, random)
                tally.replaced += not slow and number_of(library) != last
            else:
                tally.missed += not await in_force(library, number)
            last = number_of(library)
            if not slow:
                unsafe.discard(number)
        for task in requests:
            task.cancel()


async def refused(library: PromptLibrary, random: Random) -> bool:
    """Whether the packs as they are now are refused: by themselves, or by `/reload`."""
    if random.random() < 0.5:
        return (await library.reload()).refused
    return await until(lambda: library.outcome.refused)


async def in_force(library: PromptLibrary, number: int) -> bool:
    """Whether that edit comes into force."""
    return await until(lambda: number_of(library) == number and not library.outcome.refused)


async def saves(world: World, library: PromptLibrary, count: int, tally: Tally) -> None:
    """The atomic saves, each timed until it is in force."""
    await asyncio.to_thread(world.clear)
    for number in range(count):
        began = perf_counter()
        await asyncio.to_thread(world.save, number)
        expected = f"save {number}."
        arrived = await until(
            lambda expected=expected: library.current.prompts["system:chat"] == expected
        )
        tally.saves += 1
        tally.lost += not arrived
        tally.delays.append(perf_counter() - began)


async def until(condition: Callable[[], bool]) -> bool:
    """Whether it comes true in time."""
    for _ in range(int(PATIENCE * 500)):
        if condition():
            return True
        await asyncio.sleep(0.002)
    return False


async def prove(edit_count: int, save_count: int, seed: int) -> Tally:
    """Everything, in a world of its own."""
    random = Random(seed)
    tally = Tally()
    with TemporaryDirectory() as directory:
        world = World(Path(directory, "world"), random)
        library = PromptLibrary(
            world.root, server="main", shipped=shipped_pack(), clock=SystemClock()
        )
        async with asyncio.TaskGroup() as group:
            keeping = group.create_task(library.keep())
            await library.ready()
            await edits(world, library, edit_count, random, tally)
            await saves(world, library, save_count, tally)
            keeping.cancel()
    return tally


def told(tally: Tally, seconds: float) -> list[str]:
    """The lines of the section."""
    edited = (
        f"- {tally.edits:,} random edits of a folder and a zip, {tally.broken:,} of them broken, "
        f"in {seconds:.0f} s: {tally.missed} missed; after {tally.replaced} broken ones something "
        f"else than the last good set was in force; {tally.mixtures} of {tally.requests:,} "
        f"requests meanwhile saw a mixture ({tally.slow} edits were written too slowly to be one "
        "state)"
    )
    lines = [edited]
    if tally.delays:
        delays = sorted(tally.delays)
        lines.append(
            f"- {tally.saves} atomic saves: {tally.lost} missed; in force after "
            f"{delays[len(delays) // 2] * 1000:.0f} ms p50, {delays[-1] * 1000:.0f} ms at most"
        )
    return lines


def main() -> int:
    """Prove it, print it, and with `--write FILE` put it into that page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edits", type=int, default=1000)
    parser.add_argument("--saves", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    logging.getLogger("bridge.prompts").setLevel(logging.ERROR)
    began = perf_counter()
    tally = asyncio.run(prove(options.edits, options.saves, options.seed))
    lines = told(tally, perf_counter() - began)
    print("\n".join(lines))
    if options.write:
        title = "Prompts change whole or not at all"
        put_section(options.write, "prompts", title, "\n".join(lines))
    return int(tally.failed)


if __name__ == "__main__":
    sys.exit(main())
