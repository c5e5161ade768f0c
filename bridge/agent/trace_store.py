"""The SQL of the trace: `trace_run` has a row a run, `trace_step` one a step.

Numbers of runs rise; there is one writer, the daemon that holds the state's lock.
"""

from __future__ import annotations

import json
from itertools import chain, groupby
from typing import TYPE_CHECKING, Final
from uuid import UUID

from bridge.agent.budget import Left
from bridge.agent.trace_rows import run_row, step_rows
from bridge.agent.traced import TracedRun, TracedStep, Unfinished
from bridge.core.model_calls import Usage
from bridge.storage.instants import from_millis, to_millis

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterable, Sequence
    from datetime import datetime

    from bridge.agent.trace_rows import Part
    from bridge.storage.database import Row, Snapshot, Transaction

FORGOTTEN_AT_ONCE: Final = 500
"""Runs that one transaction removes: whoever else writes waits for no more."""
PAGE: Final = 500
"""Runs that are read at once: what is kept for weeks need not fit the memory."""
ALL: Final = -1

_PUT_RUN: Final = """
    INSERT INTO trace_run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
        workflow = excluded.workflow, ended = excluded.ended, outcome = excluded.outcome,
        stop = excluded.stop, missing = excluded.missing
"""
_PUT_STEP: Final = "INSERT INTO trace_step VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_RUNS: Final = """
    SELECT id, run, server, player_name, player_uuid, mode, prompts, started,
        workflow, ended, outcome, stop, missing
    FROM trace_run WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id DESC
"""
_STEPS: Final = """
    SELECT run, step, kind, name, ok, reason, ms, model,
        input_tokens, output_tokens, cached_tokens, cost, budget_before, budget_after
    FROM trace_step WHERE run IN (SELECT value FROM json_each(?)) ORDER BY run, number
"""


async def begin(tx: Transaction) -> int:
    """The newest run's number, 0 without one. What an earlier process left open is lost."""
    await tx.execute(
        "UPDATE trace_run SET outcome = ? WHERE outcome = ?", (Unfinished.LOST, Unfinished.RUNNING)
    )
    row = await tx.one("SELECT max(id) FROM trace_run")
    return row[0] or 0 if row else 0


async def put(tx: Transaction, parts: Sequence[Part]) -> None:
    """Write what is new of some runs. The rows are made while they are taken, off the loop."""
    await tx.execute_many(_PUT_RUN, map(run_row, parts))
    await tx.execute_many(_PUT_STEP, chain.from_iterable(map(step_rows, parts)))


async def forget(tx: Transaction, before: datetime) -> int:
    """Remove the oldest runs that began before, with their steps; how many it were.

    Fewer than FORGOTTEN_AT_ONCE: no more are left.
    """
    return await tx.execute(
        "DELETE FROM trace_run WHERE id IN"
        " (SELECT id FROM trace_run WHERE started < ? ORDER BY started LIMIT ?)",
        (to_millis(before), FORGOTTEN_AT_ONCE),
    )


async def pages(
    snapshot: Snapshot, limit: int = ALL, server: str | None = None
) -> AsyncGenerator[list[TracedRun]]:
    """The newest runs, of all servers or of one, the newest first, some at a time."""
    rows = await snapshot.all(
        "SELECT id FROM trace_run WHERE ?1 IS NULL OR server = ?1 ORDER BY id DESC LIMIT ?2",
        (server, limit),
    )
    numbers = [number for (number,) in rows]
    for start in range(0, len(numbers), PAGE):
        yield await _runs(snapshot, numbers[start : start + PAGE])


async def newest(
    snapshot: Snapshot, limit: int = ALL, server: str | None = None
) -> list[TracedRun]:
    """All of `pages` at once."""
    return [run async for page in pages(snapshot, limit, server) for run in page]


async def named(snapshot: Snapshot, name: str, server: str | None = None) -> list[TracedRun]:
    """The run of that id, else those whose id begins so; the newest first."""
    rows = await snapshot.all(
        "SELECT id, run FROM trace_run WHERE substr(run, 1, length(?1)) = ?1"
        " AND (?2 IS NULL OR server = ?2)",
        (name, server),
    )
    exact = [number for number, run in rows if run == name]
    return await _runs(snapshot, exact or [number for number, _ in rows])


async def changed(snapshot: Snapshot, after: int, again: Iterable[int]) -> list[TracedRun]:
    """The runs with a greater number, and those of `again`; the oldest first."""
    rows = await snapshot.all("SELECT id FROM trace_run WHERE id > ?", (after,))
    numbers = [*again, *(number for (number,) in rows)]
    return (await _runs(snapshot, numbers))[::-1] if numbers else []


async def _runs(snapshot: Snapshot, numbers: list[int]) -> list[TracedRun]:
    chosen = (json.dumps(numbers),)
    steps = await snapshot.all(_STEPS, chosen)
    of_run = {
        run: tuple(_step(row[1:]) for row in rows)
        for run, rows in groupby(steps, key=lambda row: row[0])
    }
    return [_run(row, of_run.get(row[0], ())) for row in await snapshot.all(_RUNS, chosen)]


def _run(row: Row, steps: tuple[TracedStep, ...]) -> TracedRun:
    number, run, server, player, uuid, mode, prompts, started = row[:8]
    workflow, ended, outcome, stop, missing = row[8:]
    return TracedRun(
        number=number,
        run=run,
        server=server,
        player=player,
        uuid=None if uuid is None else UUID(bytes=uuid),
        mode=mode,
        prompts=prompts,
        started=from_millis(started),
        workflow=workflow,
        ended=None if ended is None else from_millis(ended),
        outcome=outcome,
        stop=stop,
        missing=missing,
        steps=steps,
    )


def _step(row: Row) -> TracedStep:
    step, kind, name, ok, reason, ms, model = row[:7]
    given, written, cached, cost, before, after = row[7:]
    return TracedStep(
        step=step,
        kind=kind,
        name=name,
        ok=bool(ok),
        reason=reason,
        ms=ms,
        model=model,
        usage=None
        if given is None
        else Usage(input_tokens=given, output_tokens=written, cached_tokens=cached),
        cost=cost,
        before=_left(before),
        after=_left(after),
    )


def _left(stored: str) -> Left:
    numbers = map(int, stored[1:-1].split(","))  # a third of the time of json
    model_calls, tool_calls, steps, write_steps, tokens, millis = numbers
    return Left(
        model_calls=model_calls,
        tool_calls=tool_calls,
        steps=steps,
        write_steps=write_steps,
        total_tokens=tokens,
        seconds=millis / 1000,
    )
