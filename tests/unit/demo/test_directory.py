import json
from datetime import UTC, datetime
from pathlib import Path

from bridge.demo.accounts import account
from bridge.demo.directory import prepare
from bridge.demo.version import GameVersion

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
VERSION = GameVersion.parse("1.21.4")


def test_an_empty_directory_gets_everything(tmp_path: Path) -> None:
    settings = prepare(tmp_path / "demo", version=VERSION, now=NOW)
    demo = tmp_path / "demo"
    assert f"rcon.password={settings['rcon.password']}" in (demo / "server.properties").read_text()
    (operator,) = json.loads((demo / "ops.json").read_text())
    assert (operator["name"], operator["level"]) == ("Mara", 4)
    assert (demo / "world/level.dat").exists()
    assert (demo / "world/datapacks").is_dir()
    assert (demo / "config/ftbquests/quests/data.snbt").exists()


def test_a_second_time_changes_nothing(tmp_path: Path) -> None:
    first = prepare(tmp_path, version=VERSION, now=NOW)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert prepare(tmp_path, version=VERSION, now=NOW) == first
    assert {path: path.read_bytes() for path in before} == before


def test_the_owner_s_settings_hold(tmp_path: Path) -> None:
    (tmp_path / "server.properties").write_text(
        "online-mode=false\nlevel-name=lands\nrcon.password=mine\nview-distance=6\n"
    )
    settings = prepare(tmp_path, version=VERSION, now=NOW)
    assert (settings["rcon.password"], settings["view-distance"]) == ("mine", "6")
    assert settings["enable-rcon"] == "true"
    assert (tmp_path / "lands/level.dat").exists()
    (operator,) = json.loads((tmp_path / "ops.json").read_text())
    assert operator["uuid"] == str(account("Mara", online_mode=False).uuid)
