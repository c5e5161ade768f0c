"""The way in: runs the command, and turns errors into one line and an exit code."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING, Final

from bridge.cli import app, output
from bridge.core.errors import BridgeError, ConfigurationError, UsageError

if TYPE_CHECKING:
    from types import FrameType

OK: Final = 0
FAILED: Final = 1
WRONG: Final = 2
SERVICES: Final = frozenset({"run", "demo"})
RELOADED: Final = frozenset({"run"})
"""Those in which SIGHUP reloads: one that comes too early waits until there is something to."""


def main() -> None:
    """Run the command in `sys.argv` and leave with its exit code."""
    if SERVICES.intersection(sys.argv[1:2]):
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, _leave)
    if RELOADED.intersection(sys.argv[1:2]):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Exit code 0 ok, 1 failed or refused, 2 wrong usage or configuration (contract section 2)."""
    try:
        return _ended(_run(arguments))
    except KeyboardInterrupt:
        return FAILED
    except BaseExceptionGroup as group:
        # Whoever read our output has seen enough (`| head`) while several tasks were at work.
        if group.split(BrokenPipeError)[1] is not None:
            raise
        return _without_output()
    except BrokenPipeError:
        return _without_output()
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        output.warn(f"{where}{error.strerror or error}")
        return FAILED


def _run(arguments: list[str]) -> int:
    try:
        return app.invoke(arguments)
    except (UsageError, ConfigurationError) as error:
        output.warn(str(error))
        return WRONG
    except BridgeError as error:
        output.warn(str(error))
        return FAILED


def _ended(code: int) -> int:
    """The code, after everything was really written."""
    sys.stdout.flush()
    return code


def _without_output() -> int:
    """Nothing more can be written; what Python flushes at its end goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return OK


def _leave(number: int, frame: FrameType | None) -> None:
    """Asked to stop before there is a loop that could: nothing is begun yet."""
    del number, frame
    raise SystemExit(OK)
