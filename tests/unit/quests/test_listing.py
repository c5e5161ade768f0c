"""The JSON of `quests list --all`."""

from __future__ import annotations

import json

from bridge.quests.listing import listing
from bridge.quests.model import Book, Chapter, Era, Quest, QuestLink, Reward, Task


def test_the_listing_has_the_shape_of_the_contract() -> None:
    quest = Quest(
        id="Q",
        chapter="C",
        title="Quest",
        subtitle="small",
        tasks=(Task(id="T", type="item", title="Task", optional=True),),
        rewards=(Reward(id="R", type="xp", title="5 XP"),),
        dependencies=("D",),
    )
    links = (QuestLink(id="L", quest="Q"),)
    chapter = Chapter(id="C", title="Chapter", group="G", quests=(quest,), links=links)
    book = Book(era=Era.INLINE, locale="en_us", title="x", chapters=(chapter,))
    assert json.loads(json.dumps(listing(book))) == {
        "chapters": [{"id": "C", "title": "Chapter", "group": "G", "quests": ["Q"]}],
        "quests": [
            {
                "id": "Q",
                "chapter": "C",
                "title": "Quest",
                "subtitle": "small",
                "tasks": [{"id": "T", "type": "item", "title": "Task", "optional": True}],
                "rewards": [{"id": "R", "type": "xp", "title": "5 XP"}],
                "dependencies": ["D"],
            }
        ],
    }


def test_a_part_of_a_book_names_its_own_chapters_alone() -> None:
    first, second = (
        Chapter(id=each, title=each, quests=(Quest(id=f"{each}1", chapter=each, title="x"),))
        for each in "AB"
    )
    book = Book(era=Era.INLINE, locale="en_us", title="x", chapters=(first, second))
    value = listing(book, second.quests)
    assert value["chapters"] == [{"id": "B", "title": "B", "group": "", "quests": ["B1"]}]
    assert listing(book, ()) == {"chapters": [], "quests": []}
