"""The typed fields of a compound that somebody wrote, refused as the game refuses them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.demo.version import GameVersion

Value: TypeAlias = "bool | int | float | str | list[Value] | dict[str, Value] | None"
"""What JSON or SNBT text holds; SNBT's numbers and arrays without their width."""


class ComponentError(ValueError):
    """Well-formed text that is no text component of this version."""


@dataclass(frozen=True, slots=True)
class Fields:
    """A compound's members. Each reader gives None for an absent key and refuses a wrong type."""

    members: Mapping[str, Value]
    version: GameVersion

    def text(self, key: str) -> str | None:
        """A string."""
        value = self.members.get(key)
        if key in self.members and not isinstance(value, str):
            raise ComponentError(f"Not a string: {value}")
        return value if isinstance(value, str) else None

    def flag(self, key: str) -> bool | None:
        """True or false; in SNBT any number too."""
        if key not in self.members:
            return None
        value = self.members[key]
        if isinstance(value, bool) or (self.version.snbt_text and isinstance(value, (int, float))):
            return bool(value)
        raise ComponentError(f"Not a boolean: {value}")

    def whole(self, key: str) -> int | None:
        """A whole number."""
        value = self.members.get(key)
        if key in self.members and (isinstance(value, bool) or not isinstance(value, int)):
            raise ComponentError(f"Not a number: {value}")
        return value if isinstance(value, int) else None

    def compound(self, key: str) -> Fields | None:
        """A compound."""
        value = self.members.get(key)
        if key in self.members and not isinstance(value, dict):
            raise ComponentError(f"Not a map: {value}")
        return Fields(value, self.version) if isinstance(value, dict) else None

    def need_text(self, key: str) -> str:
        """A string that has to be there."""
        text = self.text(key)
        if text is None:
            raise self._missing(key)
        return text

    def need(self, key: str) -> Value:
        """A value of any type that has to be there."""
        if key not in self.members:
            raise self._missing(key)
        return self.members[key]

    def _missing(self, key: str) -> ComponentError:
        return ComponentError(f"No key {key} in {dict(self.members)}")
