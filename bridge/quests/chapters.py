"""Quests and chapters out of their trees, alike in all eras but for the spelling (A3)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from bridge.quests import fields
from bridge.quests.making import begun, quickly
from bridge.quests.model import SHOWN, Chapter, Hiding, Quest, QuestLink, Requirement
from bridge.quests.rewards import read_reward
from bridge.quests.stacks import item_id
from bridge.quests.tasks import read_task

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bridge.quests.fields import Tree
    from bridge.quests.model import Task
    from bridge.quests.spelling import Reading

_quest = quickly(Quest)

_REQUIREMENTS: Final[Mapping[str, Requirement]] = {each.value: each for each in Requirement}

_LAYOUT: Final = frozenset(
    {
        *("x", "y", "shape", "size", "icon_scale", "min_width", "images", "hide_dependency_lines"),
        *("hide_dependent_lines", "hide_lock_icon", "disable_recipe_mod", "disable_jei"),
        *("default_quest_shape", "default_quest_size", "default_hide_dependency_lines"),
        *("default_min_width", "disable_toast", "autofocus_id"),
    }
)
_SHARED: Final = frozenset(
    {
        *("id", "uid", "title", "subtitle", "icon", "tags", "progression_mode"),
        *("require_sequential_tasks", "hide_text_until_complete"),
    }
)
_QUEST: Final = frozenset(
    {
        *("description", "text", "dependencies", "dependency", "dependency_requirement"),
        *("min_required_dependencies", "optional", "can_repeat", "repeat_cooldown", "invisible"),
        *("invisible_until_tasks", "hide", "hide_until_deps_visible", "hide_until_deps_complete"),
        *("hide_details_until_startable", "max_completable_dependents", "tasks", "rewards"),
    }
)
_CHAPTER: Final = frozenset(
    {
        *("group", "order_index", "filename", "always_invisible", "consume_items", "quests"),
        *("quest_links", "hide_quest_details_until_startable", "hide_quest_until_deps_visible"),
        *("hide_quest_until_deps_complete", "default_repeatable_quest", "description"),
    }
)
_RARE: Final = frozenset(
    {
        *("dependency_requirement", "min_required_dependencies", "optional", "can_repeat"),
        *("repeat_cooldown", "progression_mode", "require_sequential_tasks"),
        *("max_completable_dependents",),
    }
)
"""Most quests have none of these, and looking for each of them costs more than it sounds."""
_QUEST_KNOWN: Final = _LAYOUT | _SHARED | _QUEST
_CHAPTER_KNOWN: Final = _LAYOUT | _SHARED | _CHAPTER
_QUEST_HIDING: Final = frozenset(
    {
        *("invisible", "invisible_until_tasks", "hide", "hide_until_deps_visible"),
        *("hide_until_deps_complete", "hide_details_until_startable", "hide_text_until_complete"),
    }
)


def read_quest(tree: Tree, reading: Reading, quest_id: str, chapter_id: str) -> Quest:
    """One quest, begun: with what tells who may see it, which is needed of every quest at once.

    The rest, its words, tasks, rewards and looks, is read when the first of it is asked for; until
    then the quest holds on to its tree.
    """
    return begun(
        Quest,
        partial(_rest, tree, reading, quest_id, chapter_id),
        id=quest_id,
        chapter=chapter_id,
        dependencies=_dependencies(tree, reading),
        hiding=_quest_hiding(tree),
        **({} if _RARE.isdisjoint(tree) else _rare(tree)),
    )


def _rest(tree: Tree, reading: Reading, quest_id: str, chapter_id: str) -> Quest:
    """What a begun quest has not. Without a title it is called after its first task."""
    spelling, lexicon = reading.spelling, reading.lexicon
    entry = f"quest.{quest_id}."
    tasks = tuple(
        read_task(task, reading, quest_id, number)
        for number, task in enumerate(fields.compounds(tree, "tasks"))
    )
    text = lexicon.lines(entry + "quest_desc", tree, spelling.description)
    return _quest(
        id=quest_id,
        chapter=chapter_id,
        title=lexicon.line(entry + "title", tree, "title") or _first_title(tasks, reading),
        subtitle=lexicon.line(entry + "quest_subtitle", tree, spelling.subtitle),
        description=text.lines,
        references=tuple(filter(None, map(spelling.ids, text.quests))) if text.quests else (),
        links=text.links,
        tasks=tasks,
        rewards=tuple(
            read_reward(reward, reading, quest_id, number)
            for number, reward in enumerate(fields.compounds(tree, "rewards"))
        ),
        icon=item_id(tree["icon"]) if "icon" in tree else "",
        tags=tuple(fields.strings(tree, "tags")) if "tags" in tree else (),
        extra=fields.others(tree, _QUEST_KNOWN),
    )


def _rare(tree: Tree) -> dict[str, object]:
    return {
        "requirement": _REQUIREMENTS.get(
            fields.string(tree, "dependency_requirement"), Requirement.ALL_COMPLETED
        ),
        "minimum": fields.integer(tree, "min_required_dependencies"),
        "optional": fields.flag(tree, "optional"),
        "repeatable": fields.tristate(tree, "can_repeat"),
        "repeat_cooldown": fields.integer(tree, "repeat_cooldown"),
        "progression": _mode(tree),
        "sequential": fields.tristate(tree, "require_sequential_tasks"),
        "maximum_dependents": fields.integer(tree, "max_completable_dependents"),
    }


def _first_title(tasks: tuple[Task, ...], reading: Reading) -> str:
    return tasks[0].title if tasks else reading.lexicon.phrase("unnamed")


def _dependencies(tree: Tree, reading: Reading) -> tuple[str, ...]:
    spelling = reading.spelling
    written = [
        value for key in spelling.dependencies if key in tree for value in fields.values(tree, key)
    ]
    return tuple(dict.fromkeys(filter(None, map(spelling.ids, written)))) if written else ()


def _mode(tree: Tree) -> str:
    mode = fields.string(tree, "progression_mode")
    return mode if mode in {"linear", "flexible"} else ""


def _quest_hiding(tree: Tree) -> Hiding:
    if _QUEST_HIDING.isdisjoint(tree):
        return SHOWN
    return Hiding(
        invisible=fields.flag(tree, "invisible"),
        until_tasks=fields.integer(tree, "invisible_until_tasks"),
        legacy=fields.tristate(tree, "hide"),
        until_visible=fields.tristate(tree, "hide_until_deps_visible"),
        until_complete=fields.tristate(tree, "hide_until_deps_complete"),
        details_until_startable=fields.tristate(tree, "hide_details_until_startable"),
        text_until_complete=fields.tristate(tree, "hide_text_until_complete"),
    )


def read_chapter(
    tree: Tree, reading: Reading, chapter_id: str, file: str, quests: Iterable[Quest]
) -> Chapter:
    """One chapter around its quests."""
    lexicon = reading.lexicon
    entry = f"chapter.{chapter_id}."
    title = lexicon.line(entry + "title", tree, "title")
    subtitle = lexicon.lines(entry + "chapter_subtitle", tree, reading.spelling.subtitle)
    return Chapter(
        id=chapter_id,
        title=title or lexicon.phrase("unnamed"),
        group=reading.spelling.ids(tree.get("group")),
        subtitle=subtitle.lines,
        quests=tuple(quests),
        links=_links(tree, reading, chapter_id),
        order=fields.integer(tree, "order_index"),
        file=file,
        always_invisible=fields.flag(tree, "always_invisible"),
        hiding=Hiding(
            until_visible=fields.tristate(tree, "hide_quest_until_deps_visible"),
            until_complete=fields.tristate(tree, "hide_quest_until_deps_complete"),
            details_until_startable=fields.tristate(tree, "hide_quest_details_until_startable"),
            text_until_complete=fields.tristate(tree, "hide_text_until_complete"),
        ),
        repeatable=fields.tristate(tree, "default_repeatable_quest"),
        sequential=fields.tristate(tree, "require_sequential_tasks"),
        consume=fields.tristate(tree, "consume_items"),
        progression=_mode(tree),
        icon=item_id(tree.get("icon")),
        tags=tuple(fields.strings(tree, "tags")),
        extra=fields.others(tree, _CHAPTER_KNOWN),
    )


def _links(tree: Tree, reading: Reading, chapter_id: str) -> tuple[QuestLink, ...]:
    spelling = reading.spelling
    return tuple(
        QuestLink(
            id=reading.object_id(link, chapter_id, number, "link"),
            quest=spelling.ids(link.get("linked_quest")),
        )
        for number, link in enumerate(fields.compounds(tree, "quest_links"))
    )
