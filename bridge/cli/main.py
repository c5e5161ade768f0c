"""The way in: takes the common options out, runs the command, and turns errors into one line."""

from __future__ import annotations

import sys

from bridge.cli import output
from bridge.cli.options import extract
from bridge.core.errors import BridgeError, ConfigurationError, UsageError

OK, FAILED, WRONG = 0, 1, 2


def main() -> None:
    """Run the command in `sys.argv` and leave with its exit code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Exit code 0 ok, 1 failed or refused, 2 wrong usage or configuration (contract section 2)."""
    from bridge.cli.app import invoke

    try:
        options, rest = extract(arguments)
        return invoke(rest, options)
    except (UsageError, ConfigurationError) as error:
        output.warn(str(error))
        return WRONG
    except BridgeError as error:
        output.warn(str(error))
        return FAILED
    except KeyboardInterrupt:
        return FAILED
    except BrokenPipeError:
        # Whoever read our output has seen enough (`| head`); nothing more can be flushed to it.
        sys.stdout = None
        return OK
