"""The prompts of a running server: whole or not at all, followed, told about once."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from bridge.files.tree import SETTLE_SECONDS
from bridge.prompts import library as prompt_library
from bridge.prompts.library import STILL_SECONDS, PromptLibrary, Reloaded
from tests.fakes.clock import FakeClock
from tests.fakes.world_packs import PROMPTS, SYSTEMS, WorldFiles

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable
    from pathlib import Path

    from bridge.prompts.events import PromptsReloaded
    from bridge.prompts.pack import Pack
    from bridge.prompts.world_packs import Look

PATIENCE = 10
CHAT = f"{PROMPTS}/chat.txt"


class Kept(WorldFiles):
    """A world, its library, and the clock that it follows changes by."""

    def __init__(self, root: Path, shipped: Pack) -> None:
        super().__init__(root)
        self.clock = FakeClock()
        self.announced: list[PromptsReloaded] = []
        self.library = PromptLibrary(
            root,
            server="main",
            shipped=shipped,
            clock=self.clock,
            announce=self.announced.append,
        )

    @property
    def chat(self) -> str:
        return self.library.current.text("system:chat", "en_us")

    async def reload(self) -> Reloaded:
        return await self.run(self.library.reload())

    async def run(self, reading: Awaitable[Reloaded]) -> Reloaded:
        async with asyncio.TaskGroup() as group:
            task = group.create_task(awaited(reading))
            await self.until(task.done)
            return task.result()

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await asyncio.sleep(0)
                self.clock.advance(max(SETTLE_SECONDS, STILL_SECONDS))

    @asynccontextmanager
    async def keeping(self) -> AsyncGenerator[None]:
        async with asyncio.TaskGroup() as group:
            task = group.create_task(self.library.keep())
            yield
            task.cancel()


async def awaited(reading: Awaitable[Reloaded]) -> Reloaded:
    return await reading


@pytest.fixture
def kept(tmp_path: Path, shipped: Pack) -> Kept:
    return Kept(tmp_path / "world", shipped)


@pytest.fixture(autouse=True)
def listened(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, prompt_library.__name__)


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [r.getMessage() for r in caplog.records if r.levelno == logging.WARNING]


async def test_the_shipped_prompts_are_there_at_once(kept: Kept) -> None:
    assert kept.chat.startswith("You answer one message")
    assert kept.library.current.personality("system:default", "en_us")


async def test_packs_of_the_world_are_read(kept: Kept) -> None:
    kept.folder("a", {CHAT: "ours"})
    assert await kept.reload() == Reloaded(
        "prompts: 15 prompts and 1 system, with 1 pack of the world"
    )
    assert kept.chat == "ours"


async def test_who_asks_before_the_first_reading_can_wait_for_it(kept: Kept) -> None:
    kept.folder("a", {CHAT: "ours"})
    async with asyncio.TaskGroup() as group:
        asking = group.create_task(kept.library.ready())
        await asyncio.sleep(0)
        assert not asking.done()
        await kept.reload()
        assert (await asking).text("system:chat", "en_us") == "ours"


async def test_a_pinned_snapshot_stays_as_it_was(kept: Kept) -> None:
    kept.folder("a", {CHAT: "one"})
    await kept.reload()
    pinned = kept.library.current
    kept.folder("a", {CHAT: "two"})
    await kept.reload()
    assert pinned.text("system:chat", "en_us") == "one"
    assert kept.chat == "two"


async def test_one_wrong_file_changes_nothing_and_is_told_once(
    kept: Kept, caplog: pytest.LogCaptureFixture
) -> None:
    kept.folder("a", {CHAT: "one"})
    await kept.reload()
    kept.folder("a", {CHAT: "two", f"{PROMPTS}/plan.txt": "plan\n\n{{plan}}"})
    outcome = await kept.reload()
    for _ in range(2):
        assert outcome.refused
        assert outcome == kept.library.outcome == await kept.reload()
        assert outcome.line.startswith(
            f"prompts: nothing is changed: datapacks/a/{PROMPTS}/plan.txt:3: unknown placeholder"
        )
    assert kept.chat == "one"
    assert warnings(caplog) == [outcome.line]
    kept.folder("a", {f"{PROMPTS}/plan.txt": "plan"})
    assert not (await kept.reload()).refused
    assert kept.chat == "two"


async def test_with_broken_packs_at_the_start_the_shipped_ones_are_used_and_it_is_said(
    kept: Kept,
) -> None:
    kept.folder("a", {CHAT: "ours"})
    kept.zip("b.zip", {f"{PROMPTS}/route.txt": b"\xff"})
    outcome = await kept.reload()
    assert outcome.refused
    assert outcome.line == (
        "prompts: only the shipped ones are used: "
        f"datapacks/b.zip/{PROMPTS}/route.txt:1: is not UTF-8 text"
    )
    assert (await kept.library.ready()).text("system:chat", "en_us").startswith("You answer")


async def test_another_snapshot_is_announced_and_the_same_one_is_not(kept: Kept) -> None:
    first = kept.library.current.digest
    kept.folder("a", {CHAT: "one"})
    await kept.reload()
    await kept.reload()
    kept.folder("a", {CHAT: ""})
    await kept.reload()
    (event,) = kept.announced
    assert (event.server, event.previous) == ("main", first)
    assert event.digest == kept.library.current.digest


async def test_a_missing_personality_is_told_once_a_file(
    kept: Kept, caplog: pytest.LogCaptureFixture
) -> None:
    calm = '{"name": "Calm", "personality_prompt": "mine:calm"}'
    kept.folder("a", {f"{SYSTEMS}/one.json": calm, f"{SYSTEMS}/two.json": calm})
    for _ in range(3):
        assert not (await kept.reload()).refused
    assert kept.library.current.personality("system:one", "en_us") is None
    told = "prompts: no pack has mine:calm, the personality of system:one: it speaks without one"
    assert warnings(caplog) == [told]
    kept.folder("a", {"data/mine/system/prompts/calm.txt": "calm"})
    await kept.reload()
    assert kept.library.current.personality("system:two", "en_us") == "calm"
    (kept.packs / "a/data/mine/system/prompts/calm.txt").unlink()
    await kept.reload()
    assert warnings(caplog) == [told, told]


async def test_names_of_files_make_no_lines_of_their_own(
    kept: Kept, caplog: pytest.LogCaptureFixture
) -> None:
    kept.folder("a\n[12:00:00] [Server thread-INFO]: Done\x1b[2J", {CHAT: ""})
    outcome = await kept.reload()
    assert outcome.refused
    assert "\n" not in outcome.line
    assert all("\n" not in record.getMessage() for record in caplog.records)


async def test_those_who_ask_meanwhile_share_one_reading(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = 0

    def counted(world: Path, shipped: Pack) -> Look:
        nonlocal looks
        looks += 1
        return look_at(world, shipped)

    look_at = prompt_library.look_at
    monkeypatch.setattr(prompt_library, "look_at", counted)
    async with asyncio.TaskGroup() as group:
        asking = [group.create_task(kept.library.reload()) for _ in range(50)]
        await kept.until(lambda: all(task.done() for task in asking))
    assert looks == 2


async def test_files_that_change_while_they_are_read_are_read_again(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.folder("a", {CHAT: "one", f"{PROMPTS}/plan.txt": "one"})
    writes = iter(["three", "three"])

    def disturbed(world: Path, shipped: Pack) -> Look:
        look = look_at(world, shipped)
        if text := next(writes, None):
            kept.folder("a", {CHAT: text, f"{PROMPTS}/plan.txt": text})
            return type(look)(
                before=look.before, result=look.result, after=stamps(world), packs=look.packs
            )
        return look

    look_at, stamps = prompt_library.look_at, prompt_library.stamps
    monkeypatch.setattr(prompt_library, "look_at", disturbed)
    await kept.reload()
    assert kept.chat == kept.library.current.text("system:plan", "en_us") == "three"
    assert len(kept.announced) == 1


async def test_what_never_stands_still_changes_nothing(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = iter(range(100))

    def restless(world: Path, shipped: Pack) -> Look:
        kept.folder("a", {CHAT: "x" * next(numbers) + "x"})
        return look_at(world, shipped)

    look_at = prompt_library.look_at
    monkeypatch.setattr(prompt_library, "look_at", restless)
    outcome = await kept.reload()
    assert outcome.refused
    assert "written without a pause" in outcome.line


async def test_an_error_on_our_side_is_logged_whole_once_and_changes_nothing(
    kept: Kept, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(world: Path, shipped: Pack) -> Look:
        raise RecursionError(world, shipped)

    with monkeypatch.context() as broken:
        broken.setattr(prompt_library, "look_at", fail)
        for _ in range(2):
            assert "an error on our side (RecursionError)" in (await kept.reload()).line
    assert len([record for record in caplog.records if record.exc_info]) == 1
    assert not (await kept.reload()).refused


async def test_changes_are_followed_from_before_there_is_a_world(kept: Kept) -> None:
    async with kept.keeping():
        await kept.until(lambda: not kept.library.outcome.refused and bool(kept.clock.sleeping))
        kept.folder("a", {CHAT: "folder"})
        await kept.until(lambda: kept.chat == "folder")
        kept.zip("b.zip", {CHAT: "zip"})
        await kept.until(lambda: kept.chat == "zip")
        kept.level(disabled=["file/b.zip"])
        await kept.until(lambda: kept.chat == "folder")
        kept.folder("a", {"data/system/system/prompts/personality/deep/default.txt": "deep"})
        await kept.until(lambda: "system:personality/deep/default" in kept.library.current.prompts)
        kept.packs.rename(kept.root / "elsewhere")
        await kept.until(lambda: kept.chat.startswith("You answer"))
