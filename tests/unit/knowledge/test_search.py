"""One search over everything that its viewer may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.core.errors import StoreError
from bridge.knowledge.entries import Source
from bridge.knowledge.search import Search
from tests.unit.knowledge.conftest import viewer

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pytest

    from bridge.knowledge.entries import Entry
    from tests.unit.knowledge.conftest import Shelf


async def test_notes_manual_and_what_is_lent_are_found_together(shelf: Shelf) -> None:
    shelf.note("town.md", "# Town\nThe bank opens at dawn.\n\n## Rules\nNo griefing.")
    shelf.manual({"en_us/1.md": "# Asking\nAsk about the bank too."})
    shelf.quests.titles = ("Rob the Bank",)
    await shelf.library.reload()
    assert set(await shelf.found("bank")) == {"town.md#1", "en_us/1.md#1", f"{0:016X}"}
    hits = await shelf.search.find(viewer(), "bank", sources=frozenset({Source.QUESTS}))
    assert [hit.entry.title for hit in hits] == ["Rob the Bank"]
    assert hits[0].coverage == 1
    assert await shelf.found("griefing") == ["town.md#2"]
    assert await shelf.found("?!") == await shelf.found("") == []


async def test_what_is_lent_anew_is_found_anew_and_nothing_else(shelf: Shelf) -> None:
    await shelf.library.reload()
    shelf.quests.titles = ("Iron Age",)
    assert await shelf.found("iron")
    assert await shelf.found("iron")
    assert shelf.quests.lent == 1
    shelf.quests.titles = ("Steel Age",)
    assert await shelf.found("iron") == []
    assert len(await shelf.found("steel")) == 1
    shelf.quests.titles = ()
    assert await shelf.found("steel") == []


async def test_what_covers_more_of_the_question_comes_first_and_a_section_comes_once(
    shelf: Shelf,
) -> None:
    long = "\n\n".join(f"The gate of copper, part {n}. " + "filler " * 200 for n in range(4))
    shelf.note("a.md", f"# Gate\n{long}")
    shelf.note("b.md", "# Other\nCopper. Copper. Copper.")
    await shelf.library.reload()
    found = await shelf.found("gate of copper")
    assert [key.partition("#")[0] for key in found] == ["a.md", "b.md"]


class Broken:
    """A source whose index cannot be read."""

    source = Source.ITEMS

    async def find(self, text: str, language: str, limit: int) -> Sequence[Entry]:
        raise StoreError(f"{text}, {language}, {limit}: the disk is gone")


async def test_a_source_that_fails_costs_its_own_entries_alone(
    shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    shelf.note("town.md", "# Town\nThe bank opens at dawn.")
    await shelf.library.reload()
    search = Search(shelf.library, finders=[Broken()])
    assert [hit.entry.key for hit in await search.find(viewer(), "bank")] == ["town.md#1"]
    assert "items are left out of a search" in caplog.text
