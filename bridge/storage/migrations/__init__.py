"""The schema's history: one module a step, in order, never changed once released.

A step is a tuple of statements. Number n is the n-th of the list; a file's `user_version` is the
number of its newest step.
"""

from __future__ import annotations

from dataclasses import dataclass

from bridge.storage.migrations import (
    v0001_access,
    v0002_effects,
    v0003_log_place,
    v0004_trace,
    v0005_conversation,
    v0006_unfinished,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Migration:
    """One step: its name is recorded in the file."""

    name: str
    statements: tuple[str, ...]


MIGRATIONS = (
    Migration(name="access", statements=v0001_access.STATEMENTS),
    Migration(name="effects", statements=v0002_effects.STATEMENTS),
    Migration(name="log_place", statements=v0003_log_place.STATEMENTS),
    Migration(name="trace", statements=v0004_trace.STATEMENTS),
    Migration(name="conversation", statements=v0005_conversation.STATEMENTS),
    Migration(name="unfinished", statements=v0006_unfinished.STATEMENTS),
)
