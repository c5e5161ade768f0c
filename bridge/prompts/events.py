"""What prompts announce; `daemon.effects` turns it into calls (design section 2)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptsReloaded:
    """Other prompts or systems are in force for new requests of a server.

    `digest` and `previous` are those of the snapshots.
    """

    server: str
    digest: str
    previous: str
