"""The schema of `config/system/system-semantic.json`: how sure the local matcher must be.

Contract section 3; the scores are those of spec 2, "Four execution strategies".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bridge.settings.json_file import JsonTable
from bridge.settings.kinds import number, whole
from bridge.settings.problems import wrong
from bridge.settings.tables import key, schema, table_of

if TYPE_CHECKING:
    from bridge.settings.kinds import Kind

NAME: Final = "system-semantic.json"


def _between(least: float, most: float) -> Kind[float]:
    def read(value: object) -> float:
        if not least <= (read := number(value)) <= most:  # NaN is not between anything
            raise wrong(f"input should be a number from {least:g} to {most:g}")
        return read

    return read


@schema
class ModeScores(JsonTable):
    """What each strategy adds to the base score."""

    functions: float = key(_between(-1, 1), default=-0.1)
    """Offline and standard."""
    free_chat: float = key(_between(-1, 1), default=0.03)
    """Extended."""


@schema
class SemanticFile(JsonTable):
    """The whole file."""

    base_score: float = key(_between(0, 1), default=0.9)
    mode_scores: ModeScores = key(table_of(ModeScores), default=ModeScores())
    coverage: float = key(_between(0, 1), default=0.65)
    """The least share of a sentence that must be explained."""
    margin: float = key(_between(0, 1), default=0.04)
    """The least lead over the best other capability."""
    max_candidates: int = key(whole(1, 20), default=4)
    """Of an option card."""
    cache_size: int = key(whole(0, 1_000_000), default=512)
    """Picks of a model that are remembered, of one server; 0 remembers none."""
