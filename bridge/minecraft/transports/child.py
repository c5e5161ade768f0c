"""A server as our child: launched, launched again by policy, stopped in order; never a second one.

Its standard output is its console, its standard input a way back. A server that has the world open
already, whoever launched it, is not launched again: it is attached to by its log until it ends.
"""

from __future__ import annotations

import asyncio
import signal
from contextlib import aclosing, asynccontextmanager, contextmanager, suppress
from typing import TYPE_CHECKING, Final

from bridge.core.errors import LinkError
from bridge.minecraft.transports import child_survivor
from bridge.minecraft.transports.child_lines import LastWords, command_line, is_stop
from bridge.minecraft.transports.child_policy import (
    Again,
    Ended,
    GiveUp,
    Rest,
    RestartPolicy,
    is_crash,
)
from bridge.minecraft.transports.child_process import ServerProcess
from bridge.minecraft.transports.child_states import (
    Attached,
    Crashed,
    GaveUp,
    Means,
    Running,
    Starting,
    Stopped,
    Stopping,
    words,
)
from bridge.minecraft.transports.console_queue import ConsoleLine, ConsoleQueue

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Callable, Generator
    from contextlib import AbstractAsyncContextManager

    from bridge.core.clock import Clock
    from bridge.minecraft.transports.child_policy import Decision
    from bridge.minecraft.transports.child_process import Launch
    from bridge.minecraft.transports.child_states import ChildState
    from bridge.minecraft.transports.child_survivor import Survivor
    from bridge.minecraft.transports.log_file import LogLine

    OpenTail = Callable[[], AbstractAsyncContextManager[AsyncIterable[LogLine]]]
    Show = Callable[[bytes], None]

TERMINATE_SECONDS: Final = 10.0
"""After SIGTERM; the game saves again and is gone in a second or two, or hangs."""
KILL_SECONDS: Final = 5.0
SETTLE_SECONDS: Final = 0.3
"""How long the last lines of a server that was attached to may take out of its log."""


