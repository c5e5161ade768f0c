"""Progress on the action bar: for whom, how often, and that nothing waits for it."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import pairwise
from typing import TYPE_CHECKING

from bridge.agent.events import Status, TurnEnded, TurnStarted
from bridge.core.actors import Player
from bridge.core.bus import Bus
from bridge.core.errors import RconLostError
from bridge.core.modes import Mode
from bridge.daemon.progress import CLEAR_SECONDS, EVERY_SECONDS, FIRST_SECONDS, Progress
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from bridge.core.cards import Words

MARA, TEO = Player(name="Mara"), Player(name="Teo")
THINKING, TOOL = "progress.thinking", "progress.tool"


class Scene:
    def __init__(self) -> None:
        self.bus = Bus()
        self.clock = FakeClock()
        self.progress = Progress(self.bus, self.clock)
        self.shown: list[tuple[str, str | None, float]] = []
        self.error: RconLostError | None = None
        self.progress.add("main", self._bar)

    async def _bar(self, player: Player, words: Words | None) -> None:
        if self.error is not None:
            raise self.error
        self.shown.append((player.name, words and words.key, self.clock.monotonic()))

    @property
    def words(self) -> list[str | None]:
        return [words for _, words, _ in self.shown]

    def start(self, run: str = "r1", player: Player = MARA, server: str = "main") -> None:
        started = datetime(2026, 1, 1, tzinfo=UTC)
        self.bus.publish(
            TurnStarted(run=run, server=server, player=player, mode=Mode.FREE, started=started)
        )

    def say(self, status: str = "thinking", run: str = "r1", player: Player = MARA) -> None:
        self.bus.publish(Status(run=run, player=player, status=status))

    def end(self, run: str = "r1") -> None:
        ended = datetime(2026, 1, 1, tzinfo=UTC)
        self.bus.publish(TurnEnded(run=run, workflow="w", ended=ended, outcome="answered", stop=""))

    async def passes(self, seconds: float) -> None:
        for _ in range(round(seconds * 10)):
            for _ in range(12):
                await asyncio.sleep(0)
            self.clock.advance(0.1)
        for _ in range(12):
            await asyncio.sleep(0)


@asynccontextmanager
async def running() -> AsyncGenerator[Scene]:
    scene = Scene()
    async with scene.progress.running():
        yield scene


async def test_what_is_quick_shows_nothing() -> None:
    async with running() as scene:
        scene.start()
        scene.say()
        await scene.passes(FIRST_SECONDS - 0.1)
        scene.end()
        await scene.passes(5)
    assert scene.shown == []


async def test_what_goes_on_is_shown_again_and_cleared_at_the_end() -> None:
    async with running() as scene:
        scene.start()
        scene.say()
        await scene.passes(6)
        assert set(scene.words) == {THINKING}
        assert 2 <= len(scene.shown) <= 6
        scene.end()
        await scene.passes(2)
        assert scene.words[-1] is None
        assert scene.words.count(None) == 1
        await scene.passes(5)
        assert scene.words.count(None) == 1


async def test_it_is_one_message_a_second_at_most_however_much_happens() -> None:
    async with running() as scene:
        scene.start()
        for number in range(60):
            scene.say("tool_running" if number % 2 else "thinking")
            await scene.passes(0.1)
        scene.end()
        await scene.passes(3)
    times = [at for _, _, at in scene.shown]
    gaps = [later - earlier for earlier, later in pairwise(times)]
    assert min(gaps) >= EVERY_SECONDS - 0.01
    assert {THINKING, None} <= set(scene.words)


async def test_it_says_what_is_going_on_now() -> None:
    async with running() as scene:
        scene.start()
        scene.say()
        await scene.passes(1)
        scene.say("tool_running")
        await scene.passes(1)
        scene.say("unheard_of")
        assert scene.words == [THINKING, TOOL]
        scene.end()


async def test_each_player_is_shown_their_own() -> None:
    async with running() as scene:
        scene.start("r1", MARA)
        scene.start("r2", TEO)
        scene.say(run="r1")
        scene.say("tool_running", "r2", TEO)
        await scene.passes(1)
        assert {(name, words) for name, words, _ in scene.shown} == {
            ("Mara", THINKING),
            ("Teo", TOOL),
        }


async def test_two_runs_of_a_player_share_the_bar_and_the_last_clears_it() -> None:
    async with running() as scene:
        scene.start("r1")
        scene.say(run="r1")
        await scene.passes(1)
        scene.start("r2")
        scene.say("tool_running", "r2")
        await scene.passes(1.2)
        scene.end("r1")
        await scene.passes(3)
        assert None not in scene.words
        assert scene.words[-1] == TOOL
        scene.end("r2")
        await scene.passes(CLEAR_SECONDS + 1)
        assert scene.words[-1] is None


async def test_a_link_that_fails_is_passed_over() -> None:
    async with running() as scene:
        scene.error = RconLostError("gone", written=False)
        scene.start()
        scene.say()
        await scene.passes(1)
        scene.error = None
        await scene.passes(3)
        assert scene.words[0] == THINKING
        scene.end()
        await scene.passes(2)
        assert scene.words[-1] is None


async def test_a_run_of_another_server_or_an_unknown_one_shows_nothing() -> None:
    async with running() as scene:
        scene.start(server="other")
        scene.say()
        scene.say(run="r9")
        scene.end("r9")
        await scene.passes(3)
    assert scene.shown == []


async def test_at_the_stop_nothing_is_waited_for() -> None:
    async with asyncio.timeout(5):
        async with running() as scene:
            scene.start()
            scene.say()
            for _ in range(5):
                await asyncio.sleep(0)
