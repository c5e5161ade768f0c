"""A game server's folder with what is configured for it: where RCON is, and whom to believe."""

from __future__ import annotations

import json
import logging
import os
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from bridge.core.actors import Player
from bridge.core.errors import LinkError, ReadError
from bridge.minecraft import world
from bridge.minecraft.identity import Identity, Proof, Trust, nickname_plugin
from bridge.minecraft.level import saved_version
from bridge.minecraft.transports import management_endpoint
from bridge.minecraft.transports.rcon_connection import Endpoint
from bridge.minecraft.world import pack

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path
    from uuid import UUID

    from bridge.core.clock import Clock
    from bridge.minecraft.presence import Presence
    from bridge.minecraft.transports.management_endpoint import Endpoint as ManagementEndpoint
    from bridge.minecraft.version import GameVersion
    from bridge.settings.schema import ServerTable

_logger = logging.getLogger(__name__)

PROPERTIES: Final = "server.properties"
OPERATORS: Final = "ops.json"
SCRIPT_KEY: Final = "kubejs/config/system_bridge.json"
STEADY_LOOKS: Final = 4
STEADY_SECONDS: Final = 0.05
"""How often, and how long apart, a file that is being written is looked at."""

_ESSENTIALS: Final = re.compile(r"essentials(?!.*(?:chat|spawn|discord|geoip)).*\.jar", re.I)

ADMINISTRATOR: Final = 2
"""The permission level of `/system ai` (spec 2)."""


