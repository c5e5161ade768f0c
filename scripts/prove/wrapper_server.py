"""A server for the wrapper's proof and tests: the console, the lock and the end of a real one.

    wrapper_server.py [--code N] [--crash] [--deaf] [--mute]

In its working directory: holds `world/session.lock` as the game does (a second one that finds it
held notes that in `refused`, and exits with 1), writes vanilla's lines to its standard output and
to `logs/latest.log`, obeys `stop`, and saves and ends with 143 at SIGTERM. `started` and `saved`
get one line a start and a save: its process. `--code`: exits at once with that code, `--crash`:
with a crash report and the code 0. `--deaf`: obeys neither `stop` nor SIGTERM. `--mute`: keeps its
console closed. Where there is a pipe called `saving`, the save takes until
somebody has written to it. The command `echo TEXT` prints the text, `flood N` as many lines.
"""

from __future__ import annotations

import fcntl
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from types import FrameType

OPTIONS = sys.argv[1:]


def say(message: str, thread: str = "Server thread") -> None:
    """One line, on the console and in the log."""
    line = f"[{time.strftime('%H:%M:%S')}] [{thread}/INFO]: {message}\n".encode()
    with suppress(BrokenPipeError):  # the daemon was killed; the game does not mind either
        os.write(1, line)
    os.write(LOG, line)


def note(name: str) -> None:
    """One line in a file that the proof counts."""
    file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.write(file, f"{os.getpid()}\n".encode())
    os.close(file)


def end(code: int) -> NoReturn:
    """Save the world and exit."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with suppress(FileNotFoundError):
        Path("saving").read_bytes()
    say("ThreadedAnvilChunkStorage: All dimensions are saved")
    note("saved")
    os._exit(code)


def terminated(_number: int, _frame: FrameType | None) -> None:
    """SIGTERM: the game saves, and says nothing of stopping."""
    end(143)


def lock() -> None:
    """Take the world, or refuse to run."""
    Path("world").mkdir(exist_ok=True)
    held = os.open("world/session.lock", os.O_RDWR | os.O_CREAT)
    try:
        fcntl.lockf(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        note("refused")
        os._exit(1)


def command(text: str) -> None:
    """What is typed."""
    name, _, rest = text.strip().removeprefix("/").partition(" ")
    match name:
        case "stop" if "--deaf" not in OPTIONS:
            say("Stopping the server")
            say("Stopping server")
            end(0)
        case "echo":
            say(f"[Server] {rest}")
        case "flood":
            for number in range(int(rest)):
                say(f"[Server] line {number}")
        case _:
            say("Unknown or incomplete command, see below for error")
            say(f"{text.strip()}<--[HERE]")


def main() -> None:
    """See the module."""
    if "--deaf" in OPTIONS:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    else:
        signal.signal(signal.SIGTERM, terminated)
    lock()
    note("started")
    say("Starting minecraft server version 1.21.4")
    if "--crash" in OPTIONS:
        say("This crash report has been saved to: crash-reports/crash.txt")
        end(0)
    if "--code" in OPTIONS:
        os._exit(int(OPTIONS[OPTIONS.index("--code") + 1]))
    say('Done (0.1s)! For help, type "help"')
    if "--mute" not in OPTIONS:
        for line in sys.stdin:
            command(line)
    if "--deaf" in OPTIONS:
        while True:
            signal.pause()
    # Blocked first: a handler that was due runs here, and no signal falls between it and the wait.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    signal.sigwait({signal.SIGTERM})
    end(143)


if __name__ == "__main__":
    Path("logs").mkdir(exist_ok=True)
    LOG = os.open("logs/latest.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    main()
