"""What stands on a card about players."""

from __future__ import annotations

from uuid import UUID

from bridge.core.actors import Player
from bridge.tools.players.condition import Condition, Record
from bridge.ui.render import plain
from bridge.workflows.players import cards

MARA = Player(name="Mara", uuid=UUID(int=1))
LIVE = Condition(
    position=(1.4, 64.0, -3.6),
    dimension="minecraft:overworld",
    health=17.5,
    level=3,
    inventory={"m:a": 2, "m:b": 40},
    live=True,
)
RECORD = Record(played=7300, deaths=2, kills=9, walked=1200, advancements=("m:x",), age=3.0)


def lines(*args: object) -> list[str]:
    return plain(cards.about(*args), "en_us").splitlines()  # pyright: ignore[reportArgumentType] - the card's own parts


def test_all_that_is_known() -> None:
    assert lines(MARA, [MARA], LIVE, RECORD) == [
        "1 online",
        "Mara",
        "Mara",
        "Position 1 64 -4  minecraft:overworld",
        "Health 17.5 of 20",
        "Level 3",
        "Carries 40 x m:b, 2 x m:a",
        "Played for 2 h",
        "Deaths: 2",
        "Creatures killed: 9",
        "On foot: 1200 m",
        "Advancements: 1  m:x",
    ]


def test_a_saved_state_says_how_old_it_is() -> None:
    assert "As the world last saved it, 2 min ago." in lines(
        MARA, [], Condition(level=1, age=130.0), None
    )


def test_nothing_known_and_nobody_there() -> None:
    assert lines(MARA, [], None, Record()) == [
        "0 online",
        "Nobody is online.",
        "The world has no data of this player.",
    ]


def test_many_are_counted() -> None:
    crowd = [Player(name=f"P{number}") for number in range(cards.NAMES + 3)]
    assert lines(MARA, crowd, LIVE, None)[1].endswith("(+3)")
    many = Condition(inventory={f"m:{number}": 1 for number in range(cards.ITEMS + 2)}, live=True)
    assert lines(MARA, [], many, None)[-1].endswith("(+2)")
