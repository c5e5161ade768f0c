"""Shows the trace: what is kept, and what comes. The store is read as it stands, whoever writes."""

from __future__ import annotations

import json
import re
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bridge.agent import trace_store
from bridge.agent.trace_follow import Begun, Over, Stepped
from bridge.agent.trace_follow import follow as followed
from bridge.agent.traced import Unfinished, run_json
from bridge.cli.trace_lines import (
    INDENT,
    RUN_WIDTHS,
    STEP_WIDTHS,
    block,
    line,
    run_cells,
    step_cells,
)
from bridge.core.errors import RefusedError, UsageError
from bridge.daemon.clock import SystemClock
from bridge.daemon.loop import run_on_loop
from bridge.daemon.rendezvous import is_held
from bridge.daemon.zone import named_zone
from bridge.storage.database import Database

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Sequence
    from datetime import tzinfo

    from bridge.agent.trace_follow import News
    from bridge.agent.traced import TracedRun
    from bridge.cli.place import Place
    from bridge.settings.snapshot import Settings

FOLLOWED_RUNS: Final = 10
"""That `--follow` begins with."""
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,8}")
_NAMED_AT_MOST: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What is to be shown: of one server or of all, one run or as many as are kept."""

    server: str | None = None
    run: str | None = None
    limit: int | None = None
    json: bool = False


def limit_of(text: str | None) -> int | None:
    """The value of `--limit`. Raises UsageError."""
    if text is None:
        return None
    if not _NUMBER.fullmatch(text):
        problem = f"--limit takes a number of runs from 1, not {text!r}"
        raise UsageError(problem)
    return int(text)


def show(place: Place, view: View) -> int:
    """Print what is kept, the newest first; one JSON list. Raises BridgeErrors."""
    settings = place.settings()
    held = is_held(place.state)
    zone = named_zone(settings.file.state.timezone, SystemClock())
    run_on_loop(_show(settings, view, zone, held=held))
    return 0


def follow(place: Place, view: View) -> int:
    """Print what comes, until Ctrl-C, or until the one run has ended. Raises BridgeErrors.

    As JSON: one object a line for each run that ends.
    """
    settings = place.settings()
    if not settings.database.exists():
        problem = f"{settings.database} is not there: no daemon has run here yet"
        raise RefusedError(problem)
    try:
        run_on_loop(_follow(settings, view))
    except KeyboardInterrupt:
        return 0
    return 0


async def _show(settings: Settings, view: View, zone: tzinfo, *, held: bool) -> None:
    before = "["
    async with aclosing(_kept(settings, view)) as pages:
        async for page in pages:
            runs = page if held else [_without_process(run) for run in page]
            if view.json:
                for run in runs:
                    print(before, json.dumps(run_json(run), ensure_ascii=False), sep="")
                    before = ","
            else:
                for text in block(runs, zone, budgets=view.run is not None):
                    print(text)
    if view.json:
        print("]" if before == "," else "[]")


async def _kept(settings: Settings, view: View) -> AsyncGenerator[list[TracedRun]]:
    """What is wanted of it, some at a time. Where no store is, none is made."""
    server = None if view.server is None else settings.server_name(view.server)
    if not settings.database.exists():
        if view.run is not None:
            raise _not_known(view.run)
        return
    async with Database.open(settings.database, clock=SystemClock()) as db, db.read() as snapshot:
        if view.run is not None:
            yield [_the_one(await trace_store.named(snapshot, view.run, server), view.run)]
            return
        async for page in trace_store.pages(snapshot, view.limit or trace_store.ALL, server):
            yield page


def _the_one(runs: Sequence[TracedRun], name: str) -> TracedRun:
    if len(runs) == 1:
        return runs[0]
    if not runs:
        raise _not_known(name)
    some = ", ".join(run.run for run in runs[:_NAMED_AT_MOST])
    problem = f"{len(runs)} runs begin with {name!r}: {some}"
    raise RefusedError(problem)


def _not_known(name: str) -> RefusedError:
    return RefusedError(f"no run is called {name!r}")


def _without_process(run: TracedRun) -> TracedRun:
    """No daemon runs here: what is still open will not end any more."""
    return replace(run, outcome=Unfinished.LOST) if run.is_running else run


async def _follow(settings: Settings, view: View) -> None:
    clock = SystemClock()
    shown = _Shown(view, named_zone(settings.file.state.timezone, clock))
    wanted = replace(view, limit=view.limit or FOLLOWED_RUNS)
    first = [run async for page in _kept(settings, wanted) for run in page]
    after = first[-1].number - 1 if first else 0
    async with (
        Database.open(settings.database, clock=clock) as db,
        aclosing(followed(db, clock, after=after)) as news,
    ):
        async for each in news:
            run = each.run
            if view.run is not None and run.number != first[0].number:
                continue
            if view.server in {None, run.server}:
                shown.tell(each)
            if view.run is not None and isinstance(each, Over):
                return


class _Shown:
    """What `--follow` has printed: a run that ended before it was seen has one line."""

    def __init__(self, view: View, zone: tzinfo) -> None:
        self._view = view
        self._zone = zone
        self._running: set[int] = set()

    def tell(self, news: News) -> None:
        run = news.run
        if self._view.json:
            if isinstance(news, Over):
                print(json.dumps(run_json(run), ensure_ascii=False), flush=True)
            return
        match news:
            case Stepped(step=step):
                cells = step_cells(step, budgets=self._view.run is not None)
                print(
                    INDENT,
                    line((run.run,), (12,)),
                    "  ",
                    line(cells, STEP_WIDTHS),
                    sep="",
                    flush=True,
                )
            case Begun() if run.is_running:
                self._running.add(run.number)
                self._head(run)
            case Over() if run.number not in self._running:
                pass
            case Begun() | Over():
                self._running.discard(run.number)
                self._head(run)

    def _head(self, run: TracedRun) -> None:
        print(line(run_cells(run, self._zone), RUN_WIDTHS), flush=True)
