import asyncio
import errno
import os
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from bridge.access import mirror_file
from bridge.access.effective import Permissions
from bridge.access.history import Author
from bridge.access.mirror import (
    FILE,
    BegunAnew,
    Mirror,
    ReadIn,
    Same,
    Undecided,
    Unreadable,
    Unwritable,
    Written,
)
from bridge.access.saved_data import decode, encode
from bridge.access.world import WorldAccess
from bridge.access.world_rules import WorldRules
from bridge.core.actors import Console, Player
from bridge.core.modes import Mode
from bridge.minecraft import nbt

if TYPE_CHECKING:
    from bridge.storage.database import Database

Load = Callable[["Database"], Awaitable[WorldAccess]]
SHELL = Author(Console(origin="shell"), "shell")
MARA = Player(name="Mara", uuid=UUID(int=1))
VERSION = 4790
FOREIGN = WorldRules(default=Mode.FREE, overrides={UUID(int=1): Permissions(allow_ai=False)})


class Crash(BaseException):
    """The process dies here."""


class Case:
    """A world folder, its access and its mirror, which can be started again."""

    def __init__(self, db: "Database", load: Load, folder: Path) -> None:
        self.db = db
        self.load = load
        self.folder = folder
        self.path = folder / FILE
        self.world: WorldAccess
        self.mirror: Mirror

    async def restart(self) -> None:
        self.world = await self.load(self.db)
        self.mirror = Mirror(self.db, self.world, self.folder)

    async def set_default(self, mode: Mode) -> None:
        await self.world.amend(lambda rules: replace(rules, default=mode), SHELL)

    def make_world(self, seed: int) -> None:
        data = {"DataVersion": VERSION, "WorldGenSettings": {"seed": nbt.Long(seed)}}
        (self.folder / "level.dat").write_bytes(nbt.write({"Data": data}))

    def put(self, rules: WorldRules) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_bytes(encode(rules, VERSION))

    @property
    def in_file(self) -> WorldRules:
        return decode(self.path.read_bytes())


@pytest.fixture
async def case(db: "Database", load: Load, tmp_path: Path) -> Case:
    made = Case(db, load, tmp_path)
    made.make_world(seed=7)
    await made.restart()
    return made


async def test_nothing_is_written_before_anything_was_changed(case: Case) -> None:
    assert await case.mirror.compare() == Same()
    assert await case.mirror.write_if_dirty() == Same()
    assert not case.path.exists()


async def test_a_change_is_written_at_the_next_save_and_once(case: Case) -> None:
    await case.set_default(Mode.FREE)
    assert await case.mirror.compare() == Same()
    assert not case.path.exists()
    assert await case.mirror.write_if_dirty() == Written()
    assert case.in_file == case.world.rules
    assert nbt.read(case.path.read_bytes())["DataVersion"] == VERSION
    written = case.path.stat().st_mtime_ns
    assert await case.mirror.write_if_dirty() == Same()
    assert case.path.stat().st_mtime_ns == written
    await case.set_default(Mode.OFFLINE)
    await case.mirror.write_if_dirty()
    assert decode(case.path.with_name("ai_access.dat_old").read_bytes()).default is Mode.FREE


async def test_a_change_stays_dirty_over_a_restart(case: Case) -> None:
    await case.set_default(Mode.FREE)
    await case.restart()
    assert await case.mirror.write_if_dirty() == Written()
    await case.restart()
    assert await case.mirror.write_if_dirty() == Same()


async def test_a_change_that_was_taken_back_writes_nothing(case: Case) -> None:
    await case.set_default(Mode.FREE)
    await case.mirror.write_if_dirty()
    old = case.path.with_name("ai_access.dat_old")
    await case.set_default(Mode.OFFLINE)
    await case.set_default(Mode.FREE)
    assert await case.mirror.write_if_dirty() == Same()
    assert not old.exists()


