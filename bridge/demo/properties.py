"""`server.properties`: Java's properties format, and the settings of the simulated server."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from pathlib import Path

_ESCAPED = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "=": "\\=", ":": "\\:"}
_MEANT = {"n": "\n", "r": "\r", "t": "\t", "f": "\f"}
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))")


def defaults() -> dict[str, str]:
    """A loopback server with RCON that tells nobody what RCON does; the password is a new one."""
    return {
        "broadcast-rcon-to-ops": "false",
        "difficulty": "normal",
        "enable-command-block": "false",
        "enable-rcon": "true",
        "enforce-secure-profile": "true",
        "gamemode": "survival",
        "level-name": "world",
        "max-players": "20",
        "motd": "A system-bridge demo",
        "online-mode": "true",
        "op-permission-level": "4",
        "rcon.password": secrets.token_urlsafe(18),
        "rcon.port": "25575",
        "server-ip": "127.0.0.1",
        "server-port": "25565",
        "white-list": "false",
    }


def load(path: Path) -> dict[str, str]:
    """The settings of a file; those of a file that is not there are none."""
    if not path.exists():
        return {}
    settings: dict[str, str] = {}
    for line in _text(path.read_bytes()).splitlines():
        stripped = line.lstrip()
        if stripped and stripped[0] not in "#!":
            key, _, value = stripped.partition("=")
            settings[_unescaped(key.strip())] = _unescaped(value.lstrip())
    return settings


def _text(content: bytes) -> str:
    # As the game does: UTF-8, and what is none is Java's old ISO 8859-1.
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def save(path: Path, settings: Mapping[str, str], *, now: datetime) -> None:
    """Write the file as the game does: its title, the time, and the settings by name."""
    lines = ["#Minecraft server properties", f"#{now:%a %b %d %H:%M:%S %Z %Y}"]
    lines += [f"{_escaped(key)}={_escaped(settings[key])}" for key in sorted(settings)]
    path.write_text("\n".join(lines) + "\n", "utf-8")


def _escaped(text: str) -> str:
    return "".join(_ESCAPED.get(character, character) for character in text)


def _unescaped(text: str) -> str:
    def meant(match: re.Match[str]) -> str:
        return chr(int(match[1], 16)) if match[1] else _MEANT.get(match[2], match[2])

    return _ESCAPE.sub(meant, text)
