"""The plugin's connection without MCDReforged: what it does when the other end misbehaves."""

from __future__ import annotations

import importlib
import logging
import socket
import sys
import threading
import types
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.peers.socket_peer import frame as framed
from tests.peers.socket_peer import unframed

if TYPE_CHECKING:
    from collections.abc import Generator

SOURCE = Path(__file__).parents[2] / "config/relays/mcdreforged/system_bridge"
PATIENCE = 10.0


@pytest.fixture
def plugin(monkeypatch: pytest.MonkeyPatch) -> Generator[Any]:
    """The modules of the plugin, without its entry, which needs MCDReforged."""
    package = types.ModuleType("system_bridge")
    package.__path__ = [str(SOURCE)]
    monkeypatch.setitem(sys.modules, "system_bridge", package)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield importlib.import_module("system_bridge.connection")
    for name in [name for name in sys.modules if name.startswith("system_bridge.")]:
        monkeypatch.delitem(sys.modules, name)


class Listener:
    """A daemon's end, and a connection of the plugin to it."""

    def __init__(self, plugin: Any, caplog: pytest.LogCaptureFixture) -> None:
        self._plugin = plugin
        self.log = caplog
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.settimeout(PATIENCE)
        port = self._listening.getsockname()[1]
        meeting = sys.modules["system_bridge.meeting"].Meeting(f"127.0.0.1:{port}", "token")
        self.up = threading.Event()
        self.link = plugin.Connection(
            "test", lambda: meeting, lambda: {"t": "hello"}, logging.getLogger("plugin")
        )
        self.link.welcomed = self.up.set
        self.link.start()

    def accept(self) -> socket.socket:
        accepted, _ = self._listening.accept()
        accepted.settimeout(PATIENCE)
        return accepted

    def welcome(self) -> socket.socket:
        accepted = self.accept()
        assert hear(accepted) == {"t": "hello", "token": "token"}
        say(accepted, {"t": "welcome", "v": 1, "session": "s"})
        assert self.up.wait(PATIENCE)
        self.up.clear()
        return accepted

    def close(self) -> None:
        self.link.close()
        self._listening.close()


@pytest.fixture
def listener(plugin: Any, caplog: pytest.LogCaptureFixture) -> Generator[Listener]:
    caplog.set_level(logging.INFO)
    listener = Listener(plugin, caplog)
    yield listener
    listener.close()
    assert not [each for each in threading.enumerate() if each.name.startswith("system_bridge")]


def say(end: socket.socket, frame: dict[str, object]) -> None:
    end.sendall(framed(frame))


def hear(end: socket.socket) -> Any:
    with end.makefile("rb") as stream:
        length = stream.read(4)
        (frame,) = unframed(length + stream.read(int.from_bytes(length, "big")))
    return frame


def test_a_ping_is_answered(listener: Listener) -> None:
    with listener.welcome() as end:
        say(end, {"t": "ping", "id": 7})
        assert hear(end) == {"t": "pong", "id": 7}


def test_nothing_is_sent_before_the_welcome(listener: Listener) -> None:
    assert not listener.link.send({"t": "chat"})
    with listener.accept() as end:
        assert hear(end)["t"] == "hello"
        assert not listener.link.send({"t": "chat"})


@pytest.mark.parametrize("data", [b"\xff\xff\xff\xff", b"\x00\x00\x00\x01\xc1", b""])
def test_after_a_broken_stream_it_comes_back(listener: Listener, data: bytes) -> None:
    for _ in range(2):
        with listener.welcome() as end:
            end.sendall(data)
    with listener.welcome():
        pass


def test_whoever_waits_is_told_of_the_loss(listener: Listener) -> None:
    answers: list[object] = []
    told = threading.Event()

    def answered(reply: object) -> None:
        answers.append(reply)
        told.set()

    with listener.welcome() as end:
        assert listener.link.ask({"t": "command", "id": "a"}, answered)
        assert hear(end)["id"] == "a"
    assert told.wait(PATIENCE)
    assert answers == [None]


def test_a_daemon_that_does_not_read_is_given_up(listener: Listener) -> None:
    with listener.welcome():
        text = "x" * 100_000
        # Neither a thread of MCDReforged nor its memory waits for such a daemon.
        sent = 0
        while listener.link.send({"t": "chat", "text": text}) and sent < 1000:
            sent += 1
        assert sent < 1000
    with listener.welcome():
        assert "does not read" in listener.log.text


def test_a_refusal_is_said_once(listener: Listener) -> None:
    for _ in range(2):
        with listener.accept() as end:
            hear(end)
            say(end, {"t": "error", "code": "bad_token", "message": "no"})
    with listener.accept():
        assert listener.log.text.count("bad_token") == 1
