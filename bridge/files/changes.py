"""What a watch tells."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Change:
    """Names of entries that were made, written, renamed, removed or given other rights.

    `everything`: look at all of them again, because events were lost or the directory came, went
    or is another one now.
    """

    names: frozenset[str]
    everything: bool = False

    def touches(self, name: str) -> bool:
        """Whether an entry may have changed."""
        return self.everything or name in self.names


EVERYTHING = Change(frozenset(), everything=True)
NOTHING = Change(frozenset())
