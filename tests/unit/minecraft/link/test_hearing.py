"""What waits is seen to once, and what is not is read again after a restart or reported."""

from __future__ import annotations

import asyncio
import logging
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import override

from bridge.core.actors import Player
from bridge.core.events import Chat, Join, Saved
from bridge.minecraft.link.heard import LOG, Heard
from bridge.minecraft.link.hearing import UNHEARD, Hearing
from bridge.minecraft.link.merging import HELD_SECONDS
from bridge.minecraft.transports.log_file import LogLine, Position
from tests.fakes.clock import FakeClock

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    import pytest

PEER = "peer"


def line(number: int) -> LogLine:
    return LogLine(b"%d" % number, Position(1, 1, number), history=False)


def said(number: int, source: str = LOG, *, place: LogLine | None = None) -> Heard:
    event = Chat(player="Mara", text=f"{number}")
    return Heard(event=event, player=Player(name="Mara"), source=source, place=place)


@dataclass
class Scene:
    """A hearing, and what it told of places."""

    clock: FakeClock = field(default_factory=FakeClock)
    mark: LogLine | None = None

    def __post_init__(self) -> None:
        self.hearing = Hearing(self.clock.monotonic, self._passed)
        self.hearing.came(PEER)

    def _passed(self, place: LogLine | None) -> None:
        self.mark = place or self.mark

    @property
    def passed(self) -> int:
        """The number of the last line that a restart does not read again."""
        return -1 if self.mark is None else self.mark.position.offset

    async def log(self, number: int, *, chat: bool = True) -> bool:
        here = line(number)
        return await self.hearing.read(here, said(number, place=here) if chat else None)

    async def peer(self, number: int) -> None:
        await self.hearing.told(said(number, PEER))

    async def take(self, count: int, *, done: bool = True) -> list[str]:
        taken: list[str] = []
        async with aclosing(self.hearing.taken()) as events:
            while len(taken) < count:
                heard = await anext(events)
                assert isinstance(heard.event, Chat)
                taken.append(heard.event.text)
        if done:
            self.hearing.done()
        return taken

    def end(self, *unread: int) -> None:
        self.hearing.end((line(n), said(n, place=line(n))) for n in unread)


async def test_a_line_that_waits_is_not_passed_until_it_is_taken() -> None:
    scene = Scene()
    assert not await scene.log(0, chat=False)
    assert await scene.log(1)
    assert not await scene.log(2, chat=False)
    assert scene.passed == 0
    assert await scene.take(1) == ["1"]
    assert scene.passed == 2


async def test_what_was_taken_is_read_again_until_the_next_is_asked_for(
    caplog: pytest.LogCaptureFixture,
) -> None:
    scene = Scene()
    await scene.log(0)
    await scene.log(1)
    await scene.take(1, done=False)
    assert scene.passed == -1
    await scene.take(1, done=False)
    assert scene.passed == 0
    scene.end()
    assert (scene.passed, caplog.messages) == (0, [])


async def test_the_same_by_a_peer_passes_its_line() -> None:
    scene = Scene()
    await scene.peer(0)
    assert await scene.take(1) == ["0"]
    assert scene.passed == -1
    assert not await scene.log(0)
    assert scene.passed == 0


async def test_what_only_the_log_tells_beside_a_peer_is_not_passed_before_it_is_given_up(
    caplog: pytest.LogCaptureFixture,
) -> None:
    scene = Scene()
    await scene.peer(0)
    await scene.take(1)
    await scene.log(0)
    for number in (1, 2):
        assert not await scene.log(number)
    assert scene.passed == 0
    scene.clock.advance(HELD_SECONDS + 1)
    await scene.log(3, chat=False)
    assert scene.passed == 3
    assert caplog.messages == [
        "log: what the program in the server did not tell of its chat is left out"
    ]


async def test_what_the_peer_that_went_had_not_told_is_taken_from_the_log() -> None:
    scene = Scene()
    await scene.peer(0)
    await scene.log(0)
    await scene.log(1)
    scene.hearing.gone(PEER)
    assert await scene.take(2) == ["0", "1"]
    assert scene.passed == 1


async def test_a_command_that_a_peer_sees_to_itself_is_begun() -> None:
    scene = Scene()
    await scene.log(0)
    await scene.take(1)
    assert not scene.hearing.told_to_its_end(said(0, PEER))
    assert scene.hearing.told_to_its_end(said(1, PEER))
    assert not await scene.log(1)
    assert scene.passed == 1


