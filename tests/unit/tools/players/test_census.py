"""Players by name, and which of two sources is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from bridge.core.actors import Player
from bridge.minecraft import nbt
from bridge.tools.players.census import Census
from bridge.tools.players.live import LivePlayers, fields_of
from bridge.tools.players.saved import SavedPlayers
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from pathlib import Path

MARA, TEO = Player(name="Mara", uuid=UUID(int=1)), Player(name="Teo", uuid=UUID(int=2))
OTHER = Player(name="teo", uuid=UUID(int=3))
KIM = Player(name="Kim")


class Game:
    online = (MARA, KIM)

    async def entity_data(self, player: Player, path: str) -> str:
        if path == "Inventory":
            return f'{player.name} has the following entity data: [{{id: "m:a", Count: 3b}}]'
        return ""


def census(root: Path, *, live: bool = True) -> Census:
    clock = FakeClock()
    return Census(
        online=lambda: Game.online,
        known=lambda: (MARA, TEO, OTHER),
        saved=SavedPlayers(lambda: root, clock=clock),
        live=LivePlayers(Game(), clock=clock, fields=lambda: fields_of((1, 20))) if live else None,
    )


def test_a_name_means_one_player_or_nobody(tmp_path: Path) -> None:
    here = census(tmp_path)
    assert here.named("MARA") == MARA
    assert here.named("kim") == KIM
    assert here.named("Teo") is None
    assert here.named("Nobody") is None


async def test_the_game_is_asked_before_the_files(tmp_path: Path) -> None:
    folder = tmp_path / "playerdata"
    folder.mkdir()
    carried = [{"id": "m:b", "Count": nbt.Byte(2)}]
    for player in (MARA, TEO):
        (folder / f"{player.uuid}.dat").write_bytes(nbt.write({"Inventory": carried}))
    assert await census(tmp_path).held(MARA) == {"m:a": 3}
    assert await census(tmp_path, live=False).held(MARA) == {"m:b": 2}
    assert await census(tmp_path).held(TEO) == {"m:b": 2}


async def test_without_a_uuid_there_is_nothing(tmp_path: Path) -> None:
    here = census(tmp_path)
    assert await here.held(KIM) is None
    assert await here.condition(KIM) is None
    assert await here.record(KIM) is None
