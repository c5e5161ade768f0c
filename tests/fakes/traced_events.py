"""Events of executions for the trace, as short as a test wants them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from bridge.agent.budget import Left
from bridge.agent.events import StepEnded, TurnEnded, TurnStarted
from bridge.core.actors import Player
from bridge.core.model_calls import Usage
from bridge.core.modes import Mode

if TYPE_CHECKING:
    from bridge.core.bus import Bus

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
MARA = Player(name="Mara", uuid=UUID(int=1))
BEFORE = Left(
    model_calls=4, tool_calls=8, steps=14, write_steps=0, total_tokens=262_144, seconds=60.0
)
AFTER = Left(
    model_calls=3, tool_calls=8, steps=13, write_steps=0, total_tokens=262_024, seconds=59.5
)


def started(run: str = "aa01", *, server: str = "main", at: datetime = NOON) -> TurnStarted:
    return TurnStarted(
        run=run, server=server, player=MARA, mode=Mode.FREE, started=at, prompts="9f2c"
    )


def step(run: str = "aa01", number: int = 1, **changed: Any) -> StepEnded:
    values: dict[str, Any] = {
        "run": run,
        "step": str(number),
        "kind": "model",
        "what": "react",
        "ok": True,
        "ms": 500.0,
        "before": BEFORE,
        "after": AFTER,
        "model": "scripted",
        "usage": Usage(input_tokens=100, output_tokens=20),
        "cost": 0.25,
    }
    return StepEnded(**(values | changed))


def refused(run: str = "aa01", number: int = 2, reason: str = "budget: toolCalls") -> StepEnded:
    return step(
        run,
        number,
        kind="tool",
        what="quests.find",
        ok=False,
        reason=reason,
        after=BEFORE,
        model="",
        usage=None,
        cost=None,
    )


def ended(run: str = "aa01", *, outcome: str = "answered", stop: str = "") -> TurnEnded:
    return TurnEnded(
        run=run,
        workflow="system:reasoning",
        ended=NOON + timedelta(seconds=2),
        outcome=outcome,
        stop=stop,
    )


def whole_run(bus: Bus, run: str = "aa01", *, steps: int = 1, at: datetime = NOON) -> None:
    """One run from its start to its end."""
    bus.publish(started(run, at=at))
    for number in range(1, steps + 1):
        bus.publish(step(run, number))
    bus.publish(ended(run))
