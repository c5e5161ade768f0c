"""An event as `log parse` prints it (contract, section 8)."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bridge.core.events import GameEvent


def as_json(event: GameEvent) -> dict[str, str]:
    """`{"event": word, field: value, ...}` in the event's own order; a UUID in its dashed form."""
    return {"event": event.event} | {
        field.name: str(getattr(event, field.name)) for field in fields(event)
    }
