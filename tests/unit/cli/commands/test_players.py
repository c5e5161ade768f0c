"""`players`: what the world has of each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

from bridge.cli.app import invoke
from bridge.core.errors import RefusedError
from bridge.minecraft import nbt

if TYPE_CHECKING:
    from pathlib import Path

MARA, TEO = UUID(int=1), UUID(int=2)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = tmp_path / "server"
    data = server / "lands" / "playerdata"
    data.mkdir(parents=True)
    (server / "server.properties").write_text("level-name=lands\nonline-mode=true\n")
    cache = [{"name": "Mara", "uuid": str(MARA)}, {"name": "Teo", "uuid": str(TEO)}]
    (server / "usercache.json").write_text(json.dumps(cache))
    for uuid, level in ((MARA, 41), (TEO, 97)):
        whole = nbt.write({"XpLevel": level, "Dimension": "minecraft:overworld"})
        (data / f"{uuid}.dat").write_bytes(whole)
    (tmp_path / "bridge.toml").write_text('[servers.main]\ndirectory = "server"\n')
    monkeypatch.chdir(tmp_path)


def printed(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert invoke(["--config", "bridge.toml", *line.split()]) == 0
    return capsys.readouterr().out


def told(line: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return json.loads(printed(f"{line} --json", capsys))["players"]


def test_all_in_short_and_one_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert [each["level"] for each in told("players", capsys)] == [41, 97]
    rows = printed("players", capsys).splitlines()
    assert [row.split()[0] for row in rows] == ["Mara", "Teo"]
    (found,) = told("players teo", capsys)
    assert (found["uuid"], found["level"]) == (str(TEO), 97)
    assert "minecraft:overworld" in printed("players Teo", capsys)


def test_as_a_player_only_ones_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert [each["level"] for each in told("players --as Mara", capsys)] == [41]
    assert [each["level"] for each in told("players Mara --as mara", capsys)] == [41]
    with pytest.raises(RefusedError, match="own"):
        invoke(["--config", "bridge.toml", "players", "Teo", "--as", "Mara"])


def test_who_has_no_data_is_refused() -> None:
    with pytest.raises(RefusedError, match="no data"):
        invoke(["--config", "bridge.toml", "players", str(UUID(int=9))])
