"""Books of every era and worlds that they were played in: what was done is what is found."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from bridge.quests.contradictions import contradictions
from bridge.quests.loading import load_book
from bridge.quests.progress import worked_out
from bridge.quests.saves import Saves, every_save
from bridge.quests.shelf import Shelf, State, Stock
from tests.fakes.clock import FakeClock
from tests.fakes.played_books import Made, Team, play, quests_of, spelled, write

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.quests.model import Book

ERAS = (1, 2, 3, 4, 5)
SEEDS = range(8)


def _played(root: Path, era: int, seed: int) -> tuple[Book, list[Made], list[Team]]:
    chance = random.Random(seed)
    quests = quests_of(chance)
    alone = UUID(int=1)
    teams = [
        Team(players=(alone,), id="alone" if era < 3 else str(alone)),
        Team(players=(UUID(int=2), UUID(int=3)), id="party" if era < 3 else str(UUID(int=2**100))),
    ]
    for team in teams:
        play(quests, team, chance)
    write(root, era, quests, teams)
    loaded = load_book(root)
    assert loaded.book is not None
    assert (loaded.problems, loaded.book.era) == ((), era)
    return loaded.book, quests, teams


def _ids(numbers: set[int], era: int) -> set[str]:
    return {spelled(number, era) for number in numbers}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("era", ERAS)
async def test_what_each_player_has_done_is_found(tmp_path: Path, era: int, seed: int) -> None:
    book, quests, teams = _played(tmp_path, era, seed)
    saves = Saves(lambda: tmp_path / "world", clock=FakeClock())
    for team in teams:
        for player in team.players:
            saved = await saves.of(player)
            progress = worked_out(book, saved.progress)
            assert (saved.team, saved.problem) == (team.id, "")
            assert progress.completed == _ids(team.completed, era)
            assert progress.tasks == {spelled(k, era): n for k, n in team.tasks.items()}
            assert progress.claimed == {(who, spelled(each, era)) for who, each in team.claimed}
            shelf = Shelf(Stock(book), progress=progress, everything=True)
            done = {q.id for q in shelf.open_quests if shelf.state(q) is State.DONE}
            assert done == _ids({16 * q.number for q in quests} & team.completed, era)
    # An ally is in no team.
    assert (await saves.of(UUID(int=99))).progress.completed == frozenset()


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("era", ERAS)
def test_what_was_played_by_the_rules_contradicts_nothing(
    tmp_path: Path, era: int, seed: int
) -> None:
    book, _, teams = _played(tmp_path, era, seed)
    found = dict(every_save(tmp_path / "world"))
    assert len(found) == len(teams)
    for progress in found.values():
        assert not isinstance(progress, Exception)
        assert list(contradictions(book, worked_out(book, progress))) == []


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("era", [3, 4, 5])
def test_each_damage_to_a_save_is_told(tmp_path: Path, era: int, seed: int) -> None:
    book, quests, teams = _played(tmp_path, era, seed)
    team = teams[0]
    save = dict(every_save(tmp_path / "world"))[f"{team.id}.snbt"]
    assert not isinstance(save, Exception)
    done = [quest for quest in quests if 16 * quest.number in team.completed]
    for quest in done:
        own, first = spelled(16 * quest.number, era), spelled(quest.task(0), era)
        found = {
            (each.id, each.problem)
            for each in contradictions(book, replace(save, completed=save.completed - {own}))
        }
        assert (own, "not completed, and everything for it is") in found
        for other in done:
            if set(other.needs) & {quest.number} and not other.any_of:
                late = spelled(16 * other.number, era)
                assert (late, "completed, and what it depends on is not") in found
        short = replace(save, tasks={**save.tasks, first: quest.counts[0] - 1})
        problem = f"the task is completed with {quest.counts[0] - 1} of {quest.counts[0]}"
        assert [(e.id, e.problem) for e in contradictions(book, short)] == [(first, problem)]
        # The task's own number stays, which is no contradiction: `completed` decides.
        without = replace(save, completed=save.completed - {first})
        told = [(e.id, e.problem) for e in contradictions(book, without)]
        required = (
            len(quest.counts) == 1
            or not quest.optional
            or quest.task(0) != quest.task(len(quest.counts) - 1)
        )
        assert told == ([(own, "completed, and 1 required tasks are not")] if required else [])
