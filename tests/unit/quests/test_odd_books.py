"""Books of every era in every spelling that files have: what was written is what is listed."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from bridge.quests.listing import listing
from bridge.quests.loading import load_book
from bridge.quests.model import Era
from tests.fakes.odd_books import ADDRESS, draw
from tests.fakes.odd_servers import write

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.quests.model import Book
    from tests.fakes.odd_books import DrawnBook, DrawnChapter, DrawnQuest

SEEDS = range(12)


def _title(quest: DrawnQuest) -> str:
    return quest.title[1] or (quest.tasks[0].title if quest.tasks else "Unnamed")


def _chapters(book: DrawnBook) -> list[DrawnChapter]:
    place = {group: at for at, (group, _) in enumerate(book.groups, 1)}
    return sorted(book.chapters, key=lambda each: (place.get(each.group, 0), each.order))


def _quests(book: DrawnBook, chapter: DrawnChapter) -> list[DrawnQuest]:
    if book.era >= Era.INLINE:
        return list(chapter.quests)
    return sorted(chapter.quests, key=lambda quest: quest.id)  # a file for each: by its name


def _listed(book: DrawnBook) -> dict[str, object]:
    """What `quests list --all --json` must print (contract, section 2)."""
    return {
        "chapters": [
            {
                "id": book.id(chapter.id),
                "title": chapter.title[1],
                "group": book.id(chapter.group),
                "quests": [book.id(quest.id) for quest in _quests(book, chapter)],
            }
            for chapter in _chapters(book)
        ],
        "quests": [
            {
                "id": book.id(quest.id),
                "chapter": book.id(chapter.id),
                "title": _title(quest),
                "subtitle": quest.subtitle[1],
                "tasks": [
                    {
                        "id": book.id(task.id),
                        "type": task.type,
                        "title": task.title,
                        "optional": task.optional,
                    }
                    for task in quest.tasks
                ],
                "rewards": [
                    {
                        "id": book.id(number),
                        "type": str(fields.get("type", "item")).removeprefix("ftbquests:"),
                        "title": title,
                    }
                    for number, fields, title in quest.rewards
                ],
                "dependencies": [book.id(each) for each in quest.dependencies],
            }
            for chapter in _chapters(book)
            for quest in _quests(book, chapter)
        ],
    }


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("era", Era)
def test_what_was_written_is_what_is_listed(era: Era, seed: int, tmp_path: Path) -> None:
    chance = Random(f"{era} {seed}")
    drawn = draw(chance, era)
    write(drawn, chance, tmp_path)
    loaded = load_book(tmp_path)
    book = loaded.book
    assert book is not None
    assert (book.era, loaded.problems) == (era, ())
    assert listing(book) == _listed(drawn)
    assert [(each.id, each.title) for each in book.groups] == [
        (drawn.id(number), title) for number, title in drawn.groups
    ]
    assert [(each.id, each.title) for each in book.tables] == [
        (drawn.id(drawn.table[0]), drawn.table[1])
    ]
    for chapter in drawn.chapters:
        found = book.chapter(drawn.id(chapter.id))
        assert found is not None
        assert [link.quest for link in found.links] == [drawn.id(each) for each in chapter.links]
        for quest in chapter.quests:
            _same_inside(drawn, quest, book)


def _same_inside(drawn: DrawnBook, quest: DrawnQuest, book: Book) -> None:
    """The description, where it leads, and the items of the tasks."""
    found = book.quest(drawn.id(quest.id))
    assert found is not None
    lines = [shown for _, shown in quest.lines if shown]
    if quest.page:
        lines += ["This way", "The wiki"]
    assert [line for line in found.description if line] == lines
    assert found.references == ((drawn.id(quest.page),) if quest.page else ())
    assert found.links == ((ADDRESS,) if quest.page else ())
    items = [{each for item in task.items for each in item.ids()} for task in found.tasks]
    assert items == [set(task.items) for task in quest.tasks]
