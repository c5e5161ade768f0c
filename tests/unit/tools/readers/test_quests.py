from __future__ import annotations

from typing import Any

import pytest

from bridge.core.actors import Player
from bridge.core.errors import RefusedError
from bridge.quests.model import Book, Chapter, Era, Hiding, Quest, Reward, Task
from bridge.quests.shelf import Shelf, Stock
from bridge.quests.viewer import ANYBODY, Viewer
from bridge.tools.arguments import InvalidArguments, Shape
from bridge.tools.readers.quests import DESCRIPTION, FOUND, PAGE, tools
from bridge.tools.tool import Asker

ASKER = Asker(player=Player(name="Mara"), language="zh_cn")
FIRST = Quest(id="A1", chapter="C", title="Iron Age", description=("Dig.", "Then smelt."))
NEXT = Quest(
    id="A2",
    chapter="C",
    title="Steel Age",
    description=("x" * 2_000,),
    dependencies=("A1", "A3"),
    tasks=(Task(id="T", type="item", title="16 Steel"),),
    rewards=(Reward(id="R", type="xp", title="100 XP"),),
)
SECRET = Quest(id="A3", chapter="C", title="Iron Secret", hiding=Hiding(invisible=True))
MODEST = Quest(
    id="A4",
    chapter="C",
    title="Modest",
    description=("hidden words",),
    dependencies=("A1",),
    tasks=(Task(id="U", type="item", title="hidden task"),),
    hiding=Hiding(details_until_startable=True, text_until_complete=True),
)
MANY = tuple(Quest(id=f"B{number}", chapter="C", title="Twin") for number in range(2 * PAGE))


class Books:
    """Books by language."""

    def __init__(self, *quests: Quest) -> None:
        self.asked: list[str] = []
        self.book = Book(
            era=Era.INLINE,
            locale="en_us",
            title="Book",
            chapters=(Chapter(id="C", title="Metals", quests=quests),),
        )

    async def shelf(self, locale: str, viewer: Viewer = ANYBODY) -> Shelf | None:
        del viewer
        self.asked.append(locale)
        return Shelf(Stock(self.book)) if self.book.chapters[0].quests else None


async def use(books: Books, name: str, **given: object) -> Any:
    (tool,) = (each for each in tools(books) if each.id == name)
    read = Shape(tool.input).read(given)
    assert not isinstance(read, InvalidArguments), read
    return Shape(tool.output).plain(await tool.handler(ASKER, read))


def test_all_are_offered_to_models_and_write_nothing() -> None:
    made = tools(Books())
    names = ("list", "find", "detail", "next")
    assert [tool.id for tool in made] == [f"quests.{name}" for name in names]
    assert all(tool.description and not tool.writes for tool in made)


async def test_the_visible_quests_are_listed_by_pages_in_the_askers_language() -> None:
    books = Books(FIRST, SECRET, NEXT, *MANY)
    page = await use(books, "quests.list")
    assert page["quests"][0] == {
        "id": "A1",
        "title": "Iron Age",
        "chapter": "Metals",
        "state": "startable",
    }
    assert (len(page["quests"]), page["total"], page["page"], page["pages"]) == (20, 42, 1, 3)
    last = await use(books, "quests.list", page=9)
    assert (len(last["quests"]), last["page"]) == (2, 3)
    assert set(books.asked) == {"zh_cn"}


async def test_what_is_hidden_is_not_found_and_a_misspelt_word_is_put_right() -> None:
    books = Books(FIRST, SECRET, NEXT, *MANY)
    assert [each["id"] for each in (await use(books, "quests.find", text="iron"))["quests"]] == [
        "A1"
    ]
    assert (await use(books, "quests.find", text="stel"))["quests"][0]["id"] == "A2"
    assert await use(books, "quests.find", text="zeppelin") == {
        "quests": [],
        "total": 0,
        "page": 1,
        "pages": 1,
    }
    many = await use(books, "quests.find", text="twin")
    assert (len(many["quests"]), many["total"]) == (FOUND, len(MANY))


async def test_one_quest_is_told_with_what_it_needs() -> None:
    detail = await use(Books(FIRST, NEXT, SECRET), "quests.detail", quest="steel age")
    assert (detail["id"], detail["rewards"]) == ("A2", ["100 XP"])
    assert [(task["title"], task["done"]) for task in detail["tasks"]] == [("16 Steel", False)]
    assert [each["id"] for each in detail["needs"]] == ["A1"]
    assert detail["description"] == "x" * DESCRIPTION
    assert (await use(Books(FIRST), "quests.detail", quest="A1"))["description"] == (
        "Dig.\nThen smelt."
    )


async def test_the_hidden_parts_of_a_visible_quest_are_not_told() -> None:
    detail = await use(Books(FIRST, MODEST), "quests.detail", quest="A4")
    assert "hidden" not in str(detail)


@pytest.mark.parametrize(
    ("quests", "quest", "told"),
    [
        ((FIRST, SECRET), "Iron Secret", "no such quest is visible"),
        ((FIRST,), "zeppelin", "no such quest is visible"),
        (MANY[:2], "twin", r"B0 \(Metals\), B1 \(Metals\)"),
        ((), "x", "no quest book"),
    ],
)
async def test_a_quest_that_cannot_be_told_is_refused_with_what_to_do(
    quests: tuple[Quest, ...], quest: str, told: str
) -> None:
    with pytest.raises(RefusedError, match=told):
        await use(Books(*quests), "quests.detail", quest=quest)
