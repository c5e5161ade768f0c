"""Tidied notes that wait for their administrator's word.

A proposal is bound to what it was made from and what it would make, by digest; it is taken once.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from uuid import UUID

    from bridge.core.clock import Clock

LIFETIME: Final = 600.0
"""Seconds, as long as the button lives."""
MOST: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What would become of a note. `before` and `after` are digests of its bytes."""

    note: str
    text: str
    before: str
    after: str
    asker: UUID | None


_Key: TypeAlias = "tuple[str, str, str, UUID | None]"


class Proposals:
    """Those of one server, the newest `MOST`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: OrderedDict[_Key, tuple[Proposal, float]] = OrderedDict()

    def put(self, proposal: Proposal) -> None:
        """Let it wait."""
        key = (proposal.note, proposal.before, proposal.after, proposal.asker)
        self._waiting.pop(key, None)
        self._waiting[key] = (proposal, self._clock.monotonic() + LIFETIME)
        while len(self._waiting) > MOST:
            self._waiting.popitem(last=False)

    def take(self, note: str, before: str, after: str, *, asker: UUID | None) -> Proposal | None:
        """Exactly this proposal of this administrator, once; None where it is none, or too old."""
        proposal, until = self._waiting.pop((note, before, after, asker), (None, 0.0))
        return proposal if until > self._clock.monotonic() else None
