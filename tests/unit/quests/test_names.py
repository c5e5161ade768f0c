"""Players by name, for somebody at the shell."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from bridge.core.errors import RefusedError
from bridge.minecraft.world import offline_uuid
from bridge.quests.names import player_named

if TYPE_CHECKING:
    from pathlib import Path

MARA, TEO = UUID(int=1), UUID(int=2)


@pytest.fixture
def server(tmp_path: Path) -> Path:
    (tmp_path / "server.properties").write_text("online-mode=true\n")
    (tmp_path / "usercache.json").write_text(json.dumps([{"name": "Mara", "uuid": str(MARA)}]))
    teams = tmp_path / "world" / "ftbteams" / "player"
    teams.mkdir(parents=True)
    (teams / f"{TEO}.snbt").write_text(f'{{ id: "{TEO.hex}" player_name: "Teo" }}')
    (teams / "broken.snbt").write_text("{")
    return tmp_path


@pytest.mark.parametrize(
    ("text", "player"),
    [("Mara", MARA), ("mara", MARA), (str(TEO), TEO), (TEO.hex, TEO), ("TEO", TEO)],
)
def test_a_name_or_a_uuid_is_a_player(server: Path, text: str, player: UUID) -> None:
    assert player_named(text, server, server / "world") == player


def test_an_unknown_name_is_refused_unless_names_are_not_verified(server: Path) -> None:
    with pytest.raises(RefusedError, match="Kim"):
        player_named("Kim", server, server / "world")
    (server / "server.properties").write_text("online-mode=false\n")
    assert player_named("Kim", server, server / "world") == offline_uuid("Kim")


def test_a_name_that_two_have_is_refused(server: Path) -> None:
    both = [{"name": name, "uuid": str(uuid)} for name, uuid in (("Mara", MARA), ("mara", TEO))]
    (server / "usercache.json").write_text(json.dumps(both))
    with pytest.raises(RefusedError, match="several"):
        player_named("MARA", server, server / "world")
