"""What a terminal or a plugin added to a line taken off again (reference page, end of section A3).

The order matters: a redrawn prompt is cut first, then escape sequences, then `§` codes. Text after
a header is never taken for a header, whatever control characters a player gets into it.
"""

from __future__ import annotations

import re
from itertools import takewhile

_ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor, erase
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"  # OSC: window titles
    r"|\x1b[ -/]*[0-~]"  # two characters: ESC = and the like
    r"|\x9b[0-?]*[ -/]*[@-~]"
)
# Readline (flying-squid, old Bukkit) returns to the first column by CSI G instead of CR.
_FIRST_COLUMN = re.compile(r"\x1b\[[01]?G")
_CODES = re.compile("§.?")
# Characters that change the order in which text is shown, and the byte order mark.
_INVISIBLE = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_CONTROLS = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")
# A prompt with what is being typed; one that a header follows without a CR is the header's affair.
_PROMPT = re.compile(r"(?:>(?! ?\[?\d).*)?", re.DOTALL)


def clean(line: str) -> str:
    """One physical line as the server meant it, without its line end; a tab stays a tab.

    Where CR cuts the line into pieces, prompts that were drawn over are dropped. What follows a
    header's piece belongs to its message: a player who gets a CR into chat gains nothing.
    """
    line = line.rstrip("\r\n")
    line = _FIRST_COLUMN.sub("\r", line)
    line = _ESCAPES.sub("", line)
    if "\r" in line:
        line = _undrawn(line)
    return _CONTROLS.sub(" ", _INVISIBLE.sub("", _CODES.sub("", line)))


def _undrawn(line: str) -> str:
    pieces = line.split("\r")
    prompts = takewhile(_PROMPT.fullmatch, pieces[:-1])
    return " ".join(pieces[sum(1 for _ in prompts) :])
