"""A tree is read at once, and again after any change in any of its folders."""

from __future__ import annotations

import asyncio
import errno
from contextlib import aclosing
from typing import TYPE_CHECKING

import pytest

from bridge.files import inotify_tree
from bridge.files.tree import SETTLE_SECONDS, Beside, tree_states
from bridge.files.watch import POLL_SECONDS
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from pathlib import Path

    from bridge.files.watch import Method

METHODS = ("inotify", "poll")


async def next_state(states: AsyncGenerator[None], clock: FakeClock) -> None:
    """The next step, with time passing as long as it is waited for."""
    async with asyncio.timeout(20), asyncio.TaskGroup() as group:
        step = group.create_task(anext(states))
        while not step.done():
            await asyncio.sleep(0)
            clock.advance(max(SETTLE_SECONDS, POLL_SECONDS))


def written(path: Path) -> Callable[[], object]:
    return lambda: path.write_text("more")


@pytest.mark.parametrize("method", METHODS)
async def test_every_kind_of_change_makes_a_step(tmp_path: Path, method: Method) -> None:
    tree = tmp_path / "quests"
    (tree / "chapters").mkdir(parents=True)
    (tree / "chapters" / "a.snbt").touch()
    clock = FakeClock()
    changes: list[Callable[[], object]] = [
        lambda: (tree / "chapters" / "a.snbt").write_text("in place"),
        (tree / "chapters" / "b.snbt").touch,
        lambda: (tree / "chapters" / "b.snbt").rename(tree / "chapters" / "a.snbt"),
        (tree / "lang").mkdir,
        lambda: (tree / "lang" / "en_us.snbt").write_text("in a new folder"),
        (tree / "lang" / "en_us.snbt").unlink,
    ]
    async with aclosing(tree_states(tree, clock=clock, method=method)) as states:
        await anext(states)
        for change in changes:
            change()
            await next_state(states, clock)


@pytest.mark.parametrize("method", METHODS)
async def test_a_change_while_the_tree_is_read_is_not_missed(
    tmp_path: Path, method: Method
) -> None:
    (tmp_path / "a").touch()
    clock = FakeClock()
    async with aclosing(tree_states(tmp_path, clock=clock, method=method)) as states:
        await anext(states)
        (tmp_path / "a").write_text("between the step and the next wait")
        await next_state(states, clock)


@pytest.mark.parametrize("method", METHODS)
async def test_a_tree_that_comes_later_is_noticed(tmp_path: Path, method: Method) -> None:
    clock = FakeClock()
    tree = tmp_path / "config" / "ftbquests"
    async with aclosing(tree_states(tree, clock=clock, method=method)) as states:
        await anext(states)
        tree.mkdir(parents=True)
        await next_state(states, clock)
        (tree / "data.snbt").touch()
        await next_state(states, clock)


@pytest.mark.parametrize("method", METHODS)
async def test_files_beside_the_tree_count_and_so_do_those_that_come_later(
    tmp_path: Path, method: Method
) -> None:
    (tmp_path / "tree").mkdir()
    assets = tmp_path / "kubejs" / "assets"
    beside = Beside(tmp_path, ("kubejs/assets/*/lang/*.json", "packmode.cfg"))
    clock = FakeClock()
    changes: list[Callable[[], object]] = [
        lambda: (assets / "a" / "lang").mkdir(parents=True),
        written(assets / "a" / "lang" / "en_us.json"),
        (assets / "b").mkdir,
        (assets / "b" / "lang").mkdir,
        written(assets / "b" / "lang" / "en_us.json"),
        written(tmp_path / "packmode.cfg"),
        (assets / "b" / "lang" / "en_us.json").unlink,
        lambda: (tmp_path / "kubejs").rename(tmp_path / "gone"),
    ]
    states = tree_states(tmp_path / "tree", clock=clock, beside=beside, method=method)
    async with aclosing(states):
        await anext(states)
        for change in changes:
            change()
            # A folder with no file yet in it is a step only where the watches must be set anew.
            if method == "inotify" or change not in (changes[0], changes[2], changes[3]):
                await next_state(states, clock)


@pytest.mark.parametrize("method", METHODS)
async def test_other_files_make_no_step(tmp_path: Path, method: Method) -> None:
    textures = tmp_path / "assets" / "a" / "textures"
    textures.mkdir(parents=True)
    (tmp_path / "assets" / "a" / "lang").mkdir()
    beside = Beside(tmp_path, ("assets/*/lang/*.json",))
    clock = FakeClock()
    states = tree_states(tmp_path / "config" / "tree", clock=clock, beside=beside, method=method)
    async with aclosing(states), asyncio.TaskGroup() as group:
        await anext(states)
        step = group.create_task(anext(states))
        for path in (tmp_path / "usercache.json", textures / "a.png", textures.parent / "b.json"):
            path.write_text("x")
        for _ in range(50):
            await asyncio.sleep(0)
            clock.advance(POLL_SECONDS)
        assert not step.done()
        (tmp_path / "assets" / "a" / "lang" / "en_us.json").touch()
        async with asyncio.timeout(20):
            while not step.done():
                await asyncio.sleep(0)
                clock.advance(POLL_SECONDS)


@pytest.mark.parametrize("method", METHODS)
async def test_a_directory_above_that_is_moved_takes_the_tree_with_it(
    tmp_path: Path, method: Method
) -> None:
    tree = tmp_path / "config" / "ftbquests"
    tree.mkdir(parents=True)
    clock = FakeClock()
    async with aclosing(tree_states(tree, clock=clock, method=method)) as states:
        await anext(states)
        (tmp_path / "config").rename(tmp_path / "elsewhere")
        await next_state(states, clock)


@pytest.mark.parametrize("code", [errno.EMFILE, errno.ENFILE, errno.ENOSPC, errno.ENOSYS])
@pytest.mark.parametrize("before", [0, 1])
async def test_without_inotify_left_the_tree_is_polled(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    code: int,
    before: int,
) -> None:
    def exhausted() -> None:
        raise OSError(code, "nothing left")

    clock = FakeClock()
    async with aclosing(tree_states(tmp_path, clock=clock, method="inotify")) as states:
        for number in range(before):
            await anext(states)
            (tmp_path / f"before {number}").touch()
        monkeypatch.setattr(inotify_tree, "Inotify", exhausted)
        await next_state(states, clock)
        for number in range(3):
            (tmp_path / f"{number}").touch()
            await next_state(states, clock)
    (told,) = caplog.messages
    assert f"{tmp_path}: looked at every 2 s only" in told


async def test_other_failures_of_inotify_are_not_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(inotify_tree, "Inotify", broken)
    async with aclosing(tree_states(tmp_path, clock=FakeClock(), method="inotify")) as states:
        with pytest.raises(OSError, match="broken"):
            await anext(states)
