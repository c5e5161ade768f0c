"""How this program was started, so that a command it tells can be typed as it stands."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import Final

PROGRAM: Final = "system-bridge"

SCRIPT: Final = "SYSTEM_BRIDGE_SCRIPT"
"""`scripts/run`, by the path under which it was called; unset elsewhere."""
DIRECTORY: Final = "SYSTEM_BRIDGE_DIRECTORY"
"""The server's, as it was given to that."""
ANY_DIRECTORY: Final = "SERVER_DIRECTORY"


def typed(command: str, *, directory: str | None = None) -> str:
    """A command of ours for a shell; `directory` is one that it takes itself."""
    if (script := os.environ.get(SCRIPT)) is not None:
        where = directory or os.environ.get(DIRECTORY) or ANY_DIRECTORY
        return shlex.join((script, where, command))
    called = sys.argv[0] if Path(sys.argv[0]).name == PROGRAM else PROGRAM
    return shlex.join((called, command, *(() if directory is None else (directory,))))
