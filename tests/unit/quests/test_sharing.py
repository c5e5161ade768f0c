"""A second language costs only what it says differently."""

from __future__ import annotations

from dataclasses import replace

from bridge.quests.model import Chapter, Quest, Task
from bridge.quests.sharing import share_chapter

TASKS = (Task(id="1", type="custom", title="One"), Task(id="2", type="custom", title="Two"))
QUESTS = (
    Quest(id="A", chapter="C", title="Same", tasks=TASKS, description=("a", "b")),
    Quest(id="B", chapter="C", title="English", tasks=TASKS, description=("c", "d")),
)
ORIGINAL = Chapter(id="C", title="Chapter", quests=QUESTS)


def _copy(quest: Quest, **changes: str) -> Quest:
    tasks = tuple(replace(task) for task in quest.tasks)
    return replace(quest, tasks=tasks, description=tuple(quest.description), **changes)


def test_a_chapter_that_says_the_same_is_the_same_object() -> None:
    same = replace(ORIGINAL, quests=tuple(map(_copy, QUESTS)))
    assert share_chapter(same, ORIGINAL) is ORIGINAL


def test_only_what_differs_is_kept_twice() -> None:
    other = replace(ORIGINAL, quests=(_copy(QUESTS[0]), _copy(QUESTS[1], title="Deutsch")))
    shared = share_chapter(other, ORIGINAL)
    assert shared == other
    assert shared.quests[0] is QUESTS[0]
    assert shared.quests[1].title == "Deutsch"
    assert shared.quests[1].tasks is TASKS


def test_a_text_of_another_length_is_kept_as_it_is() -> None:
    other = replace(ORIGINAL, quests=(QUESTS[0], replace(QUESTS[1], description=("c",), title="x")))
    assert share_chapter(other, ORIGINAL) == other
