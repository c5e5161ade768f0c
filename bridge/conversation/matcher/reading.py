"""Reads a sentence: its atoms become tokens with a sense, the longest known phrase first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from bridge.conversation.matcher.text import BREAKS, AtomKind, atoms, clean, words
from bridge.conversation.matcher.vocabulary import END, Kind, sense

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bridge.conversation.matcher.spelling import Spelling
    from bridge.conversation.matcher.vocabulary import Sense, Vocabulary

QUOTE: Final = '"'
"""Stands before a quotation, so that no phrase begins in it."""
_MARKS: Final = {AtomKind.BREAK: END, AtomKind.QUOTED: QUOTE}
_BREAK: Final = sense("", Kind.BREAK)


class Token(NamedTuple):  # for speed, as `Atom`
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
        read: list[str] = []
        guesses: set[int] = set()
        for number, atom in enumerate(pieces):
            word = _MARKS.get(atom.kind, "") + atom.text
            if atom.kind is AtomKind.WORD and word not in self._vocabulary.atoms:
                word, is_guess = self._known(word)
                if is_guess:
                    guesses.add(number)
            read.append(word)
        tokens = [
            Token(
                meant,
                pieces[at].start,
                pieces[min(end, len(pieces)) - 1].end,
                not guesses.isdisjoint(range(at, end)),
            )
            for meant, at, end in self._phrases(read)
        ]
        return Sentence(plain, tuple(tokens))

    def senses(self, text: str) -> list[Sense]:
        """The senses alone, of a text whose spelling is trusted."""
        return [meant for meant, _, _ in self._phrases(words(text))]

    def _phrases(self, read: list[str]) -> Iterator[tuple[Sense, int, int]]:
        """Each phrase's sense and its range in `read`, the longest known phrase first."""
        ended = [*read, END]
        at = 0
        while at < len(read):
            meant, taken = self._vocabulary.longest(ended, at) or self._alone(read[at])
            yield meant, at, at + taken
            at += taken

    def _alone(self, word: str) -> tuple[Sense, int]:
        """The sense of a word that begins no phrase: its singular may be one."""
        if word == END or word in BREAKS:
            return _BREAK, 1
        if word[0] == QUOTE:
            return sense(word[1:], Kind.QUOTED), 1
        for singular in singulars(word):
            found = self._vocabulary.longest((singular,), 0)
            if found:
                return found
        return sense(word, Kind.UNKNOWN), 1

    def _known(self, word: str) -> tuple[str, bool]:
        """The word as the vocabulary spells it, and whether that is a guess.

        A plural is its singular; a word that nobody knows may be misspelled.
        """
        for singular in singulars(word):
            if singular in self._vocabulary.atoms:
                return singular, False
        if self._spelling:
            for form in (word, *singulars(word)):
                meant = self._spelling.nearest(form)
                if meant:
                    return meant, True
        return word, False


def singulars(word: str) -> Iterable[str]:
    """What an English plural may be the plural of."""
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        yield word[:-1]
        if word.endswith("ies"):
            yield word[:-3] + "y"
        elif word.endswith("es"):
            yield word[:-2]
