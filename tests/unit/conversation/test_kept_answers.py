"""What is kept for whoever left: until they come, and not for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.conversation.kept_answers import KEPT_SECONDS, MOST, KeptAnswers
from bridge.core.cards import notice
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bridge.conversation.kept_answers import Kept

CARD = notice("request.failed")


def numbers(kept: Iterable[Kept]) -> list[int]:
    return [each.number for each in kept]


def test_it_is_taken_once_and_by_that_player_alone() -> None:
    kept = KeptAnswers(FakeClock())
    for number, player in enumerate(("Mara", "Teo", "Mara")):
        kept.keep(player, CARD, "en_us", number)
    assert numbers(kept.waiting()) == [0, 2, 1]
    assert numbers(kept.take("Mara")) == [0, 2]
    assert kept.take("Mara") == []
    assert numbers(kept.waiting()) == [1]
    assert kept.given_up() == []


def test_what_nobody_came_for_is_told_once() -> None:
    clock = FakeClock()
    kept = KeptAnswers(clock)
    kept.keep("Mara", CARD, "en_us", 0)
    clock.advance(KEPT_SECONDS - 1)
    kept.keep("Mara", CARD, "en_us", 1)
    assert numbers(kept.waiting()) == [0, 1]
    clock.advance(1)
    assert numbers(kept.take("Mara")) == [1]
    assert numbers(kept.given_up()) == [0]
    assert kept.given_up() == []
    assert kept.waiting() == []


def test_of_too_many_the_oldest_goes() -> None:
    kept = KeptAnswers(FakeClock())
    for number in range(MOST + 2):
        kept.keep("Mara", CARD, "en_us", number)
    assert numbers(kept.given_up()) == [0, 1]
    assert numbers(kept.take("Mara")) == list(range(2, MOST + 2))
