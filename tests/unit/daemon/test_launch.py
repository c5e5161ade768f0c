"""From a table to a child, and what typed lines are for."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from typing_extensions import override

from bridge.core.errors import LinkError
from bridge.daemon.clock import SystemClock
from bridge.daemon.launch import (
    ServerConsole,
    SeveralConsoles,
    child_of,
    is_order,
    terminal,
    told,
    world_of,
)
from bridge.daemon.terminal import Descriptors
from bridge.minecraft.transports.child import Child
from bridge.minecraft.transports.child_process import Launch
from bridge.minecraft.transports.child_states import (
    Attached,
    ChildState,
    Crashed,
    GaveUp,
    Means,
    Running,
    Starting,
    Stopped,
    Stopping,
)
from bridge.settings.schema import BridgeFile, ServerTable
from bridge.settings.snapshot import Settings
from bridge.settings.tables import table_of

if TYPE_CHECKING:
    from bridge.daemon.access_desk import AccessDesk


def settings(root: Path, **table: object) -> Settings:
    main = table_of(ServerTable)({"directory": "server", **table})
    return Settings(BridgeFile(servers={"main": main}), root=root, path=None)


class Stage(Child):
    """A child that is not launched: its state is set, and what is written is kept."""

    def __init__(self, state: ChildState) -> None:
        launch = Launch(command=("x",), directory=Path(), record=Path("r"), world=Path)
        super().__init__(launch, clock=SystemClock(), on_state=lambda _: None)
        self.written: list[str] = []
        self.started = 0
        self._state = state

    @override
    async def write(self, line: str) -> None:
        if not isinstance(self.state, Running):
            raise LinkError("not running")
        self.written.append(line)

    @override
    def start(self) -> None:
        self.started += 1

    def says(self, *lines: bytes) -> None:
        self._take(list(lines))


async def by_rcon(text: str) -> str:
    return f"rcon: {text}\nsecond line"


def console(child: Child, desk: AccessDesk) -> ServerConsole:
    return ServerConsole(child, desk.system_ai, by_rcon)


def test_without_launch_there_is_no_child(tmp_path: Path) -> None:
    made = child_of(
        "main",
        settings=settings(tmp_path),
        secrets=frozenset(),
        clock=SystemClock(),
        report=lambda _, __: None,
    )
    assert made is None


@pytest.mark.skipif(sys.platform != "linux", reason="the guard is Linux's")
async def test_the_table_says_how_it_is_launched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "server").mkdir()
    monkeypatch.setenv("RCON_KEY", "secret")
    monkeypatch.setenv("MODEL_KEY", "secret")
    script = "pwd; echo [$RCON_KEY$MODEL_KEY]"
    reported: list[str | None] = []
    made = child_of(
        "main",
        settings=settings(
            tmp_path, launch=["/bin/sh", "-c", script], rcon={"password_env": "RCON_KEY"}
        ),
        secrets=frozenset({"MODEL_KEY"}),
        clock=SystemClock(),
        report=lambda _, problem: reported.append(problem),
    )
    assert made is not None
    async with made.running(lambda: pytest.fail("no server lives here")):
        lines = [(await anext(aiter(made))).raw for _ in range(2)]
    assert lines == [os.fsencode(tmp_path / "server"), b"[]"]
    assert reported[:2] == ["the server is being launched", None]
    assert reported[-1] == "the server stopped (exit code 0)"


def test_the_world_is_level_names(tmp_path: Path) -> None:
    assert world_of(tmp_path) == tmp_path / "world"
    (tmp_path / "server.properties").write_text("level-name=other\n")
    assert world_of(tmp_path) == tmp_path / "other"


@pytest.mark.parametrize(
    ("state", "problem", "logged"),
    [
        (Starting(), "the server is being launched", []),
        (Running(1), None, ["main: the server runs (process 1)"]),
        (
            Attached(1, stopping=True),
            None,
            ["main: the server of an earlier daemon is still stopping (process 1)"],
        ),
        (Stopping(Means.KILL, 5), "the server did not stop; SIGKILL, it has 5 s", []),
        (Stopped(0), "the server stopped (exit code 0)", []),
        (Crashed(1), "the server crashed (exit code 1)", []),
        (GaveUp("x"), "the server is not launched again: x", []),
    ],
)
def test_a_state_is_reported_with_what_is_wrong(
    state: ChildState, problem: str | None, logged: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    reported: list[tuple[str, str | None]] = []
    with caplog.at_level(logging.INFO, "bridge.daemon.launch"):
        told("main", state, lambda link, wrong: reported.append((link, wrong)))
    assert reported == [("server", problem)]
    assert [record.getMessage() for record in caplog.records] == logged


async def test_a_line_is_typed_at_the_server(desk: AccessDesk) -> None:
    child = Stage(Running(1))
    assert not await console(child, desk).typed("  say hi ")
    assert not await console(child, desk).typed("   ")
    assert not await console(child, desk).typed("start")
    assert not await console(child, desk).typed("ai default free")
    assert child.written == ["say hi", "start", "ai default free"]
    assert child.started == 0


@pytest.mark.parametrize("line", ["system ai default free", "/System AI default free"])
async def test_system_ai_is_the_daemons_and_answered(desk: AccessDesk, line: str) -> None:
    child = Stage(Stopped(0))
    (answer,) = await console(child, desk).typed(line)
    assert "free" in answer
    assert not child.written
    assert str(desk.access.rules.default) == "free"


async def test_a_server_that_is_down_can_be_started(desk: AccessDesk) -> None:
    child = Stage(GaveUp("x"))
    assert await console(child, desk).typed("list") == ("not running",)
    assert not await console(child, desk).typed("start")
    assert child.started == 1


async def test_a_server_that_is_attached_to_is_asked_the_other_way(desk: AccessDesk) -> None:
    child = Stage(Attached(1, stopping=False))
    assert list(await console(child, desk).typed("list")) == ["rcon: list", "second line"]


async def test_several_servers_are_named(desk: AccessDesk) -> None:
    a, b = Stage(Running(1)), Stage(Running(2))
    both = SeveralConsoles({"a": console(a, desk), "b": console(b, desk)})
    for line in ("one", "b: two", "three", "a:four", "c: five"):
        assert not await both.typed(line)
    assert a.written == ["one", "four", "c: five"]
    assert b.written == ["two", "three"]
    (answer,) = await both.typed("b: system ai default")
    assert answer.startswith("[b] ")
    completion = both.complete("b: system ai defa", 17)
    assert (completion.items, completion.start) == (("default",), 13)
    assert both.complete("sys", 3).items == ("system",)


def test_which_lines_are_orders() -> None:
    assert is_order("system ai")
    assert is_order("/system ai x")
    assert not is_order("ai default")
    assert not is_order("system")
    assert not is_order("say system ai default")


async def test_without_a_console_no_terminal_is_touched() -> None:
    async with terminal({}, Descriptors(-1, -1)):
        pass


async def test_the_servers_lines_are_shown(desk: AccessDesk, tmp_path: Path) -> None:
    child = Stage(Running(1))
    output = os.open(tmp_path / "output", os.O_WRONLY | os.O_CREAT)
    empty = os.open(os.devnull, os.O_RDONLY)
    async with terminal({"main": console(child, desk)}, Descriptors(empty, output)):
        child.says("[12:00:00] 你好\r".encode(), "[12:00:00] 你好".encode("gbk"))
    os.close(output)
    os.close(empty)
    assert (tmp_path / "output").read_text(encoding="utf-8") == "[12:00:00] 你好\n" * 2
