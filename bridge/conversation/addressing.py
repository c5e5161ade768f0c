"""Which chat lines are for the assistant, and what they ask for (contract section 4). Pure."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_PRESS = re.compile(r"\d+|\d{1,2}\s+[a-z0-9]{3}", re.ASCII)
_DIGITS = 9
"""Of a number of a button: a longer one is as wrong without the rest of it."""


@dataclass(frozen=True, slots=True)
class Press:
    """Button `number` (from 1) of card `card`, or of the newest card where it is None."""

    number: int
    card: str | None


def addressed(text: str, prefixes: Iterable[str]) -> str | None:
    """What follows a prefix, stripped; None for a line that is not for us.

    A prefix counts after NFKC and in any case, and only before a blank or the end:
    `@aiden hi` is not for `@ai`.
    """
    stripped = text.lstrip()
    wanted = {_folded(prefix) for prefix in prefixes}
    for end, character in enumerate(f"{stripped} "):
        if character.isspace():
            return stripped[end:].strip() if _folded(stripped[:end]) in wanted else None
    return None


def press(text: str) -> Press | None:
    """The press that `text` is, if it is one: digits alone, or digits and a card's id."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    if _PRESS.fullmatch(folded) is None:
        return None
    number, *card = folded.split()
    return Press(int(number[:_DIGITS]), card[0] if card else None)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
