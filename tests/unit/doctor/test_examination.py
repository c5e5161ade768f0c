from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import UsageError
from bridge.doctor.examination import examine
from bridge.doctor.finding import Verdict
from bridge.settings.loading import parse
from bridge.settings.snapshot import Settings
from tests.fakes.clock import FakeClock
from tests.fakes.server_folders import PROXIES, build, server, snapshot

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.setup.survey import Survey

TWO = '[servers.a]\ndirectory = "a"\n[servers.b]\ndirectory = "b"\n[socket]\nlisten="127.0.0.1:0"\n'


def settings(root: Path) -> Settings:
    return Settings(parse(TWO, file=""), root=root, path=None)


async def test_every_server_is_looked_at_and_nothing_is_written(tmp_path: Path) -> None:
    server(tmp_path / "a")
    build(PROXIES[0], tmp_path / "b")
    before = snapshot(tmp_path)
    examined = await examine(settings(tmp_path), FakeClock(), only=None, status=None)
    assert snapshot(tmp_path) == before
    servers = {each.server for each in examined.findings}
    assert servers == {"", "a", "b"}
    (of_b,) = [each for each in examined.findings if each.server == "b"]
    assert (of_b.verdict, "proxy" in of_b.text) == (Verdict.BROKEN, True)
    links = {each.link for each in examined.findings if each.server == "a"}
    assert links >= {"server", "log", "rcon", "management", "world", "quests", "prompts", "names"}
    assert [name for name, _ in examined.tried] == ["a"]


async def test_one_server_alone_can_be_looked_at(tmp_path: Path) -> None:
    server(tmp_path / "a")
    server(tmp_path / "b")
    examined = await examine(settings(tmp_path), FakeClock(), only="b", status=None)
    assert {each.server for each in examined.findings} == {"", "b"}
    with pytest.raises(UsageError):
        await examine(settings(tmp_path), FakeClock(), only="c", status=None)


async def test_beside_a_daemon_nothing_is_asked_that_it_has_in_hand(tmp_path: Path) -> None:
    server(tmp_path / "a")
    server(tmp_path / "b")
    status = {
        "links": {"store": {"state": "up", "why": ""}, "a/log": {"state": "down", "why": "x"}}
    }
    examined = await examine(settings(tmp_path), FakeClock(), only=None, status=status)
    assert examined.tried == ()
    asked = {(each.server, each.link) for each in examined.findings}
    assert ("a", "log") in asked
    assert not asked & {("b", "log"), ("a", "management"), ("", "socket")}


async def test_what_others_rights_keep_from_us_is_told_with_whose_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(directory: Path) -> Survey:
        raise PermissionError(13, "Permission denied", str(directory))

    monkeypatch.setattr("bridge.doctor.examination.survey", refused)
    examined = await examine(settings(tmp_path), FakeClock(), only="a", status=None)
    (finding,) = [each for each in examined.findings if each.server == "a"]
    assert (finding.verdict, finding.todo) == (Verdict.BROKEN, "run this as the server's user")
