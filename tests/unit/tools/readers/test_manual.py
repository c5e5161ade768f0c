"""`manual.read`: the list of pages, or one of them."""

from __future__ import annotations

from typing import Any

import pytest

from bridge.core.errors import RefusedError
from bridge.tools.arguments import InvalidArguments, Shape
from bridge.tools.readers.manual import TEXT, tools
from bridge.tools.tool import Asker
from tests.unit.knowledge.conftest import MARA, Shelf, shelf

__all__ = ["shelf"]

PAGES = {
    "en_us/1-asking.md": "# Asking\nWrite it in chat.",
    "en_us/2-long.md": "# Long\n" + "word " * 3000,
    "en_us/administrators/9-keys.md": "# Keys\nThe token file.",
}


async def read(shelf: Shelf, *, administrator: bool = False, **given: object) -> Any:
    (tool,) = tools(shelf.library)
    arguments = Shape(tool.input).read(given)
    assert not isinstance(arguments, InvalidArguments)
    asker = Asker(player=MARA, language="en_us", administrator=administrator)
    return Shape(tool.output).plain(await tool.handler(asker, arguments))


async def test_pages_are_listed_and_one_is_read_by_number_or_title(shelf: Shelf) -> None:
    shelf.manual(PAGES)
    await shelf.library.reload()
    told = await read(shelf)
    assert (told["page"], list(told["pages"])) == (0, ["Asking", "Long"])
    for name in ("1", "asking"):
        told = await read(shelf, page=name)
        assert (told["page"], told["title"], told["text"]) == (1, "Asking", "Write it in chat.")
    assert len((await read(shelf, page="2"))["text"]) <= TEXT


async def test_a_page_that_is_not_there_or_not_for_this_reader_is_refused(shelf: Shelf) -> None:
    shelf.manual(PAGES)
    await shelf.library.reload()
    for name in ("3", "keys", "zeppelin"):
        with pytest.raises(RefusedError, match="no such page"):
            await read(shelf, page=name)
    assert (await read(shelf, administrator=True, page="keys"))["title"] == "Keys"
