"""Whether a server that ended is launched again, and after how long. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Restart = Literal["never", "on-crash", "always"]

SHORT_SECONDS: Final = 120.0
"""A run that ends sooner did not get far; a big pack takes about as long to start."""
MOST_SHORT: Final = 5
"""So many short runs in a row are enough: the next would end like them."""
FIRST_DELAY: Final = 1.0
LONGEST_DELAY: Final = 60.0

TERMINATED: Final = frozenset({130, 143})
"""128 and the number of SIGINT or SIGTERM: somebody wanted it to end."""
CANNOT_RUN: Final = frozenset({126, 127})
"""As shells say it, and our guard: the command is not there, or is no program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a run ended. `code` is None where it is not known: the process was not ours."""

    code: int | None
    crashed: bool
    seconds: float


@dataclass(frozen=True, slots=True)
class Again:
    """Launch it after so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Rest:
    """It stays down until somebody wants it."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """It would be launched again, and that is of no use."""

    reason: str


Decision = Again | Rest | GiveUp


class RestartPolicy:
    """One server's `restart`, with the short runs that came one after the other.

    Delays double from 1 s to 60 s; a run of two minutes begins anew.
    """

    def __init__(self, restart: Restart) -> None:
        self._restart = restart
        self._short = 0

    def after(self, ended: Ended) -> Decision:
        """What follows this end."""
        if self._restart == "never" or (self._restart == "on-crash" and not ended.crashed):
            return Rest()
        if ended.code in CANNOT_RUN:
            return GiveUp(f"the command cannot be run (exit code {ended.code})")
        self._short = self._short + 1 if ended.seconds < SHORT_SECONDS else 0
        if self._short >= MOST_SHORT:
            return GiveUp(f"it ended {self._short} times within {SHORT_SECONDS:.0f} seconds")
        return Again(min(FIRST_DELAY * 2 ** max(self._short - 1, 0), LONGEST_DELAY))

    def forget(self) -> None:
        """Somebody wants it anew; what was before does not count."""
        self._short = 0


def is_crash(code: int, *, asked: bool, told: bool) -> bool:
    """Whether a run with this exit code crashed.

    `asked`: it was told to stop. `told`: its lines spoke of a crash, after which the game's exit
    code may well be 0.
    """
    return not asked and (told or (code != 0 and code not in TERMINATED))
