"""A process that has a world open, as a game server has."""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

_HOLDER = """
import fcntl, sys
with open(sys.argv[1], "w+b") as file:
    fcntl.lockf(file, fcntl.LOCK_EX)
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def held(world: Path) -> Generator[int]:
    """The number of the process that holds the lock while the block runs."""
    command = [sys.executable, "-c", _HOLDER, str(world / "session.lock")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        yield process.pid
        process.communicate()
