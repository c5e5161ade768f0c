"""Events as the trace's rows. Pure.

An event's words are ours, but for a name that a model made up, a player's name, and what a
subscriber or a provider is called: all are bounded and hold nothing that a terminal acts on.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.agent.traced import Unfinished
from bridge.storage.instants import to_millis

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bridge.agent.budget import Left
    from bridge.agent.events import StepEnded, TurnEnded, TurnStarted

Values = tuple[object, ...]

NO_NAME: Final = "(no name)"
"""Stands for a capability that a model asked for in words."""
_UNKNOWN: Final = "unknown_capability"
_ID: Final = re.compile(r"[A-Za-z0-9_.:/-]+")
_LONGEST_WORD: Final = 64
_LONGEST_REASON: Final = 240
_MOST_TOKENS: Final = 2**53
"""Nobody's count; more may not fit a column."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What is to be written of one run, as of one moment: `steps` are those from `first` on."""

    number: int
    started: TurnStarted
    ended: TurnEnded | None
    missing: int
    first: int
    steps: tuple[StepEnded, ...]


def run_row(part: Part) -> Values:
    """A row of `trace_run`, in the order of its columns."""
    started, ended = part.started, part.ended
    player = started.player
    return (
        part.number,
        _bounded(started.run),
        _bounded(started.server),
        _bounded(player.name),
        player.uuid.bytes if player.uuid else None,
        str(started.mode),
        _bounded(started.prompts),
        to_millis(started.started),
        _bounded(ended.workflow) if ended else None,
        to_millis(ended.ended) if ended else None,
        _bounded(ended.outcome) if ended else str(Unfinished.RUNNING),
        _bounded(ended.stop, _LONGEST_REASON) if ended else "",
        part.missing,
    )


def step_rows(part: Part) -> Iterator[Values]:
    """Rows of `trace_step`, in the order of its columns."""
    for number, step in enumerate(part.steps, start=part.first):
        usage = step.usage
        yield (
            part.number,
            number,
            _bounded(step.step, _LONGEST_REASON),
            step.kind,
            _name(step),
            step.ok,
            _bounded(step.reason, _LONGEST_REASON),
            step.ms,
            _bounded(step.model),
            _count(usage.input_tokens) if usage else None,
            _count(usage.output_tokens) if usage else None,
            _count(usage.cached_tokens) if usage else None,
            step.cost if step.cost is not None and math.isfinite(step.cost) else None,
            _left(step.before),
            _left(step.after),
        )


def _name(step: StepEnded) -> str:
    """A name that nothing has is a model's text: it is kept only if it looks like a name."""
    name = _bounded(step.what)
    return NO_NAME if step.reason == _UNKNOWN and not _ID.fullmatch(name) else name


def _bounded(text: str, most: int = _LONGEST_WORD) -> str:
    """Without control characters, changes of direction and halves of surrogate pairs."""
    text = text[:most]
    return text if text.isprintable() else "".join(each for each in text if each.isprintable())


def _count(tokens: int) -> int:
    return tokens if 0 <= tokens <= _MOST_TOKENS else _MOST_TOKENS


def _left(left: Left) -> str:
    return (
        f"[{left.model_calls},{left.tool_calls},{left.steps},{left.write_steps},"
        f"{left.total_tokens},{int(left.seconds * 1000)}]"
    )
