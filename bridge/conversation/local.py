"""The local matcher as this program ships it: built-in examples, and how sure it must be."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from bridge.core.modes import Mode
from bridge.files.background import in_background
from bridge.settings.semantic_file import SemanticFile

if TYPE_CHECKING:
    from bridge.conversation.matcher import Decision, Matcher

DEFAULTS: Final = SemanticFile()


def threshold_of(mode: Mode, file: SemanticFile = DEFAULTS) -> float:
    """What a local match must reach under a mode (spec 2: 0.8, and 0.93 in extended)."""
    scores = file.mode_scores
    return file.base_score + (
        scores.functions if mode.rank < Mode.EXTENDED.rank else scores.free_chat
    )


OFFLINE_THRESHOLD: Final = threshold_of(Mode.OFFLINE)


def built_in_matcher() -> Matcher:
    """The matcher over the built-in examples; building it takes some tens of milliseconds."""
    # Imported here: the daemon can be reached before it can match.
    from bridge.conversation.examples import built_in_examples, built_in_vocabulary
    from bridge.conversation.matcher import Matcher

    return Matcher(built_in_examples(), vocabulary=built_in_vocabulary())


def routed(matcher: Matcher, sentence: str) -> dict[str, object]:
    """What `route --json` prints for a sentence, at the offline threshold."""
    from bridge.conversation.matcher import as_json

    return as_json(matcher.decide(sentence, threshold=OFFLINE_THRESHOLD))


class LocalMatching:
    """The matcher of a daemon, built beside everything else; what comes earlier waits for it."""

    def __init__(self, matcher: Matcher | None = None) -> None:
        self._matcher = matcher
        self._built = asyncio.Event()
        if matcher is not None:
            self._built.set()

    async def build(self) -> None:
        """Build the built-in matcher in a thread."""
        self._matcher = await in_background(built_in_matcher)
        self._built.set()

    async def matcher(self) -> Matcher:
        """It, once it is built."""
        await self._built.wait()
        assert self._matcher is not None
        return self._matcher

    async def decide(self, text: str, *, threshold: float) -> Decision:
        """What `text` means."""
        return (await self.matcher()).decide(text, threshold=threshold)
