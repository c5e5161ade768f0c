"""What a team has done, out of its save."""

from __future__ import annotations

import pytest

from bridge.minecraft import snbt
from bridge.quests.model import Book, Chapter, Era, Quest, Task
from bridge.quests.progress import TeamProgress, read_early_progress, read_progress, worked_out

SAVE = """{
	version: 1
	uuid: "0123456789abcdef0123456789abcdef"
	name: "Mara#01234567"
	lock: false
	rewards_blocked: 0b
	task_progress: {
		"00000000000000A1": 12
		00000000000000A2: 5L
	}
	started: { 00000000000000B1: 1700000000000L }
	completed: { "00000000000000B2": 1700000000000L, 0000000000000001: 1700000000000L }
	repeatable: { 00000000000000B3: 1800000000000L }
	completion_count: { 00000000000000B3: 4 }
	claimed_rewards: {
		"0123456789abcdef0123456789abcdef:00000000000000C1": 1L
		"00000000000000000000000000000000:00000000000000C2": 1L
	}
	player_data: { 0123456789abcdef0123456789abcdef: { can_edit: true, pinned_quests: [ ] } }
}"""


def test_a_save_is_read_whole() -> None:
    progress = read_progress(snbt.parse_compound(SAVE))
    assert progress.started == {"00000000000000B1"}
    assert progress.completed == {"00000000000000B2", "0000000000000001"}
    assert progress.tasks == {"00000000000000A1": 12, "00000000000000A2": 5}
    assert progress.again == {"00000000000000B3": 1_800_000_000_000}
    assert progress.times == {"00000000000000B3": 4}
    assert progress.claimed == {
        ("0123456789abcdef0123456789abcdef", "00000000000000C1"),
        ("", "00000000000000C2"),
    }
    assert not progress.rewards_blocked


def test_what_is_missing_or_of_another_type_was_not_done() -> None:
    for text in ("{}", "{completed: 3, started: [], task_progress: {A: true_, B: {}}}"):
        progress = read_progress(snbt.parse_compound(text))
        assert (progress.started, progress.completed) == (frozenset(), frozenset())
        assert progress.tasks == {}


@pytest.mark.parametrize(
    ("keys", "spelled"),
    [
        (["00000000000000B2"], ["00000000000000B2"]),
        (["178"], ["00000000000000B2"]),
        (["-1"], ["FFFFFFFFFFFFFFFF"]),
        # A number of 16 digits beside one that can only be decimal.
        (["1234567890123456", "178"], ["000462D53C8ABAC0", "00000000000000B2"]),
        (["1234567890123456", "00000000000000B2"], ["1234567890123456", "00000000000000B2"]),
    ],
)
def test_ids_may_be_decimal_numbers(keys: list[str], spelled: list[str]) -> None:
    progress = read_progress({"completed": dict.fromkeys(keys, 1)})
    assert progress.completed == frozenset(spelled)


def _task(name: str, amount: int = 1, *, optional: bool = False) -> Task:
    return Task(id=name, type="item", title=name, amount=amount, optional=optional)


def _quest(name: str, *tasks: Task, **fields: object) -> Quest:
    return Quest(id=name, chapter="c", title=name, tasks=tasks, **fields)  # pyright: ignore[reportArgumentType] - any field of a quest


EARLY = Book(
    era=Era.BINARY,
    locale="en_us",
    title="Book",
    chapters=(
        Chapter(
            id="c",
            title="C",
            quests=(
                _quest("later", _task("t3"), dependencies=("first",)),
                _quest("first", _task("t1", 4), _task("t2", optional=True)),
                _quest("either", _task("t4"), _task("t5"), extra=(("or_tasks", 1),)),
                _quest("waits", _task("t6"), dependencies=("either",)),
                _quest("joke", optional=True, dependencies=("waits",)),
            ),
        ),
        Chapter(id="d", title="D", quests=(_quest("after", dependencies=("c",)),)),
    ),
)


@pytest.mark.parametrize(
    ("tasks", "done"),
    [
        (dict[str, int](), set[str]()),
        ({"t1": 3}, set[str]()),
        ({"t1": 4}, {"first", "t1"}),
        ({"t1": 4, "t3": 1}, {"first", "later", "t1", "t3"}),
        ({"t3": 1}, {"t3"}),
        ({"t5": 1}, {"either", "t5"}),
        (
            {"t1": 4, "t3": 1, "t4": 1, "t6": 1},
            {*("t1", "t3", "t4", "t6"), *("first", "later", "either", "waits", "joke")}
            | {"c", "d", "after"},
        ),
    ],
)
def test_of_1_12_what_is_done_is_worked_out(tasks: dict[str, int], done: set[str]) -> None:
    counted = TeamProgress(tasks=tasks, counted_only=True)
    assert worked_out(EARLY, counted).completed == done


def test_a_later_save_decides_by_itself() -> None:
    full = TeamProgress(tasks={"t1": 4})
    assert worked_out(EARLY, full) is full


def test_the_save_of_1_12_has_numbers_and_claims() -> None:
    progress = read_early_progress(
        {
            "Tasks": {"0000000a": 3, "B": 1},
            "ClaimedTeamRewards": [12],
            "ClaimedPlayerRewards": {"01234567-89ab-cdef-0123-456789abcdef": [13, -1]},
        }
    )
    assert progress.counted_only
    assert progress.tasks == {"0000000a": 3, "0000000b": 1}
    player = "0123456789abcdef0123456789abcdef"
    assert progress.claimed == {("", "0000000c"), (player, "0000000d"), (player, "ffffffff")}


def test_a_claim_that_names_no_reward_is_none() -> None:
    player = "0" * 31 + "a"
    dashed = f"{player[:8]}-{player[8:]}"
    claims = {"x": 1, ":": 1, f"{player}:": 1, f"{dashed}:C": 1, f"{'0' * 32}:D": 1}
    claimed = read_progress({"claimed_rewards": claims}).claimed
    assert claimed == {(player, f"{0xC:016X}"), ("", f"{0xD:016X}")}