class ServerPlace:
    """Reads the server's files when asked: they change while it runs."""

    def __init__(self, directory: Path, table: ServerTable) -> None:
        self.directory = directory
        self.table = table
        self._operators = world.OperatorList(directory)
        self._told: dict[str, str] = {}
        self._cache_stamp: tuple[int, int] | None = None
        self._cache: Mapping[str, UUID] = {}

    def endpoint(self) -> Endpoint:
        """Where RCON is. Raises LinkError that says what to change when it cannot be used."""
        rcon = self.table.rcon
        if rcon.password_env is None:
            password = self._password()
        elif not (password := os.environ.get(rcon.password_env, "").strip()):
            raise LinkError(f"the variable {rcon.password_env} is empty")
        if rcon.host is not None and rcon.port is not None:
            return Endpoint(host=rcon.host, port=rcon.port, password=password)
        properties = self._readable_properties()
        return Endpoint(
            host=rcon.host or properties.rcon_host,
            port=rcon.port or properties.rcon_port,
            password=password,
        )

    def management(self, listening: int | None) -> ManagementEndpoint:
        """Where the management protocol is; `listening` is the port that the log told.

        Raises LinkError and ConfigurationError.
        """
        table = self.table.management
        if table is None:
            properties = self._readable_properties().management
            return management_endpoint.of_server(properties, listening=listening)
        if not (secret := os.environ.get(table.secret_env, "").strip()):
            raise LinkError(f"the variable {table.secret_env} is empty")
        ca = None if table.ca is None else self.directory / table.ca
        return management_endpoint.at_url(table.url, secret=secret, ca=ca)

    @property
    def has_management(self) -> bool:
        """Whether the management protocol is to be used (contract section 3)."""
        return self.table.management is not None or self._properties().management.enabled

    def script_key(self) -> bytes | None:
        """The key of our KubeJS script (docs/relays.md); None where it is not installed."""
        try:
            written = json.loads((self.directory / SCRIPT_KEY).read_bytes())
            key = bytes.fromhex(written["key"])
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return key if len(key) == 32 else None

    def has_pack(self) -> bool:
        """Whether our datapack is in the world."""
        with suppress(OSError):
            packs = os.listdir(self.world_directory / "datapacks")
            return any(name.startswith(pack.NAME) for name in packs)
        return False

    def rcon_echo(self) -> str:
        """Who else sees what is done over RCON, and how to change it; "" where nobody does."""
        remarks: list[str] = []
        with suppress(LinkError):
            if self._readable_properties().broadcast_rcon_to_ops:
                remarks.append(
                    "broadcast-rcon-to-ops is on, so operators see what commands answer: "
                    "set it to false in server.properties while the server is stopped"
                )
        if any(_ESSENTIALS.match(jar) for jar in self._jars("plugins")):
            remarks.append("Essentials writes each command of RCON into the server's log")
        return "; ".join(remarks)

    def _password(self) -> str:
        properties = self._readable_properties()
        if not properties.enable_rcon:
            raise LinkError(
                "RCON is off: stop the server, set enable-rcon=true and rcon.password in "
                "server.properties, start it"
            )
        if not properties.rcon_password:
            raise LinkError("rcon.password is empty in server.properties: RCON stays off")
        return properties.rcon_password

    def _readable_properties(self) -> world.ServerProperties:
        try:
            return world.server_properties(self.directory)
        except ReadError as error:
            raise LinkError(str(error)) from error

    async def settled(self, clock: Clock) -> None:
        """Return when server.properties names the world, or does not for a while.

        The game writes the file anew while it runs; half of it would name another world.
        """
        for _ in range(STEADY_LOOKS):
            if self.names_world or not (self.directory / PROPERTIES).exists():
                return
            await clock.sleep(STEADY_SECONDS)
        _logger.warning("%s names no world; it is taken for `world`", PROPERTIES)

    def world_name(self, server: str) -> str:
        """What the store calls the world of this server."""
        return f"{server}/{self._properties().level_name}"

    @property
    def world_directory(self) -> Path:
        """The folder of the world that the server plays."""
        return world.world_folder(self.directory, self._properties())

    @property
    def names_world(self) -> bool:
        """Whether server.properties says which world is played."""
        return self._written("level-name") is not None

    @property
    def tells_operators(self) -> bool:
        """Whether each command of RCON that reports something is told to all operators."""
        return self._written("broadcast-rcon-to-ops") == "true"

    def version(self) -> GameVersion | None:
        """The version that last saved the world: the log tells it only at the server's start."""
        return saved_version(self.world_directory)

    def identity(self, presence: Presence) -> Identity:
        """Names to players; UUIDs are computed only where names are not verified."""
        return Identity(told=presence.uuids, cached=self._usercache, computed=self._computed)

    def cached_players(self) -> Iterator[Player]:
        """Players that the server remembers to have seen."""
        for name, uuid in self._usercache().items():
            yield Player(name=name, uuid=uuid)

    def trust(self) -> Trust:
        """What a name in chat is worth here."""
        configured = self.table.nickname_plugin
        if configured == "auto":
            plugin = nickname_plugin(self._jars("plugins", "mods"))
        else:
            plugin = "nickname_plugin = true" if configured else ""
        return Trust(names_verified=self._names_verified(), nickname_plugin=plugin)

    def level(self, uuid: UUID) -> int:
        """The player's permission level by ops.json and `admins`, read now."""
        return self._level(uuid, self._levels())

    def _level(self, uuid: UUID, levels: Mapping[UUID, int]) -> int:
        listed = ADMINISTRATOR if uuid in self.table.admins else 0
        return max(listed, levels.get(uuid, 0))

    def may_administer(self, player: Player, proof: Proof) -> bool:
        """Whether a player so proven may give orders (contract section 4, "Identity")."""
        # Most players are no operators, and what is trusted takes several files to tell.
        if proof is not Proof.GAME and not self._has_level(player, self._levels()):
            return False
        return self.trust().believes(proof)

    def administrators(self, players: Iterable[Player]) -> list[Player]:
        """Those among `players` who are told what was changed at the console."""
        levels = self._levels()
        return [player for player in players if self._has_level(player, levels)]

    def _has_level(self, player: Player, levels: Mapping[UUID, int]) -> bool:
        return player.uuid is not None and self._level(player.uuid, levels) >= ADMINISTRATOR

    def _properties(self) -> world.ServerProperties:
        """What server.properties says, and what the game takes where it says nothing."""
        try:
            properties = world.server_properties(self.directory)
        except ReadError as error:
            missing = isinstance(error.__cause__, FileNotFoundError)
            self._tell(PROPERTIES, "" if missing else str(error))
            return world.ServerProperties()
        self._tell(PROPERTIES, "")
        return properties

    def _tell(self, file: str, problem: str) -> None:
        """Warn of what is wrong with a file once: it is read often. "": nothing is."""
        if problem and problem != self._told.get(file):
            _logger.warning("%s", problem)
        self._told[file] = problem

    def _names_verified(self) -> bool:
        """Only where the file says so itself: half a file, or none, proves nothing."""
        configured = self.table.names_verified
        return self._written("online-mode") == "true" if configured == "auto" else configured

    def _computed(self, name: str) -> UUID | None:
        """The UUID of an offline server's player: only where the file says that it is one."""
        configured = self.table.names_verified
        if configured == "auto":
            unverified = self._written("online-mode") == "false"
        else:
            unverified = not configured
        return world.offline_uuid(name) if unverified else None

    def _written(self, key: str) -> str | None:
        """What server.properties itself says, without the game's defaults; None for nothing."""
        try:
            text = (self.directory / PROPERTIES).read_text("latin-1")
            return world.parse_properties(text).get(key)
        except (OSError, ReadError):
            return None

    def _jars(self, *folders: str) -> Iterator[str]:
        for folder in folders:
            with suppress(OSError):
                yield from os.listdir(self.directory / folder)

    def _levels(self) -> Mapping[UUID, int]:
        try:
            levels = self._operators.levels()
        except ReadError as error:
            self._tell(OPERATORS, f"nobody counts as an operator: {error}")
            return {}
        self._tell(OPERATORS, "")
        return levels

    def _usercache(self) -> Mapping[str, UUID]:
        """Read again only when it was written; kept while it cannot be read."""
        try:
            status = (self.directory / "usercache.json").stat()
        except OSError:
            return self._cache
        stamp = (status.st_mtime_ns, status.st_size)
        if stamp != self._cache_stamp:
            with suppress(ReadError):  # half written: the next look finds it whole
                self._cache = world.usercache(self.directory)
                self._cache_stamp = stamp
        return self._cache
