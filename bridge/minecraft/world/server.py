"""What server.properties says, with the game's own defaults and its own leniency."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bridge.minecraft.world.contents import contents
from bridge.minecraft.world.java_properties import decode_properties, parse_properties

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

FILE: Final = "server.properties"
LOOPBACK: Final = "127.0.0.1"

_EVERYWHERE: Final = frozenset({"", "0.0.0.0", "::", "0:0:0:0:0:0:0:0"})
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,40}")
_INT: Final = range(-(1 << 31), 1 << 31)


@dataclass(frozen=True, slots=True, kw_only=True)
class ManagementProperties:
    """The server management protocol (1.21.9 and later). Port 0: a new one at every start."""

    enabled: bool = False
    host: str = "localhost"
    port: int = 0
    secret: str = field(default="", repr=False)
    tls: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerProperties:
    """What the server will use at its next start; a running one may have started with another."""

    server_ip: str = ""
    server_port: int = 25565
    motd: str = "A Minecraft Server"
    level_name: str = "world"
    online_mode: bool = True
    enable_rcon: bool = False
    rcon_host: str = LOOPBACK
    """Where to connect: Paper's `rcon.ip`, else `server-ip`, else loopback."""
    rcon_port: int = 25575
    rcon_password: str = field(default="", repr=False)
    """With an empty one the server keeps RCON off."""
    broadcast_rcon_to_ops: bool = True
    management: ManagementProperties = ManagementProperties()


def server_properties(directory: Path) -> ServerProperties:
    """Read a server's file. Raises ReadError when it is missing or malformed."""
    path = directory / FILE
    return parse_server_properties(contents(path), str(path))


def parse_server_properties(content: bytes, file: str = FILE) -> ServerProperties:
    """The values of a file; what is missing or no number has the game's default, as in the game.

    Raises ReadError where the game would give the whole file up.
    """
    text, _ = decode_properties(content)
    values = parse_properties(text, file)
    rcon_host = values.get("rcon.ip") or values.get("server-ip", "")
    return ServerProperties(
        server_ip=values.get("server-ip", ""),
        server_port=_number(values, "server-port", 25565),
        motd=values.get("motd", "A Minecraft Server"),
        level_name=values.get("level-name", "world"),
        online_mode=_flag(values, "online-mode", default=True),
        enable_rcon=_flag(values, "enable-rcon", default=False),
        rcon_host=LOOPBACK if rcon_host.strip() in _EVERYWHERE else rcon_host.strip(),
        rcon_port=_number(values, "rcon.port", 25575),
        rcon_password=values.get("rcon.password", ""),
        broadcast_rcon_to_ops=_flag(values, "broadcast-rcon-to-ops", default=True),
        management=_management(values),
    )


def _management(values: Mapping[str, str]) -> ManagementProperties:
    return ManagementProperties(
        enabled=_flag(values, "management-server-enabled", default=False),
        host=values.get("management-server-host", "localhost"),
        port=_number(values, "management-server-port", 0),
        secret=values.get("management-server-secret", ""),
        tls=_flag(values, "management-server-tls-enabled", default=True),
    )


def _flag(values: Mapping[str, str], key: str, *, default: bool) -> bool:
    """As Boolean.valueOf: `true` in any case, and nothing else."""
    return values[key].lower() == "true" if key in values else default


def _number(values: Mapping[str, str], key: str, default: int) -> int:
    """As Integer.parseInt: no blanks around it, 32 bits; otherwise the game takes its default."""
    text = values.get(key, "")
    if _NUMBER.fullmatch(text) and int(text) in _INT:
        return int(text)
    return default
