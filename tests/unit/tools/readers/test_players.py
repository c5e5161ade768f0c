"""`players.info` and `/players`: one's own data, and nobody else's."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from bridge.core.actors import Player
from bridge.core.errors import RefusedError
from bridge.minecraft import nbt
from bridge.modules.workflow import Call
from bridge.tools.arguments import Shape
from bridge.tools.players.census import Census
from bridge.tools.players.saved import SavedPlayers
from bridge.tools.readers.players import PlayerInfo, PlayerInput, tools
from bridge.tools.tool import Asker
from bridge.ui.render import plain
from bridge.workflows.players.workflow import workflows
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from pathlib import Path

MARA, TEO = Player(name="Mara", uuid=UUID(int=1)), Player(name="Teo", uuid=UUID(int=2))
KIM = Player(name="Kim")


@pytest.fixture
def census(tmp_path: Path) -> Census:
    for player, level in ((MARA, 41), (TEO, 97)):
        path = tmp_path / "playerdata" / f"{player.uuid}.dat"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(nbt.write({"XpLevel": level, "Dimension": "minecraft:overworld"}))
    stats = tmp_path / "stats" / f"{TEO.uuid}.json"
    stats.parent.mkdir()
    stats.write_text(json.dumps({"stats": {"minecraft:custom": {"minecraft:deaths": 86}}}))
    return Census(
        online=lambda: (MARA, KIM),
        known=lambda: (MARA, TEO),
        saved=SavedPlayers(lambda: tmp_path, clock=FakeClock()),
    )


async def asked(census: Census, by: Player, about: str = "", *, admin: bool = False) -> PlayerInfo:
    (tool,) = tools(census)
    asker = Asker(player=by, language="en_us", administrator=admin)
    return await tool.handler(asker, PlayerInput(player=about))


async def card(census: Census, by: Player, about: str = "", *, admin: bool = False) -> str:
    (flow,) = workflows(census)
    given = {"player": about} if about else {}
    call = Call(player=by, language="en_us", input=given, administrator=admin)
    return plain(await flow.run(call), "en_us")


async def test_ones_own_data_with_its_source_and_age(census: Census) -> None:
    found = await asked(census, MARA)
    assert (found.player, found.level, found.source, found.online) == ("Mara", 41, "saved", True)
    assert found.players_online == ("Mara", "Kim")
    assert found.age_seconds is not None
    assert (await asked(census, MARA, "mara")).level == 41
    shown = await card(census, MARA)
    assert "Level 41" in shown
    assert "As the world last saved it" in shown
    assert shown.startswith("2 online")


async def test_others_data_is_for_administrators(census: Census) -> None:
    for name in ("Teo", "Nobody"):
        with pytest.raises(RefusedError, match="only one's own"):
            await asked(census, MARA, name)
    for shown in (await card(census, MARA, "Teo"), await card(census, MARA, "Nobody")):
        assert "97" not in shown
        assert "86" not in shown
        assert "Only your own data" in shown
    found = await asked(census, MARA, "teo", admin=True)
    assert (found.level, found.deaths) == (97, 86)
    assert "Deaths: 86" in await card(census, MARA, "Teo", admin=True)
    with pytest.raises(RefusedError, match="no player"):
        await asked(census, MARA, "Nobody", admin=True)
    assert "No player is known" in await card(census, MARA, "Nobody", admin=True)


async def test_that_somebody_is_online_is_told_and_no_more(census: Census) -> None:
    shown = await card(census, TEO, "mara")
    assert "mara is online" in shown
    assert "41" not in shown


async def test_who_is_not_identified_gets_nothing_personal(census: Census) -> None:
    found = await asked(census, KIM)
    assert (found.source, found.level, found.deaths) == ("none", None, None)
    assert "has not told who you are" in await card(census, KIM)


def test_a_model_is_told_how_to_ask(census: Census) -> None:
    (tool,) = tools(census)
    assert tool.description
    assert Shape(tool.input).read({"player": "Mara"}) == PlayerInput(player="Mara")