async def test_content_that_is_not_ours_wins_and_what_it_replaced_is_in_the_history(
    case: Case,
) -> None:
    await case.set_default(Mode.EXTENDED)
    await case.mirror.write_if_dirty()
    case.put(FOREIGN)
    outcome = await case.mirror.compare()
    assert isinstance(outcome, ReadIn)
    assert len(outcome.changes) == 2
    assert case.world.rules == FOREIGN
    newest = (await case.world.history())[-2:]
    assert [entry.change.old for entry in await case.world.history()][:2] == [None, "extended"]
    assert len(newest) == 2
    assert await case.mirror.compare() == Same()
    assert await case.mirror.write_if_dirty() == Same()
    await case.restart()
    assert await case.mirror.compare() == Same()
    assert case.world.rules == FOREIGN


async def test_content_that_is_not_ours_wins_over_changes_not_yet_written(case: Case) -> None:
    await case.set_default(Mode.EXTENDED)
    case.put(FOREIGN)
    assert isinstance(await case.mirror.write_if_dirty(), ReadIn)
    assert case.world.rules == case.in_file == FOREIGN


async def test_a_restored_older_file_of_ours_wins_too(case: Case) -> None:
    await case.set_default(Mode.FREE)
    await case.mirror.write_if_dirty()
    backup = case.path.read_bytes()
    await case.set_default(Mode.OFFLINE)
    await case.mirror.write_if_dirty()
    case.path.write_bytes(backup)
    assert isinstance(await case.mirror.compare(), ReadIn)
    assert case.world.rules.default is Mode.FREE


async def test_the_file_is_compared_before_each_write(case: Case) -> None:
    await case.set_default(Mode.EXTENDED)
    await case.mirror.write_if_dirty()
    case.put(FOREIGN)
    await case.set_default(Mode.OFFLINE)
    assert isinstance(await case.mirror.write_if_dirty(), ReadIn)
    assert case.world.rules == FOREIGN


async def test_an_unreadable_file_changes_nothing_and_is_not_overwritten(case: Case) -> None:
    await case.set_default(Mode.EXTENDED)
    await case.mirror.write_if_dirty()
    await case.set_default(Mode.OFFLINE)
    case.path.write_bytes(b"half a file")
    for outcome in (await case.mirror.compare(), await case.mirror.write_if_dirty()):
        assert isinstance(outcome, Unreadable)
        assert str(case.path) in outcome.problem
    assert case.path.read_bytes() == b"half a file"
    assert case.world.rules.default is Mode.OFFLINE


async def test_a_folder_in_its_place_is_unreadable(case: Case) -> None:
    case.path.mkdir(parents=True)
    await case.set_default(Mode.OFFLINE)
    assert isinstance(await case.mirror.write_if_dirty(), Unreadable)


async def test_a_lost_file_is_written_again_in_the_same_world(case: Case) -> None:
    await case.set_default(Mode.FREE)
    await case.mirror.write_if_dirty()
    case.path.unlink()
    await case.restart()
    assert await case.mirror.compare() == Written()
    assert case.in_file.default is Mode.FREE


async def test_a_lost_file_of_another_seed_is_a_new_world(case: Case) -> None:
    await case.world.see(MARA)
    await case.set_default(Mode.FREE)
    await case.mirror.write_if_dirty()
    case.path.unlink()
    case.make_world(seed=8)
    await case.set_default(Mode.OFFLINE)
    outcome = await case.mirror.compare()
    assert isinstance(outcome, BegunAnew)
    assert case.world.rules == WorldRules()
    assert case.world.effective(MARA.uuid).saved_mode is None
    assert await case.mirror.write_if_dirty() == Same()
    assert not case.path.exists()
    assert await case.mirror.compare() == Same()


