"""A player's progress on disk, whatever state the files are in."""

from __future__ import annotations

import os
from pathlib import Path
from uuid import UUID

import pytest

from bridge.files.steady import ATTEMPTS, PAUSE_SECONDS
from bridge.minecraft import nbt
from bridge.quests.progress import TeamProgress
from bridge.quests.saves import Saved, Saves, every_save, live_world
from tests.fakes.clock import HastyClock

MARA = UUID("01234567-89ab-cdef-0123-456789abcdef")
TEO = UUID("11111111-2222-3333-4444-555555555555")
PARTY = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"


@pytest.fixture
def clock() -> HastyClock:
    return HastyClock()


@pytest.fixture
def saves(tmp_path: Path, clock: HastyClock) -> Saves:
    return Saves(lambda: tmp_path, clock=clock)


def write(path: Path, text: str | bytes, at: float) -> None:
    """Write in place, at this time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    os.utime(path, (at, at))


def done(*quests: int) -> str:
    entries = " ".join(f"{quest:016X}: 1L" for quest in quests)
    return f"{{ version: 1 completed: {{ {entries} }} }}"


def quests(saved: Saved) -> set[int]:
    return {int(each, 16) for each in saved.progress.completed}


async def test_without_a_save_nothing_was_done(saves: Saves) -> None:
    saved = await saves.of(MARA)
    assert (quests(saved), saved.age, saved.problem) == (set(), None, "")


async def test_a_player_alone_is_a_team_and_the_age_of_the_save_is_told(
    tmp_path: Path, saves: Saves, clock: HastyClock
) -> None:
    write(tmp_path / "ftbquests" / f"{MARA}.snbt", done(1, 2), clock.now().timestamp() - 90)
    saved = await saves.of(MARA)
    assert (quests(saved), saved.age) == ({1, 2}, 90)
    assert quests(await saves.of(TEO)) == set()


async def test_the_party_counts_while_one_is_in_it(
    tmp_path: Path, saves: Saves, clock: HastyClock
) -> None:
    at = clock.now().timestamp()
    write(tmp_path / "ftbquests" / f"{MARA}.snbt", done(1), at)
    write(tmp_path / "ftbquests" / f"{PARTY}.snbt", done(7), at)
    party = tmp_path / "ftbteams" / "party" / f"{PARTY}.snbt"
    write(party, f'{{ id: "{PARTY}" ranks: {{ {MARA}: "officer", {TEO}: "ally" }} }}', at)
    assert quests(await saves.of(MARA)) == {7}
    assert quests(await saves.of(TEO)) == set()
    write(party, f'{{ id: "{PARTY}" ranks: {{ {TEO}: "owner" }} }}', at + 1)
    assert quests(await saves.of(MARA)) == {1}
    assert quests(await saves.of(TEO)) == {7}
    party.unlink()
    assert quests(await saves.of(TEO)) == set()


async def test_a_half_written_save_leaves_the_last_good_one_and_says_how_old_it_is(
    tmp_path: Path, saves: Saves, clock: HastyClock
) -> None:
    path = tmp_path / "ftbquests" / f"{MARA}.snbt"
    at = clock.now().timestamp()
    write(path, done(1), at - 60)
    first = await saves.of(MARA)
    write(path, done(1, 2)[:-4], at)
    torn = await saves.of(MARA)
    assert torn.progress is first.progress
    assert torn.age == pytest.approx(60 + (ATTEMPTS - 1) * PAUSE_SECONDS)
    assert "unexpected end" in torn.problem
    write(path, done(1, 2), at + 1)
    whole = await saves.of(MARA)
    assert (quests(whole), whole.problem) == ({1, 2}, "")


async def test_a_save_that_never_could_be_read_is_nothing_done_with_the_reason(
    tmp_path: Path, saves: Saves, clock: HastyClock
) -> None:
    write(tmp_path / "ftbquests" / f"{MARA}.snbt", "{ completed: {", clock.now().timestamp())
    saved = await saves.of(MARA)
    assert (quests(saved), saved.age) == (set(), None)
    assert saved.problem


async def test_a_torn_party_file_leaves_its_members_where_they_were(
    tmp_path: Path, saves: Saves, clock: HastyClock
) -> None:
    at = clock.now().timestamp()
    party = tmp_path / "ftbteams" / "party" / f"{PARTY}.snbt"
    write(party, f'{{ id: "{PARTY}" owner: "{MARA}" }}', at)
    write(tmp_path / "ftbquests" / f"{PARTY}.snbt", done(7), at)
    assert quests(await saves.of(MARA)) == {7}
    write(party, f'{{ id: "{PARTY}" ', at + 1)
    assert quests(await saves.of(MARA)) == {7}
    write(party, f'{{ id: "{PARTY}" owner: "{TEO}" }}', at + 2)
    assert quests(await saves.of(MARA)) == set()


async def test_an_unchanged_save_is_not_read_again(
    tmp_path: Path, saves: Saves, clock: HastyClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = clock.now().timestamp()
    write(tmp_path / "ftbquests" / f"{MARA}.snbt", done(1), at)
    write(tmp_path / "ftbteams" / "party" / f"{PARTY}.snbt", f'{{ id: "{PARTY}" }}', at)
    first = await saves.of(MARA)

    def refuse(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(Path, "open", refuse)
    assert (await saves.of(MARA)).progress is first.progress


async def test_of_1_12_the_team_and_its_numbers_are_found(
    tmp_path: Path, saves: Saves, clock: HastyClock
) -> None:
    folder = tmp_path / "data" / "ftb_lib"
    at = clock.now().timestamp()
    write(folder / "players" / "mara.dat", nbt.write({"UUID": MARA.hex, "TeamID": "mine"}), at)
    save = nbt.write({"Tasks": {"0000000a": 3}})
    write(folder / "teams" / "ftbquests" / "mine.dat", save, at)
    saved = await saves.of(MARA)
    assert (saved.progress.tasks, saved.team, saved.age) == ({"0000000a": 3}, "mine", 0)
    assert (await saves.of(TEO)).progress.tasks == {}
    (folder / "teams" / "ftbquests" / "mine.dat").unlink()
    write(folder / "teams" / "mine.ftbquests.dat", save, at)
    assert (await saves.of(MARA)).progress.tasks == {"0000000a": 3}


def test_the_world_is_the_one_that_is_played(tmp_path: Path) -> None:
    assert live_world(tmp_path) == tmp_path / "world"
    (tmp_path / "server.properties").write_text("level-name=atm\n")
    assert live_world(tmp_path) == tmp_path / "atm"


def test_of_every_save_one_that_cannot_be_read_is_told_and_the_others_are_read(
    tmp_path: Path,
) -> None:
    write(tmp_path / "ftbquests" / f"{MARA}.snbt", done(1), 0)
    write(tmp_path / "ftbquests" / f"{TEO}.snbt", "{ completed: {", 0)
    (tmp_path / "ftbquests" / f"{PARTY}.snbt").mkdir()
    found = dict(every_save(tmp_path))
    assert isinstance(found.pop(f"{MARA}.snbt"), TeamProgress)
    problems = {file: str(error) for file, error in found.items()}
    assert problems == {
        f"{TEO}.snbt": "1:15: unexpected end",
        f"{PARTY}.snbt": "Is a directory",
    }
