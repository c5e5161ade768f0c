"""A tree is read at once, and again after any change in any of its folders."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING

import pytest

from bridge.files.tree import SETTLE_SECONDS, tree_states
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
