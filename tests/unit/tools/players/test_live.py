"""The running game is asked one field a call, seldom, and may fail."""

from __future__ import annotations

import asyncio
from uuid import UUID

import pytest

from bridge.core.actors import Player
from bridge.core.errors import LinkError
from bridge.tools.players.live import KEPT_SECONDS, LivePlayers, answered, fields_of
from tests.fakes.clock import FakeClock

MARA = Player(name="Mara", uuid=UUID(int=1))
TEO = Player(name="Teo", uuid=UUID(int=2))
FIELDS_119 = fields_of((1, 19, 2))
DATA = {"Pos": "[1.0d, 2.0d, 3.0d]", "Health": "20.0f", "XpLevel": "3"}


class Game:
    def __init__(self) -> None:
        self.online = (MARA,)
        self.asked: list[tuple[str, str]] = []
        self.away = False

    async def entity_data(self, player: Player, path: str) -> str:
        self.asked.append((player.name, path))
        await asyncio.sleep(0)
        if self.away:
            raise LinkError("RCON is away")
        if path not in DATA:
            return f"Found no elements matching {path}"
        return f"{player.name} has the following entity data: {DATA[path]}"


def made(game: Game) -> tuple[LivePlayers, FakeClock]:
    clock = FakeClock()
    return LivePlayers(game, clock=clock, fields=lambda: fields_of((1, 20, 1))), clock


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ("Mara has the following entity data: 20.0f", 20.0),
        ("Mara has the following entity data: [1.0d, 2.0d]", [1.0, 2.0]),
        ("Found no elements matching Nope", None),
        ("No entity was found", None),
        ("Mara has the following entity data: [1.0d, 2.", None),
        ("", None),
    ],
)
def test_an_answer_is_a_value_or_nothing(reply: str, value: object) -> None:
    assert answered(reply) == value


async def test_each_field_is_one_call_and_kept_for_some_seconds() -> None:
    game = Game()
    live, clock = made(game)
    found = await live.condition(MARA)
    assert found is not None
    assert (found.live, found.position, found.health) == (True, (1.0, 2.0, 3.0), 20.0)
    assert (found.level, found.inventory) == (3, None)
    assert [path for _, path in game.asked] == list(FIELDS_119)
    clock.advance(KEPT_SECONDS - 1)
    again = await live.condition(MARA)
    assert again is not None
    assert again.age == KEPT_SECONDS - 1
    assert len(game.asked) == len(FIELDS_119)
    clock.advance(1)
    await live.condition(MARA)
    assert len(game.asked) == 2 * len(FIELDS_119)


async def test_many_who_ask_at_once_share_one_answer() -> None:
    game = Game()
    live, _ = made(game)
    await asyncio.gather(*(live.condition(MARA) for _ in range(5)))
    assert len(game.asked) == len(FIELDS_119)


async def test_who_is_not_there_or_cannot_be_asked_has_no_live_state() -> None:
    game = Game()
    live, _ = made(game)
    assert await live.condition(TEO) is None
    assert game.asked == []
    game.away = True
    assert await live.condition(MARA) is None


def test_the_newest_versions_keep_what_is_worn_apart() -> None:
    assert "equipment" in fields_of((1, 21, 5))
    assert "equipment" not in fields_of((1, 21, 4))


def test_a_game_without_data_get_is_not_asked() -> None:
    assert fields_of((1, 12, 2)) == fields_of(None) == ()
