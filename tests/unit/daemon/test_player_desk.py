"""A player's data at the shell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.agent.generations import Generations
from bridge.agent.user_message import Said
from bridge.core.errors import RefusedError
from bridge.daemon.personal import Personal
from bridge.daemon.player_desk import PlayerDesk
from bridge.prompts.core_prompts import DEFAULT_SYSTEM
from bridge.storage.database import Database
from bridge.ui.languages import say_line
from tests.unit.daemon.conftest import MARA

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable

    from bridge.access.reply import Reply
    from bridge.core.actors import Player
    from bridge.daemon.access_desk import AccessDesk
    from tests.unit.daemon.conftest import Around


@pytest.fixture
async def players(desk: AccessDesk, around: Around) -> AsyncGenerator[PlayerDesk]:
    around.online.append(MARA)
    async with Database.open(None, clock=around.clock) as db:
        personal = await Personal.load(db, around.clock, days=30)
        history = personal.history("main/world", Generations())

        async def forget(player: Player) -> None:
            assert player.uuid is not None
            await history.forget(player.uuid)

        async def systems() -> Iterable[str]:
            return (DEFAULT_SYSTEM, "pack:stern")

        yield PlayerDesk(
            players=desk.players,
            personal=personal,
            bindings=await personal.bindings("main/world"),
            history=history,
            forget=forget,
            systems=systems,
        )


def text(reply: Reply) -> str:
    return "\n".join(say_line(line, "en_us") for line in reply.lines)


async def test_what_is_kept_of_a_player_is_shown(players: PlayerDesk) -> None:
    await players.history.record(MARA.uuid, [Said(role="player", text="x")], generation=0)
    shown = await players.call("player.show", {"player": "mara"})
    assert shown.data == {
        "player": "Mara",
        "uuid": str(MARA.uuid),
        "system": DEFAULT_SYSTEM,
        "language": "auto",
        "history": {"on": True, "messages": 1},
        "toldOfAi": False,
    }
    assert "1 messages are kept" in text(shown)


async def test_a_player_is_bound_to_a_system_that_there_is(players: PlayerDesk) -> None:
    bound = await players.call("player.bind", {"player": "Mara", "system": "pack:stern"})
    assert text(bound) == "Mara is now bound to the system pack:stern."
    assert players.bindings.of(MARA.uuid) == "pack:stern"
    with pytest.raises(RefusedError, match="pack:kind"):
        await players.call("player.bind", {"player": "Mara", "system": "pack:kind"})
    assert players.bindings.of(MARA.uuid) == "pack:stern"


async def test_a_player_is_forgotten(players: PlayerDesk) -> None:
    await players.history.record(MARA.uuid, [Said(role="player", text="x")], generation=0)
    assert "forgotten" in text(await players.call("player.forget", {"player": str(MARA.uuid)}))
    assert await players.history.recent(MARA.uuid) == ()


async def test_nobody_and_unknown_words_are_refused(players: PlayerDesk) -> None:
    assert (await players.call("player.show", {"player": "Nobody"})).exit == 1
    for verb, args in (("player.show", {}), ("player.dance", {"player": "Mara"})):
        with pytest.raises(RefusedError):
            await players.call(verb, args)
