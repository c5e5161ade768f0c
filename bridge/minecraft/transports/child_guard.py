"""Stands between the daemon and the server, and tells the server to stop when the daemon dies.

    python -I -S child_guard.py DAEMON_PID RECORD COMMAND...

A program by itself, of the standard library alone: it is there in some 20 ms and keeps 8 MB. On
Linux the kernel sends it SIGTERM when the daemon dies, however it dies (PR_SET_PDEATHSIG); it sends
that on to its whole process group, since a server is often started by a script, and a shell passes
nothing on, and to what such a script put into another group (`setsid`, `screen -dm`). What a script
leaves behind becomes the guard's child (PR_SET_CHILD_SUBREAPER), so that the guard ends when the
last process of the server has. Should the guard itself be killed, the kernel tells the server.
Elsewhere than on Linux nobody is told; the guard then only waits.

RECORD gets `PID START`, the guard's process and its start time, before the server is there: the
next daemon looks for it. Where it cannot be written, that is said, and the server launched. Exit
code: the command's, 128 and the number of the signal that ended it, 127 or 126 when it cannot be
run.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
HEARD = frozenset({signal.SIGTERM, signal.SIGCHLD})


def main() -> int:
    """See the module."""
    daemon, record, *command = sys.argv[1:]
    signal.pthread_sigmask(signal.SIG_BLOCK, HEARD)
    if not _die_with(int(daemon)):
        return 128 + signal.SIGTERM
    _control(PR_SET_CHILD_SUBREAPER, 1)
    try:
        _write(record)
    except OSError as error:
        # The world's lock tells of the server, too, once it is open.
        os.write(2, f"{record}: {error.strerror}; the server is launched without\n".encode())
    guard = os.getpid()
    server = os.fork()
    if server == 0:
        _become(command, guard)
    # Whoever writes to a server that is gone must notice it.
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return _wait(server, int(daemon))


def _wait(server: int, daemon: int) -> int:
    """Wait for every process of the server; what the first one's end amounts to."""
    code = 0
    while True:
        heard = signal.sigwaitinfo(HEARD)
        if heard.si_signo == signal.SIGTERM:
            # A daemon that lives tells the whole group itself, and so did we. One with several
            # threads counts as alive to its last: the kernel tells again then.
            by_daemon = heard.si_pid == daemon and os.getppid() == daemon
            if not by_daemon and heard.si_pid != os.getpid():
                signal_all(os.getpid(), signal.SIGTERM)
            continue
        try:
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if pid == 0:
                    break
                if pid == server:
                    ended = os.waitstatus_to_exitcode(status)
                    code = ended if ended >= 0 else 128 - ended
        except ChildProcessError:
            return code


def signal_all(guard: int, number: int) -> None:
    """Send it to the guard's group, and to what descends from the guard outside of that group."""
    for process in _strays(guard):
        with suppress(OSError):  # it may have ended meanwhile
            os.kill(process, number)
    os.killpg(guard, number)


def _strays(guard: int) -> list[int]:
    processes = {pid: (parent, group) for pid, parent, group in _processes()}
    descendants = {guard}
    while (
        more := {pid for pid, (parent, _) in processes.items() if parent in descendants}
        - descendants
    ):
        descendants |= more
    return [pid for pid in descendants - {guard} if processes[pid][1] != guard]


def _processes() -> Iterator[tuple[int, int, int]]:
    """Number, parent and group of each; nothing elsewhere than on Linux."""
    for name in os.listdir("/proc") if sys.platform == "linux" else ():
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as stat:
                    _, parent, group, *_ = stat.read().rpartition(b")")[2].split()
            except (OSError, ValueError):
                continue
            yield int(name), int(parent), int(group)


def _become(command: list[str], guard: int) -> NoReturn:
    code = 127
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, HEARD)
        # Python ignores these two, and whoever it becomes would inherit that.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        if _die_with(guard):
            os.execvp(command[0], command)
    except OSError as error:
        code = 127 if isinstance(error, FileNotFoundError) else 126
        os.write(2, f"{command[0]}: {error.strerror}\n".encode(errors="replace"))
    finally:
        os._exit(code)


def _die_with(parent: int) -> bool:
    """Be sent SIGTERM when the parent ends; false if it has already."""
    _control(PR_SET_PDEATHSIG, signal.SIGTERM)
    return os.getppid() == parent


def _control(option: int, value: int) -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _write(record: str) -> None:
    """Replaced whole, and not flushed to the disk: after a loss of power no process lives."""
    pid = os.getpid()
    start = 0
    if sys.platform == "linux":
        with open(f"/proc/{pid}/stat", "rb") as stat:
            # Behind the program's name, which may hold anything: field 22, the 20th from there.
            start = int(stat.read().rpartition(b")")[2].split()[19])
    beside = f"{record}.{pid}"
    try:
        with open(beside, "w", encoding="ascii") as file:
            file.write(f"{pid} {start}\n")
        os.replace(beside, record)
    except OSError:
        with suppress(OSError):
            os.unlink(beside)
        raise


if __name__ == "__main__":
    sys.exit(main())
