"""The index of a running server: built in its own process, answered from the last whole one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bridge.items.library import Building, ItemLibrary, Missing
from tests.fakes.clock import FakeClock
from tests.unit.items.conftest import smelting

if TYPE_CHECKING:
    import pytest

    from bridge.items.store import ItemStore
    from tests.unit.items.conftest import Server


def library(server: Server) -> ItemLibrary:
    return ItemLibrary(
        server.root,
        server.request.database,
        world=lambda: server.root / "world",
        clock=FakeClock(),
    )


def items(store: ItemStore) -> int:
    return store.counts()["items"]


async def test_it_is_built_answered_and_built_again(server: Server) -> None:
    server.jar("mods/a.jar", {"data/a/recipe/r.json": smelting("a:o", "a:i")})
    kept = library(server)
    assert await kept.ask(items) == Building()
    assert await kept.reload() == "items: 2 items, 1 recipes, 0 loot, 1 sources"
    assert await kept.ask(items) == 2
    assert kept.state is None
    server.data("a/recipe/s.json", smelting("a:p", "a:i"))
    await kept.reload()
    assert await kept.ask(items) == 3


async def test_what_is_there_is_answered_before_it_is_brought_up_to_date(server: Server) -> None:
    server.data("a/recipe/s.json", smelting("a:p", "a:i"))
    server.build()
    kept = library(server)
    async with asyncio.timeout(20), asyncio.TaskGroup() as group:
        keeping = group.create_task(kept.keep())
        while isinstance(await kept.ask(items), Building):
            await asyncio.sleep(0)
        assert await kept.ask(items) == 2
        keeping.cancel()


async def test_a_build_that_fails_says_why_and_the_old_index_stays(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.file("state", "no folder")
    kept = library(server)
    assert "state" in await kept.reload()
    state = await kept.ask(items)
    assert isinstance(state, Missing)
    (server.root / "state").unlink()
    server.data("a/recipe/s.json", smelting("a:p", "a:i"))
    await kept.reload()
    monkeypatch.setattr("bridge.items.library.PROGRAM", "bridge.nothing_like_this")
    assert "could not be built" in await kept.reload()
    assert await kept.ask(items) == 2
