"""Who runs a command, and where its words go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.demo.player import Player

CONSOLE = "Server"
RCON = "Rcon"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The source of a command.

    `level` is its permission level (4 for console and RCON). What it does is told to the operators
    and to the log if `informs`; the console writes to the log by itself.
    """

    name: str
    level: int
    tell: Callable[[str], None]
    player: Player | None = None
    informs: bool = True
