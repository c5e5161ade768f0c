"""Cuts text into what can be compared: whole tokens for words, characters for Chinese.

NFKC and case-folded. A number is a token of its own kind: "2" is not part of "32" (F13). English
plurals and singulars meet at a common stem. A run of Chinese (or Japanese, Korean) characters is
kept whole, because nothing marks its words.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

_CJK: Final = (
    "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_TOKEN: Final = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+")
_IS_CJK: Final = re.compile(rf"[{_CJK}]")

_STOP_WORDS: Final = frozenset(
    {
        *(
            "a",
            "about",
            "all",
            "an",
            "and",
            "any",
            "are",
            "can",
            "do",
            "does",
            "find",
            "for",
            "from",
        ),
        *(
            "get",
            "give",
            "have",
            "how",
            "i",
            "in",
            "is",
            "it",
            "list",
            "me",
            "my",
            "need",
            "of",
            "on",
        ),
        *("or", "please", "quest", "quests", "show", "tell", "that", "the", "there", "this", "to"),
        *("want", "what", "when", "where", "which", "with", "you"),
    }
)
_STOP_CHARACTERS: Final = re.compile(
    "请问|有没有|有哪些|哪些|哪个|什么|怎么样|怎么|怎样|如何|关于|相关|任务|我想|我要|一个|一些"
    "|[的了吗呢啊吧是在有和与]"
)


def folded(text: str) -> str:
    """The form in which two texts are the same if a reader would say so."""
    if text.isascii():  # nearly every text, and then nothing else has to be done
        return " ".join(text.lower().split())
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def tokens(text: str) -> list[str]:
    """The tokens of a text in their order, English ones stemmed."""
    return [stem(token) for token in written(text)]


def written(text: str) -> list[str]:
    """The tokens of a text in their order, as they are written but for their case."""
    return _TOKEN.findall(folded(text))


def is_chinese(token: str) -> bool:
    """Whether a token is a run of characters rather than a word."""
    return _IS_CJK.match(token) is not None


def is_filling(word: str) -> bool:
    """Whether a written word says nothing of what a question is about."""
    return word in _STOP_WORDS


def asked(text: str) -> list[str]:
    """The tokens of a question that say what it is about, each once.

    Chinese runs become pairs of characters. Where only filling words are left, they are meant.
    """
    plain = folded(text)
    words = [word for word in _TOKEN.findall(_STOP_CHARACTERS.sub(" ", plain)) if word]
    meant = [word for word in words if not is_filling(word)] or _TOKEN.findall(plain)
    pairs = (pair for word in meant for pair in _pairs(word))
    return list(dict.fromkeys(pairs))


def _pairs(word: str) -> list[str]:
    if not is_chinese(word):
        return [stem(word)]
    return [word[at : at + 2] for at in range(len(word) - 1)] or [word]


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """What the forms of an English word have in common; any other word stays as it is.

    Storage, storages; drive, drives; battery, batteries; box, boxes.
    """
    if len(word) < 4 or not (word.isascii() and word.isalpha()):
        return word
    if word[-1] == "s" and word[-2] != "s":
        word = word[:-1]
    if len(word) > 3 and word[-1] == "e":
        word = word[:-1]
    return word[:-1] + "i" if len(word) > 3 and word[-1] == "y" else word
