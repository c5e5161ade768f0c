"""Objectives, scores and who may use which trigger."""

from __future__ import annotations

from bridge.demo.reader import CommandError

TRIGGER = "trigger"
DUMMY = "dummy"


class Scoreboard:
    """The scores by holder and objective. Problems are CommandErrors with the game's words."""

    def __init__(self) -> None:
        self._criteria: dict[str, str] = {}
        self._scores: dict[tuple[str, str], int] = {}
        self._enabled: set[tuple[str, str]] = set()

    def add(self, objective: str, criterion: str) -> None:
        """Make an objective."""
        if objective in self._criteria:
            raise CommandError("An objective already exists by that name")
        self._criteria[objective] = criterion

    def known(self, objective: str) -> str:
        """The objective's name, if there is one."""
        if objective not in self._criteria:
            raise CommandError(f"Unknown scoreboard objective '{objective}'")
        return objective

    def get(self, holder: str, objective: str) -> int:
        """A holder's score."""
        score = self._scores.get((holder, objective))
        if score is None:
            raise CommandError(f"Can't get value of {objective} for {holder}; none is set")
        return score

    def set(self, holder: str, objective: str, score: int) -> None:
        """Give a holder a score."""
        self._scores[holder, objective] = score

    def enable(self, holders: list[str], objective: str) -> int:
        """Let holders use a trigger once; how many could not before."""
        if self._criteria[objective] != TRIGGER:
            raise CommandError("Enable only works on trigger-objectives")
        new = {(holder, objective) for holder in holders} - self._enabled
        if not new:
            raise CommandError("Nothing changed. That trigger is already enabled")
        self._enabled |= new
        self._scores = dict.fromkeys(new, 0) | self._scores
        return len(new)

    def trigger(self, holder: str, objective: str, *, value: int, add: bool) -> None:
        """Use a trigger, which is over with it until it is enabled again."""
        if self._criteria[objective] != TRIGGER:
            raise CommandError("You can only trigger objectives that are 'trigger' type")
        if (holder, objective) not in self._enabled:
            raise CommandError("You cannot trigger this objective yet")
        self._enabled.discard((holder, objective))
        before = self._scores.get((holder, objective), 0)
        self._scores[holder, objective] = before + value if add else value
