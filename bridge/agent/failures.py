"""Why an execution, or one of its calls, does not go on. Each kind is a type.

The trace gets the whole reason, `str()` of it: one line, with nothing that a player wrote. The
player is told access limits, and of a run's limits (rounds, calls, steps, bytes, tokens, cost,
time) only that it was not completed (contract section 4).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from typing_extensions import override

from bridge.access import quota_words
from bridge.access.reply import why
from bridge.agent.budget import Limit
from bridge.core.cards import Plain, Style, Words
from bridge.core.errors import RefusedError
from bridge.core.model_calls import ModelFailure

if TYPE_CHECKING:
    from bridge.access.effective import Because
    from bridge.access.quota import Exhausted
    from bridge.core.cards import Line


@dataclass(frozen=True, slots=True)
class BudgetSpent:
    """A limit of the run's policy."""

    limit: Limit

    @override
    def __str__(self) -> str:
        return f"budget: {self.limit}"


@dataclass(frozen=True, slots=True)
class AccessLost:
    """The player may not do this any more, or may not do it at all."""

    because: Because

    @override
    def __str__(self) -> str:
        return f"access: {self.because.reason} ({self.because.source})"


@dataclass(frozen=True, slots=True)
class CallsUsedUp:
    """The player's or the server's calls, or its money, of today."""

    exhausted: Exhausted

    @override
    def __str__(self) -> str:
        return f"quota: {self.exhausted.cap} {self.exhausted.used:g} of {self.exhausted.limit:g}"


@dataclass(frozen=True, slots=True)
class TooFast:
    """The player's requests of the last minute."""

    seconds: float

    @override
    def __str__(self) -> str:
        return f"rate: {self.seconds:.0f} s to wait"


@dataclass(frozen=True, slots=True)
class Paused:
    """An administrator paused all models."""

    @override
    def __str__(self) -> str:
        return "paused"


@dataclass(frozen=True, slots=True)
class ModuleOff:
    """The module of something that is used was switched off."""

    module: str

    @override
    def __str__(self) -> str:
        return f"module {self.module} is off"


@dataclass(frozen=True, slots=True)
class WorkflowOff:
    """The workflow's policy gives it no round."""

    workflow: str

    @override
    def __str__(self) -> str:
        return f"{self.workflow} is switched off: its policy has no round"


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The player said `/cancel`, or the program stops."""

    @override
    def __str__(self) -> str:
        return "cancelled"


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The player said `/forget`: everything older stops."""

    @override
    def __str__(self) -> str:
        return "forgotten"


@dataclass(frozen=True, slots=True)
class Vetoed:
    """A subscriber of a `before:` event said no."""

    event: str
    reason: str

    @override
    def __str__(self) -> str:
        return f"{self.event} was vetoed: {self.reason}"


@dataclass(frozen=True, slots=True)
class ModelFailed:
    """The model could not be asked, or did not answer."""

    kind: ModelFailure
    problem: str

    @override
    def __str__(self) -> str:
        return f"model: {self.kind}: {self.problem}"


@dataclass(frozen=True, slots=True)
class NotOrganised:
    """The model answered, and nothing that it said could be used as the answer."""

    problem: str

    @override
    def __str__(self) -> str:
        return f"no answer: {self.problem}"


Failure = (
    BudgetSpent
    | AccessLost
    | CallsUsedUp
    | TooFast
    | Paused
    | ModuleOff
    | WorkflowOff
    | Cancelled
    | Forgotten
    | Vetoed
    | ModelFailed
    | NotOrganised
)

_AGAIN: Final = frozenset(
    {
        ModelFailure.TIMEOUT,
        ModelFailure.UNREACHABLE,
        ModelFailure.BAD_REPLY,
        ModelFailure.EMPTY,
        ModelFailure.TOO_LARGE,
        ModelFailure.SERVER_ERROR,
    }
)
"""After these another, smaller question may succeed; after a refused key, or while the provider
wants a pause, none does."""


class FailureError(RefusedError):
    """Carries a failure out of a call of the kernel."""

    def __init__(self, failure: Failure) -> None:
        self.failure = failure
        super().__init__(str(failure))


def is_recoverable(failure: Failure) -> bool:
    """Whether what was found so far may still be organised into an answer (spec 1)."""
    match failure:
        case ModelFailed(kind=kind):
            return kind in _AGAIN
        case NotOrganised():
            return True
        case BudgetSpent(limit=limit):
            return limit in {Limit.TOOL_CALLS, Limit.WRITE_STEPS}
        case (
            AccessLost()
            | CallsUsedUp()
            | TooFast()
            | Paused()
            | ModuleOff()
            | WorkflowOff()
            | Cancelled()
            | Forgotten()
            | Vetoed()
        ):
            return False


def keeps_cards(failure: Failure) -> bool:
    """Whether cards already earned are shown: never after revocation (contract section 4)."""
    return not isinstance(failure, AccessLost | ModuleOff | Forgotten | Paused)


_WORDS: Final = {
    Paused: "agent.paused",
    ModuleOff: "agent.switched_off",
    WorkflowOff: "agent.switched_off",
    Cancelled: "agent.cancelled",
    Forgotten: "agent.forgotten",
}


def words(failure: Failure) -> Line:
    """What the player is told. A run's limit is never named."""
    match failure:
        case AccessLost(because=because):
            return (Words("agent.not_allowed", style=Style.BAD), Plain(" "), *why(because))
        case CallsUsedUp(exhausted=exhausted):
            return quota_words.exhausted(exhausted)
        case TooFast(seconds=seconds):
            return quota_words.too_fast(seconds)
        case ModelFailed(kind=ModelFailure.RATE_LIMITED | ModelFailure.CLOSED):
            return (Words("agent.model_busy"),)
        case ModelFailed():
            return (Words("agent.model_failed"),)
        case BudgetSpent() | Vetoed() | NotOrganised():
            return (Words("agent.not_completed"),)
        case Paused() | ModuleOff() | WorkflowOff() | Cancelled() | Forgotten():
            return (Words(_WORDS[type(failure)]),)
