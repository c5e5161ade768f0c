"""What a question looks for, as terms and as FTS5 expressions. Pure.

What players write is data: an expression is built of quoted terms, and a term holds letters and
digits alone, so nothing in it can be an operator.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bridge.knowledge import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST_TERMS: Final = 24
"""What comes after them in a long question is not looked for, and not missed."""
_LONGEST: Final = 400
"""Characters of a question that are looked at."""
_WORD: Final = 2.0
"""What a word counts for in the coverage; a packed character counts one."""

_FILLING_WORDS: Final = (
    "a about all am an and any anyone are as at be been but by can could do does for from get give "
    "had has have how i if in into is it its know let like me my need no not of on or our please "
    "s say says should show so some t tell than that the their them then there these they thing "
    "things this those to up us want was we were what whats when where which who whom why will "
    "with would you your"
)
_FILLING: Final = frozenset(_FILLING_WORDS.split())
_FILLING_PHRASES: Final = re.compile(
    "请问|有没有|有哪些|是不是|能不能|可不可以|为什么|怎么样|告诉我|哪些|哪里|哪个|哪儿|什么|怎么|怎样|如何|"
    "关于|相关|我想要|我想|我要|我们|你们|他们|一个|一下|一些|可以|需要|知道|多少|"
    "[的了吗呢啊吧呀么是我你他她它们]"
)
_WHOLE: Final = 3
"""A run no longer than this is a word: `目的地` is not `目` and `地`."""


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to look for: a stemmed word, a pair, or a single packed character."""

    text: str

    @property
    def is_single(self) -> bool:
        """One packed character, looked for where a pair, or the end of a run, begins."""
        return len(self.text) == 1 and words.is_packed(self.text)

    @property
    def expression(self) -> str:
        """FTS5's."""
        return f'"{self.text}"*' if self.is_single else f'"{self.text}"'


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for. Falsy where there is nothing."""

    terms: tuple[Term, ...] = ()
    runs: tuple[str, ...] = ()
    """The packed runs that were asked for, filling words apart, as far as their pairs are terms."""
    meant: str = ""
    """The question without filling words, for those who look in their own way."""

    def __bool__(self) -> bool:
        return bool(self.terms)

    def coverage(self, present: Iterable[Term]) -> float:
        """The share of the question that these terms are, 0 to 1.

        Of a packed run the characters count that a found pair holds: pairs across two words stand
        nowhere, and say nothing.
        """
        there = {term.text for term in present}
        plain = [term.text for term in self.terms if not words.is_packed(term.text)]
        whole = _WORD * len(plain)
        found = _WORD * sum(text in there for text in plain)
        for run in self.runs:
            whole += len(run)
            found += _covered(run, there)
        return found / whole if whole else 0.0


def asked(text: str) -> Query:
    """What a question is about; where it is filling words alone, those are meant."""
    found = words.tokens(text[:_LONGEST])
    meant = [each for token in found for each in _meant(token)] or found
    terms: dict[Term, None] = {}
    runs: dict[str, None] = {}
    for token in meant:
        cut = _cut(token)[: MOST_TERMS - len(terms)]
        if not cut:
            break
        terms |= dict.fromkeys(cut)
        if words.is_packed(token):
            runs[token[: len(cut) + 1]] = None
    return Query(tuple(terms), tuple(runs), " ".join(meant))


def any_of(terms: Sequence[Term], *, column: str = "") -> str:
    """The expression that one of the terms satisfies."""
    return _in_column(" OR ".join(term.expression for term in terms), column)


def all_of(terms: Sequence[Term], *, column: str = "") -> str:
    """The expression that only all of the terms satisfy."""
    return _in_column(" AND ".join(term.expression for term in terms), column)


def _in_column(expression: str, column: str) -> str:
    return f"{{{column}}} : ({expression})" if column else expression


def _meant(token: str) -> list[str]:
    """What a token says without filling words."""
    if not words.is_packed(token):
        return [] if token in _FILLING else [token]
    if len(token) <= _WHOLE:
        return [] if _FILLING_PHRASES.fullmatch(token) else [token]
    return words.TOKEN.findall(_FILLING_PHRASES.sub(" ", token))


def _cut(token: str) -> list[Term]:
    if not words.is_packed(token):
        return [Term(words.stem(token))]
    return [Term(each) for each in words.pairs(token) or [token]]


def _covered(run: str, there: set[str]) -> int:
    if len(run) == 1:
        return int(run in there)
    marks = [False] * len(run)
    for at, pair in enumerate(words.pairs(run)):
        if pair in there:
            marks[at] = marks[at + 1] = True
    return sum(marks)
