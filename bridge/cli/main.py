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
        return _ended(app.invoke(arguments))
    except KeyboardInterrupt:
        return FAILED
    except (BridgeError, OSError) as error:
        return _failed(error)
    except BaseExceptionGroup as group:
        if (error := _expected(group)) is None:
            raise
        return _failed(error)


def _expected(group: BaseExceptionGroup[BaseException]) -> Exception | None:
    """What several tasks ended by, if nothing of it is a bug of ours."""
    errors, bugs = group.split((BridgeError, OSError))
    while isinstance(errors, BaseExceptionGroup):
        errors = errors.exceptions[0]
    return errors if bugs is None and isinstance(errors, Exception) else None


def _failed(error: Exception) -> int:
    match error:
        case BrokenPipeError():
            return _without_output()
        case OSError():
            where = f"{error.filename}: " if error.filename else ""
            output.warn(f"{where}{error.strerror or error}")
            return FAILED
        case UsageError() | ConfigurationError():
            output.warn(str(error))
            return WRONG
        case _:
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
