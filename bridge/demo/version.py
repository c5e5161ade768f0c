"""What the simulated game does differently from version to version."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bridge.core.errors import UsageError

_NUMBERS = re.compile(r"(\d+)\.(\d+)(?:\.(\d+))?(?:-[A-Za-z0-9.-]+)?")
_OLDEST = (1, 20, 5)
_SNBT_TEXT = (1, 21, 5)
_DIALOGS = (1, 21, 6)
_MARKED_SYSTEM_LINES = (26, 3)

_DATA_VERSIONS = {
    (1, 20, 5): 3837,
    (1, 20, 6): 3839,
    (1, 21, 0): 3953,
    (1, 21, 1): 3955,
    (1, 21, 2): 4080,
    (1, 21, 3): 4082,
    (1, 21, 4): 4189,
    (1, 21, 5): 4325,
    (1, 21, 6): 4435,
    (1, 21, 7): 4438,
    (1, 21, 8): 4440,
    (1, 21, 9): 4554,
    (1, 21, 10): 4556,
    (1, 21, 11): 4671,
}


@dataclass(frozen=True, slots=True)
class GameVersion:
    """A release from 1.20.5 on (or one of its pre-releases), such as `1.21.4` or `26.3-pre1`.

    Older ones read text components by other rules and are refused.
    """

    name: str
    number: tuple[int, int, int]

    @classmethod
    def parse(cls, name: str) -> GameVersion:
        """The version of that name.

        Raises UsageError: not a version, or older than 1.20.5.
        """
        match = _NUMBERS.fullmatch(name)
        if match is None:
            raise UsageError(f"not a game version: {name!r}")
        number = (int(match[1]), int(match[2]), int(match[3] or 0))
        if number < _OLDEST:
            raise UsageError(f"the demo simulates 1.20.5 and later, not {name}")
        return cls(name, number)

    @property
    def snbt_text(self) -> bool:
        """Whether text components are SNBT with `click_event`; JSON with `clickEvent` before."""
        return self.number >= _SNBT_TEXT

    @property
    def dialogs(self) -> bool:
        """Whether the click actions `show_dialog` and `custom` exist."""
        return self.number >= _DIALOGS

    @property
    def system_mark(self) -> str:
        """What stands before a system message in the log (reference page, A2)."""
        return "System chat: " if self.number >= _MARKED_SYSTEM_LINES else ""

    @property
    def unknown_command(self) -> str:
        """The first line about a command that is none (reference page, B1)."""
        if self.number >= _MARKED_SYSTEM_LINES:
            return "Unknown or incomplete command. See below for error"
        return "Unknown or incomplete command, see below for error"

    @property
    def data_version(self) -> int:
        """The number in level.dat; of a version not in the table, its nearest older one's."""
        return _DATA_VERSIONS[max(known for known in _DATA_VERSIONS if known <= self.number)]
