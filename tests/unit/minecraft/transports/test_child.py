"""A server as a child, with real processes of `scripts/prove/wrapper_server.py`."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bridge.core.errors import LinkError
from bridge.daemon.clock import SystemClock
from bridge.minecraft.transports import child as child_module
from bridge.minecraft.transports import child_policy, child_survivor
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
from bridge.minecraft.transports.log_tail import LogTail

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

SERVER = Path(__file__).parents[4] / "scripts" / "prove" / "wrapper_server.py"
PATIENCE = 20.0

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the guard is Linux's")


@dataclass
class Told:
    """The states that were announced, and the waiting for them."""

    states: list[ChildState] = field(default_factory=list["ChildState"])
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def __call__(self, state: ChildState) -> None:
        self.states.append(state)
        self.changed.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self.changed.clear()
                await self.changed.wait()

    async def until_state(self, kind: type[ChildState], times: int = 1) -> ChildState:
        def seen() -> list[ChildState]:
            return [state for state in self.states if isinstance(state, kind)]

        await self.until(lambda: len(seen()) >= times)
        return seen()[times - 1]


@dataclass
class Place:
    """A server's directory, and the children that are launched in it."""

    directory: Path
    told: Told = field(default_factory=Told)

    def launch(self, *options: str, **changes: object) -> Launch:
        launch = Launch(
            command=(sys.executable, str(SERVER), *options),
            directory=self.directory,
            record=self.directory / "state" / "main.server",
            world=lambda: self.directory / "world",
        )
        return replace(launch, **changes)

    @asynccontextmanager
    async def running(self, launch: Launch) -> AsyncGenerator[Child]:
        clock = SystemClock()
        child = Child(launch, clock=clock, on_state=self.told)
        log = self.directory / "logs" / "latest.log"
        async with child.running(lambda: LogTail.open(log, clock=clock)):
            yield child

    def noted(self, name: str) -> list[int]:
        with suppress(FileNotFoundError):
            return [int(line) for line in (self.directory / name).read_text().split()]
        return []


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_policy, "FIRST_DELAY", 0.01)
    monkeypatch.setattr(child_module, "SETTLE_SECONDS", 0.05)
    monkeypatch.setattr(child_survivor, "LOOK_SECONDS", 0.05)


async def heard(child: Child, words: bytes) -> bytes:
    """The next line of the console with these words in it."""
    async with asyncio.timeout(PATIENCE):
        async for line in child:
            if words in line.raw:
                return line.raw
    raise AssertionError(words)


async def test_its_output_is_read_its_input_written_and_it_is_stopped_by_stop(place: Place) -> None:
    async with place.running(place.launch()) as child:
        assert (await heard(child, b"Done")).startswith(b"[")
        await child.write("echo 你好")
        assert (await heard(child, b"[Server]")).endswith("[Server] 你好".encode())
    pid = next(state.pid for state in place.told.states if isinstance(state, Running))
    assert place.told.states == [
        Starting(),
        Running(pid),
        Stopping(Means.COMMAND, 60),
        Stopped(0),
    ]
    assert place.noted("saved") == place.noted("started")
    assert not (place.directory / "state" / "main.server").exists()


async def test_nothing_that_is_more_than_one_command_is_written(place: Place) -> None:
    async with place.running(place.launch()) as child:
        await heard(child, b"Done")
        with pytest.raises(LinkError):
            await child.write("echo a\nstop")
        await child.write("echo b")
        assert (await heard(child, b"[Server]")).endswith(b"] b")


async def test_what_is_not_running_is_not_written_to(place: Place) -> None:
    async with place.running(place.launch("--code", "0")) as child:
        await place.told.until_state(Stopped)
        with pytest.raises(LinkError, match=r"stopped \(exit code 0\)"):
            await child.write("list")


@pytest.mark.parametrize(
    ("options", "restart", "expected"),
    [
        (["--code", "0"], "never", Stopped(0)),
        (["--code", "7"], "never", Crashed(7)),
        (["--crash"], "never", Crashed(0)),
        (["--code", "143"], "on-crash", Stopped(143)),
        (["--code", "0"], "on-crash", Stopped(0)),
        (["--code", "7"], "on-crash", Crashed(7, 0.01)),
        (["--crash"], "on-crash", Crashed(0, 0.01)),
        (["--code", "0"], "always", Stopped(0, 0.01)),
    ],
)
async def test_how_it_ended_and_what_follows(
    place: Place, options: list[str], restart: str, expected: ChildState
) -> None:
    async with place.running(place.launch(*options, restart=restart)):
        await place.told.until(lambda: len(place.told.states) >= 3)
    assert place.told.states[2] == expected


async def test_what_ends_again_and_again_is_given_up_and_can_be_started(place: Place) -> None:
    async with place.running(place.launch("--code", "3", restart="always")) as child:
        await place.told.until_state(GaveUp)
        assert len(place.noted("started")) == child_policy.MOST_SHORT
        child.start()
        await place.told.until_state(GaveUp, times=2)
    assert len(place.noted("started")) == 2 * child_policy.MOST_SHORT


