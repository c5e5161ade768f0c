"""Lays a frame over a sentence: which words it explains, what its argument is, how well it fits."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Final

from bridge.conversation.matcher.slots import Flaw, SlotKind, is_proper, trim
from bridge.conversation.matcher.vocabulary import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bridge.conversation.matcher.frames import Frame, Slot
    from bridge.conversation.matcher.reading import Sentence, Token
    from bridge.conversation.matcher.slots import Argument, Judge

ARGUMENT: Final = 0.5
"""What an argument in its place explains of a sentence; a telling word explains 1."""
STRAY: Final = 0.25
"""What a word of the requests costs inside an argument: it may belong to the name."""
MISREAD: Final = 0.1
"""What a corrected word costs inside an argument: it may have been right."""
STATEMENT: Final = 0.5
"""What it costs that a verb stands between the example's words and the argument behind them ("my
quest is bugged"), or a small word between a topic and the words behind it ("sort my notes")."""
DOUBT: Final = 0.5
"""What a word costs outside that only its corrected spelling makes harmless."""
KIN: Final = 0.3
"""What a telling word costs that the example lacks, but others of the capability have."""
UNTOLD: Final = 0.8
"""What is left of the score when a telling word of the example is missing in the sentence."""
GUESS: Final = 0.96
"""What a corrected spelling leaves of a word's worth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """How a frame fits.

    `score` is the cosine of sentence and frame with the argument masked, `coverage` the
    explained share of the sentence. With a `flaw` there is no argument, and the score is what
    the words alone are worth.
    """

    frame: Frame
    score: float
    coverage: float
    argument: Argument | None = None
    flaw: Flaw | None = None


@dataclass(frozen=True, slots=True)
class _Side:
    """One side of the argument: the tokens it takes from its end, what they win and lose."""

    taken: int = 0
    won: float = 0.0
    lost: float = 0.0


_NOTHING: Final = _Side()


class Fitting:
    """One sentence that frames are laid over, one after the other."""

    def __init__(self, sentence: Sentence, judge: Judge) -> None:
        self._sentence = sentence
        self._judge = judge
        self._tokens = sentence.tokens
        self._reversed = sentence.tokens[::-1]
        self._heavy = tuple(each for each in sentence.tokens if each.sense.loss or each.guessed)
        self._concepts = {token.sense.concept for token in sentence.tokens}
        self._found: dict[tuple[SlotKind, int, int], tuple[Argument | Flaw, float]] = {}

    def fit(self, frame: Frame) -> Fit:
        """The best way to lay this frame over the sentence."""
        factor = 1.0 if frame.telling <= self._concepts else UNTOLD
        if frame.slot is None:
            side = _explain(self._heavy, frame.left, frame.kin)
            return _fit(frame, side.won, side.lost, factor)
        left = self._side(self._tokens, frame.left, frame.kin)
        rest = self._reversed[: len(self._tokens) - left.taken]
        right = self._side(rest, frame.right, frame.kin)
        argument, cost = self._argument(frame.slot, left.taken, len(self._tokens) - right.taken)
        won, lost = left.won + right.won, left.lost + right.lost + cost
        return _fit(frame, won, lost, factor, argument)

    def _side(
        self, tokens: Sequence[Token], concepts: Mapping[str, float], kin: frozenset[str]
    ) -> _Side:
        is_there = not self._concepts.isdisjoint(concepts)
        return _reach(tokens, concepts, kin) if is_there else _NOTHING

    def _argument(self, slot: Slot, start: int, end: int) -> tuple[Argument | Flaw, float]:
        """The argument between two tokens, and what the words there cost."""
        key = slot.kind, start, end
        if key not in self._found:
            self._found[key] = self._look(slot.kind, start, end)
        return self._found[key]

    def _look(self, kind: SlotKind, start: int, end: int) -> tuple[Argument | Flaw, float]:
        tokens = self._tokens
        first, last = self._trim(start, end)
        argument = self._judge.judge(kind, self._sentence, first, last)
        if isinstance(argument, Flaw):
            return argument, _cost(tokens[start:end])
        cost = _cost(tokens[start:first]) + _cost(tokens[last:end])
        cost += sum(self._stray(at, kind) for at in range(first, last))
        before = tokens[start:first] if start else ()
        behind = tokens[last:end] if kind is SlotKind.TEXT and end < len(tokens) else ()
        return argument, cost + STATEMENT * (_has(before, Kind.PREDICATE) + _has(behind, Kind.STOP))

    def _stray(self, at: int, kind: SlotKind) -> float:
        """What a word costs inside an argument. Words of the requests are rare in items' names."""
        token = self._tokens[at]
        if token.guessed:
            return MISREAD
        if token.sense.kind not in (Kind.LIGHT, Kind.CONCEPT) or is_proper(self._sentence, at):
            return 0.0
        return 1.0 if kind is SlotKind.NAME and token.sense.kind is Kind.CONCEPT else STRAY

    def _trim(self, start: int, end: int) -> tuple[int, int]:
        """The span without what no name begins or ends with, unless the whole is a known name."""
        whole = self._tokens[start:end]
        if whole and self._judge.is_name(self._sentence.text[whole[0].start : whole[-1].end]):
            return start, end
        return trim(self._sentence, start, end)


def _fit(
    frame: Frame, won: float, lost: float, factor: float, found: Argument | Flaw | None = None
) -> Fit:
    argument, flaw = (None, found) if isinstance(found, Flaw) else (found, None)
    told = won + (ARGUMENT if argument else 0.0)
    asked = frame.total + (ARGUMENT if flaw else 0.0)
    coverage = told / (told + lost) if won else 0.0
    score = factor * sqrt(min(1.0, won / asked) * coverage)
    if argument:
        score *= argument.trust
    return Fit(frame=frame, score=score, coverage=coverage, argument=argument, flaw=flaw)


def _explain(tokens: Sequence[Token], concepts: Mapping[str, float], kin: frozenset[str]) -> _Side:
    """All tokens against all concepts, in any order; a concept explains its repetitions too."""
    won = lost = 0.0
    seen: set[str] = set()
    for token in tokens:
        concept = token.sense.concept
        weight = concepts.get(concept)
        if weight is None:
            lost += _loss(token, kin)
        elif concept not in seen:
            seen.add(concept)
            won += weight * GUESS if token.guessed else weight
    return _Side(len(tokens), won, lost)


def _reach(tokens: Sequence[Token], concepts: Mapping[str, float], kin: frozenset[str]) -> _Side:
    """How far from its end of the sentence a side goes: to where it has won the most."""
    best = _NOTHING
    won = lost = 0.0
    waiting = dict(concepts)
    for at, token in enumerate(tokens, 1):
        concept = token.sense.concept
        weight = waiting.pop(concept, None)
        if weight is not None:
            won += weight * GUESS if token.guessed else weight
            if won - lost > best.won - best.lost:
                best = _Side(at, won, lost)
        elif concept in concepts:
            best = _Side(at, won, lost) if best.taken == at - 1 else best
        else:
            lost += _loss(token, kin)
            if lost > len(concepts):  # no concept wins more than 1: this side ends before
                break
    return best


def _cost(tokens: Sequence[Token]) -> float:
    return sum(_loss(token) for token in tokens)


def _loss(token: Token, kin: frozenset[str] = frozenset()) -> float:
    sense = token.sense
    if sense.concept in kin:
        return min(sense.loss, KIN)
    return max(sense.loss, DOUBT) if token.guessed else sense.loss


def _has(tokens: Sequence[Token], kind: Kind) -> bool:
    return any(token.sense.kind is kind for token in tokens)
