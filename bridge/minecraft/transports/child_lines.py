"""What goes through a child's pipes: lines out of its output, commands into its input. Pure."""

from __future__ import annotations

import re
from typing import Final

from bridge.core.errors import LinkError
from bridge.minecraft.transports.log_file import LONGEST_LINE

LONGEST_COMMAND: Final = 65_536
"""Bytes of one command. The game's console has no limit of its own (reference page, D5)."""

# Also a tab: a console with JLine takes it for the wish to complete.
_CONTROLS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")

# Behind a header and nothing else, as in `log_start`: what a player says has a name in front.
_HEADER: Final = rb"(?:\[[^\[\]\r\n]{0,100}\] ?){1,3}(?:: |\([^()\r\n]{0,100}\) )(?:System chat: )?"
_CRASH: Final = re.compile(
    _HEADER + rb"(?:This crash report has been saved to: |We were unable to save this crash report"
    rb"|Encountered an unexpected exception|A single server tick took )"
)
_STOP: Final = re.compile(_HEADER + rb"(?:\[[^\[\]\r\n]{1,40}: )?Stopping (?:the )?server")


class LineSplitter:
    """Bytes as they come to whole lines without their `\\n`, the last perhaps with a `\\r`.

    `skipped` counts the lines over 64 KiB, which are not given.
    """

    def __init__(self) -> None:
        self.skipped = 0
        self._rest = b""
        self._skipping = False

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that these bytes complete."""
        lines = (self._rest + data).split(b"\n")
        self._rest = lines.pop()
        if self._skipping:
            if not lines:
                self._rest = b""
                return []
            del lines[0]
            self._skipping = False
        short = [line for line in lines if len(line) <= LONGEST_LINE]
        self.skipped += len(lines) - len(short)
        if len(self._rest) > LONGEST_LINE:
            self.skipped += 1
            self._rest = b""
            self._skipping = True
        return short

    def finish(self) -> list[bytes]:
        """The line that nothing will complete any more, if there is one."""
        rest, self._rest, self._skipping = self._rest, b"", False
        return [rest] if rest else []


def command_line(text: str) -> bytes:
    """One command as one line of a server's console.

    Raises LinkError for text that would be more than that: with a line break or another control
    character in it, or longer than `LONGEST_COMMAND` bytes. Nothing was sent then.
    """
    if _CONTROLS.search(text):
        raise LinkError("a console command is one line without control characters")
    data = text.encode(errors="replace")
    if len(data) > LONGEST_COMMAND:
        problem = f"a console command has at most {LONGEST_COMMAND} bytes; this one has {len(data)}"
        raise LinkError(problem)
    return data + b"\n"


def is_stop(text: str) -> bool:
    """Whether the command ends the server."""
    return text.strip().removeprefix("/") == "stop"


class LastWords:
    """What the lines of one run told of its end.

    The game stops in order after a crash too, and its exit code is often 0 then: only the crash
    report tells.
    """

    def __init__(self) -> None:
        self.crash = False
        self.stop = False

    def hear(self, line: bytes) -> None:
        """The next line."""
        if not line.startswith(b"["):
            return
        if _STOP.match(line):
            self.stop = True
        elif _CRASH.match(line):
            self.crash = True