class Child:
    """One server of ours. `on_state` is called with each new state, and must return at once."""

    def __init__(
        self, launch: Launch, *, clock: Clock, on_state: Callable[[ChildState], None]
    ) -> None:
        self._launch = launch
        self._clock = clock
        self._on_state = on_state
        self._state: ChildState = Stopped(None)
        self._process: ServerProcess | None = None
        self._down = asyncio.Event()
        self._spawning = asyncio.Lock()
        self._closing = False
        self._asked = False
        self._hurried = asyncio.Event()
        self._wanted = asyncio.Event()
        self._words = LastWords()
        self._queue = ConsoleQueue()
        self._lines = self._queue.lines()
        self._shown: list[Show] = []
        self._skipped = 0

    @asynccontextmanager
    async def running(self, open_tail: OpenTail) -> AsyncGenerator[None]:
        """Have the server run while the block does; at its end the server is stopped in order.

        `open_tail` opens its log, for a server that is attached to: that one is not stopped.
        """
        async with aclosing(self._lines), asyncio.TaskGroup() as group:
            keeping = group.create_task(self._keep(open_tail))
            try:
                yield
            finally:
                try:
                    await self.stop()
                finally:
                    keeping.cancel()
                    self._queue.close()

    def __aiter__(self) -> AsyncIterator[ConsoleLine]:
        """The lines of its console, over all its runs; while attached, those of its log."""
        return self._lines

    @property
    def state(self) -> ChildState:
        """How it stands."""
        return self._state

    @property
    def skipped(self) -> int:
        """Lines that were too long, or too many, to be given."""
        now = 0 if self._process is None else self._process.skipped
        return self._skipped + now + self._queue.skipped

    @contextmanager
    def shown_by(self, show: Show) -> Generator[None]:
        """Call `show` with each line of its own output while the block runs."""
        self._shown.append(show)
        try:
            yield
        finally:
            self._shown.remove(show)

    async def write(self, line: str) -> None:
        """Type one command at its console; it may run any time from now.

        Raises LinkError where it has no console of ours, does not read it, or the text is no
        single line; nothing was sent then.
        """
        data = command_line(line)
        if self._process is None:
            raise LinkError(words(self._state))
        self._process.write(data)
        self._asked = self._asked or is_stop(line)

    def start(self) -> None:
        """Launch it again after it stopped for good. Raises LinkError when it has not."""
        resting = isinstance(self._state, Stopped | Crashed) and self._state.again is None
        if not resting and not isinstance(self._state, GaveUp):
            raise LinkError(words(self._state))
        self._wanted.set()

    def hurry(self) -> None:
        """While it is being stopped: go on to the next means at once."""
        self._hurried.set()

    async def stop(self) -> None:
        """Stop it for good: `stop`, then SIGTERM, then SIGKILL, each with its time to work."""
        self._closing = True
        async with self._spawning:
            process = self._process
        if process is None:
            return
        try:
            await self._stop(process)
            await self._down.wait()
        except asyncio.CancelledError:
            process.signal(signal.SIGTERM)
            raise

    async def _stop(self, process: ServerProcess) -> None:
        with suppress(LinkError):
            process.write(command_line("stop"))
        if await self._ends(process, Means.COMMAND, self._launch.stop_timeout):
            return
        process.signal(signal.SIGTERM)
        if await self._ends(process, Means.TERMINATE, TERMINATE_SECONDS):
            return
        process.signal(signal.SIGKILL)
        if not await self._ends(process, Means.KILL, KILL_SECONDS):
            process.abandon()

    async def _ends(self, process: ServerProcess, means: Means, seconds: float) -> bool:
        """Whether it ends within that time, which `hurry` cuts short."""
        self._announce(Stopping(means, seconds))
        self._hurried.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds), asyncio.TaskGroup() as group:
                waits = [group.create_task(process.ended()), group.create_task(self._wait_hurry())]
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
                for wait in waits:
                    wait.cancel()
        return process.has_ended

    async def _wait_hurry(self) -> None:
        await self._hurried.wait()

    async def _keep(self, open_tail: OpenTail) -> None:
        """Launch it, and again, as the policy says, until it is stopped for good."""
        policy = RestartPolicy(self._launch.restart)
        while not self._closing:
            self._wanted.clear()
            self._words = LastWords()
            found = child_survivor.find(self._launch.record, self._launch.world())
            if found is None:
                decision = await self._run(policy)
            else:
                decision = await self._attend(found, policy, open_tail)
            if isinstance(decision, Again):
                await self._clock.sleep(decision.seconds)
            elif not self._closing:
                await self._wanted.wait()
                policy.forget()

    async def _run(self, policy: RestartPolicy) -> Decision:
        """One run of a process of ours, and what follows it."""
        began = self._clock.monotonic()
        try:
            async with self._spawning:
                if self._closing:
                    return Rest()
                self._asked = False
                self._announce(Starting())
                process = await ServerProcess.spawn(self._launch, self._take)
                self._process = process
                self._down.clear()
        except LinkError as error:
            return self._gave_up(GiveUp(str(error)))
        try:
            self._announce(Running(process.pid))
            code = await process.ended()
            self._process = None
            self._skipped += process.skipped
            self._forget_record()
            crashed = is_crash(code, asked=self._asked or self._closing, told=self._words.crash)
            seconds = self._since(began)
            return self._follow(policy, Ended(code=code, crashed=crashed, seconds=seconds))
        finally:
            self._down.set()

    async def _attend(
        self, found: Survivor, policy: RestartPolicy, open_tail: OpenTail
    ) -> Decision:
        """Follow a server that is not our child by its log, until it ends."""
        began = self._clock.monotonic()
        self._announce(Attached(found.pid, stopping=found.told))
        async with asyncio.TaskGroup() as group:
            reading = group.create_task(self._read(open_tail))
            await child_survivor.gone(found, self._launch.record, self._launch.world(), self._clock)
            await self._clock.sleep(SETTLE_SECONDS)
            reading.cancel()
        if found.told:
            self._forget_record()
            return Again(0)
        # Its exit code is another's. What ended without a word of it was killed (A5).
        crashed = self._words.crash or not self._words.stop
        return self._follow(policy, Ended(code=None, crashed=crashed, seconds=self._since(began)))

    def _follow(self, policy: RestartPolicy, ended: Ended) -> Decision:
        """What follows an end, announced."""
        kind = Crashed if ended.crashed else Stopped
        decision = Rest() if self._closing else policy.after(ended)
        match decision:
            case Again(seconds=seconds):
                self._announce(kind(ended.code, seconds))
            case Rest():
                self._announce(kind(ended.code))
            case GiveUp():
                self._announce(kind(ended.code))
                return self._gave_up(decision)
        return decision

    def _gave_up(self, decision: GiveUp) -> Decision:
        self._announce(GaveUp(decision.reason))
        return decision

    async def _read(self, open_tail: OpenTail) -> None:
        async with open_tail() as tail:
            async for line in tail:
                if not line.history:
                    self._words.hear(line.raw)
                self._queue.put((ConsoleLine(line.raw, line.history, line.position),))

    def _take(self, lines: list[bytes]) -> None:
        for line in lines:
            self._words.hear(line)
            for show in self._shown:
                show(line)
        self._queue.put(map(ConsoleLine, lines))

    def _announce(self, state: ChildState) -> None:
        self._state = state
        self._on_state(state)

    def _since(self, began: float) -> float:
        return self._clock.monotonic() - began

    def _forget_record(self) -> None:
        # One that stays is harmless: it names a process that is gone.
        with suppress(OSError):
            self._launch.record.unlink(missing_ok=True)
