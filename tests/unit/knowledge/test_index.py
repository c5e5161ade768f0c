"""Passages in views: put, found, dropped, and kept in a file that may be thrown away."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from bridge.knowledge import index as indexing
from bridge.knowledge import queries
from bridge.knowledge.entries import Entry, Source
from bridge.knowledge.index import PassageIndex
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    import pytest


def entry(key: str, title: str, text: str = "") -> Entry:
    return Entry(source=Source.NOTES, key=key, title=title, text=text)


BANK = entry("a#1", "Bank", "It opens at dawn.")
TOWN = entry("b#1", "Town", "The bank is beside the well. 银行")


async def keys(index: PassageIndex, text: str, *views: str) -> list[str]:
    found = await index.find(queries.asked(text), views, limit=10)
    return [match.entry.key for match in found]


async def put(index: PassageIndex, view: str, entries: Iterable[Entry]) -> int:
    return await index.put(view, lambda: entries)


async def test_only_what_stands_in_the_asked_views_is_found() -> None:
    async with PassageIndex.open(None, clock=FakeClock()) as index:
        assert await put(index, "one", [BANK]) == 1
        assert await put(index, "two", [TOWN, BANK]) == 1  # the other is shared
        assert await keys(index, "bank", "one") == ["a#1"]
        assert await keys(index, "bank", "two") == ["a#1", "b#1"]  # a title counts for more
        assert await keys(index, "银行", "one", "two") == ["b#1"]
        assert await keys(index, "银", "two") == ["b#1"]
        assert await keys(index, "bank") == await keys(index, "bank", "three") == []


async def test_what_leaves_its_last_view_is_gone() -> None:
    async with PassageIndex.open(None, clock=FakeClock()) as index:
        await put(index, "one", [BANK, TOWN])
        await put(index, "two", [TOWN])
        assert await put(index, "one", [BANK]) == 0
        assert await keys(index, "well", "one") == []
        assert await keys(index, "well", "two") == ["b#1"]
        await index.drop("two")
        await index.drop("two")
        assert await keys(index, "well", "one", "two") == []
        await put(index, "two", [TOWN])
        assert await keys(index, "well", "two") == ["b#1"]


async def test_a_changed_entry_replaces_the_old_one() -> None:
    async with PassageIndex.open(None, clock=FakeClock()) as index:
        await put(index, "one", [BANK])
        await put(index, "one", [entry("a#1", "Bank", "It opens at noon.")])
        assert await keys(index, "dawn", "one") == []
        assert await keys(index, "noon", "one") == ["a#1"]


async def test_a_question_of_common_words_alone_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(indexing, "POOL", 3)
    many = [entry(f"{n}", f"Storage {n}", "storage box") for n in range(9)]
    async with PassageIndex.open(None, clock=FakeClock()) as index:
        await put(index, "one", [*many, entry("rare", "Crystal", "storage")])
        assert await keys(index, "storage", "one")
        assert await keys(index, "crystal storage", "one") == ["rare"]
        assert await keys(index, "zeppelin", "one") == []


async def test_it_stays_over_a_restart_and_a_damaged_file_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "cache.db"
    async with PassageIndex.open(path, clock=FakeClock()) as index:
        await put(index, "one", [BANK])
    async with PassageIndex.open(path, clock=FakeClock()) as index:
        assert list(index.views) == ["one"]
        assert await put(index, "one", [BANK]) == 0
        assert await keys(index, "bank", "one") == ["a#1"]
    for wreck in (b"no database at all" * 100, b""):
        path.write_bytes(wreck)
        async with PassageIndex.open(path, clock=FakeClock()) as index:
            assert list(index.views) == []
            await put(index, "one", [BANK])
            assert await keys(index, "bank", "one") == ["a#1"]
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 999")
    async with PassageIndex.open(path, clock=FakeClock()) as index:
        assert list(index.views) == []


async def test_where_no_file_can_be_it_is_kept_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    async with PassageIndex.open(tmp_path / "file" / "cache.db", clock=FakeClock()) as index:
        await put(index, "one", [BANK])
        assert await keys(index, "bank", "one") == ["a#1"]
