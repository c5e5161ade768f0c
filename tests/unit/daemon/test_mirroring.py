"""When the world's access file is compared and written, and what is told of it."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from bridge.access.history import Change, Field
from bridge.access.mirror import (
    BegunAnew,
    Outcome,
    ReadIn,
    Same,
    Undecided,
    Unreadable,
    Unwritable,
    Written,
)
from bridge.core.errors import StoreError
from bridge.daemon.health import Health, State
from bridge.daemon.mirroring import Mirroring, Place
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from pathlib import Path

    from bridge.access.mirror import Mirror

CHANGE = Change(field=Field.DEFAULT_MODE, player=None, old="free", new="offline")


class FakeMirror:
    """Answers with what it is told to; `calls` says what was asked of it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.calls: list[str] = []
        self.compared: Outcome | StoreError = Same()
        self.written: Outcome | StoreError = Same()

    async def compare(self) -> Outcome:
        self.calls.append("compare")
        return self._outcome(self.compared)

    async def write_if_dirty(self) -> Outcome:
        self.calls.append("write")
        return self._outcome(self.written)

    def _outcome(self, outcome: Outcome | StoreError) -> Outcome:
        if isinstance(outcome, StoreError):
            raise outcome
        return outcome


class Scene:
    def __init__(self, folder: Path) -> None:
        self.clock = FakeClock()
        self.health = Health(frozenset())
        self.mirror = FakeMirror(folder / "ai_access.dat")
        self.moved = ""
        place = Place(health=self.health, link="mirror", moved=lambda: self.moved)
        self.mirroring = Mirroring(_mirror(self.mirror), place, clock=self.clock, seconds=300)

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """At work, with everything of the start done."""
        async with self.mirroring.running():
            await self.until(lambda: len(self.mirror.calls) >= 3 and self.clock.sleeping > 0)
            self.mirror.calls.clear()
            yield

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(5):
            while not condition():
                await asyncio.sleep(0)

    async def compared(self) -> None:
        """One comparison, as after a change of the file."""
        before = self.mirror.calls.count("compare")
        self.mirror.path.write_bytes(str(before).encode())
        await self.until(lambda: self.mirror.calls.count("compare") > before)
        await asyncio.sleep(0)

    @property
    def state(self) -> State:
        return self.health.links["mirror"].state

    @property
    def why(self) -> str:
        return self.health.links["mirror"].why


def _mirror(fake: FakeMirror) -> Mirror:
    return fake  # pyright: ignore[reportReturnType] - met by shape


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path)


async def test_it_is_compared_first_and_written_last(scene: Scene) -> None:
    async with scene.mirroring.running():
        assert scene.mirror.calls == ["compare"]
        await scene.until(lambda: "write" in scene.mirror.calls)
        scene.mirror.calls.clear()
    assert scene.mirror.calls[-1] == "write"


async def test_a_save_writes_and_so_does_the_time(scene: Scene) -> None:
    async with scene.running():
        scene.mirroring.saved()
        await scene.until(lambda: scene.mirror.calls == ["write"])
        scene.clock.advance(299)
        await asyncio.sleep(0)
        assert scene.mirror.calls == ["write"]
        scene.clock.advance(1)
        await scene.until(lambda: scene.mirror.calls == ["write", "write"])


async def test_a_change_of_the_file_compares_and_one_of_another_does_not(
    scene: Scene, tmp_path: Path
) -> None:
    async with scene.running():
        (tmp_path / "ai_access.dat_old").write_bytes(b"x")
        (tmp_path / "other.dat").write_bytes(b"x")
        await scene.compared()
        assert "write" not in scene.mirror.calls


async def test_what_came_of_it_is_told_once(scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    async with scene.running():
        assert scene.state is State.UP
        scene.mirror.compared = Unreadable("f: not NBT")
        for _ in range(3):
            await scene.compared()
        assert (scene.state, scene.why) == (
            State.DOWN,
            "f: not NBT; nothing was changed, and it is not written over",
        )
        scene.mirror.compared = ReadIn((CHANGE,))
        await scene.compared()
        assert scene.state is State.UP
        scene.mirror.compared = BegunAnew((CHANGE,))
        await scene.compared()
        scene.mirror.compared = Same()
        await scene.compared()
    told = [record.getMessage() for record in caplog.records]
    assert sum("not NBT" in line for line in told) == 1
    assert sum("changed by somebody else" in line for line in told) == 1
    assert sum("the world is new" in line for line in told) == 1


async def test_a_file_that_cannot_be_written_stays_told_until_it_is_written(scene: Scene) -> None:
    async with scene.running():
        scene.mirror.written = Unwritable("f: no space left on device")
        scene.mirroring.saved()
        await scene.until(lambda: scene.state is State.DOWN)
        await scene.compared()  # the file itself is as it was
        assert scene.state is State.DOWN
        scene.mirror.written = Written()
        scene.mirroring.saved()
        await scene.until(lambda: scene.state is State.UP)


async def test_an_unknown_seed_is_looked_for_every_second(scene: Scene) -> None:
    async with scene.running():
        scene.mirror.compared = Undecided()
        await scene.compared()
        assert scene.state is State.OFF
        assert "seed is not known yet" in scene.why
        await scene.until(lambda: scene.clock.sleeping == 2)
        scene.mirror.compared = Same()
        scene.clock.advance(1)
        await scene.until(lambda: scene.state is State.UP)


async def test_a_store_that_fails_is_told_and_goes_on(scene: Scene) -> None:
    async with scene.running():
        scene.mirror.compared = StoreError("bridge.db: disk I/O error")
        await scene.compared()
        assert scene.why == "bridge.db: disk I/O error"
        scene.mirror.compared = Same()
        await scene.compared()
        assert scene.state is State.UP


async def test_a_server_that_plays_another_world_is_told(scene: Scene) -> None:
    async with scene.running():
        scene.moved = "world2"
        await scene.compared()
        assert scene.state is State.DOWN
        assert "level-name is world2 now; restart the daemon" in scene.why
