"""`status --watch`: the same words every two seconds, until Ctrl-C."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from bridge.cli import control

if TYPE_CHECKING:
    from bridge.cli.place import Place

SECONDS: Final = 2.0
_CLEAR: Final = "\x1b[H\x1b[2J"


def watch_status(place: Place) -> int:
    """Print until interrupted; the exit code is that of the last answer."""
    code = 1
    try:
        while True:
            reply = control.call(place, "status")
            code = 1 if reply is None else reply.exit
            print(
                _CLEAR, "no daemon runs here" if reply is None else reply.text, sep="", flush=True
            )
            time.sleep(SECONDS)
    except KeyboardInterrupt:
        return code
