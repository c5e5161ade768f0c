"""The book of a running server: read once at first, again when it changes, told about once."""

from __future__ import annotations

import asyncio
import errno
import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from bridge.files import inotify_tree
from bridge.files.tree import SETTLE_SECONDS
from bridge.files.watch import POLL_SECONDS
from bridge.quests import library as quest_library
from bridge.quests import loading
from bridge.quests.langfiles import language_files
from bridge.quests.library import READ_TOO, QuestLibrary
from bridge.quests.viewer import Viewer
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from pathlib import Path

    from bridge.quests.loading import LoadedBook
    from bridge.quests.shelf import Shelf

PATIENCE = 10
HIDDEN = 'hide: true, dependencies: ["0000000000000001"]'


def chapter(*titles: str, more: str = "") -> str:
    quests = ", ".join(
        f'{{ id: "{number:016X}", title: "{title}", {more if number > 1 else ""} }}'
        for number, title in enumerate(titles, start=1)
    )
    return f'{{ id: "00000000000000C1", title: "Start", quests: [{quests}] }}'


@pytest.fixture
def chapters(tmp_path: Path) -> Path:
    folder = tmp_path / "config" / "ftbquests" / "quests" / "chapters"
    folder.mkdir(parents=True)
    return folder


class Kept:
    """A library with the clock that it follows changes by."""

    def __init__(self, root: Path) -> None:
        self.clock = FakeClock()
        self.minecraft: tuple[int, ...] | None = None
        self.library = QuestLibrary(root, clock=self.clock, minecraft=lambda: self.minecraft)

    async def titles(self, locale: str = "en_us") -> list[str] | None:
        shelf = await self.shelf(locale)
        return None if shelf is None else [quest.title for quest in shelf.open_quests]

    async def shelf(self, locale: str = "en_us") -> Shelf | None:
        async with asyncio.timeout(PATIENCE):
            return await self.library.shelf(locale)

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await asyncio.sleep(0)
                self.clock.advance(max(SETTLE_SECONDS, POLL_SECONDS))

    @asynccontextmanager
    async def keeping(self) -> AsyncGenerator[None]:
        async with asyncio.TaskGroup() as group:
            task = group.create_task(self.library.keep())
            yield
            task.cancel()


