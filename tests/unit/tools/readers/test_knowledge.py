"""`database.query`: passages with their sources, as far as the asker may see them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bridge.tools.arguments import InvalidArguments, Shape
from bridge.tools.readers.knowledge import FOUND, TEXT, tools
from bridge.tools.tool import Asker
from tests.unit.knowledge.conftest import MARA, Shelf, shelf

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["shelf"]


async def query(shelf: Shelf, *, administrator: bool = False, **given: object) -> list[Any]:
    (tool,) = tools(shelf.search)
    read = Shape(tool.input).read(given)
    assert not isinstance(read, InvalidArguments)
    asker = Asker(player=MARA, language="en_us", administrator=administrator)
    told: Mapping[str, Any] = Shape(tool.output).plain(await tool.handler(asker, read))
    return list(told["found"])


async def test_passages_name_their_source_and_a_long_one_is_cut(shelf: Shelf) -> None:
    shelf.note("a.md", "# Bank\n" + "filler words here " * 80 + "It opens at dawn.")
    shelf.quests.titles = ("Dawn Raid",)
    await shelf.library.reload()
    note, quest = sorted(await query(shelf, query="dawn"), key=lambda each: each["source"])
    assert (note["source"], note["key"], note["name"]) == ("notes", "a.md#1", "Bank")
    assert "It opens at dawn." in note["text"]
    assert len(note["text"]) < 2 * TEXT
    assert (quest["source"], quest["name"]) == ("quests", "Dawn Raid")
    assert await query(shelf, query="dawn", sources=["manual"]) == []
    assert await query(shelf, query='" OR *') == []


async def test_only_so_many_are_told_and_only_what_may_be_read(shelf: Shelf) -> None:
    for number in range(FOUND + 3):
        shelf.note(f"{number}.md", f"# Note {number}\nThe bank.")
    shelf.manual({"en_us/administrators/1.md": "# Keys\nThe token file."})
    await shelf.library.reload()
    assert len(await query(shelf, query="bank")) == FOUND
    assert await query(shelf, query="token") == []
    assert len(await query(shelf, administrator=True, query="token")) == 1


def test_too_much_is_refused_as_an_argument(shelf: Shelf) -> None:
    (tool,) = tools(shelf.search)
    for given in ({"query": ""}, {"query": "x" * 201}, {"query": "x", "sources": ["web"]}, {}):
        assert isinstance(Shape(tool.input).read(given), InvalidArguments)
