"""The piece of a text that says most about a question. Pure."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from bridge.knowledge import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bridge.knowledge.queries import Query, Term

LENGTH: Final = 220
"""Characters of a snippet."""
_BEFORE: Final = 40
"""Characters shown before the first word that was found."""


def present(query: Query, terms: Iterable[str]) -> frozenset[Term]:
    """Those of a query among the terms of a text, as `words.indexed` cuts them."""
    there = frozenset(terms)
    return frozenset(
        term
        for term in query.terms
        if term.text in there
        or (term.is_single and any(each.startswith(term.text) for each in there))
    )


def snippet(text: str, query: Query, length: int = LENGTH) -> str:
    """At most about `length` characters, with `…` where something was left out; one line."""
    line = " ".join(text.split())
    if len(line) <= length:
        return line
    begin = _begin(line, query, length)
    end = min(len(line), begin + length)
    if begin and (blank := line.find(" ", begin, begin + _BEFORE)) >= 0:
        begin = blank + 1
    if end < len(line) and (blank := line.rfind(" ", end - _BEFORE, end)) > begin:
        end = blank
    head, tail = "…" if begin else "", "…" if end < len(line) else ""
    return f"{head}{line[begin:end].strip()}{tail}"


def _begin(line: str, query: Query, length: int) -> int:
    """Where the window begins that holds most of the terms, the first of those."""
    spots = sorted(_spots(line, {term.text for term in query.terms}))
    inside: Counter[str] = Counter()
    best, begin, ahead = 0, 0, 0
    for at, term in spots:
        while ahead < len(spots) and spots[ahead][0] < at + length - _BEFORE:
            inside[spots[ahead][1]] += 1
            ahead += 1
        if len(inside) > best:
            best, begin = len(inside), at
        inside[term] -= 1
        if not inside[term]:
            del inside[term]
    return max(0, min(begin - _BEFORE, len(line) - length))


@lru_cache(maxsize=8_192)
def _term(word: str) -> str:
    """A word's term. The same words stand in every text."""
    return words.stem(words.folded(word))


def _spots(line: str, wanted: set[str]) -> Iterator[tuple[int, str]]:
    """Where terms stand: by the text as it is written, whose folding may be longer or shorter."""
    for match in words.TOKEN.finditer(line):
        if not words.is_packed(match[0]):
            if (term := _term(match[0])) in wanted:
                yield match.start(), term
            continue
        token = words.folded(match[0])
        for at in range(len(token)):
            for term in (token[at : at + 2], token[at]):
                if term in wanted:
                    yield match.start() + at, term
