"""Ids of quest objects, in the spelling the game prints them.

Eras 3 and 4: a signed 64-bit number as 16 upper-case hex digits; 1.12: 32 bits as 8 lower-case
ones. The files also hold them as plain numbers (`uid`, `table_id`) and with a leading `#`.
"""

from __future__ import annotations

import re
import zlib

_HEX = re.compile(r"#?([0-9A-Fa-f]{1,16})")
# What the mod itself writes: nearly every id there is.
_WRITTEN = re.compile(r"(?!0{16})[0-9A-F]{16}")

BOOK = "0000000000000001"
"""The id of the whole book in eras 3 and 4."""


def modern(value: object) -> str:
    """An id of eras 3 and 4, "" for none (0, empty, `-`); what is no number stays as written."""
    if isinstance(value, str) and _WRITTEN.fullmatch(value):
        return value
    return _spelled(value, digits=16, upper=True)


def early(value: object) -> str:
    """An id of 1.12, "" for none; what is no number stays as written."""
    return _spelled(value, digits=8, upper=False)


def _spelled(value: object, *, digits: int, upper: bool) -> str:
    if isinstance(value, str):
        text = value.strip()
        if not (match := _HEX.fullmatch(text)):
            return "" if text == "-" else text
        number = int(match[1], 16)
    elif isinstance(value, int):
        number = value & ((1 << (4 * digits)) - 1)
    else:
        return ""
    if not number:
        return ""
    return f"{number:0{digits}X}" if upper else f"{number:0{digits}x}"


def substitute(place: str, *, digits: int) -> str:
    """A stable id for an object that has none: the game would draw a new one at every start.

    `place` says where the object stands, so that the id stays while the file does.
    """
    text = place.encode()
    number = zlib.crc32(text) | zlib.crc32(text[::-1]) << 32
    return f"{number:016X}" if digits == 16 else f"{number & 0xFFFFFFFF:08x}"
