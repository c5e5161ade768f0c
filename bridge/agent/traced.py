"""A run as the trace tells it, and its JSON (contract section 2, `trace`). Pure.

What a player asked, what a model said and what went into a tool are in none of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from bridge.agent.budget import Left
    from bridge.core.model_calls import Usage


class Unfinished(StrEnum):
    """The outcome of a run that has no end."""

    RUNNING = "running"
    LOST = "lost"
    """The process that ran it is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TracedStep:
    """One counted step. `reason`: why it was refused or failed, empty where it was not."""

    step: str
    kind: str
    name: str
    ok: bool
    reason: str
    ms: float
    model: str
    usage: Usage | None
    cost: float | None
    before: Left
    after: Left


@dataclass(frozen=True, slots=True, kw_only=True)
class TracedRun:
    """One run with the steps that it has so far. `number` rises with each run of the store."""

    number: int
    run: str
    server: str
    player: str
    uuid: UUID | None
    mode: str
    prompts: str
    started: datetime
    workflow: str | None
    """None until it has ended."""
    ended: datetime | None
    outcome: str
    stop: str
    missing: int
    """Steps that could not be recorded."""
    steps: tuple[TracedStep, ...]

    @property
    def is_running(self) -> bool:
        """Whether more may come."""
        return self.outcome == Unfinished.RUNNING

    @property
    def tokens(self) -> int | None:
        """Of all steps; None where no provider counted."""
        counted = [tokens for step in self.steps if (tokens := tokens_of(step)) is not None]
        return sum(counted) if counted else None

    @property
    def cost(self) -> float | None:
        """USD of all steps; None where no price is known."""
        known = [step.cost for step in self.steps if step.cost is not None]
        return sum(known) if known else None


def tokens_of(step: TracedStep) -> int | None:
    """Tokens in and out, as the provider counted them."""
    return None if step.usage is None else step.usage.input_tokens + step.usage.output_tokens


def run_json(run: TracedRun) -> dict[str, Any]:
    """The contract's object; times are ISO 8601 in UTC, what there is none of is null."""
    return {
        "run": run.run,
        "server": run.server,
        "player": run.player,
        "uuid": None if run.uuid is None else str(run.uuid),
        "workflow": run.workflow,
        "mode": run.mode,
        "prompts": run.prompts,
        "started": _time(run.started),
        "ended": None if run.ended is None else _time(run.ended),
        "outcome": run.outcome,
        "stop": run.stop or None,
        "tokens": run.tokens,
        "cost": run.cost,
        "missing": run.missing,
        "steps": [_step_json(step) for step in run.steps],
    }


def _step_json(step: TracedStep) -> dict[str, Any]:
    usage = step.usage
    return {
        "step": step.step,
        "kind": step.kind,
        "name": step.name,
        "ok": step.ok,
        "model": step.model or None,
        "tokens": tokens_of(step),
        "usage": usage
        and {
            "input": usage.input_tokens,
            "output": usage.output_tokens,
            "cached": usage.cached_tokens,
        },
        "cost": step.cost,
        "ms": step.ms,
        "reason": step.reason or None,
        "budget": {"before": left_json(step.before), "after": left_json(step.after)},
    }


def left_json(left: Left) -> dict[str, int]:
    """What may still be spent, by the names of a policy."""
    return {
        "modelCalls": left.model_calls,
        "toolCalls": left.tool_calls,
        "steps": left.steps,
        "writeSteps": left.write_steps,
        "totalTokens": left.total_tokens,
        "ttlMillis": round(left.seconds * 1000),
    }


def _time(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds")
