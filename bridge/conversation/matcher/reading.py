"""Reads a sentence: its atoms become tokens with a sense, the longest known phrase first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from bridge.conversation.matcher.text import AtomKind, atoms, clean
from bridge.conversation.matcher.vocabulary import Kind, sense

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bridge.conversation.matcher.spelling import Spelling
    from bridge.conversation.matcher.text import Atom
    from bridge.conversation.matcher.vocabulary import Sense, Vocabulary

_UNREAD: Final = {AtomKind.BREAK: Kind.BREAK, AtomKind.QUOTED: Kind.QUOTED}


class Token(NamedTuple):  # as `Atom`
    """A phrase of the sentence. `guessed`: its spelling was corrected to find the sense."""

    sense: Sense
    start: int
    end: int
    guessed: bool = False


@dataclass(frozen=True, slots=True)
class Sentence:
    """A cleaned text and its tokens; spans point into `text`."""

    text: str
    tokens: tuple[Token, ...]


class Reader:
    """Knows the vocabulary and, once all examples are read, the spelling of their words."""

    def __init__(self, vocabulary: Vocabulary, spelling: Spelling | None = None) -> None:
        self._vocabulary = vocabulary
        self._spelling = spelling

    def read(self, text: str) -> Sentence:
        """The tokens of a text, in order; every atom is in exactly one."""
        plain = clean(text)
        pieces = atoms(plain)
        words: list[str] = []
        guesses: set[int] = set()
        for number, atom in enumerate(pieces):
            word, is_guess = self._known(atom)
            words.append(word)
            if is_guess:
                guesses.add(number)
        tokens: list[Token] = []
        at = 0
        while at < len(pieces):
            first = pieces[at]
            if first.kind in _UNREAD:
                unread = sense(first.text, _UNREAD[first.kind])
                tokens.append(Token(unread, first.start, first.end))
                at += 1
                continue
            meant, taken = self._vocabulary.longest(words, at) or (_unknown(words[at]), 1)
            last = pieces[at + taken - 1]
            guessed = not guesses.isdisjoint(range(at, at + taken))
            tokens.append(Token(meant, first.start, last.end, guessed))
            at += taken
        return Sentence(plain, tuple(tokens))

    def _known(self, atom: Atom) -> tuple[str, bool]:
        """The atom as the vocabulary spells it, and whether that is a guess.

        A plural is its singular; a word that nobody knows may be misspelled.
        """
        word = atom.text
        if atom.kind is not AtomKind.WORD or word in self._vocabulary.atoms:
            return word, False
        for singular in singulars(word):
            if singular in self._vocabulary.atoms:
                return singular, False
        meant = self._spelling.nearest(word) if self._spelling else None
        return (word, False) if meant is None else (meant, True)


def _unknown(word: str) -> Sense:
    return sense(word, Kind.UNKNOWN)


def singulars(word: str) -> Iterable[str]:
    """What an English plural may be the plural of."""
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        yield word[:-1]
        if word.endswith("ies"):
            yield word[:-3] + "y"
        elif word.endswith("es"):
            yield word[:-2]
