"""RCON in server.properties: on, with a password, and without telling operators each answer. Pure.

The password stands in server.properties alone, where the daemon reads it.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Final

from bridge.setup.changes import EditProperties, Plan, Step

if TYPE_CHECKING:
    from pathlib import Path

    from bridge.minecraft.world import ServerProperties

ENABLE: Final = "enable-rcon"
PASSWORD: Final = "rcon.password"
BROADCAST: Final = "broadcast-rcon-to-ops"
_BYTES: Final = 24


def random_password() -> str:
    """32 letters, digits, `-` and `_`: nothing that a properties file would escape."""
    return secrets.token_urlsafe(_BYTES)


def wanted(there: ServerProperties, *, password: str, own_password: bool) -> dict[str, str]:
    """The keys that are to change, with their values.

    `own_password`: the configuration names another place for it, so whether RCON is on and with
    which password is its owner's affair.
    """
    values: dict[str, str] = {}
    if not own_password and not there.enable_rcon:
        values[ENABLE] = "true"
    if not own_password and not there.rcon_password:
        values[PASSWORD] = password
    if there.broadcast_rcon_to_ops:
        values[BROADCAST] = "false"
    return values


def planned(path: Path, directory: Path, world: Path, values: dict[str, str], busy: str) -> Plan:
    """The change of `path`; `busy` says why the server counts as running, and then it is told."""
    if not values:
        return Plan()
    details = tuple(
        f"{key}={'(a random one)' if key == PASSWORD else value}" for key, value in values.items()
    )
    private = ("its owner alone may read it from then on (mode 600)",) if PASSWORD in values else ()
    if busy:
        todo = (
            f"{path} needs {', '.join(details)}, but the server runs ({busy}) and would write "
            "the file anew: stop the server, run this again, start the server"
        )
        return Plan(todo=(todo,))
    change = EditProperties(
        path=path, directory=directory, world=world, values=values, secret=PASSWORD in values
    )
    return Plan(
        steps=(
            Step(
                path=path,
                what="RCON, by which answers get into the game",
                changes=(change,),
                details=details + private,
                after="it counts from the server's next start on",
            ),
        )
    )
