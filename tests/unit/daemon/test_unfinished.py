"""What was begun and has not ended outlives the daemon that began it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bridge.core.errors import StoreError
from bridge.daemon.unfinished import RETRY_SECONDS, Unfinished
from bridge.storage.database import Database
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def of(db: Database, server: str = "main") -> Unfinished:
    return Unfinished(db, server, FakeClock())


async def test_what_runs_when_the_daemon_dies_is_found_by_the_next_one(tmp_path: Path) -> None:
    path = tmp_path / "bridge.db"
    async with Database.open(path, clock=FakeClock()) as killed:
        before = of(killed)
        numbers = [await before.begin(asked) for asked in ("one", "two", "three")]
        await before.end(numbers[1])
        async with Database.open(path, clock=FakeClock()) as db:
            assert await of(db, "another").left_behind() == []
            await of(db, "another").clear()
            assert await of(db).left_behind() == ["one", "three"]
            await of(db).begin("four")
            assert await of(db).left_behind() == ["four", "three"]
            await of(db).clear()
            assert await of(db).left_behind() == []


async def test_words_that_no_store_takes_are_kept_without_what_is_wrong_in_them(
    db: Database,
) -> None:
    unfinished = of(db)
    await unfinished.begin("Mara: '\ud83d hi'")
    assert await unfinished.left_behind() == ["Mara: '? hi'"]


class Broken:
    """A store that takes nothing."""

    def __init__(self) -> None:
        self.asked = 0

    async def put(self, sql: str, values: tuple[object, ...]) -> None:
        self.asked += 1
        raise StoreError("the store: locked")

    def read(self) -> Any:
        raise StoreError("the store: locked")


async def test_a_store_that_fails_stops_no_request_and_is_left_alone_for_a_while(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store: Any = Broken()
    clock = FakeClock()
    unfinished = Unfinished(store, "main", clock)
    assert await unfinished.left_behind() == []
    for _ in range(3):
        await unfinished.end(await unfinished.begin("one"))
    await unfinished.clear()
    assert store.asked == 1
    clock.advance(RETRY_SECONDS)
    await unfinished.begin("one")
    assert store.asked == 2
    assert len(caplog.messages) == 3
