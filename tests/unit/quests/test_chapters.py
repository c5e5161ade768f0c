"""Quests and chapters out of their trees."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.quests.chapters import read_chapter, read_quest
from bridge.quests.lexicon import Lexicon
from bridge.quests.model import SHOWN, Hiding, Quest, Requirement
from bridge.quests.spelling import EARLY, MODERN, Reading, Spelling

READING = Reading(spelling=MODERN, lexicon=Lexicon())


def _quest(**fields: object) -> Quest:
    return read_quest(fields, READING, "AB", "CD")


def test_a_quest_is_named_by_its_title_its_first_task_or_not_at_all() -> None:
    tasks = [{"id": "1", "type": "item", "item": "a:gear"}, {"id": "2", "type": "checkmark"}]
    assert _quest(title="&lHello", tasks=tasks).title == "Hello"
    assert _quest(title="{pack.unknown}", tasks=tasks).title == "Gear"
    assert _quest().title == "Unnamed"


def test_everything_a_quest_says_is_kept() -> None:
    quest = _quest(
        subtitle="&7small",
        description=["a", "", '{"text":"b","clickEvent":{"action":"change_page","value":"ef"}}'],
        dependencies=["12", "#34", "12", "-", 5],
        dependency_requirement="one_started",
        min_required_dependencies=2,
        optional=True,
        can_repeat=1,
        repeat_cooldown=60,
        progression_mode="flexible",
        require_sequential_tasks=True,
        max_completable_dependents=3,
        icon={"id": "a:icon"},
        tags=["x"],
        x=1.0,
        new_field="y",
    )
    assert quest.subtitle == "small"
    assert quest.description == ("a", "", "b")
    assert quest.references == ("00000000000000EF",)
    assert quest.dependencies == (
        "0000000000000012",
        "0000000000000034",
        "0000000000000005",
    )
    assert quest.requirement is Requirement.ONE_STARTED
    assert (quest.minimum, quest.maximum_dependents, quest.repeat_cooldown) == (2, 3, 60)
    assert (quest.optional, quest.repeatable, quest.sequential) == (True, True, True)
    assert (quest.progression, quest.icon, quest.tags) == ("flexible", "a:icon", ("x",))
    assert quest.extra == (("new_field", "y"),)
    assert quest.hiding is SHOWN


def test_a_quest_in_1_12_has_other_words_for_its_texts() -> None:
    reading = Reading(spelling=EARLY, lexicon=Lexicon())
    tree = {"description": "small", "text": ["long", "text"], "dependency": -1}
    quest = read_quest(tree, reading, "ab", "cd")
    assert quest.subtitle == "small"
    assert quest.description == ("long", "text")
    assert quest.dependencies == ("ffffffff",)


@pytest.mark.parametrize(
    ("field", "hiding"),
    [
        ("invisible", Hiding(invisible=True)),
        ("hide", Hiding(legacy=True)),
        ("hide_until_deps_visible", Hiding(until_visible=True)),
        ("hide_until_deps_complete", Hiding(until_complete=True)),
        ("hide_details_until_startable", Hiding(details_until_startable=True)),
        ("hide_text_until_complete", Hiding(text_until_complete=True)),
    ],
)
def test_a_quest_says_when_it_is_hidden(field: str, hiding: Hiding) -> None:
    assert _quest(**{field: True}).hiding == hiding


def test_invisible_can_end_after_some_tasks() -> None:
    assert _quest(invisible=1, invisible_until_tasks=2).hiding.until_tasks == 2


def test_an_unknown_requirement_or_mode_is_the_default() -> None:
    quest = _quest(dependency_requirement="none_of_them", progression_mode="default")
    assert quest.requirement is Requirement.ALL_COMPLETED
    assert quest.progression == ""


def test_a_chapter_is_read_around_its_quests() -> None:
    tree = {
        "title": "&6Start",
        "subtitle": ["one", "two"],
        "group": "EF",
        "order_index": 4,
        "icon": "a:icon",
        "always_invisible": True,
        "progression_mode": "linear",
        "consume_items": True,
        "default_repeatable_quest": True,
        "hide_quest_until_deps_visible": True,
        "hide_quest_until_deps_complete": False,
        "hide_quest_details_until_startable": True,
        "quest_links": [{"id": "1", "linked_quest": "2"}, {"linked_quest": ""}],
        "images": [{"image": "x"}],
        "new_field": 5,
    }
    chapter = read_chapter(tree, READING, "CD", "chapters/start.snbt", [_quest()])
    assert (chapter.id, chapter.title, chapter.subtitle) == ("CD", "Start", ("one", "two"))
    assert (chapter.group, chapter.order) == ("00000000000000EF", 4)
    assert chapter.always_invisible
    assert (chapter.progression, chapter.consume, chapter.repeatable) == ("linear", True, True)
    assert chapter.hiding == Hiding(
        until_visible=True, until_complete=False, details_until_startable=True
    )
    assert [link.quest for link in chapter.links] == ["0000000000000002", ""]
    assert len(chapter.quests) == 1
    assert chapter.extra == (("new_field", 5),)


def test_a_chapter_without_a_title_is_unnamed() -> None:
    assert read_chapter({}, READING, "CD", "chapters/x.snbt", []).title == "Unnamed"


KEYS = (
    *("id", "uid", "title", "subtitle", "description", "text", "type", "item", "items", "count"),
    *("Count", "tag", "components", "icon", "tags", "tasks", "rewards", "dependencies", "hide"),
    *("dependency", "table", "table_id", "table_data", "fluid", "amount", "value", "entity"),
    *("quest_links", "linked_quest", "order_index", "group", "translate", "command", "weight"),
)
LEAVES = (
    st.none()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats()
    | st.sampled_from(("item", "kill", "fluid", "random", "itemfilters:or", "mod:x 1 2", "&6{a.b}"))
)
TREES = st.dictionaries(
    st.sampled_from(KEYS),
    st.recursive(
        LEAVES,
        lambda inner: (
            st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3)
        ),
        max_leaves=8,
    ),
    max_size=6,
)


@settings(max_examples=150, deadline=None)
@given(TREES, st.sampled_from((MODERN, EARLY)))
def test_no_tree_is_an_error_and_every_title_says_something(
    tree: dict[str, object], spelling: Spelling
) -> None:
    reading = Reading(spelling=spelling, lexicon=Lexicon(), tables={"A": "Table"})
    quest = read_quest(tree, reading, "AB", "CD")
    chapter = read_chapter(tree, reading, "CD", "chapters/x.snbt", [quest])
    objects = (quest, chapter, *quest.tasks, *quest.rewards)
    assert all(each.title.strip() for each in objects)
