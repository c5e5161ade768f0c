"""Notes and manual as they are now, each for those who may read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.knowledge.lent import Loan
from bridge.knowledge.library import MOST_LOANS
from tests.unit.knowledge.conftest import viewer

if TYPE_CHECKING:
    import pytest

    from tests.unit.knowledge.conftest import Shelf

PAGES = {
    "en_us/1-asking.md": "# Asking\nWrite it in chat.",
    "en_us/administrators/9-keys.md": "# Keys\nThe token file.",
    "zh_cn/1-asking.md": "# 提问\n在聊天里写。",
}


async def test_what_there_is_is_told_in_one_line_and_problems_once(
    shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    shelf.note("a.md", "# A\nx")
    shelf.manual(PAGES)
    (shelf.root / "config/knowledge/b.md").write_bytes(b"\xff")
    summary = "knowledge: 1 notes, 3 pages of the manual, 1 problems"
    assert await shelf.library.reload() == summary
    assert await shelf.library.reload() == summary
    assert [each for each in caplog.messages if "b.md" in each] == [
        "knowledge: b.md: it is not UTF-8 (byte 0)"
    ]


async def test_pages_for_administrators_are_theirs_alone(shelf: Shelf) -> None:
    shelf.manual(PAGES)
    await shelf.library.reload()
    titles = [page.title for page in await shelf.library.manual(viewer())]
    assert titles == ["Asking"]
    every = await shelf.library.manual(viewer(administrator=True))
    assert [page.title for page in every] == ["Asking", "Keys"]
    assert await shelf.found("token") == []
    assert await shelf.found("token", admin=True) == ["en_us/administrators/9-keys.md#1"]


async def test_a_language_without_pages_reads_the_english_ones(shelf: Shelf) -> None:
    shelf.manual(PAGES)
    await shelf.library.reload()
    assert [page.title for page in await shelf.library.manual(viewer("zh_cn"))] == ["提问"]
    assert [page.title for page in await shelf.library.manual(viewer("de_de"))] == ["Asking"]
    assert await shelf.found("聊天", "zh_cn") == ["zh_cn/1-asking.md#1"]
    assert await shelf.found("聊天", "en_us") == []


async def test_the_owners_manual_takes_the_place_of_the_shipped_one(shelf: Shelf) -> None:
    shelf.manual(PAGES)
    await shelf.library.reload()
    own = shelf.root / "config/manual/en_us"
    own.mkdir(parents=True)
    (own / "1-ours.md").write_text("# Ours\nCall us.")
    await shelf.library.reload()
    assert [page.title for page in await shelf.library.manual(viewer())] == ["Ours"]
    assert await shelf.found("聊天", "zh_cn") == []


async def test_of_loans_only_so_many_are_kept_and_an_equal_state_is_not_asked_again(
    shelf: Shelf,
) -> None:
    await shelf.library.reload()
    asked: list[int] = []

    def loan(number: int) -> Loan:
        return Loan(view=f"{number}", state=1, entries=lambda: asked.append(number) or [])

    for number in range(MOST_LOANS + 3):
        await shelf.library.lent_view(loan(number))
    index = await shelf.library.index()
    assert len([view for view in index.views if view.startswith("lent/")]) == MOST_LOANS
    await shelf.library.lent_view(loan(MOST_LOANS + 2))
    assert asked == list(range(MOST_LOANS + 3))
    await shelf.library.lent_view(loan(0))
    assert asked[-1] == 0
