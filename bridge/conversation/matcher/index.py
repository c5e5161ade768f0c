"""All frames by their concepts: finds the few that are worth laying over a sentence.

A concept's weight is its inverse capability frequency: a word that examples of many capabilities
share says little about which one is meant. (TF-IDF with a capability as the document, so that
adding examples to one capability does not make its own words cheap.)
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING, Final

from bridge.conversation.matcher.frames import Frame, outline

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bridge.conversation.matcher.frames import Outline
    from bridge.conversation.matcher.reading import Reader, Sentence
    from bridge.conversation.matcher.values import Example

PLAIN: Final = 5
SLOTTED: Final = 9
"""Frames without and with an argument that are laid over a sentence."""
READS: Final = 600
"""Postings read for a sentence. The rarest concepts come first, so what is left out says little."""


class Index:
    """Immutable once built; frames with the same outline and meaning are kept once."""

    def __init__(self, examples: Iterable[Example], reader: Reader) -> None:
        """Raises ValueError for an example that cannot be used (`frames.outline`)."""
        outlines = {
            (each.capability, tuple(sorted(each.input.items())), shape): each
            for each in reversed(list(examples))
            for shape in (outline(each, reader),)
        }
        kept = [(shape, each) for (_, _, shape), each in reversed(outlines.items())]
        users = _users(kept)
        self._weights = _weights(users)
        self._kin = _kin(users)
        self._frames = tuple(self._frame(shape, each) for shape, each in kept)
        self._totals = [frame.total for frame in self._frames]
        self._postings: dict[str, list[int]] = {}
        for number, frame in enumerate(self._frames):
            for concept in {*frame.left, *frame.right}:
                self._postings.setdefault(concept, []).append(number)

    @property
    def concepts(self) -> Iterable[str]:
        """All concepts and bare words of the examples."""
        return self._postings.keys()

    def nearest(self, sentence: Sentence, *, least: float) -> list[tuple[float, Frame]]:
        """The frames that share most with the sentence, and the best score each could have.

        Frames that cannot reach the score `least` are left out.
        """
        shared = self._shared({token.sense.concept for token in sentence.tokens})
        totals, share = self._totals, least * least
        ranks = [(w * w / totals[n], -n) for n, w in shared.items() if w >= share * totals[n]]
        ranks.sort(reverse=True)
        room = {True: SLOTTED, False: PLAIN}
        found: list[tuple[float, Frame]] = []
        for _, negated in ranks:
            frame = self._frames[-negated]
            has_slot = frame.slot is not None
            if room[has_slot]:
                room[has_slot] -= 1
                found.append((sqrt(shared[-negated] / frame.total), frame))
            elif not any(room.values()):
                break
        return found

    def _shared(self, concepts: set[str]) -> Mapping[int, float]:
        """Frame number -> squared weights of what it has of these concepts."""
        known = [each for each in concepts if each in self._postings]
        known.sort(key=lambda each: (len(self._postings[each]), each))
        shared: dict[int, float] = {}
        left = READS
        for concept in known:
            weight = self._weights[concept]
            postings = self._postings[concept][:left]
            left -= len(postings)
            for number in postings:
                shared[number] = shared.get(number, 0.0) + weight
        return shared

    def _frame(self, shape: Outline, example: Example) -> Frame:
        left = {concept: self._weights[concept] for concept in shape.left}
        right = {concept: self._weights[concept] for concept in shape.right}
        return Frame(
            capability=example.capability,
            text=example.text,
            input=example.input,
            left=left,
            right=right,
            telling=shape.telling,
            kin=self._kin[example.capability],
            slot=shape.slot,
            total=sum(left.values()) + sum(right.values()),
        )


def _users(kept: Iterable[tuple[Outline, Example]]) -> Mapping[str, set[str]]:
    """Concept -> the capabilities that have examples with it."""
    users: dict[str, set[str]] = {}
    for shape, example in kept:
        for concept in (*shape.left, *shape.right):
            users.setdefault(concept, set()).add(example.capability)
    return users


def _weights(users: Mapping[str, set[str]]) -> Mapping[str, float]:
    """Concept -> squared weight, from 1 (one capability alone) down."""
    count = len(set[str]().union(*users.values()))
    return {
        concept: (log(1 + count / len(each)) / log(1 + count)) ** 2
        for concept, each in users.items()
    }


def _kin(users: Mapping[str, set[str]]) -> Mapping[str, frozenset[str]]:
    """Capability -> all concepts of its examples."""
    kin: dict[str, set[str]] = {}
    for concept, capabilities in users.items():
        for capability in capabilities:
            kin.setdefault(capability, set()).add(concept)
    return {capability: frozenset(concepts) for capability, concepts in kin.items()}
