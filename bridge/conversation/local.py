"""The local matcher as this program ships it: built-in examples and the offline threshold."""

from __future__ import annotations

from typing import Final

from bridge.conversation.examples.loading import built_in_examples, built_in_vocabulary
from bridge.conversation.matcher import Matcher, as_json

BASE_SCORE: Final = 0.9
"""`baseScore` of system-semantic.json (contract section 3)."""
FUNCTIONS: Final = -0.1
"""`modeScores.functions`: offline and standard ask for less."""
OFFLINE_THRESHOLD: Final = BASE_SCORE + FUNCTIONS
CANDIDATES: Final = 4
"""`maxCandidates`."""


def built_in_matcher() -> Matcher:
    """The matcher over the built-in examples."""
    return Matcher(built_in_examples(), vocabulary=built_in_vocabulary())


def routed(matcher: Matcher, sentence: str) -> dict[str, object]:
    """What `route --json` prints for a sentence, at the offline threshold."""
    return as_json(matcher.decide(sentence, threshold=OFFLINE_THRESHOLD))
