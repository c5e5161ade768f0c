from __future__ import annotations

import json
import socket
from typing import TYPE_CHECKING

import pytest

from bridge.cli.main import run
from bridge.cli.place import Place
from bridge.daemon.rendezvous import only_daemon
from tests.fakes.server_folders import server

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def checks(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    told = json.loads(capsys.readouterr().out)
    return {each["link"]: each["state"] for each in told["checks"]}


def test_without_a_configuration_it_says_what_to_do(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["doctor"]) == 1
    assert "system-bridge init" in capsys.readouterr().out
    (root / "config").mkdir()
    (root / "config" / "bridge.toml").write_text("[nonsense]\n")
    assert run(["doctor", "--json"]) == 1
    assert checks(capsys) == {"configuration": "broken"}


def test_what_can_be_told_without_anybody_is_told(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server(root / "srv")
    assert run(["init", "srv", "--yes"]) == 0
    capsys.readouterr()
    assert run(["doctor", "--json"]) == 1
    found = checks(capsys)
    assert {link for link, state in found.items() if state == "broken"} == {"log", "rcon"}
    assert {found["datapack"], found["world"], found["configuration"]} == {"ok"}
    assert not (root / "state").exists()
    assert run(["doctor", "--directory", "srv"]) == 1
    assert "2 broken" in capsys.readouterr().out


def test_a_daemon_that_does_not_answer_keeps_us_from_its_rcon(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server(root / "srv")
    assert run(["init", "srv", "--yes"]) == 0
    monkeypatch.setattr("bridge.cli.control.STARTING_SECONDS", 0.0)
    monkeypatch.setattr(socket, "create_connection", None)
    capsys.readouterr()
    with only_daemon(Place(root / "config" / "bridge.toml", root, None).state):
        assert run(["doctor", "--json"]) == 1
    found = checks(capsys)
    assert found["daemon"] == "broken"
    assert "rcon" not in found
