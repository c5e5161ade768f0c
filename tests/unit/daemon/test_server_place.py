"""What a server's folder says about who may order something."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from bridge.core.actors import Player
from bridge.daemon.server_place import ServerPlace
from bridge.settings.schema import ServerTable

if TYPE_CHECKING:
    from pathlib import Path

MARA, TEO = UUID(int=1), UUID(int=2)


def place(folder: Path, properties: str = "online-mode=true\n", **table: object) -> ServerPlace:
    (folder / "server.properties").write_text(properties)
    entry = {"uuid": str(MARA), "name": "Mara", "level": 2, "bypassesPlayerLimit": False}
    (folder / "ops.json").write_text(json.dumps([entry]))
    return ServerPlace(folder, ServerTable.model_validate({"directory": str(folder), **table}))


def test_an_administrator_is_known_by_uuid_whatever_the_name(tmp_path: Path) -> None:
    found = place(tmp_path)
    assert found.is_administrator(Player(name="Anything", uuid=MARA))
    assert not found.is_administrator(Player(name="Mara", uuid=TEO))
    assert not found.is_administrator(Player(name="Mara"))
    assert place(tmp_path, admins=[TEO]).is_administrator(Player(name="Teo", uuid=TEO))


@pytest.mark.parametrize(
    ("properties", "verified", "believed"),
    [
        ("online-mode=false\n", "auto", False),
        ("online-mode=false\n", True, True),
        ("online-mode=true\n", False, False),
    ],
)
def test_a_uuid_proves_nothing_where_names_are_not_verified(
    tmp_path: Path, properties: str, verified: object, believed: bool
) -> None:
    found = place(tmp_path, properties, names_verified=verified)
    assert found.is_administrator(Player(name="Mara", uuid=MARA)) is believed


def test_a_nickname_plugin_changes_names_and_no_uuid(tmp_path: Path) -> None:
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "Essentials.jar").touch()
    found = place(tmp_path)
    assert found.is_administrator(Player(name="Nick", uuid=MARA))
    assert not found.may_administer(Player(name="Mara", uuid=MARA))


def test_the_world_is_the_one_that_server_properties_names(tmp_path: Path) -> None:
    found = place(tmp_path, "level-name=second\n")
    assert found.world_directory == tmp_path / "second"
    assert found.world_name("main") == "main/second"