async def test_too_much_that_waits_makes_the_sources_wait() -> None:
    scene = Scene()
    async with asyncio.TaskGroup() as group:
        reading = group.create_task(_all(scene, range(UNHEARD + 1)))
        for _ in range(3):
            await asyncio.sleep(0)
        assert not reading.done()
        assert len(await scene.take(2)) == 2


async def _all(scene: Scene, numbers: Iterable[int]) -> None:
    for number in numbers:
        await scene.log(number)


async def test_what_stands_in_the_log_is_left_to_the_restart_and_the_rest_is_reported(
    caplog: pytest.LogCaptureFixture,
) -> None:
    scene = Scene()
    await scene.peer(0)  # its line comes with the rest
    await scene.peer(7)  # nowhere in the log
    await scene.hearing.told(Heard(event=Saved(), source=PEER))
    scene.end(0, 1)
    assert scene.passed == -1
    assert caplog.messages == ["Mara: '7': an answer could not be given: we are stopping"]


async def test_an_order_that_nobody_took_is_reported_and_a_join_is_not(
    caplog: pytest.LogCaptureFixture,
) -> None:
    scene = Scene()
    await scene.hearing.told(Heard(event=Join(player="Teo"), player=Player(name="Teo"), source="x"))
    scene.end()
    assert caplog.messages == []


KINDS = ("log", "peer", "take", "take, not done", "goes", "comes", "later")


async def test_once_closed_what_waits_is_left_to_the_end(caplog: pytest.LogCaptureFixture) -> None:
    scene = Scene()
    await scene.log(0)
    await scene.peer(1)
    async with aclosing(scene.hearing.taken()) as events:
        assert (await anext(events)).place == line(0)
        scene.hearing.close()
        assert [each async for each in events] == []
    await scene.peer(2)
    await scene.log(3)
    scene.end()
    assert scene.passed == 0
    problem = "an answer could not be given: we are stopping"
    assert caplog.messages == [f"Mara: '{number}': {problem}" for number in (1, 2)]


STEPS = st.lists(st.sampled_from(KINDS), max_size=40)


@given(STEPS, st.sets(st.integers(0, 11)), st.sets(st.integers(0, 11)))
def test_each_request_is_begun_once_or_read_again_or_reported(
    steps: list[str], unlogged: set[int], untold: set[int]
) -> None:
    asyncio.run(_each_once(steps, unlogged, untold - unlogged))


@contextmanager
def _reports() -> Generator[list[str]]:
    """What is logged inside."""
    lines: list[str] = []

    class Lines(logging.Handler):
        @override
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(record.getMessage())

    handler = Lines()
    logger = logging.getLogger("bridge.minecraft.link.hearing")
    logger.addHandler(handler)
    try:
        yield lines
    finally:
        logger.removeHandler(handler)


async def _each_once(steps: list[str], unlogged: set[int], untold: set[int]) -> None:
    scene = Scene()
    lines = [number for number in range(12) if number not in unlogged]
    frames = [number for number in range(12) if number not in untold]
    asked: set[int] = set()
    begun: list[int] = []
    out: list[int] = []
    waiting = 0
    with _reports() as told:
        for step in steps:
            match step:
                case "log" if lines:
                    asked.add(lines[0])
                    await scene.log(lines.pop(0))
                case "peer" if frames:
                    asked.add(frames[0])
                    await scene.peer(frames.pop(0))
                case "goes":
                    scene.hearing.gone(PEER)
                case "comes":
                    scene.hearing.came(PEER)
                case "later":
                    scene.clock.advance(2)
                case "take" | "take, not done" if waiting:
                    begun += out
                    taken = [int(each) for each in await scene.take(1, done=step == "take")]
                    begun, out = (begun, taken) if step != "take" else (begun + taken, [])
                case _:
                    pass
            waiting = scene.hearing.waiting
        scene.end(*lines)
    again = {number for number in range(12) if number not in unlogged and number > scene.passed}
    reported = {number for number in range(12) if any(f"'{number}'" in each for each in told)}
    assert len(begun) == len(set(begun)) or "later" in steps
    assert not again & set(begun)
    lost = asked - set(begun) - again - reported
    assert not lost or any("is left out" in each for each in told)
