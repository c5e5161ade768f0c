"""The game's version as a value that can be ordered, and what each version can do.

Two numberings exist: `1.<minor>.<patch>` up to 1.21.11, `<year>.<drop>.<patch>` from 26.1. Both
sort as numbers. A pre-release, a release candidate and a snapshot stand before their release, and
a weekly snapshot (`25w03a`) before the release whose cycle it opened or continued.
"""

from __future__ import annotations

import bisect
import re
from dataclasses import dataclass
from enum import IntEnum
from typing import Self

from typing_extensions import override


class Stage(IntEnum):
    """How far a version is on its way to a release."""

    WEEKLY = 0
    SNAPSHOT = 1
    PRE_RELEASE = 2
    CANDIDATE = 3
    RELEASE = 4


@dataclass(frozen=True, slots=True, order=True)
class GameVersion:
    """One version; compares in the order of publication.

    `build` is the number behind the stage (the week's letter for weekly snapshots, 0 for releases),
    `week` the year and week of a weekly snapshot as one number, else 0.
    """

    release: tuple[int, int, int]
    stage: Stage = Stage.RELEASE
    week: int = 0
    build: int = 0

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The version that a server names, or None for what is none (`b1.8.1`, a fork's own word).

        Takes the short ids (`1.21.11-pre1`, `26.3-rc-3`, `26.3-snapshot-3`, `25w03a`) and the
        long names of the same (`1.20.5 Pre-Release 4`, `26.1 Snapshot 1`, `1.21.11 Unobfuscated`).
        """
        if weekly := _WEEKLY.fullmatch(text):
            year, number, letter = int(weekly[1]), int(weekly[2]), ord(weekly[3]) - ord("a")
            return cls(_release_of_week(year, number), Stage.WEEKLY, year * 100 + number, letter)
        if (match := _NUMBERED.fullmatch(text)) is None:
            return None
        release = (int(match[1]), int(match[2]), int(match[3] or 0))
        if match["stage"] is None:
            return cls(release)
        return cls(release, _STAGES[match["stage"].lower()], 0, int(match["build"]))

    @override
    def __str__(self) -> str:
        major, minor, patch = self.release
        number = f"{major}.{minor}.{patch}" if patch else f"{major}.{minor}"
        match self.stage:
            case Stage.RELEASE:
                return number
            case Stage.WEEKLY:
                return f"{self.week // 100}w{self.week % 100:02}{chr(ord('a') + self.build)}"
            case Stage.SNAPSHOT:
                return f"{number}-snapshot-{self.build}"
            case Stage.PRE_RELEASE | Stage.CANDIDATE:
                short = "pre" if self.stage is Stage.PRE_RELEASE else "rc"
                # The short id got a second hyphen together with the numbering by year.
                return f"{number}-{short}{'-' if major >= _BY_YEAR else ''}{self.build}"

    @property
    def has_datapacks(self) -> bool:
        """Packs, functions, the new command parser and its echo of unknown console input: 1.13."""
        return self.release >= (1, 13, 0)

    @property
    def has_dialogs(self) -> bool:
        """`/dialog` and the `show_dialog` click: 1.21.6."""
        return self.release >= (1, 21, 6)

    @property
    def has_hex_colours(self) -> bool:
        """`#RRGGBB` in text components: 1.16."""
        return self.release >= (1, 16, 0)

    @property
    def text_is_snbt(self) -> bool:
        """Components with `click_event`/`hover_event`, read as SNBT: 1.21.5, from 25w02a."""
        return self.release >= (1, 21, 5)

    @property
    def has_system_chat_prefix(self) -> bool:
        """Every system message in the log begins `System chat: `: 26.3-snapshot-3."""
        return self >= _FIRST_WITH_SYSTEM_CHAT

    @property
    def tellraw_takes_uuid(self) -> bool:
        """A player may be named to `tellraw` and `title` by UUID: 1.8 to 1.12.2 only.

        Since 1.13 the selector parser marks a UUID as "may be any entity", which arguments for
        players refuse ("Only players may be affected by this command, but the provided selector
        includes entities").
        """
        return (1, 8, 0) <= self.release < (1, 13, 0)


_WEEKLY = re.compile(r"(\d\d)w(\d\d)([a-z])")
_NUMBERED = re.compile(
    r"(\d{1,2})\.(\d{1,3})(?:\.(\d{1,3}))?"
    r"(?:[- ](?P<stage>pre|rc|snapshot|pre-release|release candidate)[- ]?(?P<build>\d{1,4}))?"
    r"(?: Unobfuscated)?",
    re.IGNORECASE | re.ASCII,
)
_STAGES = {
    "snapshot": Stage.SNAPSHOT,
    "pre": Stage.PRE_RELEASE,
    "pre-release": Stage.PRE_RELEASE,
    "rc": Stage.CANDIDATE,
    "release candidate": Stage.CANDIDATE,
}
_BY_YEAR = 26
_FIRST_WITH_SYSTEM_CHAT = GameVersion((26, 3, 0), Stage.SNAPSHOT, 0, 3)

# The first weekly snapshot of each release's cycle. (Later patches of 1.13 to 1.17 that had
# snapshots of their own differ in nothing this program asks about, and are left out.)
_CYCLES = (
    (1743, (1, 13, 0)),
    (1843, (1, 14, 0)),
    (1934, (1, 15, 0)),
    (2006, (1, 16, 0)),
    (2045, (1, 17, 0)),
    (2137, (1, 18, 0)),
    (2203, (1, 18, 2)),
    (2211, (1, 19, 0)),
    (2224, (1, 19, 1)),
    (2242, (1, 19, 3)),
    (2303, (1, 19, 4)),
    (2312, (1, 20, 0)),
    (2331, (1, 20, 2)),
    (2340, (1, 20, 3)),
    (2351, (1, 20, 5)),
    (2418, (1, 21, 0)),
    (2433, (1, 21, 2)),
    (2444, (1, 21, 4)),
    (2502, (1, 21, 5)),
    (2515, (1, 21, 6)),
    (2531, (1, 21, 9)),
    (2541, (1, 21, 11)),
)
_FIRST_WEEKS = [week for week, _ in _CYCLES]


def _release_of_week(year: int, week: int) -> tuple[int, int, int]:
    place = bisect.bisect_right(_FIRST_WEEKS, year * 100 + week)
    return _CYCLES[place - 1][1] if place else (1, 12, 0)
