"""What an execution has spent of its policy. Pure: reserve first, settle after.

Nothing is begun that does not fit: at a limit of N the N-th runs and the next is not begun. A
nested budget counts for itself under its own policy, and for its parents under theirs.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bridge.agent.policy import ExecutionPolicy


class Limit(StrEnum):
    """What ran out, by the names of system-agent.json."""

    MODEL_CALLS = "modelCalls"
    TOOL_CALLS = "toolCalls"
    STEPS = "steps"
    WRITE_STEPS = "writeSteps"
    INPUT_BYTES = "inputBytes"
    OUTPUT_TOKENS = "outputTokens"
    TOTAL_TOKENS = "totalTokens"
    TTL = "ttlMillis"
    ROUNDS = "reactIterations"


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """What may still be spent."""

    model_calls: int
    tool_calls: int
    steps: int
    write_steps: int
    total_tokens: int
    seconds: float


@dataclass(slots=True)
class _Ledger:
    """One policy, and what was spent under it."""

    policy: ExecutionPolicy
    model_calls: int = 0
    tool_calls: int = 0
    steps: int = 0
    write_steps: int = 0
    tokens: int = 0


class Budget:
    """The counters of one execution or of one nested in it. `now` is in the clock's seconds."""

    __slots__ = ("deadline", "ledgers", "policy")

    def __init__(
        self, policy: ExecutionPolicy, *, now: float, parent: Budget | None = None
    ) -> None:
        self.policy = policy
        self.ledgers = (_Ledger(policy),)
        self.deadline = now + policy.ttl
        """When the time is up, on the clock of `now`."""
        if parent is not None:
            self.ledgers += parent.ledgers
            self.deadline = min(self.deadline, parent.deadline)

    def switch(self, policy: ExecutionPolicy) -> None:
        """Another policy for what was spent so far: that of the workflow that was chosen.

        Routing's model call counts for the workflow it led to (spec 1); its rounds do not.
        """
        self.deadline += policy.ttl - self.policy.ttl
        self.policy = self.ledgers[0].policy = policy

    def left(self, now: float) -> Left:
        """What this and all it is nested in still allow."""
        ledgers = self.ledgers
        if len(ledgers) == 1:  # the usual case, and asked for twice a step
            (own,) = ledgers
            return Left(
                model_calls=own.policy.model_calls - own.model_calls,
                tool_calls=own.policy.tool_calls - own.tool_calls,
                steps=own.policy.steps - own.steps,
                write_steps=own.policy.write_steps - own.write_steps,
                total_tokens=own.policy.total_tokens - own.tokens,
                seconds=self.deadline - now,
            )
        return Left(
            model_calls=min(each.policy.model_calls - each.model_calls for each in ledgers),
            tool_calls=min(each.policy.tool_calls - each.tool_calls for each in ledgers),
            steps=min(each.policy.steps - each.steps for each in ledgers),
            write_steps=min(each.policy.write_steps - each.write_steps for each in ledgers),
            total_tokens=min(each.policy.total_tokens - each.tokens for each in ledgers),
            seconds=self.deadline - now,
        )

    def take_model_call(self, tokens: int, *, now: float) -> Limit | None:
        """Reserve one call of at most `tokens`; or what it would exceed, nothing being taken."""
        if now >= self.deadline:
            return Limit.TTL
        for each in self.ledgers:
            if each.model_calls >= each.policy.model_calls:
                return Limit.MODEL_CALLS
            if each.steps >= each.policy.steps:
                return Limit.STEPS
            if each.tokens + tokens > each.policy.total_tokens:
                return Limit.TOTAL_TOKENS
        for each in self.ledgers:
            each.model_calls += 1
            each.steps += 1
            each.tokens += tokens
        return None

    def settle(self, reserved: int, used: int) -> None:
        """A call that reserved so many tokens used so many."""
        for each in self.ledgers:
            each.tokens += used - reserved

    def give_back_model_call(self, tokens: int) -> None:
        """A call that was reserved is not begun after all."""
        for each in self.ledgers:
            each.model_calls -= 1
            each.steps -= 1
            each.tokens -= tokens

    def take_tool_call(self, *, now: float, writes: bool = False) -> Limit | None:
        """Count one tool call that begins; or what it would exceed."""
        for each in self.ledgers:
            if each.tool_calls >= each.policy.tool_calls:
                return Limit.TOOL_CALLS
        if (limit := self.take_step(now=now, writes=writes)) is not None:
            return limit
        for each in self.ledgers:
            each.tool_calls += 1
        return None

    def take_step(self, *, now: float, writes: bool = False) -> Limit | None:
        """Count one named step of a workflow, or the start of a nested one."""
        if now >= self.deadline:
            return Limit.TTL
        for each in self.ledgers:
            if each.steps >= each.policy.steps:
                return Limit.STEPS
            if writes and each.write_steps >= each.policy.write_steps:
                return Limit.WRITE_STEPS
        for each in self.ledgers:
            each.steps += 1
            each.write_steps += writes
        return None
