"""A press finds the button that was shown to this player, while its card lives."""

from __future__ import annotations

from itertools import count

from bridge.conversation.addressing import Press
from bridge.conversation.shown import KEPT, LIFETIME, NoButton, ShownCards
from bridge.core.cards import Button, Card, CardKind, Plain, Run
from tests.fakes.cards import run_of
from tests.fakes.clock import FakeClock


def card(*names: str) -> Card:
    buttons = tuple(Button((Plain(name),), Run(name)) for name in names)
    return Card(kind=CardKind.OPTIONS, buttons=buttons)


def cards(clock: FakeClock | None = None) -> ShownCards:
    numbers = count(100)
    return ShownCards(clock or FakeClock(), lambda: f"c{next(numbers)}"[-3:])


def pressed(shown: ShownCards, player: str, number: int, card_id: str | None = None) -> object:
    found = shown.find(player, Press(number, card_id))
    return found if isinstance(found, NoButton) else run_of(found).capability


def test_a_number_alone_means_the_newest_card() -> None:
    shown = cards()
    shown.show("Mara", card("old"))
    shown.show("Mara", card("new", "newer"))
    assert pressed(shown, "Mara", 2) == "newer"


def test_a_card_s_id_finds_an_older_one() -> None:
    shown = cards()
    first = shown.show("Mara", card("old"))
    shown.show("Mara", card("new"))
    assert pressed(shown, "Mara", 1, first) == "old"


def test_a_card_without_buttons_is_not_the_newest() -> None:
    shown = cards()
    shown.show("Mara", card("old"))
    assert shown.show("Mara", card()) == ""
    assert pressed(shown, "Mara", 1) == "old"


def test_one_player_s_cards_are_not_another_s() -> None:
    shown = cards()
    of_mara = shown.show("Mara", card("hers"))
    assert pressed(shown, "Teo", 1) is NoButton.NO_CARD
    assert pressed(shown, "Teo", 1, of_mara) is NoButton.NO_CARD


def test_buttons_live_ten_minutes() -> None:
    clock = FakeClock()
    shown = cards(clock)
    shown.show("Mara", card("x"))
    clock.advance(LIFETIME - 1)
    assert pressed(shown, "Mara", 1) == "x"
    clock.advance(1)
    assert pressed(shown, "Mara", 1) is NoButton.EXPIRED


def test_numbers_outside_the_card_are_refused() -> None:
    shown = cards()
    shown.show("Mara", card("x"))
    assert pressed(shown, "Mara", 0) is NoButton.NO_SUCH_NUMBER
    assert pressed(shown, "Mara", 2) is NoButton.NO_SUCH_NUMBER


def test_an_id_in_use_is_not_given_again() -> None:
    ids = iter(["aaa", "aaa", "bbb"])
    shown = ShownCards(FakeClock(), lambda: next(ids))
    assert shown.show("Mara", card("x")) == "aaa"
    assert shown.show("Mara", card("y")) == "bbb"


def test_only_the_last_cards_are_kept() -> None:
    shown = cards()
    first = shown.show("Mara", card("first"))
    for _ in range(KEPT):
        shown.show("Mara", card("more"))
    assert pressed(shown, "Mara", 1, first) is NoButton.NO_CARD


def test_forgetting_drops_them() -> None:
    shown = cards()
    shown.show("Mara", card("x"))
    shown.forget("Mara")
    assert pressed(shown, "Mara", 1) is NoButton.NO_CARD
