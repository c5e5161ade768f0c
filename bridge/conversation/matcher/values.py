"""What goes in (examples, limits) and what comes out (a decision with its reason)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One sentence that means a capability.

    `text` may have one argument, written `{key}` or `{key:kind}`: what stands there in a
    player's sentence becomes `input[key]` (kinds: `slots.SlotKind`; `{key}` alone takes any
    text). `input` is what the sentence sets by itself, such as `{"state": "on"}`.
    """

    capability: str
    text: str
    input: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """Limits that hold in every mode (system-semantic.json); scores and coverage are 0 to 1.

    `coverage` is the least share of the sentence that must be explained, `margin` the least
    lead over the best other capability, `max_candidates` the length of an option card.
    """

    coverage: float = 0.65
    margin: float = 0.04
    max_candidates: int = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A capability that the sentence might mean, with the argument that was found for it."""

    capability: str
    input: Mapping[str, str]
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """What the sentence means, and by which example; `margin` is the lead over any other."""

    capability: str
    input: Mapping[str, str]
    score: float
    coverage: float
    margin: float
    example: str


class Reason(StrEnum):
    """Why a decision is what it is."""

    MATCHED = "matched"
    EMPTY = "empty"
    """There are no words in the text."""
    NOTHING_ALIKE = "nothing_alike"
    """No example shares a telling word with it."""
    BELOW_THRESHOLD = "below_threshold"
    LOW_COVERAGE = "low_coverage"
    """Too much of the sentence is left unexplained."""
    SMALL_MARGIN = "small_margin"
    """Two capabilities fit about equally well."""
    COMPLEX = "complex"
    """A condition, a negation, a comparison, a second request or a long story."""
    NO_ARGUMENT = "no_argument"
    """The request is clear, but what it is about is missing or is no name of the game."""
    NOT_ALLOWED = "not_allowed"
    """It means a capability that this player may not run now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The matcher's answer. `candidates` are distinct allowed capabilities, best first.

    `meant` is the match that is none because it is not allowed.
    """

    match: Match | None
    candidates: tuple[Candidate, ...]
    reason: Reason
    meant: Match | None = None


def as_json(decision: Decision) -> dict[str, object]:
    """The line that `route --json` prints (contract, section 2)."""
    match = decision.match
    scores: dict[str, object] = {
        "reason": decision.reason.value,
        "candidates": {each.capability: round(each.score, 4) for each in decision.candidates},
    }
    if match is None:
        return {"capability": None, "input": {}, "scores": scores}
    scores |= {
        "score": round(match.score, 4),
        "coverage": round(match.coverage, 4),
        "margin": round(match.margin, 4),
        "example": match.example,
    }
    return {"capability": match.capability, "input": dict(match.input), "scores": scores}
