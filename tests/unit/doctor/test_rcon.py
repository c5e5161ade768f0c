from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING

import pytest

from bridge.daemon.clock import SystemClock
from bridge.daemon.server_place import ServerPlace
from bridge.demo.server import DemoServer
from bridge.doctor import rcon
from bridge.doctor.finding import Verdict, ok
from bridge.minecraft.transports.rcon_connection import Endpoint
from bridge.minecraft.world import change_properties
from bridge.settings.schema import ServerTable

if TYPE_CHECKING:
    from pathlib import Path


def place(folder: Path) -> ServerPlace:
    return ServerPlace(folder, ServerTable(directory=str(folder)))


def change(folder: Path, **values: str) -> None:
    file = folder / "server.properties"
    written = {key.replace("__", ".").replace("_", "-"): value for key, value in values.items()}
    file.write_bytes(change_properties(file.read_bytes(), written))


async def test_a_server_that_answers_is_ok(tmp_path: Path) -> None:
    async with DemoServer.running(tmp_path, SystemClock()) as server:
        await server.join("Mara")
        tried = await rcon.tried(place(tmp_path), needed=True)
        assert (tried.finding.verdict, "Mara" in tried.finding.text) == (Verdict.OK, True)
        assert server.commands == ("list",)
        assert server.rcon_password not in repr(tried)


@pytest.mark.parametrize("needed", [False, True])
async def test_what_is_wrong_is_told_with_what_to_do(tmp_path: Path, needed: bool) -> None:
    clock = SystemClock()
    fault = Verdict.BROKEN if needed else Verdict.WARNING

    async def finding() -> tuple[Verdict, str, str]:
        found = (await rcon.tried(place(tmp_path), needed=needed)).finding
        return found.verdict, found.text, found.todo

    async with DemoServer.running(tmp_path, clock) as server:
        change(tmp_path, rcon__password="another")
        verdict, text, todo = await finding()
        assert (verdict, "does not accept the password" in text) == (fault, True)
        assert "restart the server" in todo
        change(tmp_path, enable_rcon="false")
        verdict, text, todo = await finding()
        assert (verdict, "RCON is off" in text, "init" in todo) == (fault, True, True)
        change(tmp_path, enable_rcon="true", rcon__password="")
        assert "rcon.password is empty" in (await finding())[1]
        change(tmp_path, rcon__password=server.rcon_password)
        await server.enable_rcon(False)
        verdict, text, todo = await finding()
        assert (verdict, "is the server started" in todo) == (fault, True)


async def test_what_is_not_safe_or_not_quiet_is_told(tmp_path: Path) -> None:
    async with DemoServer.running(tmp_path, SystemClock()):
        pass
    (tmp_path / "server.properties").chmod(0o600)
    assert list(rcon.remarks(place(tmp_path))) == []
    change(tmp_path, broadcast_rcon_to_ops="true", rcon__password="short")
    (tmp_path / "server.properties").chmod(0o644)
    told = [finding.text for finding in rcon.remarks(place(tmp_path))]
    assert len(told) == 3
    assert "short" not in "".join(told).replace("the password is short", "")


class Client:
    """mcrcon's interface."""

    reply: str | Exception = ""

    def __init__(self, host: str, password: str, port: int, timeout: int) -> None:
        assert (host, password, port, timeout) == ("127.0.0.1", "p", 1, 5)

    def connect(self) -> None:
        if isinstance(self.reply, Exception):
            raise self.reply

    def disconnect(self) -> None:
        pass

    def command(self, text: str) -> str:
        assert text == "list"
        return str(self.reply)


ENDPOINT = Endpoint(host="127.0.0.1", port=1, password="p")


@pytest.mark.parametrize(
    ("ours", "theirs", "verdict"),
    [
        ("a", "a", Verdict.OK),
        ("a", "b", Verdict.WARNING),
        ("a", ConnectionRefusedError(), Verdict.WARNING),
        (None, "a", Verdict.WARNING),
        (None, ConnectionRefusedError(), None),
    ],
)
def test_a_second_opinion_is_compared(
    monkeypatch: pytest.MonkeyPatch,
    ours: str | None,
    theirs: str | Exception,
    verdict: Verdict | None,
) -> None:
    module = types.ModuleType("mcrcon")
    module.__spec__ = __spec__
    monkeypatch.setattr(Client, "reply", theirs)
    monkeypatch.setattr(module, "MCRcon", Client, raising=False)
    monkeypatch.setattr(module, "MCRconException", RuntimeError, raising=False)
    monkeypatch.setitem(sys.modules, "mcrcon", module)
    found = rcon.second_opinion(rcon.Tried(ok("rcon", ""), ENDPOINT, ours))
    assert (found and found.verdict) == verdict


def test_without_mcrcon_or_an_endpoint_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert rcon.second_opinion(rcon.Tried(ok("rcon", ""))) is None
    monkeypatch.setitem(sys.modules, "mcrcon", None)
    assert rcon.second_opinion(rcon.Tried(ok("rcon", ""), ENDPOINT, "x")) is None
