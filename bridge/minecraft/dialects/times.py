"""When a line was written, as far as its header says: a time of day (reference, section A1)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from bridge.minecraft.dialects.decoding import decode
from bridge.minecraft.dialects.header import read_header

if TYPE_CHECKING:
    from collections.abc import Sequence

DAY: Final = 86_400
_DISORDER: Final = 300
"""Seconds by which a line may be younger than the newest: lines can be written out of order."""
_TIME: Final = re.compile(
    r"(?:> ?){0,4}\[?(?:\d[^\[\]\s]{2,20}[ T]){0,2}\[?(?:\d[^\[\]\s]{2,20}[ T])?"
    r"(?P<h>\d{1,2}):(?P<m>\d\d):(?P<s>\d\d)"
)


def second_of_day(line: bytes) -> int | None:
    """Seconds since midnight; None for a line without a header, or without a time in it."""
    text = decode(line)
    match = _TIME.search(text, 0, 120)
    if match is None or read_header(text) is None:
        return None
    return int(match["h"]) * 3600 + int(match["m"]) * 60 + int(match["s"])


def age(line: bytes, newest: Sequence[bytes]) -> int | None:
    """Seconds from a line to the last of `newest` that has a time; None where one has none.

    Logs roll over daily, so whole days need not be told apart.
    """
    written = second_of_day(line)
    if written is None:
        return None
    for other in reversed(newest):
        if (last := second_of_day(other)) is not None:
            passed = (last - written) % DAY
            return passed - DAY if passed > DAY - _DISORDER else passed
    return None
