"""How far the log was dealt with is kept before each request; a store that fails is let alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bridge.core.errors import StoreError
from bridge.minecraft.link.line_source import RETRY_SECONDS, LineSource, LogSource
from bridge.minecraft.transports.log_file import LogLine, Position
from bridge.minecraft.transports.log_mark import NOTHING, mark_of
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from bridge.minecraft.transports.log_mark import Mark


def line(number: int) -> LogLine:
    return LogLine(b"%d" % number, Position(1, 1, number), history=False)


class Bookmark:
    """Keeps marks, or fails while `broken`."""

    def __init__(self) -> None:
        self.loaded: Mark | None = None
        self.saved: list[Mark] = []
        self.tried = 0
        self.broken = False

    async def load(self) -> Mark | None:
        return self.loaded

    async def save(self, mark: Mark) -> None:
        self.tried += 1
        if self.broken:
            raise StoreError("locked")
        self.saved.append(mark)


def source(tmp_path: Path, bookmark: Bookmark, clock: FakeClock) -> LineSource:
    log = LogSource(tmp_path / "latest.log", bookmark=bookmark)
    return LineSource(log, None, clock, lambda problem: None)


async def test_a_place_is_kept_once(tmp_path: Path) -> None:
    bookmark = Bookmark()
    lines = source(tmp_path, bookmark, FakeClock())
    await lines.save()
    for place in (line(1), line(1), None, line(2)):
        lines.passed(place)
        await lines.save()
        await lines.save()
    assert bookmark.saved[0] == mark_of(line(1))
    assert bookmark.saved[-1] == mark_of(line(2))
    assert len(bookmark.saved) <= 3


async def test_where_the_past_ends_is_kept_before_anything_is_read(tmp_path: Path) -> None:
    bookmark = Bookmark()
    for text, offset in ((None, 0), (b"one\ntwo\nthr", 8)):
        if text is not None:
            (tmp_path / "latest.log").write_bytes(text)
        async with source(tmp_path, bookmark, FakeClock()).opened():
            assert bookmark.saved[-1].offset == offset
            assert (bookmark.saved[-1] == NOTHING) == (text is None)
    bookmark.loaded = bookmark.saved[-1]
    async with source(tmp_path, bookmark, FakeClock()).opened():
        assert len(bookmark.saved) == 2


async def test_a_store_that_failed_makes_nobody_wait_for_a_while(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bookmark, clock = Bookmark(), FakeClock()
    bookmark.broken = True
    lines = source(tmp_path, bookmark, clock)
    for number in range(9):
        lines.passed(line(number))
        await lines.save()
    assert bookmark.tried == 1
    assert caplog.messages == ["the place in the log was not kept: locked"]
    bookmark.broken = False
    clock.advance(RETRY_SECONDS)
    await lines.save()
    assert bookmark.saved == [mark_of(line(8))]
