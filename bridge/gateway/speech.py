"""A model's text without the private reasoning that some write before it. Pure."""

from __future__ import annotations

import codecs
import re
from enum import Enum, auto
from typing import Final

_OPENING: Final = ("<think>", "<thinking>")
_CLOSING: Final = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_LONGEST: Final = len("</thinking>")

_UNOPENED: Final = re.compile(
    r"\A.*?^[ \t]*</think(?:ing)?>", re.IGNORECASE | re.DOTALL | re.MULTILINE
)
"""Templates that open the block themselves leave the reply only its end, on a line of its own."""


class _Place(Enum):
    HEAD = auto()
    THINKING = auto()
    TEXT = auto()


class Speech:
    """Takes a text in pieces and passes on what is meant to be read.

    Half a surrogate pair (JSON can escape one) waits for the other half and is else replaced, so
    that the text can always be written as UTF-8.
    """

    def __init__(self) -> None:
        self.thought = False
        """Whether any reasoning was left out."""
        self._place = _Place.HEAD
        self._held = ""
        self._told: list[str] = []
        self._pairs = codecs.getincrementaldecoder("utf-16-le")("replace")

    def feed(self, piece: str) -> str:
        """The readable part of this piece and of what was held back before it."""
        self._held += self._pairs.decode(piece.encode("utf-16-le", "surrogatepass"))
        readable = self._read()
        if readable:
            self._told.append(readable)
        return readable

    def end(self) -> tuple[str, str]:
        """What was still held back, and the whole text, stripped."""
        self._held += self._pairs.decode(b"", final=True)
        last = self._read()
        if self._place is _Place.HEAD:
            last += self._held
        whole = "".join([*self._told, last])
        text = _UNOPENED.sub("", whole)
        self.thought = self.thought or text != whole
        return last, text.strip()

    def _read(self) -> str:
        while self._place is not _Place.TEXT:
            if not (self._head() if self._place is _Place.HEAD else self._thinking()):
                return ""
        readable, self._held = self._held, ""
        return readable

    def _head(self) -> bool:
        """Whether what stands at the head is decided."""
        start = self._held.lstrip()
        opening = next((tag for tag in _OPENING if start.lower().startswith(tag)), None)
        if opening is not None:
            self.thought = True
            self._held = start[len(opening) :]
            self._place = _Place.THINKING
            return True
        if any(tag.startswith(start.lower()) for tag in _OPENING):
            return False
        self._place = _Place.TEXT
        return True

    def _thinking(self) -> bool:
        """Whether the reasoning is over; its text is dropped at once."""
        closing = _CLOSING.search(self._held)
        if closing is None:
            self._held = self._held[-_LONGEST:]
            return False
        self._held = self._held[closing.end() :]
        self._place = _Place.HEAD
        return True