async def test_a_command_that_is_not_there_is_given_up_at_once(place: Place) -> None:
    launch = place.launch(command=("./no-such-java",), restart="always")
    async with place.running(launch) as child:
        assert (await heard(child, b"no-such-java")).endswith(b"No such file or directory")
        state = await place.told.until_state(GaveUp)
        assert Crashed(127) in place.told.states
    assert state == GaveUp("the command cannot be run (exit code 127)")


async def test_a_directory_that_is_not_there_is_given_up(place: Place) -> None:
    async with place.running(place.launch(directory=place.directory / "none")):
        assert isinstance(await place.told.until_state(GaveUp), GaveUp)


async def test_one_that_runs_is_not_started(place: Place) -> None:
    async with place.running(place.launch()) as child:
        await place.told.until_state(Running)
        with pytest.raises(LinkError):
            child.start()


async def test_one_that_does_not_stop_is_terminated_then_killed(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child_module, "TERMINATE_SECONDS", 0.1)
    async with place.running(place.launch("--deaf", stop_timeout=0.1)) as child:
        await heard(child, b"Done")
    assert place.told.states[2:] == [
        Stopping(Means.COMMAND, 0.1),
        Stopping(Means.TERMINATE, 0.1),
        Stopping(Means.KILL, child_module.KILL_SECONDS),
        Stopped(137),
    ]


async def test_hurry_goes_on_to_the_next_means(place: Place) -> None:
    async with place.running(place.launch("--mute")) as child, AsyncExitStack() as stack:
        await heard(child, b"Done")
        group = await stack.enter_async_context(asyncio.TaskGroup())
        stopping = group.create_task(child.stop())
        await place.told.until_state(Stopping)
        child.hurry()
        await stopping
    assert place.told.states[-1] == Stopped(143)
    assert place.noted("saved")


async def test_a_server_started_by_a_script_is_stopped_whole(place: Place) -> None:
    script = f'"{sys.executable}" "{SERVER}" --mute; true'
    launch = place.launch(command=("/bin/sh", "-c", script), stop_timeout=0.1)
    async with place.running(launch) as child:
        await heard(child, b"Done")
    assert place.noted("saved") == place.noted("started")


async def test_a_killed_server_is_launched_again(place: Place) -> None:
    async with place.running(place.launch(restart="on-crash")) as child:
        await heard(child, b"Done")
        os.kill(place.noted("started")[0], signal.SIGKILL)
        await heard(child, b"Done")
        assert Crashed(137, 0.01) in place.told.states
    assert len(place.noted("started")) == 2
    assert not place.noted("refused")


async def test_the_keys_of_our_environment_can_be_kept_from_it(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("A_KEY", "secret")
    command = ("/bin/sh", "-c", 'echo "key:$A_KEY:"')
    async with place.running(place.launch(command=command, hidden=frozenset({"A_KEY"}))) as child:
        assert await heard(child, b"key:") == b"key::"


async def test_a_server_that_holds_the_world_is_attached_to_and_not_doubled(place: Place) -> None:
    other = await asyncio.create_subprocess_exec(
        *(sys.executable, str(SERVER)),
        cwd=place.directory,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert other.stdin is not None
    assert other.stdout is not None
    while b"Done" not in await other.stdout.readline():
        pass
    async with place.running(place.launch(restart="always")) as child:
        assert await place.told.until_state(Attached) == Attached(other.pid, stopping=False)
        assert await heard(child, b"Done")
        with pytest.raises(LinkError, match="attached"):
            await child.write("list")
        other.stdin.write(b"echo from its log\nstop\n")
        await heard(child, b"from its log")
        assert await heard(child, b"All dimensions are saved")
        assert await place.told.until_state(Stopped) == Stopped(None, 0.01)
        await heard(child, b"Done")
    await other.communicate()
    assert len(place.noted("started")) == 2
    assert not place.noted("refused")


async def test_an_attached_server_is_left_alone_when_the_daemon_stops(place: Place) -> None:
    other = await asyncio.create_subprocess_exec(
        *(sys.executable, str(SERVER)),
        cwd=place.directory,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert other.stdout is not None
    while b"Done" not in await other.stdout.readline():
        pass
    async with place.running(place.launch()):
        await place.told.until_state(Attached)
    assert other.returncode is None
    await other.communicate(b"stop\n")
    assert other.returncode == 0


async def test_output_that_nobody_reads_does_not_keep_it_from_stopping(place: Place) -> None:
    async with place.running(place.launch()) as child:
        await heard(child, b"Done")
        await child.write("flood 20000")
    assert place.told.states[-1] == Stopped(0)


async def test_its_lines_are_shown_while_somebody_wants_them(place: Place) -> None:
    shown: list[bytes] = []
    async with place.running(place.launch()) as child:
        await heard(child, b"Done")
        with child.shown_by(shown.append):
            await child.write("echo one")
            await heard(child, b"one")
        await child.write("echo two")
        await heard(child, b"two")
    assert [line.rpartition(b" ")[2] for line in shown] == [b"one"]
