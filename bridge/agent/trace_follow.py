"""What the trace's store gains, as it is written.

It is looked at twice a second, and no daemon is asked: `system-bridge trace` reads the store
itself, with or without one, because a reply on the socket is one frame of at most 1 MiB and all
runs that are kept do not fit. A look reads SQLite's `data_version`, which changes with another
connection's commit; the tables are read only then.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.agent import trace_store

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterator

    from bridge.agent.traced import TracedRun, TracedStep
    from bridge.core.clock import Clock
    from bridge.storage.database import Database

LOOK_SECONDS: Final = 0.5


@dataclass(frozen=True, slots=True)
class Begun:
    """A run that was not seen before."""

    run: TracedRun


@dataclass(frozen=True, slots=True)
class Stepped:
    """One more step of it."""

    run: TracedRun
    step: TracedStep


@dataclass(frozen=True, slots=True)
class Over:
    """It has ended, or is lost: nothing more comes of it."""

    run: TracedRun


News = Begun | Stepped | Over


class Seen:
    """What was told so far: runs up to `after` are not told at all. Pure."""

    def __init__(self, after: int) -> None:
        self.newest = after
        self._told: dict[int, int] = {}

    @property
    def under_way(self) -> tuple[int, ...]:
        """The numbers of the runs that more may come of."""
        return tuple(self._told)

    def news(self, run: TracedRun) -> Iterator[News]:
        """What of it was not told yet."""
        if run.number not in self._told:
            yield Begun(run)
        told = self._told.get(run.number, 0)
        for step in run.steps[told:]:
            yield Stepped(run, step)
        self._told[run.number] = len(run.steps)
        self.newest = max(self.newest, run.number)
        if not run.is_running:
            del self._told[run.number]
            yield Over(run)


async def follow(db: Database, clock: Clock, *, after: int) -> AsyncGenerator[News]:
    """Tell what is there beyond the run of that number, and then what comes, without an end.

    Raises StoreError.
    """
    seen, version = Seen(after), None
    while True:
        async with db.read() as snapshot:
            now = await snapshot.one("PRAGMA data_version")
            runs = (
                await trace_store.changed(snapshot, seen.newest, seen.under_way)
                if now != version
                else []
            )
        version = now
        for run in runs:
            for news in seen.news(run):
                yield news
        await clock.sleep(LOOK_SECONDS)
