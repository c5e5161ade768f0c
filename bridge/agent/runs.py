"""One run: an execution with its clock, announced from its start to its outcome."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from bridge.agent.budget import Limit
from bridge.agent.events import TurnEnded, TurnStarted
from bridge.agent.execution import opened
from bridge.agent.failures import BudgetSpent, FailureError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from bridge.agent.execution import Asked, Execution
    from bridge.agent.kernel import Kernel
    from bridge.agent.policy import ExecutionPolicy
    from bridge.agent.ports import Authority


@asynccontextmanager
async def running(
    kernel: Kernel, authority: Authority, asked: Asked, *, workflow: str, policy: ExecutionPolicy
) -> AsyncGenerator[Execution]:
    """Run the block as an execution in this task, ended when its time is up.

    Raises FailureError when it was stopped, and whatever the block raises.
    """
    kernel.bus.publish(
        TurnStarted(
            run=asked.run,
            server=asked.server,
            player=asked.player,
            mode=asked.mode,
            started=kernel.clock.now(),
            prompts=asked.prompts.digest,
        )
    )
    stop, outcome = "", "answered"
    execution: Execution | None = None
    try:
        opening = opened(kernel, authority, asked, workflow=workflow, policy=policy)
        async with opening as execution, _timed(execution):
            yield execution
            if execution.failure is not None:
                stop, outcome = str(execution.failure), "incomplete"
    except FailureError as error:
        stop, outcome = str(error.failure), "stopped"
        raise
    except BaseException as error:
        stop, outcome = type(error).__name__, "failed"
        raise
    finally:
        kernel.bus.publish(
            TurnEnded(
                run=asked.run,
                workflow=execution.workflow if execution else workflow,
                ended=kernel.clock.now(),
                outcome=outcome,
                stop=stop,
            )
        )


@asynccontextmanager
async def _timed(execution: Execution) -> AsyncGenerator[None]:
    """End the execution at its deadline, which the choice of a workflow moves."""
    clock, loop = execution.kernel.clock, asyncio.get_running_loop()

    async def watch() -> None:
        while (left := execution.budget.deadline - clock.monotonic()) > 0:
            await clock.sleep(left)
        execution.end(BudgetSpent(Limit.TTL))

    # Not a TaskGroup: it would end the block itself and wrap what the block raises.
    watches = [loop.create_task(watch())]

    def watch_anew() -> None:
        watches[-1].cancel()
        watches.append(loop.create_task(watch()))

    execution.when_adopted = watch_anew
    try:
        yield
    finally:
        watches[-1].cancel()
        await asyncio.wait(watches)
