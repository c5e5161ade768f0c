"""What a vanilla server writes to its log while it starts, up to `Done`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bridge.demo.version import GameVersion


class Line(NamedTuple):
    """A message and its level."""

    message: str
    level: str = "INFO"


_INSECURE = (
    Line("**** SERVER IS RUNNING IN OFFLINE/INSECURE MODE!", "WARN"),
    Line("The server will make no attempt to authenticate usernames. Beware.", "WARN"),
)


def lines(version: GameVersion, settings: Mapping[str, str], *, seconds: float) -> list[Line]:
    """The lines of a start that took that long."""
    address = f"{settings['server-ip'] or '*'}:{settings['server-port']}"
    return [
        Line(f"Starting minecraft server version {version.name}"),
        Line("Loading properties"),
        Line(f"Default game type: {settings['gamemode'].upper()}"),
        Line("Generating keypair"),
        Line(f"Starting Minecraft server on {address}"),
        *(() if settings["online-mode"] == "true" else _INSECURE),
        Line(f'Preparing level "{settings["level-name"]}"'),
        Line(f'Done ({seconds:.3f}s)! For help, type "help"'),
    ]
