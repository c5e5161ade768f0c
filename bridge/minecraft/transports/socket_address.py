"""Where the socket is: `127.0.0.1:25580` or `unix:PATH`, and the file of a Unix socket."""

from __future__ import annotations

import socket
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bridge.core.errors import ConfigurationError, LinkError

if TYPE_CHECKING:
    from collections.abc import Generator

_PORTS: Final = range(1 << 16)
_UNIX: Final = "unix:"


@dataclass(frozen=True, slots=True)
class TcpAddress:
    """A host of this machine alone, as a number, and a port; port 0 asks for any free one."""

    host: str
    port: int

    @property
    def text(self) -> str:
        """As it stands in the configuration."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class UnixAddress:
    """A file."""

    path: Path

    @property
    def text(self) -> str:
        """As it stands in the configuration."""
        return f"{_UNIX}{self.path}"


def parse_address(text: str) -> TcpAddress | UnixAddress:
    """What `[socket] listen` says.

    Raises ConfigurationError, also for a host that is not loopback: frames are not encrypted,
    and the token is all that a peer needs.
    """
    if text.startswith(_UNIX) and text != _UNIX:
        return UnixAddress(Path(text.removeprefix(_UNIX)))
    host, colon, port = text.rpartition(":")
    if not colon or not (port.isascii() and port.isdigit()) or int(port[:6]) not in _PORTS:
        raise _wrong(f"{text!r} is not HOST:PORT and not unix:PATH")
    host = "127.0.0.1" if host == "localhost" else host.removeprefix("[").removesuffix("]")
    try:
        loopback = ip_address(host).is_loopback
    except ValueError as error:
        raise _wrong(f"{host!r} is not an address of this machine's loopback") from error
    if not loopback:
        raise _wrong(f"{host} can be reached from other machines; only loopback is allowed")
    return TcpAddress(host, int(port))


def _wrong(problem: str) -> ConfigurationError:
    return ConfigurationError(file="bridge.toml", key="socket.listen", problem=problem)


@contextmanager
def unix_socket(path: Path) -> Generator[socket.socket]:
    """A bound socket that only this user may connect to; its file goes when the block ends.

    A file that a dead process left is replaced. Raises LinkError when somebody listens there,
    or the file cannot be made.
    """
    try:
        _remove_stale(path)
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            listening.bind(str(path))
            # Nobody can connect yet: that takes listen().
            path.chmod(0o600)
            own = path.stat().st_ino
        except OSError:
            listening.close()
            raise
    except OSError as error:
        problem = f"cannot make {path}: {error.strerror or error}"
        raise LinkError(problem) from error
    try:
        yield listening
    finally:
        listening.close()
        with suppress(OSError):
            if path.stat().st_ino == own:
                path.unlink()


def _remove_stale(path: Path) -> None:
    if not path.exists():
        return
    if not path.is_socket():
        problem = f"{path} is there and is not a socket"
        raise LinkError(problem)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.setblocking(False)
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink(missing_ok=True)
            return
        except BlockingIOError:
            pass  # a full queue has somebody behind it
    problem = f"somebody listens at {path} already"
    raise LinkError(problem)
