"""Where the running server began to write, found from the end of its log.

Who is online follows from what was logged since then, so those lines are read again, as history.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bridge.minecraft.transports.log_file import LogFile

# Behind a header and nothing else: what a player says has a name in front of it.
_BRACKETS = rb"(?:\[[^\[\]\r\n]{0,100}\] ?){1,3}(?:: |\([^()\r\n]{0,100}\) )"
_PLAIN = rb"\d{4}-[-\d :]{1,20}\[INFO\] "
_START = re.compile(
    rb"(?:%b|%b)Starting minecraft server version [^\r\n]*\r?" % (_BRACKETS, _PLAIN)
)
_MARK = b"Starting minecraft server version "
_STEP = 1024 * 1024
# A log without a start in it was rotated since; what is older than this says little of now.
_FURTHEST = 64 * 1024 * 1024


def find_start(log: LogFile, end: int) -> int:
    """The offset of the last start line before `end`; without one, as far back as is looked."""
    begin = end
    tail = b""
    while begin > 0 and end - begin < _FURTHEST:
        step = min(_STEP, begin)
        begin -= step
        block = log.at(begin, step) + tail
        found = _last_start(block, begin)
        if found is not None:
            return found
        # A line that this block cuts is looked at again whole, with the block before it.
        tail = block[: block.find(b"\n") + 1] or block
    return begin if begin == 0 else begin + len(tail)


def _last_start(block: bytes, begin: int) -> int | None:
    place = len(block)
    while (place := block.rfind(_MARK, 0, place)) >= 0:
        line_start = block.rfind(b"\n", 0, place) + 1
        line_end = block.find(b"\n", place)
        whole = line_start > 0 or begin == 0
        if whole and _START.fullmatch(block[line_start : line_end if line_end >= 0 else None]):
            return begin + line_start
    return None
