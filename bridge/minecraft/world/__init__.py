"""Owns what stands in a server directory: server.properties, ops.json, usercache.json, the world.

Must not know: binary NBT (level.dat is for its readers to decode), a running server, what a player
may do.
Called by: `daemon` (where RCON and the world are, who is an operator), `init` and `doctor`.

The functions that take a directory read when they are called; the `parse_*` ones are pure.
"""

from bridge.minecraft.world.folder import is_held, world_folder
from bridge.minecraft.world.java_properties import change_properties, parse_properties
from bridge.minecraft.world.players import (
    OperatorList,
    offline_uuid,
    operators,
    parse_operators,
    parse_usercache,
    usercache,
)
from bridge.minecraft.world.server import (
    ManagementProperties,
    ServerProperties,
    parse_server_properties,
    server_properties,
)

__all__ = [
    "ManagementProperties",
    "OperatorList",
    "ServerProperties",
    "change_properties",
    "is_held",
    "offline_uuid",
    "operators",
    "parse_operators",
    "parse_properties",
    "parse_server_properties",
    "parse_usercache",
    "server_properties",
    "usercache",
    "world_folder",
]
