"""How long to wait between attempts to reach a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SHORTEST = 0.25
LONGEST = 30.0


def backoff(random: Callable[[], float]) -> Iterator[float]:
    """Endless delays in seconds: 0.25, doubled up to 30, each shortened by up to a half.

    `random` gives numbers from 0 to 1; it keeps daemons of one machine from knocking together.
    """
    delay = SHORTEST
    while True:
        yield delay * (1 - random() / 2)
        delay = min(delay * 2, LONGEST)
