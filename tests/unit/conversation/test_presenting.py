"""The one line about AI, once."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from typing_extensions import override

from bridge.conversation.presenting import Presenting
from bridge.core.cards import Card, CardKind, Plain, notice
from bridge.core.errors import StoreError
from bridge.ui.render import plain
from tests.fakes.conversations import MemoryTold

if TYPE_CHECKING:
    import pytest

MARA = UUID(int=1)
LOCAL = notice("press.no_card")
ANSWER = Card(kind=CardKind.ANSWER, lines=((Plain("Use drawers."),),), by_model=True)


class FullDisk(MemoryTold):
    @override
    async def telling(self, player: UUID) -> None:
        await super().telling(player)
        raise StoreError("the disk is full")


def presenting(told: MemoryTold) -> Presenting:
    told.everybody = False
    return Presenting(told=told, host=lambda: "ai.example", prefix="!ai")


async def test_the_first_answer_of_a_model_says_so_and_the_next_does_not() -> None:
    each = presenting(MemoryTold())
    assert await each.of(MARA, [LOCAL]) == (LOCAL,)
    local, first = await each.of(MARA, [LOCAL, ANSWER])
    assert local is LOCAL
    assert plain(first, "en_us").splitlines()[:2] == ["[AI]", "Use drawers."]
    for word in ("ai.example", "!ai /mode offline", "!ai /forget"):
        assert word in plain(first, "en_us")
        assert word in plain(first, "zh_cn")
    assert await each.of(MARA, [ANSWER]) == (ANSWER,)


async def test_who_is_not_identified_is_not_told() -> None:
    assert await presenting(MemoryTold()).of(None, [ANSWER]) == (ANSWER,)


async def test_it_stands_on_the_first_page() -> None:
    long = Card(kind=CardKind.ANSWER, lines=((Plain("line"),),) * 40, by_model=True)
    (page,) = await presenting(MemoryTold()).of(MARA, [long])
    assert "ai.example" in plain(page, "en_us")
    assert len(page.buttons) == 1


async def test_a_full_disk_keeps_no_answer_back(caplog: pytest.LogCaptureFixture) -> None:
    each = presenting(FullDisk())
    (card,) = await each.of(MARA, [ANSWER])
    assert "ai.example" in plain(card, "en_us")
    assert caplog.messages == ["who was told that an AI answers is not stored: the disk is full"]
