"""What to do next: the quests that can be started now, the nearest to done first. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bridge.quests.model import Condition, Quest, Task
    from bridge.quests.shelf import Shelf


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """A required task that is open: `have` of its `amount` is there."""

    task: Task
    have: int

    @property
    def share(self) -> float:
        """0 for nothing, 1 for all of it."""
        return self.have / self.task.amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A quest to do next, how much of it is there (0 to 1), and what is left."""

    quest: Quest
    share: float
    missing: tuple[Missing, ...]


def steps(shelf: Shelf, held: Mapping[str, int] | None = None) -> Sequence[Step]:
    """Every quest that can be started now, the nearest to done first, optional ones last.

    `held` are the items that the player carries, by id; None where that is not known. Of equal
    ones, those with fewer open tasks, then those that stand first in the book.
    """
    found = [_step(shelf, quest, held or {}) for quest in shelf.startable()]
    return sorted(found, key=lambda step: (step.quest.optional, -step.share, len(step.missing)))


def _step(shelf: Shelf, quest: Quest, held: Mapping[str, int]) -> Step:
    required = [task for task in quest.tasks if not task.optional] or quest.tasks
    missing = tuple(
        Missing(task=task, have=_have(shelf, quest, task, held))
        for task in required
        if not shelf.is_done(task)
    )
    done = len(required) - len(missing) + sum(each.share for each in missing)
    return Step(quest=quest, share=done / len(required) if required else 0.0, missing=missing)


def _have(shelf: Shelf, quest: Quest, task: Task, held: Mapping[str, int]) -> int:
    counted = shelf.counted(task)
    if task.type != "item" or not held:
        return counted
    carried = sum(count for item, count in held.items() if _fits(task, item))
    # What a task takes away is counted already; what it only looks at is still carried.
    has = counted + carried if _consumes(shelf, quest, task) else max(counted, carried)
    return min(has, task.amount)


def _consumes(shelf: Shelf, quest: Quest, task: Task) -> bool:
    if task.consume is not None:
        return task.consume
    chapter = shelf.book.chapter(quest.chapter)
    default = chapter.consume if chapter else None
    return shelf.book.consume if default is None else default


def _fits(task: Task, item: str) -> bool:
    return any(
        item == each.id if each.condition is None else fits(each.condition, item) is True
        for each in task.items
    )


def fits(condition: Condition, item: str) -> bool | None:
    """Whether an item fits a filter; None where its id alone does not tell (a tag, its data)."""
    match condition.kind:
        case "item":
            return item == condition.value
        case "mod":
            return item.partition(":")[0] == condition.value
        case "any" | "all" | "one" | "none":
            return _combined(condition.kind, [fits(part, item) for part in condition.parts])
        case _:
            return None


def _combined(kind: str, parts: Sequence[bool | None]) -> bool | None:
    yes, unknown = parts.count(True), parts.count(None)
    match kind:
        case "any":
            return True if yes else None if unknown else False
        case "all":
            return False if False in parts else None if unknown else bool(parts)
        case "none":
            return False if yes else None if unknown else True
        case _:
            return False if yes > 1 else None if unknown else yes == 1
