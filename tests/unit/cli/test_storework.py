"""What the command line does on the store where no daemon runs."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from bridge.cli.place import Place
from bridge.cli.storework import call
from bridge.core.errors import RefusedError, StoreError, UsageError
from bridge.daemon.rendezvous import is_held, only_daemon, owner

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return written(tmp_path, "")


def written(root: Path, more: str) -> Place:
    (root / "server").mkdir()
    (root / "bridge.toml").write_text(f'[servers.main]\ndirectory = "server"\n{more}')
    return Place(root / "bridge.toml", root, None)


def ai(place: Place, words: str, server: str | None = None) -> str:
    return call(place, "ai", {"text": f"ai {words}", "server": server}).text


def test_what_is_changed_stays_changed(place: Place) -> None:
    assert ai(place, "default free") == "The default mode of this world is now free."
    assert ai(place, "default") == "The default mode of this world is free."
    assert (place.state / "bridge.db").is_file()
    assert not is_held(place.state)


def test_while_a_daemon_holds_the_state_nothing_is_done(place: Place) -> None:
    with only_daemon(place.state), pytest.raises(RefusedError, match="already"):
        ai(place, "default free")
    assert ai(place, "default") == "The default mode of this world is standard."


def test_the_state_is_let_go_after_a_refusal(place: Place) -> None:
    with pytest.raises(RefusedError, match="'dance' is not known here"):
        call(place, "dance", {})
    assert not is_held(place.state)


def test_each_server_has_a_world_of_its_own(tmp_path: Path) -> None:
    place = written(tmp_path, '[servers.two]\ndirectory = "two"\n')
    ai(place, "default free", "two")
    assert "standard" in ai(place, "default", "main")
    assert "free" in ai(place, "default", "two")
    with pytest.raises(UsageError, match="--server: main, two"):
        ai(place, "default")


def test_players_are_known_from_the_servers_cache(place: Place, tmp_path: Path) -> None:
    listed = [{"name": "Mara", "uuid": str(UUID(int=7))}]
    (tmp_path / "server" / "usercache.json").write_text(json.dumps(listed))
    assert ai(place, "mara limit 3").startswith("Mara")
    shown = call(place, "access.show", {"player": "Mara"})
    assert isinstance(shown.data, dict)
    assert shown.data["modelCallsPerDay"] == 3
    missing = call(place, "access.show", {"player": "Teo"})
    assert (missing.ok, missing.exit) == (False, 1)


def test_a_directory_that_is_named_is_that_servers_own_state(tmp_path: Path) -> None:
    (tmp_path / "survival").mkdir()
    place = Place(None, tmp_path, tmp_path / "survival")
    ai(place, "default free")
    assert (tmp_path / "state" / "survival" / "bridge.db").is_file()
    assert owner(place.state) == tmp_path / "survival"


def test_a_store_that_is_not_ours_is_an_error_of_the_store(place: Place) -> None:
    place.state.mkdir()
    with closing(sqlite3.connect(place.state / "bridge.db")) as other:
        other.execute("CREATE TABLE other (x)")
        other.commit()
    with pytest.raises(StoreError, match="another program's database"):
        ai(place, "default")
    assert not is_held(place.state)


def test_a_players_data_is_there_without_a_daemon(place: Place) -> None:
    uuid = str(UUID(int=0x4111_8222_0000_0000_0001))
    args = {"player": uuid, "server": None}
    cached = [{"name": "Mara", "uuid": uuid, "expiresOn": "2030-01-01 00:00:00 +0000"}]
    (place.root / "server" / "usercache.json").write_text(json.dumps(cached))
    assert "Bound to the system system:default." in call(place, "player.show", args).text
    with pytest.raises(RefusedError, match="no pack of this world defines"):
        call(place, "player.bind", {**args, "system": "pack:none"})
    bound = call(place, "player.bind", {**args, "system": "system:default"})
    assert (bound.ok, bound.exit) == (True, 0)
    assert "is forgotten" in call(place, "player.forget", args).text
