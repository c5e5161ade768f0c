"""What one execution may spend (spec 1, "Entry point and default budget").

Pure. What each limit counts stands in contract section 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.settings.agent_file import Policy

REASONING: Final = "system:reasoning"
QUESTION: Final = "system:question"
FREE_CHAT: Final = "system:free_chat"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutionPolicy:
    """A complete set of limits. `input_bytes` and `output_tokens` hold for one model call."""

    model_calls: int
    tool_calls: int
    steps: int
    """A step is a model call, a tool call, a named step of a workflow or a nested one's start."""
    write_steps: int
    input_bytes: int
    """UTF-8 of both messages."""
    output_tokens: int
    total_tokens: int
    ttl: float
    """Seconds from the execution's start."""
    model_timeout: float
    """Seconds of one model call."""
    rounds: int
    """Decisions of one loop; 0 switches the workflow off, 1 is one answer-only round."""

    def within(self, other: ExecutionPolicy) -> ExecutionPolicy:
        """The tighter of the two in every respect: a nested policy only shrinks."""
        return ExecutionPolicy(
            model_calls=min(self.model_calls, other.model_calls),
            tool_calls=min(self.tool_calls, other.tool_calls),
            steps=min(self.steps, other.steps),
            write_steps=min(self.write_steps, other.write_steps),
            input_bytes=min(self.input_bytes, other.input_bytes),
            output_tokens=min(self.output_tokens, other.output_tokens),
            total_tokens=min(self.total_tokens, other.total_tokens),
            ttl=min(self.ttl, other.ttl),
            model_timeout=min(self.model_timeout, other.model_timeout),
            rounds=min(self.rounds, other.rounds),
        )


def _policy(
    rounds: int, calls: tuple[int, int, int], seconds: tuple[float, float], writes: int = 0
) -> ExecutionPolicy:
    model_calls, tool_calls, steps = calls
    return ExecutionPolicy(
        model_calls=model_calls,
        tool_calls=tool_calls,
        steps=steps,
        write_steps=writes,
        input_bytes=65_536,
        output_tokens=1_536,
        total_tokens=262_144,
        ttl=seconds[0],
        model_timeout=seconds[1],
        rounds=rounds,
    )


SINGLE: Final = _policy(1, (2, 4, 8), (30.0, 12.0), 2)
"""Routing, one chat answer, and any workflow that declares no policy of its own."""

BUILT_IN: Final[Mapping[str, ExecutionPolicy]] = {
    REASONING: _policy(3, (4, 8, 14), (60.0, 12.0)),
    QUESTION: _policy(6, (6, 9, 20), (90.0, 20.0)),
    FREE_CHAT: _policy(6, (6, 16, 32), (90.0, 30.0), 6),
}
"""Design section 3, "Budgets of the core workflows"."""


def configured(entry: Policy) -> ExecutionPolicy:
    """An entry of `policies` in system-agent.json, which replaces the built-in one whole."""
    return ExecutionPolicy(
        model_calls=entry.model_calls,
        tool_calls=entry.tool_calls,
        steps=entry.steps,
        write_steps=entry.write_steps,
        input_bytes=entry.input_bytes,
        output_tokens=entry.output_tokens,
        total_tokens=entry.total_tokens,
        ttl=entry.ttl_millis / 1000,
        model_timeout=entry.model_timeout_millis / 1000,
        rounds=entry.rounds,
    )


def policy_of(
    workflow: str, entries: Mapping[str, Policy], own: ExecutionPolicy | None = None
) -> ExecutionPolicy:
    """What holds for `workflow`: its entry, else its built-in policy, else `own`, else SINGLE."""
    entry = entries.get(workflow)
    if entry is not None:
        return configured(entry)
    return BUILT_IN.get(workflow) or own or SINGLE
