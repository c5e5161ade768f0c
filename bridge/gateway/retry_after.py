"""`Retry-After` (RFC 9110 section 10.2.3), and the pause that it asks for. Pure."""

from __future__ import annotations

import re
from datetime import UTC
from math import ceil
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ModelError
from bridge.core.model_calls import ModelFailure

if TYPE_CHECKING:
    from datetime import datetime

    from bridge.core.clock import Clock

LONGEST: Final = 3600.0
"""No provider closes a server for longer (seconds), whatever it says."""

_SECONDS: Final = re.compile(r"[0-9]+(?:\.[0-9]+)?", re.ASCII)


def seconds(header: str | None, now: datetime) -> float | None:
    """How long to wait, at most LONGEST; None where the header is missing or means nothing."""
    header = (header or "").strip()
    if not header or len(header) > 100:
        return None
    if _SECONDS.fullmatch(header):
        return min(float(header), LONGEST)
    from email.utils import parsedate_to_datetime  # most providers send numbers

    try:
        until = parsedate_to_datetime(header)
    except (ValueError, OverflowError):
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    return min(max((until - now).total_seconds(), 0.0), LONGEST)


class Pauses:
    """Which providers want to be left alone, by their base URL."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until: dict[str, float] = {}

    def begin(self, base_url: str, wait: float) -> None:
        """Close for so many seconds; a longer pause that runs stays."""
        until = self._clock.monotonic() + wait
        self._until[base_url] = max(until, self._until.get(base_url, until))

    def check(self, base_url: str) -> None:
        """Raises ModelError (CLOSED) during a pause."""
        left = self._until.get(base_url, 0.0) - self._clock.monotonic()
        if left > 0:
            raise ModelError(
                f"the provider asked for a pause: {ceil(left)} s are left",
                kind=ModelFailure.CLOSED,
                counted=False,
                retry_after=left,
            )
        self._until.pop(base_url, None)