async def test_a_missing_file_decides_nothing_while_the_seed_is_unknown(case: Case) -> None:
    await case.set_default(Mode.FREE)
    await case.mirror.write_if_dirty()
    case.path.unlink()
    (case.folder / "level.dat").unlink()
    assert await case.mirror.compare() == Undecided()
    await case.set_default(Mode.OFFLINE)
    assert await case.mirror.write_if_dirty() == Undecided()
    assert not case.path.exists()
    case.make_world(seed=7)
    assert await case.mirror.compare() == Written()
    assert case.in_file.default is Mode.OFFLINE


async def test_changes_made_before_the_world_was_seen_are_kept(
    db: "Database", load: Load, tmp_path: Path
) -> None:
    case = Case(db, load, tmp_path)
    await case.restart()
    await case.set_default(Mode.FREE)
    assert await case.mirror.write_if_dirty() == Undecided()
    case.make_world(seed=9)
    assert await case.mirror.write_if_dirty() == Written()


@pytest.mark.parametrize("renamed", [False, True])
async def test_after_a_crash_between_digest_and_rename_both_contents_are_ours(
    case: Case, monkeypatch: pytest.MonkeyPatch, renamed: bool
) -> None:
    await case.set_default(Mode.EXTENDED)
    await case.mirror.write_if_dirty()
    before = case.path.read_bytes()
    await case.set_default(Mode.FREE)
    really_replace = mirror_file.replace

    def die(path: Path, data: bytes) -> None:
        if renamed:
            really_replace(path, data)
        raise Crash

    monkeypatch.setattr(mirror_file, "replace", die)
    with pytest.raises(Crash):
        await case.mirror.write_if_dirty()
    monkeypatch.undo()
    await case.restart()
    assert await case.mirror.compare() == Same()
    assert case.world.rules.default is Mode.FREE
    assert await case.mirror.write_if_dirty() == (Same() if renamed else Written())
    assert case.in_file.default is Mode.FREE
    # From here on only the one that is there counts as ours.
    case.path.write_bytes(before)
    assert isinstance(await case.mirror.compare(), ReadIn)


async def test_once_the_crash_is_settled_the_other_content_is_foreign(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    await case.set_default(Mode.EXTENDED)
    await case.mirror.write_if_dirty()
    await case.set_default(Mode.FREE)
    unwritten = encode(case.world.rules, VERSION)

    def die(_: Path, __: bytes) -> None:
        raise Crash

    monkeypatch.setattr(mirror_file, "replace", die)
    with pytest.raises(Crash):
        await case.mirror.write_if_dirty()
    monkeypatch.undo()
    await case.restart()
    await case.mirror.compare()
    await case.set_default(Mode.OFFLINE)
    case.path.write_bytes(unwritten)
    assert isinstance(await case.mirror.compare(), ReadIn)
    assert case.world.rules.default is Mode.FREE


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES])
async def test_a_disk_that_does_not_take_it_is_told_and_tried_again(
    case: Case, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    await case.set_default(Mode.EXTENDED)
    await case.mirror.write_if_dirty()
    await case.set_default(Mode.FREE)

    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    outcome = await case.mirror.write_if_dirty()
    monkeypatch.undo()
    assert outcome == Unwritable(f"{case.path}: {os.strerror(number)}")
    assert case.in_file.default is Mode.EXTENDED
    assert await case.mirror.compare() == Same()
    assert await case.mirror.write_if_dirty() == Written()


async def test_a_change_made_while_the_file_is_written_is_written_next(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    await case.set_default(Mode.EXTENDED)
    loop = asyncio.get_running_loop()
    really_replace = mirror_file.replace

    def change_meanwhile(path: Path, data: bytes) -> None:
        asyncio.run_coroutine_threadsafe(case.set_default(Mode.FREE), loop).result()
        really_replace(path, data)

    monkeypatch.setattr(mirror_file, "replace", change_meanwhile)
    assert await case.mirror.write_if_dirty() == Written()
    monkeypatch.undo()
    assert case.in_file.default is Mode.EXTENDED
    assert await case.mirror.write_if_dirty() == Written()
    assert case.in_file.default is Mode.FREE
