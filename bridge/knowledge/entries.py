"""What can be found: an entry, its source, and who asks. Pure values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bridge.core.actors import Player


class Source(StrEnum):
    """Where an entry comes from."""

    NOTES = "notes"
    MANUAL = "manual"
    QUESTS = "quests"
    ITEMS = "items"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One thing that can be found.

    `key` is what its source calls it: `rules.md#2` (a note's section), `modes#1` (a page's), a
    quest's id, an item's id. `place` is where it stands, for a reader: a page's or chapter's title.
    """

    source: Source
    key: str
    title: str
    text: str
    place: str = ""

    @property
    def digest(self) -> str:
        """The same for equal entries, and only for them: many views share most entries."""
        fields = (self.source, self.key, self.title, self.place, self.text)
        whole = "\0".join(field.replace("\0", " ") for field in fields)
        return blake2b(whole.encode(errors="replace"), digest_size=16).hexdigest()

    @property
    def name(self) -> str:
        """How an answer names it as its source."""
        if not self.place or self.place == self.title:
            return self.title
        return f"{self.place} › {self.title}"


def section_of(key: str) -> tuple[str, str]:
    """The file's name and the section's number in a note's or page's key; "" for the whole file."""
    if key.endswith(".md"):
        return key, ""
    name, _, number = key.rpartition("#")
    return name, number


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """Whose eyes are looked through."""

    player: Player
    language: str
    administrator: bool = False
    """Proven to hold permission level 2."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """An entry that was found.

    `coverage` is the share, 0 to 1, of what was asked that stands in it; `snippet` the most telling
    piece of its text.
    """

    entry: Entry
    snippet: str
    coverage: float
    score: float
