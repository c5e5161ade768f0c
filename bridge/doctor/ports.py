"""The socket's address and its token, while no daemon has them."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

from bridge.daemon.rendezvous import TOKEN_FILE
from bridge.doctor.finding import ok, warning
from bridge.minecraft.transports.socket_address import TcpAddress, UnixAddress, parse_address

if TYPE_CHECKING:
    from bridge.doctor.finding import Finding
    from bridge.settings.snapshot import Settings


def listening(settings: Settings) -> Finding:
    """Whether the daemon could listen there, and whether its token is its own."""
    token = settings.state_directory / TOKEN_FILE
    if token.exists() and token.stat().st_mode & 0o077:
        return warning("socket", f"others may read {token}", "the next start makes it private")
    address = parse_address(settings.listen)
    try:
        _try(address)
    except OSError as error:
        problem = f"{address.text}: {error.strerror or error}"
        return warning("socket", problem, "the daemon takes another port; or set socket.listen")
    return ok("socket", f"{address.text} is free")


def _try(address: TcpAddress | UnixAddress) -> None:
    match address:
        case TcpAddress(host=host, port=port):
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            with socket.socket(family, socket.SOCK_STREAM) as probe:
                # As the daemon does it: what a closed connection left behind is no hindrance.
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind((host, port))
        case UnixAddress(path=path):
            folder = next(each for each in path.parents if each.exists())
            if not folder.is_dir():
                raise NotADirectoryError(20, "its folder is a file", str(folder))