def summaries(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [r.getMessage() for r in caplog.records if r.levelno == logging.INFO]


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [r.getMessage() for r in caplog.records if r.levelno == logging.WARNING]


@pytest.fixture(autouse=True)
def listened(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, quest_library.__name__)


async def test_whoever_asks_first_waits_for_the_first_reading(
    tmp_path: Path, chapters: Path
) -> None:
    (chapters / "a.snbt").write_text(chapter("One", "Two"))
    kept = Kept(tmp_path)
    async with asyncio.TaskGroup() as group:
        asking = group.create_task(kept.titles())
        await asyncio.sleep(0)
        assert not asking.done()
        assert await kept.library.reload() == "quests: 1 chapters, 2 quests"
        assert await asking == ["One", "Two"]


async def test_a_server_without_a_book_has_none(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    assert await kept.library.reload() == "quests: no FTB quest book here"
    assert await kept.titles() is None
    assert await kept.titles("zh_cn") is None


async def test_each_language_has_its_shelf_and_an_unknown_one_the_main_book(
    tmp_path: Path, chapters: Path
) -> None:
    (chapters / "a.snbt").write_text(chapter("{a.one}"))
    kept = Kept(tmp_path)
    for locale, title in (("en_us", "One"), ("zh_cn", "一")):
        words = tmp_path / "kubejs" / "assets" / "a" / "lang" / f"{locale}.json"
        words.parent.mkdir(parents=True, exist_ok=True)
        words.write_text(f'{{"a.one": "{title}"}}', encoding="utf-8")
    await kept.library.reload()
    assert [await kept.titles(locale) for locale in ("en_us", "zh_cn", "de_de")] == [
        ["One"],
        ["一"],
        ["One"],
    ]


async def test_a_reading_is_a_whole_new_snapshot(tmp_path: Path, chapters: Path) -> None:
    (chapters / "a.snbt").write_text(chapter("One"))
    kept = Kept(tmp_path)
    await kept.library.reload()
    before = await kept.shelf()
    (chapters / "a.snbt").write_text(chapter("Uno"))
    assert await kept.titles() == ["One"]
    await kept.library.reload()
    assert await kept.titles() == ["Uno"]
    assert before is not None
    assert [quest.title for quest in before.open_quests] == ["One"]


async def test_a_book_that_is_removed_is_gone(tmp_path: Path, chapters: Path) -> None:
    (chapters / "a.snbt").write_text(chapter("One"))
    kept = Kept(tmp_path)
    await kept.library.reload()
    (tmp_path / "config").rename(tmp_path / "elsewhere")
    await kept.library.reload()
    assert await kept.titles() is None


async def test_a_broken_file_is_told_once_and_again_when_it_is_another_problem(
    tmp_path: Path, chapters: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (chapters / "a.snbt").write_text(chapter("One"))
    (chapters / "b.snbt").write_text("{ id: ")
    kept = Kept(tmp_path)
    for _ in range(3):
        assert await kept.library.reload() == "quests: 1 chapters, 1 quests, 1 problems"
    (first,) = warnings(caplog)
    assert first.startswith("quests: config/ftbquests/quests/chapters/b.snbt:1:")
    assert summaries(caplog) == ["quests: 1 chapters, 1 quests, 1 problems"]
    assert await kept.titles() == ["One"]
    (chapters / "b.snbt").write_text("\n\n{ id: ")
    await kept.library.reload()
    second = warnings(caplog)[1]
    assert "b.snbt:3:" in second
    (chapters / "b.snbt").unlink()
    await kept.library.reload()
    assert summaries(caplog)[-1] == "quests: 1 chapters, 1 quests"
    (chapters / "b.snbt").write_text("\n\n{ id: ")
    await kept.library.reload()
    assert warnings(caplog) == [first, second, second]


async def test_once_the_version_is_told_the_book_is_read_by_it(
    tmp_path: Path, chapters: Path
) -> None:
    (chapters / "a.snbt").write_text(chapter("One", "Two", more=HIDDEN))
    kept = Kept(tmp_path)
    await kept.library.reload()
    assert await kept.titles() == ["One"]
    kept.minecraft = (1, 20, 1)
    assert await kept.titles() == ["One", "Two"]
    kept.minecraft = (1, 19, 2)
    async with asyncio.TaskGroup() as group:
        asking = [group.create_task(kept.titles()) for _ in range(3)]
    assert [task.result() for task in asking] == [["One"]] * 3


async def test_a_server_without_a_book_is_not_read_again_for_its_version(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    await kept.library.reload()
    kept.minecraft = (1, 20, 1)
    assert await kept.titles() is None


async def test_a_change_is_followed(
    tmp_path: Path, chapters: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (chapters / "a.snbt").write_text(chapter("One"))
    kept = Kept(tmp_path)
    async with kept.keeping():
        assert await kept.titles() == ["One"]
        (chapters / "b.snbt").write_text(
            '{ id: "00000000000000C2", quests: [{ id: "00000000000000B1", title: "New" }] }'
        )
        await kept.until(lambda: "quests: 2 chapters, 2 quests" in summaries(caplog))
        assert await kept.titles() == ["One", "New"]


async def test_a_system_without_inotify_left_is_read_all_the_same(
    tmp_path: Path, chapters: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @asynccontextmanager
    async def exhausted(directories: object) -> AsyncGenerator[None]:
        del directories
        raise OSError(errno.ENOSPC, "No space left on device")
        yield

    monkeypatch.setattr(inotify_tree, "any_change", exhausted)
    (chapters / "a.snbt").write_text(chapter("One"))
    kept = Kept(tmp_path)
    async with kept.keeping():
        assert await kept.titles() == ["One"]


class Readings:
    """Counts the readings of books, and breaks them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self.error: Exception | None = None
        self._load = loading.load_book
        monkeypatch.setattr(loading, "load_book", self.load)

    def load(
        self, directory: Path, *, locale: str, others: tuple[str, ...], before: LoadedBook | None
    ) -> LoadedBook:
        self.count += 1
        if self.error is not None:
            raise self.error
        return self._load(directory, locale=locale, others=others, before=before)


async def test_an_error_in_reading_is_logged_whole_once_and_the_book_stays(
    tmp_path: Path,
    chapters: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (chapters / "a.snbt").write_text(chapter("One"))
    readings = Readings(monkeypatch)
    kept = Kept(tmp_path)
    async with kept.keeping():
        assert await kept.titles() == ["One"]
        readings.error = RecursionError("too deep")
        for number in range(2):
            count = readings.count
            (chapters / f"b{number}.snbt").touch()
            await kept.until(lambda count=count: readings.count > count)
        assert await kept.library.reload() == "quests: the book could not be read (RecursionError)"
        assert await kept.titles() == ["One"]
        kept.minecraft = (1, 20, 1)
        count = readings.count
        assert [await kept.titles() for _ in range(3)] == [["One"]] * 3
        assert readings.count == count + 1
        readings.error = None
        (chapters / "a.snbt").write_text(chapter("Two"))
        for number in range(2):
            (chapters / f"b{number}.snbt").unlink()
        await kept.until(lambda: summaries(caplog)[-1] == "quests: 1 chapters, 1 quests")
        await kept.library.reload()
        assert await kept.titles() == ["Two"]
    assert len([record for record in caplog.records if record.exc_info]) == 1


async def test_where_the_first_reading_fails_there_is_no_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Readings(monkeypatch).error = MemoryError()
    kept = Kept(tmp_path)
    async with kept.keeping():
        assert await kept.titles() is None


async def test_many_who_ask_for_a_reading_share_it(
    tmp_path: Path, chapters: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (chapters / "a.snbt").write_text(chapter("One"))
    readings = Readings(monkeypatch)
    kept = Kept(tmp_path)
    async with asyncio.TaskGroup() as group:
        for _ in range(60):
            group.create_task(kept.library.reload())
    assert readings.count == 2
    readings.count = 0
    kept.minecraft = (1, 20, 1)
    async with asyncio.TaskGroup() as group:
        for _ in range(40):
            group.create_task(kept.titles())
            await asyncio.sleep(0)
    assert readings.count == 1


async def test_a_change_after_the_ask_is_never_missed(
    tmp_path: Path, chapters: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readings = Readings(monkeypatch)
    kept = Kept(tmp_path)
    async with asyncio.TaskGroup() as group:
        group.create_task(kept.library.reload())
        await kept.until(lambda: readings.count == 1)
        (chapters / "a.snbt").write_text(chapter("One"))
        assert await kept.library.reload() == "quests: 1 chapters, 1 quests"


async def test_a_summary_is_told_when_it_is_another_one(
    tmp_path: Path, chapters: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kept = Kept(tmp_path)
    (tmp_path / "config").rename(tmp_path / "elsewhere")
    for _ in range(3):
        await kept.library.reload()
    (tmp_path / "elsewhere").rename(tmp_path / "config")
    (chapters / "a.snbt").write_text(chapter("One"))
    for _ in range(3):
        await kept.library.reload()
    assert summaries(caplog) == [
        "quests: no FTB quest book here",
        "quests: 1 chapters, 1 quests",
    ]


async def test_the_words_behind_titles_are_followed(tmp_path: Path, chapters: Path) -> None:
    (chapters / "a.snbt").write_text(chapter("{a.one}"))
    words = tmp_path / "kubejs" / "assets" / "a" / "lang" / "en_us.json"
    kept = Kept(tmp_path)
    async with kept.keeping():
        await kept.titles()
        words.parent.mkdir(parents=True)
        for title in ("One", "Uno"):
            words.write_text(f'{{"a.one": "{title}"}}')
            async with asyncio.timeout(PATIENCE):
                while await kept.titles() != [title]:
                    await asyncio.sleep(0)
                    kept.clock.advance(max(SETTLE_SECONDS, POLL_SECONDS))


def test_every_language_file_that_is_read_is_watched(tmp_path: Path) -> None:
    for pattern in READ_TOO:
        for step in ("en_us", "zh_cn"):
            file = tmp_path / pattern.replace("*", step)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch()
    watched = {file for pattern in READ_TOO for file in tmp_path.glob(pattern)}
    read = {file for locale in ("en_us", "zh_cn") for file in language_files(tmp_path, locale)}
    assert watched - read == {tmp_path / "config" / "packmode.cfg"}
    assert read <= watched


async def test_who_learns_the_titles_is_told_of_other_ones(tmp_path: Path, chapters: Path) -> None:
    (chapters / "a.snbt").write_text(chapter("One"))
    kept = Kept(tmp_path)
    learning = asyncio.get_running_loop().create_task(kept.library.newer_titles(None))
    await asyncio.sleep(0)
    assert not learning.done()
    await kept.library.reload()
    assert await learning == {"One"}
    again = asyncio.get_running_loop().create_task(kept.library.newer_titles(frozenset({"One"})))
    await kept.library.reload()
    await asyncio.sleep(0)
    assert not again.done()
    (chapters / "a.snbt").write_text(chapter("Uno"))
    await kept.library.reload()
    assert await again == {"Uno"}


async def test_a_server_without_a_book_has_no_titles(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    await kept.library.reload()
    assert await kept.library.newer_titles(None) == frozenset()


async def test_each_player_sees_the_book_by_the_save_of_their_team(
    tmp_path: Path, chapters: Path
) -> None:
    needs = 'dependencies: ["0000000000000001"], hide_until_deps_complete: true'
    (chapters / "a.snbt").write_text(chapter("One", "Two", more=needs))
    (tmp_path / "server.properties").write_text("level-name=lands\n")
    save = tmp_path / "lands" / "ftbquests" / f"{UUID(int=1)}.snbt"
    save.parent.mkdir(parents=True)
    save.write_text("{ completed: { 0000000000000001: 1L } }")
    kept = Kept(tmp_path)
    await kept.library.reload()

    async def titles(viewer: Viewer) -> list[str]:
        shelf = await kept.library.shelf("en_us", viewer)
        assert shelf is not None
        return [quest.title for quest in shelf.open_quests]

    assert await titles(Viewer(uuid=UUID(int=1))) == ["One", "Two"]
    assert await titles(Viewer(uuid=UUID(int=2))) == ["One"]
    assert await titles(Viewer()) == ["One"]
    save.write_text("{ completed: { } }")
    assert await titles(Viewer(uuid=UUID(int=1))) == ["One"]


async def test_a_chapter_that_breaks_stays_as_it_was_with_its_time(
    tmp_path: Path, chapters: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (chapters / "a.snbt").write_text(chapter("One"))
    (chapters / "b.snbt").write_text(chapter("Other").replace("C1", "C2").replace("01", "0B"))
    kept = Kept(tmp_path)
    await kept.library.reload()
    (chapters / "a.snbt").write_text(chapter("Uno")[:-9])
    await kept.library.reload()
    assert await kept.titles() == ["One", "Other"]
    (warning,) = warnings(caplog)
    assert "a.snbt:1:" in warning
    assert "it stays as it was written at 2" in warning
    (chapters / "a.snbt").write_text(chapter("Uno"))
    await kept.library.reload()
    assert await kept.titles() == ["Uno", "Other"]
