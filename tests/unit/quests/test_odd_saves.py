"""Saves of every era in every spelling that files have: what was done is what is read."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from bridge.quests.contradictions import contradictions
from bridge.quests.loading import load_book
from bridge.quests.model import Era
from bridge.quests.progress import TeamProgress, worked_out
from bridge.quests.saves import Saves, every_save
from tests.fakes import odd_trees
from tests.fakes.clock import FakeClock
from tests.fakes.odd_books import draw
from tests.fakes.odd_servers import write
from tests.fakes.odd_trees import Long

if TYPE_CHECKING:
    from pathlib import Path

    from tests.fakes.odd_books import DrawnBook, DrawnQuest
    from tests.fakes.odd_trees import Tree

SEEDS = range(8)
MARA, TEO, IDA, PARTY = (UUID(int=each << 64 | 7) for each in (0xA1, 0xB2, 0xC3, 0xD4))
WHEN = 1_700_000_000_000


@dataclass(frozen=True, kw_only=True)
class Done:
    """What a team has done, by number."""

    completed: frozenset[int]
    started: frozenset[int]
    tasks: dict[int, int]
    claimed: frozenset[tuple[str, int]]


def _drawn(book: DrawnBook, chance: Random) -> Done:
    quests = [quest for chapter in book.chapters for quest in chapter.quests]
    tasks = [task.id for quest in quests for task in quest.tasks]
    rewards = [number for quest in quests for number, _, _ in quest.rewards]
    every = [quest.id for quest in quests] + tasks + [chapter.id for chapter in book.chapters]

    def some(numbers: list[int]) -> list[int]:
        return [each for each in numbers if chance.random() < 0.5]

    stale = chance.randrange(2, 1 << book.bits)  # of a book that was edited since
    return Done(
        completed=frozenset([*some(every), stale]),
        started=frozenset(some(every)),
        tasks={each: chance.choice([0, 1, 64]) for each in some(tasks)},
        claimed=frozenset((chance.choice(["", MARA.hex]), each) for each in some(rewards)),
    )


class Keys:
    """How one file spells ids: hex in either case, or the decimal numbers of 26.1."""

    def __init__(self, book: DrawnBook, chance: Random) -> None:
        self._book = book
        self._decimal = book.era is Era.JSON5 and chance.random() < 0.5
        self._lower = chance.random() < 0.2

    def id(self, number: int) -> str:
        if self._decimal:
            return str(number - (1 << 64) if number >> 63 else number)
        shown = self._book.id(number)
        return shown.lower() if self._lower else shown

    def map(self, numbers: dict[int, int]) -> Tree:
        return {self.id(number): Long(value) for number, value in numbers.items()}


def _save(done: Done, keys: Keys, team: UUID) -> Tree:
    return {
        "version": 1,
        "uuid": team.hex,
        "name": "Team#12345678",
        "lock": False,
        "rewards_blocked": False,
        "task_progress": keys.map(done.tasks),
        "started": keys.map(dict.fromkeys(done.started, WHEN)),
        "completed": keys.map(dict.fromkeys(done.completed, WHEN)),
        "claimed_rewards": {
            f"{player or '0' * 32}:{keys.id(reward)}": Long(WHEN) for player, reward in done.claimed
        },
        "player_data": {MARA.hex: {"auto_pin": True, "pinned_quests": [Long(5)]}},
    }


def _same(found: TeamProgress, done: Done, book: DrawnBook) -> None:
    assert found.completed == {book.id(each) for each in done.completed}
    assert found.started == {book.id(each) for each in done.started}
    assert found.tasks == {book.id(each): have for each, have in done.tasks.items()}
    assert found.claimed == {(player, book.id(each)) for player, each in done.claimed}


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("era", [Era.INLINE, Era.LANG, Era.JSON5])
async def test_each_player_has_the_progress_of_the_own_team(
    era: Era, seed: int, tmp_path: Path
) -> None:
    chance = Random(f"{era} {seed}")
    book = draw(chance, era)
    modern = era is Era.JSON5
    writer = odd_trees.json5 if modern else odd_trees.snbt
    suffix = chance.choice(["snbt", "json5"]) if modern else "snbt"
    done = {team: _drawn(book, chance) for team in (MARA, TEO, PARTY)}
    for team, each in done.items():
        data = writer(_save(each, Keys(book, chance), team), chance)
        _put(tmp_path / f"ftbquests/{team}.{suffix}", data)
    # Whoever is in a party keeps the own file; an ally, an invited and a former one are not in it.
    rank = chance.choice(["owner", "officer", "member"])
    party: Tree = {"id": str(PARTY), "type": "party", "message_history": [{"text": "hi"}]}
    party["ranks"] = {str(MARA): rank, str(TEO): chance.choice(["ally", "invited", "none"])}
    _put(tmp_path / f"ftbteams/party/{PARTY}.{suffix}", writer(party, chance))
    _put(tmp_path / f"ftbteams/deleted/{TEO}.{suffix}", writer({"owner": str(TEO)}, chance))
    saves = Saves(lambda: tmp_path, clock=FakeClock())
    _same((await saves.of(MARA)).progress, done[PARTY], book)
    _same((await saves.of(TEO)).progress, done[TEO], book)
    assert (await saves.of(IDA)).progress.completed == frozenset()
    found = dict(every_save(tmp_path))
    assert set(found) == {f"{team}.{suffix}" for team in done}
    for team, each in done.items():
        progress = found[f"{team}.{suffix}"]
        assert isinstance(progress, TeamProgress)
        _same(progress, each, book)


def _amount(fields: Tree) -> int:
    amount = fields.get("count", fields.get("value", 1))
    assert isinstance(amount, int)
    return amount


def _early_done(book: DrawnBook, have: dict[int, int]) -> set[int]:
    """The quests of 1.12 that are complete by the numbers alone, found one by one."""
    quests = {quest.id: quest for chapter in book.chapters for quest in chapter.quests}
    done: set[int] = set()

    def is_full(quest: DrawnQuest) -> bool:
        full = {t.id for t in quest.tasks if have.get(t.id, 0) >= _amount(t.fields)}
        required = {task.id for task in quest.tasks if not task.optional}
        if quest.tasks and not required:
            return bool(full)
        return required <= full

    while True:
        fresh = {
            number
            for number, quest in quests.items()
            if is_full(quest) and {each for each in quest.dependencies if each in quests} <= done
        }
        if fresh <= done:
            return done
        done |= fresh


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("era", [Era.BINARY, Era.EARLY])
async def test_a_save_of_1_12_is_worked_out_by_its_numbers(
    era: Era, seed: int, tmp_path: Path
) -> None:
    chance = Random(f"{era} {seed}")
    drawn = draw(chance, era)
    write(drawn, chance, tmp_path)
    done = _drawn(drawn, chance)
    folder = tmp_path / "world/data/ftb_lib"
    tree: Tree = {
        "Tasks": {drawn.id(number): have for number, have in done.tasks.items()},
        "ClaimedTeamRewards": [_int(each) for player, each in done.claimed if not player],
        "ClaimedPlayerRewards": {
            str(MARA): [_int(each) for player, each in done.claimed if player],
        },
    }
    old = chance.random() < 0.5
    name = "mine.ftbquests.dat" if old else "ftbquests/mine.dat"
    _put(folder / "teams" / name, odd_trees.nbt(tree, chance))
    player: Tree = {"UUID": MARA.hex, "Name": "Mara"}
    team: Tree = {"Owner": "Mara", "Title": "Mine", "Players": {"Teo": "enemy"}}
    if chance.random() < 0.5:
        player["TeamID"] = "mine"
    _put(folder / f"players/{MARA}.dat", odd_trees.nbt(player, chance))
    _put(folder / "players/teo.dat", odd_trees.nbt({"UUID": TEO.hex, "Name": "Teo"}, chance))
    _put(folder / "teams/mine.dat", odd_trees.nbt(team, chance))
    book = load_book(tmp_path).book
    assert book is not None
    saves = Saves(lambda: tmp_path / "world", clock=FakeClock())
    progress = worked_out(book, (await saves.of(MARA)).progress)
    assert progress.claimed == {(who, drawn.id(each)) for who, each in done.claimed}
    complete = {quest.id for quest in book.quests() if quest.id in progress.completed}
    assert complete == {drawn.id(each) for each in _early_done(drawn, done.tasks)}
    other = worked_out(book, (await saves.of(TEO)).progress)
    assert other.tasks == {}
    # What is worked out by the book cannot contradict it.
    problems = {each.problem for each in contradictions(book, progress)}
    assert problems <= {"completed, and hidden", "not completed, and everything for it is"}


def _int(number: int) -> int:
    return number - (1 << 32) if number >> 31 else number
