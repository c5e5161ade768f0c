"""The server's directory, brought to what a vanilla server that has started once would have."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from bridge.demo import properties, world
from bridge.demo.accounts import OPERATOR, Operators, account

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from bridge.demo.version import GameVersion

PROPERTIES = "server.properties"
OPERATORS = "ops.json"
USER_CACHE = "usercache.json"
LOGS = "logs"
RCON_RECORD = "rcon-commands.log"


def prepare(directory: Path, *, version: GameVersion, now: datetime) -> dict[str, str]:
    """Write what is missing: settings, operators, world, quest book. Returns the settings.

    What is there stays as it is, so that a world, its password and its players last.
    """
    directory.mkdir(parents=True, exist_ok=True)
    settings = properties.defaults() | properties.load(directory / PROPERTIES)
    properties.save(directory / PROPERTIES, settings, now=now)
    operators = directory / OPERATORS
    if not operators.exists():
        online_mode = settings["online-mode"] == "true"
        Operators.create(operators, account(OPERATOR, online_mode=online_mode))
    world.create(
        directory / settings["level-name"],
        version=version,
        seed=secrets.randbits(63),
        milliseconds=int(now.timestamp() * 1000),
    )
    world.install_pack(directory)
    return settings
