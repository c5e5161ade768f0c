"""Books of every era together with worlds in which they were played by the game's rules.

What each team has done is known from the playing itself, which knows nothing of our readers.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from bridge.minecraft import nbt

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping
    from pathlib import Path

EARLY: Final = (1, 2)
_TIME: Final = 1_700_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A quest that was written: by number, with its tasks' numbers, what they count to, and so on.

    Ids are `16 * number`, and one more for each part: tasks, then the reward.
    """

    number: int
    chapter: int
    needs: tuple[int, ...]
    any_of: bool
    hidden: bool
    counts: tuple[int, ...]
    optional: bool
    """Whether its last task is."""

    def task(self, at: int) -> int:
        return 16 * self.number + 1 + at

    @property
    def reward(self) -> int:
        return 16 * self.number + 15


@dataclass(slots=True)
class Team:
    """What one team has done; numbers of quests, tasks, chapters and rewards."""

    players: tuple[UUID, ...]
    id: str
    completed: set[int] = field(default_factory=set[int])
    tasks: dict[int, int] = field(default_factory=dict[int, int])
    claimed: set[tuple[str, int]] = field(default_factory=set[tuple[str, int]])


def spelled(number: int, era: int) -> str:
    """An id as the game prints it."""
    return f"{number:08x}" if era in EARLY else f"{number:016X}"


def quests_of(chance: random.Random) -> list[Made]:
    """Quests of a few chapters; each depends on some before it."""
    return [
        Made(
            number=number,
            chapter=0x1000 + number // 5,
            needs=tuple(chance.sample(range(1, number), min(number - 1, chance.randint(0, 2)))),
            any_of=chance.random() < 0.3,
            hidden=chance.random() < 0.3,
            counts=tuple(chance.randint(1, 9) for _ in range(chance.randint(1, 3))),
            optional=chance.random() < 0.3,
        )
        for number in range(1, chance.randint(8, 30))
    ]


def play(quests: list[Made], team: Team, chance: random.Random) -> None:
    """Do some of them, as the game lets a team: what one depends on first."""
    chapters: dict[int, set[int]] = {}
    for quest in quests:
        chapters.setdefault(quest.chapter, set()).add(quest.number)
    done: set[int] = set()
    for quest in quests:
        holds = [need in done for need in quest.needs]
        if quest.needs and not (any(holds) if quest.any_of else all(holds)):
            continue
        last = len(quest.counts) - 1
        skips = quest.optional and last > 0 and chance.random() < 0.5
        if chance.random() < 0.3:  # begun, and its first task not full
            team.tasks[quest.task(0)] = quest.counts[0] - 1
            continue
        for at, count in enumerate(quest.counts):
            if not (skips and at == last):
                team.tasks[quest.task(at)] = count
                team.completed.add(quest.task(at))
        done.add(quest.number)
        team.completed.add(16 * quest.number)
        if chance.random() < 0.5:
            team.claimed.add((chance.choice(team.players).hex, quest.reward))
    team.completed |= {chapter for chapter, inside in chapters.items() if inside <= done}


def write(root: Path, era: int, quests: list[Made], teams: list[Team]) -> None:
    """The book, and the world `world` with each team's save."""
    place = root / "config/ftbquests"
    if era in EARLY:
        _early_book(place / "normal/chapters", era, quests)
        for team in teams:
            _early_save(root / "world/data/ftb_lib", team)
        return
    for chapter in {quest.chapter for quest in quests}:
        inside = [_quest(quest, era) for quest in quests if quest.chapter == chapter]
        tree = {"id": spelled(chapter, era), "quests": inside}
        _text(place / "quests/chapters" / f"c{chapter}", tree, era, "json5" if era == 5 else "snbt")
    if era == 4:
        _text(place / "quests/lang/en_us", {}, era, "snbt")
    for team in teams:
        _save(root / "world", era, team)


def _quest(quest: Made, era: int) -> dict[str, Any]:
    key = "uid" if era in EARLY else "id"
    tasks: list[dict[str, object]] = [
        {key: spelled(quest.task(at), era), "type": "item", "item": "pack:gear", "count": count}
        for at, count in enumerate(quest.counts)
    ]
    if quest.optional and len(tasks) > 1:
        tasks[-1]["optional_task"] = True
    return {
        **({} if era in EARLY else {"id": spelled(16 * quest.number, era)}),
        "dependencies": [spelled(16 * need, era) for need in quest.needs],
        **({"dependency_requirement": "one_completed"} if quest.any_of else {}),
        **({"hide": True} if quest.hidden and era < 5 else {}),
        "tasks": tasks,
        "rewards": [{key: spelled(quest.reward, era), "type": "xp", "xp": 5}],
    }


def _early_book(place: Path, era: int, quests: list[Made]) -> None:
    for quest in quests:
        folder = place / spelled(quest.chapter, era)
        name = spelled(16 * quest.number, era)
        for stem, tree in (("chapter", {"title": "Chapter"}), (name, _quest(quest, era))):
            if era == 1:
                folder.mkdir(parents=True, exist_ok=True)
                (folder / f"{stem}.nbt").write_bytes(nbt.write(tree))
            else:
                _text(folder / stem, tree, era, "snbt")


def _early_save(place: Path, team: Team) -> None:
    saves = place / "teams/ftbquests"
    saves.mkdir(parents=True, exist_ok=True)
    (place / "players").mkdir(exist_ok=True)
    for at, player in enumerate(team.players):
        known = {"UUID": player.hex, "Name": f"p{at}", "TeamID": team.id}
        (place / "players" / f"{player.hex}.dat").write_bytes(nbt.write(known))
    claims: dict[str, list[int]] = {}
    for player, reward in team.claimed:
        claims.setdefault(str(UUID(player)), []).append(reward)
    tree = {
        "Tasks": {spelled(task, 1): count for task, count in team.tasks.items()},
        "ClaimedPlayerRewards": claims,
    }
    (saves / f"{team.id}.dat").write_bytes(nbt.write(tree))


def _save(world: Path, era: int, team: Team) -> None:
    def key(number: int) -> str:
        return str(number) if era == 5 else spelled(number, era)

    tree: dict[str, object] = {
        "version": 1,
        "uuid": team.id.replace("-", ""),
        "rewards_blocked": False,
        "task_progress": {key(task): count for task, count in team.tasks.items()},
        "started": {key(each): _TIME for each in team.completed},
        "completed": {key(each): _TIME for each in team.completed},
        "claimed_rewards": {f"{player}:{key(each)}": _TIME for player, each in team.claimed},
    }
    # Era 5 keeps the old name for what is JSON5 now.
    _text(world / "ftbquests" / team.id, tree, era, "snbt")
    if len(team.players) > 1:
        ranks = {str(player): "member" for player in team.players[1:]}
        ranks[str(UUID(int=99))] = "ally"
        party = {"id": team.id, "owner": str(team.players[0]), "ranks": ranks}
        _text(world / "ftbteams/party" / team.id, party, era, "snbt")


def _text(path: Path, tree: Mapping[str, object], era: int, suffix: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # JSON is one way to write SNBT, but for the commas that the mod leaves out.
    text = json.dumps(tree, indent="\t")
    text = text if era in {2, 5} else text.replace(",\n", "\n")
    path.with_name(f"{path.name}.{suffix}").write_text(text)
