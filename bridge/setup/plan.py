"""What `init` would change, from what stands there and what we ship. Pure."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bridge.core.invoked import typed
from bridge.minecraft.world.server import FILE, ServerProperties
from bridge.setup import bridge_file, datapack, kubejs, mcdreforged, rcon
from bridge.setup.changes import Plan, Step, WriteFile

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bridge.minecraft.version import GameVersion
    from bridge.setup.surroundings import Surroundings
    from bridge.setup.survey import Survey


@dataclass(frozen=True, slots=True, kw_only=True)
class Shipped:
    """What this version brings along."""

    config: str
    """The commented bridge.toml."""
    pack: Callable[[GameVersion], Mapping[str, bytes]]
    script: bytes
    plugin: tuple[str, bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fresh:
    """Random values, for where there are none yet."""

    password: str = field(repr=False)
    key: bytes = field(repr=False)


def planned(
    there: Survey, around: Surroundings, shipped: Shipped, fresh: Fresh, *, with_rcon: bool = True
) -> Plan:
    """The whole plan; an empty one where everything is as it should be.

    `with_rcon`: whether server.properties may be changed.
    """
    plan = _configuration(there, around, shipped.config)
    if with_rcon:
        plan += _rcon(there, around, fresh.password)
    plan += _datapack(there, shipped)
    if there.kubejs is not None:
        plan += kubejs.planned(
            there.kubejs,
            there.version,
            around.table.chat_prefixes,
            script=shipped.script,
            random_key=fresh.key,
            busy=bool(there.busy),
        )
    if there.mcdreforged is not None:
        plan += mcdreforged.planned(
            there.mcdreforged,
            shipped.plugin,
            state=around.state,
            server=around.server,
            prefix=around.table.chat_prefixes[0],
        )
    return plan


def _configuration(there: Survey, around: Surroundings, example: str) -> Plan:
    if around.listed:
        return Plan()
    before = example if around.text is None else around.text
    directory = str(there.directory)
    after = bridge_file.with_server(before, around.server, directory)
    if not _adds(after, around.server, directory):
        lines = f"[servers.{around.server}] with directory = {bridge_file.quoted(directory)}"
        return Plan(todo=(f"{around.config} cannot be added to here: write {lines} into it",))
    change = WriteFile(path=around.config, content=after.encode("utf-8"))
    step = Step(
        path=around.config,
        what=f"names this server as [servers.{around.server}]",
        changes=(change,),
        after=_next_command(is_first=around.text is None),
    )
    return Plan(steps=(step,))


def _next_command(*, is_first: bool) -> str:
    if is_first:
        return f"{typed('run')} starts the daemon, {typed('doctor')} tells how it is"
    return f"{typed('run')}; a daemon that runs with it has to be restarted"


def _adds(text: str, name: str, directory: str) -> bool:
    """Whether the new text means that server, and takes no key of another table for its own."""
    try:
        servers = tomllib.loads(text.removeprefix("\ufeff")).get("servers", {})
    except ValueError:  # to an inline table nothing can be added
        return False
    return servers.get(name) == {"directory": directory}


def _rcon(there: Survey, around: Surroundings, password: str) -> Plan:
    values = rcon.wanted(
        there.properties or ServerProperties(),
        password=password,
        own_password=around.table.rcon.password_env is not None,
    )
    return rcon.planned(
        there.directory / FILE, there.directory, there.world, values, busy=there.busy
    )


def _datapack(there: Survey, shipped: Shipped) -> Plan:
    if not there.has_world:
        todo = f"start the server once, so that it makes {there.world}, then run this again"
        return Plan(todo=(f"the datapack has no world to go to yet: {todo}",))
    if there.version is None:
        todo = "its version of the game is not known: start the server once, then run this again"
        return Plan(todo=(f"the datapack is left out: {todo}",))
    if not there.version.has_datapacks:
        return Plan()
    return datapack.planned(
        there.pack, there.version, shipped.pack(there.version), busy=bool(there.busy)
    )
