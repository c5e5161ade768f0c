"""Java's strings: vanilla counts, cuts and encodes text in UTF-16 code units, not in characters."""

from __future__ import annotations

_CODEC = "utf-16-le"


def length(text: str) -> int:
    """The number of UTF-16 code units, as Java's `String.length()`."""
    return len(text) + sum(character > "\uffff" for character in text)


def without_first(text: str, count: int) -> str:
    """The text behind its first `count` units, as Java's `substring`; half a pair stays half."""
    return text.encode(_CODEC, "surrogatepass")[2 * count :].decode(_CODEC, "surrogatepass")


def pieces(text: str, size: int) -> list[str]:
    """The text in pieces of `size` units; an empty text is one empty piece."""
    units = text.encode(_CODEC, "surrogatepass")
    starts = range(0, max(len(units), 1), 2 * size)
    return [units[start : start + 2 * size].decode(_CODEC, "surrogatepass") for start in starts]


def joined(text: str) -> str:
    """The text with every high and low surrogate that stand together made one character."""
    return text.encode(_CODEC, "surrogatepass").decode(_CODEC, "surrogatepass")


def encode(text: str) -> bytes:
    """UTF-8 as Java's `getBytes` writes it: a lone surrogate becomes `?`."""
    return text.encode("utf-8", "replace")
