"""Which packs of a world count, and which of them wins. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from bridge.core.errors import ConfigurationError, NbtError
from bridge.minecraft import nbt

if TYPE_CHECKING:
    from collections.abc import Iterable

_OF_THE_WORLD: Final = "file/"
"""How level.dat marks the packs of `datapacks/` among the built-in ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What level.dat says about the packs in `datapacks/`, by file or folder name."""

    enabled: tuple[str, ...] = ()
    disabled: frozenset[str] = frozenset()

    def ordered(self, names: Iterable[str]) -> list[str]:
        """Those that count, the weakest first: as enabled, then those not mentioned, by name."""
        present = set(names) - self.disabled
        listed = [name for name in dict.fromkeys(self.enabled) if name in present]
        return [*listed, *sorted(present.difference(listed))]


def parse_selection(level: bytes, *, file: str) -> Selection:
    """From the content of level.dat. Raises ConfigurationError for what is no NBT.

    A world without the lists (before 1.13, or not yet saved) mentions no pack.
    """
    try:
        root = nbt.read(level)
    except NbtError as error:
        raise ConfigurationError(file=file, key="", problem=str(error)) from error
    match root:
        case {"Data": {"DataPacks": {**lists}}}:
            return Selection(
                enabled=tuple(_names(lists.get("Enabled"))),
                disabled=frozenset(_names(lists.get("Disabled"))),
            )
        case _:
            return Selection()


def _names(listed: object) -> list[str]:
    if not isinstance(listed, list):
        return []
    return [
        entry.removeprefix(_OF_THE_WORLD)
        for entry in cast("list[object]", listed)
        if isinstance(entry, str) and entry.startswith(_OF_THE_WORLD)
    ]
