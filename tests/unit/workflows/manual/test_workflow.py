"""The manual: its contents, a page in parts, and a page found by its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.modules.workflow import Call
from bridge.ui.render import plain
from bridge.workflows.manual.workflow import PORTION, workflow
from tests.fakes.cards import runs_of
from tests.unit.knowledge.conftest import MARA, Shelf, shelf

if TYPE_CHECKING:
    from bridge.core.cards import Card

__all__ = ["shelf"]

PAGES = {
    "en_us/1-asking.md": "# Asking\n" + "\n\n".join(["Write it in chat. " * 20] * 4),
    "en_us/2-modes.md": "# Modes\nFour of them.\n## Free chat\nA zeppelin flies.",
    "en_us/administrators/9-keys.md": "# Keys\nThe token file.",
}


async def card(shelf: Shelf, *, administrator: bool = False, **given: str) -> Card:
    return await workflow(shelf.search).run(
        Call(player=MARA, language="en_us", input=given, administrator=administrator)
    )


async def test_the_contents_name_what_this_reader_may_open(shelf: Shelf) -> None:
    await shelf.library.reload()
    assert "no manual" in plain(await card(shelf), "en_us").lower()
    shelf.manual(PAGES)
    await shelf.library.reload()
    assert plain(await card(shelf), "en_us").splitlines()[1:] == ["[1] Asking", "[2] Modes"]
    assert "[3] Keys" in plain(await card(shelf, administrator=True), "en_us")
    assert "Keys" not in plain(await card(shelf, page="keys"), "en_us").replace("“keys”", "")
    assert "Keys" not in plain(await card(shelf, page="3"), "en_us")


async def test_a_long_page_comes_in_parts_and_leads_to_the_next(shelf: Shelf) -> None:
    shelf.manual(PAGES)
    await shelf.library.reload()
    shown = await card(shelf, page="asking")
    assert "Asking  1/2" in plain(shown, "en_us")
    inputs = [run.input for run in runs_of(shown)]
    assert inputs == [{"page": "1", "part": "2"}, {}]
    last = await card(shelf, page="1", part="99")
    assert {"page": "2"} in [run.input for run in runs_of(last)]
    assert len(plain(last, "en_us")) < 2 * PORTION
    for odd in ("x", "-1", "٣", "999999999"):
        assert "Asking" in plain(await card(shelf, page="1", part=odd), "en_us")


async def test_a_page_is_found_by_its_text_and_what_is_nowhere_is_said(shelf: Shelf) -> None:
    shelf.manual(PAGES)
    await shelf.library.reload()
    assert "Modes" in plain(await card(shelf, page="zeppelin"), "en_us")
    nothing = plain(await card(shelf, page="x" * 200), "en_us")
    assert "x" * 59 + "…" in nothing
    assert "token" not in plain(await card(shelf, page="token"), "en_us").replace("“token”", "")
