"""`/notes`: the list, what is found, one note or one section of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.modules.workflow import Call
from bridge.ui.render import plain
from bridge.workflows.knowledge.cards import LISTED, PAGE
from bridge.workflows.knowledge.notes import workflow
from tests.fakes.cards import runs_of
from tests.unit.knowledge.conftest import MARA, Shelf, shelf

if TYPE_CHECKING:
    from bridge.core.cards import Card

__all__ = ["shelf"]


async def card(shelf: Shelf, *, administrator: bool = False, **given: str) -> Card:
    return await workflow(shelf.search).run(
        Call(player=MARA, language="en_us", input=given, administrator=administrator)
    )


async def test_without_words_the_notes_are_listed_page_by_page(shelf: Shelf) -> None:
    await shelf.library.reload()
    assert plain(await card(shelf), "en_us")
    assert runs_of(await card(shelf)) == []
    for number in range(LISTED + 1):
        shelf.note(f"{number}.md", f"# Note {number}\nx")
    await shelf.library.reload()
    first = await card(shelf)
    assert len(runs_of(first)) == LISTED + 1
    last = await card(shelf, page=runs_of(first)[-1].input["page"])
    assert [run.input for run in runs_of(last)] == [{"note": f"{LISTED}.md"}]
    assert plain(await card(shelf, page="99"), "en_us") == plain(last, "en_us")


async def test_one_hit_is_shown_itself_and_several_are_a_list(shelf: Shelf) -> None:
    shelf.note("a.md", "# Bank\nIt opens at dawn.")
    shelf.note("b.md", "# Town\nThe bank.\n\n## Rules\nNo griefing, says the bank.")
    await shelf.library.reload()
    assert plain(await card(shelf, text="dawn"), "en_us").splitlines() == [
        "Bank",
        "It opens at dawn.",
    ]
    several = await card(shelf, text="bank")
    assert len(runs_of(several)) == 3
    assert {run.input["note"].partition("#")[0] for run in runs_of(several)} == {"a.md", "b.md"}
    assert "zeppelin" in plain(await card(shelf, text="zeppelin"), "en_us")


async def test_a_section_leads_to_the_whole_note_and_a_note_that_is_gone_is_said(
    shelf: Shelf,
) -> None:
    shelf.note("b.md", "# Town\nThe bank.\n\n## Rules\nNo griefing.")
    await shelf.library.reload()
    section = await card(shelf, note="b.md#2")
    assert plain(section, "en_us").splitlines()[:2] == ["Rules  Town", "No griefing."]
    assert [run.input for run in runs_of(section)] == [{"note": "b.md"}]
    assert "The bank." in plain(await card(shelf, note="b.md"), "en_us")
    for gone in ("c.md", "../../etc/passwd", "c.md#1"):
        assert "[1]" in plain(await card(shelf, note=gone), "en_us")


async def test_only_an_administrator_is_offered_to_have_it_tidied(shelf: Shelf) -> None:
    shelf.note("a.md", "# Bank\nIt opens at dawn.")
    await shelf.library.reload()
    assert runs_of(await card(shelf, note="a.md")) == []
    (tidy,) = runs_of(await card(shelf, note="a.md", administrator=True))
    assert (tidy.capability, tidy.input) == ("system:organize", {"note": "a.md"})


async def test_many_hits_come_in_pages(shelf: Shelf) -> None:
    for number in range(PAGE + 2):
        shelf.note(f"{number}.md", f"# Note {number}\nThe bank.")
    await shelf.library.reload()
    first = await card(shelf, text="bank")
    assert runs_of(first)[-1].input == {"text": "bank", "page": "2"}
    assert len(runs_of(await card(shelf, text="bank", page="2"))) == 2
