"""What a server's log tells of its last start: the version, and the kind of server."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bridge.minecraft.dialects.detection import Found, ProxyFound
from bridge.minecraft.dialects.flavours import ANY
from bridge.minecraft.dialects.reader import Reader
from bridge.minecraft.link.log_events import port_told
from bridge.minecraft.transports.log_file import LogFile
from bridge.minecraft.transports.log_start import find_start

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.minecraft.version import GameVersion

_BEFORE: Final = 1 << 18
"""Loaders name themselves before the game does."""
_MOST: Final = 1 << 22
"""Bytes behind the start that are read: by then the server is up."""
_GUESS: Final = "Done ("


@dataclass(frozen=True, slots=True, kw_only=True)
class LastStart:
    """`flavour` is a dialect's or a proxy's name, "" if unknown; `why` the words that told it."""

    version: GameVersion | None = None
    flavour: str = ""
    why: str = ""
    is_proxy: bool = False
    management_port: int | None = None
    """Where the management protocol listens since then, if the log tells it."""

    @property
    def is_guess(self) -> bool:
        """Whether the flavour is taken from the look of the log alone."""
        return self.why.startswith(_GUESS)


def last_start(log: Path) -> LastStart:
    """What the log tells; nothing where it cannot be read."""
    with suppress(OSError):
        file = LogFile(log)
        try:
            return _read(file)
        finally:
            file.close()
    return LastStart()


def _read(file: LogFile) -> LastStart:
    start = find_start(file, file.size)
    begin = max(0, start - _BEFORE)
    reader = Reader(ANY)
    port: int | None = None
    for line in file.at(begin, start - begin + _MOST).splitlines():
        reader.read(line)
        port = port_told(line) or port
    found = LastStart(version=reader.version, management_port=port)
    match reader.finding:
        case Found(dialect=dialect, why=why):
            return replace(found, flavour=dialect.name, why=why)
        case ProxyFound(proxy=proxy, why=why):
            return replace(found, flavour=proxy, why=why, is_proxy=True)
        case None:
            return found
