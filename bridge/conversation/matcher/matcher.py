"""The decision: which capability a sentence means, or that it is not sure enough."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Final, Self

from bridge.conversation.matcher.fitting import Fitting
from bridge.conversation.matcher.index import Index
from bridge.conversation.matcher.reading import Reader
from bridge.conversation.matcher.slots import Flaw, Judge
from bridge.conversation.matcher.spelling import Spelling
from bridge.conversation.matcher.text import clean, fold
from bridge.conversation.matcher.values import Candidate, Decision, Match, Reason, Thresholds
from bridge.conversation.matcher.vocabulary import Kind, Vocabulary

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from bridge.conversation.matcher.fitting import Fit
    from bridge.conversation.matcher.reading import Sentence
    from bridge.conversation.matcher.values import Example

LONGEST: Final = 200
"""Characters. Nobody says a plain request in more; the rest of a longer text is not read."""
OFFERED: Final = 0.35
"""The least score of a candidate on an option card."""


class Matcher:
    """All examples, ready to be asked. It holds no state between two sentences."""

    def __init__(
        self,
        examples: Iterable[Example],
        *,
        vocabulary: Vocabulary | None = None,
        settings: Thresholds | None = None,
        names: Iterable[str] = (),
    ) -> None:
        """`names` are the pack's own items and quests: an argument that is one is trusted most.

        Raises ValueError for an example that cannot be used.
        """
        known = vocabulary or Vocabulary()
        self._settings = settings or Thresholds()
        self._index = Index(examples, Reader(known))
        self._reader = Reader(known, Spelling([*known.spellings, *self._index.concepts]))
        self._endings = known.endings
        self._know(names)

    def _know(self, names: Iterable[str]) -> Self:
        self._judge = Judge({fold(clean(name)) for name in names}, self._endings)
        return self

    def knowing(self, names: Iterable[str]) -> Self:
        """The same matcher with these names instead of its own."""
        return copy(self)._know(names)  # noqa: SLF001

    def decide(
        self,
        text: str,
        *,
        threshold: float,
        allowed: Container[str] | None = None,
        limits: Thresholds | None = None,
    ) -> Decision:
        """What `text` means, if one capability reaches `threshold` and nothing speaks against it.

        `allowed` are the capabilities that may be run now; None allows all. A sentence that
        means another one is not bent into something allowed. `limits` are the matcher's own
        where they are None.
        """
        limits = limits or self._settings
        sentence = self._reader.read(text[:LONGEST])
        ranking = self._ranking(sentence)
        candidates = tuple(
            Candidate(capability=capability, input=_input(each), score=each.score)
            for capability, each in ranking.items()
            if each.flaw is None and each.score >= OFFERED
            if allowed is None or capability in allowed
        )[: limits.max_candidates]
        reason = _reason(text, sentence, ranking, threshold, limits)
        match = _match(ranking) if reason is Reason.MATCHED else None
        if match is not None and allowed is not None and match.capability not in allowed:
            return Decision(
                match=None, candidates=candidates, reason=Reason.NOT_ALLOWED, meant=match
            )
        return Decision(match=match, candidates=candidates, reason=reason)

    def _ranking(self, sentence: Sentence) -> dict[str, Fit]:
        """Capability -> its best fit, the best capability first; equals in order of their ids."""
        fitting = Fitting(sentence, self._judge)
        best: dict[str, Fit] = {}
        for bound, frame in self._index.nearest(sentence, least=OFFERED):
            other = best.get(frame.capability)
            if other is not None and bound < other.score:
                continue
            each = fitting.fit(frame)
            if other is None or _rank(each) > _rank(other):
                best[frame.capability] = each
        return dict(sorted(best.items(), key=lambda item: (-item[1].score, item[0])))


def _reason(
    text: str,
    sentence: Sentence,
    ranking: Mapping[str, Fit],
    threshold: float,
    limits: Thresholds,
) -> Reason:
    """The first thing that speaks against a match, or MATCHED."""
    best = next(iter(ranking.values()), None)
    if best is None:
        return Reason.NOTHING_ALIKE if _has_words(sentence) else Reason.EMPTY
    if len(text) > LONGEST or best.flaw is Flaw.COMPLEX or _is_complex(sentence, best):
        return Reason.COMPLEX
    if best.flaw is not None:
        return Reason.NO_ARGUMENT
    if best.coverage < limits.coverage:
        return Reason.LOW_COVERAGE
    if best.score < threshold:
        return Reason.BELOW_THRESHOLD
    if _margin(ranking) < limits.margin:
        return Reason.SMALL_MARGIN
    return Reason.MATCHED


def _rank(each: Fit) -> tuple[float, bool]:
    return each.score, each.flaw is None


def _match(ranking: Mapping[str, Fit]) -> Match:
    capability, best = next(iter(ranking.items()))
    return Match(
        capability=capability,
        input=_input(best),
        score=best.score,
        coverage=best.coverage,
        margin=_margin(ranking),
        example=best.frame.text,
    )


def _margin(ranking: Mapping[str, Fit]) -> float:
    first, second, *_ = (*(each.score for each in ranking.values()), 0.0, 0.0)
    return first - second


def _input(each: Fit) -> dict[str, str]:
    found = dict(each.frame.input)
    if each.argument and each.frame.slot:
        found[each.frame.slot.key] = each.argument.text
    return found


def _has_words(sentence: Sentence) -> bool:
    return any(token.sense.kind is not Kind.BREAK for token in sentence.tokens)


def _is_complex(sentence: Sentence, best: Fit) -> bool:
    """A warning word that the example does not have, or questions in two parts of the sentence.

    What stands in the argument is part of a name ("Don't Panic") and does not count.
    """
    explained = {*best.frame.left, *best.frame.right}
    argument = best.argument
    asking: set[int] = set()
    part = 0
    for token in sentence.tokens:
        if argument and argument.start <= token.start < argument.end:
            continue
        kind = token.sense.kind
        part += kind is Kind.BREAK
        if kind is Kind.CUE and token.sense.concept not in explained:
            return True
        if kind is Kind.ASK:
            asking.add(part)
    return len(asking) > 1
