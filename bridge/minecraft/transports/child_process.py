"""One process of a server, with its pipes: from its launch to the end of the last of its output."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from typing_extensions import override

from bridge.core.errors import LinkError
from bridge.minecraft.transports import child_guard
from bridge.minecraft.transports.child_lines import LineSplitter

if TYPE_CHECKING:
    from collections.abc import Callable

    from bridge.minecraft.transports.child_policy import Restart

MOST_UNREAD: Final = 1024 * 1024
"""Bytes of commands that a server may leave unread before it gets no more."""

_GUARD: Final = str(Path(child_guard.__file__).resolve())
_OUTPUT: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """How a server is launched, in which directory, and what is done when it ends.

    `stop_timeout`: seconds that it has after `stop`. `record`: the file that tells the next daemon
    of its process. `world`: its world's folder now. `hidden`: variables of our environment that
    are not for it, such as keys.
    """

    command: tuple[str, ...]
    directory: Path
    record: Path
    world: Callable[[], Path]
    restart: Restart = "never"
    stop_timeout: float = 60
    hidden: frozenset[str] = frozenset()


class ServerProcess(asyncio.SubprocessProtocol):
    """A server's process group, led by its guard (`child_guard`), in a session of its own.

    So Ctrl-C at our terminal does not reach it. `lines` is given the lines of its output, standard
    error among them; whoever gets them must not make the server wait.
    """

    _transport: asyncio.SubprocessTransport

    def __init__(self, lines: Callable[[list[bytes]], None]) -> None:
        self._lines = lines
        self._splitter = LineSplitter()
        self._has_output = True
        self._ended = asyncio.Event()

    @classmethod
    async def spawn(cls, launch: Launch, lines: Callable[[list[bytes]], None]) -> ServerProcess:
        """Launch it. Raises LinkError when not even the guard can be."""
        environment = {k: v for k, v in os.environ.items() if k not in launch.hidden}
        guard = (sys.executable, "-I", "-S", _GUARD, str(os.getpid()), str(launch.record))
        try:
            launch.record.parent.mkdir(parents=True, exist_ok=True)
            _, protocol = await asyncio.get_running_loop().subprocess_exec(
                lambda: cls(lines),
                *guard,
                *launch.command,
                stderr=asyncio.subprocess.STDOUT,
                cwd=launch.directory,
                env=environment,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise LinkError(f"it cannot be launched: {error}") from error
        return protocol

    @property
    def pid(self) -> int:
        """The guard's process, which leads the group."""
        return self._transport.get_pid()

    @property
    def skipped(self) -> int:
        """Lines that were too long to be given."""
        return self._splitter.skipped

    @property
    def has_ended(self) -> bool:
        """No process of it is left, or none that says anything."""
        return self._ended.is_set()

    async def ended(self) -> int:
        """Wait for its end; its exit code, 128 and more for a signal."""
        await self._ended.wait()
        code = self._transport.get_returncode()
        return 0 if code is None else code if code >= 0 else 128 - code

    def write(self, data: bytes) -> None:
        """Into its standard input. Raises LinkError: it does not read it; nothing was written."""
        # Typed as what all transports have in common; this one can be written to.
        pipe = cast("asyncio.WriteTransport | None", self._transport.get_pipe_transport(0))
        if pipe is None or pipe.is_closing():
            raise LinkError("the server has closed its console")
        if pipe.get_write_buffer_size() > MOST_UNREAD:
            raise LinkError("the server does not read its console")
        pipe.write(data)

    def signal(self, number: int) -> None:
        """Send it to every process of the server."""
        if not self.has_ended:
            with suppress(ProcessLookupError, PermissionError):
                child_guard.signal_all(self.pid, number)

    def abandon(self) -> None:
        """Listen no longer to what nothing ends."""
        self._transport.close()
        self._ended.set()

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's has the methods of one, and is none by its class.
        self._transport = cast("asyncio.SubprocessTransport", transport)

    @override
    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if lines := self._splitter.feed(data):
            self._lines(lines)

    @override
    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd == _OUTPUT:
            self._has_output = False
            if lines := self._splitter.finish():
                self._lines(lines)
            self._look()

    @override
    def process_exited(self) -> None:
        self._look()

    def _look(self) -> None:
        """The guard may be killed before the server, whose output then goes on."""
        if not self._has_output and self._transport.get_returncode() is not None:
            self._transport.close()
            self._ended.set()
