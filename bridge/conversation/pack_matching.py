"""The matcher of one server: the built-in one that knows the pack's own names.

A pack's names are its quests' titles. They are learned beside everything else, and again when
there is a new book; until then the names before it count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from bridge.conversation.local import threshold_of
from bridge.files.background import in_background

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from bridge.conversation.local import LocalMatching
    from bridge.conversation.matcher import Decision, Matcher
    from bridge.core.modes import Mode
    from bridge.settings.semantic_file import SemanticFile


class Names(Protocol):
    """Where a pack's names come from; `quests.library.QuestLibrary` is one."""

    async def newer_titles(self, known: frozenset[str] | None) -> frozenset[str]:
        """The titles, as soon as they are others than the `known` ones."""
        ...


class PackMatching:
    """One a server."""

    def __init__(self, whole: LocalMatching, semantic: Callable[[], SemanticFile]) -> None:
        self._whole = whole
        self._semantic = semantic
        self._own: Matcher | None = None

    @property
    def file(self) -> SemanticFile:
        """How sure it must be now."""
        return self._semantic()

    @property
    def most(self) -> int:
        """How many candidates an option card has."""
        return self._semantic().max_candidates

    async def decide(
        self, text: str, *, mode: Mode, allowed: Container[str] | None = None
    ) -> Decision:
        """What `text` means under a mode; candidates are among what is `allowed`."""
        # Imported here: the daemon can be reached before it can match.
        from bridge.conversation.matcher import Thresholds

        matcher = self._own or await self._whole.matcher()
        file = self._semantic()
        limits = Thresholds(
            coverage=file.coverage, margin=file.margin, max_candidates=file.max_candidates
        )
        threshold = threshold_of(mode, file)
        return matcher.decide(text, threshold=threshold, allowed=allowed, limits=limits)

    async def learn(self, names: frozenset[str]) -> None:
        """Know these names, and no others, once the built-in matcher is there."""
        matcher = await self._whole.matcher()
        self._own = await in_background(lambda: matcher.knowing(names))

    async def keep(self, names: Names) -> None:
        """Learn the names, and again whenever they are others, until cancelled."""
        known: frozenset[str] | None = None
        while True:
            known = await names.newer_titles(known)
            await self.learn(known)
