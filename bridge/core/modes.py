"""The four levels of AI use, in their order (spec 2, "Default mode and host permissions")."""

from __future__ import annotations

from enum import StrEnum
from typing import Self


class Mode(StrEnum):
    """offline < standard < extended < free: a preference, a ceiling or what is in force."""

    OFFLINE = "offline"
    STANDARD = "standard"
    EXTENDED = "extended"
    FREE = "free"

    @property
    def rank(self) -> int:
        """0 for offline up to 3 for free. (Comparing the members would compare their words.)"""
        return _RANKS[self]

    @classmethod
    def lowest(cls, first: Self, *others: Self) -> Self:
        """The lowest of some modes."""
        return min((first, *others), key=lambda mode: mode.rank)


_RANKS = {mode: rank for rank, mode in enumerate(Mode)}
