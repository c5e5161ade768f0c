"""Where the daemon is: the address and the token that it leaves in its state folder."""

from __future__ import annotations

import socket
from dataclasses import dataclass, field
from pathlib import Path

_UNIX = "unix:"
_CONNECT_SECONDS = 3.0


class NoDaemonError(Exception):
    """Nothing to connect to; the words are for the administrator."""


@dataclass(frozen=True)
class Meeting:
    """`address` is as in the daemon's configuration: `127.0.0.1:25580` or `unix:PATH`."""

    address: str
    token: str = field(repr=False)


def find(state: str) -> Meeting:
    """What the daemon of that state folder left. Raises NoDaemonError."""
    if not state:
        raise NoDaemonError('"state" in the plugin\'s config.json does not name the state folder')
    folder = Path(state)
    try:
        address = (folder / "socket.address").read_text("utf-8").strip()
        token = (folder / "socket.token").read_text("ascii").strip()
    except FileNotFoundError:
        raise NoDaemonError(f"no daemon runs on {folder}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise NoDaemonError(f"{folder}: {error}; run both as the same user") from error
    return Meeting(address, token)


def connect(meeting: Meeting) -> socket.socket:
    """A connection to the daemon. Raises OSError, and NoDaemonError for an address of no form."""
    if meeting.address.startswith(_UNIX):
        link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            link.settimeout(_CONNECT_SECONDS)
            link.connect(meeting.address[len(_UNIX) :])
        except OSError:
            link.close()
            raise
        return link
    host, _, port = meeting.address.rpartition(":")
    if not port.isdigit():
        raise NoDaemonError(f"not an address: {meeting.address!r}")
    return socket.create_connection((host.strip("[]"), int(port)), _CONNECT_SECONDS)
