"""Where the management protocol listens, and the secret it takes; from a URL or the server's file.

The secret is full control over the server. So it goes to loopback, or over TLS to a server whose
certificate was checked; no other endpoint can be made.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from bridge.core.errors import ConfigurationError, LinkError

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.minecraft.world.server import ManagementProperties

_SECRET: Final = re.compile(r"[!-~]+", re.ASCII)
"""What a header can carry. The game itself takes exactly 40 letters and digits."""

_LISTENING: Final = re.compile(
    r"Json-RPC Management connection listening on \S{1,255}:(?P<port>[0-9]{1,5})", re.ASCII
)
_PORTS: Final = range(1, 1 << 16)
_EVERYWHERE: Final = frozenset({"", "0.0.0.0", "::", "0:0:0:0:0:0:0:0"})
_LOOPBACK: Final = "localhost"


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A server to connect to. `ca` is a file of certificates that its own is checked against.

    Raises LinkError for a secret that is none, and for one that would leave this machine in the
    clear.
    """

    host: str
    port: int
    tls: bool
    secret: str = field(repr=False)
    ca: Path | None = None

    def __post_init__(self) -> None:
        if not self.secret:
            raise LinkError("the management server's secret is empty")
        if not _SECRET.fullmatch(self.secret):
            raise LinkError("the management server's secret has blanks or other than ASCII in it")
        if not self.tls and not self.is_loopback:
            problem = (
                f"{self.host} is not this machine, and without TLS anybody on the way could read "
                "the secret: turn TLS on and name its certificate in management.ca"
            )
            raise LinkError(problem)

    @property
    def is_loopback(self) -> bool:
        """Whether the host is this machine. Names under `localhost` always are (RFC 6761, 6.3)."""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host.lower() == _LOOPBACK

    @property
    def url(self) -> str:
        """Where to connect; the server takes no other path."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'wss' if self.tls else 'ws'}://{host}:{self.port}/"


def at_url(url: str, *, secret: str, ca: Path | None = None) -> Endpoint:
    """What `management.url` says, with its secret.

    Raises ConfigurationError for what is not `ws://HOST:PORT` or `wss://HOST:PORT`, and what
    `Endpoint` raises.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise _wrong(str(error)) from error
    if parts.scheme not in {"ws", "wss"} or not host or not port:
        raise _wrong("is not ws://HOST:PORT or wss://HOST:PORT")
    if parts.path not in {"", "/"} or parts.query or parts.fragment or parts.username is not None:
        raise _wrong("has more than a host and a port")
    return Endpoint(host=host, port=port, tls=parts.scheme == "wss", secret=secret, ca=ca)


def of_server(
    properties: ManagementProperties, *, listening: int | None, ca: Path | None = None
) -> Endpoint:
    """What server.properties says. `listening` is the port that the log tells, if it does.

    The log is believed before the file, which says what holds from the next start on. Raises
    LinkError when the protocol is off or the port is not known.
    """
    if not properties.enabled:
        raise LinkError("management-server-enabled is not true in server.properties")
    port = listening or properties.port
    if port not in _PORTS:
        raise LinkError(
            "management-server-port is 0, so it is another at each start, and the log does not "
            "tell this start's; set a port in server.properties"
        )
    host = properties.host.strip()
    return Endpoint(
        host=_LOOPBACK if host in _EVERYWHERE else host,
        port=port,
        tls=properties.tls,
        secret=properties.secret.strip(),
        ca=ca,
    )


def listening_port(message: str) -> int | None:
    """The port that a log message tells, or None for any other message.

    The line `Json-RPC Management connection listening on HOST:PORT` comes once at each start,
    before the line with the version. `message` is the whole text behind a line's header: chat
    has a name in front, so no player can write one.
    """
    match = _LISTENING.fullmatch(message)
    port = int(match["port"]) if match else 0
    return port if port in _PORTS else None


def _wrong(problem: str) -> ConfigurationError:
    return ConfigurationError(file="bridge.toml", key="management.url", problem=problem)
